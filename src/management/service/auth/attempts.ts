import ipaddr from 'ipaddr.js'
import { Refusal } from '../call/failure.js'

/** How many wrong passwords and codes one address may try for one user before it has to wait. */
const maxAttempts = 100

/** How long it takes to regain one attempt, in ms. */
const regainTime = 1000

/** The ids of operations that reveal whether a guessed password or code is right. */
export const guessableOperations: ReadonlySet<string> = new Set([
  'authenticate',
  'authenticateMfa',
  'verifyMfa',
  'deleteMfa',
  'createMfaRecoveryCodes',
  'detailMfaRecoveryCodes',
  'updateCurrentIdentityAuthenticator',
  'patchCurrentIdentityAuthenticator',
])

/**
 * Maximum number of pairs of user and address to remember. Beyond this number, the pair with the most attempts left is
 * dropped, so that guesses for many names cannot make the service forget a pair without attempts left.
 */
const maxPairs = 10_000

/**
 * The part of an address that is rate-limited as one client: the whole IPv4 address, or the /64 network of an IPv6
 * address, because one client can use every address in that network.
 */
export function toRateLimitKey(address: string): string {
  const parsedAddress = ipaddr.isValid(address) ? ipaddr.process(address) : undefined
  return parsedAddress?.kind() === 'ipv6'
    ? parsedAddress.toByteArray().slice(0, 8).join(':')
    : address
}

/** Maximum number of characters of a user name to remember. */
const maxUserLength = 200

/** The guessed user, by name or id, and the address of the guesser. */
export type Guess = { address: string | undefined; user: string | undefined }

/** Runs work that rejects if a password or code is wrong. After too many wrong guesses, throws a Refusal instead. */
export type GuardedAttempt = <Result>(
  guess: Guess,
  work: () => Result | Promise<Result>,
) => Promise<Result>

/**
 * Rate-limits guesses per user and address together, so that guesses for other users or from other addresses lock
 * nobody out. Only failures cost an attempt; when no attempts are left, guesses are refused until one is regained.
 * Requests from this process have no address and are not limited.
 */
export function createAttemptLimiter(now: () => number): GuardedAttempt {
  /**
   * When each pair has regained all its attempts, on the clock of `now`. A pair whose time has passed need not be
   * stored any longer.
   */
  const fullAt = new Map<string, number>()
  const dropPairWithMostAttempts = (): void => {
    let earliest = { pair: '', time: Infinity }
    for (const [pair, time] of fullAt) {
      if (time < earliest.time) earliest = { pair, time }
      if (time <= now()) break
    }
    fullAt.delete(earliest.pair)
  }
  return async ({ address, user = '' }, work) => {
    if (address === undefined) return work()
    const pair = `${toRateLimitKey(address)} ${user.slice(0, maxUserLength)}`
    const nextFullAt = Math.max(fullAt.get(pair) ?? 0, now()) + regainTime
    const wait = nextFullAt - now() - maxAttempts * regainTime
    if (wait > 0)
      throw new Refusal({ code: 'RATE_LIMITED' }, { 'retry-after': String(Math.ceil(wait / 1000)) })
    if (fullAt.size >= maxPairs && !fullAt.has(pair)) dropPairWithMostAttempts()
    fullAt.set(pair, nextFullAt)
    const result = await work()
    const fullAtAfterRefund = (fullAt.get(pair) ?? 0) - regainTime
    if (fullAtAfterRefund > now()) fullAt.set(pair, fullAtAfterRefund)
    else fullAt.delete(pair)
    return result
  }
}
