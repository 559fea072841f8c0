import { createFieldRefusal, createNotFound } from '../call/failure.js'
import type { Call, Handler, Handlers } from '../call/call.js'
import type { ReadTransaction, BaseRecord, EntityRecords, NamedRecord } from '../call/records.js'
import { isPartOver } from '../call/work.js'
import type { EntityReference } from '../records/references.js'
import { removeIds } from '../records/references.js'
import type { Scope } from '../call/scope.js'
import { fromRecordsInParts } from '../call/scope.js'
import { defineEntity, getRecord } from './crud.js'
import type { Entity, SentFields } from './entity.js'
import { rejectInvalidName } from './entity.js'
import { identities } from './identities.js'
import type { RecordSource } from './list.js'
import { linkTo, listAll, listRelated } from './list.js'
import { postureChecks } from './posture-checks.js'
import { createEntityReference } from './present.js'
import type { RoleList, RolePolicy, RoleTargets } from './roles.js'
import {
  createMemberTest,
  createPolicyTest,
  findMembers,
  findPolicies,
  normalizeRoles,
  presentRoles,
  roleTargets,
} from './roles.js'
import { edgeRouters } from './routers.js'
import { services } from './services.js'

/** A policy of any kind; only service policies have a type, `Dial` or `Bind`. */
type PolicyRecord = NamedRecord & RolePolicy & { type?: string }

type PolicyName = 'edgeRouterPolicies' | 'serviceEdgeRouterPolicies' | 'servicePolicies'

declare module '../call/records.js' {
  interface EntityRecords extends Record<PolicyName, PolicyRecord> {}
}

type SentPolicy = SentFields<PolicyName>

/** The order in which controllers check role lists; an answer names the first one that is wrong. */
const checkOrder: readonly RoleList[] = [
  'identityRoles',
  'serviceRoles',
  'postureCheckRoles',
  'edgeRouterRoles',
]

/** What the policies of all kinds have in common. */
const describePolicy = <Name extends PolicyName>(name: Name, lists: readonly RoleList[]) => ({
  name,
  plural: name,
  indexes: ['name'],
  references: lists.map(createRoleReference),
  links: lists.map((list) => members[list].collection),
  toRecord: (sent: SentPolicy, base: BaseRecord, scope: Scope): PolicyRecord => ({
    name: sent.name ?? '',
    semantic: sent.semantic ?? 'AllOf',
    ...(sent.matching && { matching: sent.matching }),
    ...(sent.type !== undefined && { type: sent.type }),
    ...Object.fromEntries(
      checkOrder
        .filter((list) => lists.includes(list))
        .map((list) => [list, normalizeRoles(list, sent[list], scope)]),
    ),
    ...base,
  }),
  normalizeUpdate: (sent: SentPolicy, before: PolicyRecord, { call }: Scope) => ({
    ...sent,
    matching: findSemantics(lists, { sent, before, isReplaced: call.operation.method === 'PUT' }),
  }),
  checkFirst: (named: { id: string; name: string }, scope: Scope) =>
    rejectInvalidName(name, named, scope),
  present: (record: PolicyRecord, scope: Scope): Record<string, unknown> => ({
    name: record.name,
    semantic: record.semantic,
    ...Object.fromEntries(
      lists.flatMap((list): [string, unknown][] => [
        [list, record[list]],
        [`${list}Display`, presentRoles(record, list, scope)],
      ]),
    ),
  }),
})

/** A reference from the roles of a policy (`@` and an id) to records. */
const createRoleReference = (field: RoleList): EntityReference<PolicyName> => ({
  field,
  to: roleTargets[field],
  ids: (policy) =>
    (policy[field] ?? []).flatMap((role) => (role.startsWith('@') ? [role.slice(1)] : [])),
  without: (policy, isGone) => ({
    ...policy,
    [field]: removeIds(
      policy[field] ?? null,
      (role) => role.startsWith('@') && isGone(role.slice(1)),
    ),
  }),
  onDelete: 'clear',
})

type PolicyUpdate = { sent: SentPolicy; before: PolicyRecord; isReplaced: boolean }

/**
 * The semantic of each role list after an update. As recorded on controllers, a list is evaluated
 * with a new semantic only when the list itself changes, or the type of the policy.
 */
function findSemantics(
  lists: readonly RoleList[],
  { sent, before, isReplaced }: PolicyUpdate,
): Record<string, string> {
  const isChanged = (field: RoleList | 'type'): boolean =>
    (isReplaced || sent[field] !== undefined) &&
    toComparable(sent[field]) !== toComparable(before[field])
  return Object.fromEntries(
    lists.map((list) => [
      list,
      isChanged(list) || isChanged('type')
        ? (sent.semantic ?? before.semantic)
        : (before.matching?.[list] ?? before.semantic),
    ]),
  )
}

/** A list independent of its order; absent and empty lists are equal. */
const toComparable = (value: string | string[] | null | undefined): string =>
  JSON.stringify([value ?? []].flat().sort())

/** The entities whose records role lists match. */
const members: { readonly [List in RoleList]: Entity<RoleTargets[List]> } = {
  edgeRouterRoles: edgeRouters,
  identityRoles: identities,
  postureCheckRoles: postureChecks,
  serviceRoles: services,
}

const edgeRouterPolicy = describePolicy('edgeRouterPolicies', ['edgeRouterRoles', 'identityRoles'])

/** Policies that grant identities access to edge routers. */
export const edgeRouterPolicies = defineEntity({
  ...edgeRouterPolicy,
  present: (record, scope) => ({
    ...edgeRouterPolicy.present(record, scope),
    isSystem: record.isSystem ?? false,
  }),
})

/** Policies that let services be used over edge routers. */
export const serviceEdgeRouterPolicies = defineEntity({
  ...describePolicy('serviceEdgeRouterPolicies', ['edgeRouterRoles', 'serviceRoles']),
})

const servicePolicy = describePolicy('servicePolicies', [
  'identityRoles',
  'postureCheckRoles',
  'serviceRoles',
])

/** Policies that let identities dial or bind services, with the required posture checks. */
export const servicePolicies = defineEntity({
  ...servicePolicy,
  toRecord: (sent, base, scope) =>
    servicePolicy.toRecord({ ...sent, type: sent.type ?? 'Dial' }, base, scope),
  check: (record) => {
    // The contract lists `Invalid`, but only for the permissions in responses.
    if (record.type === 'Invalid')
      throw createFieldRefusal('policyType', 'policyType must be Dial or Bind', record.type)
  },
  present: (record, scope) => ({ ...servicePolicy.present(record, scope), type: record.type }),
  symbols: {
    identities: (policy, { records }) => listIds(findMembers(policy, 'identityRoles', records)),
    services: (policy, { records }) => listIds(findMembers(policy, 'serviceRoles', records)),
  },
  linked: {
    identities: linkTo<PolicyName, 'identities'>(identities, (policy, records) =>
      findMembers(policy, 'identityRoles', records),
    ),
    services: linkTo<PolicyName, 'services'>(services, (policy, records) =>
      findMembers(policy, 'serviceRoles', records),
    ),
  },
})

const listIds = (records: readonly BaseRecord[]): string[] => records.map(({ id }) => id)

/** The records that a role list of at least one of some policies matches. */
const selectMembers = <List extends RoleList>(
  list: List,
  policies: readonly PolicyRecord[],
  records: ReadTransaction,
): RecordSource<RoleTargets[List]> => ({
  ...listAll(members[list], records),
  test: createMemberTest(policies, list),
})

/** Lists the records that a role list of a policy matches. */
const listMembers = <List extends RoleList>(
  policies: Entity<PolicyName>,
  list: List,
  to: Entity<RoleTargets[List]> = members[list],
): Handler<unknown> =>
  listRelated(policies, to, (policy, records) => selectMembers(list, [policy], records))

/** Lists the policies whose role list matches a record. */
const listMatchingPolicies = <List extends RoleList>(
  policies: Entity<PolicyName>,
  list: List,
  of: Entity<RoleTargets[List]> = members[list],
): Handler<unknown> =>
  listRelated(of, policies, (record, records) => ({
    ...listAll(policies, records),
    test: createPolicyTest(list, record),
  }))

/**
 * Lists the records that policies connect with a record: `from` is the role list that matches the
 * record, `to` the one that matches those listed.
 */
const listConnected = <From extends RoleList, To extends RoleList>(
  policies: Entity<PolicyName>,
  [from, to]: readonly [From, To],
  of: Entity<RoleTargets[From]> = members[from],
  connected: Entity<RoleTargets[To]> = members[to],
): Handler<unknown> =>
  listRelated(of, connected, function* (record, records, call) {
    const found = yield* findPolicies(records.list(policies.name), from, record)
    return selectMembers(to, filterByType(found, call), records)
  })

/** The policies of the type that the query names, `dial` or `bind`; all policies if it names none. */
function filterByType(policies: readonly PolicyRecord[], { search }: Call): PolicyRecord[] {
  const policyType = search.getAll('policyType').at(-1)?.toLowerCase()
  return policies.filter(({ type }) => !policyType || !type || type.toLowerCase() === policyType)
}

/** Lists of related records: by policy, and across policies. */
export const policyOperations: Handlers = {
  listEdgeRouterPolicyEdgeRouters: listMembers(edgeRouterPolicies, 'edgeRouterRoles'),
  listEdgeRouterPolicyIdentities: listMembers(edgeRouterPolicies, 'identityRoles'),
  listServiceEdgeRouterPolicyEdgeRouters: listMembers(serviceEdgeRouterPolicies, 'edgeRouterRoles'),
  listServiceEdgeRouterPolicyServices: listMembers(serviceEdgeRouterPolicies, 'serviceRoles'),
  listServicePolicyIdentities: listMembers(servicePolicies, 'identityRoles'),
  listServicePolicyPostureChecks: listMembers(servicePolicies, 'postureCheckRoles'),
  listServicePolicyServices: listMembers(servicePolicies, 'serviceRoles'),

  listEdgeRouterEdgeRouterPolicies: listMatchingPolicies(edgeRouterPolicies, 'edgeRouterRoles'),
  listEdgeRouterServiceEdgeRouterPolicies: listMatchingPolicies(
    serviceEdgeRouterPolicies,
    'edgeRouterRoles',
  ),
  listIdentitysEdgeRouterPolicies: listMatchingPolicies(edgeRouterPolicies, 'identityRoles'),
  listIdentityServicePolicies: listMatchingPolicies(servicePolicies, 'identityRoles'),
  listServiceServiceEdgeRouterPolicies: listMatchingPolicies(
    serviceEdgeRouterPolicies,
    'serviceRoles',
  ),
  listServiceServicePolicies: listMatchingPolicies(servicePolicies, 'serviceRoles'),

  listEdgeRouterIdentities: listConnected(edgeRouterPolicies, ['edgeRouterRoles', 'identityRoles']),
  listEdgeRouterServices: listConnected(serviceEdgeRouterPolicies, [
    'edgeRouterRoles',
    'serviceRoles',
  ]),
  listIdentityEdgeRouters: listConnected(edgeRouterPolicies, ['identityRoles', 'edgeRouterRoles']),
  listIdentityServices: listConnected(servicePolicies, ['identityRoles', 'serviceRoles']),
  listServiceEdgeRouters: listConnected(serviceEdgeRouterPolicies, [
    'serviceRoles',
    'edgeRouterRoles',
  ]),
  listServiceIdentities: listConnected(servicePolicies, ['serviceRoles', 'identityRoles']),
}

/** Explains why an identity can or cannot use a service. */
export const policyAdviceOperations: Handlers = {
  getIdentityPolicyAdvice: fromRecordsInParts(function* (scope, call) {
    const { records } = scope
    const identity = getRecord(identities, scope)
    const { serviceId = '' } = call.parameters
    const service = records.get('services', serviceId)
    if (!service) throw createNotFound('service', serviceId)
    const ofIdentity = yield* findPolicies(
      records.list('edgeRouterPolicies'),
      'identityRoles',
      identity,
    )
    const ofService = yield* findPolicies(
      records.list('serviceEdgeRouterPolicies'),
      'serviceRoles',
      service,
    )
    const isOfIdentity = createMemberTest(ofIdentity, 'edgeRouterRoles')
    const isOfService = createMemberTest(ofService, 'edgeRouterRoles')
    const counts = { ofIdentity: 0, ofService: 0 }
    const shared: EntityRecords['routers'][] = []
    for (const router of listAll(edgeRouters, records).records) {
      const [forIdentity, forService] = [isOfIdentity(router), isOfService(router)]
      counts.ofIdentity += forIdentity ? 1 : 0
      counts.ofService += forService ? 1 : 0
      if (forIdentity && forService) shared.push(router)
      if (isPartOver()) yield
    }
    const commonRouters = shared.map((router) => ({
      ...createEntityReference(edgeRouters, router),
      isOnline: false,
    }))
    const access = yield* findPolicies(records.list('servicePolicies'), 'identityRoles', identity)
    const types = access.filter(createPolicyTest('serviceRoles', service)).map(({ type }) => type)
    const data = {
      commonRouters: commonRouters.length > 0 ? commonRouters : null,
      identity: createEntityReference(identities, identity),
      identityId: identity.id,
      identityRouterCount: counts.ofIdentity,
      isBindAllowed: types.includes('Bind'),
      isDialAllowed: types.includes('Dial'),
      service: createEntityReference(services, service),
      serviceId: service.id,
      serviceRouterCount: counts.ofService,
    }
    return { data, meta: null }
  }),
}
