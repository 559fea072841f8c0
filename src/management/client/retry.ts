import { getString } from '../plain.js'
import type { ManagementError } from './error.js'
import { isLeaderLost } from './error.js'

/** When and how often a failed call is tried again. */
export type Retry = {
  /**
   * Maximum number of attempts at each controller; with 1, a call is never retried. While a cluster has no leader, any
   * other number means that the call is retried until its timeout.
   */
  attempts: number
  /**
   * Delay before the second attempt, in ms. It doubles with each further attempt; the client waits a random time
   * between half of it and all of it.
   */
  delay: number
  /**
   * Maximum delay in ms. If the controller asks for a longer one, the call fails, except while its cluster has no
   * leader.
   */
  longest: number
}

export const defaultRetry: Retry = { attempts: 3, delay: 300, longest: 20_000 }

export const resolveRetry = (overrides: Partial<Retry> | false | undefined, base: Retry): Retry =>
  overrides === false ? { ...base, attempts: 1 } : { ...base, ...overrides }

/** Maximum delay between two attempts while a cluster has no leader, in ms. */
const maxLeaderDelay = 2_000

/** Codes of errors that occur before the request is sent. */
const unsentCodes: ReadonlySet<string> = new Set(['CONNECTION_REFUSED', 'HOST_NOT_FOUND'])

/** Codes of connection errors that would occur again at the same controller. */
const untrustedCodePattern = /^(CERTIFICATE_\w+|NOT_TLS|TLS_FAILED|PIN_MISMATCH)$/

const unsentCausePattern = /^(EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/

/** Messages of Node for connections that failed before a request was sent. */
const unsentReasonPattern = /^connect E|before secure TLS connection/

/** Error codes of connections that broke or got no response. */
const lostCodes: ReadonlySet<string> = new Set([
  'CONNECTION_LOST',
  'NOT_REACHED',
  'NO_CONNECTION',
  'NO_ANSWER_IN_TIME',
])

/** The error message that a cluster member sends, with status 429, if its leader did not answer in time. */
const lateLeaderReason = 'timeout waiting for message'

/** Why an attempt failed, and whether the controller may have acted on the request nevertheless. */
export type AttemptFailure = {
  /**
   * `unreachable`: the controller did not answer; `untrusted`: its certificate was rejected, or TLS failed;
   * `leaderless`: the cluster has no leader at the moment; `busy`: status 429, 502, 503 or 504; `final`: another
   * attempt does not help.
   */
  kind: 'unreachable' | 'untrusted' | 'leaderless' | 'busy' | 'final'
  mayHaveActed: boolean
}

export function classifyFailure({
  status,
  code,
  retryAfter,
  cause,
}: ManagementError): AttemptFailure {
  const reason = getString(cause, 'message') ?? ''
  if (untrustedCodePattern.test(code)) return { kind: 'untrusted', mayHaveActed: false }
  const isUnsent =
    unsentCodes.has(code) ||
    unsentCausePattern.test(getString(cause, 'code') ?? '') ||
    (status === 0 && unsentReasonPattern.test(reason))
  if (isUnsent) return { kind: 'unreachable', mayHaveActed: false }
  if (lostCodes.has(code)) return { kind: 'unreachable', mayHaveActed: true }
  if (code === 'CLUSTER_NO_LEADER') return { kind: 'leaderless', mayHaveActed: false }
  // A member that has lost its leader answers 429 if it could not pass on a write, and 500 if the write may have
  // succeeded.
  if (isLeaderLost(status, reason)) return { kind: 'leaderless', mayHaveActed: status === 500 }
  if (status === 429)
    return {
      kind: 'busy',
      mayHaveActed:
        (code !== 'SERVER_TOO_MANY_REQUESTS' && retryAfter === undefined) ||
        reason.startsWith(lateLeaderReason),
    }
  if ([502, 503, 504].includes(status))
    return { kind: 'busy', mayHaveActed: status !== 503 || retryAfter === undefined }
  return { kind: 'final', mayHaveActed: false }
}

export type AttemptState = {
  /** The current round of attempts, from 1. A round tries each controller at most once. */
  round: number
  /** Whether the call may go to another controller that was not tried in this round. */
  hasUntried: boolean
  /** When the call stops waiting for a leader, in ms since 1970; undefined until it has to wait. */
  deadline: number | undefined
}

/** The next attempt: its delay in ms, and whether it goes to another controller. */
export type NextAttempt = { delay: number; switches: boolean }

/** Whether a controller could not be reached or trusted, so that another one may still take the call. */
export const isUnavailable = ({ kind }: AttemptFailure): boolean =>
  kind === 'unreachable' || kind === 'untrusted'

/** Plans the next attempt of a call that may be repeated; undefined if the call should not be tried again. */
export function planNextAttempt(
  failure: AttemptFailure,
  error: ManagementError,
  { round, hasUntried, deadline }: AttemptState,
  retry: Retry,
): NextAttempt | undefined {
  if (retry.attempts <= 1 || failure.kind === 'final') return undefined
  if (isUnavailable(failure) && hasUntried) return { delay: 0, switches: true }
  const backoff = (maxDelay: number): number =>
    Math.min(maxDelay, retry.delay * 2 ** (round - 1)) * (0.5 + Math.random() / 2)
  const requestedDelay = error.retryAfter ?? 0
  if (failure.kind === 'leaderless') {
    const delay = Math.max(requestedDelay, backoff(Math.min(retry.longest, maxLeaderDelay)))
    return deadline !== undefined && Date.now() + delay > deadline
      ? undefined
      : { delay, switches: true }
  }
  if (failure.kind === 'untrusted' || round >= retry.attempts || requestedDelay > retry.longest)
    return undefined
  return {
    delay: Math.max(requestedDelay, backoff(retry.longest)),
    switches: isUnavailable(failure) || error.status === 502 || error.status === 504,
  }
}

/** Waits for a time in ms; rejects with the reason of the signal if it is aborted first. */
export const wait = (delay: number, signal?: AbortSignal): Promise<void> => {
  const timer: { id?: ReturnType<typeof setTimeout> } = {}
  const elapsed = new Promise<void>((resolve) => {
    timer.id = setTimeout(resolve, delay)
  })
  return abortable(elapsed, signal).finally(() => clearTimeout(timer.id))
}

/** Returns a promise that settles like `promise`, or rejects when the signal is aborted; the work itself continues. */
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

/**
 * Runs work with a signal that aborts when any of `signals` aborts, or with a `TimeoutError` after `timeout` ms.
 * Removes its timer and listeners when the work ends; `AbortSignal.any` and `AbortSignal.timeout` would leave theirs
 * behind.
 */
export async function withSignal<Value>(
  { signals, timeout }: { signals: readonly (AbortSignal | undefined)[]; timeout?: number },
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController()
  const timer =
    timeout === undefined
      ? undefined
      : setTimeout(
          () => controller.abort(new DOMException('The request took too long', 'TimeoutError')),
          timeout,
        )
  const listenerRemovers = signals
    .flatMap((signal) => signal ?? [])
    .map((signal) => {
      const abort = (): void => controller.abort(signal.reason)
      if (signal.aborted) abort()
      signal.addEventListener('abort', abort, { once: true })
      return () => signal.removeEventListener('abort', abort)
    })
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    for (const removeListener of listenerRemovers) removeListener()
  }
}
