import type { Flag, Flags } from '../../flags.js'
import { UsageError } from '../../errors.js'
import { contract } from '../../../generated/management/contract.js'
import type { Schema } from '../../../schema/data-schema.js'
import { isSecretField } from '../../../management/client/redact.js'
import { isPlainObject, getAt } from '../../../document/record.js'

/** A body field, as flags set it. */
export type ApiField = {
  path: readonly string[]
  shape: Schema
  /** `many`: a list. `map`: values of one type by key. `tree`: values of any type; dots in a flag separate keys. */
  kind: 'one' | 'many' | 'map' | 'tree'
  isRequired: boolean
  /** Whether the value is read from a file, because other users of the machine can see arguments. */
  isFromFile: boolean
}

/** The fields of a body, including nested ones; for a list, the fields of its items. */
export function listFields(
  shape: Schema,
  path: readonly string[] = [],
  isRequired = true,
): ApiField[] {
  const resolvedShape = resolveShape(shape)
  if (getType(resolvedShape) === 'array' && path.length === 0)
    return listFields(resolvedShape.items ?? {})
  const field = {
    path,
    shape: resolvedShape,
    isRequired,
    isFromFile: isFromFile(path.at(-1) ?? '', resolvedShape),
  }
  if (getType(resolvedShape) === 'array') return [{ ...field, kind: 'many' }]
  if (resolvedShape.properties)
    return Object.entries(resolvedShape.properties).flatMap(([name, inner]) =>
      listFields(
        inner,
        [...path, name],
        isRequired && (resolvedShape.required?.includes(name) ?? false),
      ),
    )
  if (getType(resolvedShape) === 'object')
    return [
      {
        ...field,
        kind: Object.keys(getValueShape(resolvedShape)).length > 0 ? 'map' : 'tree',
      },
    ]
  return [{ ...field, kind: 'one' }]
}

/** The flag for a field: `--primary.updb.allowed`, `--tags.KEY`, `--password-file`. */
export const getFlagName = ({ path, kind, isFromFile: isFile }: ApiField): string =>
  `${path.join('.')}${kind === 'map' || kind === 'tree' ? '.KEY' : ''}${isFile ? '-file' : ''}`

const getValueShape = ({ additionalProperties }: Schema): Schema =>
  typeof additionalProperties === 'object' ? additionalProperties : {}

/** The allowed values of an enum, without null; undefined if the shape is not an enum. */
export const listAllowedWords = (shape: Schema): string[] | undefined =>
  resolveShape(shape).enum?.filter((word) => word !== null)

/** Returns the placeholder and the description of a flag value with this shape, for the help. */
function describeValue(shape: Schema): [value: string, text: string] {
  const { const: constant, format, minimum, maximum } = shape
  const words = constant === undefined ? listAllowedWords(shape) : [constant]
  if (words) return ['WORD', `one of ${words.join(', ')}`]
  const bounds =
    minimum === undefined
      ? ''
      : maximum === undefined
        ? ` from ${minimum} on`
        : ` from ${minimum} to ${maximum}`
  const type = getType(shape)
  if (type === 'boolean') return ['true|false', 'true or false']
  if (type === 'integer' || type === 'number')
    return ['NUMBER', `${type === 'integer' ? 'an integer' : 'a number'}${bounds}`]
  if (format === 'date-time') return ['TIME', 'a time, such as 2030-01-31T10:00:00Z']
  if (type === 'string') return ['TEXT', 'text']
  return type === undefined
    ? ['VALUE', 'text, a number, true, false or null']
    : [
        'JSON',
        `${type === 'array' ? 'a list' : 'a map'} in JSON${shape.properties ? ` with ${Object.keys(shape.properties).join(', ')}` : ''}`,
      ]
}

function createFlag(field: ApiField): Flag {
  const { shape, kind, isRequired } = field
  const requiredSuffix = isRequired ? '; required' : ''
  if (field.isFromFile)
    return { value: 'FILE', help: `file with it, - for standard input${requiredSuffix}` }
  if (kind === 'tree')
    return {
      value: 'VALUE',
      help: `value of a key of the map, as JSON or a string; dots separate nested keys${requiredSuffix}`,
    }
  if (kind === 'map') {
    const [value, text] = describeValue(resolveShape(getValueShape(shape)))
    return { value, help: `value of a key of the map: ${text}` }
  }
  const itemShape = kind === 'many' ? resolveShape(shape.items ?? {}) : shape
  const [value, text] = describeValue(itemShape)
  const words =
    listAllowedWords(itemShape) ??
    (value === 'true|false' ? ['true', 'false', ...(isNullable(shape) ? ['null'] : [])] : undefined)
  const listHint = kind === 'many' ? '; may be given several times, and empty for no items' : ''
  return {
    value,
    help: `${text}${isNullable(shape) && kind === 'one' ? ', or null' : ''}${listHint}${requiredSuffix}`,
    ...(words && { words: () => words }),
    // A boolean flag without a value means true, so the next argument is not its value.
    ...(value === 'true|false' && kind === 'one' && { optional: true as const }),
  }
}

/** The flags of fields, required ones first. */
export function createFieldFlags(fields: readonly ApiField[]): Flags {
  const orderedFields = [...fields].sort(
    (one, other) => Number(other.isRequired) - Number(one.isRequired),
  )
  return Object.fromEntries(orderedFields.map((field) => [getFlagName(field), createFlag(field)]))
}

/**
 * The fields for single keys of maps, which no table of flags can list: `--tags.region` sets `tags.region`. Throws a
 * `UsageError` for a flag that would have a secret as its argument.
 */
export function findKeyedFields(fields: readonly ApiField[], names: readonly string[]): ApiField[] {
  for (const field of fields) {
    const name = field.path.join('.')
    if (field.isFromFile && names.includes(name))
      throw new UsageError(
        `--${name} would show its value to other users of this machine; put it into a file and use --${name}-file, or - for standard input`,
      )
  }
  return fields.flatMap((field) => names.flatMap((name) => toKeyedField(field, name)))
}

function toKeyedField({ path, kind, shape, ...field }: ApiField, name: string): ApiField[] {
  const prefix = `${path.join('.')}.`
  const key = name.slice(prefix.length)
  if (
    (kind !== 'map' && kind !== 'tree') ||
    !name.startsWith(prefix) ||
    key === '' ||
    key === 'KEY'
  )
    return []
  if (isCredentialName(key))
    throw new UsageError(
      `--${name} may be secret, and other users of this machine can see arguments; pass the whole body in a file with --data FILE, or - for stdin`,
    )
  const valueShape = resolveShape(getValueShape(shape))
  return [
    {
      ...field,
      path: [...path, ...(kind === 'map' ? [key] : key.split('.'))],
      shape: valueShape,
      kind: getType(valueShape) === 'array' ? 'many' : 'one',
      isRequired: false,
    },
  ]
}

const listTypes = ({ type }: Schema): readonly string[] => [type ?? []].flat()

const isNullShape = ({ type }: Schema): boolean => type === 'null'

/**
 * Resolves the reference of a shape, but not references inside it. A `oneOf` of null and one other shape becomes the
 * other shape, with `null` added to its types.
 */
export function resolveShape(shape: Schema): Schema {
  const { $ref, ...rest } = shape
  if ($ref !== undefined)
    return { ...resolveShape(contract.shapes[$ref.slice('#/$defs/'.length)] ?? {}), ...rest }
  const [firstShape, ...otherShapes] =
    shape.oneOf?.filter((alternative) => !isNullShape(alternative)) ?? []
  if (!firstShape || otherShapes.length > 0) return shape
  const nonNullShape = resolveShape(firstShape)
  return { ...nonNullShape, type: [...new Set([...listTypes(nonNullShape), 'null'])] }
}

/** The field that selects a variant of a shape, such as the type of a posture check. */
const discriminator = 'typeId'

const getVariantName = (shape: Schema): string | undefined =>
  shape.properties?.[discriminator]?.const

/**
 * The variant of a shape that a word selects, or all variants merged if the word selects none. A shape without variants
 * is only resolved.
 */
export function selectVariant(shape: Schema, word: unknown): Schema {
  const resolvedShape = resolveShape(shape)
  const alternatives = resolvedShape.oneOf?.map(resolveShape) ?? []
  if (alternatives.length === 0) return resolvedShape
  const variant = alternatives.find((alternative) => getVariantName(alternative) === word)
  if (variant) return variant
  const words = alternatives.flatMap((alternative) => getVariantName(alternative) ?? [])
  const requiredNames = alternatives.reduce(
    (names: readonly string[], alternative) =>
      names.filter((name) => alternative.required?.includes(name)),
    alternatives[0]?.required ?? [],
  )
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(
        alternatives.flatMap(({ properties }) => Object.entries(properties ?? {})),
      ),
      [discriminator]: { type: 'string', enum: words },
    },
    required: requiredNames,
  }
}

export const getVariant = (value: unknown): unknown => getAt(value, [discriminator])

/** Whether a field is a string with a secret, by its name; such fields are read from files. */
const isFromFile = (name: string, shape: Schema): boolean =>
  listTypes(shape).includes('string') && !shape.enum && isSecretField(name)

export const isNullable = (shape: Schema): boolean => listTypes(shape).includes('null')

/** The type of a shape, ignoring null. */
export const getType = (shape: Schema): string | undefined =>
  shape.const === undefined ? listTypes(shape).find((type) => type !== 'null') : 'string'

/** The JSON Schema with which `checkData` checks a request body of this shape. */
export function toSchema(reference: Schema, name = ''): Schema {
  const shape = resolveShape(reference)
  const { properties, additionalProperties, required, items, minimum, maximum } = shape
  const words = shape.const === undefined ? listAllowedWords(shape) : [shape.const]
  const type = shape.const === undefined ? shape.type : 'string'
  const allowsAnyKey = listTypes(shape).includes('object') && !properties
  return {
    ...(type !== undefined && { type }),
    ...(words && {
      enum: isNullable(shape) ? [...words, null] : words,
      examples: words.slice(0, 3),
      'x-listed-by': 'routerfile api OPERATION --help',
    }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, field]) => [key, toSchema(field, key)]),
      ),
      additionalProperties: false,
    }),
    ...(allowsAnyKey && {
      additionalProperties:
        typeof additionalProperties === 'object' ? toSchema(additionalProperties) : {},
    }),
    ...(required && { required }),
    ...(items && { items: toSchema(items, name) }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(isFromFile(name, shape) && { 'x-secret': true }),
  }
}

/** Names of fields whose value allows signing in or enrolling. Certificates are public. */
const secretNamePattern =
  /(password|passphrase|secret|(?<!target)token|jwt|codes?|(?<=\w)key|csr|provisioningurl)$/i

const isCredentialName = (name: string): boolean => secretNamePattern.test(name)

const secretTextPattern =
  /-----BEGIN [A-Z ]*PRIVATE KEY[\s\S]*?(?:-----END[^-]*-----|$)|\beyJ[\w-]+(?:\.[\w-]+(?:\.[\w-]*)?)?|\botpauth:\S+/g

const mask = '***'

/** Masks a secret; keeps the header of a JWT, which is not secret on its own. */
const maskText = (text: string): string => (/^eyJ[\w-]*$/.test(text) ? text : mask)

/** A value with its secrets replaced by stars; `note` is called with the name of each field that had a secret. */
export function maskSecretFields(
  value: unknown,
  note: (name: string) => void = () => undefined,
  name = '',
): unknown {
  if (typeof value === 'string') {
    const maskedText =
      value !== '' && isCredentialName(name) ? mask : value.replaceAll(secretTextPattern, maskText)
    if (maskedText !== value) note(name)
    return maskedText
  }
  if (Array.isArray(value)) return value.map((item) => maskSecretFields(item, note, name))
  return isPlainObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, field]) => [key, maskSecretFields(field, note, key)]),
      )
    : value
}
