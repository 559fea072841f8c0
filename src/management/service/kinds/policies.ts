import { filterableOf } from '../filterable.js'
import { linkedTo } from '../filter/index.js'
import { identitiesNamed, servicesNamed } from '../matching.js'
import type { Semantics } from '../records.js'
import { displayOf, rolesOf } from '../roles.js'
import type { Draft, Kind, Scope } from './kind.js'
import { identities } from './identities.js'
import { rejectUsed } from './rules.js'
import { services } from './services.js'

type Sides = Readonly<Record<string, 'identities' | 'services' | 'routers' | 'postureChecks'>>

/** The role lists of a policy, as they are kept. */
const kept = <Fields>(sides: Sides, sent: Record<string, unknown>, scope: Scope): Fields =>
  Object.fromEntries(
    Object.entries(sides).map(([field, kind]) => [
      field,
      rolesOf(field, listOf(sent[field]), kind, scope),
    ]),
  ) as Fields

const listOf = (value: unknown): string[] | null =>
  Array.isArray(value) ? value.map(String) : null

/** The role lists of a policy with the names of what they name. */
const shown = (sides: Sides, policy: object, scope: Scope): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(policy).flatMap(([field, roles]) => {
      const kind = sides[field]
      return kind
        ? [
            [field, roles],
            [`${field}Display`, displayOf(listOf(roles), kind, scope)],
          ]
        : []
    }),
  )

/** The semantic of a policy, and those that its lists of roles are matched by. */
const semantics = ({ semantic = 'AllOf', matching }: Partial<Semantics>): Semantics => ({
  semantic,
  ...(matching && { matching }),
})

/** A list so that its order makes no difference, and none is an empty one. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value) ? [...value].sort() : (value ?? [])

/** As recorded of controllers: who a list of roles names is found anew only when that list changes, or the type of the policy. */
const heardBy =
  (sides: Sides) =>
  (sent: Record<string, unknown>, before: Semantics, { call }: Scope): Record<string, unknown> => {
    const stored = new Map(Object.entries(before))
    const isChanged = (field: string): boolean =>
      (sent[field] !== undefined || call.operation.method === 'PUT') &&
      JSON.stringify(sorted(sent[field])) !== JSON.stringify(sorted(stored.get(field)))
    const semanticOf = (list: string): unknown =>
      isChanged(list) || isChanged('type')
        ? (sent['semantic'] ?? before.semantic)
        : (before.matching?.[list] ?? before.semantic)
    return {
      ...sent,
      matching: Object.fromEntries(Object.keys(sides).map((list) => [list, semanticOf(list)])),
    }
  }

const edgeRouterSides = { edgeRouterRoles: 'routers', identityRoles: 'identities' } as const

/** Which identities may connect to which edge routers. */
export const edgeRouterPolicies: Kind<'edgeRouterPolicies'> = {
  kind: 'edgeRouterPolicies',
  one: 'edgeRouterPolicy',
  many: 'edgeRouterPolicies',
  collection: 'edge-router-policies',
  ids: 'long',
  links: ['edge-routers', 'identities'],
  fields: (sent, scope) => ({
    name: sent.name ?? '',
    ...semantics(sent),
    ...kept<Pick<Draft<'edgeRouterPolicies'>, keyof typeof edgeRouterSides>>(
      edgeRouterSides,
      sent,
      scope,
    ),
  }),
  heard: heardBy(edgeRouterSides),
  check: (record, scope, before) => rejectUsed('edgeRouterPolicies', record, scope, before),
  show: (record, scope) => ({
    name: record.name,
    semantic: record.semantic,
    isSystem: record.isSystem ?? false,
    ...shown(edgeRouterSides, record, scope),
  }),
}

const serviceSides = { edgeRouterRoles: 'routers', serviceRoles: 'services' } as const

/** Over which edge routers a service may be used. */
export const serviceEdgeRouterPolicies: Kind<'serviceEdgeRouterPolicies'> = {
  kind: 'serviceEdgeRouterPolicies',
  one: 'serviceEdgeRouterPolicy',
  many: 'serviceEdgeRouterPolicies',
  collection: 'service-edge-router-policies',
  ids: 'long',
  links: ['edge-routers', 'services'],
  fields: (sent, scope) => ({
    name: sent.name ?? '',
    ...semantics(sent),
    ...kept<Pick<Draft<'serviceEdgeRouterPolicies'>, keyof typeof serviceSides>>(
      serviceSides,
      sent,
      scope,
    ),
  }),
  heard: heardBy(serviceSides),
  check: (record, scope, before) => rejectUsed('serviceEdgeRouterPolicies', record, scope, before),
  show: (record, scope) => ({
    name: record.name,
    semantic: record.semantic,
    ...shown(serviceSides, record, scope),
  }),
}

const accessSides = {
  identityRoles: 'identities',
  postureCheckRoles: 'postureChecks',
  serviceRoles: 'services',
} as const

/** Which identities may dial or bind which services, and on which posture. */
export const servicePolicies: Kind<'servicePolicies'> = {
  kind: 'servicePolicies',
  one: 'servicePolicy',
  many: 'servicePolicies',
  collection: 'service-policies',
  ids: 'long',
  links: ['identities', 'posture-checks', 'services'],
  fields: (sent, scope) => ({
    name: sent.name ?? '',
    ...semantics(sent),
    type: sent.type ?? 'Dial',
    ...kept<Pick<Draft<'servicePolicies'>, keyof typeof accessSides>>(accessSides, sent, scope),
  }),
  heard: heardBy(accessSides),
  check: (record, scope, before) => rejectUsed('servicePolicies', record, scope, before),
  show: (record, scope) => ({
    name: record.name,
    semantic: record.semantic,
    type: record.type,
    ...shown(accessSides, record, scope),
  }),
  symbols: {
    identities: (record, { records }) => identitiesNamed(record, records).map(({ id }) => id),
    services: (record, { records }) => servicesNamed(record, records).map(({ id }) => id),
  },
  linked: {
    identities: (scope) =>
      linkedTo(
        () => filterableOf(identities, scope),
        (record) => identitiesNamed(record, scope.records),
      ),
    services: (scope) =>
      linkedTo(
        () => filterableOf(services, scope),
        (record) => servicesNamed(record, scope.records),
      ),
  },
}
