import type { Path } from '../diagnostic.js'
import { pathOf } from '../diagnostic.js'
import type { Document, Node } from '../document.js'
import { resolve } from '../yaml/index.js'

/** The path at which something counts that is written elsewhere, for an alias: the first place that names it, or something around it. */
export function useOf(document: Document, path: Path): Path | undefined {
  if (!document.text.includes('*')) return undefined
  for (let length = path.length; length > 0; length -= 1) {
    const written = document.at(path.slice(0, length))?.value
    const use =
      written && document.nodes().find(({ node, step }) => isUse(node, written) && step !== path[0])
    if (use) return [...pathOf(use), ...path.slice(length)]
    const merging =
      written &&
      document
        .nodes()
        .find(
          ({ node }) =>
            node.kind === 'map' &&
            node.pairs.some(
              ({ key, value }) =>
                key.kind === 'text' && key.value === '<<' && names(value, written),
            ),
        )
    if (merging) return [...pathOf(merging), ...path.slice(length)]
  }
  return undefined
}

const isUse = (node: Node, written: Node): boolean =>
  node.kind === 'alias' && resolve(node) === written

const names = (node: Node, written: Node): boolean =>
  isUse(node, written) || (node.kind === 'list' && node.items.some((item) => isUse(item, written)))
