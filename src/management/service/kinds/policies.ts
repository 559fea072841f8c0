import type { Draft, Kind, Scope } from './kind.js'
import { displayOf, rolesOf } from '../roles.js'
import { rejectUsed } from './rules.js'

type Sides = Readonly<Record<string, 'identities' | 'services' | 'routers' | 'postureChecks'>>

/** The role lists of a policy, as they are kept. */
const kept = <Fields>(sides: Sides, sent: Record<string, unknown>, scope: Scope): Fields =>
  Object.fromEntries(Object.entries(sides).map(([field, kind]) => [field, rolesOf(field, listOf(sent[field]), kind, scope)])) as Fields

const listOf = (value: unknown): string[] | null => (Array.isArray(value) ? value.map(String) : null)

/** The role lists of a policy with the names of what they name. */
const shown = (sides: Sides, policy: object, scope: Scope): Record<string, unknown> =>
  Object.fromEntries(Object.entries(policy).flatMap(([field, roles]) => {
    const kind = sides[field]
    return kind ? [[field, roles], [`${field}Display`, displayOf(listOf(roles), kind, scope)]] : []
  }))

const edgeRouterSides = { edgeRouterRoles: 'routers', identityRoles: 'identities' } as const

/** Which identities may connect to which edge routers. */
export const edgeRouterPolicies: Kind<'edgeRouterPolicies'> = {
  kind: 'edgeRouterPolicies',
  one: 'edgeRouterPolicy',
  many: 'edgeRouterPolicies',
  collection: 'edge-router-policies',
  ids: 'long',
  links: ['edge-routers', 'identities'],
  fields: (sent, scope) => ({ name: sent.name ?? '', semantic: sent.semantic ?? 'AllOf', ...kept<Pick<Draft<'edgeRouterPolicies'>, keyof typeof edgeRouterSides>>(edgeRouterSides, sent, scope) }),
  check: (record, scope, before) => rejectUsed('edgeRouterPolicies', record, scope, before),
  show: (record, scope) => ({ name: record.name, semantic: record.semantic, isSystem: record.isSystem ?? false, ...shown(edgeRouterSides, record, scope) }),
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
  fields: (sent, scope) => ({ name: sent.name ?? '', semantic: sent.semantic ?? 'AllOf', ...kept<Pick<Draft<'serviceEdgeRouterPolicies'>, keyof typeof serviceSides>>(serviceSides, sent, scope) }),
  check: (record, scope, before) => rejectUsed('serviceEdgeRouterPolicies', record, scope, before),
  show: (record, scope) => ({ name: record.name, semantic: record.semantic, ...shown(serviceSides, record, scope) }),
}

const accessSides = { identityRoles: 'identities', postureCheckRoles: 'postureChecks', serviceRoles: 'services' } as const

/** Which identities may dial or bind which services, and on which posture. */
export const servicePolicies: Kind<'servicePolicies'> = {
  kind: 'servicePolicies',
  one: 'servicePolicy',
  many: 'servicePolicies',
  collection: 'service-policies',
  ids: 'long',
  links: ['identities', 'posture-checks', 'services'],
  fields: (sent, scope) => ({ name: sent.name ?? '', semantic: sent.semantic ?? 'AllOf', type: sent.type ?? 'Dial', ...kept<Pick<Draft<'servicePolicies'>, keyof typeof accessSides>>(accessSides, sent, scope) }),
  check: (record, scope, before) => rejectUsed('servicePolicies', record, scope, before),
  show: (record, scope) => ({ name: record.name, semantic: record.semantic, type: record.type, ...shown(accessSides, record, scope) }),
}
