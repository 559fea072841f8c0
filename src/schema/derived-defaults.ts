import type { RouterConfig } from '../generated/config.js'
import { memoizePerObject } from '../document/lazy.js'
import { withoutTail } from '../document/tails.js'
import type { JsonMap, Json } from '../document/record.js'
import { isJsonList, isJsonMap, toJsonMap } from '../document/record.js'
import type { SchemaNode } from './key.js'
import type { ReadResult } from './read.js'
import { completeConfig } from './read.js'
import { showValue } from './shown-value.js'
import { selectJsonShape } from './visit.js'

/** The name that a router file has if nobody says another. */
const usualPath = 'router.yml'

/**
 * The whole configuration, also with the defaults that depend on other keys or on the path of the router file, by default
 * `router.yml`. Rules get the configuration without them: the router checks less of what it takes from elsewhere.
 */
export function deriveConfig(
  schema: SchemaNode,
  reading: ReadResult,
  path: string = usualPath,
): RouterConfig {
  const complete = completeConfig(schema, reading)
  const sections = toJsonMap(reading.config)
  const entries = Object.entries(toJsonMap(complete)).map(([name, value]): [string, Json] => {
    const key = schema.child(name)
    // The router looks for files beside its own only in a section that the file has.
    return [name, key && name in sections ? withDefaults({ path, around: [] }, value, key) : value]
  })
  return Object.assign(complete, Object.fromEntries(entries))
}

/** Where defaults come from: the path of the router file, and the maps around a value, the nearest first. */
type Sources = { path: string; around: readonly JsonMap[] }

function withDefaults(sources: Sources, value: Json, key: SchemaNode): Json {
  if (isJsonList(value)) {
    const { item } = key
    return item && hasDerivedDefault(item)
      ? value.map((entry) => withDefaults(sources, entry, item))
      : value
  }
  const shape = isJsonMap(value) ? selectJsonShape(key, value) : undefined
  if (!isJsonMap(value) || !shape || !hasDerivedDefault(shape)) return value
  const inside = { ...sources, around: [value, ...sources.around] }
  const result: Record<string, Json> = { ...value }
  for (const name of shape.names) {
    const child = shape.child(name)
    const given = value[name]
    const used =
      child &&
      (given === undefined ? findDefault(inside, child) : withDefaults(inside, given, child))
    if (used !== undefined) result[name] = used
  }
  return result
}

/** The default that a key takes from elsewhere. A secret is not repeated. */
function findDefault({ path, around }: Sources, key: SchemaNode): Json | undefined {
  if (!key.read) return undefined
  const { 'x-default-file': file, 'x-default-from': from, 'x-default-with': companion } = key.source
  if (file !== undefined)
    return file.includes('*')
      ? file.split('*').join(path.trim())
      : `${withoutTail(path, /[^/\\]/)}${file}`
  if (from === undefined || (companion !== undefined && !around[0]?.[companion])) return undefined
  const value = around.find((map) => map[from] !== undefined)?.[from]
  return value !== undefined && showValue(value, key, []) === value ? value : undefined
}

/** Whether a key below this one has a default that comes from elsewhere. */
const hasDerivedDefault = memoizePerObject((key: SchemaNode): boolean =>
  [...key.names.map(key.child), key.item, ...(key.bindings ?? []).map(key.variant)].some(
    (child) =>
      child !== undefined &&
      (child.source['x-default-from'] !== undefined ||
        child.source['x-default-file'] !== undefined ||
        hasDerivedDefault(child)),
  ),
)
