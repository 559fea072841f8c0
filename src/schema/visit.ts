import type { Path, PathNode } from '../document/diagnostic.js'
import type { MapEntries, MapNode, Node, ResolvedValue } from '../document/document.js'
import type { Environment } from '../document/environment.js'
import { expandVariables } from '../document/environment.js'
import { resolveAlias } from '../yaml/index.js'
import type { JsonMap, Json } from '../document/record.js'
import { isJsonList, isJsonMap } from '../document/record.js'
import type { DocumentScope } from './conditions.js'
import type { SchemaNode } from './key.js'

/**
 * The keys that a map may have. If they depend on the binding of the map: the keys of the variant for this binding, or
 * of `key` itself if there is no such variant; undefined if the binding is missing, is not a string, or depends on an
 * unknown variable.
 */
export function selectShape(
  key: SchemaNode,
  entries: MapEntries,
  environment?: Environment,
): SchemaNode | undefined {
  return key.bindings ? selectVariant(key, findBinding(entries, environment)) : key
}

/** Like `selectShape`, for a map of plain data. Does not expand variables in the binding. */
export const selectJsonShape = (key: SchemaNode, { binding }: JsonMap): SchemaNode | undefined =>
  key.bindings ? selectVariant(key, typeof binding === 'string' ? binding : undefined) : key

const selectVariant = (key: SchemaNode, binding: string | undefined): SchemaNode | undefined =>
  binding === undefined ? undefined : (key.variant(binding) ?? key)

/** The binding with variables expanded; undefined if missing, not a string, or dependent on an unknown variable. */
export function findBinding({ byName }: MapEntries, environment?: Environment): string | undefined {
  const field = byName.get('binding')
  const value = field && resolveAlias(field.value)
  if (value?.kind !== 'text') return undefined
  const { text, isUnknown } = expandVariables(value.value, environment)
  return isUnknown ? undefined : text
}

/** Folds a name for comparison as Go does to ignore case: `ſ` equals `s`, and the Kelvin sign equals `k`. */
export const foldName = (name: string): string => name.replaceAll('\u017f', 's').toLowerCase()

/**
 * The spelling that the schema has for a name in a file; undefined if a map that ignores case has no such key. In a map
 * that does not ignore case, returns the name itself.
 */
export const findKeyName = (shape: SchemaNode, name: string): string | undefined =>
  shape.child(name) || !shape.ignoresCase
    ? name
    : shape.names.find((candidate) => foldName(candidate) === foldName(name))

/** The spelling of a name that Go's decoder prefers if a map has several that differ only in case. */
export const toPreferredName = (shape: SchemaNode, name: string): string =>
  shape.prefersCapitalized ? name.charAt(0).toUpperCase() + name.slice(1) : name

/**
 * Finds the key of a map entry in the schema. `key` is the key of the map, and `shape` is the result of `selectShape`
 * for the map. In a map that ignores case, only the entry with the preferred spelling counts, or every spelling if no
 * entry has it. If the binding of the map is unknown, only `binding` itself has a key.
 */
export function findEntryKey(
  key: SchemaNode | undefined,
  shape: SchemaNode | undefined,
  name: string,
  siblings: Pick<ReadonlyMap<string, unknown>, 'has'>,
): SchemaNode | undefined {
  if (!shape && key?.bindings) return name === 'binding' ? key.child(name) : undefined
  if (!shape?.ignoresCase) return shape?.child(name) ?? key?.child(name)
  const keyName = findKeyName(shape, name)
  if (keyName === undefined) return key?.child(name)
  const preferredName = toPreferredName(shape, keyName)
  return name === preferredName || !siblings.has(preferredName) ? shape.child(keyName) : undefined
}

/** A value that the schema knows. `siblings` is the map that contains it; undefined for list items and the root. */
export type VisitedValue = PathNode & {
  key: SchemaNode
  value: ResolvedValue
  siblings: MapNode | undefined
}

/**
 * Maximum number of visited values, because aliases can expand without limit. For a longer text, the maximum is the
 * number of its characters, because a text without aliases has fewer values than characters.
 */
const maxVisitedValues = 100_000

/**
 * Visits the values that the schema knows, in the order of the document, and outer values before inner ones. Values
 * below a value are only visited if `visit` returns true.
 */
export function visitDocument(
  { document, environment }: DocumentScope,
  schema: SchemaNode,
  visit: (visitedValue: VisitedValue) => boolean,
): void {
  let remainingValues = Math.max(document.text.length, maxVisitedValues)
  const enter = (
    parent: PathNode | undefined,
    step: string | number,
    key: SchemaNode | undefined,
    node: Node,
    siblings?: MapNode,
  ): void => {
    if (!key || remainingValues === 0) return
    remainingValues -= 1
    const value = resolveAlias(node)
    const visitedValue: VisitedValue = { parent, step, key, value, siblings }
    if (!visit(visitedValue)) return
    if (value.kind === 'list')
      value.items.forEach((item, index) => {
        enter(visitedValue, index, key.item, item)
      })
    if (value.kind !== 'map') return
    const entries = document.entries(value)
    const shape = selectShape(key, entries, environment)
    for (const [name, field] of entries.byName)
      enter(visitedValue, name, findEntryKey(key, shape, name, entries.byName), field.value, value)
  }
  if (document.root) enter(undefined, '', schema, document.root)
}

/** The value at a path and its key in the schema; undefined if the file or the schema does not have it. */
export function findSchemaValue(
  { document, environment }: DocumentScope,
  schema: SchemaNode,
  path: Path,
): Pick<VisitedValue, 'key' | 'value'> | undefined {
  const key = path.reduce<SchemaNode | undefined>((outer, step, index) => {
    const holder = document.find(path.slice(0, index))?.value
    if (!outer || holder?.kind !== 'map') return outer?.item
    const entries = document.entries(holder)
    const shape = selectShape(outer, entries, environment)
    return findEntryKey(outer, shape, String(step), entries.byName)
  }, schema)
  const value = key && document.find(path)?.value
  return value && { key, value }
}

/** A value in a map or list of plain data; `key` is undefined if the schema does not know the value. */
export type JsonPart = { step: string | number; value: Json; key: SchemaNode | undefined }

/** Lists the values in a map or a list. If the schema does not expect a list, its items get the key of the list. */
export function listJsonParts(value: Json, key: SchemaNode | undefined): JsonPart[] {
  if (isJsonList(value))
    return value.map((item, step) => ({ step, value: item, key: key?.item ?? key }))
  if (!isJsonMap(value)) return []
  const shape = key && selectJsonShape(key, value)
  const siblings = { has: (name: string) => Object.hasOwn(value, name) }
  return Object.entries(value).map(([step, item]) => ({
    step,
    value: item,
    key: findEntryKey(key, shape, step, siblings),
  }))
}

/** Like `listJsonParts`, in the order of the schema: a binding first, unknown keys last. */
export function sortJsonParts(value: Json, key: SchemaNode | undefined): JsonPart[] {
  const parts = listJsonParts(value, key)
  if (!isJsonMap(value)) return parts
  const shape = key && (selectJsonShape(key, value) ?? key)
  const order = new Map(shape?.names.map((name, index) => [name, index]))
  const getRank = ({ step }: JsonPart): number =>
    step === 'binding' ? -1 : (order.get(String(step)) ?? order.size)
  return parts.sort((left, right) => getRank(left) - getRank(right))
}

/** Copies a map or a list with changed values. Omits values for which `change` returns undefined. */
export function mapJsonParts(
  value: Json,
  key: SchemaNode | undefined,
  change: (part: JsonPart) => Json | undefined,
): Json {
  const parts = listJsonParts(value, key).flatMap((part): [string | number, Json][] => {
    const changedValue = change(part)
    return changedValue === undefined ? [] : [[part.step, changedValue]]
  })
  return isJsonList(value) ? parts.map(([, item]) => item) : Object.fromEntries(parts)
}
