import { isIPv6 } from 'node:net'
import { Refusal } from '../http/failure.js'

/** Wrong passwords and codes that an address has free, and how fast it gets them back, per ms. */
const maxAttempts = 300
const attemptsPerMs = 1 / 1000

/** Operations that tell whether a guess is right. */
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

/** As many addresses are remembered before those that have all their attempts back are forgotten. */
const maxParties = 10_000

/** The part of an address that one party has: a whole one of IPv4, and the network of one of IPv6, in which it has all addresses. */
const toParty = (address: string): string =>
  isIPv6(address) && !address.includes('.') ? address.split(':', 4).join(':') : address

type Allowance = { attempts: number; at: number }

/** Runs what may be an attempt to guess. One that fails costs an attempt; who has none left is refused until some time has passed. Requests without an address are made in this process. */
export function createAttempts(
  now: () => number,
): <Result>(address: string | undefined, work: () => Result | Promise<Result>) => Promise<Result> {
  const parties = new Map<string, Allowance>()
  const leftOf = (party: string): Allowance => {
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
      if (leftOf(party).attempts >= maxAttempts) parties.delete(party)
  }
  return async (address, work) => {
    if (address === undefined) return work()
    if (parties.size >= maxParties) forget()
    const party = toParty(address)
    const left = leftOf(party)
    if (left.attempts < 1)
      throw new Refusal(
        { code: 'RATE_LIMITED' },
        { 'retry-after': String(Math.ceil((1 - left.attempts) / attemptsPerMs / 1000)) },
      )
    left.attempts -= 1
    const result = await work()
    leftOf(party).attempts += 1
    return result
  }
}
