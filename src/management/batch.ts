/** What a batch has done so far. */
export type Progress = {
  done: number
  failed: number
  /** How many items there are; undefined while they are still coming. */ total: number | undefined
}

export type BatchOptions = {
  /** How many are worked on at a time; 4 otherwise. */
  concurrency?: number
  /** Is called when an item is through. */
  onProgress?: (progress: Progress) => void
  /** Begins no further item. Those that are worked on get it as well. */
  signal?: AbortSignal
  /** Begins no further item once one has failed. */
  stopOnError?: boolean
}

/** What became of each item, in their order. Items that were not begun are in neither list. */
export type BatchReport<Item, Value> = {
  done: { item: Item; index: number; value: Value }[]
  failed: { item: Item; index: number; error: unknown }[]
  /** How many items were begun. */
  begun: number
  /** Why no more items came, where their source failed. */
  sourceError?: unknown
  /** Whether every item was begun and none failed. */
  ok: boolean
}

/**
 * Works on many items, some at a time: `batch(names, (name) => client.services.create({ name, encryptionRequired: true }))`.
 * An item that fails does not end the others; the report has them all. Items may come from a listing.
 */
export async function batch<Item, Value>(
  items: Iterable<Item> | AsyncIterable<Item>,
  work: (item: Item, place: { index: number; signal: AbortSignal | undefined }) => Promise<Value>,
  options: BatchOptions = {},
): Promise<BatchReport<Item, Value>> {
  const { concurrency = 4, onProgress, signal, stopOnError = false } = options
  const report: BatchReport<Item, Value> = { done: [], failed: [], begun: 0, ok: false }
  const total = Array.isArray(items) ? items.length : undefined
  const source =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  const state = { isOver: false }
  const take = inTurn(async () => {
    try {
      return isStopped() ? undefined : await source.next()
    } catch (error) {
      state.isOver = true
      report.sourceError = error
      return undefined
    }
  })
  const isStopped = (): boolean =>
    state.isOver || signal?.aborted === true || (stopOnError && report.failed.length > 0)
  const worker = async (): Promise<void> => {
    for (let next = await take(); next && !next.done && !isStopped(); next = await take()) {
      const { value: item } = next
      const index = report.begun
      report.begun += 1
      await work(item, { index, signal }).then(
        (value) => void report.done.push({ item, index, value }),
        (error: unknown) => void report.failed.push({ item, index, error }),
      )
      onProgress?.({ done: report.done.length, failed: report.failed.length, total })
    }
    if (!isStopped()) state.isOver = true
  }
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, worker))
  await source.return?.()
  const byIndex = (a: { index: number }, b: { index: number }): number => a.index - b.index
  return {
    ...report,
    done: report.done.sort(byIndex),
    failed: report.failed.sort(byIndex),
    ok: report.failed.length === 0 && signal?.aborted !== true && !('sourceError' in report),
  }
}

/** A function whose calls wait for each other. */
function inTurn<Value>(make: () => Promise<Value>): () => Promise<Value> {
  const state: { last: Promise<unknown> } = { last: Promise.resolve() }
  return () => {
    const next = state.last.then(make)
    state.last = next
    return next
  }
}
