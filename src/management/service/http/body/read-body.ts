import type { Operation } from '../../../operation.js'
import type { Result } from '../failure.js'
import { succeed, fail } from '../failure.js'
import { isPlainObject } from '../../../../document/record.js'
import { formatDecodedValue, ReadError, quoteGoString } from './go-text.js'
import type { BodyType, VariantBody, ContractType, Shapes } from './types.js'
import { getBodyType } from './types.js'
import { checkValue, createRequired } from './check.js'
import { decodeValue } from './decode.js'
import type { JsonNode } from './json.js'
import { readJson } from './json.js'

type Body = NonNullable<Operation['body']>

/**
 * The shapes of the contract, the media type from the request, and whether text after the JSON is
 * ignored.
 */
export type BodyOptions = { shapes: Shapes; mediaType?: string; ignoresRest?: boolean }

/**
 * The decoded body, and the keys of its JSON object whose values are not null, including unknown
 * keys.
 */
export type ReadBody = { value: unknown; sets: readonly string[] }

/**
 * Reads the body of a request: only known fields under their names in the contract, without those
 * set to null; times are RFC 3339 with milliseconds. Undefined if the operation has no body, or
 * none was sent.
 */
export function readBody(
  text: string,
  operation: Operation,
  { shapes, mediaType = 'application/json', ignoresRest = false }: BodyOptions,
): Result<ReadBody> {
  const { body } = operation
  if (!body) return succeed(emptyBody)
  const isOptional = 'shape' in body && body.optional
  if (text === '') return isOptional ? succeed(emptyBody) : createMissing(body.name)
  if ('text' in body && mediaType !== 'application/json') return succeed({ value: text, sets: [] })
  try {
    const node = readJson(text, { ignoresRest })
    if (node) {
      const typed = readTyped(node, getBodyType(operation, shapes))
      return typed.ok ? succeed({ value: typed.value, sets: listSetKeys(node) }) : typed
    }
    return isOptional ? createUnreadable(describeParseFault(body, 'EOF')) : createMissing(body.name)
  } catch (error) {
    if (error instanceof ReadError)
      return createUnreadable(
        isVariantBody(getBodyType(operation, shapes))
          ? error.message
          : describeParseFault(body, error.message),
      )
    throw error
  }
}

const emptyBody: ReadBody = { value: undefined, sets: [] }

const listSetKeys = (node: JsonNode): string[] =>
  node.kind === 'object'
    ? Object.entries(node.value).flatMap(([key, value]) => (value === null ? [] : [key]))
    : []

const createMissing = (name: string): Result<never> => ({
  ok: false,
  failure: createRequired(name, ''),
})

const createUnreadable = (reason: string): Result<never> => fail('COULD_NOT_PARSE_BODY', { reason })

const isVariantBody = (type: BodyType | VariantBody): type is VariantBody => 'variants' in type

/**
 * Describes why a body cannot be parsed. The message names the body, unless its type depends on a
 * field.
 */
const describeParseFault = ({ name }: Body, reason: string): string =>
  `parsing ${name} body from "" failed, because ${reason}`

function readTyped(node: JsonNode, type: BodyType | VariantBody): Result<unknown> {
  if (!isVariantBody(type)) return decodeAndCheck(node, type)
  const probe = decodeValue(node, type.probe)
  const name = isPlainObject(probe) ? formatDecodedValue(probe[type.key] ?? '') : ''
  if (name === '') return createMissing(type.key)
  const variant = type.variants.get(name)
  if (!variant) throw new ReadError(`invalid ${type.key} value: ${quoteGoString(name)}`)
  return decodeAndCheck(node, variant)
}

function decodeAndCheck(node: JsonNode, { read, check: checks }: BodyType): Result<unknown> {
  const values = new Map(
    read.map((type): [ContractType, unknown] => [type, decodeValue(node, type)]),
  )
  for (const type of checks) {
    const failure = checkValue(values.get(type), type)
    if (failure) return { ok: false, failure }
  }
  const [value] = values.values()
  return succeed(
    read.every(({ kind }) => kind === 'struct')
      ? Object.assign({}, ...values.values())
      : (value ?? (read[0]?.kind === 'list' ? [] : '')),
  )
}
