import type { Shape, Operation } from '../../../operation.js'

/** The shapes of the contract by name. */
export type Shapes = Readonly<Record<string, Shape>>

/** A type of the contract, with the name that it has in the messages of the controller. */
export type ContractType = ScalarType | AnyType | ListType | MapType | StructType

/** A scalar; with a `format`, its string is parsed further. */
export type ScalarType = {
  kind: 'string' | 'bool' | 'int64' | 'float64'
  name: string
  limits: Shape
  format?: 'date-time' | 'uri' | 'byte'
}
/** A value of any type. */
export type AnyType = { kind: 'any'; name: string }
export type ListType = { kind: 'list'; name: string; itemType: ContractType; minItems: number }
/**
 * A map with arbitrary keys; with `keeps`, it is decoded as one value and keeps only values of
 * these types.
 */
export type MapType = {
  kind: 'map'
  name: string
  valueType: ContractType
  keeps?: readonly string[] | 'all'
}
/** Fields by their case-folded key, in the order in which they are checked. */
export type StructType = {
  kind: 'struct'
  name: string
  fields: ReadonlyMap<string, ContractField>
}

/**
 * A field: whether it is required, and whether its zero value (`''`, 0, false) differs from its
 * absence.
 */
export type ContractField = {
  key: string
  path: string
  type: ContractType
  isRequired: boolean
  isOptionalPointer: boolean
}

const initialisms = /(Api|Dns|Http|Https|Id|Ip|Json|Jwt|Tls|Ui|Uri|Url|Uuid)(?=[A-Z]|$)/g

/** A name in the form of the controller's Go code. */
const toGoName = (name: string): string =>
  name.replaceAll(initialisms, (word) => word.toUpperCase())

/** The name of a field in the controller's Go code. */
const toFieldName = (key: string): string => toGoName(key.charAt(0).toUpperCase() + key.slice(1))

/** Keys are compared case-insensitively, by Unicode case folding. */
export const foldKey = (key: string): string => key.replaceAll('ſ', 's').toLowerCase()

type ResolvedShape = { shape: Shape; name?: string; isNullable: boolean }

/** Follows references and nullable wrappers to a shape and its name in the contract. */
function resolveShape(shape: Shape, shapes: Shapes): ResolvedShape {
  const some = shape.oneOf?.length === 2 ? shape.oneOf.filter(({ type }) => type !== 'null') : []
  if (shape.oneOf?.length === 2 && some[0] && some.length === 1)
    return { ...resolveShape(some[0], shapes), isNullable: true }
  const called = shape['x-contract']
  if (shape.$ref === undefined)
    return {
      shape,
      isNullable: Array.isArray(shape.type) && shape.type.includes('null'),
      ...(called !== undefined && { name: called }),
    }
  const target = shape.$ref.replace('#/$defs/', '')
  return {
    name: called ?? target,
    ...renameResolved(resolveShape(shapes[target] ?? {}, shapes), called),
  }
}

const renameResolved = (resolved: ResolvedShape, called: string | undefined): ResolvedShape =>
  called === undefined ? resolved : { ...resolved, name: called }

const scalarKinds: Readonly<Record<string, ScalarType['kind']>> = {
  string: 'string',
  boolean: 'bool',
  integer: 'int64',
  number: 'float64',
}
const scalarFormats = ['date-time', 'uri', 'byte'] as const

/** Compiles a shape to a type; `fallbackName` names a struct that has no name in the contract. */
function toContractType(shape: Shape, shapes: Shapes, fallbackName = ''): ContractType {
  const resolved = resolveShape(shape, shapes)
  const { shape: plain } = resolved
  const name = resolved.name === undefined ? undefined : `rest_model.${toGoName(resolved.name)}`
  const type =
    (typeof plain.type === 'string'
      ? plain.type
      : plain.type?.find((candidate) => candidate !== 'null')) ??
    (plain.const === undefined ? '' : 'string')
  if (type === 'array') return toList(plain, { shapes, name, fallbackName })
  if (plain.properties)
    return toStruct(plain, { shapes, name: name ?? `rest_model.${fallbackName}` })
  if (plain.additionalProperties) return toMapType(plain, { shapes, name, fallbackName })
  const kind = scalarKinds[type]
  if (!kind) return { kind: 'any', name: 'interface {}' }
  const format = scalarFormats.find((known) => known === plain.format)
  return { kind, name: name ?? kind, limits: plain, ...(format && { format }) }
}

type TypeContext = { shapes: Shapes; name?: string | undefined; fallbackName?: string }

function toList(
  { items = {}, minItems = 0 }: Shape,
  { shapes, name, fallbackName }: TypeContext,
): ListType {
  const itemType = toContractType(items, shapes, fallbackName)
  return {
    kind: 'list',
    name: name ?? `[]${itemType.kind === 'struct' ? '*' : ''}${itemType.name}`,
    itemType,
    minItems,
  }
}

/** The type of tags in the controller's Go code: maps of this type are decoded as one value. */
const tagsType = 'rest_model.SubTags'

function toMapType(
  { additionalProperties }: Shape,
  { shapes, name, fallbackName }: TypeContext,
): MapType {
  const values = typeof additionalProperties === 'object' ? additionalProperties : {}
  const valueType = toContractType(values, shapes, fallbackName)
  return {
    kind: 'map',
    name: name ?? `map[string]${valueType.name}`,
    valueType,
    ...(name === tagsType && { keeps: values['x-keeps'] ?? 'all' }),
  }
}

/** Compiles a shape to a struct with all of its fields, or only those in `keys`. */
function toStruct(
  shape: Shape,
  { shapes, name = '', keys }: TypeContext & { keys?: readonly string[] },
): StructType {
  const sorted = Object.entries(shape.properties ?? {})
    .filter(([key]) => keys?.includes(key) ?? true)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const fields = sorted.map(([key, field]): [string, ContractField] => {
    const fieldName = name.replace('rest_model.', '') + toFieldName(key)
    const isRequired = shape.required?.includes(key) ?? false
    const path = field['x-embedded'] === undefined ? key : `${field['x-embedded']}.${key}`
    return [
      foldKey(key),
      {
        key,
        path,
        type: toContractType(field, shapes, fieldName),
        isRequired,
        isOptionalPointer: resolveShape(field, shapes).isNullable,
      },
    ]
  })
  return { kind: 'struct', name, fields: new Map(fields) }
}

/**
 * How a body is decoded: by one or more types, each from the whole text; the results are then
 * checked in order.
 */
export type BodyType = { read: readonly ContractType[]; check: readonly ContractType[] }

/** A body whose type depends on the value of a field, which is decoded first. */
export type VariantBody = {
  key: string
  probe: StructType
  variants: ReadonlyMap<string, BodyType>
}

const toSingle = (type: ContractType): BodyType => ({ read: [type], check: [type] })

/** The name of a type that has no name in the contract. */
const noName = ''

const listKeys = (shape: Shape): string[] => Object.keys(shape.properties ?? {})

/** Splits a shape into shared fields, which another shape defines, and its own fields. */
function splitShape(
  shape: Shape,
  shared: { keys: readonly string[]; name: string },
  shapes: Shapes,
): [shared: StructType, own: StructType] {
  const ownKeys = listKeys(shape).filter((key) => !shared.keys.includes(key))
  return [
    toStruct(shape, { shapes, name: shared.name, keys: shared.keys }),
    toStruct(shape, { shapes, name: noName, keys: ownKeys }),
  ]
}

function toPlainBody(shape: Shape, shapes: Shapes): BodyType {
  const { shape: plain } = resolveShape(shape, shapes)
  const parent =
    plain['x-extends'] === undefined ? undefined : { $ref: `#/$defs/${plain['x-extends']}` }
  if (!parent) return toSingle(toContractType(shape, shapes))
  const parts = splitShape(
    plain,
    {
      keys: listKeys(resolveShape(parent, shapes).shape),
      name: toContractType(parent, shapes).name,
    },
    shapes,
  )
  return { read: parts, check: parts }
}

/**
 * Compiles a body with several variants; the fields with a single allowed value in each variant
 * distinguish them.
 */
function toVariantBody(choices: readonly Shape[], shapes: Shapes): VariantBody | undefined {
  const variants = choices.map((choice) => resolveShape(choice, shapes).shape)
  const [first = {}] = variants
  const key = listKeys(first).find(
    (candidate) => first.properties?.[candidate]?.const !== undefined,
  )
  if (key === undefined) return undefined
  const shared = listKeys(first).filter((candidate) =>
    variants.every(({ properties = {} }) => candidate in properties),
  )
  const types = variants.map((shape): [string, BodyType] => {
    const [common, own] = splitShape(
      { ...shape, required: (shape.required ?? []).filter((name) => name !== key) },
      { keys: shared, name: noName },
      shapes,
    )
    return [shape.properties?.[key]?.const ?? '', { read: [own, common], check: [common, own] }]
  })
  const name = `struct { ${toFieldName(key)} string "json:\\"${key}\\"" }`
  return {
    key,
    probe: toStruct({ properties: { [key]: { type: 'string' } } }, { shapes, name }),
    variants: new Map(types),
  }
}

const bodyTypes = new WeakMap<Operation, BodyType | VariantBody>()

/** The type of an operation's JSON body; compiled once. */
export function getBodyType(operation: Operation, shapes: Shapes): BodyType | VariantBody {
  const ready = bodyTypes.get(operation)
  if (ready) return ready
  const shape =
    operation.body && 'shape' in operation.body ? operation.body.shape : { type: 'string' }
  const choices = resolveShape(shape, shapes).shape.oneOf
  const bodyType = (choices && toVariantBody(choices, shapes)) ?? toPlainBody(shape, shapes)
  bodyTypes.set(operation, bodyType)
  return bodyType
}
