import { unlimited } from '../filter/parameters.js'
import { compileSelector, createAttributeTest, selectInParts } from '../filter/select.js'
import type { Filterable } from '../filter/symbols.js'
import type { Reading } from '../environment.js'
import { createFieldRefusal } from '../http/failure.js'
import type { Handler } from '../http/handler.js'
import { compareBytes } from '../byte-order.js'
import type { Work } from '../work.js'
import { countSteps, isPartOver } from '../work.js'
import { uniqueSorted } from './entity.js'
import { readListParameters, toRefusal } from './list.js'
import type { EntityName, EntityRecords } from './records.js'
import type { Scope } from './scope.js'

/** What roles can name. */
export type Member = { id: string; roleAttributes?: readonly string[] | null }

/** `matching` has the semantics that lists of roles are matched by, each that of the moment when the list changed last; without one, that of the policy. */
export type Semantics = { semantic: string; matching?: Record<string, string> }

/** A policy, as far as it has a list of roles. */
export type WithRoles<List extends string> = Semantics & Record<List, readonly string[] | null>

const getSemantic = <List extends string>(policy: WithRoles<List>, list: List): string =>
  policy.matching?.[list] ?? policy.semantic

/**
 * Tells which policies name a record in one of their lists: by its id, by `#all`, or by its attributes, all or any of
 * them. An empty list names nothing. Takes time linear in the roles of a policy, whatever the record has.
 */
export function createPolicyTest<List extends string>(
  list: List,
  { id, roleAttributes }: Member,
): (policy: WithRoles<List>) => boolean {
  const own = new Set(roleAttributes?.map((attribute) => `#${attribute}`))
  const named = `@${id}`
  return (policy) => {
    const roles: readonly string[] = policy[list] ?? []
    countSteps(roles.length)
    if (roles.some((role) => role === named || role === '#all')) return true
    const attributes = roles.filter((role) => role.startsWith('#'))
    return getSemantic(policy, list) === 'AnyOf'
      ? attributes.some((role) => own.has(role))
      : attributes.length > 0 && attributes.every((role) => own.has(role))
  }
}

/** The policies that name a record in one of their lists. */
export function* findPolicies<List extends string, Policy extends WithRoles<List>>(
  policies: Iterable<Policy>,
  list: List,
  record: Member,
): Work<Policy[]> {
  const names = createPolicyTest(list, record)
  const found: Policy[] = []
  for (const policy of policies) {
    if (names(policy)) found.push(policy)
    if (isPartOver()) yield
  }
  return found
}

/** Who a list of roles names: records by their ids, and those whose attributes pass. */
type Named = { ids: string[]; attributes: string[]; isAnyOf: boolean; isAll: boolean }

function readRoles<List extends string>(policy: WithRoles<List>, list: List): Named {
  const roles: readonly string[] = policy[list] ?? []
  countSteps(roles.length)
  return {
    ids: roles.filter((role) => role.startsWith('@')).map((role) => role.slice(1)),
    attributes: roles.filter((role) => role.startsWith('#')).map((role) => role.slice(1)),
    isAnyOf: getSemantic(policy, list) === 'AnyOf',
    isAll: roles.includes('#all'),
  }
}

/**
 * Tells which records any of some policies names in one of its lists. Takes time linear in the attributes of a record,
 * and only lists that want several attributes at once are asked one after the other.
 */
export function createNamedTest<List extends string>(
  policies: readonly WithRoles<List>[],
  list: List,
): (record: Member) => boolean {
  const read = policies.map((policy) => readRoles(policy, list))
  if (read.some(({ isAll }) => isAll)) return () => true
  const ids = new Set(read.flatMap((roles) => roles.ids))
  const isOne = ({ isAnyOf, attributes }: Named): boolean => isAnyOf || attributes.length === 1
  const any = createAttributeTest(
    read.filter(isOne).flatMap(({ attributes }) => attributes),
    'AnyOf',
  )
  const all = read
    .filter((roles) => !isOne(roles))
    .map(({ attributes }) => createAttributeTest(attributes, 'AllOf'))
  return ({ id, roleAttributes }) => {
    const own = roleAttributes ?? []
    return ids.has(id) || any(own) || all.some((fits) => fits(own))
  }
}

/** An index is used where it leads to so many times fewer records than there are. */
const minGain = 4

/** The records that a policy names in one of its lists, in the order of their ids. */
export function findNamed<List extends string, Target extends RoleTarget>(
  policy: WithRoles<List>,
  list: List,
  { target, records }: { target: Target; records: Reading },
): EntityRecords[Target][] {
  const isNamed = createNamedTest([policy], list)
  const { ids, attributes, isAnyOf, isAll } = readRoles(policy, list)
  const counts = attributes.map((name) => ({
    name,
    count: records.countFound(target, 'roleAttributes', name),
  }))
  const fewest = counts.reduce((one, other) => (other.count < one.count ? other : one), {
    name: '',
    count: Infinity,
  })
  const used = isAnyOf || counts.length === 0 ? counts : [fewest]
  const reached = used.reduce((sum, { count }) => sum + count, ids.length)
  const total = records.count(target)
  countSteps(Math.min(reached, total))
  if (isAll || reached * minGain > total) return [...records.list(target)].filter(isNamed)
  const candidates = [
    ...ids.flatMap((id) => records.get(target, id) ?? []),
    ...used.flatMap(({ name }) => [...records.find(target, 'roleAttributes', name)]),
  ].filter(isNamed)
  return [...new Set(candidates)].sort((one, other) => compareBytes(one.id, other.id))
}

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
    environment.readInParts(function* (records) {
      const { filter, sort } = readListParameters(call)
      const compiled = compileSelector(
        { limit: -1, ...(filter !== undefined && { filter }), ...(sort !== undefined && { sort }) },
        attributeSymbols,
      )
      if (!compiled.ok) throw toRefusal(compiled.fault)
      const attributes = new Set<string>()
      for (const { roleAttributes } of listRecords(records)) {
        for (const attribute of roleAttributes ?? []) attributes.add(attribute)
        countSteps(1 + (roleAttributes?.length ?? 0))
        if (isPartOver()) yield
      }
      const { page, totalCount, limit, offset } = yield* selectInParts(
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
