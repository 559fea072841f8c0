import type { Path, Way } from '../../diagnostic.js'
import { pathOf } from '../../diagnostic.js'
import type { Document, Node } from '../../document.js'
import { resolve } from '../../yaml/index.js'
import type { Key } from '../../schema/key.js'

/** A key that not every release reads. */
export type PartialKey = { name: string; path: Path; releases: readonly string[] }

/** Keys of a file that its release reads and some other does not, by their path without indexes, each once. */
export function partialKeys(document: Document, schema: Key): PartialKey[] {
  const found = new Map<string, PartialKey>()
  const visit = (node: Node, key: Key, name: string, way: Way): void => {
    const value = resolve(node)
    if (value.kind === 'list' && key.item) {
      const { item } = key
      value.items.forEach((entry, step) => visit(entry, item, `${name}[]`, { above: way, step }))
    }
    if (value.kind !== 'map') return
    const { named } = document.entries(value)
    const binding = named.get('binding')?.value
    const shape = (binding?.kind === 'text' ? key.variant(binding.value) : undefined) ?? key
    for (const [step, field] of named) {
      const child = shape.child(step) ?? key.child(step)
      if (!child?.read) continue
      const inner = name === '' ? step : `${name}.${step}`
      const releases = child.source['x-read-in']
      const below: Way = { above: way, step }
      if (releases && !found.has(inner)) found.set(inner, { name: inner, path: pathOf(below), releases })
      visit(field.value, child, inner, below)
    }
  }
  if (document.root) visit(document.root, schema, '', { above: undefined, step: '' })
  return [...found.values()]
}
