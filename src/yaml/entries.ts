import { isBreak, DASH, SPACE } from './characters.js'
import type { ListNode, MapNode, Node } from './nodes.js'

/** A block collection, with one of its entries. */
export type Level = {
  node: MapNode | ListNode
  index: number
  /** The column of its entries. */
  column: number
  /** Where the entry begins, with its dash or key. */
  start: number
  /** Where the next one begins, of this collection or of one around it, or the text ends. */
  end: number
}

/** How many entries a collection has. */
export const countOf = (node: MapNode | ListNode): number =>
  node.kind === 'map' ? node.pairs.length : node.items.length

/** The column of an offset, as the scanner counts it. */
export function columnAt(text: string, offset: number): number {
  let start = offset
  while (start > 0 && !isBreak(text.charCodeAt(start - 1))) start -= 1
  return offset - start - (start === 0 && text.charCodeAt(0) === 0xfeff ? 1 : 0)
}

/** The collections around a change, the outermost first, each with the entry in which everything that changes lies behind the first character. */
export function levelsAround(
  text: string,
  root: Node,
  change: { start: number; before: number },
): Level[] {
  const levels: Level[] = []
  let end = text.length
  for (
    let node: Node | undefined = root;
    node !== undefined && (node.kind === 'map' || node.kind === 'list') && !node.flow;
  ) {
    const column = columnAt(text, node.start)
    const index = lastBefore(text, node, column, change.start)
    const start = startOf(text, node, column, index)
    const next = index + 1 < countOf(node) ? startOf(text, node, column, index + 1) : end
    if (start === undefined || next === undefined || start >= change.start || next < change.before)
      break
    levels.push({ node, index, column, start, end: next })
    end = next
    node = node.kind === 'map' ? node.pairs[index]?.value : node.items[index]
  }
  return levels
}

/** The last entry that begins before an offset, found by halving. */
function lastBefore(
  text: string,
  node: MapNode | ListNode,
  column: number,
  offset: number,
): number {
  let low = 0
  let high = countOf(node)
  while (low < high) {
    const middle = (low + high) >> 1
    if ((startOf(text, node, column, middle) ?? Infinity) < offset) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** Where an entry begins; undefined where there is none. */
function startOf(
  text: string,
  node: MapNode | ListNode,
  column: number,
  index: number,
): number | undefined {
  if (node.kind === 'map') return withoutTag(node.pairs[index]?.key)?.start
  const item = node.items[index]
  return index === 0 || item === undefined
    ? item && node.start
    : dashBefore(text, item.start, column)
}

/** A key that begins with itself. */
const withoutTag = (key: Node | undefined): Node | undefined =>
  key && 'tag' in key ? undefined : key

/** The dash of an item that is not the first: it stands in the column of the list, with nothing before it, on the line of the item or above. */
function dashBefore(text: string, offset: number, column: number): number | undefined {
  let end = offset
  while (end > 0) {
    let start = end
    while (start > 0 && !isBreak(text.charCodeAt(start - 1))) start -= 1
    let dash = start
    while (dash < start + column && text.charCodeAt(dash) === SPACE) dash += 1
    if (dash === start + column && text.charCodeAt(dash) === DASH) return dash
    end = start - 1
  }
  return undefined
}
