import type { ReadTransaction } from '../service-context.js'
import { createLinkedCount } from '../filter/record-test.js'
import { createFieldRefusal, createNotFound } from '../http/failure.js'
import type { Call, Handlers } from '../http/handler.js'
import type { Work } from '../work.js'
import { isPartOver } from '../work.js'
import { defineEntity } from './crud.js'
import { rejectInvalidName } from './entity.js'
import { identities } from './identities.js'
import { createFilterable, listRelated } from './list.js'
import { postureChecks } from './posture-checks.js'
import { createReference, createEntityReference } from './present.js'
import type { EntityRecords, NamedRecord } from './records.js'
import { createRoleReference } from './references.js'
import type { Member, RoleTarget, Semantics, WithRoles } from './roles.js'
import {
  createMemberTest,
  createPolicyTest,
  findMembers,
  findPolicies,
  normalizeRoles,
  presentRoles,
} from './roles.js'
import { edgeRouters } from './routers.js'
import type { Scope } from './scope.js'
import { services } from './services.js'

type PolicyRecord = NamedRecord & Semantics

type EdgeRouterPolicyRecord = PolicyRecord & {
  edgeRouterRoles: string[] | null
  identityRoles: string[] | null
}

type ServiceEdgeRouterPolicyRecord = PolicyRecord & {
  edgeRouterRoles: string[] | null
  serviceRoles: string[] | null
}

type ServicePolicyRecord = PolicyRecord & {
  type: string
  identityRoles: string[] | null
  serviceRoles: string[] | null
  postureCheckRoles: string[] | null
}

declare module './records.js' {
  interface EntityRecords {
    edgeRouterPolicies: EdgeRouterPolicyRecord
    serviceEdgeRouterPolicies: ServiceEdgeRouterPolicyRecord
    servicePolicies: ServicePolicyRecord
  }
}

/** The role lists of a policy, with the entity that each one refers to. */
type RoleLists = Readonly<Record<string, RoleTarget>>

/** The role lists of a policy in responses, with the names of referenced records. */
const presentRoleLists = (
  lists: RoleLists,
  policy: object,
  scope: Scope,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(policy).flatMap(([field, roles]) => {
      const target = lists[field]
      return target
        ? [
            [field, roles],
            [`${field}Display`, presentRoles(toStringList(roles), target, scope)],
          ]
        : []
    }),
  )

const toStringList = (value: unknown): string[] | null =>
  Array.isArray(value) ? value.map(String) : null

/** The semantic of a policy, and the semantic of each role list. */
const toSemantics = ({ semantic = 'AllOf', matching }: Partial<Semantics>): Semantics => ({
  semantic,
  ...(matching && { matching }),
})

/** A list independent of its order; absent and empty lists are equal. */
const toComparable = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(String).sort() : (value ?? [])

/**
 * As recorded on controllers, a role list is evaluated with a new semantic only when the list
 * itself changes, or the type of the policy.
 */
const createNormalizeUpdate =
  (lists: RoleLists) =>
  <Sent extends Partial<Semantics>>(
    sent: Sent,
    before: Semantics,
    { call }: Scope,
  ): Sent & Pick<Semantics, 'matching'> => {
    const stored = new Map<string, unknown>(Object.entries(before))
    const fields = new Map<string, unknown>(Object.entries(sent))
    const isChanged = (field: string): boolean =>
      (fields.get(field) !== undefined || call.operation.method === 'PUT') &&
      JSON.stringify(toComparable(fields.get(field))) !==
        JSON.stringify(toComparable(stored.get(field)))
    const getSemantic = (list: string): string =>
      isChanged(list) || isChanged('type')
        ? (sent.semantic ?? before.semantic)
        : (before.matching?.[list] ?? before.semantic)
    return {
      ...sent,
      matching: Object.fromEntries(Object.keys(lists).map((list) => [list, getSemantic(list)])),
    }
  }

const edgeRouterPolicyRoles = { edgeRouterRoles: 'routers', identityRoles: 'identities' } as const

/** Policies that grant identities access to edge routers. */
export const edgeRouterPolicies = defineEntity({
  name: 'edgeRouterPolicies',
  indexes: ['name'],
  references: [
    createRoleReference('edgeRouterRoles', 'routers'),
    createRoleReference('identityRoles', 'identities'),
  ],
  singular: 'edgeRouterPolicy',
  plural: 'edgeRouterPolicies',
  collection: 'edge-router-policies',
  idForm: 'long',
  links: ['edge-routers', 'identities'],
  toRecord: (sent, base, scope) => ({
    name: sent.name ?? '',
    ...toSemantics(sent),
    edgeRouterRoles: normalizeRoles('edgeRouterRoles', sent.edgeRouterRoles, 'routers', scope),
    identityRoles: normalizeRoles('identityRoles', sent.identityRoles, 'identities', scope),
    ...base,
  }),
  normalizeUpdate: createNormalizeUpdate(edgeRouterPolicyRoles),
  check: (record, scope, before) => rejectInvalidName('edgeRouterPolicies', record, scope, before),
  present: (record, scope) => ({
    name: record.name,
    semantic: record.semantic,
    isSystem: record.isSystem ?? false,
    ...presentRoleLists(edgeRouterPolicyRoles, record, scope),
  }),
})

const serviceEdgeRouterPolicyRoles = {
  edgeRouterRoles: 'routers',
  serviceRoles: 'services',
} as const

export const serviceEdgeRouterPolicies = defineEntity({
  name: 'serviceEdgeRouterPolicies',
  indexes: ['name'],
  references: [
    createRoleReference('edgeRouterRoles', 'routers'),
    createRoleReference('serviceRoles', 'services'),
  ],
  singular: 'serviceEdgeRouterPolicy',
  plural: 'serviceEdgeRouterPolicies',
  collection: 'service-edge-router-policies',
  idForm: 'long',
  links: ['edge-routers', 'services'],
  toRecord: (sent, base, scope) => ({
    name: sent.name ?? '',
    ...toSemantics(sent),
    edgeRouterRoles: normalizeRoles('edgeRouterRoles', sent.edgeRouterRoles, 'routers', scope),
    serviceRoles: normalizeRoles('serviceRoles', sent.serviceRoles, 'services', scope),
    ...base,
  }),
  normalizeUpdate: createNormalizeUpdate(serviceEdgeRouterPolicyRoles),
  check: (record, scope, before) =>
    rejectInvalidName('serviceEdgeRouterPolicies', record, scope, before),
  present: (record, scope) => ({
    name: record.name,
    semantic: record.semantic,
    ...presentRoleLists(serviceEdgeRouterPolicyRoles, record, scope),
  }),
})

const servicePolicyRoles = {
  identityRoles: 'identities',
  postureCheckRoles: 'postureChecks',
  serviceRoles: 'services',
} as const

/** Policies that let identities dial or bind services, with the required posture checks. */
export const servicePolicies = defineEntity({
  name: 'servicePolicies',
  indexes: ['name'],
  references: [
    createRoleReference('identityRoles', 'identities'),
    createRoleReference('serviceRoles', 'services'),
    createRoleReference('postureCheckRoles', 'postureChecks'),
  ],
  singular: 'servicePolicy',
  plural: 'servicePolicies',
  collection: 'service-policies',
  idForm: 'long',
  links: ['identities', 'posture-checks', 'services'],
  toRecord: (sent, base, scope) => ({
    name: sent.name ?? '',
    ...toSemantics(sent),
    type: sent.type ?? 'Dial',
    identityRoles: normalizeRoles('identityRoles', sent.identityRoles, 'identities', scope),
    postureCheckRoles: normalizeRoles(
      'postureCheckRoles',
      sent.postureCheckRoles,
      'postureChecks',
      scope,
    ),
    serviceRoles: normalizeRoles('serviceRoles', sent.serviceRoles, 'services', scope),
    ...base,
  }),
  normalizeUpdate: createNormalizeUpdate(servicePolicyRoles),
  check: (record, scope, before) => {
    // The contract of controllers knows it, for the permissions in answers only.
    if (record.type === 'Invalid')
      throw createFieldRefusal('policyType', 'policyType must be Dial or Bind', record.type)
    rejectInvalidName('servicePolicies', record, scope, before)
  },
  present: (record, scope) => ({
    name: record.name,
    semantic: record.semantic,
    type: record.type,
    ...presentRoleLists(servicePolicyRoles, record, scope),
  }),
  symbols: {
    identities: (policy, { records }) => findIdentities(policy, records).map(({ id }) => id),
    services: (policy, { records }) => findServices(policy, records).map(({ id }) => id),
  },
  linked: {
    identities: (scope) =>
      createLinkedCount(
        () => createFilterable(identities, scope),
        (policy) => findIdentities(policy, scope.records),
      ),
    services: (scope) =>
      createLinkedCount(
        () => createFilterable(services, scope),
        (policy) => findServices(policy, scope.records),
      ),
  },
})

/** The records that the role lists of a service policy match, for filters. */
const findIdentities = (
  policy: ServicePolicyRecord,
  records: ReadTransaction,
): EntityRecords['identities'][] =>
  findMembers(policy, 'identityRoles', { target: 'identities', records })

const findServices = (
  policy: ServicePolicyRecord,
  records: ReadTransaction,
): EntityRecords['services'][] =>
  findMembers(policy, 'serviceRoles', { target: 'services', records })

/** Selects the records that a role list of policies matches. */
const selectMatched =
  <List extends string, Target extends RoleTarget>(
    list: List,
    listTargets: (records: ReadTransaction) => Iterable<EntityRecords[Target]>,
  ) =>
  (policies: readonly WithRoles<List>[], records: ReadTransaction) => ({
    records: listTargets(records),
    test: createMemberTest(policies, list),
  })

const matchedRouters = selectMatched<'edgeRouterRoles', 'routers'>('edgeRouterRoles', (records) =>
  records.find('routers', 'isEdge', 'true'),
)
const matchedIdentities = selectMatched<'identityRoles', 'identities'>('identityRoles', (records) =>
  records.list('identities'),
)
const matchedServices = selectMatched<'serviceRoles', 'services'>('serviceRoles', (records) =>
  records.list('services'),
)
const matchedChecks = selectMatched<'postureCheckRoles', 'postureChecks'>(
  'postureCheckRoles',
  (records) => records.list('postureChecks'),
)

/** The policies whose role list matches a record: as a list to select from, or found at once. */
const selectMatching = <List extends string, Policy extends WithRoles<List>>(
  list: List,
  listPolicies: (records: ReadTransaction) => Iterable<Policy>,
) => ({
  list: (record: Member, records: ReadTransaction) => ({
    records: listPolicies(records),
    test: createPolicyTest(list, record),
  }),
  find: (record: Member, records: ReadTransaction): Work<Policy[]> =>
    findPolicies(listPolicies(records), list, record),
})

const accessOfIdentity = selectMatching('identityRoles', (records) =>
  records.list('servicePolicies'),
)
const accessToService = selectMatching('serviceRoles', (records) => records.list('servicePolicies'))
const routersOfIdentity = selectMatching('identityRoles', (records) =>
  records.list('edgeRouterPolicies'),
)
const identitiesOfRouter = selectMatching('edgeRouterRoles', (records) =>
  records.list('edgeRouterPolicies'),
)
const routersOfService = selectMatching('serviceRoles', (records) =>
  records.list('serviceEdgeRouterPolicies'),
)
const servicesOfRouter = selectMatching('edgeRouterRoles', (records) =>
  records.list('serviceEdgeRouterPolicies'),
)

/** Selects the records that share a policy with a record. */
const throughPolicies = <Policy, Source>(
  { find }: { find: (record: Member, records: ReadTransaction) => Work<Policy[]> },
  findNamedBy: (policies: readonly Policy[], records: ReadTransaction) => Source,
  choose: (policies: readonly Policy[], call: Call) => readonly Policy[] = (policies) => policies,
) =>
  function* (record: Member, records: ReadTransaction, call: Call): Work<Source> {
    return findNamedBy(choose(yield* find(record, records), call), records)
  }

/** Selects the records that one policy matches. */
const fromPolicy =
  <Policy, Source>(
    findNamedBy: (policies: readonly Policy[], records: ReadTransaction) => Source,
  ) =>
  (policy: Policy, records: ReadTransaction): Source =>
    findNamedBy([policy], records)

/** Policies of the type in the query: `dial` or `bind`; all without one. */
function filterByType(
  policies: readonly ServicePolicyRecord[],
  { search }: Call,
): readonly ServicePolicyRecord[] {
  const policyType = search.getAll('policyType').at(-1)
  const type = policyType && policyType.charAt(0).toUpperCase() + policyType.slice(1)
  return policies.filter((policy) => !type || policy.type === type)
}

/** Lists of related records: by policy, and across policies. */
export const policyOperations: Handlers = {
  listEdgeRouterPolicyEdgeRouters: listRelated(
    edgeRouterPolicies,
    edgeRouters,
    fromPolicy(matchedRouters),
  ),
  listEdgeRouterPolicyIdentities: listRelated(
    edgeRouterPolicies,
    identities,
    fromPolicy(matchedIdentities),
  ),
  listServiceEdgeRouterPolicyEdgeRouters: listRelated(
    serviceEdgeRouterPolicies,
    edgeRouters,
    fromPolicy(matchedRouters),
  ),
  listServiceEdgeRouterPolicyServices: listRelated(
    serviceEdgeRouterPolicies,
    services,
    fromPolicy(matchedServices),
  ),
  listServicePolicyIdentities: listRelated(
    servicePolicies,
    identities,
    fromPolicy(matchedIdentities),
  ),
  listServicePolicyPostureChecks: listRelated(
    servicePolicies,
    postureChecks,
    fromPolicy(matchedChecks),
  ),
  listServicePolicyServices: listRelated(servicePolicies, services, fromPolicy(matchedServices)),

  listEdgeRouterEdgeRouterPolicies: listRelated(
    edgeRouters,
    edgeRouterPolicies,
    identitiesOfRouter.list,
  ),
  listEdgeRouterServiceEdgeRouterPolicies: listRelated(
    edgeRouters,
    serviceEdgeRouterPolicies,
    servicesOfRouter.list,
  ),
  listEdgeRouterIdentities: listRelated(
    edgeRouters,
    identities,
    throughPolicies(identitiesOfRouter, matchedIdentities),
  ),
  listEdgeRouterServices: listRelated(
    edgeRouters,
    services,
    throughPolicies(servicesOfRouter, matchedServices),
  ),

  listIdentitysEdgeRouterPolicies: listRelated(
    identities,
    edgeRouterPolicies,
    routersOfIdentity.list,
  ),
  listIdentityServicePolicies: listRelated(identities, servicePolicies, accessOfIdentity.list),
  listIdentityEdgeRouters: listRelated(
    identities,
    edgeRouters,
    throughPolicies(routersOfIdentity, matchedRouters),
  ),
  listIdentityServices: listRelated(
    identities,
    services,
    throughPolicies(accessOfIdentity, matchedServices, filterByType),
  ),

  listServiceEdgeRouters: listRelated(
    services,
    edgeRouters,
    throughPolicies(routersOfService, matchedRouters),
  ),
  listServiceIdentities: listRelated(
    services,
    identities,
    throughPolicies(accessToService, matchedIdentities, filterByType),
  ),
  listServiceServiceEdgeRouterPolicies: listRelated(
    services,
    serviceEdgeRouterPolicies,
    routersOfService.list,
  ),
  listServiceServicePolicies: listRelated(services, servicePolicies, accessToService.list),
}

/** Explains why an identity can or cannot use a service. */
export const policyAdviceOperations: Handlers = {
  getIdentityPolicyAdvice: ({ parameters }, context) =>
    context.readInParts(function* (records) {
      const identity = records.get('identities', parameters['id'] ?? '')
      if (!identity) throw createNotFound('identity', parameters['id'] ?? '')
      const service = records.get('services', parameters['serviceId'] ?? '')
      if (!service) throw createNotFound('service', parameters['serviceId'] ?? '')
      const isOfIdentity = createMemberTest(
        yield* routersOfIdentity.find(identity, records),
        'edgeRouterRoles',
      )
      const isOfService = createMemberTest(
        yield* routersOfService.find(service, records),
        'edgeRouterRoles',
      )
      const counts = { ofIdentity: 0, ofService: 0 }
      const shared: EntityRecords['routers'][] = []
      for (const router of records.find('routers', 'isEdge', 'true')) {
        const [own, ofService] = [isOfIdentity(router), isOfService(router)]
        counts.ofIdentity += own ? 1 : 0
        counts.ofService += ofService ? 1 : 0
        if (own && ofService) shared.push(router)
        if (isPartOver()) yield
      }
      const commonRouters = shared.map((router) => ({
        ...createReference('edge-routers', router, edgeRouters.links),
        isOnline: false,
      }))
      const types = (yield* accessOfIdentity.find(identity, records))
        .filter(createPolicyTest('serviceRoles', service))
        .map(({ type }) => type)
      const data = {
        commonRouters: commonRouters.length > 0 ? commonRouters : null,
        identity: createEntityReference(identities, identity),
        identityId: identity.id,
        identityRouterCount: counts.ofIdentity,
        isBindAllowed: types.includes('Bind'),
        isDialAllowed: types.includes('Dial'),
        service: createReference('services', service, services.links),
        serviceId: service.id,
        serviceRouterCount: counts.ofService,
      }
      return { data, meta: null }
    }),
}
