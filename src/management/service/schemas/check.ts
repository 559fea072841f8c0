import type {
  ErrorObject,
  FuncKeywordDefinition,
  SchemaValidateFunction,
  ValidateFunction,
} from 'ajv'
import { Ajv } from 'ajv'
import { RE2JS } from 're2js'
import type { Failure, Result } from '../call/failure.js'
import { createFieldFailure, fail, succeed } from '../call/failure.js'
import { isPlainObject } from '../../../document/record.js'
import { getErrorMessage } from '../../../document/errors.js'
import { findKeywordFault, listLaterKeywords, withSortedKeys } from './faults.js'
import { hasFormat } from './formats.js'

type JsonObject = Readonly<Record<string, unknown>>

/** Compiles patterns for Ajv, in the syntax of controllers (RE2). The engine takes linear time for any pattern. */
const regExp = Object.assign((pattern: string) => RE2JS.compile(pattern), { code: 'RE2JS.compile' })

/**
 * Whether each string contains a match of a pattern; fails with the message of a controller if the pattern is invalid.
 */
export function matchTexts(pattern: string, texts: readonly string[]): Result<boolean[]> {
  try {
    const compiledPattern = RE2JS.compile(pattern)
    return succeed(texts.map((text) => compiledPattern.test(text)))
  } catch (error) {
    return fail('UNHANDLED', { reason: getErrorMessage(error) })
  }
}

/**
 * Compiles a schema that a user wrote. Unknown keywords are allowed, and each schema gets its own Ajv, so that equal
 * `$id`s do not collide. Throws if the schema is invalid.
 */
function compile(schema: JsonObject): ValidateFunction {
  // With `$async`, Ajv would compile a validator that returns promises.
  if (schema['$async']) throw new Error('$async is not a keyword of JSON Schema')
  const ajv = new Ajv({
    strict: false,
    validateSchema: false,
    verbose: true,
    logger: false,
    code: { regExp },
  })
  reportFailedConditions(ajv)
  for (const keyword of listLaterKeywords(schema)) ajv.removeKeyword(keyword)
  return ajv
    .removeKeyword('uniqueItems')
    .addKeyword(uniqueItems)
    .removeKeyword('format')
    .addKeyword(format)
    .compile(convertSchema(schema))
}

/**
 * Reports a failed `then` or `else` as an error of its `if`, as controllers do. By default, Ajv stops at the first
 * error inside the `then` or `else`, and reports that.
 */
function reportFailedConditions(ajv: Ajv): void {
  const ifKeyword = ajv.getKeyword('if')
  if (typeof ifKeyword !== 'object' || !('code' in ifKeyword) || !ifKeyword.code) return
  const { code } = ifKeyword
  ajv.removeKeyword('if').addKeyword({
    ...ifKeyword,
    code: (context) => {
      const validateInner = context.subschema.bind(context)
      context.subschema = (subschema, valid) =>
        validateInner({ compositeRule: true, ...subschema }, valid)
      code(context)
    },
  })
}

const validateUniqueItems: SchemaValidateFunction = (
  isUnique: unknown,
  items: unknown[],
): boolean => {
  if (isUnique !== true) return true
  const firstIndexes = new Map<string, number>()
  for (const [index, item] of items.entries()) {
    const text = JSON.stringify(withSortedKeys(item))
    const earlierIndex = firstIndexes.get(text)
    if (earlierIndex !== undefined) {
      validateUniqueItems.errors = [
        { keyword: 'uniqueItems', params: { i: index, j: earlierIndex } },
      ]
      return false
    }
    firstIndexes.set(text, index)
  }
  return true
}

/** Replaces the `uniqueItems` of Ajv, which compares all pairs of items and so takes quadratic time. */
const uniqueItems: FuncKeywordDefinition = {
  keyword: 'uniqueItems',
  type: 'array',
  schemaType: 'boolean',
  before: 'additionalItems',
  validate: validateUniqueItems,
}

const validateFormat: SchemaValidateFunction = (
  format: unknown,
  value: string | number,
): boolean => {
  if (hasFormat(value, format)) return true
  validateFormat.errors = [{ keyword: 'format', params: { format } }]
  return false
}

/** Replaces the `format` of Ajv, which checks formats differently from controllers. */
const format: FuncKeywordDefinition = {
  keyword: 'format',
  type: ['string', 'number'],
  validate: validateFormat,
}

const boundKeywords = [
  ['minimum', 'exclusiveMinimum'],
  ['maximum', 'exclusiveMaximum'],
] as const

/**
 * Converts a schema to what Ajv accepts: the boolean `exclusiveMinimum` and `exclusiveMaximum` of draft 4 become the
 * numbers of later drafts, and an empty `enum` and a string `id` are removed.
 */
function convertSchema(schema: JsonObject): Record<string, unknown> {
  const convertedObject: Record<string, unknown> = {}
  // The object has no prototype, so that a `$ref` cannot refer to inherited properties.
  Object.setPrototypeOf(convertedObject, null)
  for (const [name, value] of Object.entries(schema))
    convertedObject[name] = isValueKeyword(name) ? value : convertAll(value)
  for (const [bound, exclusive] of boundKeywords) {
    const [limit, isExclusive] = [convertedObject[bound], convertedObject[exclusive]]
    if (typeof limit !== 'number' || typeof isExclusive !== 'boolean') continue
    delete convertedObject[isExclusive ? bound : exclusive]
    if (isExclusive) convertedObject[exclusive] = limit
  }
  // For controllers, an empty `enum` allows all values. Ajv refuses `id`, the name of a schema in draft 4.
  if (isEmptyList(convertedObject['enum'])) delete convertedObject['enum']
  if (typeof convertedObject['id'] === 'string') delete convertedObject['id']
  return convertedObject
}

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0

const convertAll = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(convertAll) : isPlainObject(value) ? convertSchema(value) : value

/** Whether a keyword contains plain values instead of schemas, so that nothing in it is converted. */
const isValueKeyword = (name: string): boolean => ['enum', 'const', 'default'].includes(name)

const tooDeepReason = 'it is too deep, or refers to itself without end'

const isTooDeep = (error: unknown): boolean => error instanceof RangeError

/** Compiles the schema of a config type to a validator for the data of configs. */
export function readSchema(schema: JsonObject): Result<ValidateFunction> {
  const refuse = (reason: string): Result<never> => ({
    ok: false,
    failure: createFieldFailure('schema', reason, schema),
  })
  try {
    const fault = findKeywordFault(schema)
    if (fault !== undefined) return refuse(`invalid schema ${fault}`)
    const validate = compile(schema)
    return schema['type'] === 'object'
      ? succeed(validate)
      : refuse('invalid config type schema, root type must be object')
  } catch (error) {
    return refuse(`invalid schema ${isTooDeep(error) ? tooDeepReason : getErrorMessage(error)}`)
  }
}

/**
 * Explains why data does not match a schema; undefined if it does. The last error of Ajv is used: if no alternative of
 * an `anyOf` or `oneOf` matches, the errors of the alternatives come before it.
 */
export function findDataFault(validate: ValidateFunction, data: unknown): Failure | undefined {
  try {
    return validate(data) ? undefined : toFailure(validate.errors?.at(-1))
  } catch (error) {
    if (!isTooDeep(error)) throw error
    return createFieldFailure(
      '(root)',
      `(root) cannot be checked by the schema: ${tooDeepReason}`,
      data,
    )
  }
}

function toFailure(error: ErrorObject | undefined): Failure {
  if (!error) return createFieldFailure('(root)', '(root) is invalid', undefined)
  const field = error.instancePath.slice(1).replaceAll('/', '.') || '(root)'
  const value: unknown =
    error.keyword === 'additionalProperties'
      ? isPlainObject(error.data) && error.data[String(error.params['additionalProperty'])]
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

/** The parameters of an Ajv error, such as limits, names and allowed values. */
type Parameters = Readonly<Record<string, string | number>>

type MessageFormatter = (parameters: Parameters, error: ErrorObject, field: string) => string

/** For each keyword, the message of the validator in controllers. */
const messageByKeyword: Readonly<Record<string, MessageFormatter>> = {
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
  format: ({ format }) => `Does not match format '${format}'`,
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
  messageByKeyword[error.keyword]?.(error.params, error, field) ?? error.message ?? 'is invalid'
