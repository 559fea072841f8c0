import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import type { RandomBytes } from '../identifiers.js'
import { loadPackage } from '../store/packages.js'

/**
 * Argon2id with 7 MiB, 5 passes and 1 lane: of the least costs that OWASP's Password Storage Cheat Sheet lists as equally
 * strong, those that need the least memory and slow down least when several are at work (`npm run bench passwords`).
 */
export const passwordCosts = {
  memoryCost: 7168,
  timeCost: 5,
  parallelism: 1,
  outputLen: 32,
} as const

const saltLength = 16

/** Passwords at work at a time: no more than there are processors, and one thread less than the four of Node, which files need too. */
const maxConcurrency = Math.min(availableParallelism(), 3)

/** Hashes passwords, and compares them, in threads of their own. */
export type Passwords = {
  /** The hash of a password with a new salt, as a PHC string that names its costs. */
  readonly hash: (password: string) => Promise<string>
  /** Whether a password is the stored one; without a stored one (no such user) never, after the same work. */
  readonly verify: (password: string, stored: string | undefined) => Promise<boolean>
  /** Whether a hash was made with other costs than those of today, and is to be made anew at the next good authentication. */
  readonly needsRehash: (stored: string) => boolean
}

const toPhcBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('base64').replaceAll('=', '')

/**
 * Passwords with the costs above, which throw where a stored hash is damaged. Throws a StoreError where the package that
 * hashes is missing.
 */
export async function createPasswords(random: RandomBytes): Promise<Passwords> {
  const { hash, parseOptions, verify } = await loadPackage(
    '@node-rs/argon2',
    import('@node-rs/argon2'),
  )
  const { memoryCost, timeCost, parallelism, outputLen } = passwordCosts
  // The hash of no known password: random bytes instead of a result.
  const nobody = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${toPhcBase64(random(saltLength))}$${toPhcBase64(random(outputLen))}`
  const limit = pLimit(maxConcurrency)
  return {
    hash: (password) => limit(() => hash(password, { ...passwordCosts, salt: random(saltLength) })),
    verify: async (password, stored) =>
      (await limit(() => verify(stored ?? nobody, password))) && stored !== undefined,
    needsRehash: (stored) => {
      const {
        memoryCost: memory,
        timeCost: time,
        parallelism: lanes,
        outputLen: length,
        saltLen,
      } = parseOptions(stored)
      return (
        !stored.startsWith('$argon2id$v=19$') ||
        memory !== memoryCost ||
        time !== timeCost ||
        lanes !== parallelism ||
        length !== outputLen ||
        saltLen !== saltLength
      )
    },
  }
}
