import type { AppData } from '../../../generated/management/shapes.js'
import { closeEnrollments, openEnrollment, enrollmentLifetime } from '../auth/open-enrollments.js'
import { maySeeRouterTokens } from '../auth/rights.js'
import { Refusal, createFieldRefusal } from '../call/failure.js'
import type { Handlers } from '../call/call.js'
import { isRecord } from '../../../document/record.js'
import type { BaseRecord, NamedRecord } from '../call/records.js'
import { createBase } from '../call/records.js'
import type { Scope, WriteScope } from '../call/scope.js'
import { emptyAnswer } from '../call/scope.js'
import { inTransaction } from '../auth/transact.js'
import { createRecord, defineEntity, getRecord } from './crud.js'
import type { Entity, InputFields } from './entity.js'
import { normalizeAttributes, rejectDuplicateName, rejectInvalidName } from './entity.js'
import { identities } from './identities.js'
import { formatTime, zeroTime } from './present.js'
import { listAttributes } from './roles.js'

/**
 * A router. Edge routers and transit routers are stored together, because their names must not
 * collide. An open enrollment is a separate record.
 */
type RouterRecord = NamedRecord & {
  isEdge: boolean
  isTunnelerEnabled: boolean
  cost: number
  noTraversal: boolean
  disabled: boolean
  roleAttributes: string[] | null
  appData: NonNullable<AppData>
  isVerified: boolean
  fingerprint: string | null
  certPem: string | null
  unverifiedFingerprint: string | null
  unverifiedCertPem: string | null
  configs: string[] | null
  ctrlChanListeners: Record<string, string[]> | null
}

declare module '../call/records.js' {
  interface EntityRecords {
    routers: RouterRecord
  }
}

const toRecord = (input: InputFields<'routers'>, base: BaseRecord): RouterRecord => ({
  name: input.name ?? '',
  isEdge: input.isEdge ?? false,
  isTunnelerEnabled: input.isTunnelerEnabled ?? false,
  cost: input.cost ?? 0,
  noTraversal: input.noTraversal ?? false,
  disabled: input.disabled ?? false,
  roleAttributes: normalizeAttributes(input.roleAttributes),
  appData: rejectNested(input.appData ?? {}),
  isVerified: input.isVerified ?? false,
  fingerprint: input.fingerprint ?? null,
  certPem: input.certPem ?? null,
  unverifiedFingerprint: input.unverifiedFingerprint ?? null,
  unverifiedCertPem: input.unverifiedCertPem ?? null,
  configs: null,
  ctrlChanListeners: input.ctrlChanListeners ?? null,
  ...base,
})

function rejectNested(appData: NonNullable<AppData>): NonNullable<AppData> {
  const nestedEntry = Object.entries(appData).find(([, value]) => isRecord(value))
  if (nestedEntry) throw createFieldRefusal('appData', 'nested maps not supported', nestedEntry[0])
  return appData
}

const indexes = ['name', 'isEdge', 'fingerprint', 'roleAttributes'] as const

const immutableFields = [
  'isEdge',
  'isVerified',
  'fingerprint',
  'certPem',
  'unverifiedFingerprint',
  'unverifiedCertPem',
] as const

const unmergedFields = ['appData', 'ctrlChanListeners'] as const

function openRouterEnrollment(router: RouterRecord, scope: WriteScope): void {
  const subject = router.isEdge
    ? ({ method: 'erott', edgeRouter: router.id } as const)
    : ({ method: 'trott', transitRouter: router.id } as const)
  closeEnrollments(router.isEdge ? 'edgeRouter' : 'transitRouter', router.id, scope)
  openEnrollment({ ...subject, expiresAt: scope.now + enrollmentLifetime }, scope)
}

const presentRouter = (router: RouterRecord): Record<string, unknown> => ({
  name: router.name,
  cost: router.cost,
  disabled: router.disabled,
  noTraversal: router.noTraversal,
  configs: router.configs,
  isOnline: false,
  isVerified: router.isVerified,
  interfaces: null,
  fingerprint: router.fingerprint,
  unverifiedCertPem: router.unverifiedCertPem,
  unverifiedFingerprint: router.unverifiedFingerprint,
  ...(router.ctrlChanListeners && { ctrlChanListeners: router.ctrlChanListeners }),
})

function presentEnrollment({ id, isEdge }: RouterRecord, scope: Scope): Record<string, unknown> {
  const index = isEdge ? 'edgeRouter' : 'transitRouter'
  const [enrollment] = scope.records.find('enrollments', index, id)
  if (!enrollment) return {}
  return {
    // On controllers, the enrollment of an edge router has no creation time.
    enrollmentCreatedAt: isEdge ? zeroTime : formatTime(enrollment.createdAt),
    enrollmentExpiresAt: formatTime(enrollment.expiresAt),
    ...(maySeeRouterTokens(scope) && {
      enrollmentJwt: enrollment.jwt,
      enrollmentToken: enrollment.token,
    }),
  }
}

const routerSymbols: Entity<'routers'>['symbols'] = { connected: () => false, online: () => false }

/**
 * Creates the identity of a router's tunneler, and the policy that lets it use the router. Both
 * have the id of the router.
 */
function createTunneler({ id, name }: RouterRecord, scope: WriteScope): void {
  createRecord(identities, { name, typeId: 'Router' }, scope, id)
  const roles = [`@${id}`]
  scope.records.put('edgeRouterPolicies', {
    ...createBase(id, scope.now),
    isSystem: true,
    name: `edge-router-${id}-system`,
    semantic: 'AnyOf',
    edgeRouterRoles: roles,
    identityRoles: roles,
  })
}

/** Gives the identity of a tunneler the name of its router. Refused if another identity has that name. */
function renameTunneler({ id, name }: RouterRecord, scope: WriteScope): void {
  const identity = scope.records.get('identities', id)
  if (!identity || identity.name === name) return
  rejectDuplicateName('identities', { id, name }, scope)
  scope.records.put('identities', { ...identity, name, updatedAt: scope.now })
}

function deleteTunneler(id: string, scope: WriteScope): void {
  scope.records.remove('edgeRouterPolicies', id)
  const identity = scope.records.get('identities', id)
  if (identity?.typeId === 'Router') scope.records.remove('identities', id)
}

/** Routers that clients connect to. */
export const edgeRouters = defineEntity({
  name: 'routers',
  indexes,
  subset: { has: ({ isEdge }) => isEdge, indexEntry: { index: 'isEdge', value: 'true' } },
  collection: 'edge-routers',
  idForm: 'short',
  links: ['edge-router-policies'],
  toRecord: (input, base) => toRecord({ ...input, isEdge: true }, base),
  immutableFields,
  unmergedFields,
  checkName: (record, scope) => rejectInvalidName('routers', record, scope),
  afterCreate: (router, scope) => {
    if (router.isTunnelerEnabled) createTunneler(router, scope)
    openRouterEnrollment(router, scope)
  },
  afterUpdate: (router, scope, before) => {
    if (router.isTunnelerEnabled && !before.isTunnelerEnabled) createTunneler(router, scope)
    if (!router.isTunnelerEnabled && before.isTunnelerEnabled) deleteTunneler(router.id, scope)
    if (router.isTunnelerEnabled) renameTunneler(router, scope)
  },
  beforeDelete: ({ id }, scope) => deleteTunneler(id, scope),
  present: (router, scope) => ({
    ...presentRouter(router),
    ...presentEnrollment(router, scope),
    appData: router.appData,
    certPem: router.certPem,
    hostname: '',
    isTunnelerEnabled: router.isTunnelerEnabled,
    roleAttributes: router.roleAttributes,
    supportedProtocols: {},
    syncStatus: 'SYNC_UNKNOWN',
    versionInfo: { arch: '', buildDate: '', os: '', revision: '', version: '' },
  }),
  symbols: routerSymbols,
})

/** Routers that forward circuits; as on a controller, edge routers are included. */
export const transitRouters = defineEntity({
  name: 'routers',
  indexes,
  collection: 'transit-routers',
  otherCollection: 'routers',
  idForm: 'short',
  toRecord,
  unmergedFields,
  // Controllers accept `cost`, `noTraversal` and `disabled` only when a router is created.
  immutableFields: [...immutableFields, 'cost', 'noTraversal', 'disabled'],
  check: (router, scope) => rejectDuplicateName('routers', router, scope),
  afterCreate: (router, scope) => {
    scope.records.put('routers', { ...router, disabled: false })
    openRouterEnrollment(router, scope)
  },
  normalizeUpdate: (input, { isEdge }) => {
    if (isEdge) throw new Refusal({ code: 'CAN_NOT_UPDATE_ROUTER' })
    return input
  },
  beforeDelete: ({ id }, scope) => deleteTunneler(id, scope),
  // On controllers, `transit-routers` shows edge routers as verified, and without their enrollment.
  present: (router, scope) => ({
    ...presentRouter(router),
    ...(router.isEdge ? { isVerified: true } : presentEnrollment(router, scope)),
  }),
  symbols: routerSymbols,
})

export const routerOperations: Handlers = {
  listEdgeRouterRoleAttributes: listAttributes('routers'),
  reEnrollEdgeRouter: inTransaction((scope) => {
    const unverifiedRouter = {
      ...getRecord(edgeRouters, scope),
      isVerified: false,
      fingerprint: null,
      certPem: null,
      unverifiedFingerprint: null,
      unverifiedCertPem: null,
      updatedAt: scope.now,
    }
    openRouterEnrollment(scope.records.put('routers', unverifiedRouter), scope)
    return emptyAnswer
  }),
}
