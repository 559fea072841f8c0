import type { Document, Node } from '../document.js'
import type { Json } from '../schema/key.js'
import { resolve } from '../yaml/index.js'

/** What a node holds as plain data; of keys only those that are text. */
export function plainOf(document: Document, node: Node): Json {
  const value = resolve(node)
  if (value.kind === 'list') return value.items.map((item) => plainOf(document, item))
  if (value.kind === 'map')
    return Object.fromEntries(
      [...document.entries(value).named].map(([name, field]) => [
        name,
        plainOf(document, field.value),
      ]),
    )
  return typeof value.value === 'bigint' ? Number(value.value) : value.value
}
