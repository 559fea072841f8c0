import type { Operation } from '../operation.js'
import { errors } from './body/index.js'
import type { ErrorCode } from './body/index.js'
import type { Answer } from './handler.js'
import type { RefusedFailure } from './refusal.js'

/** In every answer, as the specification has it; controllers send it with errors only. */
const versions = { apiEnrollmentVersion: '0.0.1', apiVersion: '0.0.1' }

const plain = 'application/json'

/** The response to an operation. */
export function respond({ status, data, meta, headers, body }: Answer, operation: Pick<Operation, 'status' | 'media' | 'answer'>): Response {
  const code = status ?? operation.status
  if (body) return new Response(body.content, { status: code, headers: { ...headers, 'content-type': body.type } })
  const envelope = { data: data ?? {}, meta: meta === null ? null : { ...versions, ...Object(meta) } }
  return new Response(JSON.stringify(envelope), { status: code, headers: { ...headers, 'content-type': operation.media ?? plain } })
}

const isCode = (code: string): code is ErrorCode => Object.hasOwn(errors, code)

const notServed = 'The operation is not served here'

/** The response to a refused request. Anything that is no refusal is a fault of ours, of which nothing is told. */
export function refuse({ code, field, reason, value, status, data }: RefusedFailure, requestId: string, headers: Record<string, string> = {}): Response {
  const [standard, message] = isCode(code) ? errors[code] : [501, notServed]
  const cause = field !== undefined ? { field, reason, value } : reason !== undefined ? { code: 'UNHANDLED', message: reason } : undefined
  const error = { ...(cause && { cause }), code, ...(data !== undefined && { data }), message, requestId }
  return new Response(JSON.stringify({ error, meta: versions }), { status: status ?? standard, headers: { ...headers, 'content-type': plain } })
}
