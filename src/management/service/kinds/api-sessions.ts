import { endSession } from '../end-sessions.js'
import { queriesOf } from '../factors.js'
import { endOf, idleLimit, lastActivity } from '../sessions.js'
import { referenceTo, time } from '../show.js'
import type { Kinds } from '../records.js'
import { identities } from './identities.js'
import { isLimited } from './identity-guard.js'
import type { Kind, Scope } from './kind.js'

/**
 * The token of a session, for its holder and administrators: who may only look at sessions could take them over by it.
 * It is stored as a hash only: after a restart it is known again once it is used.
 */
const tokenOf = ({ id }: Kinds['apiSessions'], scope: Scope): string | undefined =>
  isLimited(scope) && scope.call.caller?.session.id !== id
    ? undefined
    : scope.environment.sessions.tokens.get(id)

/** What a caller holds after authenticating. */
export const apiSessions: Kind<'apiSessions'> = {
  kind: 'apiSessions',
  one: 'apiSession',
  collection: 'api-sessions',
  ids: 'long',
  links: ['sessions'],
  fields: (sent) => ({
    tokenHash: '',
    identity: '',
    authenticator: '',
    ipAddress: '',
    configTypes: [],
    lastActivityAt: 0,
    mfaRequired: false,
    mfaComplete: false,
    ...sent,
  }),
  deleting: ({ id }, scope) => endSession(id, scope),
  show: (record, scope) => {
    const {
      records,
      environment: { sessions },
    } = scope
    const [authenticator, identity] = [
      records.get('authenticators', record.authenticator),
      records.get('identities', record.identity),
    ]
    return {
      authQueries: queriesOf(record, records),
      authenticatorId: record.authenticator,
      cachedLastActivityAt: time(lastActivity(record, sessions)),
      configTypes: record.configTypes,
      ...(identity && { identity: referenceTo(identities, identity) }),
      identityId: record.identity,
      ipAddress: record.ipAddress,
      isCertExtendable: authenticator?.method === 'cert' && authenticator.isIssuedByNetwork,
      ...(authenticator?.isExtendRequested && { isCertExtendRequested: true }),
      ...(authenticator?.isKeyRollRequested && { isCertKeyRollRequested: true }),
      isMfaComplete: record.mfaComplete,
      isMfaRequired: record.mfaRequired,
      lastActivityAt: time(record.lastActivityAt),
      token: tokenOf(record, scope) ?? '',
    }
  },
  symbols: { token: tokenOf },
}

/** What only the holder of a session sees of it. */
export const ending = (
  record: Parameters<typeof endOf>[0],
  sessions: Parameters<typeof endOf>[1],
): Record<string, unknown> => ({
  expirationSeconds: idleLimit / 1000,
  expiresAt: time(endOf(record, sessions)),
})
