import type { Trust } from '../auth/identity-rights.js'
import { endSession } from '../auth/end-sessions.js'
import { listAuthQueries } from '../auth/second-factors.js'
import { getSessionEnd, idleLimit, getLastActivity } from '../call/runtime-state.js'
import { isOrdinaryCaller } from '../auth/rights.js'
import type { Handlers } from '../call/call.js'
import type { ServiceContext } from '../call/context.js'
import type { BaseRecord } from '../call/records.js'
import { createIdReference } from '../records/references.js'
import type { Scope } from '../call/scope.js'
import { defineEntity } from './crud.js'
import { identities } from './identities.js'
import { createEntityReference, formatTime } from './present.js'

type ApiSessionRecord = BaseRecord &
  Trust & {
    tokenHash: string
    identity: string
    authenticator: string
    ipAddress: string
    configTypes: string[]
    lastActivityAt: number
    mfaRequired: boolean
    mfaComplete: boolean
    /** The time step of the one-time code that completed the session. */
    completedStep?: number
    /** The time step of the one-time code with which a new second factor was verified in the session. */
    verifiedStep?: number
    /** Set if the holder of the session has OpenID Connect tokens instead of a session token. */
    isOidc?: boolean
    /** Set while the session cannot be used until its user has entered the new password, see `suspendOtherSessions`. */
    isSuspended?: boolean
    /** Set when the session is resumed after a suspension: the only address from which it can be used. */
    boundAddress?: string
    /**
     * The fingerprint of the certificate that an OpenID Connect session was opened with: the tokens of the session
     * cannot be used without the certificate.
     */
    certificate?: string
  }

declare module '../call/records.js' {
  interface EntityRecords {
    apiSessions: ApiSessionRecord
    sessions: BaseRecord
  }
}

/**
 * The token of a session. Undefined if the token is not known, or if the caller is neither an administrator nor the
 * holder of the session, because the token would let the caller take over the session. Only the hash of a token is
 * stored, so after a restart, a token is unknown until its next use.
 */
const findVisibleToken = ({ id }: ApiSessionRecord, scope: Scope): string | undefined =>
  isOrdinaryCaller(scope) && scope.call.caller?.session.id !== id
    ? undefined
    : scope.context.sessions.tokens.get(id)

/** Whether a session has a session token: OpenID Connect sessions have none, and are not listed. */
export const hasSessionToken = ({ tokenHash, isOidc = false }: ApiSessionRecord): boolean =>
  tokenHash !== '' && !isOidc

/** An API session: the credentials of a caller after authentication. */
export const apiSessions = defineEntity({
  name: 'apiSessions',
  indexes: ['tokenHash', 'identity', 'authenticator'],
  references: [createIdReference('identity', 'identities', 'remove')],
  links: ['sessions'],
  subset: { has: hasSessionToken },
  toRecord: (input, base) => ({
    tokenHash: '',
    identity: '',
    authenticator: '',
    ipAddress: '',
    configTypes: [],
    lastActivityAt: 0,
    mfaRequired: false,
    mfaComplete: false,
    ...input,
    ...base,
  }),
  beforeDelete: ({ id }, scope) => endSession(id, scope),
  present: (record, scope) => {
    const { records, context } = scope
    const authenticator = records.get('authenticators', record.authenticator)
    const identity = records.get('identities', record.identity)
    return {
      authQueries: listAuthQueries(record, records),
      authenticatorId: record.authenticator,
      cachedLastActivityAt: formatTime(getLastActivity(record, context.sessions)),
      configTypes: record.configTypes,
      ...(identity && { identity: createEntityReference(identities, identity) }),
      identityId: record.identity,
      ipAddress: record.ipAddress,
      isCertExtendable: authenticator?.method === 'cert' && authenticator.isIssuedByNetwork,
      ...(authenticator?.isExtendRequested && { isCertExtendRequested: true }),
      ...(authenticator?.isKeyRollRequested && { isCertKeyRollRequested: true }),
      isMfaComplete: record.mfaComplete,
      isMfaRequired: record.mfaRequired,
      lastActivityAt: formatTime(record.lastActivityAt),
      token: findVisibleToken(record, scope) ?? '',
    }
  },
  symbols: { token: findVisibleToken },
})

/**
 * The expiry of a session, which only its holder sees. `expiresAt` is when the access token of the request expires, in
 * ms since 1970; absent for session tokens.
 */
export const presentExpiry = (
  record: ApiSessionRecord,
  { sessions, now }: ServiceContext,
  expiresAt?: number,
): Record<string, unknown> => ({
  expirationSeconds:
    expiresAt === undefined ? idleLimit / 1000 : Math.floor((expiresAt - now()) / 1000),
  expiresAt: formatTime(expiresAt ?? getSessionEnd(record, sessions)),
})

/**
 * A session: the permission to dial or bind one service. An endpoint opens a session before it dials or binds. No
 * endpoint connects to this service, so there are no sessions.
 */
export const sessions = defineEntity({
  name: 'sessions',
  toRecord: (_, base) => base,
  present: () => ({}),
})

export const sessionOperations: Handlers = {
  // There are no circuits, so the path is empty. Controllers return an empty path even for an unknown session.
  detailSessionRoutePath: () => ({ data: { routePath: [] } }),
}
