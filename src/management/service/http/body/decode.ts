import { isPlainObject } from '../../../../document/record.js'
import { ReadError } from './go-text.js'
import type {
  ContractType,
  MapType,
  ContractField,
  ListType,
  ScalarType,
  StructType,
} from './types.js'
import { foldKey } from './types.js'
import { normalizeBase64, parseDateTime } from './formats.js'
import type { JsonNode, JsonObject } from './json.js'
import { setField } from './json.js'

/**
 * Where a decoded value goes: the previous value there, the path of the field in the body, and the
 * name of the type that contains it.
 */
type DecodePlace = { current?: unknown; path: string; owner: string; faults: ReadError[] }

/** Maximum nesting of values of any type: deeper ones could not be serialized again. */
const maxFreeDepth = 1000

/**
 * Decodes JSON by a type of the contract: keeps only known fields, under their names in the
 * contract; null sets nothing.
 * @throws {ReadError} the first wrong type, or an earlier value that cannot be parsed.
 */
export function decodeValue(node: JsonNode, type: ContractType): unknown {
  const faults: ReadError[] = []
  const value = decodeNode(node, type, { path: '', owner: '', faults })
  if (faults[0]) throw faults[0]
  return value
}

const createMismatch = (found: string, name: string, { path, owner }: DecodePlace): ReadError =>
  new ReadError(
    `json: cannot unmarshal ${found} into Go ${path === '' ? 'value' : `struct field ${owner}.${path}`} of type ${name}`,
  )

function decodeNode(node: JsonNode, type: ContractType, place: DecodePlace): unknown {
  if (type.kind === 'any') return node.kind === 'null' ? undefined : decodeAny(node)
  if (type.kind === 'list') return decodeList(node, type, place)
  if (type.kind === 'map') return decodeMap(node, type, place)
  return type.kind === 'struct' ? decodeStruct(node, type, place) : decodeScalar(node, type, place)
}

function decodeAny(node: JsonNode): unknown {
  if ('height' in node && node.height > maxFreeDepth)
    throw new ReadError(
      `invalid character '${node.kind === 'array' ? '[' : '{'}' exceeded max depth`,
    )
  return node.value
}

/** Notes a wrong type; decoding continues, and the field keeps its previous value. */
const rejectNode = (node: JsonNode, type: ContractType, place: DecodePlace): unknown =>
  noteMismatch(node.kind, type, place)

/**
 * Only the first fault is reported, because a body can have hundreds of thousands, and each takes
 * long to format.
 */
function noteMismatch(found: string, type: ContractType, place: DecodePlace): unknown {
  if (place.faults.length === 0) place.faults.push(createMismatch(found, type.name, place))
  return place.current
}

function decodeList(node: JsonNode, type: ListType, place: DecodePlace): unknown {
  if (node.kind === 'null') return undefined
  if (node.kind !== 'array') return rejectNode(node, type, place)
  const previous = Array.isArray(place.current) ? place.current : []
  return node.items.map(
    (item, index) =>
      decodeNode(item, type.itemType, { ...place, current: previous[index] }) ??
      getZeroValue(type.itemType),
  )
}

/** The value that controllers read for null in a list or map. */
const getZeroValue = ({ kind }: ContractType): unknown =>
  kind === 'string'
    ? ''
    : kind === 'bool'
      ? false
      : kind === 'int64' || kind === 'float64'
        ? 0
        : kind === 'list'
          ? []
          : null

function decodeMap(node: JsonNode, type: MapType, place: DecodePlace): unknown {
  if (node.kind === 'null') return undefined
  if (type.keeps) return decodeWholeMap(node, type, place)
  if (node.kind !== 'object') return rejectNode(node, type, place)
  const record: Record<string, unknown> = isPlainObject(place.current) ? place.current : {}
  for (const [key, item] of node.entries)
    setField(
      record,
      key,
      decodeNode(item, type.valueType, { ...place, current: undefined }) ??
        getZeroValue(type.valueType),
    )
  return record
}

function decodeWholeMap(node: JsonNode, type: MapType, place: DecodePlace): unknown {
  if (node.kind !== 'object') throw createMismatch(node.kind, type.name, place)
  decodeAny(node)
  return type.keeps === 'all' ? node.value : pickTypes(node, type.keeps ?? [])
}

const pickTypes = (node: JsonObject, types: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(node.value).filter(([, value]) =>
      types.includes(value === null ? 'null' : typeof value),
    ),
  )

function decodeStruct(node: JsonNode, type: StructType, place: DecodePlace): unknown {
  if (node.kind === 'null') return undefined
  if (node.kind !== 'object') return rejectNode(node, type, place)
  const record: Record<string, unknown> = isPlainObject(place.current) ? place.current : {}
  const owner = type.name.startsWith('rest_model.') ? type.name.slice('rest_model.'.length) : ''
  for (const [key, item] of node.entries) {
    const field = type.fields.get(foldKey(key))
    if (!field) continue
    if (item.kind === 'null' && field.isRequired && field.isOptionalPointer)
      record[field.key] = null
    else if (
      item.kind === 'null' &&
      (field.isRequired || field.isOptionalPointer || !isScalar(field.type))
    )
      delete record[field.key]
    else {
      const path = place.path === '' ? field.path : `${place.path}.${field.path}`
      const value = decodeNode(item, field.type, {
        ...place,
        path,
        owner,
        current: record[field.key],
      })
      if (value !== undefined && !isUnsetChoice(value, field)) record[field.key] = value
    }
  }
  return record
}

/** Whether an empty string means that an optional choice is not set. */
const isUnsetChoice = (
  value: unknown,
  { type, isRequired, isOptionalPointer }: ContractField,
): boolean =>
  value === '' &&
  type.kind === 'string' &&
  type.limits.enum !== undefined &&
  !isRequired &&
  !isOptionalPointer

const isScalar = ({ kind }: ContractType): boolean =>
  kind === 'string' || kind === 'bool' || kind === 'int64' || kind === 'float64'

/**
 * Decodes a scalar. Null keeps the previous value, unless the field is a pointer in the
 * controller's Go code.
 */
function decodeScalar(node: JsonNode, type: ScalarType, place: DecodePlace): unknown {
  if (node.kind === 'null') return place.current
  if (type.format) return decodeFormatted(node, type.format, place)
  if (node.kind === 'number' && type.kind === 'int64') return decodeInteger(node.text, type, place)
  if (node.kind === 'number' ? type.kind === 'float64' : node.kind === type.kind) return node.value
  return rejectNode(node, type, place)
}

/** Parses a string with a format; after the first invalid one, further strings are not parsed. */
function decodeFormatted(
  node: JsonNode,
  format: NonNullable<ScalarType['format']>,
  place: DecodePlace,
): unknown {
  if (node.kind !== 'string') throw createMismatch(node.kind, 'string', place)
  if (format === 'date-time') return parseDateTime(node.value)
  return format === 'byte' ? normalizeBase64(node.value) : node.value
}

const int64Bound = 2n ** 63n

/** Whether a string is an integer of 64 bits. */
export const isInt64 = (text: string): boolean =>
  /^[+-]?\d+$/.test(text) &&
  text.length <= 400 &&
  BigInt(text) >= -int64Bound &&
  BigInt(text) < int64Bound

function decodeInteger(text: string, type: ScalarType, place: DecodePlace): unknown {
  if (isInt64(text)) return Number(BigInt(text))
  return noteMismatch(`number ${text}`, type, place)
}
