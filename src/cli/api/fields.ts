import type { Shape } from '../../management/operation.js'
import type { Flag, Flags } from '../flags.js'
import { UsageError } from '../flags.js'
import { isOpening } from './secrets.js'
import { direct, isFromFile, isNullable, typeOf } from './shape.js'

/** A field of a body, as flags give it. */
export type Field = {
  path: readonly string[]
  shape: Shape
  /** One value, several of them, or a map: of values by whole names, or of anything, with dots between its keys. */
  kind: 'one' | 'many' | 'map' | 'tree'
  isRequired: boolean
  /** It is read from a file, so that it stands in no argument. */
  isFromFile: boolean
}

/** The fields of a body, those within fields too. */
export function fieldsOf(shape: Shape, path: readonly string[] = [], isRequired = true): Field[] {
  const whole = direct(shape)
  if (typeOf(whole) === 'array' && path.length === 0) return fieldsOf(whole.items ?? {})
  const field = { path, shape: whole, isRequired, isFromFile: isFromFile(path.at(-1) ?? '', whole) }
  if (typeOf(whole) === 'array') return [{ ...field, kind: 'many' }]
  if (whole.properties)
    return Object.entries(whole.properties).flatMap(([name, inner]) =>
      fieldsOf(inner, [...path, name], isRequired && (whole.required?.includes(name) ?? false)),
    )
  if (typeOf(whole) === 'object')
    return [
      {
        ...field,
        kind: Object.keys(valueShape(whole)).length > 0 ? 'map' : 'tree',
      },
    ]
  return [{ ...field, kind: 'one' }]
}

/** The flag of a field: `--primary.updb.allowed`, `--tags.KEY`, `--password-file`. */
export const flagOf = ({ path, kind, isFromFile: isFile }: Field): string =>
  `${path.join('.')}${kind === 'map' || kind === 'tree' ? '.KEY' : ''}${isFile ? '-file' : ''}`

/** What the values of a map may be. */
const valueShape = ({ additionalProperties }: Shape): Shape =>
  typeof additionalProperties === 'object' ? additionalProperties : {}

/** What a flag of a shape takes: a placeholder, and the same in words. */
function takes(shape: Shape): [value: string, text: string] {
  const { enum: all, const: only, format, minimum, maximum } = shape
  const words = only === undefined ? all?.filter((word) => word !== null) : [only]
  if (words) return ['WORD', `one of ${words.join(', ')}`]
  const bounds =
    minimum === undefined
      ? ''
      : maximum === undefined
        ? ` from ${minimum} on`
        : ` from ${minimum} to ${maximum}`
  const type = typeOf(shape)
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

function shown(field: Field): Flag {
  const { shape, kind, isRequired } = field
  const required = isRequired ? '; required' : ''
  if (field.isFromFile)
    return { value: 'FILE', help: `file with it, - for standard input${required}` }
  if (kind === 'tree')
    return {
      value: 'VALUE',
      help: `what stands under a key of the map, JSON or text; dots go deeper${required}`,
    }
  if (kind === 'map')
    return {
      value: takes(direct(valueShape(shape)))[0],
      help: `what stands under a key of the map: ${takes(direct(valueShape(shape)))[1]}`,
    }
  const [value, text] = takes(kind === 'many' ? direct(shape.items ?? {}) : shape)
  const words =
    (kind === 'many' ? direct(shape.items ?? {}) : shape).enum?.filter((word) => word !== null) ??
    (value === 'true|false' ? ['true', 'false'] : undefined)
  const more = kind === 'many' ? '; may be given several times, and empty for no items' : ''
  return {
    value,
    help: `${text}${isNullable(shape) && kind === 'one' ? ', or null' : ''}${more}${required}`,
    ...(words && { words: () => words }),
  }
}

/** The flags of fields, required ones first. */
export function fieldFlags(fields: readonly Field[]): Flags {
  const sorted = [...fields].sort((one, other) => Number(other.isRequired) - Number(one.isRequired))
  return Object.fromEntries(sorted.map((field) => [flagOf(field), shown(field)]))
}

/** The fields that arguments mean beyond the known ones: keys of maps, with their own path. Secrets have no place in arguments. */
export function keyedFields(fields: readonly Field[], argv: readonly string[]): Field[] {
  const names = argv.flatMap((argument) => /^--([^=]+)/.exec(argument)?.[1] ?? [])
  for (const field of fields) {
    const name = field.path.join('.')
    if (field.isFromFile && names.includes(name))
      throw new UsageError(
        `--${name} would show its value to everybody on this machine; give a file that holds it with --${name}-file, or - for standard input`,
      )
  }
  return fields.flatMap((field) => names.flatMap((name) => keyed(field, name)))
}

function keyed({ path, kind, shape, ...field }: Field, name: string): Field[] {
  const start = `${path.join('.')}.`
  const key = name.slice(start.length)
  if ((kind !== 'map' && kind !== 'tree') || !name.startsWith(start) || key === '' || key === 'KEY')
    return []
  if (isOpening(key))
    throw new UsageError(
      `--${name} may be secret, and everybody on this machine sees what stands in an argument; give the whole body as a file with --data FILE, or - for standard input`,
    )
  const inner = direct(valueShape(shape))
  return [
    {
      ...field,
      path: [...path, ...(kind === 'map' ? [key] : key.split('.'))],
      shape: inner,
      kind: typeOf(inner) === 'array' ? 'many' : 'one',
      isRequired: false,
    },
  ]
}
