import { isBreak, DASH, SPACE } from './characters.js'
import { parseStep, openParser, standardHandles } from './parser.js'
import { Fault, continueScanner, dependsOnReadBuffer } from './scanner.js'
import { peek } from './tokens.js'
import type { ListNode, MapNode, Node, Span } from './nodes.js'
import type { Frame, Parser } from './parser.js'
import type { ParsedYaml } from './parse.js'

export type ParsedText = ParsedYaml & { text: string }

/** The entries that replace the changed entry, and their comments. */
type ReparsedPiece = { collection: MapNode | ListNode; comments: Span[] }

/**
 * Reparses a text after a small change. Only parses the innermost block entry that contains the whole change and can be
 * parsed separately. Undefined if there is no such entry, so that the whole text has to be parsed. Unchanged nodes are
 * reused and moved to their new offsets, so the previous result must no longer be used.
 */
export function reparseYaml(previous: ParsedText, text: string): ParsedYaml | undefined {
  if (!previous.isPlain || previous.root === undefined) return undefined
  const change = findChange(previous.text, text)
  if (dependsOnReadBuffer(text.slice(change.start, change.newEnd))) return undefined
  for (
    const levels = findLevels(previous.text, previous.root, change);
    levels.length > 0;
    levels.pop()
  ) {
    const reparsedYaml = reparseEntry(previous, text, levels, change.newEnd - change.oldEnd)
    if (reparsedYaml) return reparsedYaml
  }
  return undefined
}

/**
 * Maximum share of the text that an entry may have to be reparsed. For larger entries, that would take nearly as long
 * as parsing the whole text.
 */
const maxShare = 0.5

/** Reparses the entry of the last level; undefined if it is too large or cannot be separated from the rest. */
function reparseEntry(
  previous: ParsedText,
  text: string,
  levels: readonly EntryLevel[],
  delta: number,
): ParsedYaml | undefined {
  const { start, end } = levels.at(-1) ?? { start: 0, end: text.length }
  if (end - start > text.length * maxShare || !keepsColumn(previous.text, text, end, delta))
    return undefined
  const piece = readPiece(text, levels, end + delta)
  if (piece === undefined) return undefined
  const earlierComments = previous.comments.filter((comment) => comment.start < start)
  const laterComments = moveComments(
    previous.comments.filter((comment) => comment.start >= end),
    delta,
  )
  return {
    root: assembleRoot(levels, piece.collection, delta),
    problems: [],
    comments: [...earlierComments, ...piece.comments, ...laterComments],
    isPlain: true,
  }
}

/** Whether the first character after the reparsed entry keeps its column. */
const keepsColumn = (oldText: string, newText: string, offset: number, delta: number): boolean =>
  offset === oldText.length || getColumnAt(oldText, offset) === getColumnAt(newText, offset + delta)

/**
 * Parses an entry in the context of the collections around it. Undefined if the next entry does not begin exactly at
 * `end`, or if the entry cannot be parsed separately, for example because of an anchor.
 */
function readPiece(
  text: string,
  levels: readonly EntryLevel[],
  end: number,
): ReparsedPiece | undefined {
  const { start, column } = levels.at(-1) ?? { start: 0, column: 0 }
  // The scanner reads a copy of this part, so that strings of nodes do not keep the whole text in memory.
  const part = text.slice(start, findNextBreak(text, end))
  const columns = levels
    .filter((level, index) => !isIndentless(level, levels[index - 1]))
    .map((level) => level.column)
  const parser = openParser(continueScanner(part, column, columns))
  for (const [handle, prefix] of standardHandles) parser.handles.set(handle, prefix)
  parser.stack.push(...levels.map((level, index) => createFrame(level, levels[index - 1])))
  if (!readEntries(parser, end - start)) return undefined
  const collection = parser.stack.at(-1)?.collection
  if (
    collection === undefined ||
    parser.mayFailDecoding ||
    parser.anchoredNodes.length > 0 ||
    parser.anchorFaults.length > 0 ||
    parser.tagMismatches.size > 0
  )
    return undefined
  moveNodes(
    collection.kind === 'map'
      ? collection.pairs.flatMap(({ key, value }) => [key, value])
      : collection.items,
    start,
  )
  return {
    collection,
    comments: moveComments(
      parser.scanner.comments.filter((comment) => comment.start < end - start),
      start,
    ),
  }
}

function findNextBreak(text: string, offset: number): number {
  let end = offset
  while (end < text.length && !isBreak(text.charCodeAt(end))) end += 1
  return end
}

const isIndentless = ({ node, column }: EntryLevel, outerLevel: EntryLevel | undefined): boolean =>
  node.kind === 'list' && outerLevel?.node.kind === 'map' && outerLevel.column === column

function createFrame(level: EntryLevel, outerLevel: EntryLevel | undefined): Frame {
  const { node } = level
  if (node.kind === 'map')
    return {
      state: 'block-map-key',
      collection: { ...node, pairs: [], entries: undefined },
      key: undefined,
    }
  return {
    state: isIndentless(level, outerLevel) ? 'indentless-list' : 'block-list',
    collection: { ...node, items: [] },
    key: undefined,
  }
}

/** Parses entries. Returns whether the next entry, or the end of the collection, is exactly at `end`. */
function readEntries(parser: Parser, end: number): boolean {
  const depth = parser.stack.length
  try {
    for (let frame = parser.stack.at(-1); frame !== undefined; frame = parser.stack.at(-1)) {
      if (parser.stack.length === depth && frame.state !== 'block-map-value') {
        const { kind, start } = peek(parser.scanner)
        const isEntry = kind === (frame.collection.kind === 'map' ? 'key' : 'dash')
        const isFirst =
          frame.collection.kind === 'map'
            ? frame.collection.pairs.length === 0
            : frame.collection.items.length === 0
        if (start === end && !isFirst) return true
        if (!isEntry || start > end || (isFirst && start !== 0)) return false
      }
      parseStep(parser, frame)
    }
  } catch (fault) {
    if (!(fault instanceof Fault)) throw fault
  }
  return false
}

/** The root with the reparsed entries, and everything after them moved to its new offset. */
function assembleRoot(
  levels: readonly EntryLevel[],
  piece: MapNode | ListNode,
  delta: number,
): MapNode | ListNode {
  return levels.reduceRight(
    (inner, level, depth) =>
      joinEntries(
        level,
        depth === levels.length - 1 ? inner : createSingleEntry(level, inner),
        delta,
      ),
    piece,
  )
}

/** A copy of the collection `node` that contains only the entry at `index`, with another value. */
function createSingleEntry({ node, index }: EntryLevel, value: Node): MapNode | ListNode {
  if (node.kind === 'list') return { ...node, items: [value] }
  const pair = node.pairs[index]
  return { ...node, pairs: pair ? [{ key: pair.key, value }] : [], entries: undefined }
}

/**
 * A copy of the collection `node` in which the entries of `replacement` take the place of the entry at `index`. Shifts
 * the offsets of the later entries by `delta`.
 */
function joinEntries(
  { node, index }: EntryLevel,
  replacement: MapNode | ListNode,
  delta: number,
): MapNode | ListNode {
  const end = index + 1 === countEntries(node) ? getCollectionEnd(replacement) : node.end + delta
  if (node.kind === 'map' && replacement.kind === 'map') {
    const laterPairs = node.pairs.slice(index + 1)
    moveNodes(
      laterPairs.flatMap(({ key, value }) => [key, value]),
      delta,
    )
    const pairs = [...node.pairs.slice(0, index), ...replacement.pairs, ...laterPairs]
    return { ...node, pairs, end, entries: undefined }
  }
  if (node.kind === 'map' || replacement.kind === 'map') throw new TypeError('a map stays a map')
  const laterItems = node.items.slice(index + 1)
  moveNodes(laterItems, delta)
  return {
    ...node,
    items: [...node.items.slice(0, index), ...replacement.items, ...laterItems],
    end,
  }
}

const getCollectionEnd = (node: MapNode | ListNode): number =>
  (node.kind === 'map' ? node.pairs.at(-1)?.value : node.items.at(-1))?.end ?? node.end

function moveNodes(nodes: readonly Node[], delta: number): void {
  if (delta === 0) return
  const pendingNodes = [...nodes]
  for (let node = pendingNodes.pop(); node !== undefined; node = pendingNodes.pop()) {
    node.start += delta
    node.end += delta
    if (node.kind === 'list') for (const item of node.items) pendingNodes.push(item)
    if (node.kind === 'map') for (const { key, value } of node.pairs) pendingNodes.push(key, value)
  }
}

function moveComments(comments: readonly Span[], delta: number): Span[] {
  return comments.map(({ start, end }) => ({ start: start + delta, end: end + delta }))
}

/** A block collection, with one of its entries. */
export type EntryLevel = {
  node: MapNode | ListNode
  index: number
  /** The column of its entries. */
  column: number
  /** The start of the entry: its dash or key. */
  start: number
  /** The start of the next entry, of this collection or of one around it, or the end of the text. */
  end: number
}

const countEntries = (node: MapNode | ListNode): number =>
  node.kind === 'map' ? node.pairs.length : node.items.length

/** The column of an offset, as the scanner counts it. */
function getColumnAt(text: string, offset: number): number {
  let start = offset
  while (start > 0 && !isBreak(text.charCodeAt(start - 1))) start -= 1
  return offset - start - (start === 0 && text.charCodeAt(0) === 0xfeff ? 1 : 0)
}

/**
 * The block collections around a change, the outermost first, each with the entry that contains the change and begins
 * before it.
 */
function findLevels(
  text: string,
  root: Node,
  change: { start: number; oldEnd: number },
): EntryLevel[] {
  const levels: EntryLevel[] = []
  let end = text.length
  for (
    let node: Node | undefined = root;
    node !== undefined && (node.kind === 'map' || node.kind === 'list') && !node.isFlow;
  ) {
    const column = getColumnAt(text, node.start)
    const index = findLastBefore(text, node, column, change.start)
    const start = findEntryStart(text, node, column, index)
    const next =
      index + 1 < countEntries(node) ? findEntryStart(text, node, column, index + 1) : end
    if (start === undefined || next === undefined || start >= change.start || next < change.oldEnd)
      break
    levels.push({ node, index, column, start, end: next })
    end = next
    node = node.kind === 'map' ? node.pairs[index]?.value : node.items[index]
  }
  return levels
}

/** The index of the last entry that begins before an offset, by binary search; -1 if there is none. */
function findLastBefore(
  text: string,
  node: MapNode | ListNode,
  column: number,
  offset: number,
): number {
  let low = 0
  let high = countEntries(node)
  while (low < high) {
    const middle = (low + high) >> 1
    if ((findEntryStart(text, node, column, middle) ?? Infinity) < offset) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The start of an entry; undefined if there is none, if its key has a tag, or if its dash is not found. */
function findEntryStart(
  text: string,
  node: MapNode | ListNode,
  column: number,
  index: number,
): number | undefined {
  if (node.kind === 'map') return omitTaggedKey(node.pairs[index]?.key)?.start
  const item = node.items[index]
  return index === 0 || item === undefined
    ? item && node.start
    : findDashBefore(text, item.start, column)
}

/** A key; undefined if it has a tag, because the entry then starts before `key.start`. */
const omitTaggedKey = (key: Node | undefined): Node | undefined =>
  key && 'tag' in key ? undefined : key

/**
 * The offset of the dash of an item that is not the first of its list: on the line of the item or above, in the column
 * of the list, after only spaces. Undefined if there is none.
 */
function findDashBefore(text: string, offset: number, column: number): number | undefined {
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

/** The part in which two texts differ: from `start` to `oldEnd` in the old text, and to `newEnd` in the new text. */
export type TextChange = { start: number; oldEnd: number; newEnd: number }

/** Number of characters to compare at once. */
const chunkSize = 65_536

export function findChange(oldText: string, newText: string): TextChange {
  const sharedLength = Math.min(oldText.length, newText.length)
  let start = 0
  while (
    start + chunkSize <= sharedLength &&
    newText.slice(start, start + chunkSize) === oldText.slice(start, start + chunkSize)
  )
    start += chunkSize
  while (start < sharedLength && oldText.charCodeAt(start) === newText.charCodeAt(start)) start += 1
  const maxSuffixLength = sharedLength - start
  const delta = newText.length - oldText.length
  let suffixLength = 0
  for (
    let end = oldText.length;
    suffixLength + chunkSize <= maxSuffixLength &&
    newText.slice(end - chunkSize + delta, end + delta) === oldText.slice(end - chunkSize, end);
    end -= chunkSize
  )
    suffixLength += chunkSize
  while (
    suffixLength < maxSuffixLength &&
    oldText.charCodeAt(oldText.length - suffixLength - 1) ===
      newText.charCodeAt(newText.length - suffixLength - 1)
  )
    suffixLength += 1
  return { start, oldEnd: oldText.length - suffixLength, newEnd: newText.length - suffixLength }
}
