import type { ErrorObject, ValidateFunction } from 'ajv'
import { Ajv } from 'ajv'
import type { Failure } from './failure.js'
import { fieldFailure } from './failure.js'
import { isRecord } from './body/json-node.js'

type Json = Readonly<Record<string, unknown>>

const types = ['array', 'boolean', 'integer', 'number', 'null', 'object', 'string']

/** Schemas come from users: they may say what a draft does not know, and are compiled alone, so that equal `$id`s do not clash. */
const compile = (schema: Json): ValidateFunction =>
  new Ajv({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    addUsedSchema: false,
    verbose: true,
  }).compile(withNumericBounds(schema))

const bounds = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const

/** Draft 4 says of a bound whether it is exclusive; the drafts after it have exclusive bounds instead, and the validator knows these only. */
function withNumericBounds(schema: Json): Record<string, unknown> {
  const changed = Object.fromEntries(
    Object.entries(schema).map(([name, value]): [string, unknown] => [
      name,
      isValue(name) ? value : inAll(value),
    ]),
  )
  for (const [bound, exclusive] of bounds) {
    const [limit, isExclusive] = [changed[bound], changed[exclusive]]
    if (typeof limit !== 'number' || typeof isExclusive !== 'boolean') continue
    delete changed[isExclusive ? bound : exclusive]
    if (isExclusive) changed[exclusive] = limit
  }
  return changed
}

const inAll = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(inAll) : isRecord(value) ? withNumericBounds(value) : value

/** Whether a keyword has values, and no schema. */
const isValue = (name: string): boolean => ['enum', 'const', 'default'].includes(name)

/** Why a schema cannot be that of a config type. */
export function faultOfSchema(schema: Json): Failure | undefined {
  const bad = (reason: string): Failure => fieldFailure('schema', reason, schema)
  const type = unknownType(schema)
  if (type !== undefined)
    return bad(
      `invalid schema has a primitive type that is NOT VALID -- given: /${type}/ Expected valid values are:[${types.join(' ')}]`,
    )
  try {
    compile(schema)
    return schema['type'] === 'object'
      ? undefined
      : bad('invalid config type schema, root type must be object')
  } catch (error) {
    return bad(`invalid schema ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** A type in a schema that is none of JSON. */
function unknownType(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'type')
      for (const type of [value].flat())
        if (typeof type === 'string' && !types.includes(type)) return type
    const inner = name === 'type' || isValue(name) ? undefined : unknownType(value)
    if (inner !== undefined) return inner
  }
  return undefined
}

/** Why data do not fit a schema: the first fault. */
export function faultOfData(schema: Json, data: unknown): Failure | undefined {
  const validate = compile(schema)
  if (validate(data)) return undefined
  const [error] = validate.errors ?? []
  if (!error) return undefined
  const field = error.instancePath.slice(1).replaceAll('/', '.') || '(root)'
  const value: unknown =
    error.keyword === 'additionalProperties'
      ? Object(error.data)[String(error.params['additionalProperty'])]
      : error.data
  return fieldFailure(field, `${field} is invalid: ${field}: ${sentenceOf(error, field)}`, value)
}

const typeOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : Number.isInteger(value)
        ? 'integer'
        : typeof value

type Sentence = (parameters: Record<string, unknown>, error: ErrorObject, field: string) => string

/** What the validator of a controller says of each keyword. */
const sentences: Readonly<Record<string, Sentence>> = {
  required: ({ missingProperty }) => `${missingProperty} is required`,
  type: ({ type }, { data }) =>
    `Invalid type. Expected: ${[type].flat().join('/')}, given: ${typeOf(data)}`,
  anyOf: () => 'Must validate at least one schema (anyOf)',
  oneOf: () => 'Must validate one and only one schema (oneOf)',
  allOf: () => 'Must validate all the schemas (allOf)',
  not: () => 'Must not validate the schema (not)',
  const: ({ allowedValue }, _, field) => `${field} does not match: ${JSON.stringify(allowedValue)}`,
  enum: ({ allowedValues }, _, field) =>
    `${field} must be one of the following: ${[allowedValues]
      .flat()
      .map((value) => JSON.stringify(value))
      .join(', ')}`,
  additionalItems: () => 'No additional items allowed on array',
  minItems: ({ limit }) => `Array must have at least ${limit} items`,
  maxItems: ({ limit }) => `Array must have at most ${limit} items`,
  uniqueItems: ({ i, j }) => `array items[${j},${i}] must be unique`,
  contains: () => 'At least one of the items must match',
  minProperties: ({ limit }) => `Must have at least ${limit} properties`,
  maxProperties: ({ limit }) => `Must have at most ${limit} properties`,
  additionalProperties: ({ additionalProperty }) =>
    `Additional property ${additionalProperty} is not allowed`,
  propertyNames: ({ propertyName }) => `Property name of "${propertyName}" does not match`,
  minLength: ({ limit }) => `String length must be greater than or equal to ${limit}`,
  maxLength: ({ limit }) => `String length must be less than or equal to ${limit}`,
  pattern: ({ pattern }) => `Does not match pattern '${pattern}'`,
  multipleOf: ({ multipleOf }) => `Must be a multiple of ${multipleOf}`,
  minimum: ({ limit }) => `Must be greater than or equal to ${limit}`,
  exclusiveMinimum: ({ limit }) => `Must be greater than ${limit}`,
  maximum: ({ limit }) => `Must be less than or equal to ${limit}`,
  exclusiveMaximum: ({ limit }) => `Must be less than ${limit}`,
  if: ({ failingKeyword }) =>
    `Must validate "${failingKeyword}" as "if" was ${failingKeyword === 'then' ? 'valid' : 'not valid'}`,
}

const sentenceOf = (error: ErrorObject, field: string): string =>
  sentences[error.keyword]?.(error.params, error, field) ?? error.message ?? 'is invalid'
