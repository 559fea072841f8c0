import ipaddr from 'ipaddr.js'
import { Refusal } from '../call/failure.js'

/** Number of wrong passwords and codes that may be tried for one user from one address. */
const maxAttempts = 100

/** The time in ms after which an attempt is regained. */
const regainTime = 1000

/** Operations that reveal whether a guess is right. */
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
 * Number of pairs of user and address to remember. Above it, the pair with the most attempts left is dropped, so that
 * guesses under many names do not reset a pair.
 */
const maxPairs = 10_000

/**
 * The part of an address that is rate-limited as one client: all of an IPv4 address, and the /64
 * network of an IPv6 address, because one client can use every address in it.
 */
export function toRateLimitKey(address: string): string {
  const parsed = ipaddr.isValid(address) ? ipaddr.process(address) : undefined
  return parsed?.kind() === 'ipv6' ? parsed.toByteArray().slice(0, 8).join(':') : address
}

/** The longest part of a user name that is remembered. */
const maxUserLength = 200

/** The guessed user, by name or id, and the address of the guesser. */
export type Guess = { address: string | undefined; user: string | undefined }

/** Runs work that reveals whether a password or code is right, unless there were too many wrong ones. */
export type GuardedAttempt = <Result>(
  guess: Guess,
  work: () => Result | Promise<Result>,
) => Promise<Result>

/**
 * Rate-limits guesses per user and address together, so that nobody is locked out by guesses for
 * others, or from elsewhere. Only failures cost an attempt; without attempts, guesses are refused
 * until one is regained. Requests from this process have no address and are not limited.
 */
export function createAttempts(now: () => number): GuardedAttempt {
  /** When a pair has all its attempts again; such pairs are not kept. */
  const fullAt = new Map<string, number>()
  const dropMostAttempts = (): void => {
    let first = { pair: '', time: Infinity }
    for (const [pair, time] of fullAt) {
      if (time < first.time) first = { pair, time }
      if (time <= now()) break
    }
    fullAt.delete(first.pair)
  }
  return async ({ address, user = '' }, work) => {
    if (address === undefined) return work()
    const pair = `${toRateLimitKey(address)} ${user.slice(0, maxUserLength)}`
    const nextFull = Math.max(fullAt.get(pair) ?? 0, now()) + regainTime
    const wait = nextFull - now() - maxAttempts * regainTime
    if (wait > 0)
      throw new Refusal({ code: 'RATE_LIMITED' }, { 'retry-after': String(Math.ceil(wait / 1000)) })
    if (fullAt.size >= maxPairs && !fullAt.has(pair)) dropMostAttempts()
    fullAt.set(pair, nextFull)
    const result = await work()
    const regained = (fullAt.get(pair) ?? 0) - regainTime
    if (regained > now()) fullAt.set(pair, regained)
    else fullAt.delete(pair)
    return result
  }
}
