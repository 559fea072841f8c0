import type { ExactMatch } from '../filter/select.js'
import { compileSelector, select } from '../filter/select.js'
import type { ListParameters } from '../filter/parameters.js'
import { parseParameters } from '../filter/parameters.js'
import type { Fault } from '../filter/error.js'
import { createNotFound, Refusal } from '../http/failure.js'
import type { Environment, Reading } from '../environment.js'
import type { Answer, Call } from '../http/handler.js'
import type { Filterable, FilterableSymbol } from '../filter/symbols.js'
import { camelCase } from '../../operation.js'
import type { EntityRecords, EntityName } from './records.js'
import { indexes } from './records.js'
import type { Entity, Scope } from './entity.js'
import { presentRecord } from './present.js'

/** Records in the order of their ids, how many there are where that is known, and fewer that are enough for a filter where an index has them. */
export type RecordSource<Name extends EntityName> = {
  records: Iterable<EntityRecords[Name]>
  count?: number
  among?: (exact: ExactMatch) => Iterable<EntityRecords[Name]> | undefined
}

/** All records of a kind. */
export function listAll<Name extends EntityName>(
  { kind, subset: part, symbols }: Entity<Name>,
  records: Reading,
): RecordSource<Name> {
  const among = ({ name, value }: ExactMatch): Iterable<EntityRecords[Name]> | undefined => {
    const isIndexed =
      value !== '' &&
      !Object.hasOwn(symbols ?? {}, name) &&
      Object.hasOwn(indexes[kind].indexes ?? {}, name)
    const one = name === 'id' ? records.get(kind, value) : undefined
    const found =
      name === 'id' ? (one ? [one] : []) : isIndexed ? records.find(kind, name, value) : undefined
    return found && part ? [...found].filter(part.has) : found
  }
  return part
    ? {
        records: records.find(kind, part.index, part.value),
        count: records.countFound(kind, part.index, part.value),
        among,
      }
    : { records: records.list(kind), count: records.count(kind), among }
}

/** A page of records of a kind. */
export function createPage<Name extends EntityName>(
  kind: Entity<Name>,
  { records, count, among }: RecordSource<Name>,
  scope: Scope,
): Answer {
  const symbols = createFilterable(kind, scope)
  const compiled = compileSelector(readListParameters(scope.call), symbols)
  if (!compiled.ok) throw toRefusal(compiled.fault)
  const { exact } = compiled.selector
  const {
    page: rows,
    limit,
    offset,
    totalCount,
  } = select((exact && among?.(exact)) ?? records, compiled.selector, count)
  return {
    data: rows.map((record) => presentRecord(kind, record, scope)),
    meta: { filterableFields: Object.keys(symbols), pagination: { limit, offset, totalCount } },
  }
}

/** What a request asks of a list; roles only where the operation takes them. */
export function readListParameters({
  search,
  operation,
}: Pick<Call, 'search' | 'operation'>): ListParameters {
  const asked = parseParameters(search)
  if (!asked.ok) throw toRefusal(asked.fault)
  const { roleFilter, roleSemantic: _, ...parameters } = asked.parameters
  return roleFilter && 'roleFilter' in operation.query ? asked.parameters : parameters
}

/** The refusal of a list. */
export const toRefusal = (fault: Fault): Refusal =>
  new Refusal(
    fault.code === 'COULD_NOT_VALIDATE'
      ? { code: fault.code, field: fault.field, reason: fault.reason, value: fault.value }
      : { code: fault.code, reason: fault.message },
  )

/** Lists what is related to a record. Of an unknown one it is refused where the specification says so; else there is nothing, as on a controller. */
export const listRelated =
  <Of extends EntityName, To extends EntityName>(
    of: Entity<Of>,
    to: Entity<To>,
    related: (
      record: EntityRecords[Of],
      records: Reading,
      call: Call,
    ) => Iterable<EntityRecords[To]>,
  ) =>
  (call: Call, environment: Environment): Promise<Answer> =>
    environment.read((records) => {
      const found = records.get(of.kind, call.parameters['id'] ?? '')
      const record = found && of.subset?.has(found) !== false ? found : undefined
      const answer = createPage(
        to,
        { records: record ? related(record, records, call) : [] },
        { records, now: environment.now(), environment, call },
      )
      return record ? answer : emptyOrNotFound(call, answer)
    })

/** What an operation answers about a record that is not there. */
export function emptyOrNotFound(
  { operation: { errors, resource }, parameters: { id = '' } }: Call,
  answer: Answer,
): Answer {
  if (errors.includes(404)) throw createNotFound(resource, id)
  return answer
}

/** How filters read the records of a kind: the symbols are those of the contract, in its order. */
export function createFilterable<Name extends EntityName>(
  kind: Entity<Name>,
  scope: Scope,
): Filterable<EntityRecords[Name]> {
  const symbols = scope.environment.contract.resources[camelCase(kind.collection)]?.symbols ?? {
    id: 'text',
  }
  const entries = Object.entries(symbols).map(
    ([name, type]): [string, FilterableSymbol<EntityRecords[Name]>] => {
      const own = kind.symbols?.[name]
      const of = own
        ? (record: EntityRecords[Name]): unknown => own(record, scope)
        : createFieldReader(name)
      const linked = kind.linked?.[name]?.(scope)
      return [
        name,
        { kind: type, of, ...(linked && { linked }) } as FilterableSymbol<EntityRecords[Name]>,
      ]
    },
  )
  return Object.fromEntries(entries) as Filterable<EntityRecords[Name]>
}

/** A field of a record, or a field of an object in it. */
function createFieldReader(name: string): (record: object) => unknown {
  const path = name.split('.')
  return (record) =>
    path.reduce<unknown>(
      (at, key) =>
        typeof at === 'object' && at !== null && Object.hasOwn(at, key)
          ? Reflect.get(at, key)
          : undefined,
      record,
    )
}
