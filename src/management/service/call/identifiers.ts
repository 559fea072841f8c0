import { createHash } from 'node:crypto'

/** Returns the given number of random bytes, like `randomBytes` of `node:crypto`. */
export type RandomBytes = (size: number) => Uint8Array

/** Creates the ids of new records and tokens. */
export type IdGenerator = {
  /** For identities, edge routers, routers, requests and the verification tokens of CAs: 10 characters of `0-9A-Za-z.-`. */
  readonly short: () => string
  /** For all other records: 22 characters of `0-9A-Za-z`. */
  readonly long: () => string
  /** For API sessions and sessions: `c` and 24 characters of `0-9a-z`. */
  readonly session: () => string
  /** For the tokens of sessions and enrollments: a UUID of version 4 (RFC 9562), with 122 random bits. */
  readonly token: () => string
}

const lowercaseAlphanumeric = '0123456789abcdefghijklmnopqrstuvwxyz'
const alphanumeric = `${lowercaseAlphanumeric}ABCDEFGHIJKLMNOPQRSTUVWXYZ`

/**
 * Creates ids in the formats of controllers. A short id starts with a letter or digit, so that it does not look like a
 * flag or a hidden file.
 */
export function createIdGenerator(random: RandomBytes): IdGenerator {
  return {
    short: () =>
      createRandomText(alphanumeric, 1, random) + createRandomText(`${alphanumeric}.-`, 9, random),
    long: () => createRandomText(alphanumeric, 22, random),
    session: () => `c${createRandomText(lowercaseAlphanumeric, 24, random)}`,
    token: () => toUuid(random(16)),
  }
}

/** Creates a string of random characters of an alphabet, all equally likely. */
export function createRandomText(alphabet: string, length: number, random: RandomBytes): string {
  const unbiasedBound = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of random(length - text.length))
      if (byte < unbiasedBound) text += alphabet.charAt(byte % alphabet.length)
  }
  return text
}

function toUuid(bytes: Uint8Array): string {
  const hex = Buffer.from(
    bytes.map((byte, index) =>
      index === 6 ? (byte & 0x0f) | 0x40 : index === 8 ? (byte & 0x3f) | 0x80 : byte,
    ),
  ).toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

/**
 * The SHA-256 of a token in hexadecimal. It is stored instead of the token, so that nobody can use the tokens of a
 * leaked store. Tokens are random enough to need no salt, and the time of a lookup by hash reveals nothing about a
 * token.
 */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex')
