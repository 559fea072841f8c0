import type { Path } from '../document/diagnostic.js'
import type { Document, ListNode, MapNode, Node } from '../document/document.js'
import { memoizePerObject } from '../document/lazy.js'
import type { Pair } from '../yaml/index.js'

/** A map entry as written, with the entry or item whose value the map is. */
export type MapEntry = {
  map: MapNode
  index: number
  pair: Pair
  parent: MapEntry | ListItem | undefined
}

/** A list item as written. */
export type ListItem = {
  list: ListNode
  index: number
  node: Node
  parent: MapEntry | ListItem | undefined
}

export const getValue = (place: MapEntry | ListItem): Node =>
  'pair' in place ? place.pair.value : place.node

/**
 * The entry or item at a path in the text itself. Undefined if there is none, if it came through an alias or a merge
 * key, or if an alias refers to what is around it: a change would then affect other places too.
 */
export function findEntry(document: Document, path: Path): MapEntry | ListItem | undefined {
  let node: Node | undefined = document.root
  let place: MapEntry | ListItem | undefined
  for (const step of path) {
    if (node && isShared(document, node)) return undefined
    place = node && findChildEntry(document, node, step, place)
    node = place && getValue(place)
  }
  return path.length > 0 ? place : undefined
}

function findChildEntry(
  document: Document,
  node: Node,
  step: string | number,
  parent: MapEntry | ListItem | undefined,
): MapEntry | ListItem | undefined {
  if (node.kind === 'list' && typeof step === 'number') {
    const item = node.items[step]
    return item && { list: node, index: step, node: item, parent }
  }
  if (node.kind !== 'map') return undefined
  const field = document.entries(node).named.get(String(step))
  const index = field ? findPairIndex(node, field.value) : -1
  const pair = node.pairs[index]
  return pair && { map: node, index, pair, parent }
}

/** Larger maps have an index of their pairs: each finding of a map with thousands of entries asks for one. */
const maxSearched = 32

/** The index of the pair with a value; -1 if there is none. An index in a weak map would keep the nodes of most files. */
const findPairIndex = (map: MapNode, value: Node): number =>
  map.pairs.length <= maxSearched
    ? map.pairs.findIndex((pair) => pair.value === value)
    : (indexPairs(map).get(value) ?? -1)

/** The indexes of the pairs of a map by their values. */
const indexPairs = memoizePerObject(
  ({ pairs }: MapNode): ReadonlyMap<Node, number> =>
    new Map(pairs.map(({ value }, index) => [value, index])),
)

/** Offset after the colon of an entry; undefined if it has no colon, as in a flow list of pairs. */
export function findColonEnd(text: string, { key }: Pair): number | undefined {
  if (text.charAt(key.end) === ':') return key.end + 1
  const colon = /^\s*:/.exec(text.slice(key.end, key.end + 100))?.[0]
  return colon === undefined ? undefined : key.end + colon.length
}

/** Offset after the last character of a node; for a block, of its last descendant. */
export function findNodeEnd(node: Node): number {
  let end = node.start
  let last: Node | undefined = node
  while (last && (last.kind === 'map' || last.kind === 'list') && !last.flow) {
    const pair: Pair | undefined = last.kind === 'map' ? last.pairs.at(-1) : undefined
    end = Math.max(end, last.start, pair?.key.end ?? 0)
    last = last.kind === 'map' ? pair?.value : last.items.at(-1)
  }
  return Math.max(end, last?.end ?? 0)
}

/** Offset after the last character of an entry or an item. */
export function findPlaceEnd(text: string, place: MapEntry | ListItem): number {
  const end = findNodeEnd(getValue(place))
  return 'pair' in place ? Math.max(end, findColonEnd(text, place.pair) ?? place.pair.key.end) : end
}

/** Whether an alias may refer to a node. */
export const isShared = (document: Document, node: Node): boolean =>
  node.kind !== 'alias' && node.anchor !== undefined && listAliasNames(document).has(node.anchor)

const listAliasNames = memoizePerObject(
  ({ text }: Document): ReadonlySet<string> =>
    new Set(Array.from(text.matchAll(/\*([\w-]+)/g), ([, name = '']) => name)),
)

/** Whether a node or one of its descendants has an anchor. */
export function hasAnchor(node: Node): boolean {
  const open: Node[] = [node]
  for (let next = open.pop(); next; next = open.pop()) {
    if (next.kind === 'alias') continue
    if (next.anchor !== undefined) return true
    if (next.kind === 'map') for (const { key, value } of next.pairs) open.push(key, value)
    if (next.kind === 'list') for (const item of next.items) open.push(item)
  }
  return false
}
