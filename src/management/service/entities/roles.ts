import { createFieldRefusal } from '../http/failure.js'
import type { Reading } from '../environment.js'
import type { Scope } from './entity.js'
import { uniqueSorted } from './entity.js'
import type { BaseRecord, EntityName, EntityRecords, Semantics } from './records.js'

/** One side of a policy: the kind of records that its roles name, and what messages call them. */
export type RoleTarget = { kind: 'identities' | 'services' | 'routers' | 'postureChecks' }

type Member = BaseRecord & { name: string; roleAttributes?: readonly string[] | null }

/** Whether a role list names a record: by its id, by `#all`, or by its attributes, all or any of them. An empty list names nothing. */
function matchesRoles(
  { id, roleAttributes }: Pick<Member, 'id' | 'roleAttributes'>,
  roles: readonly string[] | null,
  semantic: string,
): boolean {
  if (!roles || roles.length === 0) return false
  if (roles.includes(`@${id}`) || roles.includes('#all')) return true
  const wanted = roles.filter((role) => role.startsWith('#')).map((role) => role.slice(1))
  const has = (attribute: string): boolean => roleAttributes?.includes(attribute) ?? false
  return semantic === 'AnyOf' ? wanted.some(has) : wanted.length > 0 && wanted.every(has)
}

/** A policy, as far as it has a list of roles. */
export type WithRoles<List extends string> = Semantics & Record<List, readonly string[] | null>

/** Whether a policy names a record in one of its lists. */
export const isNamedBy = <List extends string>(
  policy: WithRoles<List>,
  list: List,
  record: Pick<Member, 'id' | 'roleAttributes'>,
): boolean => matchesRoles(record, policy[list], policy.matching?.[list] ?? policy.semantic)

/** Whether a record may be named by a role: of routers, those of the edge. */
const isNameable = (record: object | undefined): boolean =>
  record !== undefined && !('isEdge' in record && !record.isEdge)

/** Roles as they are kept, in the order of their bytes. Refuses what is no role, `#all` beside others, and unknown ids. */
export function normalizeRoles(
  field: string,
  sent: readonly string[] | null | undefined,
  kind: RoleTarget['kind'],
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
    .filter((id) => !isNameable(records.get(kind, id)))
  if (unknown.length > 0)
    throw createFieldRefusal(field, `no ${kind} found with the given ids`, unknown)
  return roles
}

/** Roles with the names of the records that they name by id. */
export const presentRoles = (
  roles: readonly string[] | null,
  kind: RoleTarget['kind'],
  { records }: Scope,
): { name: string; role: string }[] =>
  (roles ?? []).map((role) => ({
    name: role.startsWith('@')
      ? `@${records.get(kind, role.slice(1))?.name ?? role.slice(1)}`
      : role,
    role,
  }))

const policyKinds = [
  'edgeRouterPolicies',
  'serviceEdgeRouterPolicies',
  'servicePolicies',
] as const satisfies readonly EntityName[]

/** Takes the id of a deleted record out of all policies that name it. */
export function removeFromPolicies(id: string, records: Parameters<typeof removeRole>[2]): void {
  for (const kind of policyKinds)
    for (const policy of [...records.list(kind)])
      removeRole(kind, { policy, role: `@${id}` }, records)
}

function removeRole<Name extends (typeof policyKinds)[number]>(
  kind: Name,
  { policy, role }: { policy: EntityRecords[Name]; role: string },
  records: Scope['records'] & {
    put<Of extends EntityName>(kind: Of, record: EntityRecords[Of]): void
  },
): void {
  const fields = Object.entries(policy).map(([name, value]): [string, unknown] => [
    name,
    Array.isArray(value) && value.includes(role)
      ? orNull(value.filter((other) => other !== role))
      : value,
  ])
  const changed = Object.fromEntries(fields) as EntityRecords[Name]
  if (
    fields.some(
      ([name, value]) => value !== Object.entries(policy).find(([other]) => other === name)?.[1],
    )
  )
    records.put(kind, changed)
}

const orNull = (values: unknown[]): unknown[] | null => (values.length > 0 ? values : null)

type Identity = EntityRecords['identities']
type Service = EntityRecords['services']
type Router = EntityRecords['routers']
type AccessPolicy = EntityRecords['servicePolicies']

const filterItems = <Item>(items: Iterable<Item>, test: (item: Item) => boolean): Item[] =>
  [...items].filter(test)

const listEdgeRouters = (records: Reading): Iterable<Router> =>
  records.find('routers', 'isEdge', 'true')

/** The policies of each kind that name a record. */
export const findPolicies = {
  accessOf: (identity: Identity, records: Reading): AccessPolicy[] =>
    filterItems(records.list('servicePolicies'), (policy) =>
      isNamedBy(policy, 'identityRoles', identity),
    ),
  accessTo: (service: Service, records: Reading): AccessPolicy[] =>
    filterItems(records.list('servicePolicies'), (policy) =>
      isNamedBy(policy, 'serviceRoles', service),
    ),
  routersOf: (identity: Identity, records: Reading): EntityRecords['edgeRouterPolicies'][] =>
    filterItems(records.list('edgeRouterPolicies'), (policy) =>
      isNamedBy(policy, 'identityRoles', identity),
    ),
  routersWith: (router: Router, records: Reading): EntityRecords['edgeRouterPolicies'][] =>
    filterItems(records.list('edgeRouterPolicies'), (policy) =>
      isNamedBy(policy, 'edgeRouterRoles', router),
    ),
  routersFor: (service: Service, records: Reading): EntityRecords['serviceEdgeRouterPolicies'][] =>
    filterItems(records.list('serviceEdgeRouterPolicies'), (policy) =>
      isNamedBy(policy, 'serviceRoles', service),
    ),
  servicesOver: (router: Router, records: Reading): EntityRecords['serviceEdgeRouterPolicies'][] =>
    filterItems(records.list('serviceEdgeRouterPolicies'), (policy) =>
      isNamedBy(policy, 'edgeRouterRoles', router),
    ),
}

/** The identities that a policy names. */
export const findNamedIdentities = (
  policy: WithRoles<'identityRoles'>,
  records: Reading,
): Identity[] =>
  filterItems(records.list('identities'), (identity) =>
    isNamedBy(policy, 'identityRoles', identity),
  )

/** The services that a policy names. */
export const findNamedServices = (policy: WithRoles<'serviceRoles'>, records: Reading): Service[] =>
  filterItems(records.list('services'), (service) => isNamedBy(policy, 'serviceRoles', service))

/** The edge routers that a policy names. */
export const findNamedRouters = (
  policy: WithRoles<'edgeRouterRoles'>,
  records: Reading,
): Router[] =>
  filterItems(listEdgeRouters(records), (router) => isNamedBy(policy, 'edgeRouterRoles', router))

/** The posture checks that a policy names. */
export const findNamedChecks = (
  policy: WithRoles<'postureCheckRoles'>,
  records: Reading,
): EntityRecords['postureChecks'][] =>
  filterItems(records.list('postureChecks'), (check) =>
    isNamedBy(policy, 'postureCheckRoles', check),
  )

/** Edge routers that an identity may connect to. */
export const findRoutersForIdentity = (identity: Identity, records: Reading): Router[] => {
  const policies = findPolicies.routersOf(identity, records)
  return filterItems(listEdgeRouters(records), (router) =>
    policies.some((policy) => isNamedBy(policy, 'edgeRouterRoles', router)),
  )
}

/** Edge routers over which a service may be used. */
export const findRoutersForService = (service: Service, records: Reading): Router[] => {
  const policies = findPolicies.routersFor(service, records)
  return filterItems(listEdgeRouters(records), (router) =>
    policies.some((policy) => isNamedBy(policy, 'edgeRouterRoles', router)),
  )
}

/** Services that an identity may dial or bind, or either. */
export const findServicesForIdentity = (
  identity: Identity,
  records: Reading,
  type?: string,
): Service[] => {
  const policies = findPolicies
    .accessOf(identity, records)
    .filter((policy) => !type || policy.type === type)
  return filterItems(records.list('services'), (service) =>
    policies.some((policy) => isNamedBy(policy, 'serviceRoles', service)),
  )
}

/** Identities that may dial or bind a service, or either. */
export const findIdentitiesForService = (
  service: Service,
  records: Reading,
  type?: string,
): Identity[] => {
  const policies = findPolicies
    .accessTo(service, records)
    .filter((policy) => !type || policy.type === type)
  return filterItems(records.list('identities'), (identity) =>
    policies.some((policy) => isNamedBy(policy, 'identityRoles', identity)),
  )
}

/** Identities that may connect to an edge router. */
export const findIdentitiesForRouter = (router: Router, records: Reading): Identity[] => {
  const policies = findPolicies.routersWith(router, records)
  return filterItems(records.list('identities'), (identity) =>
    policies.some((policy) => isNamedBy(policy, 'identityRoles', identity)),
  )
}

/** Services that may be used over an edge router. */
export const findServicesForRouter = (router: Router, records: Reading): Service[] => {
  const policies = findPolicies.servicesOver(router, records)
  return filterItems(records.list('services'), (service) =>
    policies.some((policy) => isNamedBy(policy, 'serviceRoles', service)),
  )
}
