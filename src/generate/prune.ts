import type { Path } from '../diagnostic.js'
import { milliseconds } from '../formats/duration.js'
import type { Json, Key } from '../schema/key.js'
import type { JsonMap } from './answers.js'

const isMap = (value: Json | undefined): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Keys that are written though they have a default: who reads the file wants to see them. */
const kept = new Set(['binding', 'mode', 'heartbeatIntervalSeconds'])

/** Whether a value is the one that the router uses without it. */
function isDefault(value: Json, key: Key): boolean {
  const usual = key.source.default
  if (usual === undefined || typeof value === 'object') return false
  const isTime =
    key.format?.name.startsWith('duration') &&
    typeof value === 'string' &&
    typeof usual === 'string'
  return value === usual || (isTime === true && milliseconds(value) === milliseconds(usual))
}

/** A value without what is as the router has it anyway; undefined where nothing is left. */
export function pruned(value: Json, key: Key | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item: Json) => pruned(item, key?.item) ?? item)
  if (!isMap(value)) return key && isDefault(value, key) ? undefined : value
  const { binding } = value
  const shape = typeof binding === 'string' ? (key?.variant(binding) ?? key) : key
  const entries = Object.entries(value).flatMap(([name, item]): [string, Json][] => {
    const left = kept.has(name) ? item : pruned(item, shape?.child(name))
    return left === undefined ? [] : [[name, left]]
  })
  return entries.length === 0 && Object.keys(value).length > 0
    ? undefined
    : Object.fromEntries(entries)
}

/** A value without what stands at a path. */
export function withoutPath(value: Json, [step, ...rest]: Path): Json {
  if (Array.isArray(value))
    return value.map((item: Json, index) => (index === step ? withoutPath(item, rest) : item))
  if (!isMap(value) || step === undefined) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, item]) =>
      name !== String(step)
        ? [[name, item]]
        : rest.length > 0
          ? [[name, withoutPath(item, rest)]]
          : [],
    ),
  )
}
