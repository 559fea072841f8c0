import ipaddr from 'ipaddr.js'
import { Refusal } from '../http/failure.js'

/**
 * Number of wrong passwords and codes that may be tried for one user from one address, and how many
 * attempts are regained per ms.
 */
const maxAttempts = 100
const attemptsPerMs = 1 / 1000

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
 * Number of pairs of user and address to remember; above it, the one with the most attempts left is dropped, so that
 * guesses under many names win none back.
 */
const maxAllowances = 10_000

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

type Allowance = { attempts: number; countedAt: number }

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
  const allowances = new Map<string, Allowance>()
  const countAttempts = ({ attempts, countedAt }: Allowance): number =>
    Math.min(maxAttempts, attempts + (now() - countedAt) * attemptsPerMs)
  const dropMostAttempts = (): void => {
    let most = { pair: '', attempts: -1 }
    for (const [pair, allowance] of allowances) {
      const attempts = countAttempts(allowance)
      if (attempts > most.attempts) most = { pair, attempts }
      if (attempts === maxAttempts) break
    }
    allowances.delete(most.pair)
  }
  const getAllowance = (pair: string): Allowance => {
    const known = allowances.get(pair)
    if (!known && allowances.size >= maxAllowances) dropMostAttempts()
    const allowance = { attempts: known ? countAttempts(known) : maxAttempts, countedAt: now() }
    allowances.set(pair, allowance)
    return allowance
  }
  return async ({ address, user = '' }, work) => {
    if (address === undefined) return work()
    const pair = `${toRateLimitKey(address)} ${user.slice(0, maxUserLength)}`
    const allowance = getAllowance(pair)
    if (allowance.attempts < 1)
      throw new Refusal(
        { code: 'RATE_LIMITED' },
        { 'retry-after': String(Math.ceil((1 - allowance.attempts) / attemptsPerMs / 1000)) },
      )
    allowance.attempts -= 1
    const result = await work()
    const left = getAllowance(pair)
    if (left.attempts + 1 >= maxAttempts) allowances.delete(pair)
    else left.attempts += 1
    return result
  }
}
