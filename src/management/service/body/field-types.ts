import type { Operation } from '../../operation.js'
import type { Schema } from '../../../schema/data-schema.js'

/** The `$defs` of the API contract, by name. */
export type Shapes = Readonly<Record<string, Schema>>

/** What a value in a body must be. */
export type FieldType = ScalarType | AnyType | ListType | MapType | RecordType

/** A scalar; answers must not repeat a secret. */
export type ScalarType = {
  kind: 'string' | 'boolean' | 'integer' | 'number'
  limits: Schema
  isSecret: boolean
}
export type AnyType = { kind: 'any' }
export type ListType = { kind: 'list'; itemType: FieldType; minItems: number }
/** A map with arbitrary keys; with `keeps`, values of other types are dropped. */
export type MapType = { kind: 'map'; valueType: FieldType; keeps?: readonly string[] }
/** Fields by their folded key, in the order in which they are checked. */
export type RecordType = { kind: 'record'; fields: ReadonlyMap<string, BodyField> }

/** With `isNullable`, a zero value (`''`, 0, false) differs from an absent one. */
export type BodyField = { key: string; type: FieldType; isRequired: boolean; isNullable: boolean }

/** Keys are compared case-insensitively, by Unicode case folding. */
export const foldKey = (key: string): string => key.replaceAll('ſ', 's').toLowerCase()

type ResolvedShape = { shape: Schema; name?: string; isNullable: boolean }

/** Follows references and nullable wrappers to a shape and its name. */
function resolveShape(shape: Schema, shapes: Shapes): ResolvedShape {
  const [some, ...others] = shape.oneOf?.filter(({ type }) => type !== 'null') ?? []
  if (some && others.length === 0) return { ...resolveShape(some, shapes), isNullable: true }
  if (shape.$ref === undefined)
    return { shape, isNullable: Array.isArray(shape.type) && shape.type.includes('null') }
  const name = shape.$ref.replace('#/$defs/', '')
  return { name, ...resolveShape(shapes[name] ?? {}, shapes) }
}

const scalarKinds = ['string', 'boolean', 'integer', 'number'] as const

function toFieldType(shape: Schema, shapes: Shapes): FieldType {
  const { shape: plain, name = '' } = resolveShape(shape, shapes)
  const type = [plain.type ?? (plain.const === undefined ? '' : 'string')]
    .flat()
    .find((candidate) => candidate !== 'null')
  if (type === 'array')
    return {
      kind: 'list',
      itemType: toFieldType(plain.items ?? {}, shapes),
      minItems: plain.minItems ?? 0,
    }
  if (plain.properties) return toRecordType(plain, shapes)
  if (typeof plain.additionalProperties === 'object') {
    const keeps = plain.additionalProperties['x-keeps']
    return {
      kind: 'map',
      valueType: toFieldType(plain.additionalProperties, shapes),
      ...(keeps && { keeps }),
    }
  }
  const kind = scalarKinds.find((scalar) => scalar === type)
  return kind ? { kind, limits: plain, isSecret: name === 'Password' } : { kind: 'any' }
}

/** Compiles the fields of a shape; those in `first` are checked before the others. */
function toRecordType(
  { properties = {}, required = [] }: Schema,
  shapes: Shapes,
  first: readonly string[] = [],
): RecordType {
  const keys = Object.keys(properties).sort()
  const sorted = [...keys].sort((a, b) => Number(first.includes(b)) - Number(first.includes(a)))
  const fields = sorted.map((key): [string, BodyField] => {
    const shape = properties[key] ?? {}
    return [
      foldKey(key),
      {
        key,
        type: toFieldType(shape, shapes),
        isRequired: required.includes(key),
        isNullable: resolveShape(shape, shapes).isNullable,
      },
    ]
  })
  return { kind: 'record', fields: new Map(fields) }
}

/** A body whose type depends on the value of the field `key`. */
export type VariantBody = {
  kind: 'variants'
  key: string
  variants: ReadonlyMap<string, RecordType>
}

/** Compiles a body with several possible shapes; undefined unless one field has a different constant in each. */
function toVariantBody(choices: readonly Schema[], shapes: Shapes): VariantBody | undefined {
  const variants = choices.map((choice) => resolveShape(choice, shapes).shape)
  const [first = {}] = variants
  const [key] =
    Object.entries(first.properties ?? {}).find(([, { const: only }]) => only !== undefined) ?? []
  if (key === undefined) return undefined
  const shared = Object.keys(first.properties ?? {}).filter((candidate) =>
    variants.every(({ properties = {} }) => candidate in properties),
  )
  return {
    kind: 'variants',
    key,
    variants: new Map(
      variants.map((shape) => [
        shape.properties?.[key]?.const ?? '',
        toRecordType(shape, shapes, shared),
      ]),
    ),
  }
}

const bodyTypes = new WeakMap<Operation, FieldType | VariantBody>()

/** The type of an operation's JSON body; compiled once. */
export function getBodyType(operation: Operation, shapes: Shapes): FieldType | VariantBody {
  const ready = bodyTypes.get(operation)
  if (ready) return ready
  const shape =
    operation.body && 'shape' in operation.body ? operation.body.shape : { type: 'string' }
  const choices = resolveShape(shape, shapes).shape.oneOf
  const bodyType = (choices && toVariantBody(choices, shapes)) ?? toFieldType(shape, shapes)
  bodyTypes.set(operation, bodyType)
  return bodyType
}
