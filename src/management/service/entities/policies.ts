import { createFieldRefusal, createNotFound } from '../call/failure.js'
import type { Call, Handler, Handlers } from '../call/call.js'
import type { ReadTransaction, BaseRecord, EntityRecords, NamedRecord } from '../call/records.js'
import { isPartOver } from '../call/work.js'
import type { EntityReference } from '../records/references.js'
import { removeIds } from '../records/references.js'
import type { Scope } from '../call/scope.js'
import { createReadInPartsHandler } from '../call/scope.js'
import { defineEntity, getRecord } from './crud.js'
import type { Entity, EntityDefinition, InputFields } from './entity.js'
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

type PolicyInput = InputFields<PolicyName>

/** The order in which controllers check role lists; the response names the first list that is wrong. */
const checkOrder: readonly RoleList[] = [
  'identityRoles',
  'serviceRoles',
  'postureCheckRoles',
  'edgeRouterRoles',
]

const createPolicyDefinition = (name: PolicyName, lists: readonly RoleList[]) =>
  ({
    name,
    indexes: ['name'],
    references: lists.map(createRoleReference),
    links: lists.map((list) => memberEntities[list].collection),
    toRecord: (input: PolicyInput, base: BaseRecord, scope: Scope): PolicyRecord => ({
      name: input.name ?? '',
      semantic: input.semantic ?? 'AllOf',
      ...(input.matching && { matching: input.matching }),
      ...(input.type !== undefined && { type: input.type }),
      ...Object.fromEntries(
        checkOrder
          .filter((list) => lists.includes(list))
          .map((list) => [list, normalizeRoles(list, input[list], scope)]),
      ),
      ...base,
    }),
    normalizeUpdate: (input: PolicyInput, before: PolicyRecord, { call }: Scope) => ({
      ...input,
      matching: findSemantics(lists, {
        input,
        before,
        isReplacement: call.operation.method === 'PUT',
      }),
    }),
    checkName: (record: { id: string; name: string }, scope: Scope) =>
      rejectInvalidName(name, record, scope),
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
  }) satisfies EntityDefinition<PolicyName>

/** A reference from the roles of a policy (`@` and an id) to records. */
const createRoleReference = (field: RoleList): EntityReference<PolicyName> => ({
  field,
  target: roleTargets[field],
  ids: (policy) =>
    (policy[field] ?? []).flatMap((role) => (role.startsWith('@') ? [role.slice(1)] : [])),
  withoutIds: (policy, isGone) => ({
    ...policy,
    [field]: removeIds(
      policy[field] ?? null,
      (role) => role.startsWith('@') && isGone(role.slice(1)),
    ),
  }),
  onDelete: 'clear',
})

type PolicyUpdate = { input: PolicyInput; before: PolicyRecord; isReplacement: boolean }

/**
 * The semantic of each role list after an update. As recorded on controllers, a role list keeps its semantic unless the
 * list itself or the type of the policy changes.
 */
function findSemantics(
  lists: readonly RoleList[],
  { input, before, isReplacement }: PolicyUpdate,
): Record<string, string> {
  const isChanged = (field: RoleList | 'type'): boolean =>
    (isReplacement || input[field] !== undefined) &&
    toComparable(input[field]) !== toComparable(before[field])
  return Object.fromEntries(
    lists.map((list) => [
      list,
      isChanged(list) || isChanged('type')
        ? (input.semantic ?? before.semantic)
        : (before.matching?.[list] ?? before.semantic),
    ]),
  )
}

/**
 * A string for comparing two values. Lists with the same items in any order are equal, and so are absent and empty
 * lists.
 */
const toComparable = (value: string | string[] | null | undefined): string =>
  JSON.stringify([value ?? []].flat().sort())

const memberEntities: { readonly [List in RoleList]: Entity<RoleTargets[List]> } = {
  edgeRouterRoles: edgeRouters,
  identityRoles: identities,
  postureCheckRoles: postureChecks,
  serviceRoles: services,
}

const edgeRouterPolicy = createPolicyDefinition('edgeRouterPolicies', [
  'edgeRouterRoles',
  'identityRoles',
])

/** Policies that grant identities access to edge routers. */
export const edgeRouterPolicies = defineEntity({
  ...edgeRouterPolicy,
  present: (record, scope) => ({
    ...edgeRouterPolicy.present(record, scope),
    isSystem: record.isSystem ?? false,
  }),
})

/** Policies that select the edge routers over which services can be used. */
export const serviceEdgeRouterPolicies = defineEntity({
  ...createPolicyDefinition('serviceEdgeRouterPolicies', ['edgeRouterRoles', 'serviceRoles']),
})

const servicePolicy = createPolicyDefinition('servicePolicies', [
  'identityRoles',
  'postureCheckRoles',
  'serviceRoles',
])

/** Policies that let identities dial or bind services, with the required posture checks. */
export const servicePolicies = defineEntity({
  ...servicePolicy,
  toRecord: (input, base, scope) =>
    servicePolicy.toRecord({ ...input, type: input.type ?? 'Dial' }, base, scope),
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
  filterLinks: {
    identities: linkTo<PolicyName, 'identities'>(identities, (policy, records) =>
      findMembers(policy, 'identityRoles', records),
    ),
    services: linkTo<PolicyName, 'services'>(services, (policy, records) =>
      findMembers(policy, 'serviceRoles', records),
    ),
  },
})

const listIds = (records: readonly BaseRecord[]): string[] => records.map(({ id }) => id)

/** The records that the role list of at least one of the policies matches. */
const selectMembers = <List extends RoleList>(
  list: List,
  policies: readonly PolicyRecord[],
  records: ReadTransaction,
): RecordSource<RoleTargets[List]> => ({
  ...listAll(memberEntities[list], records),
  test: createMemberTest(policies, list),
})

/** Creates a handler that lists the records that a role list of a policy matches. */
const listMembers = <List extends RoleList>(
  policies: Entity<PolicyName>,
  list: List,
  memberEntity: Entity<RoleTargets[List]> = memberEntities[list],
): Handler<unknown> =>
  listRelated(policies, memberEntity, (policy, records) => selectMembers(list, [policy], records))

const listMatchingPolicies = <List extends RoleList>(
  policies: Entity<PolicyName>,
  list: List,
  memberEntity: Entity<RoleTargets[List]> = memberEntities[list],
): Handler<unknown> =>
  listRelated(memberEntity, policies, (record, records) => ({
    ...listAll(policies, records),
    test: createPolicyTest(list, record),
  }))

/**
 * Creates a handler that lists the records that policies connect with a record. `sourceList` is the role list that
 * matches the record, `targetList` is the role list that matches the listed records.
 */
const listConnected = <Source extends RoleList, Target extends RoleList>(
  policies: Entity<PolicyName>,
  [sourceList, targetList]: readonly [Source, Target],
  sourceEntity: Entity<RoleTargets[Source]> = memberEntities[sourceList],
  targetEntity: Entity<RoleTargets[Target]> = memberEntities[targetList],
): Handler<unknown> =>
  listRelated(sourceEntity, targetEntity, function* (record, records, call) {
    const matchingPolicies = yield* findPolicies(records.list(policies.name), sourceList, record)
    return selectMembers(targetList, filterByType(matchingPolicies, call), records)
  })

/**
 * The policies of the type that the query names, `dial` or `bind`, and policies without a type; all policies if the
 * query names no type.
 */
function filterByType(policies: readonly PolicyRecord[], { searchParams }: Call): PolicyRecord[] {
  const policyType = searchParams.getAll('policyType').at(-1)?.toLowerCase()
  return policies.filter(({ type }) => !policyType || !type || type.toLowerCase() === policyType)
}

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
  getIdentityPolicyAdvice: createReadInPartsHandler(function* (scope, call) {
    const { records } = scope
    const identity = getRecord(identities, scope)
    const { serviceId = '' } = call.parameters
    const service = records.get('services', serviceId)
    if (!service) throw createNotFound('service', serviceId)
    const identityRouterPolicies = yield* findPolicies(
      records.list('edgeRouterPolicies'),
      'identityRoles',
      identity,
    )
    const serviceRouterPolicies = yield* findPolicies(
      records.list('serviceEdgeRouterPolicies'),
      'serviceRoles',
      service,
    )
    const matchesIdentity = createMemberTest(identityRouterPolicies, 'edgeRouterRoles')
    const matchesService = createMemberTest(serviceRouterPolicies, 'edgeRouterRoles')
    const counts = { identityRouters: 0, serviceRouters: 0 }
    const sharedRouters: EntityRecords['routers'][] = []
    for (const router of listAll(edgeRouters, records).records) {
      const [isForIdentity, isForService] = [matchesIdentity(router), matchesService(router)]
      counts.identityRouters += isForIdentity ? 1 : 0
      counts.serviceRouters += isForService ? 1 : 0
      if (isForIdentity && isForService) sharedRouters.push(router)
      if (isPartOver()) yield
    }
    const commonRouters = sharedRouters.map((router) => ({
      ...createEntityReference(edgeRouters, router),
      isOnline: false,
    }))
    const accessPolicies = yield* findPolicies(
      records.list('servicePolicies'),
      'identityRoles',
      identity,
    )
    const policyTypes = accessPolicies
      .filter(createPolicyTest('serviceRoles', service))
      .map(({ type }) => type)
    const data = {
      commonRouters: commonRouters.length > 0 ? commonRouters : null,
      identity: createEntityReference(identities, identity),
      identityId: identity.id,
      identityRouterCount: counts.identityRouters,
      isBindAllowed: policyTypes.includes('Bind'),
      isDialAllowed: policyTypes.includes('Dial'),
      service: createEntityReference(services, service),
      serviceId: service.id,
      serviceRouterCount: counts.serviceRouters,
    }
    return { data, meta: null }
  }),
}
