import { compareBytes } from '../call/byte-order.js'
import { FilterError } from './error.js'
import type { FilterSymbols } from './symbols.js'
import { getSingleSymbol } from './symbols.js'
import type { SortField } from './syntax.js'

/** A sort order. `readKeys` reads the sort keys of a record; `compare` compares the keys of two records. */
export type Order<R> = {
  readKeys: (record: R) => readonly unknown[]
  compare: (left: readonly unknown[], right: readonly unknown[]) => number
}

const maxSortFields = 5

/** Compares two values of a sort field: missing values come first, and `false` before `true`. */
function compareKeys(left: unknown, right: unknown): number {
  if (left === right) return 0
  if (left === null || left === undefined) return right === null || right === undefined ? 0 : -1
  if (right === null || right === undefined) return 1
  if (typeof left === 'string' && typeof right === 'string') return compareBytes(left, right)
  return Number(left) - Number(right)
}

/**
 * Creates the order for sort fields; undefined if it is the order of ids, in which records are stored. Fields beyond
 * the fifth and fields after `id` are dropped. Throws `FilterError` for an unknown field, a set, and a tag.
 */
export function createOrder<R>(
  symbols: FilterSymbols<R>,
  sort: readonly SortField[],
): Order<R> | undefined {
  const resolvedFields = sort.map((field) => ({ ...field, ...getSingleSymbol(symbols, field) }))
  const idIndex = resolvedFields.findIndex(({ name }) => name === 'id')
  const fields = resolvedFields.slice(
    0,
    Math.min(maxSortFields, idIndex === -1 ? maxSortFields : idIndex + 1),
  )
  const tagField = fields.find(({ kind }) => kind === 'any')
  if (tagField) throw new FilterError(`no such sort field: ${tagField.name}`, { isInSort: true })
  if (fields.length === 0 || (fields[0]?.name === 'id' && !fields[0].descending)) return undefined
  const readers = [...fields.map(({ read }) => read), symbols.id.read]
  const signs = [...fields.map(({ descending }) => (descending ? -1 : 1)), 1]
  return {
    readKeys: (record) => readers.map((read) => read(record)),
    compare: (left, right) => {
      for (let index = 0; index < signs.length; index += 1) {
        const order = compareKeys(left[index], right[index])
        if (order !== 0) return order * (signs[index] ?? 1)
      }
      return 0
    },
  }
}

type SortEntry<R> = { record: R; keys: readonly unknown[] }

export type TopCollector<R> = { add: (record: R) => void; listSorted: () => R[] }

/**
 * Collects records, and keeps the first `count` of them in an order. Whenever it holds twice as many, it sorts them and
 * drops all but the first `count`. From then on, it ignores each new record that does not come before the last of
 * these.
 */
export function createTopCollector<R>(
  { readKeys, compare }: Order<R>,
  count: number,
): TopCollector<R> {
  const entries: SortEntry<R>[] = []
  /**
   * The record at position `count` after the most recent sort; records that do not sort before it are skipped. Undefined
   * until a sort has had at least `count` records.
   */
  let lastEntry: SortEntry<R> | undefined
  const sort = (): void => {
    entries.sort((left, right) => compare(left.keys, right.keys))
    if (entries.length > count) entries.length = count
    if (entries.length === count) lastEntry = entries.at(-1)
  }
  const add = (record: R): void => {
    const entry = { record, keys: readKeys(record) }
    if (lastEntry && compare(entry.keys, lastEntry.keys) >= 0) return
    entries.push(entry)
    if (entries.length >= 2 * count) sort()
  }
  return {
    add,
    listSorted: () => {
      sort()
      return entries.map(({ record }) => record)
    },
  }
}
