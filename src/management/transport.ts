import type { Answer } from './answer.js'
import { readAnswer, valueOf, withStatus } from './answer.js'
import type { Call } from './call.js'
import { queryOf } from './call.js'
import { connectionFault } from './connection.js'
import { ManagementError } from './error.js'
import type { Log, LogEvent } from './log.js'
import { redact, secretsIn, secretsInFilter } from './redact.js'
import { refusalOf } from './refusal.js'
import type { Retry } from './retry.js'
import { delayBefore } from './retry.js'
import { abortable, wait } from './wait.js'

/** Sends a request. The `fetch` of the platform is one, and so is that of an embedded service. */
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

/** Sends a call, with these headers of the session, as often as is safe. */
export type Transport = (call: Call, session?: Readonly<Record<string, string>>) => Promise<unknown>

/** A transport to one controller. */
export function transportOf(options: TransportOptions): Transport {
  const counter = { calls: 0 }
  return async (call, session = {}) => {
    counter.calls += 1
    const number = counter.calls
    const headers = headersOf(call, { ...options.headers, ...session })
    const secrets = [
      ...new Set([
        ...options.secrets(),
        ...secretsIn(headers),
        ...secretsInFilter(call.query['filter']),
        ...secretsIn(call.body, call.row.body === 'text/plain' ? 'secret' : ''),
      ]),
    ]
    for (let attempt = 1, wasCut = false; ; attempt += 1) {
      const sending = {
        call,
        headers,
        secrets,
        tell: (event: Told) =>
          options.log?.({ operation: call.row.operation, call: number, attempt, ...event }),
      }
      const result = await attemptOf(sending, options)
      if (!(result instanceof ManagementError)) return result.value
      if (wasCut && call.row.method === 'DELETE' && result.status === 404) return undefined
      result.attempts = attempt
      const delay = delayBefore(attempt + 1, { row: call.row, error: result, retry: options.retry })
      if (delay === undefined) throw result
      wasCut ||= result.status === 0
      sending.tell({ kind: 'wait', delay, code: result.code })
      await wait(delay, call.options.signal).catch((reason: unknown) => {
        throw faultOf(sending, reason, options)
      })
    }
  }
}

type Unnumbered<Event> = Event extends unknown
  ? Omit<Event, 'operation' | 'call' | 'attempt'>
  : never
type Told = Unnumbered<LogEvent>
type Sending = {
  call: Call
  headers: Record<string, string>
  secrets: readonly string[]
  tell: (event: Told) => void
}

function headersOf(
  { row, headers, body }: Call,
  more: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    accept: 'application/json, */*;q=0.5',
    // With brotli, controllers answer errors with status 200. Browsers ask for what they like.
    'accept-encoding': 'gzip, deflate',
    ...(row.body && body !== undefined && { 'content-type': row.body }),
    ...more,
    ...headers,
  }
}

/** The value of one attempt, or why there is none. */
async function attemptOf(
  sending: Sending,
  options: TransportOptions,
): Promise<{ value: unknown } | ManagementError> {
  const { call, headers, secrets, tell } = sending
  const start = Date.now()
  tell({
    kind: 'request',
    method: call.row.method,
    path: call.path,
    query: hidden(call.query),
    headers: shown(headers),
    ...(call.body !== undefined && {
      body: call.row.body === 'text/plain' ? '***' : redact(call.body),
    }),
  })
  const result = await sent(sending, options).then(
    (answer) => {
      tell({
        kind: 'answer',
        status: answer.status,
        headers: shown(Object.fromEntries(answer.headers)),
        size: answer.bytes.length,
        duration: Date.now() - start,
      })
      const value =
        answer.status >= 200 && answer.status < 300 ? valueOf(call.row, answer) : undefined
      return value ?? refusalOf(call.row, answer, { url: options.base, secrets })
    },
    (thrown: unknown) => faultOf(sending, thrown, options),
  )
  if (result instanceof ManagementError)
    tell({
      kind: 'failure',
      code: result.code,
      status: result.status,
      message: result.message,
      ...(result.requestId && { requestId: result.requestId }),
      duration: Date.now() - start,
    })
  return result
}

const faultOf = (
  { call, secrets }: Sending,
  thrown: unknown,
  { base, timeout }: TransportOptions,
): ManagementError =>
  connectionFault(call.row, thrown, {
    url: base,
    secrets,
    timeout: call.options.timeout ?? timeout,
    signal: call.options.signal,
  })

async function sent(
  { call, headers }: Sending,
  { base, fetch, timeout, maxBytes }: TransportOptions,
): Promise<Answer> {
  const { row, path, query, body, options } = call
  const limit = AbortSignal.timeout(options.timeout ?? timeout)
  const signal = options.signal ? AbortSignal.any([options.signal, limit]) : limit
  const text =
    body === undefined ? undefined : row.body === 'text/plain' ? String(body) : JSON.stringify(body)
  const request = new Request(base + path + queryOf(query), {
    method: row.method,
    headers,
    signal,
    redirect: 'manual',
    ...(text !== undefined && { body: text }),
  })
  return withStatus(await readAnswer(await abortable(fetch(request), signal), maxBytes, signal))
}

const shown = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, text]) => [name, String(redact(text, name))]),
  )

/** Filters may compare with tokens. */
const hidden = (query: Call['query']): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll(/"(?:\\.|[^"\\])*"/g, '"***"') : value,
    ]),
  )
