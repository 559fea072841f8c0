import type { Operation } from '../../operation.js'
import type { Outcome } from '../failure.js'
import { given, refused } from '../failure.js'
import type { BodyType, VariantBody } from './body-type.js'
import { bodyTypeOf } from './body-type.js'
import { check, required } from './check.js'
import type { ContractType, Shapes } from './contract-type.js'
import { decode } from './decode.js'
import type { JsonNode } from './json-node.js'
import { isRecord, ReadError } from './json-node.js'
import { quoteText } from './quote-text.js'
import { readJson } from './read-json.js'

type Body = NonNullable<Operation['body']>

/** The shapes of the contract, and the media type that the caller gives the body. */
export type BodyOptions = { shapes: Shapes; mediaType?: string }

/**
 * The body of a request as an operation wants it: known fields only, under their own keys, without those that null left unset; times are RFC 3339
 * with milliseconds. Undefined where the operation takes none, or does without.
 */
export function readBody(
  text: string,
  operation: Operation,
  { shapes, mediaType = 'application/json' }: BodyOptions,
): Outcome<unknown> {
  const { body } = operation
  if (!body) return given(undefined)
  const isOptional = 'shape' in body && body.optional
  if (text === '') return isOptional ? given(undefined) : missing(body.name)
  if ('text' in body && mediaType !== 'application/json') return given(text)
  try {
    const node = readJson(text)
    if (node) return typed(node, bodyTypeOf(operation, shapes))
    return isOptional ? unreadable(named(body, 'EOF')) : missing(body.name)
  } catch (error) {
    if (error instanceof ReadError)
      return unreadable(
        isChoice(bodyTypeOf(operation, shapes)) ? error.message : named(body, error.message),
      )
    throw error
  }
}

const missing = (name: string): Outcome<never> => ({ ok: false, failure: required(name, '') })

const unreadable = (reason: string): Outcome<never> => refused('COULD_NOT_PARSE_BODY', { reason })

const isChoice = (type: BodyType | VariantBody): type is VariantBody => 'variants' in type

/** Messages name the body, but for one that is read by its variant. */
const named = ({ name }: Body, reason: string): string =>
  `parsing ${name} body from "" failed, because ${reason}`

function typed(node: JsonNode, type: BodyType | VariantBody): Outcome<unknown> {
  if (!isChoice(type)) return checked(node, type)
  const probe = decode(node, type.probe)
  const name = isRecord(probe) ? (probe[type.key] ?? '') : ''
  if (name === '') return missing(type.key)
  const variant = type.variants.get(String(name))
  if (!variant) throw new ReadError(`invalid ${type.key} value: ${quoteText(String(name))}`)
  return checked(node, variant)
}

function checked(node: JsonNode, { read, check: checks }: BodyType): Outcome<unknown> {
  const values = new Map(read.map((type): [ContractType, unknown] => [type, decode(node, type)]))
  for (const type of checks) {
    const failure = check(values.get(type), type)
    if (failure) return { ok: false, failure }
  }
  const [value] = values.values()
  return given(
    read.every(({ kind }) => kind === 'struct')
      ? Object.assign({}, ...values.values())
      : (value ?? (read[0]?.kind === 'list' ? [] : '')),
  )
}
