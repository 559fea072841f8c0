import type { Work } from '../call/work.js'
import { countSteps, isPartOver } from '../call/work.js'
import { FilterError } from './error.js'
import type { Filterable, LinkedCount } from './symbols.js'
import { getSet, getSingle, rememberLast } from './symbols.js'
import type {
  FilterCondition,
  FilterQuery,
  PredicateItem,
  SetTerm,
  ValueCondition,
} from './syntax.js'
import { createValueTest } from './value-test.js'

/** Tests whether a record meets a condition; returns a `Work` if that may take long. */
export type RecordTest<R> = (record: R) => boolean | Work<boolean>

/** Counts the members of a set, or those that a query matches. */
function createCounter<R>(
  symbols: Filterable<R>,
  term: SetTerm,
  usedIn: string,
): (record: R) => number | Work<number> {
  const { of, linked } = getSet(symbols, term, usedIn)
  if (!term.query) return (record) => of(record)?.length ?? 0
  if (!linked) throw new FilterError(`attempt to subquery on non-entity symbol ${term.name}`)
  return linked(term.query)
}

function testCount(
  count: number | Work<number>,
  test: (count: number) => boolean,
): boolean | Work<boolean> {
  return typeof count === 'number' ? test(count) : testLater(count, test)
}

function* testLater(counting: Work<number>, test: (count: number) => boolean): Work<boolean> {
  return test(yield* counting)
}

/** Creates a test once all names are checked: only then are the types of values checked, as on controllers. */
type TestFactory<R> = () => RecordTest<R>

function createOperationTest<R>(symbols: Filterable<R>, operation: ValueCondition): TestFactory<R> {
  const { left } = operation
  if (left.function === 'count') {
    const count = createCounter(symbols, left.set, 'count')
    return () => {
      const test = createValueTest(
        { written: `count(${left.set.name})`, kind: 'number' },
        operation,
      )
      return (record) => testCount(count(record), test)
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
    const isAny = left.function === 'anyOf'
    return (record) => {
      const members = of(record) ?? []
      countSteps(members.length)
      return isAny ? members.some(test) : members.every(test)
    }
  }
}

function createConditionTest<R>(
  symbols: Filterable<R>,
  condition: FilterCondition,
): TestFactory<R> {
  if (condition.kind === 'constant') return () => () => condition.value
  if (condition.kind === 'empty') {
    const count = createCounter(symbols, condition.set, 'isEmpty')
    return () => (record) => testCount(count(record), (found) => found === 0)
  }
  if (condition.kind !== 'flag') return createOperationTest(symbols, condition)
  const { name } = condition.name
  const { kind, of } = getSingle(symbols, condition.name)
  return () => {
    if (kind !== 'boolean' && kind !== 'any')
      throw new FilterError(
        `symbol '${name}' is not a boolean and cannot be used alone as a condition`,
      )
    return (record) => of(record) === true
  }
}

/**
 * Creates the test of a predicate; undefined if it matches every record. Both this function and the
 * test throw `FilterError`.
 */
export function createRecordTest<R>(
  symbols: Filterable<R>,
  { items }: FilterQuery,
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
  const factories = items.flatMap((item) =>
    item.kind === 'test' ? [createConditionTest(symbols, item.condition)] : [],
  )
  return () =>
    createDecision(
      items,
      factories.map((make) => make()),
    )
}

/** Lets filters follow a set of links by the symbols of the linked records. */
export function createLinkedCount<R, Other>(
  symbols: () => Filterable<Other>,
  of: (record: R) => readonly Other[],
): LinkedCount<R> {
  const members = rememberLast(of)
  let loaded: Filterable<Other> | undefined
  return (query) => {
    const resolved = (loaded ??= symbols())
    for (const field of query.sort) getSingle(resolved, field)
    const test = createRecordTest(resolved, query)()
    const skip = Math.max(query.skip ?? 0, 0)
    const limit = query.limit === undefined || query.limit < 0 ? Infinity : query.limit
    return function* (record) {
      let count = 0
      for (const other of members(record)) {
        const passes = test?.(other) ?? true
        if (typeof passes === 'boolean' ? passes : yield* passes) count += 1
        countSteps(1)
        if (isPartOver()) yield
      }
      return Math.min(Math.max(count - skip, 0), limit)
    }
  }
}

const passed = -1
const failed = -2

/**
 * By the index of a test, the index of the next test if it is true (`yes`) or false (`no`), or the
 * result.
 */
type Jumps = { yes: Int32Array; no: Int32Array }

type JumpTargets = { yes: number; no: number }

/**
 * Compiles a predicate to jumps between its tests. Each test runs at most once and jumps only go
 * forward, so deep predicates need no recursion. Compiled from right to left, because jumps lead to
 * the right.
 */
function compileJumps(items: readonly PredicateItem[], count: number): Jumps {
  const jumps = { yes: new Int32Array(count), no: new Int32Array(count) }
  const open: JumpTargets[] = []
  let group: JumpTargets = { yes: passed, no: failed }
  let next = count
  for (const item of items.toReversed()) {
    if (item.kind === 'open') {
      group = open.pop() ?? group
      continue
    }
    const yes = item.connective === 'and' ? next : item.flipped ? group.no : group.yes
    const no = item.connective === 'or' ? next : item.flipped ? group.yes : group.no
    if (item.kind === 'close') {
      open.push(group)
      group = { yes, no }
    } else {
      next -= 1
      jumps.yes[next] = yes
      jumps.no[next] = no
    }
  }
  return jumps
}

/** Combines the tests of a predicate into one. */
function createDecision<R>(
  items: readonly PredicateItem[],
  tests: readonly RecordTest<R>[],
): RecordTest<R> {
  const [first] = items
  const [only] = tests
  if (items.length === 1 && first?.kind === 'test' && only && !first.flipped) return only
  const { yes, no } = compileJumps(items, tests.length)
  const next = (at: number, passes: boolean): number => (passes ? yes[at] : no[at]) ?? failed

  const ask = (record: R, at: number): boolean | Work<boolean> => {
    countSteps(1)
    return tests[at]?.(record) ?? false
  }

  /** Continues a decision from a test whose result is a `Work`, or after a pause. */
  function* decideLater(record: R, start: number, first: boolean | Work<boolean>): Work<boolean> {
    let at = start
    for (let answer = first; ; answer = ask(record, at)) {
      at = next(at, typeof answer === 'boolean' ? answer : yield* answer)
      if (at < 0) return at === passed
      if (isPartOver()) yield
    }
  }

  return (record) => {
    let at = 0
    while (at >= 0) {
      const answer = ask(record, at)
      if (typeof answer !== 'boolean' || isPartOver()) return decideLater(record, at, answer)
      at = next(at, answer)
    }
    return at === passed
  }
}
