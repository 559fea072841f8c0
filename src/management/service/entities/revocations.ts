import { endSession, endSessions } from '../auth/end-sessions.js'
import type { Handlers } from '../call/call.js'
import { createFieldRefusal, Refusal } from '../call/failure.js'
import { absoluteLimit } from '../call/runtime-state.js'
import type { BaseRecord } from '../call/records.js'
import { createBase } from '../call/records.js'
import { answerCreated, defineEntity } from './crud.js'
import { formatTime } from './present.js'

type RevocationRecord = BaseRecord & { type: string; expiresAt: number }

declare module '../call/records.js' {
  interface EntityRecords {
    revocations: RevocationRecord
  }
}

/**
 * The revocation of a session, identity or token. It stays stored for some time after all the sessions that it revokes
 * would have expired.
 */
export const revocations = defineEntity({
  name: 'revocations',
  indexes: [],
  toRecord: ({ type = 'JTI', expiresAt = 0 }, base) => ({ type, expiresAt, ...base }),
  present: ({ type, expiresAt }) => ({ type, expiresAt: formatTime(expiresAt) }),
  symbols: { issuedBefore: ({ createdAt }) => createdAt },
})

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Revokes all sessions of an identity, one session, or a token by its id. */
export const revocationOperations: Handlers = {
  createRevocation: ({ input: { id, type, tags } }, context) =>
    context.write((records) => {
      if (type === 'IDENTITY' && !records.get('identities', id))
        throw new Refusal({ code: 'NOT_FOUND' })
      if (type !== 'IDENTITY' && !uuidPattern.test(id))
        throw createFieldRefusal('id', 'must be a valid UUID v4', id)
      if (records.get('revocations', id)) throw createFieldRefusal('id', 'id must be unique', id)
      if (type === 'IDENTITY') endSessions('identity', id, { records, context })
      if (type === 'API_SESSION') endSession(id, { records, context })
      const now = context.now()
      records.put('revocations', {
        ...createBase(id, now),
        tags: tags ?? {},
        type,
        expiresAt: now + absoluteLimit,
      })
      return answerCreated(revocations.collection, id)
    }),
}
