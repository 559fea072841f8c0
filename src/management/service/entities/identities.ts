import type { Trust } from '../auth/identity-rights.js'
import { hasRightsBeyond, isDisabled } from '../auth/identity-rights.js'
import { disableIdentity, distrustReadTokens, endForeignAccess } from '../auth/end-sessions.js'
import { openIdentityEnrollment, enrollmentLifetime } from '../auth/open-enrollments.js'
import { createFieldRefusal, createNotFound, Refusal } from '../call/failure.js'
import { getSessionEnd } from '../call/runtime-state.js'
import {
  getCallerTrust,
  guardIdentity,
  guardPrivileges,
  hasRightsBeyondCaller,
  isOrdinaryCaller,
  maySeeIdentityTokens,
} from '../auth/rights.js'
import type { Answer, Handler, Handlers } from '../call/call.js'
import { getCaller } from '../call/call.js'
import type {
  AppData,
  EnvInfo,
  IdentityCreate,
  SdkInfo,
  ServiceConfigAssignment,
} from '../../../generated/management/shapes.js'
import { isPlainObject } from '../../../document/record.js'
import { parseDuration } from '../../../formats/duration.js'
import type { NamedRecord } from '../call/records.js'
import type { EntityReference } from '../records/references.js'
import type { Scope, WriteScope } from '../call/scope.js'
import { emptyAnswer, createReadHandler } from '../call/scope.js'
import { inTransaction } from '../auth/transact.js'
import { authPolicies } from './auth-policies.js'
import { cas } from './cas.js'
import { configs } from './configs.js'
import { createRecord, answerCreated, defineEntity, getRecord } from './crud.js'
import {
  normalizeAttributes,
  uniqueSortedOrNull,
  refuseWhileUsed,
  rejectDuplicate,
  rejectDuplicateName,
} from './entity.js'
import { answerMissing } from './list.js'
import {
  formatTime,
  presentRecord,
  presentReference,
  zeroTime,
  createEntityReference,
} from './present.js'
import { listAttributes } from './roles.js'
import { services } from './services.js'

export type IdentityRecord = NamedRecord & {
  typeId: string
  isAdmin: boolean
  isDefaultAdmin: boolean
  authPolicyId: string
  externalId: string | null
  roleAttributes: string[]
  appData: NonNullable<AppData>
  defaultHostingCost: number
  defaultHostingPrecedence: string
  serviceHostingCosts: Record<string, number>
  serviceHostingPrecedences: Record<string, string>
  permissions: string[] | null
  envInfo: EnvInfo
  sdkInfo: SdkInfo
  disabledAt: number | null
  disabledUntil: number | null
  serviceConfigs: ServiceConfig[]
  /**
   * The trust in `externalId`: a non-administrator who set it may have a certificate or token with this external id.
   */
  externalIdTrust?: Trust
}

/** A config that one identity gets for a service, instead of the service's own config of the same type. */
type ServiceConfig = { service: string; config: string }

type IdentityTypeRecord = NamedRecord

declare module '../call/records.js' {
  interface EntityRecords {
    identities: IdentityRecord
    identityTypes: IdentityTypeRecord
  }
}

const references: readonly EntityReference<'identities'>[] = [
  {
    field: 'authPolicyId',
    target: 'authPolicies',
    ids: ({ authPolicyId }) => [authPolicyId],
    withoutIds: (identity) => ({ ...identity, authPolicyId: 'default' }),
    onDelete: refuseWhileUsed('authPolicyId', 'authPolicy referenced by identity'),
  },
  createServiceConfigReference('service', 'services', 'clear'),
  createServiceConfigReference('config', 'configs', {
    refuse: ([identity], id) => {
      const service = identity?.serviceConfigs.find(({ config }) => config === id)?.service
      return new Refusal({
        code: 'CAN_NOT_DELETE_REFERENCED_ENTITY',
        reason: `config is in use by identity ${identity?.id} for service ${service}`,
      })
    },
  }),
  createHostingReference('serviceHostingCosts'),
  createHostingReference('serviceHostingPrecedences'),
]

function createServiceConfigReference(
  key: keyof ServiceConfig,
  target: 'services' | 'configs',
  onDelete: EntityReference<'identities'>['onDelete'],
): EntityReference<'identities'> {
  return {
    field: 'serviceConfigs',
    target,
    ids: ({ serviceConfigs }) => serviceConfigs.map((pair) => pair[key]),
    withoutIds: (identity, isGone) => ({
      ...identity,
      serviceConfigs: identity.serviceConfigs.filter((pair) => !isGone(pair[key])),
    }),
    onDelete,
  }
}

/** A reference from the keys of a map to services. As on a controller, entries of a deleted service stay. */
function createHostingReference(
  field: 'serviceHostingCosts' | 'serviceHostingPrecedences',
): EntityReference<'identities'> {
  return {
    field,
    target: 'services',
    ids: (identity) => Object.keys(identity[field]),
    withoutIds: (identity, isGone) => ({
      ...identity,
      [field]: Object.fromEntries(Object.entries(identity[field]).filter(([id]) => !isGone(id))),
    }),
    onDelete: 'keep',
  }
}

function checkIdentity(identity: IdentityRecord, scope: Scope, before?: IdentityRecord): void {
  guardPrivileges(identity, scope, before)
  const { id, name, externalId, authPolicyId, serviceHostingCosts, serviceHostingPrecedences } =
    identity
  if (before?.typeId === 'Router' && before.name !== name)
    throw createFieldRefusal('name', 'may not change name of router identities', name)
  rejectDuplicateName('identities', identity, scope)
  rejectDuplicate('identities', { id, index: 'externalId', value: externalId }, scope)
  if (!scope.records.get('authPolicies', authPolicyId))
    throw createNotFound('authPolicy', authPolicyId)
  // As on a controller, existing entries stay even if their service was deleted.
  const existingEntries = { ...before?.serviceHostingCosts, ...before?.serviceHostingPrecedences }
  for (const service of Object.keys({ ...serviceHostingCosts, ...serviceHostingPrecedences }))
    if (!Object.hasOwn(existingEntries, service) && !scope.records.get('services', service))
      throw createNotFound('services', service)
}

/** The authenticators of an identity, one per method. */
const presentAuthenticators = (
  { id }: IdentityRecord,
  { records }: Scope,
): Record<string, unknown> =>
  Object.fromEntries(
    [...records.find('authenticators', 'identity', id)].map(
      ({ id: authenticator, method, fingerprint, username }) => [
        method,
        { id: authenticator, ...(method === 'cert' ? { fingerprint } : { username }) },
      ],
    ),
  )

/**
 * The open enrollments of an identity, one per method; without their tokens, if the caller may not open enrollments.
 * None if the identity has rights that the caller lacks.
 */
function toEnrollmentFields(identity: IdentityRecord, scope: Scope): Record<string, unknown> {
  const { records } = scope
  if (hasRightsBeyondCaller(identity, scope)) return {}
  const areTokensVisible = maySeeIdentityTokens(scope)
  return Object.fromEntries(
    [...records.find('enrollments', 'identity', identity.id)].map(
      ({ id: enrollment, method, token, jwt, expiresAt, caId }) => {
        const ca = caId === undefined ? undefined : records.get('cas', caId)
        return [
          method,
          {
            id: enrollment,
            token: areTokensVisible ? token : '',
            jwt: areTokensVisible ? jwt : '',
            expiresAt: formatTime(expiresAt),
            ...(ca && { ca: createEntityReference(cas, ca), caId: ca.id }),
          },
        ]
      },
    ),
  )
}

function presentIdentity(identity: IdentityRecord, scope: Scope): Record<string, unknown> {
  const {
    records,
    now,
    context: { sessions },
  } = scope
  const {
    disabledAt,
    disabledUntil,
    serviceConfigs: _configs,
    externalIdTrust: _trust,
    authPolicyId,
    typeId,
    ...fields
  } = identity
  return {
    ...fields,
    authPolicy: presentReference(authPolicies, authPolicyId, records),
    authPolicyId,
    authenticators: presentAuthenticators(identity, scope),
    disabled: isDisabled(identity, now),
    ...(disabledAt !== null && { disabledAt: formatTime(disabledAt) }),
    ...(disabledUntil !== null && { disabledUntil: formatTime(disabledUntil) }),
    edgeRouterConnectionStatus: 'offline',
    enrollment: toEnrollmentFields(identity, scope),
    hasApiSession: [...records.find('apiSessions', 'identity', identity.id)].some(
      (session) => getSessionEnd(session, sessions) > now,
    ),
    hasEdgeRouterConnection: false,
    interfaces: null,
    isMfaEnabled: [...records.find('mfas', 'identity', identity.id)].some(
      ({ isVerified }) => isVerified,
    ),
    type: presentReference(identityTypes, typeId, records),
    typeId,
  }
}

/**
 * The trust in the external id of an identity after an update. A non-administrator may set an external id that belongs
 * to somebody else, who would then gain rights that the identity is given later. If an administrator sets another
 * external id, or patches only this field, the external id becomes trusted. If an administrator sends the same external
 * id together with other fields, its trust stays the same, because web consoles also send unchanged fields.
 */
function computeExternalIdTrust(
  { externalId }: { externalId?: string | null },
  before: IdentityRecord,
  scope: Scope,
): Trust {
  const currentTrust = before.externalIdTrust ?? {}
  if (externalId === undefined || externalId === null) return currentTrust
  const isSame = externalId === before.externalId
  if (isOrdinaryCaller(scope)) return isSame ? currentTrust : getCallerTrust(scope)
  return isSame && !isSentAlone('externalId', scope) ? currentTrust : {}
}

const isSentAlone = (field: string, { call: { operation, input } }: Scope): boolean =>
  operation.method === 'PATCH' &&
  isPlainObject(input) &&
  Object.keys(input).every((name) => name === field)

/**
 * The trust to store with the external id of an identity: the given trust, or else, if there is an external id, the
 * trust in the caller.
 */
function toStoredExternalIdTrust(
  { externalId, externalIdTrust }: Partial<Pick<IdentityRecord, 'externalId' | 'externalIdTrust'>>,
  scope: Scope,
): Pick<IdentityRecord, 'externalIdTrust'> {
  const trust = externalIdTrust ?? (externalId?.trim() ? getCallerTrust(scope) : {})
  return trust.isUntrusted ? { externalIdTrust: trust } : {}
}

/** A user, device or service that authenticates to the network. */
export const identities = defineEntity({
  name: 'identities',
  indexes: ['name', 'externalId', 'authPolicyId', 'roleAttributes'],
  references,
  idForm: 'short',
  links: [
    'edge-router-policies',
    'edge-routers',
    'service-policies',
    'services',
    'posture-data',
    'failed-service-requests',
    'authenticators',
    'enrollments',
    'service-configs',
  ],
  recordLinks: ({ authPolicyId }) => ({
    'auth-policies': { href: `./auth-policies/${authPolicyId}` },
  }),
  toRecord: (input, base, scope) => ({
    name: input.name ?? '',
    typeId: input.typeId ?? 'Default',
    isAdmin: input.isAdmin ?? false,
    isDefaultAdmin: input.isDefaultAdmin ?? false,
    authPolicyId: input.authPolicyId?.trim() ? input.authPolicyId : 'default',
    externalId: input.externalId?.trim() ? input.externalId : null,
    roleAttributes: normalizeAttributes(input.roleAttributes) ?? [],
    appData: input.appData ?? {},
    defaultHostingCost: input.defaultHostingCost ?? 0,
    defaultHostingPrecedence: input.defaultHostingPrecedence || 'default',
    serviceHostingCosts: input.serviceHostingCosts ?? {},
    serviceHostingPrecedences: input.serviceHostingPrecedences ?? {},
    permissions: uniqueSortedOrNull(input.permissions),
    envInfo: input.envInfo ?? {},
    sdkInfo: input.sdkInfo ?? {},
    disabledAt: input.disabledAt ?? null,
    disabledUntil: input.disabledUntil ?? null,
    serviceConfigs: input.serviceConfigs ?? [],
    ...toStoredExternalIdTrust(input, scope),
    ...base,
  }),
  immutableFields: [
    'isDefaultAdmin',
    // Controllers accept any type in an update, but keep the current one.
    'typeId',
    'envInfo',
    'sdkInfo',
    'disabledAt',
    'disabledUntil',
    'serviceConfigs',
  ],
  unmergedFields: [
    'appData',
    'serviceHostingCosts',
    'serviceHostingPrecedences',
    'externalIdTrust',
  ],
  normalizeUpdate: (input, before, scope) => ({
    ...input,
    externalIdTrust: computeExternalIdTrust(input, before, scope),
  }),
  check: checkIdentity,
  afterUpdate: (identity, scope, before) => {
    distrustReadTokens(before, scope, identity)
    if (hasRightsBeyond(identity, before)) endForeignAccess(identity, scope)
  },
  beforeDelete: (identity, scope) => {
    if (identity.isDefaultAdmin) throw new Refusal({ code: 'ENTITY_CAN_NOT_BE_DELETED' })
    if (identity.typeId === 'Router')
      throw new Refusal({
        code: 'ENTITY_CAN_NOT_BE_DELETED',
        reason: `cannot delete router identity ${identity.name} until associated router is deleted`,
      })
    distrustReadTokens(identity, scope)
  },
  present: presentIdentity,
  symbols: { type: ({ typeId }) => typeId },
})

export const identityTypes = defineEntity({
  name: 'identityTypes',
  indexes: ['name'],
  toRecord: ({ name = '' }, base) => ({ name, ...base }),
  present: ({ name }) => ({ name }),
})

function getChangeableIdentity(scope: Scope, title?: string): IdentityRecord {
  const identity = getRecord(identities, scope, title)
  guardIdentity(identity, scope)
  return identity
}

/**
 * Opens the requested enrollment of a new identity; if several are requested, opens only the first in the order `ott`,
 * `ottca`, `updb`.
 */
function openFirstEnrollment(
  identity: string,
  { ott, ottca, updb }: NonNullable<IdentityCreate['enrollment']>,
  scope: WriteScope,
): void {
  const expiresAt = scope.now + enrollmentLifetime
  if (ott) openIdentityEnrollment({ method: 'ott', identity, expiresAt }, scope)
  else if (ottca) {
    if (!scope.records.get('cas', ottca))
      throw new Refusal({ code: 'NOT_FOUND', field: 'caId', reason: 'ca not found', value: ottca })
    openIdentityEnrollment({ method: 'ottca', identity, expiresAt, caId: ottca }, scope)
  } else if (updb)
    openIdentityEnrollment({ method: 'updb', identity, expiresAt, username: updb }, scope)
}

const unknownPosture = { lastUpdatedAt: null, postureCheckId: '', timedOut: false }

/** The posture data of every identity: empty, because no client connects to this service and reports it. */
const postureData = {
  apiSessionPostureData: {},
  domain: { ...unknownPosture, domain: null },
  mac: { ...unknownPosture, addresses: null },
  os: { ...unknownPosture, build: null, type: null, version: null },
  processes: [],
}

/**
 * Creates a handler that sends the same response for every existing identity. For an unknown identity, see
 * `answerMissing`.
 */
const answerIfIdentityExists = (answer: Answer): Handler<unknown> =>
  createReadHandler(({ records }, call) =>
    records.get('identities', call.parameters['id'] ?? '') ? answer : answerMissing(call, answer),
  )

/** Parses the duration of a trace into ms; refuses an invalid duration. */
function parseTraceDuration(text: string): number {
  const parsedDuration = parseDuration(text)
  if ('expected' in parsedDuration)
    throw createFieldRefusal('duration', `time: invalid duration ${JSON.stringify(text)}`, text)
  return Number(parsedDuration.nanoseconds / 1_000_000n)
}

export const identityOperations: Handlers = {
  listIdentityRoleAttributes: listAttributes('identities'),
  createIdentity: inTransaction((scope, call) => {
    const { enrollment, appData, authPolicyId, roleAttributes, ...fields } = call.input
    const input = {
      ...fields,
      ...(appData && { appData }),
      ...(authPolicyId && { authPolicyId }),
      ...(roleAttributes && { roleAttributes }),
    }
    const { id } = createRecord(identities, input, scope)
    if (enrollment) openFirstEnrollment(id, enrollment, scope)
    return answerCreated(identities.collection, id)
  }),
  getCurrentIdentity: createReadHandler((scope, call) => {
    const self = './current-identity'
    return {
      data: {
        ...presentRecord(identities, getCaller(call).identity, scope),
        _links: { self: { href: self }, mfa: { href: `${self}/mfa` } },
      },
      meta: null,
    }
  }),
  disableIdentity: inTransaction((scope, call) => {
    disableIdentity(getChangeableIdentity(scope), call.input.durationMinutes, scope)
    return emptyAnswer
  }),
  enableIdentity: inTransaction((scope) => {
    scope.records.put('identities', {
      ...getChangeableIdentity(scope),
      disabledAt: null,
      disabledUntil: null,
      updatedAt: scope.now,
    })
    return emptyAnswer
  }),
  removeIdentityMfa: inTransaction((scope, call) => {
    const id = call.parameters['id'] ?? ''
    guardIdentity(scope.records.get('identities', id), scope)
    for (const mfa of [...scope.records.find('mfas', 'identity', id)])
      scope.records.delete('mfas', mfa.id)
    return emptyAnswer
  }),
  getIdentityPostureData: answerIfIdentityExists({ data: postureData }),
  getIdentityFailedServiceRequests: answerIfIdentityExists({ data: [] }),
  updateIdentityTracing: createReadHandler((scope, call) => {
    getChangeableIdentity(scope)
    const { enabled = false, duration = '', traceId = '' } = call.input
    const data = enabled
      ? {
          enabled,
          traceId: traceId || scope.context.idGenerator.token(),
          until: formatTime(scope.now + parseTraceDuration(duration)),
        }
      : { enabled, traceId, until: zeroTime }
    return { data, meta: null }
  }),
}

/** The key of a config assignment: an identity has at most one config per service and config type. */
const toAssignmentKey = ({ service, config }: ServiceConfig, { records }: Scope): string =>
  JSON.stringify([service, records.get('configs', config)?.configTypeId])

/**
 * Creates a handler that sets or removes configs of an identity. A new config replaces the current one for the same
 * service and config type. Refuses a config that does not exist; as on a controller, ignores a service that does not
 * exist.
 */
const changeServiceConfigs = (
  change: 'set' | 'remove',
): Handler<ServiceConfigAssignment[] | undefined> =>
  inTransaction((scope, call) => {
    const { records, now } = scope
    const identity = getChangeableIdentity(scope, 'identities')
    const assignments = new Map(
      identity.serviceConfigs.map((pair) => [toAssignmentKey(pair, scope), pair]),
    )
    for (const { serviceId: service, configId: config } of call.input ?? []) {
      if (!records.get('configs', config)) throw createNotFound('configs', config)
      const key = toAssignmentKey({ service, config }, scope)
      // Deleted first, so that the new config comes last.
      assignments.delete(key)
      if (change === 'set' && records.get('services', service))
        assignments.set(key, { service, config })
    }
    records.put('identities', {
      ...identity,
      serviceConfigs: [...assignments.values()],
      updatedAt: now,
    })
    return emptyAnswer
  })

/** Operations on the configs that replace a service's own configs for one identity. */
export const serviceConfigOperations: Handlers = {
  associateIdentitysServiceConfigs: changeServiceConfigs('set'),
  disassociateIdentitysServiceConfigs: changeServiceConfigs('remove'),
  listIdentitysServiceConfigs: createReadHandler((scope) => {
    const { records } = scope
    const data = getRecord(identities, scope).serviceConfigs.flatMap((pair) => {
      const service = records.get('services', pair.service)
      const config = records.get('configs', pair.config)
      if (!service || !config) return []
      return {
        config: createEntityReference(configs, config),
        configId: config.id,
        service: createEntityReference(services, service),
        serviceId: service.id,
      }
    })
    const pagination = { limit: data.length, offset: 0, totalCount: data.length }
    return { data, meta: { filterableFields: [], pagination } }
  }),
}
