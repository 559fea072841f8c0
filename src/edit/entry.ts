import type { Path } from '../document/diagnostic.js'
import type { Document, ListNode, MapNode, Node } from '../document/document.js'
import { memoizePerObject } from '../document/lazy.js'
import type { Pair } from '../yaml/index.js'

/**
 * A map entry in the text. `parent` is the entry or item whose value is `map`; undefined for the root map, or if the
 * caller does not need it.
 */
export type MapEntry = {
  map: MapNode
  index: number
  pair: Pair
  parent: MapEntry | ListItem | undefined
}

/** A list item in the text. `parent` is the entry or item whose value is `list`. */
export type ListItem = {
  list: ListNode
  index: number
  node: Node
  parent: MapEntry | ListItem | undefined
}

export const getValue = (entry: MapEntry | ListItem): Node =>
  'pair' in entry ? entry.pair.value : entry.node

/**
 * The entry or item at a path in the text itself. Undefined if there is none (the root is neither), if it comes from an
 * alias or a merge key, or if an alias refers to a collection that contains it, because an edit would then also change
 * other places.
 */
export function findEntry(document: Document, path: Path): MapEntry | ListItem | undefined {
  let node: Node | undefined = document.root
  let entry: MapEntry | ListItem | undefined
  for (const step of path) {
    if (node && isShared(document, node)) return undefined
    entry = node && findChildEntry(document, node, step, entry)
    node = entry && getValue(entry)
  }
  return path.length > 0 ? entry : undefined
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
  const field = document.entries(node).byName.get(String(step))
  const index = field ? findPairIndex(node, field.value) : -1
  const pair = node.pairs[index]
  return pair && { map: node, index, pair, parent }
}

/**
 * For larger maps, pairs are looked up in an index, because a map with thousands of entries may have thousands of
 * findings.
 */
const maxUnindexedPairs = 32

/**
 * The index of the pair whose value is the given node; -1 if there is none. Small maps are searched: memoized indexes
 * for them would keep the nodes of most files in memory.
 */
const findPairIndex = (map: MapNode, value: Node): number =>
  map.pairs.length <= maxUnindexedPairs
    ? map.pairs.findIndex((pair) => pair.value === value)
    : (indexPairs(map).get(value) ?? -1)

const indexPairs = memoizePerObject(
  ({ pairs }: MapNode): ReadonlyMap<Node, number> =>
    new Map(pairs.map(({ value }, index) => [value, index])),
)

/** Offset after the colon of an entry; undefined if the entry has no colon. White space may precede the colon. */
export function findColonEnd(text: string, { key }: Pair): number | undefined {
  if (text.charAt(key.end) === ':') return key.end + 1
  const colonPart = /^\s*:/.exec(text.slice(key.end, key.end + 100))?.[0]
  return colonPart === undefined ? undefined : key.end + colonPart.length
}

/** Offset after the last character of a node; for a block collection, after its last descendant. */
export function findNodeEnd(node: Node): number {
  let end = node.start
  let descendant: Node | undefined = node
  while (
    descendant &&
    (descendant.kind === 'map' || descendant.kind === 'list') &&
    !descendant.isFlow
  ) {
    const pair: Pair | undefined = descendant.kind === 'map' ? descendant.pairs.at(-1) : undefined
    end = Math.max(end, descendant.start, pair?.key.end ?? 0)
    descendant = descendant.kind === 'map' ? pair?.value : descendant.items.at(-1)
  }
  return Math.max(end, descendant?.end ?? 0)
}

/** Offset after the last character of an entry or item; after the colon of an entry without value. */
export function findEntryEnd(text: string, entry: MapEntry | ListItem): number {
  const end = findNodeEnd(getValue(entry))
  return 'pair' in entry ? Math.max(end, findColonEnd(text, entry.pair) ?? entry.pair.key.end) : end
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
  const pending: Node[] = [node]
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (next.kind === 'alias') continue
    if (next.anchor !== undefined) return true
    if (next.kind === 'map') for (const { key, value } of next.pairs) pending.push(key, value)
    if (next.kind === 'list') for (const item of next.items) pending.push(item)
  }
  return false
}
