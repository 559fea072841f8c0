import type { Work } from '../work.js'
import { countSteps, isPartOver } from '../work.js'
import { FilterError } from './error.js'
import type { Filterable, LinkedCount } from './symbols.js'
import { getSet, getSingle, rememberLast } from './symbols.js'
import type { Condition, Query, SetTerm, Item } from './syntax.js'
import type { Operation } from './value-test.js'
import { createValueTest } from './value-test.js'

/** Whether a record fulfils a condition: at once, or by work where that may be much. */
export type RecordTest<R> = (record: R) => boolean | Work<boolean>

/** Counts the members of a set, or those that a query finds. */
function createCounter<R>(
  symbols: Filterable<R>,
  term: SetTerm,
  usedIn: string,
): (record: R) => number | Work<number> {
  const { of, linked } = getSet(symbols, term, usedIn)
  if (!term.query) return (record) => of(record)?.length ?? 0
  if (!linked)
    throw new FilterError(`attempt to subquery on non-entity symbol ${term.name}`, term.at)
  return linked(term.query)
}

/** Tests a count, once it is known. */
function testCount(
  count: number | Work<number>,
  test: (count: number) => boolean,
): boolean | Work<boolean> {
  return typeof count === 'number' ? test(count) : testLater(count, test)
}

function* testLater(counting: Work<number>, test: (count: number) => boolean): Work<boolean> {
  return test(yield* counting)
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

function createConditionTest<R>(symbols: Filterable<R>, condition: Condition): TestFactory<R> {
  if (condition.kind === 'constant') return () => () => condition.value
  if (condition.kind === 'empty') {
    const count = createCounter(symbols, condition.set, 'isEmpty')
    return () => (record) => testCount(count(record), (found) => found === 0)
  }
  if (condition.kind !== 'flag') return createOperationTest(symbols, condition)
  const { name, at } = condition.name
  const { kind, of } = getSingle(symbols, condition.name)
  return () => {
    if (kind !== 'boolean' && kind !== 'any')
      throw new FilterError(
        `symbol '${name}' is not a boolean and cannot be used alone as a condition`,
        at,
      )
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
  const conditions = items.flatMap((item) => (item.kind === 'test' ? [item.condition] : []))
  const makers = conditions.map((condition) => createConditionTest(symbols, condition))
  return () =>
    createDecision(
      items,
      makers.map((make) => make()),
      findRepeated(conditions),
    )
}

/** Conditions fewer than this are not compared with each other. */
const minCompared = 8

/** For each condition the first that says the same; undefined where none comes twice. */
function findRepeated(conditions: readonly Condition[]): readonly number[] | undefined {
  if (conditions.length < minCompared) return undefined
  const first = new Map<string, number>()
  const repeated = conditions.map((condition, index) => {
    // Where they are written does not matter.
    const text = JSON.stringify(condition, (key, value: unknown) =>
      key === 'at' ? undefined : value,
    )
    const earlier = first.get(text) ?? index
    first.set(text, earlier)
    return earlier
  })
  return first.size < conditions.length ? repeated : undefined
}

/** Makes sets of links searchable by the symbols of what they link to. */
export function createLinkedCount<R, Other>(
  symbols: () => Filterable<Other>,
  of: (record: R) => readonly Other[],
): LinkedCount<R> {
  const members = rememberLast(of)
  let made: Filterable<Other> | undefined
  return (query) => {
    const known = (made ??= symbols())
    for (const field of query.sort) getSingle(known, field)
    const test = createRecordTest(known, query)()
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

/** One test made of those of a predicate, which are in the order of its text; what is asked twice is answered once. */
function createDecision<R>(
  items: readonly Item[],
  tests: readonly RecordTest<R>[],
  repeated: readonly number[] | undefined,
): RecordTest<R> {
  const [first] = items
  const [only] = tests
  if (items.length === 1 && first?.kind === 'test' && only && !first.flipped) return only
  const { yes, no } = layOut(items, tests.length)
  const next = (at: number, passes: boolean): number => (passes ? yes[at] : no[at]) ?? failed

  /** Goes on from a test whose result is still to be worked for, or where a part was over. */
  function* decideLater(record: R, start: number, first: boolean | Work<boolean>, known: Known) {
    let at = start
    for (let answer = first; ; answer = ask(record, at, known)) {
      const passes = typeof answer === 'boolean' ? answer : yield* answer
      if (repeated) known.set(repeated[at] ?? at, passes)
      at = next(at, passes)
      if (at < 0) return at === passed
      if (isPartOver()) yield
    }
  }

  const ask = (record: R, at: number, known: Known): boolean | Work<boolean> => {
    countSteps(1)
    const earlier = repeated && known.get(repeated[at] ?? at)
    return earlier ?? tests[at]?.(record) ?? false
  }

  return (record) => {
    const known = repeated ? new Map<number, boolean>() : none
    let at = 0
    while (at >= 0) {
      const answer = ask(record, at, known)
      if (typeof answer !== 'boolean' || isPartOver()) return decideLater(record, at, answer, known)
      if (repeated) known.set(repeated[at] ?? at, answer)
      at = next(at, answer)
    }
    return at === passed
  }
}

/** What is known of a record: the results of conditions, by the first that says the same. */
type Known = Map<number, boolean>

const none: Known = new Map()
