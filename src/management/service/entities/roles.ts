import { compileSelector, createAttributeTest, selectInParts } from '../filter/select.js'
import type { FilterSymbols } from '../filter/symbols.js'
import type { ReadTransaction, EntityRecords } from '../call/records.js'
import { createFieldRefusal } from '../call/failure.js'
import type { Handler } from '../call/call.js'
import { compareBytes, uniqueSorted } from '../call/byte-order.js'
import type { Work } from '../call/work.js'
import { countSteps, isPartOver } from '../call/work.js'
import type { Scope } from '../call/scope.js'
import { createReadInPartsHandler } from '../call/scope.js'
import { readListParameters } from './list.js'

/** A record that roles can match. */
export type Member = { id: string; roleAttributes?: readonly string[] | null }

/**
 * The semantic of a policy (`AllOf` or `AnyOf`). A new `semantic` applies to a role list only once the list or the type
 * of the policy changes; `matching` has the semantic that each list uses.
 */
export type Semantics = { semantic: string; matching?: Record<string, string> }

export const roleTargets = {
  edgeRouterRoles: 'routers',
  identityRoles: 'identities',
  postureCheckRoles: 'postureChecks',
  serviceRoles: 'services',
} as const

export type RoleTargets = typeof roleTargets
export type RoleList = keyof RoleTargets

export type RolePolicy = Semantics & Partial<Record<RoleList, string[] | null>>

const getSemantic = (policy: RolePolicy, list: RoleList): string =>
  policy.matching?.[list] ?? policy.semantic

/**
 * Creates a test for policies: whether their role list `list` matches a record by its id, by `#all`, or because the
 * record has all (or with `AnyOf`, any) of the attributes in the list. An empty list matches nothing. Takes time linear
 * in the roles of a policy, however many attributes the record has.
 */
export function createPolicyTest(
  list: RoleList,
  { id, roleAttributes }: Member,
): (policy: RolePolicy) => boolean {
  const recordAttributes = new Set(roleAttributes?.map((attribute) => `#${attribute}`))
  const ownRole = `@${id}`
  return (policy) => {
    const roles = policy[list] ?? []
    countSteps(roles.length)
    if (roles.some((role) => role === ownRole || role === '#all')) return true
    const attributes = roles.filter((role) => role.startsWith('#'))
    return getSemantic(policy, list) === 'AnyOf'
      ? attributes.some((role) => recordAttributes.has(role))
      : attributes.length > 0 && attributes.every((role) => recordAttributes.has(role))
  }
}

export function* findPolicies<Policy extends RolePolicy>(
  policies: Iterable<Policy>,
  list: RoleList,
  record: Member,
): Work<Policy[]> {
  const matches = createPolicyTest(list, record)
  const foundPolicies: Policy[] = []
  for (const policy of policies) {
    if (matches(policy)) foundPolicies.push(policy)
    if (isPartOver()) yield
  }
  return foundPolicies
}

/**
 * A parsed role list. With `isAll`, it matches every record; otherwise, it matches a record whose id is in `ids`, or
 * that has all (with `isAnyOf`, any) of the attributes.
 */
type RoleSelector = { ids: string[]; attributes: string[]; isAnyOf: boolean; isAll: boolean }

function readRoles(policy: RolePolicy, list: RoleList): RoleSelector {
  const roles = policy[list] ?? []
  countSteps(roles.length)
  return {
    ids: roles.filter((role) => role.startsWith('@')).map((role) => role.slice(1)),
    attributes: roles.filter((role) => role.startsWith('#')).map((role) => role.slice(1)),
    isAnyOf: getSemantic(policy, list) === 'AnyOf',
    isAll: roles.includes('#all'),
  }
}

/**
 * Creates a test for records: whether a role list of at least one of the policies matches a record. The test takes time
 * linear in the attributes of the record; only role lists that require several attributes at once are checked one by
 * one.
 */
export function createMemberTest(
  policies: readonly RolePolicy[],
  list: RoleList,
): (record: Member) => boolean {
  const selectors = policies.map((policy) => readRoles(policy, list))
  if (selectors.some(({ isAll }) => isAll)) return () => true
  const ids = new Set(selectors.flatMap((roles) => roles.ids))
  const needsOneAttribute = ({ isAnyOf, attributes }: RoleSelector): boolean =>
    isAnyOf || attributes.length === 1
  const matchesAnyAttribute = createAttributeTest(
    selectors.filter(needsOneAttribute).flatMap(({ attributes }) => attributes),
    'AnyOf',
  )
  const allOfTests = selectors
    .filter((roles) => !needsOneAttribute(roles))
    .map(({ attributes }) => createAttributeTest(attributes, 'AllOf'))
  return ({ id, roleAttributes }) => {
    const recordAttributes = roleAttributes ?? []
    return (
      ids.has(id) ||
      matchesAnyAttribute(recordAttributes) ||
      allOfTests.some((matches) => matches(recordAttributes))
    )
  }
}

/** An index is used if it reduces the records to test by at least this factor. */
const minGain = 4

/** Finds the records that a role list of a policy matches, in the order of their ids. */
export function findMembers<List extends RoleList>(
  policy: RolePolicy,
  list: List,
  records: ReadTransaction,
): EntityRecords[RoleTargets[List]][] {
  const target = roleTargets[list]
  const isMember = createMemberTest([policy], list)
  const { ids, attributes, isAnyOf, isAll } = readRoles(policy, list)
  const counts = attributes.map((name) => ({
    name,
    count: records.countFound(target, 'roleAttributes', name),
  }))
  const smallest = counts.reduce((one, other) => (other.count < one.count ? other : one), {
    name: '',
    count: Infinity,
  })
  const searchedAttributes = isAnyOf || counts.length === 0 ? counts : [smallest]
  const candidateCount = searchedAttributes.reduce((sum, { count }) => sum + count, ids.length)
  const total = records.count(target)
  countSteps(Math.min(candidateCount, total))
  if (isAll || candidateCount * minGain > total) return [...records.list(target)].filter(isMember)
  const candidates = [
    ...ids.flatMap((id) => records.get(target, id) ?? []),
    ...searchedAttributes.flatMap(({ name }) => [...records.find(target, 'roleAttributes', name)]),
  ].filter(isMember)
  return [...new Set(candidates)].sort((one, other) => compareBytes(one.id, other.id))
}

/**
 * Converts roles to the form in which they are stored: each once, sorted by their bytes; null if there are none.
 * Refuses invalid roles, unknown ids, and `#all` together with other roles.
 */
export function normalizeRoles(
  field: RoleList,
  inputRoles: readonly string[] | null | undefined,
  { records }: Scope,
): string[] | null {
  const target = roleTargets[field]
  if (!inputRoles || inputRoles.length === 0) return null
  const roles = uniqueSorted(inputRoles)
  const unprefixedRoles = roles.filter((role) => !role.startsWith('#') && !role.startsWith('@'))
  if (unprefixedRoles.length > 0)
    throw createFieldRefusal(
      field,
      'role entries must prefixed with # (to indicate role attributes) or @ (to indicate a name or id)',
      unprefixedRoles,
    )
  if (roles.includes('#all') && roles.length > 1)
    throw createFieldRefusal(field, 'if using #all, it should be the only role specified', roles)
  const unknownIds = roles
    .filter((role) => role.startsWith('@'))
    .map((role) => role.slice(1))
    .filter((id) => !canHaveRoles(records.get(target, id)))
  if (unknownIds.length > 0)
    throw createFieldRefusal(field, `no ${target} found with the given ids`, unknownIds)
  return roles
}

/** Whether roles can match a record: among routers, only edge routers have roles. */
const canHaveRoles = (record: object | undefined): boolean =>
  record !== undefined && !('isEdge' in record && !record.isEdge)

export const presentRoles = (
  policy: RolePolicy,
  list: RoleList,
  { records }: Scope,
): { name: string; role: string }[] =>
  (policy[list] ?? []).map((role) => ({
    name: role.startsWith('@')
      ? `@${records.get(roleTargets[list], role.slice(1))?.name ?? role.slice(1)}`
      : role,
    role,
  }))

const attributeSymbols: FilterSymbols<string> = {
  id: { kind: 'text', read: (attribute) => attribute },
}

/**
 * Lists the role attributes in use, each once. As on a controller, `limit` and `offset` in the query are ignored, but
 * `limit` and `skip` in the filter apply.
 */
export const listAttributes = (name: RoleTargets[RoleList]): Handler<unknown> =>
  createReadInPartsHandler(function* ({ records }, call) {
    const selector = compileSelector(
      { ...readListParameters(call), limit: -1, offset: 0 },
      attributeSymbols,
    )
    const attributes = new Set<string>()
    for (const { roleAttributes } of records.list(name)) {
      for (const attribute of roleAttributes ?? []) attributes.add(attribute)
      countSteps(1 + (roleAttributes?.length ?? 0))
      if (isPartOver()) yield
    }
    const { page, totalCount, limit, offset } = yield* selectInParts(
      [...attributes].sort(compareBytes),
      selector,
    )
    return {
      data: page,
      meta: { filterableFields: ['id'], pagination: { limit, offset, totalCount } },
    }
  })
