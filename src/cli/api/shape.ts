import { contract } from '../../generated/management/contract.js'
import type { Schema } from '../../configuration/schema.js'
import type { Shape } from '../../management/operation.js'
import { isSecretName } from '../../management/redact.js'

const typesOf = ({ type }: Shape): readonly string[] => [type ?? []].flat()

const isNothing = ({ type }: Shape): boolean => type === 'null'

/** A shape without references, in which one that may be nothing as well is one with two types. */
export function direct(shape: Shape): Shape {
  const { $ref, ...own } = shape
  if ($ref !== undefined)
    return { ...direct(contract.shapes[$ref.slice('#/$defs/'.length)] ?? {}), ...own }
  const [only, ...more] = shape.oneOf?.filter((alternative) => !isNothing(alternative)) ?? []
  if (!only || more.length > 0) return shape
  const inner = direct(only)
  return { ...inner, type: [...new Set([...typesOf(inner), 'null'])] }
}

/** The word by which an alternative of a shape is chosen, such as the type of a posture check. */
const choosing = 'typeId'

const wordOf = (shape: Shape): string | undefined => shape.properties?.[choosing]?.const

/** A shape with the alternative that a word chooses; all of them in one, where it chooses none. */
export function chosen(shape: Shape, word: unknown): Shape {
  const whole = direct(shape)
  const alternatives = whole.oneOf?.map(direct) ?? []
  if (alternatives.length === 0) return whole
  const one = alternatives.find((alternative) => wordOf(alternative) === word)
  if (one) return one
  const words = alternatives.flatMap((alternative) => wordOf(alternative) ?? [])
  const required = alternatives.reduce(
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
      [choosing]: { type: 'string', enum: words },
    },
    required,
  }
}

/** The word that chooses among alternatives. */
export const choiceIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && choosing in value ? value[choosing] : undefined

/** Whether a field takes a secret, or a text that nobody types; such are read from files. */
export const isFromFile = (name: string, shape: Shape): boolean =>
  typesOf(shape).includes('string') && !shape.enum && isSecretName(name)

export const isNullable = (shape: Shape): boolean => typesOf(shape).includes('null')

/** The type of a shape, but for that it may be nothing. */
export const typeOf = (shape: Shape): string | undefined =>
  shape.const === undefined ? typesOf(shape).find((type) => type !== 'null') : 'string'

/** The shape as the checks of configurations take it. */
export function schemaOf(reference: Shape, name = ''): Schema {
  const shape = direct(reference)
  const { properties, additionalProperties, required, items, minimum, maximum } = shape
  const words =
    shape.const === undefined ? shape.enum?.filter((word) => word !== null) : [shape.const]
  const type = shape.const === undefined ? shape.type : 'string'
  const isFree = typesOf(shape).includes('object') && !properties
  return {
    ...(type !== undefined && { type }),
    ...(words && {
      enum: words,
      examples: words.slice(0, 3),
      'x-listed-by': 'routerfile api OPERATION --help',
    }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, field]) => [key, schemaOf(field, key)]),
      ),
      additionalProperties: false,
    }),
    ...(isFree && {
      additionalProperties:
        typeof additionalProperties === 'object' ? schemaOf(additionalProperties) : {},
    }),
    ...(required && { required }),
    ...(items && { items: schemaOf(items, name) }),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(isFromFile(name, shape) && { 'x-secret': true }),
  }
}
