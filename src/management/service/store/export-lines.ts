import { header } from './format.js'
import type { Store } from './transactions.js'

/**
 * All records of a store at one moment, as lines of JSON with their ends: a header with the version and the number of
 * records, then a record a line. Secrets that are stored are in it.
 */
export async function* exportLines(store: Store): AsyncGenerator<string, void> {
  // Records never change, so who holds them has the moment, however long it takes to write them.
  const all = await store.read(({ list }) =>
    store.kinds.map((kind) => ({ kind, records: [...list(kind)] })),
  )
  yield `${JSON.stringify({ ...header, records: all.reduce((sum, { records }) => sum + records.length, 0) })}\n`
  for (const { kind, records } of all)
    for (const record of records) yield `${JSON.stringify({ kind, record })}\n`
}
