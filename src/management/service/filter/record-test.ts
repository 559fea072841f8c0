import type { Work } from '../call/work.js'
import { countSteps, isPartOver } from '../call/work.js'
import { memoizeLast } from '../../../document/lazy.js'
import { FilterError } from './error.js'
import type { FilterSymbols, LinkedCounterFactory } from './symbols.js'
import { getSetSymbol, getSingleSymbol } from './symbols.js'
import type {
  FilterCondition,
  FilterQuery,
  PredicateItem,
  SetTerm,
  ValueCondition,
} from './syntax.js'
import { createValueTest } from './value-test.js'

/** Tests whether a record meets a condition; returns a `Work` if the test may take long. */
export type RecordTest<R> = (record: R) => boolean | Work<boolean>

/** Creates a function that counts the members of a set, or the linked records that a query matches. */
function createCounter<R>(
  symbols: FilterSymbols<R>,
  term: SetTerm,
  usedIn: string,
): (record: R) => number | Work<number> {
  const { read, createLinkedCounter } = getSetSymbol(symbols, term, usedIn)
  if (!term.query) return (record) => read(record)?.length ?? 0
  if (!createLinkedCounter)
    throw new FilterError(`attempt to subquery on non-entity symbol ${term.name}`)
  return createLinkedCounter(term.query)
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

/**
 * Checks the types of values, and creates a test. It runs after the names of all conditions have been checked, because
 * controllers report an unknown name before a wrong type.
 */
type TestFactory<R> = () => RecordTest<R>

function createOperationTest<R>(
  symbols: FilterSymbols<R>,
  operation: ValueCondition,
): TestFactory<R> {
  const { left } = operation
  if (left.function === 'count') {
    const count = createCounter(symbols, left.set, 'count')
    return () => {
      const test = createValueTest({ text: `count(${left.set.name})`, kind: 'number' }, operation)
      return (record) => testCount(count(record), test)
    }
  }
  const text = left.name.name
  if (!left.function) {
    const { kind, read } = getSingleSymbol(symbols, left.name)
    return () => {
      const test = createValueTest({ text, kind }, operation)
      return (record) => test(read(record))
    }
  }
  const { read } = getSetSymbol(symbols, left.name, left.function)
  return () => {
    const test = createValueTest({ text, kind: 'text' }, operation)
    const isAny = left.function === 'anyOf'
    return (record) => {
      const members = read(record) ?? []
      countSteps(members.length)
      return isAny ? members.some(test) : members.every(test)
    }
  }
}

function createConditionTest<R>(
  symbols: FilterSymbols<R>,
  condition: FilterCondition,
): TestFactory<R> {
  if (condition.kind === 'constant') return () => () => condition.value
  if (condition.kind === 'empty') {
    const count = createCounter(symbols, condition.set, 'isEmpty')
    return () => (record) => testCount(count(record), (total) => total === 0)
  }
  if (condition.kind !== 'flag') return createOperationTest(symbols, condition)
  const { name } = condition.name
  const { kind, read } = getSingleSymbol(symbols, condition.name)
  return () => {
    if (kind !== 'boolean' && kind !== 'any')
      throw new FilterError(
        `symbol '${name}' is not a boolean and cannot be used alone as a condition`,
      )
    return (record) => read(record) === true
  }
}

/**
 * Checks the names of a predicate. Returns a function that checks the types, and creates the test; undefined if every
 * record matches. Both functions throw `FilterError`.
 */
export function prepareRecordTest<R>(
  symbols: FilterSymbols<R>,
  { items }: FilterQuery,
): () => RecordTest<R> | undefined {
  const [firstItem] = items
  if (
    items.length === 0 ||
    (items.length === 1 &&
      firstItem?.kind === 'test' &&
      firstItem.condition.kind === 'constant' &&
      firstItem.condition.value !== firstItem.isInverted)
  )
    return () => undefined
  const factories = items.flatMap((item) =>
    item.kind === 'test' ? [createConditionTest(symbols, item.condition)] : [],
  )
  return () =>
    createPredicateTest(
      items,
      factories.map((createTest) => createTest()),
    )
}

/**
 * Creates the `createLinkedCounter` of a set symbol, which subqueries use to count the linked records of a record.
 * `getSymbols` returns the symbols of the linked records; it is called for the first subquery, and may throw a Refusal.
 */
export function createLinkedCounterFactory<R, Other>(
  getSymbols: () => FilterSymbols<Other>,
  readLinked: (record: R) => readonly Other[],
): LinkedCounterFactory<R> {
  const members = memoizeLast(readLinked)
  let loadedSymbols: FilterSymbols<Other> | undefined
  return (query) => {
    const linkedSymbols = (loadedSymbols ??= getSymbols())
    for (const field of query.sort) getSingleSymbol(linkedSymbols, field)
    const test = prepareRecordTest(linkedSymbols, query)()
    const skip = Math.max(query.skip ?? 0, 0)
    const limit = query.limit === undefined || query.limit < 0 ? Infinity : query.limit
    return function* (record) {
      let count = 0
      for (const linkedRecord of members(record)) {
        const passes = test?.(linkedRecord) ?? true
        if (typeof passes === 'boolean' ? passes : yield* passes) count += 1
        countSteps(1)
        if (isPartOver()) yield
      }
      return Math.min(Math.max(count - skip, 0), limit)
    }
  }
}

/** The results of a predicate; they are negative, so that they differ from the indexes of tests. */
const passResult = -1
const failResult = -2

/**
 * For each test, what follows it: the index of the next test, or the result of the predicate. `ifTrue` applies if the
 * test passes, `ifFalse` if it fails.
 */
type Jumps = { ifTrue: Int32Array; ifFalse: Int32Array }

type JumpTargets = { ifTrue: number; ifFalse: number }

/**
 * Compiles a predicate to jumps between its tests. Each test runs at most once and jumps only go forward, so deep
 * predicates need no recursion. The items are compiled from right to left, so that the targets of a jump are known.
 */
function compileJumps(items: readonly PredicateItem[], count: number): Jumps {
  const jumps = { ifTrue: new Int32Array(count), ifFalse: new Int32Array(count) }
  const openGroups: JumpTargets[] = []
  let group: JumpTargets = { ifTrue: passResult, ifFalse: failResult }
  let testIndex = count
  for (const item of items.toReversed()) {
    if (item.kind === 'open') {
      group = openGroups.pop() ?? group
      continue
    }
    const ifTrue =
      item.connective === 'and' ? testIndex : item.isInverted ? group.ifFalse : group.ifTrue
    const ifFalse =
      item.connective === 'or' ? testIndex : item.isInverted ? group.ifTrue : group.ifFalse
    if (item.kind === 'close') {
      openGroups.push(group)
      group = { ifTrue, ifFalse }
    } else {
      testIndex -= 1
      jumps.ifTrue[testIndex] = ifTrue
      jumps.ifFalse[testIndex] = ifFalse
    }
  }
  return jumps
}

function createPredicateTest<R>(
  items: readonly PredicateItem[],
  tests: readonly RecordTest<R>[],
): RecordTest<R> {
  const [firstItem] = items
  const [onlyTest] = tests
  if (items.length === 1 && firstItem?.kind === 'test' && onlyTest && !firstItem.isInverted)
    return onlyTest
  const { ifTrue, ifFalse } = compileJumps(items, tests.length)
  const getNext = (index: number, isAccepted: boolean): number =>
    (isAccepted ? ifTrue[index] : ifFalse[index]) ?? failResult

  const runTest = (record: R, index: number): boolean | Work<boolean> => {
    countSteps(1)
    return tests[index]?.(record) ?? false
  }

  /** Continues after a test that returned a `Work`, or when this part of the work has used up its steps. */
  function* decideLater(
    record: R,
    startIndex: number,
    firstResult: boolean | Work<boolean>,
  ): Work<boolean> {
    let index = startIndex
    for (let result = firstResult; ; result = runTest(record, index)) {
      index = getNext(index, typeof result === 'boolean' ? result : yield* result)
      if (index < 0) return index === passResult
      if (isPartOver()) yield
    }
  }

  return (record) => {
    let index = 0
    while (index >= 0) {
      const result = runTest(record, index)
      if (typeof result !== 'boolean' || isPartOver()) return decideLater(record, index, result)
      index = getNext(index, result)
    }
    return index === passResult
  }
}
