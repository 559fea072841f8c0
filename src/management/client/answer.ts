import { isTooDeep, parseJsonText, getNumber, getString } from '../plain.js'
import { statusFor } from '../statuses.js'
import { isPlainObject } from '../../document/record.js'
import type { Page } from './listing.js'
import type { OperationRow } from './operation-table.js'
import { abortable } from './retry.js'

/** The part of `Headers` that the client uses; names are in lower case. */
export type AnswerHeaders = Pick<Headers, 'get'> & Iterable<[name: string, value: string]>

/** A response that was read completely. */
export type ReceivedAnswer = { status: number; headers: AnswerHeaders; bytes: Uint8Array }

export class AnswerTooLargeError extends Error {}

/** Thrown if the JSON of a response is nested too deeply to come from the management API. */
export class AnswerTooDeepError extends Error {}

/** Reads a response completely. Throws an `AnswerTooLargeError` if it exceeds the maximum length in bytes. */
export async function receiveAnswer(
  response: Pick<Response, 'status' | 'headers' | 'body'>,
  maxBytes: number,
  signal: AbortSignal,
): Promise<ReceivedAnswer> {
  const { status, headers, body } = response
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = body?.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  while (reader) {
    const { value: chunk } = await abortable(reader.read(), signal)
    if (!chunk) break
    chunks.push(chunk)
    length += chunk.length
    if (length > maxBytes) {
      await reader.cancel()
      throw new AnswerTooLargeError(`the response is longer than ${maxBytes} bytes`)
    }
  }
  return { status, headers, bytes: concatBytes(chunks, length) }
}

function concatBytes(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [firstChunk] = chunks
  if (firstChunk && chunks.length === 1) return firstChunk
  const joinedBytes = new Uint8Array(length)
  chunks.reduce((offset, part) => {
    joinedBytes.set(part, offset)
    return offset + part.length
  }, 0)
  return joinedBytes
}

export const decodeAnswer = ({ bytes }: ReceivedAnswer): string => new TextDecoder().decode(bytes)

const parsedBodies = new WeakMap<Uint8Array, { value: unknown }>()

/** The JSON of a response, cached; undefined if it is not JSON. Throws an `AnswerTooDeepError` if nested too deeply. */
export function parseJson(answer: ReceivedAnswer): unknown {
  const cached = parsedBodies.get(answer.bytes)
  if (cached) return cached.value
  const text = decodeAnswer(answer)
  const value = parseJsonText(text)
  if (typeof value === 'object' && isTooDeep(text))
    throw new AnswerTooDeepError('the response is nested too deeply')
  parsedBodies.set(answer.bytes, { value })
  return value
}

/**
 * Finds the error in a response, whatever its status: the value of the field `error`, or the whole body, because
 * controllers send the error without an envelope if a request is too long. Undefined if there is none.
 */
function findError(answer: ReceivedAnswer): Record<string, unknown> | undefined {
  const envelope = isWebPage(answer) ? undefined : parseJson(answer)
  if (!isPlainObject(envelope)) return undefined
  const { error } = envelope
  if (isPlainObject(error)) return getString(error, 'code') === undefined ? undefined : error
  const isBareError =
    getString(envelope, 'code') !== undefined && getString(envelope, 'message') !== undefined
  return isBareError && !('data' in envelope) ? envelope : undefined
}

/**
 * Sets the status of an error response to the status for its error code, and restores an error that a follower in a
 * cluster passed on from the leader.
 */
export function correctErrorAnswer(answer: ReceivedAnswer): ReceivedAnswer {
  const error = findError(answer)
  const forwardedError = error && readForwardedError(error)
  const code = getString(forwardedError ?? error, 'code')
  if (code === undefined) return answer
  return {
    ...answer,
    status: statusFor(code, forwardedError ? undefined : answer.status),
    ...(forwardedError && {
      bytes: new TextEncoder().encode(JSON.stringify({ error: forwardedError })),
    }),
  }
}

/** Whether a response is a web page. No operation returns web pages, but proxies and sign-in portals do. */
export const isWebPage = ({ headers }: ReceivedAnswer): boolean =>
  /html/i.test(headers.get('content-type') ?? '')

/** Extracts the result of an operation as `{ value }`; undefined if the response does not have the expected shape. */
export function readResult(
  { answer: kind }: OperationRow,
  answer: ReceivedAnswer,
): { value: unknown } | undefined {
  if (kind === 'raw') return { value: answer }
  if (isWebPage(answer)) return undefined
  if (kind === 'empty')
    return answer.bytes.length === 0 || isPlainObject(parseJson(answer))
      ? { value: undefined }
      : undefined
  if (kind === 'text') return { value: decodeAnswer(answer) }
  if (kind === 'bytes') return { value: answer.bytes }
  const envelope = parseJson(answer)
  if (kind === 'bare') return isPlainObject(envelope) ? { value: envelope } : undefined
  if (!isPlainObject(envelope) || !('data' in envelope)) return undefined
  const { data, meta } = envelope
  if (kind !== 'page') return kind === 'items' && !Array.isArray(data) ? undefined : { value: data }
  return Array.isArray(data) ? { value: toPage(data, meta) } : undefined
}

/** The controller's largest limit means "no limit", and JavaScript cannot represent it exactly, so it becomes -1. */
const normalizeLimit = (limit: number): number => (limit > Number.MAX_SAFE_INTEGER ? -1 : limit)

function toPage(data: unknown[], meta: unknown): Page<unknown> {
  const { pagination, filterableFields } = isPlainObject(meta) ? meta : {}
  return {
    data,
    limit: normalizeLimit(getNumber(pagination, 'limit') ?? data.length),
    offset: getNumber(pagination, 'offset') ?? 0,
    totalCount: getNumber(pagination, 'totalCount') ?? data.length,
    filterableFields: Array.isArray(filterableFields)
      ? filterableFields.filter((field) => typeof field === 'string').sort()
      : [],
  }
}

/** Maximum length of a forwarded error, in characters. */
const maxErrorLength = 100_000

/**
 * The leader's original error, if a follower in the cluster passed it on. If a value is not unique, or a record cannot
 * be deleted because others refer to it, the follower answers with status 500 and the fields as JSON in a string.
 * Undefined for other errors.
 */
function readForwardedError(
  error: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  const fields = findFields(error['cause'])
  if (!fields) return undefined
  const [entityType, field] = [getString(fields, 'EntityType'), getString(fields, 'Field')]
  if (entityType !== undefined && field !== undefined)
    return {
      ...error,
      code: 'COULD_NOT_VALIDATE',
      cause: {
        field,
        reason: `it must be unique, and another record in ${entityType} has this value`,
        value: fields['Value'],
      },
    }
  const [remoteType, remoteField] = [
    getString(fields, 'RemoteType'),
    getString(fields, 'RemoteField'),
  ]
  if (remoteType === undefined || remoteField === undefined) return undefined
  const ids: unknown = fields['RemoteIds']
  const value = `[${Array.isArray(ids) ? ids.join(' ') : ''}]`
  return {
    ...error,
    code: 'CAN_NOT_DELETE_REFERENCED_ENTITY',
    cause: {
      field: remoteField,
      reason: `the record is referenced by ${remoteType} ${value}`,
      value,
    },
  }
}

/** Returns the fields in the innermost cause whose message is a JSON object. */
function findFields(cause: unknown): Record<string, unknown> | undefined {
  if (!isPlainObject(cause)) return undefined
  const message = getString(cause, 'message') ?? ''
  const fields =
    message.startsWith('{') && message.length < maxErrorLength ? parseJsonText(message) : undefined
  return findFields(cause['cause']) ?? (isPlainObject(fields) ? fields : undefined)
}
