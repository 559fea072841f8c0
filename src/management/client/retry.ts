import type { ManagementError } from './error.js'
import type { OperationRow } from './operation-table.js'

/** When to retry. */
export type Retry = {
  /** Total number of attempts; 1 for no retry. */
  attempts: number
  /**
   * Delay before the second attempt, in ms. It doubles with each further attempt; the client waits
   * for a random part between half and all of it.
   */
  delay: number
  /** Maximum delay in ms. If the controller asks for a longer one, the call fails. */
  longest: number
}

export const defaultRetry: Retry = { attempts: 3, delay: 300, longest: 20_000 }

const lostConnectionCodes: ReadonlySet<string> = new Set([
  'CONNECTION_REFUSED',
  'CONNECTION_LOST',
  'NOT_REACHED',
  'HOST_NOT_FOUND',
  'NO_CONNECTION',
  'NO_ANSWER_IN_TIME',
])

/** The delay before the next attempt, in ms; undefined if there is none. */
export function getRetryDelay(
  attempt: number,
  { row, error, retry }: { row: OperationRow; error: ManagementError; retry: Retry },
): number | undefined {
  if (attempt > retry.attempts || !isRetryable(row, error)) return undefined
  const backoff =
    Math.min(retry.longest, retry.delay * 2 ** (attempt - 2)) * (0.5 + Math.random() / 2)
  const requested = error.retryAfter ?? 0
  return requested > retry.longest ? undefined : Math.max(requested, backoff)
}

/**
 * Whether a failed request may be repeated: always if it was not processed, and only if it is
 * idempotent if it may have been.
 */
function isRetryable(
  { isIdempotent }: OperationRow,
  { status, code, retryAfter }: ManagementError,
): boolean {
  if (status === 429)
    return isIdempotent || code === 'SERVER_TOO_MANY_REQUESTS' || retryAfter !== undefined
  if (status === 503 && retryAfter !== undefined) return true
  return isIdempotent && (lostConnectionCodes.has(code) || [502, 503, 504].includes(status))
}

/** Waits for a time in ms; rejects with the reason of the signal if it is aborted first. */
export const wait = (delay: number, signal?: AbortSignal): Promise<void> => {
  const timer: { id?: ReturnType<typeof setTimeout> } = {}
  const waited = new Promise<void>((resolve) => {
    timer.id = setTimeout(resolve, delay)
  })
  return abortable(waited, signal).finally(() => clearTimeout(timer.id))
}

/** Rejects on abort; the work continues. */
export function abortable<Value>(
  promise: Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
