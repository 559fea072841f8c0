import type { Document, Node } from '../../src/document.js'
import { resolve } from '../../src/yaml/index.js'

/** A document as plain data, as any other YAML reader gives it. */
export function plainOf({ root, entries }: Document): unknown {
  const plain = (node: Node): unknown => {
    const value = resolve(node)
    if (value.kind === 'map')
      return Object.fromEntries(
        [...entries(value).named].map(([name, field]) => [name, plain(field.value)]),
      )
    if (value.kind === 'list') return value.items.map(plain)
    return value.kind === 'null' ? null : value.value
  }
  return root && plain(root)
}
