import { availableParallelism } from 'node:os'
import pLimit from 'p-limit'
import type { RandomBytes } from '../call/identifiers.js'
import { loadPackage } from '../store/packages.js'
import type { PasswordHasher } from '../call/context.js'

/**
 * Argon2id with 7 MiB, 5 passes and 1 lane. OWASP's Password Storage Cheat Sheet lists several sets of minimum costs as
 * equally strong; this set needs the least memory and slows down least under concurrency (`npm run bench passwords`).
 */
export const passwordCosts = {
  memoryCost: 7168,
  timeCost: 5,
  parallelism: 1,
  outputLen: 32,
} as const

const saltLength = 16

/**
 * Maximum number of concurrent hashes: one per processor, but at most three, because Node's pool has four threads and
 * file access needs one of them.
 */
const maxConcurrency = Math.min(availableParallelism(), 3)

const toPhcBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('base64').replaceAll('=', '')

/**
 * Creates the password functions, which fail if a stored hash is damaged. Throws a StoreError if the hashing package is
 * not installed.
 */
export async function createPasswordHasher(random: RandomBytes): Promise<PasswordHasher> {
  const { hash, parseOptions, verify } = await loadPackage(
    '@node-rs/argon2',
    import('@node-rs/argon2'),
  )
  const { memoryCost, timeCost, parallelism, outputLen } = passwordCosts
  // A hash of no known password, made of random bytes: verifying it takes as long as verifying a real hash.
  const dummyHash = `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${toPhcBase64(random(saltLength))}$${toPhcBase64(random(outputLen))}`
  const limit = pLimit(maxConcurrency)
  return {
    hash: (password) => limit(() => hash(password, { ...passwordCosts, salt: random(saltLength) })),
    verify: async (password, storedHash) =>
      (await limit(() => verify(storedHash ?? dummyHash, password))) && storedHash !== undefined,
    needsRehash: (storedHash) => {
      const {
        memoryCost: memory,
        timeCost: time,
        parallelism: lanes,
        outputLen: length,
        saltLen,
      } = parseOptions(storedHash)
      return (
        !storedHash.startsWith('$argon2id$v=19$') ||
        memory !== memoryCost ||
        time !== timeCost ||
        lanes !== parallelism ||
        length !== outputLen ||
        saltLen !== saltLength
      )
    },
  }
}
