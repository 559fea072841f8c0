import type { Operation } from '../operation.js'
import { statusFor } from '../statuses.js'
import type { Outgoing } from './exchange.js'
import type { Failure } from './failure.js'
import { messages } from './failure.js'
import type { Answer } from './handler.js'

/** In every answer, as the specification has it; controllers send it with errors only. */
const versions = { apiEnrollmentVersion: '0.0.1', apiVersion: '0.0.1' }

const plain = 'application/json'

/** The answer of an operation. */
export function respond(
  { status, data, meta, headers, body }: Answer,
  operation: Pick<Operation, 'status' | 'media' | 'answer' | 'bodiless'>,
): Outgoing {
  const code = status ?? operation.status
  if (body)
    return { status: code, headers: { ...headers, 'content-type': body.type }, body: body.content }
  const envelope = {
    data: data ?? {},
    meta: meta === null ? null : { ...versions, ...Object(meta) },
  }
  return {
    status: code,
    headers: { ...headers, 'content-type': operation.media ?? plain },
    body: operation.bodiless ? '' : JSON.stringify(envelope),
  }
}

/** The answer to a refused request. Anything that is no refusal is a fault of ours, of which nothing is told. */
export function refuse(
  { code, field, reason, value, status, data }: Failure,
  requestId: string,
  headers: Record<string, string> = {},
): Outgoing {
  const message = messages[code]
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
    code === 'REQUEST_ENTITY_TOO_LARGE' ? { code, message, cause: null } : { error, meta: versions }
  return {
    status: status ?? statusFor(code),
    headers: { ...headers, 'content-type': plain },
    body: JSON.stringify(content),
  }
}
