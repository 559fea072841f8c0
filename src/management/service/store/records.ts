import { crc32 } from 'node:zlib'
import { isPlainObject } from '../../../document/record.js'
import type { StoreReader, StoredRecord } from '../call/records.js'
import type { SortedIds } from './sorted.js'
import { addSorted, createSorted, iterateFrom, removeSorted } from './sorted.js'

export type StoreKinds = Readonly<Record<string, { readonly indexes?: Indexes }>>

/**
 * Identifies a set of records by their number and the sum of their checksums, so that missing and changed records are
 * noticed.
 */
export type Digest = { readonly count: number; readonly checksum: number }

/** All records of a store, in memory. */
export type StoredRecords = {
  readonly tables: ReadonlyMap<string, RecordTable>
  readonly reader: StoreReader
  checksum: number
}

/** Sums of checksums are taken modulo this number, so that JavaScript represents them exactly. */
const checksumModulus = 2 ** 48

function getTable({ tables }: Pick<StoredRecords, 'tables'>, kind: string): RecordTable {
  const table = tables.get(kind)
  if (!table) throw new Error(`there is no kind \`${kind}\``)
  return table
}

function findIds(table: RecordTable, name: string, value: string): RecordTable['ids'] | undefined {
  const index = table.indexes.get(name)
  if (!index) throw new Error(`there is no index \`${name}\``)
  return index.ids.get(value)
}

export function createStoreRecords(kinds: StoreKinds): StoredRecords {
  const tables = new Map(
    Object.entries(kinds).map(([kind, { indexes = {} }]) => [kind, createTable(indexes)]),
  )
  const findTable = (kind: string): RecordTable => getTable({ tables }, kind)
  const reader: StoreReader = {
    get: (kind, id) => findTable(kind).rows.get(id)?.record,
    list: (kind, start = 0) => iterateRecords(findTable(kind), findTable(kind).ids, start),
    count: (kind) => findTable(kind).rows.size,
    find: (kind, index, value, start = 0) => {
      const ids = findIds(findTable(kind), index, value)
      return ids ? iterateRecords(findTable(kind), ids, start) : []
    },
    countFound: (kind, index, value) => findIds(findTable(kind), index, value)?.length ?? 0,
  }
  return { tables, reader, checksum: 0 }
}

/** Sets the row of an id, or removes it if `row` is undefined, and updates the checksum. Returns the previous row. */
export function replaceRecord(
  records: StoredRecords,
  kind: string,
  id: string,
  row: RecordRow | undefined,
): RecordRow | undefined {
  const previousRow = replaceRow(getTable(records, kind), id, row)
  records.checksum =
    (records.checksum + checksumModulus + (row?.checksum ?? 0) - (previousRow?.checksum ?? 0)) %
    checksumModulus
  return previousRow
}

export const computeDigest = ({ tables, checksum }: StoredRecords): Digest => ({
  count: [...tables.values()].reduce((sum, { rows }) => sum + rows.size, 0),
  checksum,
})

/**
 * Returns the index values of a record; undefined if it is not indexed. Must be a pure function, because it is called
 * again with the old record to remove its entries.
 */
export type Index = (record: StoredRecord) => string | readonly string[] | undefined

export type Indexes = Readonly<Record<string, Index>>

export type RecordRow = { readonly record: StoredRecord; readonly checksum: number }

type IndexTable = { readonly index: Index; readonly ids: Map<string, SortedIds> }

export type RecordTable = {
  readonly rows: Map<string, RecordRow>
  readonly ids: SortedIds
  readonly indexes: ReadonlyMap<string, IndexTable>
}

const createTable = (indexes: Indexes): RecordTable => ({
  rows: new Map(),
  ids: createSorted(),
  indexes: new Map(
    Object.entries(indexes).map(([name, index]) => [
      name,
      { index, ids: new Map<string, SortedIds>() },
    ]),
  ),
})

const noValues: ReadonlySet<string> = new Set()

const getIndexValues = (index: Index, record: StoredRecord | undefined): ReadonlySet<string> =>
  record ? new Set([index(record) ?? []].flat()) : noValues

function addToIndex(ids: Map<string, SortedIds>, value: string, id: string): void {
  const sortedIds = ids.get(value) ?? createSorted()
  ids.set(value, sortedIds)
  addSorted(sortedIds, id)
}

function removeFromIndex(ids: Map<string, SortedIds>, value: string, id: string): void {
  const sortedIds = ids.get(value)
  if (!sortedIds) return
  removeSorted(sortedIds, id)
  if (sortedIds.length === 0) ids.delete(value)
}

/** Sets the row of an id, or removes it if `row` is undefined, and updates the indexes. Returns the previous row. */
function replaceRow(
  table: RecordTable,
  id: string,
  row: RecordRow | undefined,
): RecordRow | undefined {
  const previousRow = table.rows.get(id)
  // All indexes are evaluated first: if one throws, nothing has changed.
  const indexUpdates = [...table.indexes.values()].map(({ index, ids }) => ({
    ids,
    oldValues: getIndexValues(index, previousRow?.record),
    newValues: getIndexValues(index, row?.record),
  }))
  for (const { ids, oldValues, newValues } of indexUpdates) {
    for (const value of oldValues) if (!newValues.has(value)) removeFromIndex(ids, value, id)
    for (const value of newValues) if (!oldValues.has(value)) addToIndex(ids, value, id)
  }
  if (row && !previousRow) addSorted(table.ids, id)
  if (!row && previousRow) removeSorted(table.ids, id)
  if (row) table.rows.set(id, row)
  else table.rows.delete(id)
  return previousRow
}

function* iterateRecords(
  { rows }: RecordTable,
  ids: SortedIds,
  start: number,
): Generator<StoredRecord, void> {
  for (const id of iterateFrom(ids, start)) {
    const row = rows.get(id)
    if (row) yield row.record
  }
}

/**
 * Whether a JSON value can be stored: an object with a non-empty `id` that UTF-8 can represent, so without unpaired
 * surrogates.
 */
const isStoredRecord = (value: unknown): value is StoredRecord =>
  isPlainObject(value) &&
  typeof value['id'] === 'string' &&
  value['id'] !== '' &&
  !/\p{Surrogate}/u.test(value['id'])

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const part of Object.values(value)) deepFreeze(part)
  Object.freeze(value)
}

export const computeChecksum = (kind: string, text: string): number => crc32(text, crc32(kind))

/** Parses and freezes a record, which all readers share. Undefined if it is not a JSON object with a valid id. */
export function parseRecord(text: string): StoredRecord | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (!isStoredRecord(value)) return undefined
    deepFreeze(value)
    return value
  } catch {
    return undefined
  }
}
