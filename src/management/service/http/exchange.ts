import type { Operation } from '../../operation.js'
import { isPlainObject } from '../../plain.js'
import { statusFor } from '../../statuses.js'
import type { Failure } from './failure.js'
import { createFieldRefusal, Refusal, errorMessages } from './failure.js'
import type { Answer } from './handler.js'

/**
 * The deadline of a request: after it, the request changes nothing more. A request that has already changed something
 * is answered, however long it takes.
 */
export type Deadline = { isOver: boolean; hasChanged: boolean }

/** What the service reads of a request; every `Request` is one. */
export type IncomingRequest = {
  readonly method: string
  /** Absolute. */
  readonly url: string
  readonly headers: Headers
  /** The body; it is read only where the operation and the caller's right call for it. */
  text(): Promise<string>
  /** Whether its time is over; one that is asked in this process has all the time. */
  readonly deadline?: Deadline
}

/** An answer, before it is a `Response` or goes over a socket. */
export type OutgoingResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

/** What a request comes with besides itself: the certificate that the client showed, as PEM, and its IP address; a request without one is made in this process. */
export type Connection = { readonly clientCertificate?: string; readonly address?: string }

/** Answers requests. It throws over faults of ours only. */
export type RequestHandler = (
  incoming: IncomingRequest,
  connection?: Connection,
) => Promise<OutgoingResponse>

/** Bytes that a body has at most, as with controllers. */
export const maxBodyBytes = 1024 * 1024

/** The refusal of a longer body. */
export const createBodyTooLarge = (): Refusal => new Refusal({ code: 'REQUEST_ENTITY_TOO_LARGE' })

/** The same as a function of the fetch API. */
export const toFetch =
  (handle: RequestHandler) =>
  async (request: Request, connection: Connection = {}): Promise<Response> => {
    const text = async (): Promise<string> => {
      const all = await request.text()
      if (Buffer.byteLength(all) > maxBodyBytes) throw createBodyTooLarge()
      return all
    }
    const { status, headers, body } = await handle(
      { method: request.method, url: request.url, headers: request.headers, text },
      connection,
    )
    return new Response(body, { status, headers: { ...headers } })
  }

/** Characters that an answer has at most: what names a long name often can become much longer than all that was sent. */
export const maxAnswerLength = 128 * 1024 * 1024

/** The refusal of a longer answer. */
export const createAnswerTooLarge = (): Refusal =>
  createFieldRefusal(
    'limit',
    `the answer would have more than ${maxAnswerLength} characters; request fewer records`,
    '',
  )

/** A value as JSON; engines throw where that is longer than any string. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    throw error instanceof RangeError ? createAnswerTooLarge() : error
  }
}

/** In every answer, as the specification has it; controllers send it with errors only. */
const apiVersions = { apiEnrollmentVersion: '0.0.1', apiVersion: '0.0.1' }

const jsonType = 'application/json'

/** The answer of an operation. */
export function respond(
  { status, data, records, meta, headers, body }: Answer,
  operation: Pick<Operation, 'status' | 'media' | 'answer' | 'bodiless'>,
): OutgoingResponse {
  const code = status ?? operation.status
  if (body)
    return { status: code, headers: { ...headers, 'content-type': body.type }, body: body.content }
  const toldMeta = meta === null ? null : { ...apiVersions, ...(isPlainObject(meta) && meta) }
  return {
    status: code,
    headers: { ...headers, 'content-type': operation.media ?? jsonType },
    body: operation.bodiless
      ? ''
      : `{"data":${records ? `[${records.join(',')}]` : toJson(data ?? {})},"meta":${JSON.stringify(toldMeta)}}`,
  }
}

/** The answer to a refused request. Any other error is a bug of ours; the answer does not reveal it. */
export function respondWithFailure(
  { code, field, reason, value, status, data }: Failure,
  requestId: string,
  headers: Record<string, string> = {},
): OutgoingResponse {
  const message = errorMessages[code]
  const cause =
    field !== undefined
      ? { field, reason, value }
      : reason !== undefined
        ? { code: 'UNHANDLED', message: reason }
        : undefined
  const error = {
    ...(cause && { cause }),
    code,
    ...(data !== undefined && { data }),
    message,
    requestId,
  }
  // What controllers say before they know of an envelope.
  const content =
    code === 'REQUEST_ENTITY_TOO_LARGE'
      ? { code, message, cause: null }
      : { error, meta: apiVersions }
  return {
    status: status ?? statusFor(code),
    headers: { ...headers, 'content-type': jsonType },
    body: JSON.stringify(content),
  }
}

/** What pages may send, in the form in which it is written. */
const allowedHeaders = new Map(
  ['Accept', 'Authorization', 'Content-Type', 'Mfa-Validation-Code', 'Zt-Session'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
)

const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE'

/** How long browsers need not ask again, in seconds. */
const maxAge = '600'

/** Lets pages of an origin, or with `*` those of all, use the service (CORS, as the Fetch standard has it). */
export function withCors(handle: RequestHandler, origin: string): RequestHandler {
  const allowed = {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Zt-Session',
    ...(origin !== '*' && { vary: 'Origin' }),
  }
  const add = (outgoing: OutgoingResponse): OutgoingResponse => ({
    ...outgoing,
    headers: { ...outgoing.headers, ...allowed },
  })
  return async (incoming, connection) => {
    const asking = incoming.headers.get('origin')
    if (asking === null || (origin !== '*' && asking !== origin))
      return handle(incoming, connection)
    if (
      incoming.method !== 'OPTIONS' ||
      incoming.headers.get('access-control-request-method') === null
    )
      return add(await handle(incoming, connection))
    const headers = (incoming.headers.get('access-control-request-headers') ?? '')
      .split(',')
      .flatMap((name) => allowedHeaders.get(name.trim().toLowerCase()) ?? [])
    const may = {
      'access-control-allow-methods': allowedMethods,
      'access-control-max-age': maxAge,
      ...(headers.length > 0 && { 'access-control-allow-headers': headers.join(',') }),
    }
    return add({ status: 200, headers: may, body: null })
  }
}
