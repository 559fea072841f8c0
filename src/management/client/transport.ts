import { getString } from '../plain.js'
import { isPlainObject, getAt } from '../../document/record.js'
import type { AnswerHeaders, ReceivedAnswer } from './answer.js'
import { receiveAnswer, readResult, correctErrorAnswer } from './answer.js'
import type { CallResponse, CallResult, PreparedCall, CallAttempt } from './call.js'
import { formatBody, formatQuery, locateCall } from './call.js'
import { createAbortError, createConnectionError } from './connection-errors.js'
import type { Controllers } from './controllers.js'
import { ManagementError, noteUnknownOutcome, isNameTaken } from './error.js'
import type { Hooks } from './hooks.js'
import { createHookCalls } from './hooks.js'
import type { Log } from './log.js'
import { redact, redactHeaders, redactQuery, findSecrets, findSecretsInFilter } from './redact.js'
import { createRefusalError } from './refusals.js'
import type { AttemptFailure, Retry } from './retry.js'
import {
  abortable,
  classifyFailure,
  isUnavailable,
  planNextAttempt,
  resolveRetry,
  wait,
  withSignal,
} from './retry.js'
import { createField } from './filter.js'
import { parseOperationRow } from './operation-table.js'

/** Sends a request, like the `fetch` of the platform or of an embedded service. */
export type Fetch = (request: Request) => Promise<Pick<Response, 'status' | 'headers' | 'body'>>

/**
 * Sends a request like a `Fetch` and reads the response, but without the classes `Request`, `Response` and `Headers`,
 * which take long to load in Node.
 */
export type DirectFetch = (
  request: {
    url: string
    method: string
    headers: Readonly<Record<string, string>>
    body?: string
    signal: AbortSignal
  },
  maxBytes: number,
) => Promise<ReceivedAnswer>

const directFetches = new WeakMap<Fetch, DirectFetch>()

/** Makes transports call `directFetch` instead of `fetch`. */
export const setDirectFetch = (fetch: Fetch, directFetch: DirectFetch): void =>
  void directFetches.set(fetch, directFetch)

export type TransportOptions = Hooks & {
  controllers: Controllers
  fetch: Fetch
  timeout: number
  retry: Retry
  maxBytes: number
  headers: Readonly<Record<string, string>>
  log: Log | undefined
  secrets: () => readonly string[]
}

/** Returns the headers that authenticate a call at a controller; signs in there first if necessary. */
export type Authorize = (
  controller: string,
  signal: AbortSignal | undefined,
) => Promise<Readonly<Record<string, string>>>

/**
 * Sends a call to its `controller`, or else to the current one. If repeating the call is safe, retries it there or at
 * other controllers.
 */
export type Transport = (call: PreparedCall, authorize?: Authorize) => Promise<CallResult>

export function createTransport(options: TransportOptions): Transport {
  const { controllers } = options
  const counter = { calls: 0 }
  return async (call, authorize = async () => ({})) => {
    counter.calls += 1
    const callNumber = counter.calls
    const retry = resolveRetry(call.options.retry, options.retry)
    const startedAt = Date.now()
    const leaderTimeout = call.options.timeout ?? options.timeout
    let deadline: number | undefined
    const triedControllers = new Set<string>()
    let round = 1
    let mayHaveActed = false
    for (let attempt = 1; ; attempt += 1) {
      const controller = call.controller ?? controllers.current()
      const callAttempt: CallAttempt = {
        call,
        controller,
        attempt,
        log: (event) =>
          options.log?.({ operation: call.row.operation, call: callNumber, attempt, ...event }),
      }
      const result = await runAttempt(callAttempt, authorize, options)
      if (!('error' in result)) {
        controllers.noteAnswer(controller)
        return result
      }
      const { error, failure } = result
      error.attempts = Math.max(error.attempts, attempt)
      if (mayHaveActed && failure.kind === 'final') {
        const lostResult = await findLostResult(callAttempt, result, startedAt, (list) =>
          runAttempt({ ...callAttempt, call: list }, authorize, options),
        )
        if (lostResult) return lostResult
      }
      mayHaveActed ||= failure.mayHaveActed
      if (failure.kind === 'leaderless') deadline ??= Date.now() + leaderTimeout
      triedControllers.add(controller)
      const hasUntried =
        call.controller === undefined &&
        controllers.list().some((other) => !triedControllers.has(other))
      const next =
        failure.mayHaveActed && !isRepeatable(call, controllers)
          ? undefined
          : planNextAttempt(failure, error, { round, hasUntried, deadline }, retry)
      if (next ? next.switches : isUnavailable(failure))
        controllers.switchFrom(controller, { fails: failure.kind !== 'leaderless' })
      if (!next) {
        if (mayHaveActed && isWrite(call)) noteUnknownOutcome(error)
        throw error
      }
      if (next.delay === 0) continue
      round += 1
      triedControllers.clear()
      callAttempt.log({ kind: 'wait', delay: next.delay, code: error.code })
      await wait(next.delay, call.options.signal).catch(() => {
        throw createAbortError(call.row, call.options.signal)
      })
    }
  }
}

/**
 * The result of a call whose request was repeated, if the final failure shows that an earlier attempt succeeded and only
 * its response was lost: the record is already deleted, or its name is already in use.
 */
async function findLostResult(
  callAttempt: CallAttempt,
  refusal: FailedAttempt,
  startedAt: number,
  list: ListRecords,
): Promise<CallResult | undefined> {
  const { call } = callAttempt
  const { error } = refusal
  if (call.row.method === 'DELETE' && error.status === 404)
    return { value: undefined, response: toResponse(callAttempt, 404) }
  const createdRecord = isDuplicate(call, error)
    ? await findCreated(callAttempt, refusal, startedAt, list)
    : undefined
  if (createdRecord !== undefined)
    return { value: createdRecord, response: toResponse(callAttempt, 201) }
  return undefined
}

/**
 * Whether it is safe to send a request twice. In a cluster, which may lose its leader at any time, this includes
 * creating a record with a name: names are unique, so the controller refuses a second record.
 */
const isRepeatable = ({ row, body }: PreparedCall, controllers: Controllers): boolean =>
  row.isIdempotent ||
  (controllers.list().length > 1 &&
    row.answer === 'created' &&
    isPlainObject(body) &&
    getString(body, 'name') !== undefined)

/** Whether a call changes records. Inspections and sign-ins use POST, but change no records. */
const isWrite = ({ row }: PreparedCall): boolean =>
  row.method !== 'GET' && row.answer !== 'bare' && row.answer !== 'raw' && !row.isOpen

const toResponse = (
  { controller, attempt }: CallAttempt,
  status: number,
  headers: AnswerHeaders = new Headers(),
): CallResponse => ({
  status,
  // Created on access, because Node takes long to load the class `Headers`.
  get headers() {
    return isHeaders(headers) ? headers : new Headers([...headers])
  },
  requestId: headers.get('x-request-id') ?? undefined,
  controller,
  attempts: attempt,
})

const isHeaders = (headers: AnswerHeaders): headers is Headers => 'append' in headers

/** The headers that a call itself determines, without headers from the client, the session or the hooks. */
function buildHeaders({ row, headers, body }: PreparedCall): Record<string, string> {
  return {
    accept: 'application/json, */*;q=0.5',
    // With brotli, controllers send errors with status 200. Browsers ignore this header.
    'accept-encoding': 'gzip, deflate',
    ...(row.body && body !== undefined && { 'content-type': row.body }),
    ...headers,
  }
}

/**
 * A failed attempt: its error, how the failure is classified, and when it occurred, in ms since 1970. If the response
 * has a `Date` header, `answeredAt` is that time, on the clock of the controller.
 */
type FailedAttempt = { error: ManagementError; failure: AttemptFailure; answeredAt: number }

async function runAttempt(
  callAttempt: CallAttempt,
  authorize: Authorize,
  options: TransportOptions,
): Promise<CallResult | FailedAttempt> {
  const { call, controller } = callAttempt
  try {
    const sessionHeaders = await authorize(controller, call.options.signal)
    return await sendAttempt(callAttempt, { ...options.headers, ...sessionHeaders }, options)
  } catch (error) {
    if (!(error instanceof ManagementError)) throw error
    // Signing in failed, so the call itself was not sent. With a single controller, the sign-in was already retried;
    // with several, the call goes to the next one.
    const { kind } = classifyFailure(error)
    const isSingle = options.controllers.list().length === 1
    return {
      error,
      failure: { kind: isSingle ? 'final' : kind, mayHaveActed: false },
      answeredAt: Date.now(),
    }
  }
}

async function sendAttempt(
  callAttempt: CallAttempt,
  sessionHeaders: Readonly<Record<string, string>>,
  options: TransportOptions,
): Promise<CallResult | FailedAttempt> {
  const { call, controller, log } = callAttempt
  const { row, query, body } = call
  const callHeaders = buildHeaders(call)
  const hooks = createHookCalls(options, callAttempt)
  const headers = { ...sessionHeaders, ...callHeaders, ...hooks.onRequest() }
  const secrets = [
    ...new Set([
      ...options.secrets(),
      ...findSecrets(headers),
      ...findSecretsInFilter(query['filter']),
      ...findSecrets(body, row.body === 'text/plain' ? 'secret' : ''),
    ]),
  ]
  const start = Date.now()
  log({
    kind: 'request',
    method: row.method,
    path: call.path,
    query: redactQuery(query),
    headers: redactHeaders(headers),
    ...(body !== undefined && { body: typeof body === 'string' ? '***' : redact(body) }),
  })
  const result = await exchange(callAttempt, headers, options).then(
    (answer) => {
      log({
        kind: 'answer',
        status: answer.status,
        headers: redactHeaders(Object.fromEntries(answer.headers)),
        size: answer.bytes.length,
        duration: Date.now() - start,
      })
      const isSuccess = answer.status >= 200 && answer.status < 300
      const isReadable =
        row.answer === 'raw' ? answer.status < 500 && answer.status !== 429 : isSuccess
      const value = isReadable ? readResult(row, answer) : undefined
      return value
        ? { ...value, response: toResponse(callAttempt, answer.status, answer.headers) }
        : toFailedAttempt(createRefusalError(row, answer, { url: controller, secrets }), answer)
    },
    (thrown: unknown) =>
      toFailedAttempt(
        createConnectionError(row, thrown, {
          url: controller,
          secrets,
          timeout: call.options.timeout ?? options.timeout,
          signal: call.options.signal,
        }),
      ),
  )
  hooks.onResponse('error' in result ? result.error : result.response.status, Date.now() - start)
  if ('error' in result) {
    const { error } = result
    log({
      kind: 'failure',
      code: error.code,
      status: error.status,
      message: error.message,
      ...(error.requestId && { requestId: error.requestId }),
      duration: Date.now() - start,
    })
  }
  return result
}

const toFailedAttempt = (error: ManagementError, answer?: ReceivedAnswer): FailedAttempt => {
  const date = Date.parse(answer?.headers.get('date') ?? '')
  return {
    error,
    failure: classifyFailure(error),
    answeredAt: Number.isNaN(date) ? Date.now() : date,
  }
}

function exchange(
  { call, controller }: CallAttempt,
  headers: Record<string, string>,
  { fetch, timeout, maxBytes }: TransportOptions,
): Promise<ReceivedAnswer> {
  const { row, path, query, body, options } = call
  return withSignal(
    { signals: [options.signal], timeout: options.timeout ?? timeout },
    async (signal) => {
      const url = locateCall(controller, path) + formatQuery(query)
      const init = {
        method: row.method,
        headers,
        signal,
        ...(body !== undefined && { body: formatBody(row.body, body) }),
      }
      const directFetch = directFetches.get(fetch)
      if (directFetch)
        return correctErrorAnswer(await abortable(directFetch({ url, ...init }, maxBytes), signal))
      const request = new Request(url, { ...init, redirect: 'manual' })
      const response = await abortable(fetch(request), signal)
      return correctErrorAnswer(await receiveAnswer(response, maxBytes, signal))
    },
  )
}

const isDuplicate = ({ row }: PreparedCall, error: ManagementError): boolean =>
  row.answer === 'created' &&
  (isNameTaken(error) || (getString(error.cause, 'message') ?? '').includes('must be unique'))

/** Tolerance, in ms, when times are compared with the clock of a controller: its `Date` header has whole seconds. */
const clockTolerance = 2_000

/** Delays before each attempt to find a created record, in ms: a member of the cluster may lag behind. */
const lookupDelays = [0, 20, 50, 200, 800, 2_000, 5_000]

/** Sends the request for a list of records as part of the same attempt. */
type ListRecords = (call: PreparedCall) => Promise<CallResult | { error: ManagementError }>

/**
 * The record that a call created although its first response was lost, and the retry was refused because the name was
 * in use. Undefined if the lookup fails or finds nothing, or if the record is older than the call, so that another
 * client must have created it.
 */
async function findCreated(
  { call, controller, log }: CallAttempt,
  { error, answeredAt }: FailedAttempt,
  startedAt: number,
  list: ListRecords,
): Promise<unknown> {
  const name = isPlainObject(call.body) ? getString(call.body, 'name') : undefined
  if (name === undefined) return undefined
  const lookup: PreparedCall = {
    row: parseOperationRow(call.row.operation, `GET ${call.row.path} page`),
    path: call.path,
    query: { filter: createField('name').eq(name).text, limit: 1 },
    headers: {},
    body: undefined,
    options: call.options,
    controller,
  }
  // The start of the call by the clock of the controller, which may differ from the clock of this machine.
  const callStart = answeredAt - (Date.now() - startedAt) - clockTolerance
  for (const delay of lookupDelays) {
    log({ kind: 'wait', delay, code: error.code })
    await wait(delay, call.options.signal)
    const result = await list(lookup)
    if ('error' in result) return undefined
    const record = getAt(result.value, ['data', 0])
    if (isPlainObject(record))
      return Date.parse(getString(record, 'createdAt') ?? '') >= callStart
        ? { id: record['id'], _links: record['_links'] }
        : undefined
  }
  return undefined
}
