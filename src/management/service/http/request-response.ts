import type { Operation } from '../../operation.js'
import { statusFor } from '../../statuses.js'
import { isPlainObject } from '../../../document/record.js'
import { maxInt64Text, noLimit } from '../filter/parameters.js'
import type { Failure } from '../call/failure.js'
import { errorMessages } from '../call/failure.js'
import type { Answer } from '../call/call.js'
import type { Connection, OutgoingResponse, RequestHandler } from '../call/request.js'
import { createAnswerTooLarge, createBodyTooLarge, maxBodyBytes } from '../call/request.js'

export const toFetch =
  (handle: RequestHandler) =>
  async (request: Request, connection: Connection = {}): Promise<Response> => {
    const text = async (): Promise<string> => {
      // `text()` would drop a byte order mark, which must be kept because it is invalid in JSON.
      const bytes = Buffer.from(await request.arrayBuffer())
      if (bytes.length > maxBodyBytes) throw createBodyTooLarge()
      return bytes.toString('utf8')
    }
    const { status, headers, body } = await handle(
      { method: request.method, url: request.url, headers: request.headers, text },
      connection,
    )
    return new Response(body, { status, headers: { ...headers } })
  }

/** Converts a value to JSON; throws a Refusal if the result would exceed the maximum length of a string. */
function toJson(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch (error) {
    throw error instanceof RangeError ? createAnswerTooLarge() : error
  }
}

/** The API versions in `meta`. The specification always requires them; controllers only send them with errors. */
const apiVersions = { apiEnrollmentVersion: '0.0.1', apiVersion: '0.0.1' }

const jsonType = 'application/json'

/**
 * Formats `meta` as JSON. For an unlimited list, the limit is 2^63 − 1, which a JavaScript number cannot represent but
 * clients read as a 64-bit integer.
 */
const formatMeta = (meta: object | null): string =>
  JSON.stringify(meta).replace(`"limit":${noLimit}`, `"limit":${maxInt64Text}`)

export function respond(
  { status, data, records, meta, headers, body }: Answer,
  operation: Pick<Operation, 'status' | 'media' | 'answer' | 'bodiless'>,
): OutgoingResponse {
  const responseStatus = status ?? operation.status
  if (body)
    return {
      status: responseStatus,
      headers: { ...headers, 'content-type': body.type },
      body: body.content,
    }
  const fullMeta = meta === null ? null : { ...apiVersions, ...(isPlainObject(meta) && meta) }
  return {
    status: responseStatus,
    headers: { ...headers, 'content-type': operation.media ?? jsonType },
    body: operation.bodiless
      ? ''
      : `{"data":${records ? `[${records.join(',')}]` : toJson(data ?? {})},"meta":${formatMeta(fullMeta)}}`,
  }
}

/**
 * Creates the response to a failed request. An error that is not a `Refusal` is a bug; callers pass it as `UNHANDLED`,
 * so that the response reveals nothing about it.
 */
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
  // Like controllers, sends `REQUEST_ENTITY_TOO_LARGE` without the envelope of the API: this error occurs before a
  // controller knows which API is called.
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

/** Request headers that web pages may send, in their usual spelling. */
const allowedHeaders = new Map(
  ['Accept', 'Authorization', 'Content-Type', 'Mfa-Validation-Code', 'Zt-Session'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
)

const allowedMethods = 'GET, HEAD, POST, PUT, PATCH, DELETE'

/** How long browsers may cache the response to a preflight request, in seconds. */
const maxAge = '600'

/**
 * Lets web pages from one origin (or any, with `*`) call the service: answers preflight requests
 * and adds CORS headers (Fetch standard).
 */
export function withCors(handle: RequestHandler, origin: string): RequestHandler {
  const corsHeaders = {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Zt-Session',
    ...(origin !== '*' && { vary: 'Origin' }),
  }
  const addCorsHeaders = (response: OutgoingResponse): OutgoingResponse => ({
    ...response,
    headers: { ...response.headers, ...corsHeaders },
  })
  return async (request, connection) => {
    const requestOrigin = request.headers.get('origin')
    if (requestOrigin === null || (origin !== '*' && requestOrigin !== origin))
      return handle(request, connection)
    if (
      request.method !== 'OPTIONS' ||
      request.headers.get('access-control-request-method') === null
    )
      return addCorsHeaders(await handle(request, connection))
    const headers = (request.headers.get('access-control-request-headers') ?? '')
      .split(',')
      .flatMap((name) => allowedHeaders.get(name.trim().toLowerCase()) ?? [])
    const preflightHeaders = {
      'access-control-allow-methods': allowedMethods,
      'access-control-max-age': maxAge,
      ...(headers.length > 0 && { 'access-control-allow-headers': headers.join(',') }),
    }
    return addCorsHeaders({ status: 200, headers: preflightHeaders, body: null })
  }
}
