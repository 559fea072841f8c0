import { unlimited } from '../filter/parameters.js'
import { compileSelector, select } from '../filter/select.js'
import type { Filterable } from '../filter/symbols.js'
import type { Reading } from '../environment.js'
import { createFieldRefusal } from '../http/failure.js'
import type { Handler } from '../http/handler.js'
import { compareBytes } from '../byte-order.js'
import { uniqueSorted } from './entity.js'
import { readListParameters, toRefusal } from './list.js'
import type { EntityName, EntityRecords } from './records.js'
import type { Scope } from './scope.js'

/** What roles can name. */
type Member = { id: string; roleAttributes?: readonly string[] | null }

/** `matching` has the semantics that lists of roles are matched by, each that of the moment when the list changed last; without one, that of the policy. */
export type Semantics = { semantic: string; matching?: Record<string, string> }

/** A policy, as far as it has a list of roles. */
type WithRoles<List extends string> = Semantics & Record<List, readonly string[] | null>

/** Whether a policy names a record in one of its lists. */
export const isNamedBy = <List extends string>(
  policy: WithRoles<List>,
  list: List,
  record: Member,
): boolean => matchesRoles(record, policy[list], policy.matching?.[list] ?? policy.semantic)

/** Whether a role list names a record: by its id, by `#all`, or by its attributes, all or any of them. An empty list names nothing. */
function matchesRoles(
  { id, roleAttributes }: Member,
  roles: readonly string[] | null,
  semantic: string,
): boolean {
  if (!roles || roles.length === 0) return false
  if (roles.includes(`@${id}`) || roles.includes('#all')) return true
  const attributes = roles.filter((role) => role.startsWith('#')).map((role) => role.slice(1))
  const has = (attribute: string): boolean => roleAttributes?.includes(attribute) ?? false
  return semantic === 'AnyOf'
    ? attributes.some(has)
    : attributes.length > 0 && attributes.every(has)
}

/** The policies that name a record in one of their lists. */
export const findPolicies = <List extends string, Policy extends WithRoles<List>>(
  policies: Iterable<Policy>,
  list: List,
  record: Member,
): Policy[] => [...policies].filter((policy) => isNamedBy(policy, list, record))

/** The records that any of some policies names in one of its lists. */
export const findNamed = <List extends string, Named extends Member>(
  policies: readonly WithRoles<List>[],
  list: List,
  records: Iterable<Named>,
): Named[] =>
  [...records].filter((record) => policies.some((policy) => isNamedBy(policy, list, record)))

/** The entities whose records roles can name. */
export type RoleTarget = {
  [Name in EntityName]: EntityRecords[Name] extends { name: string; roleAttributes: unknown }
    ? Name
    : never
}[EntityName]

/** Roles as they are kept, in the order of their bytes. Refuses what is no role, `#all` beside others, and unknown ids. */
export function normalizeRoles(
  field: string,
  sent: readonly string[] | null | undefined,
  target: RoleTarget,
  { records }: Scope,
): string[] | null {
  if (!sent || sent.length === 0) return null
  const roles = uniqueSorted(sent)
  const plain = roles.filter((role) => !role.startsWith('#') && !role.startsWith('@'))
  if (plain.length > 0)
    throw createFieldRefusal(
      field,
      'role entries must prefixed with # (to indicate role attributes) or @ (to indicate a name or id)',
      plain,
    )
  if (roles.includes('#all') && roles.length > 1)
    throw createFieldRefusal(field, 'if using #all, it should be the only role specified', roles)
  const unknown = roles
    .filter((role) => role.startsWith('@'))
    .map((role) => role.slice(1))
    .filter((id) => !isNameable(records.get(target, id)))
  if (unknown.length > 0)
    throw createFieldRefusal(field, `no ${target} found with the given ids`, unknown)
  return roles
}

/** Whether a record may be named by a role: of routers, those of the edge. */
const isNameable = (record: object | undefined): boolean =>
  record !== undefined && !('isEdge' in record && !record.isEdge)

/** Roles with the names of the records that they name by id. */
export const presentRoles = (
  roles: readonly string[] | null,
  target: RoleTarget,
  { records }: Scope,
): { name: string; role: string }[] =>
  (roles ?? []).map((role) => ({
    name: role.startsWith('@')
      ? `@${records.get(target, role.slice(1))?.name ?? role.slice(1)}`
      : role,
    role,
  }))

const attributeSymbols: Filterable<string> = { id: { kind: 'text', of: (attribute) => attribute } }

/** Lists the role attributes that records carry, each once. Only a limit in the filter limits them, as on a controller. */
export const listAttributes =
  (
    listRecords: (records: Reading) => Iterable<{ roleAttributes: readonly string[] | null }>,
  ): Handler<unknown> =>
  (call, environment) =>
    environment.read((records) => {
      const { filter, sort } = readListParameters(call)
      const compiled = compileSelector(
        { limit: -1, ...(filter !== undefined && { filter }), ...(sort !== undefined && { sort }) },
        attributeSymbols,
      )
      if (!compiled.ok) throw toRefusal(compiled.fault)
      const attributes = new Set(
        [...listRecords(records)].flatMap(({ roleAttributes }) => roleAttributes ?? []),
      )
      const { page, totalCount, limit, offset } = select(
        [...attributes].sort(compareBytes),
        compiled.selector,
      )
      return {
        data: page,
        meta: {
          filterableFields: ['id'],
          pagination: { limit: limit >= unlimited ? unlimited : limit, offset, totalCount },
        },
      }
    })
