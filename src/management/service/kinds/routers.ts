import { closeEnrollments, openEnrollment, openFor } from '../enrolling.js'
import type { Kinds } from '../records.js'
import { badField } from '../refusal.js'
import { forget } from '../roles.js'
import { time, zeroTime } from '../show.js'
import { create } from '../crud.js'
import { dropIdentity, identities } from './identities.js'
import type { Kind, Scope, WritingScope } from './kind.js'
import { attributes, rejectTakenName, rejectUsed } from './rules.js'

type Router = Kinds['routers']

const fields: Kind<'routers'>['fields'] = (sent) => ({
  name: sent.name ?? '',
  isEdge: sent.isEdge ?? false,
  isTunnelerEnabled: sent.isTunnelerEnabled ?? false,
  cost: sent.cost ?? 0,
  noTraversal: sent.noTraversal ?? false,
  disabled: sent.disabled ?? false,
  roleAttributes: attributes(sent.roleAttributes),
  appData: flat(sent.appData ?? {}),
  isVerified: sent.isVerified ?? false,
  fingerprint: sent.fingerprint ?? null,
  certPem: sent.certPem ?? null,
  unverifiedFingerprint: sent.unverifiedFingerprint ?? null,
  unverifiedCertPem: sent.unverifiedCertPem ?? null,
  configs: null,
  ctrlChanListeners: sent.ctrlChanListeners ?? null,
})

/** Application data of a router has no maps in it. */
function flat(appData: NonNullable<Router['appData']>): NonNullable<Router['appData']> {
  const nested = Object.entries(appData).find(
    ([, value]) => typeof value === 'object' && value !== null,
  )
  if (nested) throw badField('appData', 'nested maps not supported', nested[0])
  return appData
}

const keeps = [
  'isEdge',
  'isVerified',
  'fingerprint',
  'certPem',
  'unverifiedFingerprint',
  'unverifiedCertPem',
] as const

/** The enrollment of a router that waits for it. */
function enrollmentOf(
  id: string,
  { records }: Pick<Scope, 'records'>,
): Kinds['enrollments'] | undefined {
  const [enrollment] = [
    ...records.find('enrollments', 'edgeRouter', id),
    ...records.find('enrollments', 'transitRouter', id),
  ]
  return enrollment
}

/** Invites a router, so that nobody else's invitation counts any more. */
export function invite(router: Router, scope: WritingScope): void {
  const subject = router.isEdge
    ? ({ method: 'erott', edgeRouter: router.id } as const)
    : ({ method: 'trott', transitRouter: router.id } as const)
  closeEnrollments(router.isEdge ? 'edgeRouter' : 'transitRouter', router.id, scope)
  openEnrollment({ ...subject, expiresAt: scope.now + openFor }, scope)
}

function shown(router: Router, scope: Scope): Record<string, unknown> {
  const {
    cost,
    disabled,
    name,
    noTraversal,
    configs,
    isVerified,
    unverifiedCertPem,
    unverifiedFingerprint,
    ctrlChanListeners,
  } = router
  const enrollment = enrollmentOf(router.id, scope)
  const open = enrollment && {
    enrollmentCreatedAt: zeroTime,
    enrollmentExpiresAt: time(enrollment.expiresAt),
    enrollmentJwt: enrollment.jwt,
    enrollmentToken: enrollment.token,
  }
  return {
    cost,
    disabled,
    name,
    noTraversal,
    configs,
    isOnline: false,
    isVerified,
    interfaces: null,
    unverifiedCertPem,
    unverifiedFingerprint,
    ...(ctrlChanListeners && { ctrlChanListeners }),
    ...open,
  }
}

const symbols: Kind<'routers'>['symbols'] = { connected: () => false, online: () => false }

const deleting = (router: Router, scope: WritingScope): void => {
  closeEnrollments('edgeRouter', router.id, scope)
  closeEnrollments('transitRouter', router.id, scope)
  for (const terminator of [...scope.records.find('terminators', 'router', router.id)])
    scope.records.delete('terminators', terminator.id)
  dropTunneler(router.id, scope)
  forget(router.id, scope.records)
}

/** The identity of a router's tunneler, and the policy that lets it use the router. Both have the id of the router. */
function makeTunneler({ id, name }: Router, scope: WritingScope): void {
  create(identities, { name, typeId: 'Router' }, scope, id)
  const roles = [`@${id}`]
  scope.records.put('edgeRouterPolicies', {
    id,
    createdAt: scope.now,
    updatedAt: scope.now,
    tags: {},
    isSystem: true,
    name: `edge-router-${id}-system`,
    semantic: 'AnyOf',
    edgeRouterRoles: roles,
    identityRoles: roles,
  })
}

/** The identity has the name of its router, which then no other identity may have. */
function renameTunneler({ id, name }: Router, scope: WritingScope): void {
  const identity = scope.records.get('identities', id)
  if (!identity || identity.name === name) return
  rejectTakenName('identities', { id, name }, scope)
  scope.records.put('identities', { ...identity, name, updatedAt: scope.now })
}

function dropTunneler(id: string, scope: WritingScope): void {
  scope.records.delete('edgeRouterPolicies', id)
  const identity = scope.records.get('identities', id)
  if (identity?.typeId === 'Router') dropIdentity(identity, scope)
}

const version = { arch: '', buildDate: '', os: '', revision: '', version: '' }

/** A router that identities connect to. */
export const edgeRouters: Kind<'routers'> = {
  kind: 'routers',
  one: 'router',
  part: { index: 'isEdge', value: 'true', has: ({ isEdge }) => isEdge },
  collection: 'edge-routers',
  ids: 'short',
  links: ['edge-router-policies'],
  fields: (sent, scope) => fields({ ...sent, isEdge: true }, scope),
  keeps,
  check: (router, scope) => rejectUsed('routers', router, scope),
  created: (router, scope) => {
    if (router.isTunnelerEnabled) makeTunneler(router, scope)
    invite(router, scope)
  },
  updated: (router, scope, before) => {
    if (router.isTunnelerEnabled && !before.isTunnelerEnabled) makeTunneler(router, scope)
    if (!router.isTunnelerEnabled && before.isTunnelerEnabled) dropTunneler(router.id, scope)
    if (router.isTunnelerEnabled) renameTunneler(router, scope)
  },
  deleting,
  show: (router, scope) => ({
    ...shown(router, scope),
    appData: router.appData,
    certPem: router.certPem,
    fingerprint: router.fingerprint,
    hostname: '',
    isTunnelerEnabled: router.isTunnelerEnabled,
    roleAttributes: router.roleAttributes,
    supportedProtocols: {},
    syncStatus: 'SYNC_UNKNOWN',
    versionInfo: version,
  }),
  symbols,
}

/** A router that carries circuits; edge routers are among them, as they are on a controller. */
export const transitRouters: Kind<'routers'> = {
  kind: 'routers',
  one: 'router',
  collection: 'transit-routers',
  ids: 'short',
  fields,
  // Controllers heed cost and traversal at the create only.
  keeps: [...keeps, 'cost', 'noTraversal', 'disabled'],
  check: (router, scope) => rejectTakenName('routers', router, scope),
  created: (router, scope) => {
    scope.records.put('routers', { ...router, disabled: false })
    invite(router, scope)
  },
  updated: (router, scope, before) => {
    if (before.isEdge) edgeRouters.updated?.(router, scope, before)
  },
  deleting,
  show: (router, scope) => ({ ...shown(router, scope), fingerprint: router.fingerprint }),
  symbols,
}
