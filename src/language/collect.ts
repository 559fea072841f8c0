import { memoizePerObject } from '../document/lazy.js'
import type { MapNode, Node } from '../document/document.js'
import type { SchemaNode } from '../schema/key.js'
import { findEntryKey, selectShape } from '../schema/visit.js'
import { resolveAlias } from '../yaml/index.js'
import type { View } from './view.js'

/**
 * A value of a file whose key is in the schema. `name` is the key, `plugins[]` for an item of the list `plugins`, and
 * empty for the root.
 */
export type KnownValue = { name: string; key: SchemaNode; node: Node }

export type CollectedPart<Result> = { node: Node; result: Result }

/**
 * Creates a function that collects results from a file: `find` returns the results of a single value, and `combine`
 * adds the results of the values inside it, in the order of the text. Results of unchanged maps and lists are reused
 * for later versions, so that a change in a long file takes little time. Therefore, `find` must depend only on the
 * value.
 */
export function createCollector<Result>(
  find: (value: KnownValue) => Result,
  combine: (result: Result, parts: readonly CollectedPart<Result>[]) => Result,
): (view: View) => Result | undefined {
  // Results live as long as `entryCache`, which is replaced when the schema, the environment or the platform changes.
  const getCache = memoizePerObject((_cacheOwner: object) => createCache<Result>())
  return (view) => {
    const { root } = view.document
    const cache = getCache(view.readResult.entryCache ?? view)
    const collect = (value: KnownValue): Result => {
      const { key, node } = value
      if (node.kind !== 'map' && node.kind !== 'list') return find(value)
      const cached = cache.values.get(node)
      if (cached?.key === key) return cached.result
      const parts =
        node.kind === 'list' ? collectItems(value, node.items) : collectEntries(key, node)
      const result = combine(find(value), parts)
      cache.values.set(node, { key, result })
      return result
    }
    const collectEntries = (key: SchemaNode, node: MapNode): readonly CollectedPart<Result>[] =>
      listEntries(view, key, node).map((entry) => ({ node: entry.node, result: collect(entry) }))
    /**
     * Reuses results of the previous version of the file: most items still have the same index, counted from the start
     * or from the end of the list.
     */
    const collectItems = (
      { name, key }: KnownValue,
      items: readonly Node[],
    ): readonly CollectedPart<Result>[] => {
      const { item } = key
      if (!item) return []
      const previousParts = cache.lists.get(key) ?? []
      const shift = previousParts.length - items.length
      const parts = items.map((node, index) => {
        const reusable =
          previousParts[index]?.node === node ? previousParts[index] : previousParts[index + shift]
        return reusable?.node === node
          ? reusable
          : { node, result: collect({ name: `${name}[]`, key: item, node }) }
      })
      cache.lists.set(key, parts)
      return parts
    }
    return root && collect({ name: '', key: view.model.schema, node: root })
  }
}

/** `lists` contains, for each key of the schema, the results of the most recently collected list. */
const createCache = <Result>() => ({
  values: new WeakMap<Node, { key: SchemaNode; result: Result }>(),
  lists: new WeakMap<SchemaNode, readonly CollectedPart<Result>[]>(),
})

/**
 * The entries of a map whose keys are in the schema. Other entries are left out, so the recursion in `collect` is never
 * deeper than the schema.
 */
function listEntries(
  { document, readResult: { environment } }: View,
  key: SchemaNode,
  node: MapNode,
): readonly KnownValue[] {
  const entries = document.entries(node)
  const shape = selectShape(key, entries, environment)
  return node.pairs.flatMap((pair): readonly KnownValue[] => {
    const keyNode = resolveAlias(pair.key)
    if (keyNode.kind !== 'text') return []
    const childKey = findEntryKey(key, shape, keyNode.value, entries.byName)
    return childKey ? [{ name: keyNode.value, key: childKey, node: pair.value }] : []
  })
}
