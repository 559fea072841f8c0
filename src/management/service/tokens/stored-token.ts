import { createHash } from 'node:crypto'

/**
 * What is stored instead of a token, and looked up when it comes back: its SHA-256 in hexadecimal. Tokens are
 * random enough to need no salt, and a store that leaks opens no session. Comparing by look-up tells nothing about the token.
 */
export const storedToken = (token: string): string =>
  createHash('sha256').update(token).digest('hex')
