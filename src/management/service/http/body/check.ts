import type { Failure } from '../failure.js'
import { createFieldFailure } from '../failure.js'
import { isPlainObject } from '../../../../document/record.js'
import { quoteGoString } from './go-text.js'
import type { ContractType, ListType, ScalarType, StructType } from './types.js'
import { isRequestUri } from './formats.js'

/** Describes an invalid field: its path, the violated rule, and its value. */
const createFault = (path: string, rule: string, value: unknown): Failure =>
  createFieldFailure(path, `${path} in body ${rule}`, value)

const joinPath = (path: string, key: string | number): string =>
  path === '' ? String(key) : `${path}.${key}`

/**
 * Finds the first fault in a decoded value, in the order of the contract: fields by name, and each
 * one's content before the next.
 */
export function checkValue(value: unknown, type: ContractType, path = ''): Failure | undefined {
  if (type.kind === 'struct') return checkFields(isPlainObject(value) ? value : {}, type, path)
  if (type.kind === 'list') return checkList(Array.isArray(value) ? value : [], type, path)
  if (type.kind === 'map')
    return type.keeps
      ? undefined
      : findFirstFault(Object.entries(isPlainObject(value) ? value : {}), ([key, item]) =>
          checkValue(item, type.valueType, joinPath(path, key)),
        )
  if (type.kind === 'any') return undefined
  return typeof value === 'string' ? checkString(value, type, path) : checkNumber(value, type, path)
}

function findFirstFault<Item>(
  items: Iterable<Item>,
  failureOf: (item: Item) => Failure | undefined,
): Failure | undefined {
  for (const item of items) {
    const failure = failureOf(item)
    if (failure) return failure
  }
  return undefined
}

/** The value that the controller uses if a field is absent. */
const getAbsentValue = ({ kind }: ContractType): unknown =>
  kind === 'list' ? [] : kind === 'map' ? {} : undefined

const isZeroValue = (value: unknown): boolean => value === '' || value === 0 || value === false

function checkFields(
  record: Readonly<Record<string, unknown>>,
  { fields }: StructType,
  path: string,
): Failure | undefined {
  return findFirstFault(fields.values(), ({ key, type, isRequired, isOptionalPointer }) => {
    const value = record[key]
    if (value === undefined)
      return isRequired ? createRequired(joinPath(path, key), getAbsentValue(type)) : undefined
    // Required fields may be null if the contract says so.
    if (value === null) return undefined
    return isZeroValue(value) && !isRequired && !isOptionalPointer
      ? undefined
      : checkValue(value, type, joinPath(path, key))
  })
}

/** The failure for a missing required field. */
export const createRequired = (path: string, value: unknown): Failure =>
  createFault(path, 'is required', value)

function checkList(
  items: readonly unknown[],
  { itemType, minItems }: ListType,
  path: string,
): Failure | undefined {
  if (items.length < minItems)
    return createFault(path, `should have at least ${minItems} items`, items.length)
  return findFirstFault(items.entries(), ([index, item]) =>
    item === null && itemType.kind === 'struct'
      ? createRequired(joinPath(path, index), undefined)
      : checkValue(item, itemType, joinPath(path, index)),
  )
}

/**
 * Whether messages must not repeat a value: passwords, except those that are too short to be valid.
 */
const isSecret = ({ name }: ScalarType): boolean => name.startsWith('rest_model.Password')

function checkString(text: string, type: ScalarType, path: string): Failure | undefined {
  const { minLength = 0, maxLength = Infinity, enum: values } = type.limits
  const isTooShort = text.length < 2 * minLength && [...text].length < minLength
  if (isTooShort) return createFault(path, `should be at least ${minLength} chars long`, text)
  if (text.length > maxLength && [...text].length > maxLength)
    return createFault(
      path,
      `should be at most ${maxLength} chars long`,
      isSecret(type) ? '' : text,
    )
  if (values && !values.includes(text))
    return createFault(
      path,
      `should be one of ${formatChoices([...values, ...(type.limits['x-unused'] ?? [])])}`,
      text,
    )
  if (type.format === 'uri' && !isRequestUri(text))
    return createFault(path, `must be of type uri: ${quoteGoString(text)}`, text)
  return undefined
}

/** The allowed values of a field or parameter, for messages. */
export const formatChoices = (values: readonly (string | null)[]): string =>
  `[${values.filter((value) => value !== null).join(' ')}]`

function checkNumber(value: unknown, { limits }: ScalarType, path: string): Failure | undefined {
  if (typeof value !== 'number') return undefined
  if (value < (limits.minimum ?? -Infinity))
    return createFault(path, `should be greater than or equal to ${limits.minimum}`, value)
  return value > (limits.maximum ?? Infinity)
    ? createFault(path, `should be less than or equal to ${limits.maximum}`, value)
    : undefined
}
