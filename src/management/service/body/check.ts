import type { Failure } from '../failure.js'
import { fieldFailure } from '../failure.js'
import type { ContractType, List, Scalar, Struct } from './contract-type.js'
import { isRequestUri } from './is-request-uri.js'
import { isRecord } from './json-node.js'
import { quoteText } from './quote-text.js'

/** What is wrong with a field: its path, its rule, its value. */
const wrong = (path: string, rule: string, value: unknown): Failure =>
  fieldFailure(path, `${path} in body ${rule}`, value)

const inside = (path: string, key: string | number): string =>
  path === '' ? String(key) : `${path}.${key}`

/** What is wrong first with a value that was read as a type, in the order of the contract: fields by their name, what they hold before the next. */
export function check(value: unknown, type: ContractType, path = ''): Failure | undefined {
  if (type.kind === 'struct') return checkFields(isRecord(value) ? value : {}, type, path)
  if (type.kind === 'list') return checkList(Array.isArray(value) ? value : [], type, path)
  if (type.kind === 'map')
    return type.keeps
      ? undefined
      : first(Object.entries(isRecord(value) ? value : {}), ([key, item]) =>
          check(item, type.of, inside(path, key)),
        )
  if (type.kind === 'any') return undefined
  return typeof value === 'string' ? checkText(value, type, path) : checkNumber(value, type, path)
}

function first<Item>(
  items: Iterable<Item>,
  failureOf: (item: Item) => Failure | undefined,
): Failure | undefined {
  for (const item of items) {
    const failure = failureOf(item)
    if (failure) return failure
  }
  return undefined
}

/** What the controller has where a field is absent. */
const absent = ({ kind }: ContractType): unknown =>
  kind === 'list' ? [] : kind === 'map' ? {} : undefined

const isZero = (value: unknown): boolean => value === '' || value === 0 || value === false

function checkFields(
  record: Readonly<Record<string, unknown>>,
  { fields }: Struct,
  path: string,
): Failure | undefined {
  return first(fields.values(), ({ key, type, isRequired, isOptionalPointer }) => {
    const value = record[key]
    if (value === undefined)
      return isRequired ? required(inside(path, key), absent(type)) : undefined
    // What must be there may be null where the contract says so.
    if (value === null) return undefined
    return isZero(value) && !isRequired && !isOptionalPointer
      ? undefined
      : check(value, type, inside(path, key))
  })
}

/** Something that must be in the body and is not. */
export const required = (path: string, value: unknown): Failure => wrong(path, 'is required', value)

function checkList(
  items: readonly unknown[],
  { of, least }: List,
  path: string,
): Failure | undefined {
  if (items.length < least) return wrong(path, `should have at least ${least} items`, items.length)
  return first(items.entries(), ([index, item]) =>
    item === null && of.kind === 'struct'
      ? required(inside(path, index), undefined)
      : check(item, of, inside(path, index)),
  )
}

/** Passwords are not repeated, but for those that are too short to be one. */
const isSecret = ({ name }: Scalar): boolean => name.startsWith('rest_model.Password')

function checkText(text: string, type: Scalar, path: string): Failure | undefined {
  const { minLength = 0, maxLength = Infinity, enum: values } = type.limits
  const isShort = text.length < 2 * minLength && [...text].length < minLength
  if (isShort) return wrong(path, `should be at least ${minLength} chars long`, text)
  if (text.length > maxLength && [...text].length > maxLength)
    return wrong(path, `should be at most ${maxLength} chars long`, isSecret(type) ? '' : text)
  if (values && !values.includes(text))
    return wrong(
      path,
      `should be one of ${choices([...values, ...(type.limits['x-unused'] ?? [])])}`,
      text,
    )
  if (type.format === 'uri' && !isRequestUri(text))
    return wrong(path, `must be of type uri: ${quoteText(text)}`, text)
  return undefined
}

/** The values that a field or parameter may have, as messages list them. */
export const choices = (values: readonly (string | null)[]): string =>
  `[${values.filter((value) => value !== null).join(' ')}]`

function checkNumber(value: unknown, { limits }: Scalar, path: string): Failure | undefined {
  if (typeof value !== 'number') return undefined
  if (value < (limits.minimum ?? -Infinity))
    return wrong(path, `should be greater than or equal to ${limits.minimum}`, value)
  return value > (limits.maximum ?? Infinity)
    ? wrong(path, `should be less than or equal to ${limits.maximum}`, value)
    : undefined
}
