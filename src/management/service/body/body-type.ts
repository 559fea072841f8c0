import type { Operation, Shape } from '../../operation.js'
import type { ContractType, Shapes, Struct } from './contract-type.js'
import { fieldName, resolve, structOf, typeOf } from './contract-type.js'

/** How a body is read: as one type after the other, each from the whole text, and then checked as one after the other. */
export type BodyType = { read: readonly ContractType[]; check: readonly ContractType[] }

/** A body that is one of several; which one, a field tells, which is read first of all. */
export type VariantBody = { key: string; probe: Struct; variants: ReadonlyMap<string, BodyType> }

const single = (type: ContractType): BodyType => ({ read: [type], check: [type] })

/** A part that the contract has no name for. */
const nameless = ''

const keysOf = (shape: Shape): string[] => Object.keys(shape.properties ?? {})

/** Two parts of a shape: the fields that another shape has, or that several share, and those of its own. */
function split(
  shape: Shape,
  shared: { keys: readonly string[]; name: string },
  shapes: Shapes,
): [shared: Struct, own: Struct] {
  const own = keysOf(shape).filter((key) => !shared.keys.includes(key))
  return [
    structOf(shape, { shapes, name: shared.name, keys: shared.keys }),
    structOf(shape, { shapes, name: nameless, keys: own }),
  ]
}

function plainBody(shape: Shape, shapes: Shapes): BodyType {
  const { shape: plain } = resolve(shape, shapes)
  const parent =
    plain['x-extends'] === undefined ? undefined : { $ref: `#/$defs/${plain['x-extends']}` }
  if (!parent) return single(typeOf(shape, shapes))
  const parts = split(
    plain,
    { keys: keysOf(resolve(parent, shapes).shape), name: typeOf(parent, shapes).name },
    shapes,
  )
  return { read: parts, check: parts }
}

/** The fields that tell a variant apart have one value in each. */
function variantBody(choices: readonly Shape[], shapes: Shapes): VariantBody | undefined {
  const variants = choices.map((choice) => resolve(choice, shapes).shape)
  const [first = {}] = variants
  const key = keysOf(first).find((candidate) => first.properties?.[candidate]?.const !== undefined)
  if (key === undefined) return undefined
  const shared = keysOf(first).filter((candidate) =>
    variants.every(({ properties = {} }) => candidate in properties),
  )
  const types = variants.map((shape): [string, BodyType] => {
    const [common, own] = split(
      { ...shape, required: (shape.required ?? []).filter((name) => name !== key) },
      { keys: shared, name: nameless },
      shapes,
    )
    return [shape.properties?.[key]?.const ?? '', { read: [own, common], check: [common, own] }]
  })
  const name = `struct { ${fieldName(key)} string "json:\\"${key}\\"" }`
  return {
    key,
    probe: structOf({ properties: { [key]: { type: 'string' } } }, { shapes, name }),
    variants: new Map(types),
  }
}

const known = new WeakMap<Operation, BodyType | VariantBody>()

/** How the JSON body of an operation is read; made once. */
export function bodyTypeOf(operation: Operation, shapes: Shapes): BodyType | VariantBody {
  const ready = known.get(operation)
  if (ready) return ready
  const shape =
    operation.body && 'shape' in operation.body ? operation.body.shape : { type: 'string' }
  const choices = resolve(shape, shapes).shape.oneOf
  const made = (choices && variantBody(choices, shapes)) ?? plainBody(shape, shapes)
  known.set(operation, made)
  return made
}
