import type { Path, PathTree } from '../document/diagnostic.js'
import { getChildInTree } from '../document/diagnostic.js'
import { isJsonList, isJsonMap } from '../document/record.js'
import type { Json } from '../document/record.js'
import type { SchemaNode } from '../schema/key.js'
import { listJsonParts } from '../schema/visit.js'

/**
 * A list of many maps, of which a few represent the others. A default may depend on the keys that are set beside it, so
 * maps that set the same keys to values of the same kind form a group, and a few items stand for each group.
 */
export type LongList = {
  /** The group of each item. */
  groups: readonly string[]
  /** The indexes of the items that represent their groups. */
  sampleIndexes: readonly number[]
}

/** The groups of each long list of a configuration. The list itself is the key. */
export type LongLists = ReadonlyMap<Json, LongList>

/** Only lists with more items than this are grouped. */
const maxItems = 100

/** Maximum number of items that represent a group. */
const maxSamples = 8

/** Finds the lists of many maps in a configuration. `setPaths` contains the paths that the file sets. */
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
    // Only the file can set a long list, so other values are skipped.
    if (!setPathsHere) return
    if (isJsonList(value) && value.length > maxItems && value.some(isJsonMap))
      longLists.set(value, groupItems(value, key, setPathsHere))
    for (const inner of listJsonParts(value, key))
      visit(inner.value, inner.key, getChildInTree(setPathsHere, inner.step))
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
    describeSetPaths(value, item, getChildInTree(setPaths, step)),
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

/** Describes what the file sets in an item, to group similar items: keys, kinds of values, booleans, known words. */
function describeSetPaths(
  value: Json,
  key: SchemaNode | undefined,
  setPaths: PathTree<true> | undefined,
): string {
  if (!setPaths) return ''
  if (isJsonList(value) || isJsonMap(value)) {
    const parts = listJsonParts(value, key).flatMap(({ step, value: innerValue, key: child }) => {
      const innerPaths = getChildInTree(setPaths, step)
      const name = isJsonList(value) ? '' : `${step}:`
      return innerPaths ? [name + describeSetPaths(innerValue, child, innerPaths)] : []
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

/** Replaces, in a path, the index of each item of a long list with the group of the item. */
export const toGroupPath = (longLists: LongLists, config: Json, path: Path): Path =>
  mapPath(longLists, config, path, ({ groups }, index) => ({ step: groups[index], index }))

/** Converts a path in a configuration that has only the sample items of long lists to a path in the full one. */
export const toFullPath = (longLists: LongLists, config: Json, path: Path): Path =>
  mapPath(longLists, config, path, ({ sampleIndexes }, index) => ({
    step: sampleIndexes[index],
    index: sampleIndexes[index],
  }))

/** Replacement for the step to a list item: the new step, and the index of the item in the full list. */
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
