import { FilterError } from './error.js'
import type { Filterable, LinkedCount } from './symbols.js'
import { getSet, getSingle } from './symbols.js'
import type { Condition, Query, SetTerm, Item } from './syntax.js'
import type { Operation } from './value-test.js'
import { createValueTest } from './value-test.js'

/** Whether a record fulfils a condition. */
export type RecordTest<R> = (record: R) => boolean

/** Counts the members of a set, or those that a query finds. */
function createCounter<R>(
  symbols: Filterable<R>,
  term: SetTerm,
  usedIn: string,
): (record: R) => number {
  const { of, linked } = getSet(symbols, term, usedIn)
  if (!term.query) return (record) => of(record)?.length ?? 0
  if (!linked)
    throw new FilterError(`attempt to subquery on non-entity symbol ${term.name}`, term.at)
  return linked(term.query)
}

/** Creates a test. Like a controller, it checks all names first, and then the kinds of values. */
type TestFactory<R> = () => RecordTest<R>

function createOperationTest<R>(symbols: Filterable<R>, operation: Operation): TestFactory<R> {
  const { left } = operation
  if (left.function === 'count') {
    const count = createCounter(symbols, left.set, 'count')
    return () => {
      const test = createValueTest(
        { written: `count(${left.set.name})`, kind: 'number' },
        operation,
      )
      return (record) => test(count(record))
    }
  }
  const written = left.name.name
  if (!left.function) {
    const { kind, of } = getSingle(symbols, left.name)
    return () => {
      const test = createValueTest({ written, kind }, operation)
      return (record) => test(of(record))
    }
  }
  const { of } = getSet(symbols, left.name, left.function)
  return () => {
    const test = createValueTest({ written, kind: 'text' }, operation)
    return left.function === 'anyOf'
      ? (record) => of(record)?.some(test) ?? false
      : (record) => of(record)?.every(test) ?? true
  }
}

function createConditionTest<R>(symbols: Filterable<R>, condition: Condition): TestFactory<R> {
  if (condition.kind === 'constant') return () => () => condition.value
  if (condition.kind === 'empty') {
    const count = createCounter(symbols, condition.set, 'isEmpty')
    return () => (record) => count(record) === 0
  }
  if (condition.kind !== 'flag') return createOperationTest(symbols, condition)
  const { name, at } = condition.name
  const { kind, of } = getSingle(symbols, condition.name)
  return () => {
    if (kind !== 'boolean' && kind !== 'any')
      throw new FilterError(`symbol '${name}' is no bool and cannot stand alone`, at)
    return (record) => of(record) === true
  }
}

/** Makes the test of a whole predicate, or nothing if it lets every record pass; it and what it gives throw `FilterError`. */
export function createRecordTest<R>(
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
    item.kind === 'test' ? [createConditionTest(symbols, item.condition)] : [],
  )
  return () =>
    createDecision(
      items,
      makers.map((make) => make()),
    )
}

/** Makes sets of links searchable by the symbols of what they link to. */
export const createLinkedCount =
  <R, Other>(
    symbols: () => Filterable<Other>,
    of: (record: R) => Iterable<Other>,
  ): LinkedCount<R> =>
  (query) => {
    const known = symbols()
    for (const field of query.sort) getSingle(known, field)
    const test = createRecordTest(known, query)()
    const skip = Math.max(query.skip ?? 0, 0)
    const limit = query.limit === undefined || query.limit < 0 ? Infinity : query.limit
    return (record) => {
      let count = 0
      for (const other of of(record)) if (!test || test(other)) count += 1
      return Math.min(Math.max(count - skip, 0), limit)
    }
  }

const passed = -1
const failed = -2

/** Where to go on after a test that is true, and after one that is false: at another test, or at the end. */
type Jumps = { yes: Int32Array; no: Int32Array }

type JumpTargets = { yes: number; no: number }

/**
 * Lays out a predicate as tests that lead to one another, each at most once and only forward, so that evaluation
 * needs no calls however deep the predicate nests. From the right to the left, as the ways lead to the right.
 */
function layOut(items: readonly Item[], count: number): Jumps {
  const ways = { yes: new Int32Array(count), no: new Int32Array(count) }
  const open: JumpTargets[] = []
  let group: JumpTargets = { yes: passed, no: failed }
  let next = count
  for (const item of items.toReversed()) {
    if (item.kind === 'open') {
      group = open.pop() ?? group
      continue
    }
    const yes = item.joint === 'and' ? next : item.flipped ? group.no : group.yes
    const no = item.joint === 'or' ? next : item.flipped ? group.yes : group.no
    if (item.kind === 'close') {
      open.push(group)
      group = { yes, no }
    } else {
      next -= 1
      ways.yes[next] = yes
      ways.no[next] = no
    }
  }
  return ways
}

/** One test made of those of a predicate, which are in the order of its text. */
function createDecision<R>(
  items: readonly Item[],
  tests: readonly ((record: R) => boolean)[],
): (record: R) => boolean {
  const { yes, no } = layOut(items, tests.length)
  return (record) => {
    let at = 0
    while (at >= 0) at = (tests[at]?.(record) ? yes[at] : no[at]) ?? failed
    return at === passed
  }
}
