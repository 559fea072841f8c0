import { endSession } from '../end-sessions.js'
import { queriesOf } from '../factors.js'
import { endOf, idleLimit, lastActivity } from '../sessions.js'
import { referenceTo, time } from '../show.js'
import { identities } from './identities.js'
import type { Kind } from './kind.js'

/** What a caller holds after authenticating. */
export const apiSessions: Kind<'apiSessions'> = {
  kind: 'apiSessions',
  one: 'apiSession',
  collection: 'api-sessions',
  ids: 'long',
  links: ['sessions'],
  fields: (sent) => ({ tokenHash: '', identity: '', authenticator: '', ipAddress: '', configTypes: [], lastActivityAt: 0, mfaRequired: false, mfaComplete: false, ...sent }),
  deleting: ({ id }, scope) => endSession(id, scope),
  show: (record, { records, environment: { sessions } }) => {
    const [authenticator, identity] = [records.get('authenticators', record.authenticator), records.get('identities', record.identity)]
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
      // Stored as a hash only: after a restart it is known again once it is used.
      token: sessions.tokens.get(record.id) ?? '',
    }
  },
  symbols: { token: (record, { environment: { sessions } }) => sessions.tokens.get(record.id) },
}

/** What only the holder of a session sees of it. */
export const ending = (record: Parameters<typeof endOf>[0], sessions: Parameters<typeof endOf>[1]): Record<string, unknown> => ({
  expirationSeconds: idleLimit / 1000,
  expiresAt: time(endOf(record, sessions)),
})
