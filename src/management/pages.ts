import type { Call } from './call.js'
import type { Listing, Page } from './listing.js'
import type { ReadPage, Step } from './steps.js'
import { firstStep } from './steps.js'

/** A list that is read when it is awaited or iterated over. */
export function listingOf(read: ReadPage, given: Call['query']): Listing<unknown> {
  const { prefetch, ...query } = given
  const state: { page?: Promise<Page<unknown>> } = {}
  const page = (): Promise<Page<unknown>> => (state.page ??= onePage(read, query))
  const pages = (): AsyncGenerator<unknown[], void> =>
    ahead(
      (signal) => firstStep((more) => read(more, signal), query),
      typeof prefetch === 'number' ? prefetch : 1,
    )
  return {
    then: (resolve, reject) => page().then(resolve, reject),
    pages,
    async all() {
      const all: unknown[] = []
      for await (const records of pages()) for (const record of records) all.push(record)
      return all
    },
    async *[Symbol.asyncIterator]() {
      for await (const records of pages()) yield* records
    },
  }
}

/** One page. Where all records behind an offset are asked for, the controller gives none, so that the others are taken off here. */
async function onePage(read: ReadPage, query: Call['query']): Promise<Page<unknown>> {
  const { offset, ...rest } = query
  if (query['limit'] !== -1 || typeof offset !== 'number' || offset <= 0) return read(query)
  const page = await read(rest)
  return { ...page, data: page.data.slice(offset), offset }
}

/** Reads some pages ahead of the one that is asked for, one after the other, and gives up those that are not wanted any more. */
async function* ahead(
  start: (signal: AbortSignal) => Promise<Step>,
  prefetch: number,
): AsyncGenerator<unknown[], void> {
  const stop = new AbortController()
  let last: Promise<Step | undefined> = start(stop.signal)
  const queue = [last]
  try {
    for (;;) {
      while (queue.length <= prefetch) {
        last = last.then((step) => step?.next?.())
        last.catch(() => undefined)
        queue.push(last)
      }
      const step = await queue.shift()
      if (!step) return
      if (step.records.length > 0) yield step.records
      if (queue.length === 0) queue.push((last = Promise.resolve(step.next?.())))
    }
  } finally {
    stop.abort()
  }
}
