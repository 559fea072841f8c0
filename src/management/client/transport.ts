import type { ReceivedAnswer } from './answer.js'
import { receiveAnswer, readResult, withStatus } from './answer.js'
import type { PreparedCall } from './call.js'
import { formatQuery, locateCall } from './call.js'
import { createConnectionError } from './connection-errors.js'
import { ManagementError } from './error.js'
import { redact, findSecrets, findSecretsInFilter } from './redact.js'
import { createRefusalError } from './refusals.js'
import type { Retry } from './retry.js'
import { getRetryDelay, abortable, wait } from './retry.js'

/** Sends a request, like the `fetch` of the platform or of an embedded service. */
export type Fetch = (request: Request) => Promise<Pick<Response, 'status' | 'headers' | 'body'>>

export type TransportOptions = {
  base: string
  fetch: Fetch
  timeout: number
  retry: Retry
  maxBytes: number
  headers: Readonly<Record<string, string>>
  log: Log | undefined
  secrets: () => readonly string[]
}

/** Sends a call with the headers of a session, and retries if that is safe. */
export type Transport = (
  call: PreparedCall,
  session?: Readonly<Record<string, string>>,
) => Promise<unknown>

/** Creates a transport to one controller. */
export function createTransport(options: TransportOptions): Transport {
  const counter = { calls: 0 }
  return async (call, session = {}) => {
    counter.calls += 1
    const number = counter.calls
    const headers = buildHeaders(call, { ...options.headers, ...session })
    const secrets = [
      ...new Set([
        ...options.secrets(),
        ...findSecrets(headers),
        ...findSecretsInFilter(call.query['filter']),
        ...findSecrets(call.body, call.row.body === 'text/plain' ? 'secret' : ''),
      ]),
    ]
    for (let attempt = 1, wasInterrupted = false; ; attempt += 1) {
      const sending = {
        call,
        headers,
        secrets,
        log: (event: TransportEvent) =>
          options.log?.({ operation: call.row.operation, call: number, attempt, ...event }),
      }
      const result = await runAttempt(sending, options)
      if (!(result instanceof ManagementError)) return result.value
      if (wasInterrupted && call.row.method === 'DELETE' && result.status === 404) return undefined
      result.attempts = attempt
      const delay = getRetryDelay(attempt + 1, {
        row: call.row,
        error: result,
        retry: options.retry,
      })
      if (delay === undefined) throw result
      wasInterrupted ||= result.status === 0
      sending.log({ kind: 'wait', delay, code: result.code })
      await wait(delay, call.options.signal).catch((reason: unknown) => {
        throw toConnectionError(sending, reason, options)
      })
    }
  }
}

type WithoutCounters<Event> = Event extends unknown
  ? Omit<Event, 'operation' | 'call' | 'attempt'>
  : never
type TransportEvent = WithoutCounters<LogEvent>
type PendingRequest = {
  call: PreparedCall
  headers: Record<string, string>
  secrets: readonly string[]
  log: (event: TransportEvent) => void
}

function buildHeaders(
  { row, headers, body }: PreparedCall,
  sessionHeaders: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    accept: 'application/json, */*;q=0.5',
    // With brotli, controllers send errors with status 200. Browsers ignore this header.
    'accept-encoding': 'gzip, deflate',
    ...(row.body && body !== undefined && { 'content-type': row.body }),
    ...sessionHeaders,
    ...headers,
  }
}

/** The result of one attempt, or its failure. */
async function runAttempt(
  sending: PendingRequest,
  options: TransportOptions,
): Promise<{ value: unknown } | ManagementError> {
  const { call, headers, secrets, log } = sending
  const start = Date.now()
  log({
    kind: 'request',
    method: call.row.method,
    path: call.path,
    query: redactQuery(call.query),
    headers: redactHeaders(headers),
    ...(call.body !== undefined && {
      body: call.row.body === 'text/plain' ? '***' : redact(call.body),
    }),
  })
  const result = await sendRequest(sending, options).then(
    (answer) => {
      log({
        kind: 'answer',
        status: answer.status,
        headers: redactHeaders(Object.fromEntries(answer.headers)),
        size: answer.bytes.length,
        duration: Date.now() - start,
      })
      const value =
        answer.status >= 200 && answer.status < 300 ? readResult(call.row, answer) : undefined
      return value ?? createRefusalError(call.row, answer, { url: options.base, secrets })
    },
    (thrown: unknown) => toConnectionError(sending, thrown, options),
  )
  if (result instanceof ManagementError)
    log({
      kind: 'failure',
      code: result.code,
      status: result.status,
      message: result.message,
      ...(result.requestId && { requestId: result.requestId }),
      duration: Date.now() - start,
    })
  return result
}

const toConnectionError = (
  { call, secrets }: PendingRequest,
  thrown: unknown,
  { base, timeout }: TransportOptions,
): ManagementError =>
  createConnectionError(call.row, thrown, {
    url: base,
    secrets,
    timeout: call.options.timeout ?? timeout,
    signal: call.options.signal,
  })

async function sendRequest(
  { call, headers }: PendingRequest,
  { base, fetch, timeout, maxBytes }: TransportOptions,
): Promise<ReceivedAnswer> {
  const { row, path, query, body, options } = call
  const limit = AbortSignal.timeout(options.timeout ?? timeout)
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
  const isPlainText = row.body === 'text/plain' && typeof body === 'string'
  const text = body === undefined ? undefined : isPlainText ? body : JSON.stringify(body)
  const request = new Request(locateCall(base, path) + formatQuery(query), {
    method: row.method,
    headers,
    signal,
    redirect: 'manual',
    ...(text !== undefined && { body: text }),
  })
  return withStatus(await receiveAnswer(await abortable(fetch(request), signal), maxBytes, signal))
}

const redactHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [name, String(redact(text, name))]),
  )

/** Masks secrets in the query: filters may contain tokens. */
const redactQuery = (query: PreparedCall['query']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll(/"(?:\\.|[^"\\])*"/g, '"***"') : value,
    ]),
  )

/** An event for the `log` of a client. Secrets are masked. */
export type LogEvent = {
  /** The operation, as in `services.create`. */
  operation: string
  /** The number of the call, counted per client from 1. */
  call: number
  /** The number of the attempt, from 1. */
  attempt: number
} & (
  | {
      /** The type of the event. */
      kind: 'request'
      /** The HTTP method. */
      method: string
      /** The path of the request. */
      path: string
      /** The query of the request. */
      query: Record<string, unknown>
      /** The headers. */
      headers: Record<string, string>
      /** The body of the request. */
      body?: unknown
    }
  | {
      /** The type of the event. */
      kind: 'answer'
      /** The HTTP status; 0 without an answer. */
      status: number
      /** The headers. */
      headers: Record<string, string>
      /** Length of the answer in bytes. */
      size: number
      /** How long the attempt took, in ms. */
      duration: number
    }
  | {
      /** The type of the event. */
      kind: 'failure'
      /** The code of the error. */
      code: string
      /** The HTTP status; 0 without an answer. */
      status: number
      /** What failed, and why. */
      message: string
      /** The id of the request in the log of the controller. */
      requestId?: string
      /** How long the attempt took, in ms. */
      duration: number
    }
  | {
      /** The type of the event. */
      kind: 'wait'
      /** How long the client waits before the next attempt, in ms. */
      delay: number
      /** The code of the error. */
      code: string
    }
)

/** Receives every request, answer, failure and wait. */
export type Log = (event: LogEvent) => void
