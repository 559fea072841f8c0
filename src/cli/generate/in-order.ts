/**
 * Works on items, so many at a time, and hands on what comes of each in the order of the items. Once one fails, no more
 * are begun; those that were are finished first, then the error is thrown.
 */
export async function inOrder<Item, Value>(
  items: AsyncIterable<Item>,
  work: (item: Item) => Promise<Value>,
  { concurrency, settle }: { concurrency: number; settle: (value: Value) => void },
): Promise<void> {
  const source = items[Symbol.asyncIterator]()
  const running: Promise<{ value: Value } | { error: unknown }>[] = []
  const failures: unknown[] = []
  const finish = async (): Promise<void> => {
    const result = await running.shift()
    if (result && 'value' in result) settle(result.value)
    else if (result) failures.push(result.error)
  }
  const take = async (): Promise<IteratorResult<Item, unknown>> => {
    try {
      return await source.next()
    } catch (error) {
      failures.push(error)
      return { done: true, value: undefined }
    }
  }
  for (let next = await take(); !next.done && failures.length === 0; next = await take()) {
    running.push(
      work(next.value).then(
        (value) => ({ value }),
        (error: unknown) => ({ error }),
      ),
    )
    if (running.length >= concurrency) await finish()
  }
  while (running.length > 0) await finish()
  await source.return?.()
  if (failures.length > 0) throw failures[0]
}
