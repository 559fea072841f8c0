import type { Sorted } from './sorted.js'
import { add, emptySorted, from, remove } from './sorted.js'
import type { Stored } from './stored.js'

/** The value, or the values, under which a record is found; nothing for a record that is not. A pure function. */
export type Index = (record: Stored) => string | readonly string[] | undefined

/** The indexes of one kind of records, by name. */
export type Indexes = Readonly<Record<string, Index>>

/** A record and the checksum of the text that it is stored as. */
export type Row = { readonly record: Stored; readonly checksum: number }

type Values = { readonly index: Index; readonly ids: Map<string, Sorted> }

/** All records of one kind. */
export type Table = {
  readonly rows: Map<string, Row>
  readonly ids: Sorted
  readonly indexes: ReadonlyMap<string, Values>
}

/** A table without records. */
export const emptyTable = (indexes: Indexes): Table => ({
  rows: new Map(),
  ids: emptySorted(),
  indexes: new Map(
    Object.entries(indexes).map(([name, index]) => [
      name,
      { index, ids: new Map<string, Sorted>() },
    ]),
  ),
})

const none: ReadonlySet<string> = new Set()

const valuesOf = (index: Index, record: Stored | undefined): ReadonlySet<string> =>
  record ? new Set([index(record) ?? []].flat()) : none

function enter(ids: Map<string, Sorted>, value: string, id: string): void {
  const found = ids.get(value) ?? emptySorted()
  ids.set(value, found)
  add(found, id)
}

function leave(ids: Map<string, Sorted>, value: string, id: string): void {
  const found = ids.get(value)
  if (!found) return
  remove(found, id)
  if (found.length === 0) ids.delete(value)
}

/** Replaces the row with this id, or removes it. Returns the row that was there. */
export function replaceRow(table: Table, id: string, row: Row | undefined): Row | undefined {
  const before = table.rows.get(id)
  // All indexes are asked first: one that throws must not leave half of the change.
  const moves = [...table.indexes.values()].map(({ index, ids }) => ({
    ids,
    old: valuesOf(index, before?.record),
    now: valuesOf(index, row?.record),
  }))
  for (const { ids, old, now } of moves) {
    for (const value of old) if (!now.has(value)) leave(ids, value, id)
    for (const value of now) if (!old.has(value)) enter(ids, value, id)
  }
  if (row && !before) add(table.ids, id)
  if (!row && before) remove(table.ids, id)
  if (row) table.rows.set(id, row)
  else table.rows.delete(id)
  return before
}

/** Records in the order of their ids, from a position on. */
export function* recordsOf({ rows }: Table, ids: Sorted, start: number): Generator<Stored, void> {
  for (const id of from(ids, start)) {
    const row = rows.get(id)
    if (row) yield row.record
  }
}
