import type { ExactMatch } from '../filter/select.js'
import { combineTests, compileSelector, selectInParts } from '../filter/select.js'
import type { ListParameters } from '../filter/parameters.js'
import { parseParameters } from '../filter/parameters.js'
import { createAnswerTooLarge, maxAnswerLength } from '../call/request.js'
import { mayCall } from '../auth/rights.js'
import { createNotFound, Refusal } from '../call/failure.js'
import type { ReadTransaction, EntityRecords, EntityName } from '../call/records.js'
import type { Answer, Call, Handler } from '../call/call.js'
import type { FilterSymbols, FilterableSymbol, LinkedCounterFactory } from '../filter/symbols.js'
import { createLinkedCounterFactory } from '../filter/record-test.js'
import { memoizeLast } from '../../../document/lazy.js'
import type { Contract } from '../../operation.js'
import { camelCase } from '../../operation.js'
import type { PlainObject } from '../../plain.js'
import type { Work } from '../call/work.js'
import { countCharacters, countSteps, isPartOver } from '../call/work.js'
import { isPlainObject, getAt } from '../../../document/record.js'
import type { Scope } from '../call/scope.js'
import { createReadInPartsHandler } from '../call/scope.js'
import type { Entity, EntityLink } from './entity.js'
import { presentRecord } from './present.js'

/**
 * Records in the order of their ids. `test` selects some of them; `count` is the number of `records`, if it is known
 * without reading them. `findExact` finds the records for an exact match with an index, and returns undefined if no
 * index can find them.
 */
export type RecordSource<Name extends EntityName> = {
  records: Iterable<EntityRecords[Name]>
  test?: (record: EntityRecords[Name]) => boolean
  count?: number
  findExact?: (exact: ExactMatch) => Iterable<EntityRecords[Name]> | undefined
}

export function listAll<Name extends EntityName>(
  { name, indexes = [], subset, symbols = {} }: Entity<Name>,
  records: ReadTransaction,
): RecordSource<Name> {
  const findExact = (exact: ExactMatch): Iterable<EntityRecords[Name]> | undefined => {
    const { name: field, value } = exact
    if (field === 'id') {
      const record = records.get(name, value)
      return record ? [record] : []
    }
    const isIndexed = value !== '' && !Object.hasOwn(symbols, field) && indexes.includes(field)
    return isIndexed ? records.find(name, field, value) : undefined
  }
  if (!subset) return { records: records.list(name), count: records.count(name), findExact }
  const { has, indexEntry } = subset
  const findExactInSubset = (exact: ExactMatch): EntityRecords[Name][] | undefined => {
    const exactMatches = findExact(exact)
    return exactMatches && [...exactMatches].filter((record) => has(record))
  }
  if (!indexEntry) return { records: records.list(name), test: has, findExact: findExactInSubset }
  const { index, value } = indexEntry
  return {
    records: records.find(name, index, value),
    count: records.countFound(name, index, value),
    findExact: findExactInSubset,
  }
}

/** Cost of presenting a record, in steps (see `countSteps`). */
const presentationSteps = 20

export function* createPage<Name extends EntityName>(
  entity: Entity<Name>,
  { records, test: sourceTest, count, findExact }: RecordSource<Name>,
  scope: Scope,
): Work<Answer> {
  const symbols = createFilterSymbols(entity, scope)
  const selector = compileSelector(readListParameters(scope.call), symbols)
  const { exactMatch, test: filterTest, ...page } = selector
  const test = combineTests(sourceTest, filterTest)
  const selection = yield* selectInParts(
    (exactMatch && findExact?.(exactMatch)) ?? records,
    { ...page, ...(test && { test }) },
    count,
  )
  const jsonRecords: string[] = []
  let length = 0
  for (const record of selection.page) {
    const text = JSON.stringify(presentRecord(entity, record, scope))
    length += text.length
    if (length > maxAnswerLength) throw createAnswerTooLarge()
    jsonRecords.push(text)
    countSteps(presentationSteps)
    countCharacters(text.length)
    if (isPartOver()) yield
  }
  const { limit, offset, totalCount } = selection
  return {
    records: jsonRecords,
    meta: { filterableFields: Object.keys(symbols), pagination: { limit, offset, totalCount } },
  }
}

/** Reads filter, sorting and page from the query, and the role filter if the operation accepts one. */
export function readListParameters({
  searchParams,
  operation,
}: Pick<Call, 'searchParams' | 'operation'>): ListParameters {
  const { roleFilter, roleSemantic = 'AllOf', ...parameters } = parseParameters(searchParams)
  return roleFilter && 'roleFilter' in operation.query
    ? { ...parameters, roleFilter, roleSemantic }
    : parameters
}

/** The records related to a record; a `Work` if finding them may take long. */
type Related<Name extends EntityName> = RecordSource<Name> | Work<RecordSource<Name>>

/**
 * Creates a handler that lists the records related to the record in the path. An unknown record is refused if the
 * specification says so; otherwise the list is empty, as on a controller.
 */
export const listRelated = <Of extends EntityName, To extends EntityName>(
  entity: Entity<Of>,
  relatedEntity: Entity<To>,
  findRelated: (record: EntityRecords[Of], records: ReadTransaction, call: Call) => Related<To>,
): Handler<unknown> =>
  createReadInPartsHandler(function* (scope, call) {
    const { records } = scope
    const storedRecord = records.get(entity.name, call.parameters['id'] ?? '')
    const record =
      storedRecord && entity.subset?.has(storedRecord) !== false ? storedRecord : undefined
    const relatedRecords = record ? findRelated(record, records, call) : { records: [] }
    const source = 'records' in relatedRecords ? relatedRecords : yield* relatedRecords
    const answer = yield* createPage(relatedEntity, source, scope)
    return record ? answer : answerMissing(call, answer)
  })

/**
 * The response for a missing record: throws "not found" if the contract lists the status 404 for
 * the operation; otherwise returns `answer`, as controllers do.
 */
export function answerMissing(
  { operation: { errors, resource }, parameters: { id = '' } }: Call,
  answer: Answer,
): Answer {
  if (errors.includes(404)) throw createNotFound(resource, id)
  return answer
}

/** The filter symbols of an entity, in the order of the contract. */
function createFilterSymbols<Name extends EntityName>(
  entity: Entity<Name>,
  scope: Scope,
): FilterSymbols<EntityRecords[Name]> {
  const entries = listContractSymbols(entity, scope.context.contract).map(
    ({ name, type, readField }): [string, FilterableSymbol<EntityRecords[Name]>] => {
      const readSymbol = entity.symbols?.[name]
      const read = readSymbol
        ? memoizeLast((record: EntityRecords[Name]): unknown => readSymbol(record, scope))
        : readField
      const link = entity.filterLinks?.[name]
      const symbol = createSymbol(type, read, link?.(scope))
      // Ids in a field of the record are in responses anyway. Computed ids, such as those of matching policies, are
      // only for callers who may list the records with these ids.
      return [name, link && readSymbol ? guardSymbol(symbol, () => link.guard(scope)) : symbol]
    },
  )
  return { ...Object.fromEntries(entries), id: { kind: 'text', read: ({ id }) => id } }
}

type ContractSymbol = { name: string; type: string; readField: (record: object) => unknown }

/** Caches the symbols of each entity, which are the same for all requests. */
const contractSymbols = new WeakMap<object, readonly ContractSymbol[]>()

/** The symbols of an entity in the contract, and how to read the symbols that are fields. */
function listContractSymbols(
  entity: { collection: string },
  { resources }: Contract,
): readonly ContractSymbol[] {
  const cachedSymbols = contractSymbols.get(entity)
  if (cachedSymbols) return cachedSymbols
  const symbols = Object.entries(resources[camelCase(entity.collection)]?.symbols ?? {}).map(
    ([name, type]) => ({ name, type, readField: createFieldReader(name) }),
  )
  contractSymbols.set(entity, symbols)
  return symbols
}

/** Lets filters follow a set of ids to the records of an entity; `findLinked` finds the records with these ids. */
export const linkTo = <Of extends EntityName, To extends EntityName>(
  linkedEntity: Entity<To>,
  findLinked: (record: EntityRecords[Of], records: ReadTransaction) => readonly EntityRecords[To][],
): EntityLink<Of> => {
  const guard = (scope: Scope): void => refuseUnlistable(linkedEntity, scope)
  const createCount = (scope: Scope): LinkedCounterFactory<EntityRecords[Of]> =>
    createLinkedCounterFactory(
      () => {
        guard(scope)
        return createFilterSymbols(linkedEntity, scope)
      },
      (record) => findLinked(record, scope.records),
    )
  return Object.assign(createCount, { guard })
}

/** A symbol that calls `guard`, which may throw, before its value is read; only sets are guarded. */
const guardSymbol = <Item>(
  symbol: FilterableSymbol<Item>,
  guard: () => void,
): FilterableSymbol<Item> =>
  symbol.kind === 'set'
    ? {
        ...symbol,
        get read() {
          guard()
          return symbol.read
        },
      }
    : symbol

export function mayList(
  { collection }: { collection: string },
  { call: { caller }, context: { contract } }: Scope,
): boolean {
  const list = contract.operations.find(
    ({ path, method }) => method === 'GET' && path === `/${collection}`,
  )
  return list !== undefined && caller !== undefined && mayCall(list, caller)
}

/**
 * Refuses a filter that tests records which the caller may not list, because the response would reveal their fields.
 */
function refuseUnlistable(entity: { collection: string }, scope: Scope): void {
  const { collection } = entity
  if (!mayList(entity, scope))
    throw new Refusal({
      code: 'UNAUTHORIZED',
      reason: `the filter reads ${collection}, which you may not list`,
    })
}

export function createSymbol<Item>(
  type: string,
  read: (record: Item) => unknown,
  linkedCounter?: LinkedCounterFactory<Item>,
): FilterableSymbol<Item> {
  if (type === 'set')
    return {
      kind: type,
      read: (record) => toStrings(read(record)),
      ...(linkedCounter && { createLinkedCounter: linkedCounter }),
    }
  if (type === 'map') {
    const readMap = (record: Item): PlainObject | undefined => {
      const value = read(record)
      return isPlainObject(value) ? value : undefined
    }
    return { kind: type, read: readMap }
  }
  return type === 'number' || type === 'boolean' || type === 'date'
    ? { kind: type, read }
    : { kind: 'text', read }
}

const isString = (value: unknown): value is string => typeof value === 'string'

function toStrings(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  // Nearly all lists have only strings, so they are returned without a copy.
  return value.every(isString) ? value : value.filter(isString)
}

/** Creates a function that reads a field of a record, or, if the name has a dot, a field of an object in the record. */
function createFieldReader(name: string): (record: object) => unknown {
  const path = name.split('.')
  return (record) => getAt(record, path)
}
