import type { Operation, Shape } from './operation.js'

type Shapes = Readonly<Record<string, Shape>>

const nameIn = ({ $ref = '' }: Shape): string => $ref.replace('#/$defs/', '')

const parts = ({ properties = {}, items, additionalProperties, oneOf = [] }: Shape): Shape[] => [
  ...Object.values(properties),
  ...(items ? [items] : []),
  ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ...oneOf,
]

/** The names of all shapes behind some. */
function behind(roots: readonly Shape[], shapes: Shapes): Set<string> {
  const found = new Set<string>()
  const waiting = [...roots]
  for (let shape = waiting.pop(); shape; shape = waiting.pop()) {
    const name = nameIn(shape)
    const target = shapes[name]
    waiting.push(...parts(shape))
    if (!target || found.has(name)) continue
    found.add(name)
    waiting.push(target)
  }
  return found
}

const typesOf = ({ type = [] }: Shape): readonly string[] => [type].flat()

/** What must be there as it may be sent: null where the contract has it, but for what is one of a few words. */
function due(shape: Shape): Shape {
  if (!shape.enum?.includes(null)) return shape
  return {
    ...shape,
    type: typesOf(shape).filter((type) => type !== 'null'),
    enum: shape.enum.filter((word) => word !== null),
  }
}

const orNull = (shape: Shape): Shape => {
  if (shape.type === undefined)
    return Object.keys(shape).length === 0 ? shape : { anyOf: [shape, { type: 'null' }] }
  const values = shape.enum
  return {
    ...shape,
    type: [...new Set([...typesOf(shape), 'null'])],
    ...(values && { enum: [...new Set([...values, null])] }),
  }
}

/** Whether the value that null leaves in a list or map (`''`, 0, false, no items) is one that the shape takes. */
const takesZero = (shape: Shape): boolean => {
  const {
    type,
    enum: values,
    minLength = 0,
    minItems = 0,
    minimum = 0,
    pattern,
  } = { ...shape, ...shape['x-model'] }
  return (
    type !== undefined &&
    type !== 'object' &&
    !values &&
    !pattern &&
    minLength === 0 &&
    minItems === 0 &&
    minimum <= 0
  )
}

/** What need not be there as it may be sent: null leaves it unset, and so does an empty text that the contract does not take for a value. */
function optional(shape: Shape, { shapes, named }: Naming): Shape {
  const plain = shapes[nameIn(shape)] ?? shape
  const isText = plain.type === 'string' && (plain.enum !== undefined || (plain.minLength ?? 0) > 0)
  return isText ? { anyOf: [shape, { enum: ['', null] }] } : orNull(sent(shape, { shapes, named }))
}

type Naming = { shapes: Shapes; named: (shape: Shape) => Shape }

/** A shape as it may be sent; integers have 64 bits. */
function sent(shape: Shape, naming: Naming): Shape {
  const { $ref, properties, required = [], items, additionalProperties, oneOf } = shape
  if ($ref !== undefined) return naming.named(shape)
  const each = (item: Shape): Shape =>
    takesZero(item) ? orNull(sent(item, naming)) : sent(item, naming)
  const field = ([name, of]: [string, Shape]): [string, Shape] => [
    name,
    required.includes(name) ? due(sent(of, naming)) : optional(of, naming),
  ]
  return {
    ...shape,
    ...(properties && { properties: Object.fromEntries(Object.entries(properties).map(field)) }),
    ...(items && { items: each(items) }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: each(additionalProperties),
    }),
    ...(oneOf && { oneOf: oneOf.map((choice) => sent(choice, naming)) }),
    ...(typesOf(shape).includes('integer') && shape.maximum === undefined && { format: 'int64' }),
  }
}

/** The shapes of bodies by their names, and that of a body by its operation. Shapes that answers have too get a name of their own. */
export function sendable(
  operations: readonly Operation[],
  shapes: Shapes,
): { shapes: Shapes; of: (shape: Shape) => Shape } {
  const answered = behind(
    operations.flatMap(({ shape }) => (shape ? [shape] : [])),
    shapes,
  )
  const made: Record<string, Shape> = {}
  const naming = { shapes, named }
  function named(shape: Shape): Shape {
    const name = nameIn(shape)
    const target = shapes[name] ?? {}
    const own = sent(target, naming)
    if (JSON.stringify(own) === JSON.stringify(target)) return shape
    const called = answered.has(name) ? `${name}Sent` : name
    made[called] = own
    return { ...shape, $ref: `#/$defs/${called}` }
  }
  const bodies = new Map(
    operations.flatMap(({ body }) =>
      body && 'shape' in body ? [[body.shape, whole(sent(body.shape, naming))] as const] : [],
    ),
  )
  // A body that needs no field may be null.
  function whole(shape: Shape): Shape {
    const target = made[nameIn(shape)]
    if (target?.properties && !target.required) made[nameIn(shape)] = orNull(target)
    return shape.type === 'array' ? orNull(shape) : shape
  }
  return { shapes: made, of: (shape) => bodies.get(shape) ?? shape }
}
