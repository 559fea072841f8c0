import { filterableOf } from './filterable.js'
import { compile, parametersOf, select } from './filter/index.js'
import type { Exact, Fault, ListParameters } from './filter/index.js'
import type { Reading } from './environment.js'
import type { Answer, Call } from './handler.js'
import { indexes } from './indexes.js'
import type { Kind, Scope } from './kinds/kind.js'
import type { Kinds, KindName } from './records.js'
import { Refusal } from './refusal.js'
import { show } from './show.js'

/** Records in the order of their ids, how many there are where that is known, and fewer that are enough for a filter where an index has them. */
export type Source<Name extends KindName> = {
  records: Iterable<Kinds[Name]>
  count?: number
  among?: (exact: Exact) => Iterable<Kinds[Name]> | undefined
}

/** All records of a kind. */
export function allOf<Name extends KindName>(
  { kind, part, symbols }: Kind<Name>,
  records: Reading,
): Source<Name> {
  const among = ({ name, value }: Exact): Iterable<Kinds[Name]> | undefined => {
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
export function page<Name extends KindName>(
  kind: Kind<Name>,
  { records, count, among }: Source<Name>,
  scope: Scope,
): Answer {
  const symbols = filterableOf(kind, scope)
  const compiled = compile(parametersOfCall(scope.call), symbols)
  if (!compiled.ok) throw refusalOf(compiled.fault)
  const { exact } = compiled.selector
  const {
    page: rows,
    limit,
    offset,
    totalCount,
  } = select((exact && among?.(exact)) ?? records, compiled.selector, count)
  return {
    data: rows.map((record) => show(kind, record, scope)),
    meta: { filterableFields: Object.keys(symbols), pagination: { limit, offset, totalCount } },
  }
}

/** What a request asks of a list; roles only where the operation takes them. */
export function parametersOfCall({
  search,
  operation,
}: Pick<Call, 'search' | 'operation'>): ListParameters {
  const asked = parametersOf(search)
  if (!asked.ok) throw refusalOf(asked.fault)
  const { roleFilter, roleSemantic: _, ...parameters } = asked.parameters
  return roleFilter && 'roleFilter' in operation.query ? asked.parameters : parameters
}

/** The refusal of a list. */
export const refusalOf = (fault: Fault): Refusal =>
  new Refusal(
    fault.code === 'COULD_NOT_VALIDATE'
      ? { code: fault.code, field: fault.field, reason: fault.reason, value: fault.value }
      : { code: fault.code, reason: fault.message },
  )
