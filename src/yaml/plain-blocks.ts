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
import { readCachedScalar } from './seen-scalars.js'

/** The content of a text that uses only the simple YAML of nearly all router files. */
export type PlainBlocks = { root: MapNode; comments: Span[] }

type Frame = {
  readonly collection: MapNode | ListNode
  readonly column: number
  /** A key whose value was not read yet. */
  key: Scalar | undefined
  /** The end of the colon or dash whose value was not yet read; -1 if there is none. */
  pendingEnd: number
}

/** The state of reading. Functions return undefined, false or -1 where the text is not simple enough. */
type BlockReader = {
  readonly text: string
  position: number
  readonly stack: Frame[]
  root: MapNode | undefined
  readonly comments: Span[]
}

/**
 * Limits of the fast parser. Longer keys and deeper nesting are left to the full parser, which implements the limits of
 * yaml.v2.
 */
const maxDepth = 100
const maxFlowDepth = 10
const maxKeyLength = 200

// Flags for the possible uses of a character: part of a value without quotes, its first character, part of a key, or
// part of a scalar inside brackets.
const partOfValue = 1
const startOfValue = 2
const partOfKey = 4
const partOfFlowWord = 8
const characterFlags = new Uint8Array(128)
for (let code = 0x21; code < 0x7f; code++) characterFlags[code] = partOfValue
const addFlag = (characters: string, flag: number): void => {
  for (const character of characters) {
    const code = character.charCodeAt(0)
    characterFlags[code] = (characterFlags[code] ?? 0) | flag
  }
}
const wordCharacters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_'
addFlag(`${wordCharacters}/.+~$(<=^;`, startOfValue)
addFlag(`${wordCharacters}-./`, partOfKey)
addFlag(`${wordCharacters}-./*@$+`, partOfFlowWord)

/**
 * Whether a character may be part of a value or comment; beyond ASCII, only characters without a special role in YAML.
 */
const isContent = (code: number): boolean =>
  code < 128
    ? ((characterFlags[code] ?? 0) & partOfValue) !== 0
    : code >= 0xa0 && code < 0xd800 && !isSeparator(code)

const hasFlag = (code: number, flag: number): boolean =>
  code < 128 && ((characterFlags[code] ?? 0) & flag) !== 0

/** Whether a character code is a line feed, or NaN, which `charCodeAt` returns after the end of a text. */
const isLineEnd = (code: number): boolean => code === LINE_FEED || Number.isNaN(code)

const isSpaceOrLineEnd = (code: number): boolean => code === SPACE || isLineEnd(code)

/** Parses a text of simple YAML; undefined if the text is not simple enough or invalid, and needs the full parser. */
export function parsePlainBlocks(text: string): PlainBlocks | undefined {
  const reader: BlockReader = { text, position: 0, stack: [], root: undefined, comments: [] }
  while (reader.position < text.length) if (!readLine(reader)) return undefined
  const { stack, comments } = reader
  while (stack.length > 0) closeFrame(reader)
  return reader.root && { root: reader.root, comments }
}

/** Reads a line and moves to the start of the next one. Returns false if the line needs the full parser. */
function readLine(reader: BlockReader): boolean {
  const { text, position: lineStart } = reader
  const start = skipSpaces(text, lineStart)
  const code = text.charCodeAt(start)
  reader.position = start
  if (isLineEnd(code) || code === HASH) return endLine(reader, start)
  const frame = closeToColumn(reader, start - lineStart)
  // A line may not begin left of the first key. A line that is indented deeper than an entry with a value continues
  // this value, which the fast parser cannot read.
  if (frame === undefined ? reader.root !== undefined : !fitsFrame(frame, start - lineStart))
    return false
  return code === DASH && isSpaceOrLineEnd(text.charCodeAt(start + 1))
    ? frame !== undefined && readItem(reader, frame, lineStart, start)
    : readEntry(reader, lineStart, start)
}

const fitsFrame = ({ column, pendingEnd }: Frame, lineColumn: number): boolean =>
  lineColumn === column || pendingEnd >= 0

/** Closes the collections that start right of a column, and returns the innermost collection that stays open. */
function closeToColumn(reader: BlockReader, column: number): Frame | undefined {
  const { stack } = reader
  let frame = stack[stack.length - 1]
  while (frame !== undefined && column < frame.column) {
    closeFrame(reader)
    frame = stack[stack.length - 1]
  }
  return frame
}

function readItem(reader: BlockReader, frame: Frame, lineStart: number, start: number): boolean {
  const { text } = reader
  const column = start - lineStart
  const list = findOrOpenList(reader, frame, column, start)
  if (list === undefined) return false
  list.pendingEnd = start + 1
  const contentStart = skipSpaces(text, start + 1)
  const code = text.charCodeAt(contentStart)
  if (isLineEnd(code) || code === HASH) return endLine(reader, contentStart)
  if (findKeyEnd(text, contentStart) >= 0) return readEntry(reader, lineStart, contentStart)
  const value = readValue(reader, contentStart)
  if (value === undefined) return false
  addValue(list, value)
  return endLine(reader, reader.position)
}

/** The list for a dash in a column, which may be the column of the key above. Opens the list at its first dash. */
function findOrOpenList(
  reader: BlockReader,
  frame: Frame,
  column: number,
  start: number,
): Frame | undefined {
  const { collection, pendingEnd } = frame
  if (collection.kind === 'list' && column === frame.column) {
    if (pendingEnd >= 0) addValue(frame, createAbsentNode(pendingEnd))
    return frame
  }
  if (pendingEnd < 0) return undefined
  const end = column === frame.column ? start + 1 : start
  return openFrame(reader, { kind: 'list', items: [], start, end, isFlow: false }, column)
}

function readEntry(reader: BlockReader, lineStart: number, start: number): boolean {
  const { text } = reader
  const keyEnd = findKeyEnd(text, start)
  if (keyEnd < 0) return false
  const map = findOrOpenMap(reader, start - lineStart, start)
  if (map === undefined) return false
  const key = createPlain(text, start, keyEnd)
  map.collection.end = keyEnd
  map.key = key
  map.pendingEnd = keyEnd + 1
  const contentStart = skipSpaces(text, keyEnd + 1)
  const code = text.charCodeAt(contentStart)
  if (isLineEnd(code) || code === HASH) return endLine(reader, contentStart)
  const value = readValue(reader, contentStart)
  if (value === undefined) return false
  addValue(map, value)
  return endLine(reader, reader.position)
}

function findOrOpenMap(reader: BlockReader, column: number, start: number): Frame | undefined {
  const { stack } = reader
  let frame = stack[stack.length - 1]
  // A list whose dashes are in the column of the keys around it ends at the next key in this column.
  if (frame?.collection.kind === 'list' && frame.column === column) {
    const outerFrame = stack[stack.length - 2]
    if (outerFrame?.column !== column) return undefined
    closeFrame(reader)
    frame = outerFrame
  }
  if (frame?.column === column) {
    if (frame.pendingEnd >= 0) addValue(frame, createAbsentNode(frame.pendingEnd))
    return frame
  }
  if (frame !== undefined && frame.pendingEnd < 0) return undefined
  const map: MapNode = {
    kind: 'map',
    pairs: [],
    start,
    end: start,
    isFlow: false,
    entries: undefined,
  }
  reader.root ??= map
  return openFrame(reader, map, column)
}

function openFrame(
  { stack }: BlockReader,
  collection: MapNode | ListNode,
  column: number,
): Frame | undefined {
  if (stack.length >= maxDepth) return undefined
  const frame: Frame = { collection, column, key: undefined, pendingEnd: -1 }
  stack.push(frame)
  return frame
}

function closeFrame({ stack }: BlockReader): void {
  const frame = stack.pop()
  if (frame === undefined) return
  if (frame.pendingEnd >= 0) addValue(frame, createAbsentNode(frame.pendingEnd))
  const parent = stack[stack.length - 1]
  if (parent !== undefined) addValue(parent, frame.collection)
}

function addValue(frame: Frame, value: Node): void {
  const { collection, key } = frame
  collection.end = value.end
  frame.pendingEnd = -1
  if (collection.kind === 'list') collection.items.push(value)
  else if (key !== undefined) collection.pairs.push({ key, value })
}

function skipSpaces(text: string, start: number): number {
  let offset = start
  while (text.charCodeAt(offset) === SPACE) offset++
  return offset
}

/** The offset of the colon after a key that the fast parser can read; -1 otherwise. */
function findKeyEnd(text: string, start: number): number {
  let offset = start
  let code = text.charCodeAt(offset)
  if (code === DASH || !hasFlag(code, startOfValue)) return -1
  while (hasFlag(code, partOfKey)) code = text.charCodeAt(++offset)
  return code === COLON &&
    offset > start &&
    offset - start <= maxKeyLength &&
    text.charCodeAt(start) !== 0x2e &&
    isSpaceOrLineEnd(text.charCodeAt(offset + 1))
    ? offset
    : -1
}

/** Moves past the rest of a line, which may only be blank or a comment. Returns false for anything else. */
function endLine(reader: BlockReader, offset: number): boolean {
  const { text } = reader
  const start = skipSpaces(text, offset)
  let end = start
  if (text.charCodeAt(start) === HASH) {
    if (!isCommentStart(text, start)) return false
    let code = text.charCodeAt(++end)
    while (code === SPACE || isContent(code)) code = text.charCodeAt(++end)
    reader.comments.push({ start, end })
  }
  reader.position = end + 1
  return isLineEnd(text.charCodeAt(end))
}

const isCommentStart = (text: string, offset: number): boolean => {
  const previousCode = text.charCodeAt(offset - 1)
  return previousCode === SPACE || isLineEnd(previousCode)
}

/**
 * Reads a value that ends on its line, and moves to the end of the value. Undefined if the value needs the full parser.
 */
function readValue(reader: BlockReader, start: number): Node | undefined {
  const { text } = reader
  const code = text.charCodeAt(start)
  if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) return readQuoted(reader, start, code)
  if (code === LIST_OPEN) return readFlowList(reader, start, maxFlowDepth)
  if (code === MAP_OPEN) return readFlowMap(reader, start, maxFlowDepth)
  const beginsWithDash = code === DASH && hasFlag(text.charCodeAt(start + 1), startOfValue)
  if (!beginsWithDash && !hasFlag(code, startOfValue) && code < 128) return undefined
  return readPlainValue(reader, start)
}

function readPlainValue(reader: BlockReader, start: number): Scalar | undefined {
  const { text } = reader
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
    if (code === COLON && isSpaceOrLineEnd(text.charCodeAt(offset))) return undefined
    end = offset
  }
  reader.position = end
  return createPlain(text, start, end)
}

function createPlain(text: string, start: number, end: number): Scalar {
  const { text: plainText, value } = readCachedScalar(text, start, end)
  return value === undefined
    ? { kind: 'text', value: plainText, start, end, style: 'plain' }
    : createScalar(value, { start, end }, 'plain')
}

function readQuoted(reader: BlockReader, start: number, quote: number): Scalar | undefined {
  const { text } = reader
  let offset = start + 1
  for (let code = text.charCodeAt(offset); code !== quote; code = text.charCodeAt(++offset)) {
    if (code === SPACE) continue
    if (!isContent(code) || (code === BACKSLASH && quote === DOUBLE_QUOTE)) return undefined
  }
  const end = offset + 1
  const next = text.charCodeAt(end)
  if (next === quote || next === COLON) return undefined
  reader.position = end
  const style = quote === SINGLE_QUOTE ? 'single' : 'double'
  return { kind: 'text', value: readCachedScalar(text, start + 1, offset).text, start, end, style }
}

function readFlowValue(reader: BlockReader, start: number, depth: number): Node | undefined {
  const code = reader.text.charCodeAt(start)
  if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) return readQuoted(reader, start, code)
  if (code === LIST_OPEN) return readFlowList(reader, start, depth - 1)
  return code === MAP_OPEN ? readFlowMap(reader, start, depth - 1) : readFlowWord(reader, start)
}

function readFlowList(reader: BlockReader, start: number, depth: number): ListNode | undefined {
  if (depth === 0) return undefined
  const items: Node[] = []
  const end = readFlowParts(reader, start, LIST_CLOSE, (offset) => {
    const item = readFlowValue(reader, offset, depth)
    if (item !== undefined) items.push(item)
    return item !== undefined
  })
  return end < 0 ? undefined : { kind: 'list', items, start, end, isFlow: true }
}

/**
 * Reads a map in braces; undefined if no space follows a colon, or if another part of the map needs the full parser.
 */
function readFlowMap(reader: BlockReader, start: number, depth: number): MapNode | undefined {
  if (depth === 0) return undefined
  const pairs: Pair[] = []
  const end = readFlowParts(reader, start, MAP_CLOSE, (offset) => {
    const key = readFlowWord(reader, offset)
    if (key === undefined || key.end - key.start > maxKeyLength) return false
    const colon = reader.position
    const code = reader.text.charCodeAt(colon)
    if (code !== COLON || reader.text.charCodeAt(colon + 1) !== SPACE) return false
    const value = readFlowValue(reader, skipSpaces(reader.text, colon + 1), depth)
    if (value !== undefined) pairs.push({ key, value })
    return value !== undefined
  })
  return end < 0 ? undefined : { kind: 'map', pairs, start, end, isFlow: true, entries: undefined }
}

/**
 * Reads the parts between brackets or braces, separated by commas. Returns the offset after the closing character,
 * which is also the new position; -1 if a part cannot be read, or if neither a comma nor the closing character follows
 * it.
 */
function readFlowParts(
  reader: BlockReader,
  start: number,
  closingCode: number,
  readPart: (offset: number) => boolean,
): number {
  const { text } = reader
  let offset = skipSpaces(text, start + 1)
  let code = text.charCodeAt(offset)
  for (let isFirst = true; code !== closingCode || !isFirst; isFirst = false) {
    if (!readPart(offset)) return -1
    offset = skipSpaces(text, reader.position)
    code = text.charCodeAt(offset)
    if (code === closingCode) break
    if (code !== COMMA) return -1
    offset = skipSpaces(text, offset + 1)
    code = text.charCodeAt(offset)
  }
  reader.position = offset + 1
  return offset + 1
}

/**
 * Reads a scalar of letters, digits and a few other characters. A colon is only part of the scalar if another of these
 * characters follows.
 */
function readFlowWord(reader: BlockReader, start: number): Scalar | undefined {
  const { text } = reader
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
  reader.position = offset
  return createPlain(text, start, offset)
}
