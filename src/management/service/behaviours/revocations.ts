import { created, tagsOf } from '../crud.js'
import { endSessions } from '../end-sessions.js'
import type { Handlers } from '../handler.js'
import { revocations as kind } from '../kinds/revocations.js'
import { badField, Refusal } from '../refusal.js'
import { absoluteLimit } from '../sessions.js'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Revoking: the sessions of an identity end, and a token of another issuer counts no more; until nothing can be left that was given out before. */
export const revocations: Handlers = {
  createRevocation: ({ input: { id, type, tags } }, environment) =>
    environment.write((records) => {
      if (type === 'IDENTITY' && !records.get('identities', id))
        throw new Refusal({ code: 'NOT_FOUND' })
      if (type !== 'IDENTITY' && !uuid.test(id)) throw badField('id', 'must be a valid UUID v4', id)
      if (records.get('revocations', id)) throw badField('id', 'id must be unique', id)
      if (type === 'IDENTITY') endSessions('identity', id, { records, environment })
      const now = environment.now()
      records.put('revocations', {
        id,
        createdAt: now,
        updatedAt: now,
        tags: tagsOf(tags),
        type,
        expiresAt: now + absoluteLimit,
      })
      return created(kind.collection, id)
    }),
}
