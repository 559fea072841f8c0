import { time } from '../show.js'
import type { Kind } from './kind.js'

/** What is not trusted any more, until nothing can be left that was given out before. */
export const revocations: Kind<'revocations'> = {
  kind: 'revocations',
  one: 'revocation',
  collection: 'revocations',
  ids: 'long',
  fields: ({ type = 'JTI', expiresAt = 0 }) => ({ type, expiresAt }),
  show: ({ type, expiresAt }) => ({ type, expiresAt: time(expiresAt) }),
  symbols: { issuedBefore: ({ createdAt }) => createdAt },
}
