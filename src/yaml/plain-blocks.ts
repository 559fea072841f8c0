import {
  BACKSLASH,
  COLON,
  COMMA,
  DASH,
  DOUBLE_QUOTE,
  HASH,
  LINE_FEED,
  LIST_CLOSE,
  LIST_OPEN,
  MAP_CLOSE,
  MAP_OPEN,
  SINGLE_QUOTE,
  SPACE,
  isSeparator,
} from './characters.js'
import type { ListNode, MapNode, Node, Pair, Scalar, Span } from './nodes.js'
import { createAbsentNode, createScalar } from './nodes.js'
import { readSeenScalar } from './seen-scalars.js'

/** The content of a text that uses only the simple YAML of nearly all router files. */
export type PlainBlocks = { root: MapNode; comments: Span[] }

/** An open collection. */
type Frame = {
  readonly collection: MapNode | ListNode
  readonly column: number
  /** A key whose value was not read yet. */
  key: Scalar | undefined
  /** The end of the colon or dash whose value was not read yet; -1 without one. */
  pending: number
}

/** The state of reading; functions that read return nothing where the text is not as simple as this reader needs it. */
type Blocks = {
  readonly text: string
  position: number
  readonly stack: Frame[]
  root: MapNode | undefined
  readonly comments: Span[]
}

/** Deeper files, and longer keys, are left to the parser, which knows the limits of yaml.v2. */
const maxDepth = 100
const maxFlowDepth = 10
const maxKeyLength = 200

// What characters may be: part of a value without quotes, its first character, and part of a key.
const partOfValue = 1
const startOfValue = 2
const partOfKey = 4
const partOfFlowWord = 8
const flags = new Uint8Array(128)
for (let code = 0x21; code < 0x7f; code++) flags[code] = partOfValue
const mark = (characters: string, flag: number): void => {
  for (const character of characters) {
    const code = character.charCodeAt(0)
    flags[code] = (flags[code] ?? 0) | flag
  }
}
const words = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_'
mark(`${words}/.+~$(<=^;`, startOfValue)
mark(`${words}-./`, partOfKey)
mark(`${words}-./*@$+`, partOfFlowWord)

/**
 * Whether a character may be part of a value or comment; beyond ASCII, only characters without a special role in YAML.
 */
const isContent = (code: number): boolean =>
  code < 128
    ? ((flags[code] ?? 0) & partOfValue) !== 0
    : code >= 0xa0 && code < 0xd800 && !isSeparator(code)

const hasFlag = (code: number, flag: number): boolean =>
  code < 128 && ((flags[code] ?? 0) & flag) !== 0

/** Whether a line ends here; beyond the end of a text, codes are not a number. */
const isLineEnd = (code: number): boolean => code === LINE_FEED || Number.isNaN(code)

const isGapOrEnd = (code: number): boolean => code === SPACE || isLineEnd(code)

/**
 * Reads maps and lists in lines, with values that end in their line: five times as fast as the parser, with the same
 * nodes. Undefined for every other text, broken ones included, which the parser has to read.
 */
export function parsePlainBlocks(text: string): PlainBlocks | undefined {
  const blocks: Blocks = { text, position: 0, stack: [], root: undefined, comments: [] }
  while (blocks.position < text.length) if (!readLine(blocks)) return undefined
  const { stack, comments } = blocks
  while (stack.length > 0) close(blocks)
  return blocks.root && { root: blocks.root, comments }
}

/** Reads a line; afterwards, the position is at the start of the next one. */
function readLine(blocks: Blocks): boolean {
  const { text, position: lineStart } = blocks
  const start = skipSpaces(text, lineStart)
  const code = text.charCodeAt(start)
  blocks.position = start
  if (isLineEnd(code) || code === HASH) return endLine(blocks, start)
  const frame = findFrame(blocks, start - lineStart)
  // A key cannot be left of the first one, and a value continues on lines that are indented deeper.
  if (frame === undefined ? blocks.root !== undefined : !isPlace(frame, start - lineStart))
    return false
  return code === DASH && isGapOrEnd(text.charCodeAt(start + 1))
    ? frame !== undefined && readItem(blocks, frame, lineStart, start)
    : readEntry(blocks, lineStart, start)
}

const isPlace = ({ column, pending }: Frame, found: number): boolean =>
  found === column || pending >= 0

/** Closes the collections right of a column, and returns the innermost one that is left. */
function findFrame(blocks: Blocks, column: number): Frame | undefined {
  const { stack } = blocks
  let frame = stack[stack.length - 1]
  while (frame !== undefined && column < frame.column) {
    close(blocks)
    frame = stack[stack.length - 1]
  }
  return frame
}

/** Reads the item of a list. */
function readItem(blocks: Blocks, frame: Frame, lineStart: number, start: number): boolean {
  const { text } = blocks
  const column = start - lineStart
  const list = findList(blocks, frame, column, start)
  if (list === undefined) return false
  list.pending = start + 1
  const content = skipSpaces(text, start + 1)
  const code = text.charCodeAt(content)
  if (isLineEnd(code) || code === HASH) return endLine(blocks, content)
  if (findKeyEnd(text, content) >= 0) return readEntry(blocks, lineStart, content)
  const value = readValue(blocks, content)
  if (value === undefined) return false
  deliver(list, value)
  return endLine(blocks, blocks.position)
}

/** The list whose dash is in a column, which may be the column of the key above. */
function findList(blocks: Blocks, frame: Frame, column: number, start: number): Frame | undefined {
  const { collection, pending } = frame
  if (collection.kind === 'list' && column === frame.column) {
    if (pending >= 0) deliver(frame, createAbsentNode(pending))
    return frame
  }
  if (pending < 0) return undefined
  const end = column === frame.column ? start + 1 : start
  return open(blocks, { kind: 'list', items: [], start, end, flow: false }, column)
}

/** Reads a key and its value, if that is in the same line. */
function readEntry(blocks: Blocks, lineStart: number, start: number): boolean {
  const { text } = blocks
  const keyEnd = findKeyEnd(text, start)
  if (keyEnd < 0) return false
  const map = findMap(blocks, start - lineStart, start)
  if (map === undefined) return false
  const key = createPlain(text, start, keyEnd)
  map.collection.end = keyEnd
  map.key = key
  map.pending = keyEnd + 1
  const content = skipSpaces(text, keyEnd + 1)
  const code = text.charCodeAt(content)
  if (isLineEnd(code) || code === HASH) return endLine(blocks, content)
  const value = readValue(blocks, content)
  if (value === undefined) return false
  deliver(map, value)
  return endLine(blocks, blocks.position)
}

/** The map whose keys are in a column. */
function findMap(blocks: Blocks, column: number, start: number): Frame | undefined {
  const { stack } = blocks
  let frame = stack[stack.length - 1]
  // A list whose dashes are in the column of the keys around it ends without a sign.
  if (frame?.collection.kind === 'list' && frame.column === column) {
    const around = stack[stack.length - 2]
    if (around?.column !== column) return undefined
    close(blocks)
    frame = around
  }
  if (frame?.column === column) {
    if (frame.pending >= 0) deliver(frame, createAbsentNode(frame.pending))
    return frame
  }
  if (frame !== undefined && frame.pending < 0) return undefined
  const map: MapNode = {
    kind: 'map',
    pairs: [],
    start,
    end: start,
    flow: false,
    entries: undefined,
  }
  blocks.root ??= map
  return open(blocks, map, column)
}

function open(
  { stack }: Blocks,
  collection: MapNode | ListNode,
  column: number,
): Frame | undefined {
  if (stack.length >= maxDepth) return undefined
  const frame: Frame = { collection, column, key: undefined, pending: -1 }
  stack.push(frame)
  return frame
}

/** Closes the innermost collection and adds it to its parent. */
function close({ stack }: Blocks): void {
  const frame = stack.pop()
  if (frame === undefined) return
  if (frame.pending >= 0) deliver(frame, createAbsentNode(frame.pending))
  const parent = stack[stack.length - 1]
  if (parent !== undefined) deliver(parent, frame.collection)
}

/** Adds the value of the open key or dash to a collection. */
function deliver(frame: Frame, value: Node): void {
  const { collection, key } = frame
  collection.end = value.end
  frame.pending = -1
  if (collection.kind === 'list') collection.items.push(value)
  else if (key !== undefined) collection.pairs.push({ key, value })
}

function skipSpaces(text: string, start: number): number {
  let offset = start
  while (text.charCodeAt(offset) === SPACE) offset++
  return offset
}

/** The offset of the colon after a key without quotes; -1 if there is no such key. */
function findKeyEnd(text: string, start: number): number {
  let offset = start
  let code = text.charCodeAt(offset)
  if (code === DASH || !hasFlag(code, startOfValue)) return -1
  while (hasFlag(code, partOfKey)) code = text.charCodeAt(++offset)
  return code === COLON &&
    offset > start &&
    offset - start <= maxKeyLength &&
    text.charCodeAt(start) !== 0x2e &&
    isGapOrEnd(text.charCodeAt(offset + 1))
    ? offset
    : -1
}

/** Ends a line after an offset, where only a comment may follow. */
function endLine(blocks: Blocks, offset: number): boolean {
  const { text } = blocks
  const start = skipSpaces(text, offset)
  let end = start
  if (text.charCodeAt(start) === HASH) {
    if (!isCommentStart(text, start)) return false
    let code = text.charCodeAt(++end)
    while (code === SPACE || isContent(code)) code = text.charCodeAt(++end)
    blocks.comments.push({ start, end })
  }
  blocks.position = end + 1
  return isLineEnd(text.charCodeAt(end))
}

const isCommentStart = (text: string, offset: number): boolean => {
  const before = text.charCodeAt(offset - 1)
  return before === SPACE || isLineEnd(before)
}

/** Reads a value that ends in its line; afterwards, the position is after it. */
function readValue(blocks: Blocks, start: number): Node | undefined {
  const { text } = blocks
  const code = text.charCodeAt(start)
  if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) return readQuoted(blocks, start, code)
  if (code === LIST_OPEN) return readFlowList(blocks, start, maxFlowDepth)
  if (code === MAP_OPEN) return readFlowMap(blocks, start, maxFlowDepth)
  const isNegative = code === DASH && hasFlag(text.charCodeAt(start + 1), startOfValue)
  if (!isNegative && !hasFlag(code, startOfValue) && code < 128) return undefined
  return readPlainValue(blocks, start)
}

function readPlainValue(blocks: Blocks, start: number): Scalar | undefined {
  const { text } = blocks
  let offset = start
  let end = start
  for (;;) {
    const code = text.charCodeAt(offset)
    if (code === SPACE) {
      offset++
      if (text.charCodeAt(offset) === HASH) break
      continue
    }
    if (isLineEnd(code)) break
    if (!isContent(code)) return undefined
    offset++
    if (code === COLON && isGapOrEnd(text.charCodeAt(offset))) return undefined
    end = offset
  }
  blocks.position = end
  return createPlain(text, start, end)
}

function createPlain(text: string, start: number, end: number): Scalar {
  const { text: written, value } = readSeenScalar(text, start, end)
  return value === undefined
    ? { kind: 'text', value: written, start, end, style: 'plain' }
    : createScalar(value, { start, end }, 'plain')
}

function readQuoted(blocks: Blocks, start: number, quote: number): Scalar | undefined {
  const { text } = blocks
  let offset = start + 1
  for (let code = text.charCodeAt(offset); code !== quote; code = text.charCodeAt(++offset)) {
    if (code === SPACE) continue
    if (!isContent(code) || (code === BACKSLASH && quote === DOUBLE_QUOTE)) return undefined
  }
  const end = offset + 1
  const next = text.charCodeAt(end)
  if (next === quote || next === COLON) return undefined
  blocks.position = end
  const style = quote === SINGLE_QUOTE ? 'single' : 'double'
  return { kind: 'text', value: readSeenScalar(text, start + 1, offset).text, start, end, style }
}

/** Reads a value between brackets or braces. */
function readFlowValue(blocks: Blocks, start: number, depth: number): Node | undefined {
  const code = blocks.text.charCodeAt(start)
  if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) return readQuoted(blocks, start, code)
  if (code === LIST_OPEN) return readFlowList(blocks, start, depth - 1)
  return code === MAP_OPEN ? readFlowMap(blocks, start, depth - 1) : readFlowWord(blocks, start)
}

/** Reads a list in brackets. */
function readFlowList(blocks: Blocks, start: number, depth: number): ListNode | undefined {
  if (depth === 0) return undefined
  const items: Node[] = []
  const end = readParts(blocks, start, LIST_CLOSE, (offset) => {
    const item = readFlowValue(blocks, offset, depth)
    if (item !== undefined) items.push(item)
    return item !== undefined
  })
  return end < 0 ? undefined : { kind: 'list', items, start, end, flow: true }
}

/** Reads a map in braces; a space has to follow its colons. */
function readFlowMap(blocks: Blocks, start: number, depth: number): MapNode | undefined {
  if (depth === 0) return undefined
  const pairs: Pair[] = []
  const end = readParts(blocks, start, MAP_CLOSE, (offset) => {
    const key = readFlowWord(blocks, offset)
    if (key === undefined || key.end - key.start > maxKeyLength) return false
    const colon = blocks.position
    const code = blocks.text.charCodeAt(colon)
    if (code !== COLON || blocks.text.charCodeAt(colon + 1) !== SPACE) return false
    const value = readFlowValue(blocks, skipSpaces(blocks.text, colon + 1), depth)
    if (value !== undefined) pairs.push({ key, value })
    return value !== undefined
  })
  return end < 0 ? undefined : { kind: 'map', pairs, start, end, flow: true, entries: undefined }
}

/**
 * Reads what is between brackets or braces, separated by commas; afterwards, the position is after them. Returns it, or
 * -1.
 */
function readParts(
  blocks: Blocks,
  start: number,
  closing: number,
  readPart: (offset: number) => boolean,
): number {
  const { text } = blocks
  let offset = skipSpaces(text, start + 1)
  let code = text.charCodeAt(offset)
  for (let isFirst = true; code !== closing || !isFirst; isFirst = false) {
    if (!readPart(offset)) return -1
    offset = skipSpaces(text, blocks.position)
    code = text.charCodeAt(offset)
    if (code === closing) break
    if (code !== COMMA) return -1
    offset = skipSpaces(text, offset + 1)
    code = text.charCodeAt(offset)
  }
  blocks.position = offset + 1
  return offset + 1
}

/** Reads a scalar of letters, digits and few other signs; a colon in it is not the end of a key. */
function readFlowWord(blocks: Blocks, start: number): Scalar | undefined {
  const { text } = blocks
  let offset = start
  if (!hasFlag(text.charCodeAt(start), startOfValue)) return undefined
  for (;;) {
    const code = text.charCodeAt(offset)
    if (
      code === COLON
        ? !hasFlag(text.charCodeAt(offset + 1), partOfFlowWord)
        : !hasFlag(code, partOfFlowWord)
    )
      break
    offset++
  }
  if (offset === start) return undefined
  blocks.position = offset
  return createPlain(text, start, offset)
}
