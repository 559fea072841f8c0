import { isRecord, ReadError } from './go-text.js'
import type { ContractType, Dictionary, Field, List, Scalar, Struct } from './types.js'
import { foldKey } from './types.js'
import { decodeBase64, parseDateTime } from './formats.js'
import type { JsonNode, JsonObject } from './json.js'
import { setField } from './json.js'

/** Where a value goes: the previous value, the field's path in the body, and the record that has the field. */
type DecodePlace = { current?: unknown; path: string; owner: string; faults: ReadError[] }

/** More lists and objects in each other than this, where any value goes, and nothing could write them again. */
const maxFreeDepth = 1000

/**
 * The value of a JSON text as a type has it: known fields only, under the keys of the type; null sets nothing.
 * @throws {ReadError} the first value of a wrong type, or one before it that cannot be read any further.
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

/** A wrong type is a fault, and reading goes on; the place keeps what it had. */
const rejectNode = (node: JsonNode, type: ContractType, place: DecodePlace): unknown =>
  noteMismatch(node.kind, type, place)

/** Only the first fault is told; a body can have hundreds of thousands, and each takes long to make. */
function noteMismatch(found: string, type: ContractType, place: DecodePlace): unknown {
  if (place.faults.length === 0) place.faults.push(createMismatch(found, type.name, place))
  return place.current
}

function decodeList(node: JsonNode, type: List, place: DecodePlace): unknown {
  if (node.kind === 'null') return undefined
  if (node.kind !== 'array') return rejectNode(node, type, place)
  const former = Array.isArray(place.current) ? place.current : []
  return node.items.map(
    (item, index) =>
      decodeNode(item, type.of, { ...place, current: former[index] }) ?? getZeroValue(type.of),
  )
}

/** What null leaves in a list or map. */
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

function decodeMap(node: JsonNode, type: Dictionary, place: DecodePlace): unknown {
  if (node.kind === 'null') return undefined
  if (type.keeps) return decodeWholeMap(node, type, place)
  if (node.kind !== 'object') return rejectNode(node, type, place)
  const record: Record<string, unknown> = isRecord(place.current) ? place.current : {}
  for (const [key, item] of node.entries)
    setField(
      record,
      key,
      decodeNode(item, type.of, { ...place, current: undefined }) ?? getZeroValue(type.of),
    )
  return record
}

function decodeWholeMap(node: JsonNode, type: Dictionary, place: DecodePlace): unknown {
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

function decodeStruct(node: JsonNode, type: Struct, place: DecodePlace): unknown {
  if (node.kind === 'null') return undefined
  if (node.kind !== 'object') return rejectNode(node, type, place)
  const record: Record<string, unknown> = isRecord(place.current) ? place.current : {}
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

/** Whether a text is empty where one of several may be chosen, and none has to be. */
const isUnsetChoice = (value: unknown, { type, isRequired, isOptionalPointer }: Field): boolean =>
  value === '' &&
  type.kind === 'string' &&
  type.limits.enum !== undefined &&
  !isRequired &&
  !isOptionalPointer

const isScalar = ({ kind }: ContractType): boolean =>
  kind === 'string' || kind === 'bool' || kind === 'int64' || kind === 'float64'

/** Null leaves a value as it is, where nothing points to it. */
function decodeScalar(node: JsonNode, type: Scalar, place: DecodePlace): unknown {
  if (node.kind === 'null') return place.current
  if (type.format) return decodeFormatted(node, type.format, place)
  if (node.kind === 'number' && type.kind === 'int64') return decodeInteger(node.text, type, place)
  if (node.kind === 'number' ? type.kind === 'float64' : node.kind === type.kind) return node.value
  return rejectNode(node, type, place)
}

/** Texts of a format are read on their own, and nothing after one that cannot be. */
function decodeFormatted(
  node: JsonNode,
  format: NonNullable<Scalar['format']>,
  place: DecodePlace,
): unknown {
  if (node.kind !== 'string') throw createMismatch(node.kind, 'string', place)
  if (format === 'date-time') return parseDateTime(node.value)
  return format === 'byte' ? decodeBase64(node.value) : node.value
}

const int64Bound = 2n ** 63n

/** Whether a text is an integer of 64 bits. */
export const isInt64 = (text: string): boolean =>
  /^[+-]?\d+$/.test(text) &&
  text.length <= 400 &&
  BigInt(text) >= -int64Bound &&
  BigInt(text) < int64Bound

function decodeInteger(text: string, type: Scalar, place: DecodePlace): unknown {
  if (isInt64(text)) return Number(BigInt(text))
  return noteMismatch(`number ${text}`, type, place)
}
