import { endSessions } from '../end-sessions.js'
import { closeEnrollments } from '../enrolling.js'
import type { Kinds } from '../records.js'
import { badField, notFound, Refusal } from '../refusal.js'
import { forget } from '../roles.js'
import { endOf } from '../sessions.js'
import { reference, time } from '../show.js'
import { guardAdministrator, guardPrivileges, isSheltered } from './identity-guard.js'
import type { Kind, Scope, WritingScope } from './kind.js'
import { attributes, each, rejectTaken, rejectTakenName } from './rules.js'

type Identity = Kinds['identities']

/** Takes an identity out, with its sessions, authenticators, enrollments and second factor, and its place in policies. */
export function dropIdentity({ id }: Identity, scope: WritingScope): void {
  const { records } = scope
  endSessions('identity', id, scope)
  closeEnrollments('identity', id, scope)
  for (const kind of ['authenticators', 'mfas'] as const)
    for (const { id: part } of [...records.find(kind, 'identity', id)]) records.delete(kind, part)
  forget(id, records)
  records.delete('identities', id)
}

/** Whether an identity may not authenticate at a moment, in ms since 1970. */
export const isDisabled = ({ disabledAt, disabledUntil }: Identity, now: number): boolean =>
  disabledAt !== null && (disabledUntil === null || disabledUntil > now)

function check(identity: Identity, scope: Scope, before?: Identity): void {
  guardPrivileges(identity, scope, before)
  const { id, name, externalId, authPolicyId, serviceHostingCosts, serviceHostingPrecedences } =
    identity
  if (before?.typeId === 'Router' && before.name !== name)
    throw badField('name', 'may not change name of router identities', name)
  rejectTakenName('identities', identity, scope)
  rejectTaken('identities', { id, index: 'externalId', value: externalId }, scope)
  if (!scope.records.get('authPolicies', authPolicyId)) throw notFound('authPolicy', authPolicyId)
  // Those that were there before stay, as on a controller, even where their service is gone.
  const known = { ...before?.serviceHostingCosts, ...before?.serviceHostingPrecedences }
  for (const service of Object.keys({ ...serviceHostingCosts, ...serviceHostingPrecedences }))
    if (!Object.hasOwn(known, service) && !scope.records.get('services', service))
      throw notFound('services', service)
}

/** The ways in which an identity authenticates: of each method one. */
const authenticatorsOf = ({ id }: Identity, { records }: Scope): Record<string, unknown> =>
  Object.fromEntries(
    [...records.find('authenticators', 'identity', id)].map(
      ({ id: authenticator, method, fingerprint, username }) => [
        method,
        { id: authenticator, ...(method === 'cert' ? { fingerprint } : { username }) },
      ],
    ),
  )

/** The enrollments that stand open, of each method one. */
const enrollmentsOf = ({ id }: Identity, { records }: Scope): Record<string, unknown> =>
  Object.fromEntries(
    [...records.find('enrollments', 'identity', id)].map(
      ({ id: enrollment, method, token, jwt, expiresAt, caId }) => {
        const ca = caId === undefined ? undefined : records.get('cas', caId)
        return [
          method,
          {
            id: enrollment,
            token,
            jwt,
            expiresAt: time(expiresAt),
            ...(ca && { ca: reference('cas', ca), caId: ca.id }),
          },
        ]
      },
    ),
  )

function show(identity: Identity, scope: Scope): Record<string, unknown> {
  const {
    records,
    now,
    environment: { sessions },
  } = scope
  const { disabledAt, disabledUntil, serviceConfigs: _, authPolicyId, typeId, ...fields } = identity
  return {
    ...fields,
    authPolicy: reference('auth-policies', {
      id: authPolicyId,
      name: records.get('authPolicies', authPolicyId)?.name ?? '',
    }),
    authPolicyId,
    authenticators: authenticatorsOf(identity, scope),
    disabled: isDisabled(identity, now),
    ...(disabledAt !== null && { disabledAt: time(disabledAt) }),
    ...(disabledUntil !== null && { disabledUntil: time(disabledUntil) }),
    edgeRouterConnectionStatus: 'offline',
    enrollment: isSheltered(identity, scope) ? {} : enrollmentsOf(identity, scope),
    hasApiSession: [...records.find('apiSessions', 'identity', identity.id)].some(
      (session) => endOf(session, sessions) > now,
    ),
    hasEdgeRouterConnection: false,
    interfaces: null,
    isMfaEnabled: [...records.find('mfas', 'identity', identity.id)].some(
      ({ isVerified }) => isVerified,
    ),
    type: reference('identity-types', {
      id: typeId,
      name: records.get('identityTypes', typeId)?.name ?? '',
    }),
    typeId,
  }
}

/** Whoever or whatever authenticates to the network. */
export const identities: Kind<'identities'> = {
  kind: 'identities',
  one: 'identity',
  collection: 'identities',
  ids: 'short',
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
  furtherLinks: ({ authPolicyId }) => ({
    'auth-policies': { href: `./auth-policies/${authPolicyId}` },
  }),
  fields: (sent) => ({
    name: sent.name ?? '',
    typeId: sent.typeId ?? 'Default',
    isAdmin: sent.isAdmin ?? false,
    isDefaultAdmin: sent.isDefaultAdmin ?? false,
    authPolicyId: sent.authPolicyId?.trim() ? sent.authPolicyId : 'default',
    externalId: sent.externalId?.trim() ? sent.externalId : null,
    roleAttributes: attributes(sent.roleAttributes) ?? [],
    appData: sent.appData ?? {},
    defaultHostingCost: sent.defaultHostingCost ?? 0,
    defaultHostingPrecedence: sent.defaultHostingPrecedence || 'default',
    serviceHostingCosts: sent.serviceHostingCosts ?? {},
    serviceHostingPrecedences: sent.serviceHostingPrecedences ?? {},
    permissions: sent.permissions && sent.permissions.length > 0 ? each(sent.permissions) : null,
    envInfo: sent.envInfo ?? {},
    sdkInfo: sent.sdkInfo ?? {},
    disabledAt: sent.disabledAt ?? null,
    disabledUntil: sent.disabledUntil ?? null,
    serviceConfigs: sent.serviceConfigs ?? [],
  }),
  // The type too: controllers accept every word for it, and keep what it is.
  keeps: [
    'isDefaultAdmin',
    'typeId',
    'envInfo',
    'sdkInfo',
    'disabledAt',
    'disabledUntil',
    'serviceConfigs',
  ],
  check,
  deleting: (identity, scope) => {
    guardAdministrator(identity, scope)
    if (identity.isDefaultAdmin) throw new Refusal({ code: 'ENTITY_CAN_NOT_BE_DELETED' })
    if (identity.typeId === 'Router')
      throw new Refusal({
        code: 'ENTITY_CAN_NOT_BE_DELETED',
        reason: `cannot delete router identity ${identity.name} until associated router is deleted`,
      })
    dropIdentity(identity, scope)
  },
  show,
  symbols: { type: ({ typeId }) => typeId },
}
