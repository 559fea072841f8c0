import { memoizePerObject } from '../document/lazy.js'
import type { Node } from '../document/document.js'
import type { Key } from '../schema/key.js'
import { findChildKey, selectShape } from '../schema/read.js'
import { resolveAlias } from '../yaml/index.js'
import type { View } from './view.js'

/** A value of a file whose key the schema knows; the items of the list `plugins` have the name `plugins[]`. */
export type KnownValue = { name: string; key: Key; node: Node }

/**
 * A function that lists what `find` gives for each value of a file, in the order of the text. What it gave for a map or
 * a list that did not change since an earlier version of the text is taken over, so that a change in a long file takes
 * little time. Hence `find` may depend on nothing but the value.
 */
export function createCollector<Item>(
  find: (value: KnownValue) => readonly Item[],
): (view: View) => readonly Item[] {
  // The cache of the reader lives as long as schema and environment stay the same.
  const getKnown = memoizePerObject(
    (_life: object) => new WeakMap<Node, { key: Key; items: readonly Item[] }>(),
  )
  return (view) => {
    const { root } = view.document
    const known = getKnown(view.reading.entryCache ?? view)
    const collect = (value: KnownValue): readonly Item[] => {
      const { key, node } = value
      if (node.kind !== 'map' && node.kind !== 'list') return find(value)
      const earlier = known.get(node)
      if (earlier?.key === key) return earlier.items
      const items = [...find(value)]
      for (const inner of listInner(view, value))
        for (const item of collect(inner)) items.push(item)
      known.set(node, { key, items })
      return items
    }
    return root ? collect({ name: '', key: view.model.schema, node: root }) : []
  }
}

/** The values in a value; those below an unknown key are left out, so that nothing is nested deeper than the schema. */
function listInner(
  { document, reading: { environment } }: View,
  { name, key, node }: KnownValue,
): readonly KnownValue[] {
  if (node.kind === 'list') {
    const { item } = key
    const itemName = `${name}[]`
    return item ? node.items.map((inner) => ({ name: itemName, key: item, node: inner })) : []
  }
  if (node.kind !== 'map') return []
  const entries = document.entries(node)
  const shape = selectShape(key, entries, environment)
  return node.pairs.flatMap((pair): readonly KnownValue[] => {
    const written = resolveAlias(pair.key)
    if (written.kind !== 'text') return []
    const inner = findChildKey(shape, written.value, entries) ?? key.child(written.value)
    return inner ? [{ name: written.value, key: inner, node: pair.value }] : []
  })
}
