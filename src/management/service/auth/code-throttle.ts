import type { CodeThrottle, CodeAttempt } from '../call/context.js'
import { isWithinTime } from '../call/times.js'
import { toRateLimitKey } from './attempts.js'

/**
 * Number of wrong codes from one address that do not delay the next code for the same user. RFC 4226, section 7.3,
 * requires throttling, but does not say how.
 */
const freeAttempts = 10

/**
 * Number of wrong codes for one user, from all addresses together, that do not delay the next code from an unfamiliar
 * address.
 */
const freeAttemptsOverall = 100

/** The time in ms after a wrong code during which no other code is checked, once the free attempts are used up. */
const throttleDelay = 30_000

/** Maximum number of users and addresses to remember; beyond this number, the oldest entry is forgotten. */
const maxEntries = 10_000

type Failures = { count: number; lastAt: number }

/** Creates a throttle; `now` returns ms since 1970. */
export function createCodeThrottle(now: () => number): CodeThrottle {
  const failures = new Map<string, Failures>()
  const toAddressKey = ({ id, address }: CodeAttempt): string => `${id} ${toRateLimitKey(address)}`
  const isDelayed = (key: string, maxFree: number): boolean => {
    const entry = failures.get(key)
    return (
      entry !== undefined &&
      entry.count >= maxFree &&
      isWithinTime(throttleDelay, entry.lastAt, now())
    )
  }
  const countFailure = (key: string): number => {
    const count = (failures.get(key)?.count ?? 0) + 1
    failures.delete(key)
    failures.set(key, { count, lastAt: now() })
    const [oldest] = failures.keys()
    if (failures.size > maxEntries && oldest !== undefined) failures.delete(oldest)
    return count
  }
  return {
    isThrottled: (attempt) =>
      isDelayed(toAddressKey(attempt), freeAttempts) ||
      (isDelayed(attempt.id, freeAttemptsOverall) && !attempt.isFamiliar()),
    recordResult: (attempt, isCorrect) => {
      const key = toAddressKey(attempt)
      if (isCorrect) failures.delete(key)
      // Further wrong codes from the same address do not count toward the limit of the user, so that one address cannot
      // use up the attempts of all others.
      else if (countFailure(key) <= freeAttempts) countFailure(attempt.id)
    },
  }
}
