import { type Compiled, compile, type Selector } from './compile.js'
import type { Filterable } from './filterable.js'
import { firstSorted } from './first-sorted.js'
import { unlimited } from './page.js'
import type { ListParameters } from './parameters.js'

/** A page of a list. `totalCount` counts all records that match. */
export type Selection<R> = { page: R[]; totalCount: number; limit: number; offset: number }

/** Where the page ends; a list without a limit that skips records is empty, as measured on controllers. */
const endOf = (limit: number, offset: number): number =>
  limit < unlimited ? offset + limit : offset > 0 ? 0 : Infinity

/**
 * The page of a list. Records have to come in the order of their ids. If their count is known and nothing is filtered
 * or sorted, those after the page are not touched.
 */
export function select<R>(
  records: Iterable<R>,
  { test, order, limit, offset }: Selector<R>,
  count?: number,
): Selection<R> {
  const end = endOf(limit, offset)
  const first = order && firstSorted(order, end)
  const page: R[] = []
  let found = 0
  const isDone = (): boolean => found >= end && !test && count !== undefined
  if (!isDone()) {
    for (const record of records) {
      if (test && !test(record)) continue
      if (first) first.add(record)
      else if (found >= offset && found < end) page.push(record)
      found += 1
      if (!first && isDone()) break
    }
  }
  return {
    page: first ? first.sorted().slice(offset) : page,
    totalCount: test || count === undefined ? found : count,
    limit,
    offset,
  }
}

/** Compiles and selects at once. */
export function list<R>(
  records: Iterable<R>,
  parameters: ListParameters,
  symbols: Filterable<R>,
): { ok: true; selection: Selection<R> } | Extract<Compiled<R>, { ok: false }> {
  const compiled = compile(parameters, symbols)
  return compiled.ok ? { ok: true, selection: select(records, compiled.selector) } : compiled
}
