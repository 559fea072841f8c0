import { memoizePerObject } from '../document/lazy.js'
import type { MapNode, Node } from '../document/document.js'
import type { SchemaNode } from '../schema/key.js'
import { findEntryKey, selectShape } from '../schema/visit.js'
import { resolveAlias } from '../yaml/index.js'
import type { View } from './view.js'

/** A value of a file whose key the schema knows; the items of the list `plugins` have the name `plugins[]`. */
export type KnownValue = { name: string; key: SchemaNode; node: Node }

/** The results for a value that is inside another one. */
export type CollectedPart<Found> = { node: Node; found: Found }

/**
 * Creates a function that collects results from a file: `find` returns the results of a single value, and `combine`
 * adds the results of the values inside it, in the order of the text. Results of unchanged maps and lists are reused
 * for later versions, so that a change in a long file takes little time. So `find` must depend on the value only.
 */
export function createCollector<Found>(
  find: (value: KnownValue) => Found,
  combine: (found: Found, parts: readonly CollectedPart<Found>[]) => Found,
): (view: View) => Found | undefined {
  // Results live as long as the reader's cache, which is kept while schema and environment stay the same.
  const getKnown = memoizePerObject((_life: object) => createKnown<Found>())
  return (view) => {
    const { root } = view.document
    const known = getKnown(view.reading.entryCache ?? view)
    const collect = (value: KnownValue): Found => {
      const { key, node } = value
      if (node.kind !== 'map' && node.kind !== 'list') return find(value)
      const earlier = known.values.get(node)
      if (earlier?.key === key) return earlier.found
      const parts =
        node.kind === 'list' ? collectItems(value, node.items) : collectEntries(key, node)
      const found = combine(find(value), parts)
      known.values.set(node, { key, found })
      return found
    }
    const collectEntries = (key: SchemaNode, node: MapNode): readonly CollectedPart<Found>[] =>
      listEntries(view, key, node).map((entry) => ({ node: entry.node, found: collect(entry) }))
    /** Reuses the results of the last version: most items have the same index as there, from the start or the end. */
    const collectItems = (
      { name, key }: KnownValue,
      items: readonly Node[],
    ): readonly CollectedPart<Found>[] => {
      const { item } = key
      if (!item) return []
      const last = known.lists.get(key) ?? []
      const shift = last.length - items.length
      const parts = items.map((node, index) => {
        const kept = last[index]?.node === node ? last[index] : last[index + shift]
        return kept?.node === node
          ? kept
          : { node, found: collect({ name: `${name}[]`, key: item, node }) }
      })
      known.lists.set(key, parts)
      return parts
    }
    return root && collect({ name: '', key: view.model.schema, node: root })
  }
}

/** The results so far: of each map and list, and of the items of the last list of a key. */
const createKnown = <Found>() => ({
  values: new WeakMap<Node, { key: SchemaNode; found: Found }>(),
  lists: new WeakMap<SchemaNode, readonly CollectedPart<Found>[]>(),
})

/** The entries of a map; those below an unknown key are left out, so that nothing is nested deeper than the schema. */
function listEntries(
  { document, reading: { environment } }: View,
  key: SchemaNode,
  node: MapNode,
): readonly KnownValue[] {
  const entries = document.entries(node)
  const shape = selectShape(key, entries, environment)
  return node.pairs.flatMap((pair): readonly KnownValue[] => {
    const written = resolveAlias(pair.key)
    if (written.kind !== 'text') return []
    const inner = findEntryKey(key, shape, written.value, entries.named)
    return inner ? [{ name: written.value, key: inner, node: pair.value }] : []
  })
}
