import type { ManagementError } from './error.js'
import type { Row } from './row.js'

/** When to try again. */
export type Retry = {
  /** Attempts in all; 1 is no second one. */
  attempts: number
  /** The wait before the second attempt, in ms; it doubles with each, and is cut by chance to between half and all of it. */
  delay: number
  /** The longest wait, in ms. Where the controller asks for a longer one, the call fails. */
  longest: number
}

export const standardRetry: Retry = { attempts: 3, delay: 300, longest: 20_000 }

const lost: ReadonlySet<string> = new Set([
  'CONNECTION_REFUSED',
  'CONNECTION_LOST',
  'NOT_REACHED',
  'HOST_NOT_FOUND',
  'NO_CONNECTION',
  'NO_ANSWER_IN_TIME',
])

/** How long to wait before the next attempt, in ms; undefined where there should be none. */
export function delayBefore(
  attempt: number,
  { row, error, retry }: { row: Row; error: ManagementError; retry: Retry },
): number | undefined {
  if (attempt > retry.attempts || !isSafe(row, error)) return undefined
  const own = Math.min(retry.longest, retry.delay * 2 ** (attempt - 2)) * (0.5 + Math.random() / 2)
  const asked = error.retryAfter ?? 0
  return asked > retry.longest ? undefined : Math.max(asked, own)
}

/** What was not begun can be repeated; what may have been done, only where doing it twice is the same. */
function isSafe({ isIdempotent }: Row, { status, code, retryAfter }: ManagementError): boolean {
  if (status === 429)
    return isIdempotent || code === 'SERVER_TOO_MANY_REQUESTS' || retryAfter !== undefined
  if (status === 503 && retryAfter !== undefined) return true
  return isIdempotent && (lost.has(code) || [502, 503, 504].includes(status))
}
