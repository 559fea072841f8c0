import { isPlainObject } from '../../../document/record.js'
import type { Operation } from '../../operation.js'
import type { Failure, Result } from '../call/failure.js'
import { createFieldFailure, fail, succeed } from '../call/failure.js'
import type {
  BodyField,
  FieldType,
  ListType,
  MapType,
  RecordType,
  ScalarType,
  Shapes,
  VariantBody,
} from './field-types.js'
import { foldKey, getBodyType } from './field-types.js'
import { parseJsonBody } from './parse-json.js'

/**
 * The shapes of the contract, the media type of the request (default: `application/json`), and whether text after the
 * JSON is ignored.
 */
export type BodyOptions = { shapes: Shapes; mediaType?: string; ignoresRest?: boolean }

/**
 * The value that was read, and the keys of the JSON object, including unknown keys: `nullKeys` have the value null,
 * `setKeys` any other value.
 */
export type ReadBody = { value: unknown; setKeys: readonly string[]; nullKeys: readonly string[] }

const emptyBody: ReadBody = { value: undefined, setKeys: [], nullKeys: [] }

/**
 * Reads the body of a request. The value has only known fields, under their names in the contract, and omits optional
 * fields that are null; times are in RFC 3339 with milliseconds. The value is undefined if the operation has no body,
 * or an optional body is empty.
 */
export function readBody(
  text: string,
  operation: Operation,
  { shapes, mediaType = 'application/json', ignoresRest = false }: BodyOptions,
): Result<ReadBody> {
  const { body } = operation
  if (!body) return succeed(emptyBody)
  if (/^[ \t\r\n]*$/.test(text))
    return body.optional
      ? succeed(emptyBody)
      : { ok: false, failure: createRequiredFailure(body.name, '') }
  if ('text' in body && mediaType !== 'application/json')
    return succeed({ ...emptyBody, value: text })
  const parsed = parseJsonBody(text, ignoresRest)
  if (!parsed.ok) return parsed
  const json = parsed.value
  const type = findVariant(json, getBodyType(operation, shapes))
  if (!type.ok) return type
  const state: ReadState = { path: '', faults: {} }
  const value = readValue(json ?? getAbsentValue(type.value) ?? '', type.value, state)
  const { mismatch, failure } = state.faults
  if (mismatch !== undefined) return fail('COULD_NOT_PARSE_BODY', { reason: mismatch })
  if (failure) return { ok: false, failure }
  const entries = isPlainObject(json) ? Object.entries(json) : []
  const listKeys = (isWanted: (item: unknown) => boolean): string[] =>
    entries.flatMap(([key, item]) => (isWanted(item) ? [key] : []))
  return succeed({
    value,
    setKeys: listKeys((item) => item !== null),
    nullKeys: listKeys((item) => item === null),
  })
}

/**
 * Returns the type of a body. If the body has variants, this is the variant that the discriminating field selects;
 * fails if the field selects none.
 */
function findVariant(json: unknown, type: FieldType | VariantBody): Result<FieldType> {
  if (type.kind !== 'variants') return succeed(type)
  if (json !== null && !isPlainObject(json))
    return fail('COULD_NOT_PARSE_BODY', {
      reason: `the body: expected an object, found ${describeJsonType(json)}`,
    })
  const name = foldKeys(json ?? {}).get(foldKey(type.key)) ?? ''
  if (name === '') return { ok: false, failure: createRequiredFailure(type.key, '') }
  const variant = typeof name === 'string' && type.variants.get(name)
  return variant
    ? succeed(variant)
    : fail('COULD_NOT_PARSE_BODY', {
        reason: `${type.key}: expected one of ${[...type.variants.keys()].join(', ')}`,
      })
}

const createRequiredFailure = (path: string, value: unknown): Failure =>
  createFieldFailure(path, `${path} in body is required`, value)

/** Describes the allowed values of a string, in the words of controllers. */
export const describeChoices = (values: readonly (string | null)[]): string =>
  `should be one of [${values.filter((value) => value !== null).join(' ')}]`

/**
 * The path of the current value, and the first faults of the body: the first value of a wrong type (`mismatch`) and the
 * first value that breaks a rule (`failure`). A mismatch is reported first, even if it comes later.
 */
type ReadState = { path: string; faults: { mismatch?: string; failure?: Failure } }

/** The state for reading a field or item of the current value; the faults are shared. */
const enterField = ({ path, faults }: ReadState, key: string | number): ReadState => ({
  path: path === '' ? String(key) : `${path}.${key}`,
  faults,
})

const typeNames = {
  any: 'a value',
  string: 'a string',
  boolean: 'a boolean',
  integer: 'an integer of 64 bits',
  number: 'a number',
  list: 'a list',
  map: 'an object',
  record: 'an object',
} as const

function describeJsonType(found: unknown): string {
  if (found === null) return 'null'
  if (Array.isArray(found)) return 'a list'
  return typeof found === 'object' ? 'an object' : `a ${typeof found}`
}

function noteMismatch(
  { path, faults }: ReadState,
  found: unknown,
  type: FieldType,
  expected: string = typeNames[type.kind],
): undefined {
  // An unquoted password may look like a number, so a number is only shown if an integer is expected.
  const foundText =
    type.kind === 'integer' && typeof found === 'number' ? found : describeJsonType(found)
  faults.mismatch ??= `${path || 'the body'}: expected ${expected}, found ${foundText}`
}

function noteFailure({ path, faults }: ReadState, rule: string, value: unknown): void {
  faults.failure ??= createFieldFailure(path, `${path} in body ${rule}`, value)
}

function readValue(value: unknown, type: FieldType, state: ReadState): unknown {
  if (type.kind === 'any') return value
  if (type.kind === 'list')
    return Array.isArray(value)
      ? readList(value, type, state)
      : void noteMismatch(state, value, type)
  if (type.kind === 'map' || type.kind === 'record') {
    if (!isPlainObject(value)) return void noteMismatch(state, value, type)
    return type.kind === 'map' ? readMap(value, type, state) : readFields(value, type, state)
  }
  return readScalar(value, type, state)
}

function readList(
  items: readonly unknown[],
  { itemType, minItems }: ListType,
  state: ReadState,
): unknown[] {
  if (items.length < minItems)
    noteFailure(state, `should have at least ${minItems} items`, items.length)
  return items.map((item, index) => {
    const itemState = enterField(state, index)
    // Controllers read null in a list of strings as an empty string.
    if (item === null && itemType.kind === 'string') return ''
    if (item !== null || itemType.kind !== 'record') return readValue(item, itemType, itemState)
    noteFailure(itemState, 'is required', undefined)
    return undefined
  })
}

function readMap(
  record: Readonly<Record<string, unknown>>,
  { valueType, keptTypes }: MapType,
  state: ReadState,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(record)
      .filter(([, value]) => keptTypes?.includes(value === null ? 'null' : typeof value) ?? true)
      // Controllers read null in a map of lists as an empty list.
      .map(([key, value]) => [
        key,
        value === null && valueType.kind === 'list'
          ? []
          : readValue(value, valueType, enterField(state, key)),
      ]),
  )
}

/** The values of an object by their folded keys. Of several keys that are equal when folded, the last one counts. */
const foldKeys = (record: Readonly<Record<string, unknown>>): Map<string, unknown> =>
  new Map(Object.entries(record).map(([key, value]) => [foldKey(key), value]))

/**
 * The empty value of a list or object type; undefined for other types. A body that is null is read as this value, and
 * messages show it for an absent list or map.
 */
const getAbsentValue = ({ kind }: FieldType): unknown =>
  kind === 'list' ? [] : kind === 'map' || kind === 'record' ? {} : undefined

const isZeroValue = (value: unknown): boolean => value === '' || value === 0 || value === false

function readFields(
  record: Readonly<Record<string, unknown>>,
  { fields }: RecordType,
  state: ReadState,
): Record<string, unknown> {
  const foldedValues = foldKeys(record)
  const values: Record<string, unknown> = {}
  for (const [foldedKey, field] of fields) {
    const value = readField(foldedValues.get(foldedKey), field, enterField(state, field.key))
    if (value !== undefined) values[field.key] = value
  }
  return values
}

function readField(
  value: unknown,
  { type, isRequired, isNullable }: BodyField,
  state: ReadState,
): unknown {
  if (value === null && isRequired && isNullable) return null
  if (value === null || value === undefined) {
    if (isRequired)
      noteFailure(state, 'is required', type.kind === 'record' ? undefined : getAbsentValue(type))
    return undefined
  }
  const isUnset = !isRequired && !isNullable && isZeroValue(value)
  if (!isUnset || !isScalar(type)) return readValue(value, type, state)
  if (!hasType(value, type)) return void noteMismatch(state, value, type)
  // An optional field with an `enum` counts as not set if it is an empty string.
  return value === '' && type.schema.enum ? undefined : value
}

const isScalar = (type: FieldType): type is ScalarType => 'schema' in type

const hasType = (value: unknown, { kind }: ScalarType): boolean =>
  kind === 'integer'
    ? typeof value === 'number' && Number.isInteger(value) && Math.abs(value) < 2 ** 63
    : typeof value === kind

function readScalar(value: unknown, type: ScalarType, state: ReadState): unknown {
  if (!hasType(value, type)) return void noteMismatch(state, value, type)
  if (typeof value === 'number') checkNumber(value, type, state)
  return typeof value === 'string' ? readString(value, type, state) : value
}

function readString(text: string, type: ScalarType, state: ReadState): string | undefined {
  const { minLength = 0, maxLength = Infinity, enum: values, format } = type.schema
  if (format === 'date-time')
    return (
      normalizeDateTime(text) ??
      void noteMismatch(state, text, type, 'a time such as 2030-01-31T12:00:00Z')
    )
  if (format === 'byte') {
    const base64 = text.replaceAll(/[\r\n]/g, '')
    return isBase64(base64) ? base64 : void noteMismatch(state, text, type, 'base64')
  }
  if (text.length < 2 * minLength && [...text].length < minLength)
    noteFailure(state, `should be at least ${minLength} chars long`, text)
  // A string that is too short cannot be a password, so the message above may repeat it; a string that is too long can
  // be a password.
  if (text.length > maxLength && [...text].length > maxLength)
    noteFailure(state, `should be at most ${maxLength} chars long`, type.isSecret ? '' : text)
  const choices = values && [...values, ...(type.schema['x-unused'] ?? [])]
  if (choices && !choices.includes(text)) noteFailure(state, describeChoices(choices), text)
  if (format === 'uri' && !isRequestUri(text))
    noteFailure(state, `must be of type uri: ${JSON.stringify(text)}`, text)
  return text
}

function checkNumber(value: number, { schema }: ScalarType, state: ReadState): void {
  const { minimum = -Infinity, maximum = Infinity } = schema
  if (value < minimum) noteFailure(state, `should be greater than or equal to ${minimum}`, value)
  if (value > maximum) noteFailure(state, `should be less than or equal to ${maximum}`, value)
}

const dateTimePattern = /^(\d{4})-(\d\d)-(\d\d)(?:T\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$/

/** Normalizes a time in RFC 3339, or a date, to RFC 3339 with milliseconds in UTC; undefined if it is neither. */
function normalizeDateTime(text: string): string | undefined {
  const [, year, month, day] = dateTimePattern.exec(text) ?? []
  const lastDay = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate()
  const time = new Date(Number(day) <= lastDay ? text : NaN)
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString()
}

/** Whether a string is base64 with padding. */
const isBase64 = (text: string): boolean =>
  /^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/.test(text)

/** Whether a string is an absolute URL or an absolute path, without spaces and control characters. */
const isRequestUri = (text: string): boolean =>
  !/[\0-\x20\x7f]/.test(text) && (text.startsWith('/') || URL.canParse(text))
