import type { ContractType, Dictionary, Field, List, Scalar, Struct } from './contract-type.js'
import { foldKey } from './contract-type.js'
import { decodeBase64 } from './decode-base64.js'
import type { JsonNode, JsonObject } from './json-node.js'
import { isRecord, put, ReadError } from './json-node.js'
import { parseDateTime } from './parse-date-time.js'

/** Where a value goes: what stood there before, and the field's path in the body and the record that has it. */
type Place = { current?: unknown; path: string; owner: string; faults: ReadError[] }

/** More lists and objects in each other than this, where any value goes, and nothing could write them again. */
const deepestFree = 1000

/**
 * The value of a JSON text as a type has it: known fields only, under the keys of the type; null sets nothing.
 * @throws {ReadError} the first value of a wrong type, or one before it that cannot be read any further.
 */
export function decode(node: JsonNode, type: ContractType): unknown {
  const faults: ReadError[] = []
  const value = valueOf(node, type, { path: '', owner: '', faults })
  if (faults[0]) throw faults[0]
  return value
}

const mismatch = (found: string, name: string, { path, owner }: Place): ReadError =>
  new ReadError(
    `json: cannot unmarshal ${found} into Go ${path === '' ? 'value' : `struct field ${owner}.${path}`} of type ${name}`,
  )

function valueOf(node: JsonNode, type: ContractType, place: Place): unknown {
  if (type.kind === 'any') return node.kind === 'null' ? undefined : freeOf(node)
  if (type.kind === 'list') return listOf(node, type, place)
  if (type.kind === 'map') return mapOf(node, type, place)
  return type.kind === 'struct' ? structOf(node, type, place) : scalarOf(node, type, place)
}

function freeOf(node: JsonNode): unknown {
  if ('height' in node && node.height > deepestFree)
    throw new ReadError(
      `invalid character '${node.kind === 'array' ? '[' : '{'}' exceeded max depth`,
    )
  return node.value
}

/** A wrong type is a fault, and reading goes on; the place keeps what it had. */
function refuse(node: JsonNode, type: ContractType, place: Place): unknown {
  place.faults.push(mismatch(node.kind, type.name, place))
  return place.current
}

function listOf(node: JsonNode, type: List, place: Place): unknown {
  if (node.kind === 'null') return undefined
  if (node.kind !== 'array') return refuse(node, type, place)
  const former = Array.isArray(place.current) ? place.current : []
  return node.items.map(
    (item, index) =>
      valueOf(item, type.of, { ...place, current: former[index] }) ?? zeroOf(type.of),
  )
}

/** What null leaves in a list or map. */
const zeroOf = ({ kind }: ContractType): unknown =>
  kind === 'string'
    ? ''
    : kind === 'bool'
      ? false
      : kind === 'int64' || kind === 'float64'
        ? 0
        : kind === 'list'
          ? []
          : null

function mapOf(node: JsonNode, type: Dictionary, place: Place): unknown {
  if (node.kind === 'null') return undefined
  if (type.keeps) return keptOf(node, type, place)
  if (node.kind !== 'object') return refuse(node, type, place)
  const record: Record<string, unknown> = isRecord(place.current) ? place.current : {}
  for (const [key, item] of node.entries)
    put(record, key, valueOf(item, type.of, { ...place, current: undefined }) ?? zeroOf(type.of))
  return record
}

function keptOf(node: JsonNode, type: Dictionary, place: Place): unknown {
  if (node.kind !== 'object') throw mismatch(node.kind, type.name, place)
  freeOf(node)
  return type.keeps === 'all' ? node.value : kept(node, type.keeps ?? [])
}

const kept = (node: JsonObject, types: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(node.value).filter(([, value]) =>
      types.includes(value === null ? 'null' : typeof value),
    ),
  )

function structOf(node: JsonNode, type: Struct, place: Place): unknown {
  if (node.kind === 'null') return undefined
  if (node.kind !== 'object') return refuse(node, type, place)
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
      const value = valueOf(item, field.type, { ...place, path, owner, current: record[field.key] })
      if (value !== undefined && !isNoChoice(value, field)) record[field.key] = value
    }
  }
  return record
}

/** Whether a text is empty where one of several may be chosen, and none has to be. */
const isNoChoice = (value: unknown, { type, isRequired, isOptionalPointer }: Field): boolean =>
  value === '' &&
  type.kind === 'string' &&
  type.limits.enum !== undefined &&
  !isRequired &&
  !isOptionalPointer

const isScalar = ({ kind }: ContractType): boolean =>
  kind === 'string' || kind === 'bool' || kind === 'int64' || kind === 'float64'

/** Null leaves a value as it is, where nothing points to it. */
function scalarOf(node: JsonNode, type: Scalar, place: Place): unknown {
  if (node.kind === 'null') return place.current
  if (type.format) return formattedOf(node, type.format, place)
  if (node.kind === 'number' && type.kind === 'int64') return integerOf(node.text, type, place)
  if (node.kind === 'number' ? type.kind === 'float64' : node.kind === type.kind) return node.value
  return refuse(node, type, place)
}

/** Texts of a format are read on their own, and nothing after one that cannot be. */
function formattedOf(node: JsonNode, format: NonNullable<Scalar['format']>, place: Place): unknown {
  if (node.kind !== 'string') throw mismatch(node.kind, 'string', place)
  if (format === 'date-time') return parseDateTime(node.value)
  return format === 'byte' ? decodeBase64(node.value) : node.value
}

const greatest = 2n ** 63n

/** Whether a text is an integer of 64 bits. */
export const isInt64 = (text: string): boolean =>
  /^[+-]?\d+$/.test(text) &&
  text.length <= 400 &&
  BigInt(text) >= -greatest &&
  BigInt(text) < greatest

function integerOf(text: string, type: Scalar, place: Place): unknown {
  if (isInt64(text)) return Number(BigInt(text))
  place.faults.push(mismatch(`number ${text}`, type.name, place))
  return place.current
}
