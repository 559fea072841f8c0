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

const defaultPath = 'router.yml'

/** Replaces empty strings in a configuration with the values that the router uses instead of them. */
export const replaceEmptyStrings = (config: JsonMap, schema: SchemaNode): JsonMap =>
  toJsonMap(replaceEmptyIn(config, schema))

function replaceEmptyIn(value: Json, key: SchemaNode): Json {
  if (value === '') return key.emptyMeans ?? value
  if (isJsonList(value)) {
    const { item } = key
    return item && hasEmptyMeaning(item) ? value.map((entry) => replaceEmptyIn(entry, item)) : value
  }
  const shape = isJsonMap(value) ? selectJsonShape(key, value) : undefined
  if (!isJsonMap(value) || !shape || !hasEmptyMeaning(shape)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => {
      const child = shape.child(name)
      return [name, child ? replaceEmptyIn(part, child) : part]
    }),
  )
}

/**
 * The whole configuration, including the defaults that depend on other keys or on the path of the router file. Rules
 * get the configuration as it was read, without these defaults.
 */
export function deriveConfig(
  schema: SchemaNode,
  readResult: ReadResult,
  path: string = defaultPath,
): RouterConfig {
  const sections = toJsonMap(readResult.config)
  const config = completeConfig(schema, { config: withUsedDefaults(sections, schema, readResult) })
  const entries = Object.entries(toJsonMap(config)).map(([name, value]): [string, Json] => {
    const key = schema.child(name)
    // The router derives defaults only in sections that the file has.
    return [
      name,
      key && name in sections ? withDefaults({ path, enclosingMaps: [] }, value, key) : value,
    ]
  })
  return Object.assign(config, Object.fromEntries(entries))
}

/**
 * The sections as read; `transport` also gets the defaults of wss and dtls if the file uses but does not configure
 * them.
 */
function withUsedDefaults(
  sections: JsonMap,
  schema: SchemaNode,
  { document, environment }: ReadResult,
): JsonMap {
  const { root } = document
  const transport = schema.child('transport')
  if (root?.kind !== 'map' || !transport) return sections
  const writtenTransport = toJsonMap(sections['transport'])
  const defaults = transport.defaultValue()
  const usedDefaults = transport.names.flatMap((name): [string, Json][] => {
    const child = transport.child(name)
    const isUsed =
      child?.isRead === true &&
      child.keyFacts['x-default-when-read'] === true &&
      writtenTransport[name] === undefined &&
      document.find(['transport', name]) === undefined &&
      child.condition?.holds({ document, environment, root }, root) === true
    return isUsed ? [[name, defaults[name] ?? { ...child.defaultValue() }]] : []
  })
  return usedDefaults.length === 0
    ? sections
    : { ...sections, transport: { ...writtenTransport, ...Object.fromEntries(usedDefaults) } }
}

/** The sources of derived defaults: the path of the router file, and the maps around the key, innermost first. */
type DefaultSources = { path: string; enclosingMaps: readonly JsonMap[] }

function withDefaults(sources: DefaultSources, value: Json, key: SchemaNode): Json {
  if (isJsonList(value)) {
    const { item } = key
    return item && hasDerivedDefault(item)
      ? value.map((entry) => withDefaults(sources, entry, item))
      : value
  }
  const shape = isJsonMap(value) ? selectJsonShape(key, value) : undefined
  if (!isJsonMap(value) || !shape || !hasDerivedDefault(shape)) return value
  const innerSources = { ...sources, enclosingMaps: [value, ...sources.enclosingMaps] }
  const result: Record<string, Json> = { ...value }
  for (const name of shape.names) {
    const child = shape.child(name)
    const writtenValue = value[name]
    const usedValue =
      child &&
      (writtenValue === undefined
        ? findDefault(innerSources, child)
        : withDefaults(innerSources, writtenValue, child))
    if (usedValue !== undefined) result[name] = usedValue
  }
  return result
}

/**
 * The default of a key that comes from another key or from the path of the router file; undefined if there is none, or
 * if the value of the other key contains a secret.
 */
function findDefault({ path, enclosingMaps }: DefaultSources, key: SchemaNode): Json | undefined {
  if (!key.isRead) return undefined
  const {
    'x-default-file': file,
    'x-default-from': sourceKey,
    'x-default-with': companion,
  } = key.keyFacts
  if (file !== undefined)
    return file.includes('*')
      ? file.split('*').join(path.trim())
      : `${withoutTail(path, /[^/\\]/)}${file}`
  if (sourceKey === undefined || (companion !== undefined && !enclosingMaps[0]?.[companion]))
    return undefined
  const value = enclosingMaps.find((map) => map[sourceKey] !== undefined)?.[sourceKey]
  return value !== undefined && showValue(value, key, []) === value ? value : undefined
}

/** Whether the router uses another value for an empty string at this key or below it. */
const hasEmptyMeaning = memoizePerObject(
  (key: SchemaNode): boolean =>
    key.emptyMeans !== undefined ||
    [...key.names.map(key.child), key.item, ...(key.bindings ?? []).map(key.variant)].some(
      (child) => child !== undefined && hasEmptyMeaning(child),
    ),
)

/** Whether a key below this one has a default that comes from another key or from the path of the router file. */
const hasDerivedDefault = memoizePerObject((key: SchemaNode): boolean =>
  [...key.names.map(key.child), key.item, ...(key.bindings ?? []).map(key.variant)].some(
    (child) =>
      child !== undefined &&
      (child.keyFacts['x-default-from'] !== undefined ||
        child.keyFacts['x-default-file'] !== undefined ||
        hasDerivedDefault(child)),
  ),
)
