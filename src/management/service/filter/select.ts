import { createFieldRefusal, Refusal } from '../call/failure.js'
import type { Work } from '../call/work.js'
import { countSteps, isPartOver } from '../call/work.js'
import type { FilterSymbols } from './symbols.js'
import { getSetSymbol } from './symbols.js'
import type { Order } from './order.js'
import { createTopCollector, createOrder } from './order.js'
import type { ListParameters } from './parameters.js'
import { noLimit, clampLimit, clampOffset } from './parameters.js'
import { FilterError } from './error.js'
import { parseFilter } from './parse.js'
import type { RecordTest } from './record-test.js'
import { prepareRecordTest } from './record-test.js'
import type { FilterCondition, FilterQuery } from './syntax.js'

/** A page of a list, with the applied limit and offset. `totalCount` is the number of all matching records. */
export type Selection<R> = { page: R[]; totalCount: number; limit: number; offset: number }

/** The offset at which a page ends. An unlimited list with an offset is empty, as measured on controllers. */
const getPageEnd = (limit: number, offset: number): number =>
  limit < noLimit ? offset + limit : offset > 0 ? 0 : Infinity

/**
 * Selects the page of a list. The records must come in the order of their ids. If their `count` is given, and there is
 * no filter and no order, records after the page are not read.
 */
export function* selectInParts<R>(
  records: Iterable<R>,
  { test, order, limit, offset }: Selector<R>,
  count?: number,
): Work<Selection<R>> {
  const pageEnd = getPageEnd(limit, offset)
  const firstRecords = order && createTopCollector(order, pageEnd)
  const page: R[] = []
  let matchCount = 0
  const isDone = (): boolean => matchCount >= pageEnd && !test && count !== undefined
  let isOver = isDone()
  const iterator = records[Symbol.iterator]()
  const addMatch = (record: R): void => {
    if (firstRecords) firstRecords.add(record)
    else if (matchCount >= offset && matchCount < pageEnd) page.push(record)
    matchCount += 1
    isOver = !firstRecords && isDone()
  }
  // A separate function, because engines run loops in generators more slowly.
  const testPart = (): { record: R; passes: Work<boolean> } | undefined => {
    while (!isOver && !isPartOver()) {
      const next = iterator.next()
      if (next.done) {
        isOver = true
        return undefined
      }
      const record = next.value
      countSteps(1)
      const passes = test?.(record) ?? true
      if (typeof passes !== 'boolean') return { record, passes }
      if (passes) addMatch(record)
    }
    return undefined
  }
  while (!isOver) {
    const pendingTest = testPart()
    if (pendingTest && (yield* pendingTest.passes)) addMatch(pendingTest.record)
    if (isPartOver()) yield
  }
  return {
    page: firstRecords ? firstRecords.listSorted().slice(offset) : page,
    totalCount: test || count === undefined ? matchCount : count,
    limit,
    offset,
  }
}

/**
 * A compiled list request. Without `test`, all records match; without `order`, they are sorted by id. `exactMatch` is
 * an equality that holds for all matching records.
 */
export type Selector<R> = {
  readonly test?: RecordTest<R>
  readonly order?: Order<R>
  readonly limit: number
  readonly offset: number
  readonly exactMatch?: ExactMatch
}

/**
 * Returns the result of `run`. If `run` throws a `FilterError`, throws a `Refusal` with `code`, or with
 * `INVALID_SORT_IDENTIFIER` if the error is in the sort order.
 */
function refuseFaults<Value>(
  code: 'INVALID_FILTER' | 'INVALID_SORT_IDENTIFIER',
  run: () => Value,
): Value {
  try {
    return run()
  } catch (error) {
    if (!(error instanceof FilterError)) throw error
    throw new Refusal({
      code: error.isInSort ? 'INVALID_SORT_IDENTIFIER' : code,
      reason: error.message,
    })
  }
}

/**
 * The prefix that turns a `sort` parameter into a filter. Controllers do the same, so the columns in their error
 * messages include it.
 */
const sortPrefix = 'true sort by '

const compileSort = <R>(symbols: FilterSymbols<R>, sort: string): Order<R> | undefined =>
  refuseFaults('INVALID_SORT_IDENTIFIER', () =>
    createOrder(symbols, parseFilter(sortPrefix + sort).sort),
  )

/** Combines two tests into one that passes if both do; `quickTest` runs first. Undefined if both are undefined. */
export const combineTests = <R>(
  quickTest: ((record: R) => boolean) | undefined,
  otherTest: RecordTest<R> | undefined,
): RecordTest<R> | undefined =>
  quickTest && otherTest
    ? (record) => quickTest(record) && otherTest(record)
    : (quickTest ?? otherTest)

/**
 * Compiles a list request. The clauses `sort by`, `skip` and `limit` of the filter win over the parameters. Throws a
 * `Refusal` if a parameter is invalid.
 */
export function compileSelector<R>(
  { filter = '', sort = '', limit, offset, roleFilter, roleSemantic }: ListParameters,
  symbols: FilterSymbols<R>,
): Selector<R> {
  const { query, filterTest, filterOrder } = refuseFaults('INVALID_FILTER', () => {
    const parsedQuery = parseFilter(filter)
    const createTest = prepareRecordTest(symbols, parsedQuery)
    const order = createOrder(symbols, parsedQuery.sort)
    return { query: parsedQuery, filterTest: createTest(), filterOrder: order }
  })
  const order = query.sort.length > 0 || sort === '' ? filterOrder : compileSort(symbols, sort)
  const roleTest = roleFilter && createRoleTest(symbols, roleFilter, roleSemantic)
  const test = combineTests(roleTest, filterTest)
  const exactMatch = findExactMatch(query)
  return {
    ...(test && { test }),
    ...(order && { order }),
    limit: clampLimit(query.limit ?? limit),
    offset: clampOffset(query.skip ?? offset),
    ...(exactMatch && { exactMatch }),
  }
}

/**
 * An equality with a string that holds for every matching record: `name` is the field that equals `value`, or the set
 * that contains `value`.
 */
export type ExactMatch = { readonly name: string; readonly value: string }

function toExactMatch(condition: FilterCondition): ExactMatch | undefined {
  if (condition.kind !== 'compare' || condition.operator !== '=' || condition.right.kind !== 'text')
    return undefined
  const { left, right } = condition
  return left.function === 'count' || left.function === 'allOf'
    ? undefined
    : { name: left.name.name, value: right.value }
}

/**
 * Finds the first equality that holds for every matching record: with an index, only the records with this value need
 * to be tested.
 */
function findExactMatch({ items }: FilterQuery): ExactMatch | undefined {
  for (const item of items) {
    if (item.kind !== 'test' || item.isInverted || item.connective === 'or') return undefined
    const exactMatch = toExactMatch(item.condition)
    if (exactMatch) return exactMatch
  }
  return undefined
}

/**
 * Creates a test of whether a record has any or all of `attributes`; always false if that list is empty. Takes time
 * linear in the attributes of the record.
 */
export function createAttributeTest(
  attributes: readonly string[],
  semantic: 'AnyOf' | 'AllOf',
): (recordAttributes: readonly string[]) => boolean {
  const attributeSet = new Set(attributes)
  const isWanted = (attribute: string): boolean => attributeSet.has(attribute)
  return (recordAttributes) => {
    countSteps(recordAttributes.length)
    if (semantic === 'AnyOf') return recordAttributes.some(isWanted)
    return (
      attributeSet.size > 0 &&
      recordAttributes.length >= attributeSet.size &&
      new Set(recordAttributes.filter(isWanted)).size === attributeSet.size
    )
  }
}

/**
 * Creates the test for `roleFilter`: a record passes if its id is listed, or if it has all (with `AnyOf`, any) of the
 * attributes; `#all` is an attribute like any other. Undefined if records of this kind have no field `roleAttributes`:
 * then the parameters are ignored. Throws a `Refusal` for an invalid entry or semantic.
 */
function createRoleTest<R>(
  symbols: FilterSymbols<R>,
  entries: readonly string[],
  semantic = 'AllOf',
): ((record: R) => boolean) | undefined {
  if (!Object.hasOwn(symbols, 'roleAttributes')) return undefined
  const lowerSemantic = semantic.toLowerCase()
  if (lowerSemantic !== 'allof' && lowerSemantic !== 'anyof')
    throw createFieldRefusal('semantic', 'invalid semantic', semantic)
  const invalidEntry = entries.find((entry) => !/^[#@]/.test(entry))
  if (invalidEntry !== undefined)
    throw createFieldRefusal(
      'roleFilter',
      `'${invalidEntry}' is neither role attribute (prefixed with #) or an entity id or name (prefixed with @)`,
      invalidEntry,
    )
  const listEntries = (prefix: string): string[] =>
    entries.filter((entry) => entry.startsWith(prefix)).map((entry) => entry.slice(1))
  const ids = new Set(listEntries('@'))
  const hasAttributes = createAttributeTest(
    listEntries('#'),
    lowerSemantic === 'anyof' ? 'AnyOf' : 'AllOf',
  )
  const { read } = getSetSymbol(symbols, { name: 'roleAttributes' }, 'anyOf')
  return (record) => ids.has(symbols.id.read(record)) || hasAttributes(read(record) ?? [])
}
