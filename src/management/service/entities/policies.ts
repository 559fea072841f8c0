import type { Reading } from '../environment.js'
import { createLinkedCount } from '../filter/record-test.js'
import { createNotFound } from '../http/failure.js'
import type { Call, Handlers } from '../http/handler.js'
import { defineEntity } from './crud.js'
import { rejectInvalidName } from './entity.js'
import { identities } from './identities.js'
import { createFilterable, listRelated } from './list.js'
import { postureChecks } from './posture-checks.js'
import { createReference, createEntityReference } from './present.js'
import type { EntityRecords, NamedRecord } from './records.js'
import { createRoleReference } from './references.js'
import type { RoleTarget, Semantics } from './roles.js'
import { findNamed, findPolicies, isNamedBy, normalizeRoles, presentRoles } from './roles.js'
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

/** The lists of roles of a policy, and whose records each names. */
type RoleLists = Readonly<Record<string, RoleTarget>>

/** The role lists of a policy with the names of what they name. */
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

/** The semantic of a policy, and those that its lists of roles are matched by. */
const toSemantics = ({ semantic = 'AllOf', matching }: Partial<Semantics>): Semantics => ({
  semantic,
  ...(matching && { matching }),
})

/** A list so that its order makes no difference, and none is an empty one. */
const toComparable = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(String).sort() : (value ?? [])

/** As recorded of controllers: who a list of roles names is found anew only when that list changes, or the type of the policy. */
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

/** Which identities may connect to which edge routers. */
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

/** Over which edge routers a service may be used. */
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

/** Which identities may dial or bind which services, and on which posture. */
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
  check: (record, scope, before) => rejectInvalidName('servicePolicies', record, scope, before),
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

type Identity = EntityRecords['identities']
type Router = EntityRecords['routers']
type Service = EntityRecords['services']

/** The records that a policy names. */
const findIdentities = (
  policy: EdgeRouterPolicyRecord | ServicePolicyRecord,
  records: Reading,
): Identity[] => findNamed([policy], 'identityRoles', records.list('identities'))

const findServices = (
  policy: ServiceEdgeRouterPolicyRecord | ServicePolicyRecord,
  records: Reading,
): Service[] => findNamed([policy], 'serviceRoles', records.list('services'))

const findEdgeRouters = (
  policy: EdgeRouterPolicyRecord | ServiceEdgeRouterPolicyRecord,
  records: Reading,
): Router[] => findNamed([policy], 'edgeRouterRoles', listEdgeRouters(records))

const listEdgeRouters = (records: Reading): Iterable<Router> =>
  records.find('routers', 'isEdge', 'true')

/** The policies that name a record. */
const findAccessOf = (identity: Identity, records: Reading): ServicePolicyRecord[] =>
  findPolicies(records.list('servicePolicies'), 'identityRoles', identity)

const findAccessTo = (service: Service, records: Reading): ServicePolicyRecord[] =>
  findPolicies(records.list('servicePolicies'), 'serviceRoles', service)

const findPoliciesOfIdentity = (identity: Identity, records: Reading): EdgeRouterPolicyRecord[] =>
  findPolicies(records.list('edgeRouterPolicies'), 'identityRoles', identity)

const findPoliciesOfRouter = (router: Router, records: Reading): EdgeRouterPolicyRecord[] =>
  findPolicies(records.list('edgeRouterPolicies'), 'edgeRouterRoles', router)

const findServicePoliciesOfRouter = (
  router: Router,
  records: Reading,
): ServiceEdgeRouterPolicyRecord[] =>
  findPolicies(records.list('serviceEdgeRouterPolicies'), 'edgeRouterRoles', router)

const findPoliciesOfService = (
  service: Service,
  records: Reading,
): ServiceEdgeRouterPolicyRecord[] =>
  findPolicies(records.list('serviceEdgeRouterPolicies'), 'serviceRoles', service)

/** Edge routers that an identity may connect to. */
const findRoutersForIdentity = (identity: Identity, records: Reading): Router[] =>
  findNamed(findPoliciesOfIdentity(identity, records), 'edgeRouterRoles', listEdgeRouters(records))

/** Edge routers over which a service may be used. */
const findRoutersForService = (service: Service, records: Reading): Router[] =>
  findNamed(findPoliciesOfService(service, records), 'edgeRouterRoles', listEdgeRouters(records))

/** Policies of the type that a query asks for: `dial` or `bind`, or either. */
function filterByType(
  policies: readonly ServicePolicyRecord[],
  { search }: Call,
): ServicePolicyRecord[] {
  const asked = search.getAll('policyType').at(-1)
  const type = asked && asked.charAt(0).toUpperCase() + asked.slice(1)
  return policies.filter((policy) => !type || policy.type === type)
}

/** What policies tie together. */
export const policyOperations: Handlers = {
  listEdgeRouterPolicyEdgeRouters: listRelated(edgeRouterPolicies, edgeRouters, findEdgeRouters),
  listEdgeRouterPolicyIdentities: listRelated(edgeRouterPolicies, identities, findIdentities),
  listServiceEdgeRouterPolicyEdgeRouters: listRelated(
    serviceEdgeRouterPolicies,
    edgeRouters,
    findEdgeRouters,
  ),
  listServiceEdgeRouterPolicyServices: listRelated(
    serviceEdgeRouterPolicies,
    services,
    findServices,
  ),
  listServicePolicyIdentities: listRelated(servicePolicies, identities, findIdentities),
  listServicePolicyPostureChecks: listRelated(servicePolicies, postureChecks, (policy, records) =>
    findNamed([policy], 'postureCheckRoles', records.list('postureChecks')),
  ),
  listServicePolicyServices: listRelated(servicePolicies, services, findServices),

  listEdgeRouterEdgeRouterPolicies: listRelated(
    edgeRouters,
    edgeRouterPolicies,
    findPoliciesOfRouter,
  ),
  listEdgeRouterServiceEdgeRouterPolicies: listRelated(
    edgeRouters,
    serviceEdgeRouterPolicies,
    findServicePoliciesOfRouter,
  ),
  listEdgeRouterIdentities: listRelated(edgeRouters, identities, (router, records) =>
    findNamed(findPoliciesOfRouter(router, records), 'identityRoles', records.list('identities')),
  ),
  listEdgeRouterServices: listRelated(edgeRouters, services, (router, records) =>
    findNamed(
      findServicePoliciesOfRouter(router, records),
      'serviceRoles',
      records.list('services'),
    ),
  ),

  listIdentitysEdgeRouterPolicies: listRelated(
    identities,
    edgeRouterPolicies,
    findPoliciesOfIdentity,
  ),
  listIdentityServicePolicies: listRelated(identities, servicePolicies, findAccessOf),
  listIdentityEdgeRouters: listRelated(identities, edgeRouters, findRoutersForIdentity),
  listIdentityServices: listRelated(identities, services, (identity, records, call) =>
    findNamed(
      filterByType(findAccessOf(identity, records), call),
      'serviceRoles',
      records.list('services'),
    ),
  ),

  listServiceEdgeRouters: listRelated(services, edgeRouters, findRoutersForService),
  listServiceIdentities: listRelated(services, identities, (service, records, call) =>
    findNamed(
      filterByType(findAccessTo(service, records), call),
      'identityRoles',
      records.list('identities'),
    ),
  ),
  listServiceServiceEdgeRouterPolicies: listRelated(
    services,
    serviceEdgeRouterPolicies,
    findPoliciesOfService,
  ),
  listServiceServicePolicies: listRelated(services, servicePolicies, findAccessTo),
}

/** Why an identity can or cannot use a service. */
export const policyAdviceOperations: Handlers = {
  getIdentityPolicyAdvice: ({ parameters }, environment) =>
    environment.read((records) => {
      const identity = records.get('identities', parameters['id'] ?? '')
      if (!identity) throw createNotFound('identity', parameters['id'] ?? '')
      const service = records.get('services', parameters['serviceId'] ?? '')
      if (!service) throw createNotFound('service', parameters['serviceId'] ?? '')
      const own = findRoutersForIdentity(identity, records)
      const ofService = new Set(findRoutersForService(service, records).map(({ id }) => id))
      const common = own
        .filter(({ id }) => ofService.has(id))
        .map((router) => ({
          ...createReference('edge-routers', router, edgeRouters.links),
          isOnline: false,
        }))
      const types = findAccessOf(identity, records)
        .filter((policy) => isNamedBy(policy, 'serviceRoles', service))
        .map(({ type }) => type)
      const data = {
        commonRouters: common.length > 0 ? common : null,
        identity: createEntityReference(identities, identity),
        identityId: identity.id,
        identityRouterCount: own.length,
        isBindAllowed: types.includes('Bind'),
        isDialAllowed: types.includes('Dial'),
        service: createReference('services', service, services.links),
        serviceId: service.id,
        serviceRouterCount: ofService.size,
      }
      return { data, meta: null }
    }),
}
