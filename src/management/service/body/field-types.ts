import type { Operation } from '../../operation.js'
import type { Schema } from '../../../schema/data-schema.js'

/** The `$defs` of the API contract, by name. */
export type Shapes = Readonly<Record<string, Schema>>

export type FieldType = ScalarType | AnyType | ListType | MapType | RecordType

/** A scalar and the schema of its limits. Error messages must not repeat the value of a secret. */
export type ScalarType = {
  kind: 'string' | 'boolean' | 'integer' | 'number'
  schema: Schema
  isSecret: boolean
}
export type AnyType = { kind: 'any' }
export type ListType = { kind: 'list'; itemType: FieldType; minItems: number }
/** A map with arbitrary keys. With `keptTypes`, values of other JSON types are dropped. */
export type MapType = { kind: 'map'; valueType: FieldType; keptTypes?: readonly string[] }
/** An object with known fields. `fields` is in the order in which the fields are checked; its keys are case-folded. */
export type RecordType = { kind: 'record'; fields: ReadonlyMap<string, BodyField> }

/**
 * A field of an object. Without `isNullable`, a zero value (`''`, 0, false) of an optional field counts as absent: its
 * limits are not checked.
 */
export type BodyField = { key: string; type: FieldType; isRequired: boolean; isNullable: boolean }

/** Folds the case of a key (Unicode case folding), because controllers ignore case in keys. */
export const foldKey = (key: string): string => key.replaceAll('ſ', 's').toLowerCase()

type ResolvedShape = { shape: Schema; name?: string; isNullable: boolean }

/** Resolves references and nullable alternatives to a shape. `name` is the last definition that a reference led to. */
function resolveShape(shape: Schema, shapes: Shapes): ResolvedShape {
  const [alternative, ...others] = shape.oneOf?.filter(({ type }) => type !== 'null') ?? []
  if (alternative && others.length === 0)
    return { ...resolveShape(alternative, shapes), isNullable: true }
  if (shape.$ref === undefined)
    return { shape, isNullable: Array.isArray(shape.type) && shape.type.includes('null') }
  const name = shape.$ref.replace('#/$defs/', '')
  return { name, ...resolveShape(shapes[name] ?? {}, shapes) }
}

const scalarKinds = ['string', 'boolean', 'integer', 'number'] as const

function toFieldType(shape: Schema, shapes: Shapes): FieldType {
  const { shape: resolvedShape, name = '' } = resolveShape(shape, shapes)
  const type = [resolvedShape.type ?? (resolvedShape.const === undefined ? '' : 'string')]
    .flat()
    .find((candidate) => candidate !== 'null')
  if (type === 'array')
    return {
      kind: 'list',
      itemType: toFieldType(resolvedShape.items ?? {}, shapes),
      minItems: resolvedShape.minItems ?? 0,
    }
  if (resolvedShape.properties) return toRecordType(resolvedShape, shapes)
  if (typeof resolvedShape.additionalProperties === 'object') {
    const keptTypes = resolvedShape.additionalProperties['x-keeps']
    return {
      kind: 'map',
      valueType: toFieldType(resolvedShape.additionalProperties, shapes),
      ...(keptTypes && { keptTypes }),
    }
  }
  const kind = scalarKinds.find((scalar) => scalar === type)
  return kind ? { kind, schema: resolvedShape, isSecret: name === 'Password' } : { kind: 'any' }
}

/** Compiles the fields of a shape; those in `firstKeys` are checked before the others. */
function toRecordType(
  { properties = {}, required = [] }: Schema,
  shapes: Shapes,
  firstKeys: readonly string[] = [],
): RecordType {
  const keys = Object.keys(properties).sort()
  const orderedKeys = [...keys].sort(
    (a, b) => Number(firstKeys.includes(b)) - Number(firstKeys.includes(a)),
  )
  const fields = orderedKeys.map((key): [string, BodyField] => {
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

/** A body whose type depends on the value of the field `key`; `variants` has the type for each value. */
export type VariantBody = {
  kind: 'variants'
  key: string
  variants: ReadonlyMap<string, RecordType>
}

/**
 * Compiles a body with several possible shapes, which differ in the value of a constant field; undefined if the first
 * shape has no constant field.
 */
function toVariantBody(choices: readonly Schema[], shapes: Shapes): VariantBody | undefined {
  const variants = choices.map((choice) => resolveShape(choice, shapes).shape)
  const [firstVariant = {}] = variants
  const [key] =
    Object.entries(firstVariant.properties ?? {}).find(
      ([, { const: constant }]) => constant !== undefined,
    ) ?? []
  if (key === undefined) return undefined
  const sharedKeys = Object.keys(firstVariant.properties ?? {}).filter((candidate) =>
    variants.every(({ properties = {} }) => candidate in properties),
  )
  return {
    kind: 'variants',
    key,
    variants: new Map(
      variants.map((shape) => [
        shape.properties?.[key]?.const ?? '',
        toRecordType(shape, shapes, sharedKeys),
      ]),
    ),
  }
}

const bodyTypes = new WeakMap<Operation, FieldType | VariantBody>()

export function getBodyType(operation: Operation, shapes: Shapes): FieldType | VariantBody {
  const cachedType = bodyTypes.get(operation)
  if (cachedType) return cachedType
  const shape =
    operation.body && 'shape' in operation.body ? operation.body.shape : { type: 'string' }
  const choices = resolveShape(shape, shapes).shape.oneOf
  const bodyType = (choices && toVariantBody(choices, shapes)) ?? toFieldType(shape, shapes)
  bodyTypes.set(operation, bodyType)
  return bodyType
}
