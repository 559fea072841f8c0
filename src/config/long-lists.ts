import type { Path, PathTree } from '../document/diagnostic.js'
import { stepInTree } from '../document/diagnostic.js'
import { isJsonList, isJsonMap } from '../document/record.js'
import type { Json } from '../document/record.js'
import type { SchemaNode } from '../schema/key.js'
import { listJsonParts } from '../schema/visit.js'

/**
 * A list of many maps. A default may depend on the keys that are set beside it, so maps that set the same keys to
 * values of the same kind form a group, and a few items of each group represent all of them.
 */
export type LongList = {
  /** The group of each item. */
  groups: readonly string[]
  /** The indexes of the items that represent the others of their group. */
  sampleIndexes: readonly number[]
}

/** The long lists of a configuration. */
export type LongLists = ReadonlyMap<Json, LongList>

/** Lists with more items have groups. */
const maxItems = 100

/** How many items of a group are shown instead of all of them. */
const maxSamples = 8

/** Finds the lists of many maps in a configuration; `set` has the paths that the file sets. */
export function findLongLists(
  config: Json,
  schema: SchemaNode,
  setPaths: PathTree<true>,
): LongLists {
  const longLists = new Map<Json, LongList>()
  const visit = (
    value: Json,
    key: SchemaNode | undefined,
    setPathsHere: PathTree<true> | undefined,
  ): void => {
    // A list that the file does not set is short.
    if (!setPathsHere) return
    if (isJsonList(value) && value.length > maxItems && value.some(isJsonMap))
      longLists.set(value, groupItems(value, key, setPathsHere))
    for (const inner of listJsonParts(value, key))
      visit(inner.value, inner.key, stepInTree(setPathsHere, inner.step))
  }
  visit(config, schema, setPaths)
  return longLists
}

function groupItems(
  list: readonly Json[],
  key: SchemaNode | undefined,
  setPaths: PathTree<true>,
): LongList {
  const groups = listJsonParts(list, key).map(({ value, key: item, step }) =>
    describeSetPaths(value, item, stepInTree(setPaths, step)),
  )
  const counts = new Map<string, number>()
  const last = new Map(groups.map((group, index) => [group, index]))
  const sampleIndexes = groups.flatMap((group, index) => {
    const count = (counts.get(group) ?? 0) + 1
    counts.set(group, count)
    return count < maxSamples || last.get(group) === index ? [index] : []
  })
  return { groups, sampleIndexes }
}

/** Describes what the file sets in a value, to compare items: keys, kinds of values, and words such as bindings. */
function describeSetPaths(
  value: Json,
  key: SchemaNode | undefined,
  setPaths: PathTree<true> | undefined,
): string {
  if (!setPaths) return ''
  if (isJsonList(value) || isJsonMap(value)) {
    const parts = listJsonParts(value, key).flatMap(({ step, value: inner, key: child }) => {
      const innerPaths = stepInTree(setPaths, step)
      const name = isJsonList(value) ? '' : `${step}:`
      return innerPaths ? [name + describeSetPaths(inner, child, innerPaths)] : []
    })
    if (isJsonList(value)) return `[${[...new Set(parts)].join()}]`
    const { binding } = value
    const isKnown = typeof binding === 'string' && key?.bindings?.includes(binding) === true
    return `${isKnown ? binding : ''}{${parts.join()}}`
  }
  return typeof value === 'boolean' || (typeof value === 'string' && key?.words?.includes(value))
    ? String(value)
    : typeof value
}

/** Replaces the index of each item of a long list in a path by the group of the item. */
export const toGroupPath = (longLists: LongLists, config: Json, path: Path): Path =>
  mapPath(longLists, config, path, ({ groups }, index) => ({ step: groups[index], index }))

/** Turns a path in a configuration that has only the kept items into the path in the whole one. */
export const toFullPath = (longLists: LongLists, config: Json, path: Path): Path =>
  mapPath(longLists, config, path, ({ sampleIndexes }, index) => ({
    step: sampleIndexes[index],
    index: sampleIndexes[index],
  }))

/** An item of a long list: the step to it in the new path, and its index. */
type ItemStep = { step: string | number | undefined; index: number | undefined }

function mapPath(
  longLists: LongLists,
  config: Json,
  path: Path,
  change: (list: LongList, index: number) => ItemStep,
): Path {
  if (longLists.size === 0) return path
  let value: Json | undefined = config
  return path.map((step) => {
    const list: Json | undefined = value
    if (typeof step === 'string' || !isJsonList(list)) {
      value = isJsonMap(list) ? list[step] : undefined
      return step
    }
    const longList = longLists.get(list)
    const item = longList ? change(longList, step) : { step, index: step }
    value = list[item.index ?? step]
    return item.step ?? step
  })
}
