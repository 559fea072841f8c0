import { changeBetween } from './change.js'
import { isBreak } from './characters.js'
import { parseStep } from './document.js'
import type { Level } from './entries.js'
import { columnAt, countOf, levelsAround } from './entries.js'
import { Fault } from './fault.js'
import { peek } from './fetch.js'
import type { ListNode, MapNode, Node, Span } from './nodes.js'
import { openParser, standardHandles } from './parser.js'
import type { Frame, Parser } from './parser.js'
import type { Parsed } from './read.js'
import { continueScanner } from './scanner.js'
import { dependsOnWindow } from './window.js'

/** A text that was read, with what stands in it. */
export type Read = Parsed & { text: string }

/** The entries that stand where one stood before, and the comments among them. */
type Piece = { collection: MapNode | ListNode; comments: Span[] }

/**
 * Reads a text that is much the same as one that was read: only the innermost entry of a block in which everything
 * changed is read again. Undefined where that cannot be told apart from the rest, so that the whole has to be read. What is the same
 * is taken over, and moved where it stands elsewhere now: what was read before must not be used any more.
 */
export function rereadYaml(before: Read, text: string): Parsed | undefined {
  if (!before.isPlain || before.root === undefined) return undefined
  const change = changeBetween(before.text, text)
  if (dependsOnWindow(text.slice(change.start, change.after))) return undefined
  for (
    const levels = levelsAround(before.text, before.root, change);
    levels.length > 0;
    levels.pop()
  ) {
    const read = rereadEntry(before, text, levels, change.after - change.before)
    if (read) return read
  }
  return undefined
}

/** An entry that is more of the text than this is read with all the rest: trying it first would take nearly as long. */
const largestShare = 0.5

/** Reads the innermost of some entries again. */
function rereadEntry(
  before: Read,
  text: string,
  levels: readonly Level[],
  delta: number,
): Parsed | undefined {
  const { start, end } = levels.at(-1) ?? { start: 0, end: text.length }
  if (end - start > text.length * largestShare || !keepsItsColumn(before.text, text, end, delta))
    return undefined
  const piece = readPiece(text, levels, end + delta)
  if (piece === undefined) return undefined
  const earlier = before.comments.filter((comment) => comment.start < start)
  const later = moved(
    before.comments.filter((comment) => comment.start >= end),
    delta,
  )
  return {
    root: assemble(levels, piece.collection, delta),
    problems: [],
    comments: [...earlier, ...piece.comments, ...later],
    isPlain: true,
  }
}

/** Whether what follows stands where it stood in its line. */
const keepsItsColumn = (before: string, after: string, offset: number, delta: number): boolean =>
  offset === before.length || columnAt(before, offset) === columnAt(after, offset + delta)

/** Reads on from the start of an entry, as everything around it says, until the entry that follows comes where it is expected. */
function readPiece(text: string, levels: readonly Level[], end: number): Piece | undefined {
  const { start, column } = levels.at(-1) ?? { start: 0, column: 0 }
  // A copy, as parts of a text keep the whole of it in memory.
  const part = text.slice(start, nextBreak(text, end))
  const columns = levels
    .filter((level, index) => !isIndentless(level, levels[index - 1]))
    .map((level) => level.column)
  const parser = openParser(continueScanner(part, column, columns))
  for (const [handle, prefix] of standardHandles) parser.handles.set(handle, prefix)
  parser.stack.push(...levels.map((level, index) => frameOf(level, levels[index - 1])))
  if (!readEntries(parser, end - start)) return undefined
  const collection = parser.stack.at(-1)?.collection
  if (
    collection === undefined ||
    parser.suspicious ||
    parser.anchored.length > 0 ||
    parser.noticed.length > 0 ||
    parser.broken.size > 0
  )
    return undefined
  move(
    collection.kind === 'map'
      ? collection.pairs.flatMap(({ key, value }) => [key, value])
      : collection.items,
    start,
  )
  return {
    collection,
    comments: moved(
      parser.scanner.comments.filter((comment) => comment.start < end - start),
      start,
    ),
  }
}

/** The end of a line. */
function nextBreak(text: string, offset: number): number {
  let end = offset
  while (end < text.length && !isBreak(text.charCodeAt(end))) end += 1
  return end
}

const isIndentless = ({ node, column }: Level, above: Level | undefined): boolean =>
  node.kind === 'list' && above?.node.kind === 'map' && above.column === column

function frameOf(level: Level, above: Level | undefined): Frame {
  const { node } = level
  if (node.kind === 'map')
    return { state: 'block-map-key', collection: { ...node, pairs: [] }, key: undefined }
  return {
    state: isIndentless(level, above) ? 'indentless-list' : 'block-list',
    collection: { ...node, items: [] },
    key: undefined,
  }
}

/** Whether reading comes to the next entry, or to the end of the collection, exactly where it is expected. */
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

/** The root with what was read in its place, and everything behind it where it stands now. */
function assemble(
  levels: readonly Level[],
  piece: MapNode | ListNode,
  delta: number,
): MapNode | ListNode {
  return levels.reduceRight(
    (made, level, depth) =>
      joined(level, depth === levels.length - 1 ? made : entryWith(level, made), delta),
    piece,
  )
}

/** An entry of a collection with another value, alone. */
function entryWith({ node, index }: Level, value: Node): MapNode | ListNode {
  if (node.kind === 'list') return { ...node, items: [value] }
  const pair = node.pairs[index]
  return { ...node, pairs: pair ? [{ key: pair.key, value }] : [] }
}

/** A collection in which other entries replace one. */
function joined({ node, index }: Level, by: MapNode | ListNode, delta: number): MapNode | ListNode {
  const end = index + 1 === countOf(node) ? endOf(by) : node.end + delta
  if (node.kind === 'map' && by.kind === 'map') {
    const later = node.pairs.slice(index + 1)
    move(
      later.flatMap(({ key, value }) => [key, value]),
      delta,
    )
    return { ...node, pairs: [...node.pairs.slice(0, index), ...by.pairs, ...later], end }
  }
  if (node.kind === 'map' || by.kind === 'map') throw new TypeError('a map stays a map')
  const later = node.items.slice(index + 1)
  move(later, delta)
  return { ...node, items: [...node.items.slice(0, index), ...by.items, ...later], end }
}

const endOf = (node: MapNode | ListNode): number =>
  (node.kind === 'map' ? node.pairs.at(-1)?.value : node.items.at(-1))?.end ?? node.end

/** Moves nodes and all that is in them. */
function move(nodes: readonly Node[], by: number): void {
  if (by === 0) return
  const open = [...nodes]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    node.start += by
    node.end += by
    if (node.kind === 'list') for (const item of node.items) open.push(item)
    if (node.kind === 'map') for (const { key, value } of node.pairs) open.push(key, value)
  }
}

function moved(comments: readonly Span[], by: number): Span[] {
  return comments.map(({ start, end }) => ({ start: start + by, end: end + by }))
}
