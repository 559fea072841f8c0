import { createLinkedCount } from '../filter/record-test.js'
import type { Handlers } from '../http/handler.js'
import { createNotFound } from '../http/failure.js'
import { createFilterable } from './list.js'
import {
  findNamedIdentities,
  findNamedServices,
  presentRoles,
  normalizeRoles,
  findPolicies,
  findRoutersForIdentity,
  findRoutersForService,
  isNamedBy,
} from './roles.js'
import type { Semantics } from './records.js'
import type { Draft, Entity, Scope } from './entity.js'
import { rejectInvalidName } from './entity.js'
import { identities } from './identities.js'
import { services } from './services.js'
import { edgeRouters } from './routers.js'
import { createReference, createEntityReference } from './present.js'

type RoleLists = Readonly<Record<string, 'identities' | 'services' | 'routers' | 'postureChecks'>>

/** The role lists of a policy, as they are kept. */
const toRoleFields = <Fields>(
  sides: RoleLists,
  sent: Record<string, unknown>,
  scope: Scope,
): Fields =>
  Object.fromEntries(
    Object.entries(sides).map(([field, kind]) => [
      field,
      normalizeRoles(field, toStringList(sent[field]), kind, scope),
    ]),
  ) as Fields

const toStringList = (value: unknown): string[] | null =>
  Array.isArray(value) ? value.map(String) : null

/** The role lists of a policy with the names of what they name. */
const presentRoleLists = (
  sides: RoleLists,
  policy: object,
  scope: Scope,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(policy).flatMap(([field, roles]) => {
      const kind = sides[field]
      return kind
        ? [
            [field, roles],
            [`${field}Display`, presentRoles(toStringList(roles), kind, scope)],
          ]
        : []
    }),
  )

/** The semantic of a policy, and those that its lists of roles are matched by. */
const toSemantics = ({ semantic = 'AllOf', matching }: Partial<Semantics>): Semantics => ({
  semantic,
  ...(matching && { matching }),
})

/** A list so that its order makes no difference, and none is an empty one. */
const toComparable = (value: unknown): unknown =>
  Array.isArray(value) ? [...value].sort() : (value ?? [])

/** As recorded of controllers: who a list of roles names is found anew only when that list changes, or the type of the policy. */
const createNormalizeUpdate =
  (sides: RoleLists) =>
  (sent: Record<string, unknown>, before: Semantics, { call }: Scope): Record<string, unknown> => {
    const stored = new Map(Object.entries(before))
    const isChanged = (field: string): boolean =>
      (sent[field] !== undefined || call.operation.method === 'PUT') &&
      JSON.stringify(toComparable(sent[field])) !== JSON.stringify(toComparable(stored.get(field)))
    const semanticOf = (list: string): unknown =>
      isChanged(list) || isChanged('type')
        ? (sent['semantic'] ?? before.semantic)
        : (before.matching?.[list] ?? before.semantic)
    return {
      ...sent,
      matching: Object.fromEntries(Object.keys(sides).map((list) => [list, semanticOf(list)])),
    }
  }

const edgeRouterPolicyRoles = { edgeRouterRoles: 'routers', identityRoles: 'identities' } as const

/** Which identities may connect to which edge routers. */
export const edgeRouterPolicies: Entity<'edgeRouterPolicies'> = {
  kind: 'edgeRouterPolicies',
  singular: 'edgeRouterPolicy',
  plural: 'edgeRouterPolicies',
  collection: 'edge-router-policies',
  idForm: 'long',
  links: ['edge-routers', 'identities'],
  fields: (sent, scope) => ({
    name: sent.name ?? '',
    ...toSemantics(sent),
    ...toRoleFields<Pick<Draft<'edgeRouterPolicies'>, keyof typeof edgeRouterPolicyRoles>>(
      edgeRouterPolicyRoles,
      sent,
      scope,
    ),
  }),
  normalizeUpdate: createNormalizeUpdate(edgeRouterPolicyRoles),
  check: (record, scope, before) => rejectInvalidName('edgeRouterPolicies', record, scope, before),
  present: (record, scope) => ({
    name: record.name,
    semantic: record.semantic,
    isSystem: record.isSystem ?? false,
    ...presentRoleLists(edgeRouterPolicyRoles, record, scope),
  }),
}

const serviceEdgeRouterPolicyRoles = {
  edgeRouterRoles: 'routers',
  serviceRoles: 'services',
} as const

/** Over which edge routers a service may be used. */
export const serviceEdgeRouterPolicies: Entity<'serviceEdgeRouterPolicies'> = {
  kind: 'serviceEdgeRouterPolicies',
  singular: 'serviceEdgeRouterPolicy',
  plural: 'serviceEdgeRouterPolicies',
  collection: 'service-edge-router-policies',
  idForm: 'long',
  links: ['edge-routers', 'services'],
  fields: (sent, scope) => ({
    name: sent.name ?? '',
    ...toSemantics(sent),
    ...toRoleFields<
      Pick<Draft<'serviceEdgeRouterPolicies'>, keyof typeof serviceEdgeRouterPolicyRoles>
    >(serviceEdgeRouterPolicyRoles, sent, scope),
  }),
  normalizeUpdate: createNormalizeUpdate(serviceEdgeRouterPolicyRoles),
  check: (record, scope, before) =>
    rejectInvalidName('serviceEdgeRouterPolicies', record, scope, before),
  present: (record, scope) => ({
    name: record.name,
    semantic: record.semantic,
    ...presentRoleLists(serviceEdgeRouterPolicyRoles, record, scope),
  }),
}

const servicePolicyRoles = {
  identityRoles: 'identities',
  postureCheckRoles: 'postureChecks',
  serviceRoles: 'services',
} as const

/** Which identities may dial or bind which services, and on which posture. */
export const servicePolicies: Entity<'servicePolicies'> = {
  kind: 'servicePolicies',
  singular: 'servicePolicy',
  plural: 'servicePolicies',
  collection: 'service-policies',
  idForm: 'long',
  links: ['identities', 'posture-checks', 'services'],
  fields: (sent, scope) => ({
    name: sent.name ?? '',
    ...toSemantics(sent),
    type: sent.type ?? 'Dial',
    ...toRoleFields<Pick<Draft<'servicePolicies'>, keyof typeof servicePolicyRoles>>(
      servicePolicyRoles,
      sent,
      scope,
    ),
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
    identities: (record, { records }) => findNamedIdentities(record, records).map(({ id }) => id),
    services: (record, { records }) => findNamedServices(record, records).map(({ id }) => id),
  },
  linked: {
    identities: (scope) =>
      createLinkedCount(
        () => createFilterable(identities, scope),
        (record) => findNamedIdentities(record, scope.records),
      ),
    services: (scope) =>
      createLinkedCount(
        () => createFilterable(services, scope),
        (record) => findNamedServices(record, scope.records),
      ),
  },
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
      const types = findPolicies
        .accessOf(identity, records)
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
