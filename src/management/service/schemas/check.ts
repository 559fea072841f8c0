import type {
  ErrorObject,
  FuncKeywordDefinition,
  SchemaValidateFunction,
  ValidateFunction,
} from 'ajv'
import { Ajv } from 'ajv'
import { RE2JS } from 're2js'
import { isRecord } from '../http/body/go-text.js'
import type { Failure, Outcome } from '../http/failure.js'
import { createFieldFailure, succeed } from '../http/failure.js'

type Json = Readonly<Record<string, unknown>>

const types = ['array', 'boolean', 'integer', 'number', 'null', 'object', 'string']

/** Patterns as controllers read them, with an engine that needs time in proportion to the text, whatever they are. */
const regExp = Object.assign((pattern: string) => RE2JS.compile(pattern), { code: 'RE2JS.compile' })

/** Schemas come from users: they may say what a draft does not know, and are compiled alone, so that equal `$id`s do not clash. */
function compile(schema: Json): ValidateFunction {
  // Ajv would make a function that gives promises of it.
  if (schema['$async']) throw new Error('$async is not a keyword of JSON Schema')
  const ajv = new Ajv({
    strict: false,
    validateFormats: false,
    validateSchema: false,
    verbose: true,
    logger: false,
    code: { regExp },
  })
  return ajv.removeKeyword('uniqueItems').addKeyword(uniqueItems).compile(withNumericBounds(schema))
}

const findEqualItems: SchemaValidateFunction = (isUnique: unknown, items: unknown[]): boolean => {
  if (isUnique !== true) return true
  const firstIndexes = new Map<string, number>()
  for (const [index, item] of items.entries()) {
    const text = JSON.stringify(withSortedKeys(item))
    const earlier = firstIndexes.get(text)
    if (earlier !== undefined) {
      findEqualItems.errors = [{ keyword: 'uniqueItems', params: { i: index, j: earlier } }]
      return false
    }
    firstIndexes.set(text, index)
  }
  return true
}

/** In the place of Ajv's own, which compares each item with each other one. */
const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  before: 'additionalItems',
  validate: findEqualItems,
}

/** Equal for values that are equal but for the order of their keys. */
const withSortedKeys = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withSortedKeys)
    : isRecord(value)
      ? {
          entries: Object.entries(value)
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(([key, item]) => [key, withSortedKeys(item)]),
        }
      : value

const boundKeywords = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const

/** Draft 4 says of a bound whether it is exclusive; the drafts after it have exclusive bounds instead, and the validator knows these only. */
function withNumericBounds(schema: Json): Record<string, unknown> {
  const changed: Record<string, unknown> = {}
  // Without a prototype, so that references find nothing in it.
  Object.setPrototypeOf(changed, null)
  for (const [name, value] of Object.entries(schema))
    changed[name] = isValueKeyword(name) ? value : convertAll(value)
  for (const [bound, exclusive] of boundKeywords) {
    const [limit, isExclusive] = [changed[bound], changed[exclusive]]
    if (typeof limit !== 'number' || typeof isExclusive !== 'boolean') continue
    delete changed[isExclusive ? bound : exclusive]
    if (isExclusive) changed[exclusive] = limit
  }
  return changed
}

const convertAll = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(convertAll) : isRecord(value) ? withNumericBounds(value) : value

/** Whether a keyword has values, and no schema. */
const isValueKeyword = (name: string): boolean => ['enum', 'const', 'default'].includes(name)

const tooDeep = 'it is too deep, or refers to itself without end'

const isTooDeep = (error: unknown): boolean => error instanceof RangeError

/** What checks the data of configs by the schema of their type, or why the schema cannot be that of one. */
export function readSchema(schema: Json): Outcome<ValidateFunction> {
  const bad = (reason: string): Outcome<never> => ({
    ok: false,
    failure: createFieldFailure('schema', reason, schema),
  })
  const type = findUnknownType(schema)
  if (type !== undefined)
    return bad(
      `invalid schema has a primitive type that is NOT VALID -- given: /${type}/ Expected valid values are:[${types.join(' ')}]`,
    )
  try {
    const validate = compile(schema)
    return schema['type'] === 'object'
      ? succeed(validate)
      : bad('invalid config type schema, root type must be object')
  } catch (error) {
    return bad(`invalid schema ${isTooDeep(error) ? tooDeep : getErrorMessage(error)}`)
  }
}

const getErrorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

/** A type in a schema that is none of JSON. */
function findUnknownType(schema: unknown): string | undefined {
  if (typeof schema !== 'object' || schema === null) return undefined
  for (const [name, value] of Object.entries(schema)) {
    if (name === 'type')
      for (const type of [value].flat())
        if (typeof type === 'string' && !types.includes(type)) return type
    const inner = name === 'type' || isValueKeyword(name) ? undefined : findUnknownType(value)
    if (inner !== undefined) return inner
  }
  return undefined
}

/** Why data do not fit a schema: the first fault. */
export function findDataFault(validate: ValidateFunction, data: unknown): Failure | undefined {
  try {
    return validate(data) ? undefined : toFailure(validate.errors?.[0])
  } catch (error) {
    if (!isTooDeep(error)) throw error
    return createFieldFailure('(root)', `(root) cannot be checked by the schema: ${tooDeep}`, data)
  }
}

function toFailure(error: ErrorObject | undefined): Failure {
  if (!error) return createFieldFailure('(root)', '(root) is invalid', undefined)
  const field = error.instancePath.slice(1).replaceAll('/', '.') || '(root)'
  const value: unknown =
    error.keyword === 'additionalProperties'
      ? isRecord(error.data) && error.data[String(error.params['additionalProperty'])]
      : error.data
  return createFieldFailure(
    field,
    `${field} is invalid: ${field}: ${formatSchemaError(error, field)}`,
    value,
  )
}

const getJsonType = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'array'
      : Number.isInteger(value)
        ? 'integer'
        : typeof value

/** What the validator gives of a keyword that failed: limits, names, allowed values. */
type Parameters = Readonly<Record<string, string | number>>

type Sentence = (parameters: Parameters, error: ErrorObject, field: string) => string

/** What the validator of a controller says of each keyword. */
const sentenceByKeyword: Readonly<Record<string, Sentence>> = {
  required: ({ missingProperty }) => `${missingProperty} is required`,
  type: ({ type }, { data }) =>
    `Invalid type. Expected: ${[type].flat().join('/')}, given: ${getJsonType(data)}`,
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

const formatSchemaError = (error: ErrorObject, field: string): string =>
  sentenceByKeyword[error.keyword]?.(error.params, error, field) ?? error.message ?? 'is invalid'
