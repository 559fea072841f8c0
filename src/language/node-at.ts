import type { Path, Span, Way } from '../diagnostic.js'
import { pathOf } from '../diagnostic.js'
import type { Document, Node, Scalar } from '../document.js'
import type { Pair } from '../yaml/index.js'
import { resolve } from '../yaml/index.js'

/** What stands at an offset: the key of an entry, a value, or a merge key with the maps that it names. */
export type Standing = {
  on: 'key' | 'value' | 'merge'
  /** Of the entry or the value; of a merge key that of the map it is in. */
  path: Path
  span: Span
  /** The value of the entry, its alias followed. */
  node: Exclude<Node, { kind: 'alias' }>
}

const nameOf = (key: Node): string => ('value' in key ? String(key.value) : '')

const isIn = (node: Span, offset: number): boolean =>
  node.start <= offset && offset <= node.end && node.start < node.end

/** The last of some nodes that begins before an offset. */
function lastBefore<Item>(
  items: readonly Item[],
  offset: number,
  startOf: (item: Item) => number,
): number {
  let found = -1
  items.forEach((item, index) => {
    if (startOf(item) <= offset && (found < 0 || startOf(item) >= startOf(items[found] ?? item)))
      found = index
  })
  return found
}

/** What stands at an offset of a document; undefined in comments and between things. */
export function nodeAt({ root, comments }: Document, offset: number): Standing | undefined {
  if (comments.some(({ start, end }) => start < offset && offset <= end)) return undefined
  let node: Node | undefined = root
  let way: Way = { above: undefined, step: '' }
  while (node?.kind === 'map' || node?.kind === 'list') {
    if (node.kind === 'list') {
      const index: number = lastBefore(node.items, offset, ({ start }) => start)
      way = { above: way, step: index }
      node = node.items[index]
    } else {
      const pair: Pair | undefined =
        node.pairs[lastBefore(node.pairs, offset, ({ key }) => key.start)]
      if (!pair) return undefined
      const below: Way = { above: way, step: nameOf(pair.key) }
      if (isIn(pair.key, offset))
        return below.step === '<<'
          ? { on: 'merge', path: pathOf(way), span: pair.key, node: resolve(pair.value) }
          : { on: 'key', path: pathOf(below), span: pair.key, node: resolve(pair.value) }
      way = below
      node = pair.value
    }
  }
  return node && isIn(node, offset)
    ? { on: 'value', path: pathOf(way), span: node, node: resolve(node) }
    : undefined
}

/** A scalar as it is written, without its quotes. */
export const textOf = ({ text }: Document, scalar: Scalar): string =>
  scalar.kind === 'text' ? scalar.value : text.slice(scalar.start, scalar.end)
