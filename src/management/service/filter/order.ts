import { compareText } from './compare-text.js'
import { FilterError } from './fault.js'
import type { Filterable } from './filterable.js'
import { single } from './resolve.js'
import type { SortField } from './syntax.js'

/** How records are sorted: what of a record counts, read once, and the order of two such lists. */
export type Order<R> = {
  keys: (record: R) => readonly unknown[]
  compare: (left: readonly unknown[], right: readonly unknown[]) => number
}

const most = 5

/** Missing values come first; `false` before `true`. */
function compareKeys(left: unknown, right: unknown): number {
  if (left === right) return 0
  if (left === null || left === undefined) return right === null || right === undefined ? 0 : -1
  if (right === null || right === undefined) return 1
  if (typeof left === 'string' && typeof right === 'string') return compareText(left, right)
  return Number(left) - Number(right)
}

/**
 * The order of sort fields, or nothing where it is that of ids, in which records come anyway. Fields beyond the fifth
 * are dropped, and so are those after `id`; throws `FilterError`.
 */
export function orderOf<R>(
  symbols: Filterable<R>,
  sort: readonly SortField[],
): Order<R> | undefined {
  const known = sort.map((field) => ({ ...field, ...single(symbols, field) }))
  const id = known.findIndex(({ name }) => name === 'id')
  const fields = known.slice(0, Math.min(most, id === -1 ? most : id + 1))
  const entry = fields.find(({ kind }) => kind === 'any')
  if (entry) throw new FilterError(`no such sort field: ${entry.name}`, entry.at, { sorts: true })
  if (fields.length === 0 || (fields[0]?.name === 'id' && !fields[0].descending)) return undefined
  const readers = [...fields.map(({ of }) => of), symbols.id.of]
  const signs = [...fields.map(({ descending }) => (descending ? -1 : 1)), 1]
  return {
    keys: (record) => readers.map((of) => of(record)),
    compare: (left, right) => {
      for (let at = 0; at < signs.length; at += 1) {
        const order = compareKeys(left[at], right[at])
        if (order !== 0) return order * (signs[at] ?? 1)
      }
      return 0
    },
  }
}
