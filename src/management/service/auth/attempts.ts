import { isIPv6 } from 'node:net'
import { Refusal } from '../http/failure.js'

/**
 * Number of wrong passwords and codes that one client may try, and how many attempts it regains per
 * ms.
 */
const maxAttempts = 300
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

/** Number of clients to remember; above it, those that have regained all attempts are dropped. */
const maxAllowances = 10_000

/**
 * The part of an address that is rate-limited as one client: all of an IPv4 address, and the /64
 * network of an IPv6 address, because one client can use every address in it.
 */
const toRateLimitKey = (address: string): string =>
  isIPv6(address) && !address.includes('.') ? address.split(':', 4).join(':') : address

type Allowance = { attempts: number; at: number }

/**
 * Rate-limits operations that reveal whether a password or code is right. Only failures cost an
 * attempt; a client without attempts is refused until it has regained one. Requests from this
 * process have no address and are not limited.
 */
export function createAttempts(
  now: () => number,
): <Result>(address: string | undefined, work: () => Result | Promise<Result>) => Promise<Result> {
  const allowances = new Map<string, Allowance>()
  const getAllowance = (party: string): Allowance => {
    const { attempts, at } = allowances.get(party) ?? { attempts: maxAttempts, at: now() }
    const allowance = {
      attempts: Math.min(maxAttempts, attempts + (now() - at) * attemptsPerMs),
      at: now(),
    }
    allowances.set(party, allowance)
    return allowance
  }
  const removeUnused = (): void => {
    for (const party of [...allowances.keys()])
      if (getAllowance(party).attempts >= maxAttempts) allowances.delete(party)
  }
  return async (address, work) => {
    if (address === undefined) return work()
    if (allowances.size >= maxAllowances) removeUnused()
    const party = toRateLimitKey(address)
    const allowance = getAllowance(party)
    if (allowance.attempts < 1)
      throw new Refusal(
        { code: 'RATE_LIMITED' },
        { 'retry-after': String(Math.ceil((1 - allowance.attempts) / attemptsPerMs / 1000)) },
      )
    allowance.attempts -= 1
    const result = await work()
    getAllowance(party).attempts += 1
    return result
  }
}
