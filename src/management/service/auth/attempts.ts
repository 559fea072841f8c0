import { isIPv6 } from 'node:net'
import { Refusal } from '../http/failure.js'

/** Free wrong passwords and codes per address, and the rate at which they are restored, per ms. */
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

/** The number of addresses to remember before dropping those that have all their attempts again. */
const maxAllowances = 10_000

/**
 * The part of an address that identifies one party: the whole address for IPv4, and the network for IPv6, because one
 * party has all addresses in it.
 */
const toRateLimitKey = (address: string): string =>
  isIPv6(address) && !address.includes('.') ? address.split(':', 4).join(':') : address

type Allowance = { attempts: number; at: number }

/**
 * Runs a possible attempt to guess. A failure costs an attempt; a party without attempts is refused until some time has
 * passed. Requests without an address come from this process.
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
