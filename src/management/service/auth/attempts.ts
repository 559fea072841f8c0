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
const maxParties = 10_000

/**
 * The part of an address that identifies one party: the whole address for IPv4, and the network for IPv6, because one
 * party has all addresses in it.
 */
const toParty = (address: string): string =>
  isIPv6(address) && !address.includes('.') ? address.split(':', 4).join(':') : address

type Allowance = { attempts: number; at: number }

/**
 * Runs a possible attempt to guess. A failure costs an attempt; a party without attempts is refused until some time has
 * passed. Requests without an address come from this process.
 */
export function createAttempts(
  now: () => number,
): <Result>(address: string | undefined, work: () => Result | Promise<Result>) => Promise<Result> {
  const parties = new Map<string, Allowance>()
  const getAllowance = (party: string): Allowance => {
    const { attempts, at } = parties.get(party) ?? { attempts: maxAttempts, at: now() }
    const left = {
      attempts: Math.min(maxAttempts, attempts + (now() - at) * attemptsPerMs),
      at: now(),
    }
    parties.set(party, left)
    return left
  }
  const forget = (): void => {
    for (const party of [...parties.keys()])
      if (getAllowance(party).attempts >= maxAttempts) parties.delete(party)
  }
  return async (address, work) => {
    if (address === undefined) return work()
    if (parties.size >= maxParties) forget()
    const party = toParty(address)
    const left = getAllowance(party)
    if (left.attempts < 1)
      throw new Refusal(
        { code: 'RATE_LIMITED' },
        { 'retry-after': String(Math.ceil((1 - left.attempts) / attemptsPerMs / 1000)) },
      )
    left.attempts -= 1
    const result = await work()
    getAllowance(party).attempts += 1
    return result
  }
}
