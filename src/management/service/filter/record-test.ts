import { decisionOf } from './decision.js'
import { FilterError } from './fault.js'
import type { Filterable, LinkedCount } from './filterable.js'
import { set, single } from './resolve.js'
import type { Condition, Query, SetTerm } from './syntax.js'
import { type Operation, valueTest } from './value-test.js'

/** Whether a record fulfils a condition. */
export type RecordTest<R> = (record: R) => boolean

/** Counts the members of a set, or those that a query finds. */
function counter<R>(symbols: Filterable<R>, term: SetTerm, usedIn: string): (record: R) => number {
  const { of, linked } = set(symbols, term, usedIn)
  if (!term.query) return (record) => of(record)?.length ?? 0
  if (!linked)
    throw new FilterError(`attempt to subquery on non-entity symbol ${term.name}`, term.at)
  return linked(term.query)
}

/** Makes a test. A controller looks at all names first, and at the kinds of values afterwards; so do these. */
type Maker<R> = () => RecordTest<R>

function operationTest<R>(symbols: Filterable<R>, operation: Operation): Maker<R> {
  const { left } = operation
  if (left.function === 'count') {
    const count = counter(symbols, left.set, 'count')
    return () => {
      const test = valueTest({ written: `count(${left.set.name})`, kind: 'number' }, operation)
      return (record) => test(count(record))
    }
  }
  const written = left.name.name
  if (!left.function) {
    const { kind, of } = single(symbols, left.name)
    return () => {
      const test = valueTest({ written, kind }, operation)
      return (record) => test(of(record))
    }
  }
  const { of } = set(symbols, left.name, left.function)
  return () => {
    const test = valueTest({ written, kind: 'text' }, operation)
    return left.function === 'anyOf'
      ? (record) => of(record)?.some(test) ?? false
      : (record) => of(record)?.every(test) ?? true
  }
}

function conditionTest<R>(symbols: Filterable<R>, condition: Condition): Maker<R> {
  if (condition.kind === 'constant') return () => () => condition.value
  if (condition.kind === 'empty') {
    const count = counter(symbols, condition.set, 'isEmpty')
    return () => (record) => count(record) === 0
  }
  if (condition.kind !== 'flag') return operationTest(symbols, condition)
  const { name, at } = condition.name
  const { kind, of } = single(symbols, condition.name)
  return () => {
    if (kind !== 'boolean' && kind !== 'any')
      throw new FilterError(`symbol '${name}' is no bool and cannot stand alone`, at)
    return (record) => of(record) === true
  }
}

/** Makes the test of a whole predicate, or nothing if it lets every record pass; it and what it gives throw `FilterError`. */
export function recordTest<R>(
  symbols: Filterable<R>,
  { items }: Query,
): () => RecordTest<R> | undefined {
  const [first] = items
  if (
    items.length === 0 ||
    (items.length === 1 &&
      first?.kind === 'test' &&
      first.condition.kind === 'constant' &&
      first.condition.value !== first.flipped)
  )
    return () => undefined
  const makers = items.flatMap((item) =>
    item.kind === 'test' ? [conditionTest(symbols, item.condition)] : [],
  )
  return () =>
    decisionOf(
      items,
      makers.map((make) => make()),
    )
}

/** Makes sets of links searchable by the symbols of what they link to. */
export const linkedTo =
  <R, Other>(
    symbols: () => Filterable<Other>,
    of: (record: R) => Iterable<Other>,
  ): LinkedCount<R> =>
  (query) => {
    const known = symbols()
    for (const field of query.sort) single(known, field)
    const test = recordTest(known, query)()
    const skip = Math.max(query.skip ?? 0, 0)
    const limit = query.limit === undefined || query.limit < 0 ? Infinity : query.limit
    return (record) => {
      let count = 0
      for (const other of of(record)) if (!test || test(other)) count += 1
      return Math.min(Math.max(count - skip, 0), limit)
    }
  }
