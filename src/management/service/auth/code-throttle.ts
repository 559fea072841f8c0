import type { CodeThrottle, CodeAttempt } from '../call/context.js'
import { isWithinTime } from '../call/times.js'
import { toRateLimitKey } from './attempts.js'

/**
 * Number of wrong codes for one user without delay: from one address, and from all unfamiliar addresses together. After
 * these, one code is checked per interval in ms (RFC 4226, section 7.3, requires throttling and does not say how).
 */
const freeAttempts = 10
const freeAttemptsOverall = 100
const throttleDelay = 30_000

/** Number of users and addresses to remember; above it, the oldest one is forgotten. */
const maxEntries = 10_000

type Failures = { count: number; at: number }

/** Creates a throttle by a clock in ms since 1970. */
export function createCodeThrottle(now: () => number): CodeThrottle {
  const failures = new Map<string, Failures>()
  const toKey = ({ id, address }: CodeAttempt): string => `${id} ${toRateLimitKey(address)}`
  const isOver = (key: string, free: number): boolean => {
    const known = failures.get(key)
    return (
      known !== undefined && known.count >= free && isWithinTime(throttleDelay, known.at, now())
    )
  }
  const add = (key: string): number => {
    const count = (failures.get(key)?.count ?? 0) + 1
    failures.delete(key)
    failures.set(key, { count, at: now() })
    const [oldest] = failures.keys()
    if (failures.size > maxEntries && oldest !== undefined) failures.delete(oldest)
    return count
  }
  return {
    isThrottled: (attempt) =>
      isOver(toKey(attempt), freeAttempts) ||
      (isOver(attempt.id, freeAttemptsOverall) && !attempt.isFamiliar()),
    note: (attempt, isRight) => {
      const key = toKey(attempt)
      if (isRight) failures.delete(key)
      // Later wrong codes of the same address do not count here, so that one address cannot use up the attempts of all
      // others.
      else if (add(key) <= freeAttempts) add(attempt.id)
    },
  }
}
