import type { Shape } from '../../operation.js'

/** The shapes that references point to, by name. */
export type Shapes = Readonly<Record<string, Shape>>

/** A type of the contract, under the name that it has in the messages of the controller. */
export type ContractType = Scalar | Free | List | Dictionary | Struct

/** One value; with a `format` its text is read further. */
export type Scalar = {
  kind: 'string' | 'bool' | 'int64' | 'float64'
  name: string
  limits: Shape
  format?: 'date-time' | 'uri' | 'byte'
}
/** Any value. */
export type Free = { kind: 'any'; name: string }
export type List = { kind: 'list'; name: string; of: ContractType; least: number }
/** Values under names of the caller's choice; with `keeps` it is read as one, and has only values of these types. */
export type Dictionary = {
  kind: 'map'
  name: string
  of: ContractType
  keeps?: readonly string[] | 'all'
}
/** Fields by their key, case folded; in the order in which they are checked. */
export type Struct = { kind: 'struct'; name: string; fields: ReadonlyMap<string, Field> }

/** A field: whether it must be there, and whether its zero value (`''`, 0, false) differs from its absence. */
export type Field = {
  key: string
  path: string
  type: ContractType
  isRequired: boolean
  isOptionalPointer: boolean
}

const initialisms = /(Api|Dns|Http|Https|Id|Ip|Json|Jwt|Tls|Ui|Uri|Url|Uuid)(?=[A-Z]|$)/g

/** A name as the controller's code writes it. */
const goName = (name: string): string => name.replaceAll(initialisms, (word) => word.toUpperCase())

/** What that code calls a field. */
export const fieldName = (key: string): string => goName(key.charAt(0).toUpperCase() + key.slice(1))

/** Keys match without regard to case, by the folding of Unicode. */
export const foldKey = (key: string): string => key.replaceAll('ſ', 's').toLowerCase()

type Resolved = { shape: Shape; name?: string; isNullable: boolean }

/** A shape behind references and the choice of null, with its name in the contract. */
export function resolve(shape: Shape, shapes: Shapes): Resolved {
  const some = shape.oneOf?.length === 2 ? shape.oneOf.filter(({ type }) => type !== 'null') : []
  if (shape.oneOf?.length === 2 && some[0] && some.length === 1)
    return { ...resolve(some[0], shapes), isNullable: true }
  const called = shape['x-contract']
  if (shape.$ref === undefined)
    return {
      shape,
      isNullable: Array.isArray(shape.type) && shape.type.includes('null'),
      ...(called !== undefined && { name: called }),
    }
  const target = shape.$ref.replace('#/$defs/', '')
  return { name: called ?? target, ...withName(resolve(shapes[target] ?? {}, shapes), called) }
}

const withName = (resolved: Resolved, called: string | undefined): Resolved =>
  called === undefined ? resolved : { ...resolved, name: called }

const scalars: Readonly<Record<string, Scalar['kind']>> = {
  string: 'string',
  boolean: 'bool',
  integer: 'int64',
  number: 'float64',
}
const formats = ['date-time', 'uri', 'byte'] as const

/** The type of a shape; `place` names a record that has no name of its own. */
export function typeOf(shape: Shape, shapes: Shapes, place = ''): ContractType {
  const resolved = resolve(shape, shapes)
  const { shape: plain } = resolved
  const name = resolved.name === undefined ? undefined : `rest_model.${goName(resolved.name)}`
  const type =
    (typeof plain.type === 'string'
      ? plain.type
      : plain.type?.find((candidate) => candidate !== 'null')) ??
    (plain.const === undefined ? '' : 'string')
  if (type === 'array') return listOf(plain, { shapes, name, place })
  if (plain.properties) return structOf(plain, { shapes, name: name ?? `rest_model.${place}` })
  if (plain.additionalProperties) return dictionaryOf(plain, { shapes, name, place })
  const kind = scalars[type]
  if (!kind) return { kind: 'any', name: 'interface {}' }
  const format = formats.find((known) => known === plain.format)
  return { kind, name: name ?? kind, limits: plain, ...(format && { format }) }
}

type Naming = { shapes: Shapes; name?: string | undefined; place?: string }

function listOf({ items = {}, minItems = 0 }: Shape, { shapes, name, place }: Naming): List {
  const of = typeOf(items, shapes, place)
  return {
    kind: 'list',
    name: name ?? `[]${of.kind === 'struct' ? '*' : ''}${of.name}`,
    of,
    least: minItems,
  }
}

/** Tags are read as one; so is their kin. */
const whole = 'rest_model.SubTags'

function dictionaryOf(
  { additionalProperties }: Shape,
  { shapes, name, place }: Naming,
): Dictionary {
  const values = typeof additionalProperties === 'object' ? additionalProperties : {}
  const of = typeOf(values, shapes, place)
  return {
    kind: 'map',
    name: name ?? `map[string]${of.name}`,
    of,
    ...(name === whole && { keeps: values['x-keeps'] ?? 'all' }),
  }
}

/** The record of some fields; all of the shape where none are named. */
export function structOf(
  shape: Shape,
  { shapes, name = '', keys }: Naming & { keys?: readonly string[] },
): Struct {
  const sorted = Object.entries(shape.properties ?? {})
    .filter(([key]) => keys?.includes(key) ?? true)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const fields = sorted.map(([key, field]): [string, Field] => {
    const place = name.replace('rest_model.', '') + fieldName(key)
    const isRequired = shape.required?.includes(key) ?? false
    const path = field['x-embedded'] === undefined ? key : `${field['x-embedded']}.${key}`
    return [
      foldKey(key),
      {
        key,
        path,
        type: typeOf(field, shapes, place),
        isRequired,
        isOptionalPointer: resolve(field, shapes).isNullable,
      },
    ]
  })
  return { kind: 'struct', name, fields: new Map(fields) }
}
