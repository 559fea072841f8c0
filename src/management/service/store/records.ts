import type { Stored } from './stored.js'
import type { Indexes, Row, Table } from './table.js'
import { emptyTable, recordsOf, replaceRow } from './table.js'

/** The kinds of records that a store has, by name, with their indexes. */
export type Kinds = Readonly<Record<string, { readonly indexes?: Indexes }>>

/** What can be asked of the records. Iterables are for use within the work that asked for them; records may be changed meanwhile. */
export type Reading = {
  get: (kind: string, id: string) => Stored | undefined
  /** Records in the byte order of their ids, from a position on; reaching that takes no time. */
  list: (kind: string, start?: number) => Iterable<Stored>
  count: (kind: string) => number
  /** Records with this value in an index of their kind, in the byte order of their ids. */
  find: (kind: string, index: string, value: string, start?: number) => Iterable<Stored>
  countFound: (kind: string, index: string, value: string) => number
}

/** What all records together are known by: their number, and the sum of their checksums, which tells whether one is missing or another. */
export type Digest = { readonly count: number; readonly checksum: number }

/** All records of a store, in memory. */
export type Records = {
  readonly tables: ReadonlyMap<string, Table>
  readonly reading: Reading
  checksum: number
}

/** Sums stay below this, so that they are exact. */
const bound = 2 ** 48

/** The table of a kind; an error of the program where there is none. */
function tableOf({ tables }: Pick<Records, 'tables'>, kind: string): Table {
  const table = tables.get(kind)
  if (!table) throw new Error(`there is no kind \`${kind}\``)
  return table
}

function idsOf(table: Table, name: string, value: string): Table['ids'] | undefined {
  const index = table.indexes.get(name)
  if (!index) throw new Error(`there is no index \`${name}\``)
  return index.ids.get(value)
}

/** Records of these kinds, none so far. */
export function emptyRecords(kinds: Kinds): Records {
  const tables = new Map(
    Object.entries(kinds).map(([kind, { indexes = {} }]) => [kind, emptyTable(indexes)]),
  )
  const table = (kind: string): Table => tableOf({ tables }, kind)
  const reading: Reading = {
    get: (kind, id) => table(kind).rows.get(id)?.record,
    list: (kind, start = 0) => recordsOf(table(kind), table(kind).ids, start),
    count: (kind) => table(kind).rows.size,
    find: (kind, index, value, start = 0) => {
      const ids = idsOf(table(kind), index, value)
      return ids ? recordsOf(table(kind), ids, start) : []
    },
    countFound: (kind, index, value) => idsOf(table(kind), index, value)?.length ?? 0,
  }
  return { tables, reading, checksum: 0 }
}

/** Replaces the row with this id, or removes it. Returns the row that was there. */
export function replaceRecord(
  records: Records,
  kind: string,
  id: string,
  row: Row | undefined,
): Row | undefined {
  const before = replaceRow(tableOf(records, kind), id, row)
  records.checksum =
    (records.checksum + bound + (row?.checksum ?? 0) - (before?.checksum ?? 0)) % bound
  return before
}

export const digestOf = ({ tables, checksum }: Records): Digest => ({
  count: [...tables.values()].reduce((sum, { rows }) => sum + rows.size, 0),
  checksum,
})

export type { Indexes }
