import type { Path, Way } from '../../diagnostic.js'
import { pathOf, showPath } from '../../diagnostic.js'
import type { Document, Value } from '../../document.js'
import { resolve } from '../../yaml/index.js'
import type { Key } from '../../schema/key.js'
import { general } from '../../schema/places.js'

/** A key that not every release reads. */
export type PartialKey = { name: string; path: Path; releases: readonly string[] }

/** Keys of a file that its release reads and some other does not, by their path without indexes, each once. */
export function partialKeys(document: Document, schema: Key): PartialKey[] {
  const found = new Map<string, PartialKey>()
  const add = (way: Way, releases: readonly string[]): void => {
    const path = pathOf(way)
    const name = general(showPath(path))
    if (!found.has(name)) found.set(name, { name, path, releases })
  }
  const visit = (value: Value, key: Key, way: Way): void => {
    if (value.kind === 'list' && key.item) {
      const { item } = key
      value.items.forEach((entry, step) => visit(resolve(entry), item, { above: way, step }))
    }
    if (value.kind !== 'map') return
    const { named } = document.entries(value)
    const binding = named.get('binding')?.value
    const shape = (binding?.kind === 'text' ? key.variant(binding.value) : undefined) ?? key
    for (const [step, field] of named) {
      const child = shape.child(step) ?? key.child(step)
      if (!child?.read) continue
      const below: Way = { above: way, step }
      if (child.readIn) add(below, child.readIn)
      visit(resolve(field.value), child, below)
    }
  }
  if (document.root) visit(document.root, schema, { above: undefined, step: '' })
  return [...found.values()]
}
