/**
 * The structure of a text in any layout: block YAML, flow YAML or JSON, complete or broken. The parser for router files
 * would give more details, but it reads as one release of the router does and is slow on mistakes. This one runs on
 * every YAML and JSON file of a repository and never stops at an error.
 */
export type Outline = {
  readonly keys: ReadonlyMap<string, Outline>
  readonly items: readonly Outline[]
  /** A scalar, without quotes. */
  readonly value: string
}

type OutlineNode = { keys: Map<string, OutlineNode>; items: OutlineNode[]; value: string }

/** A map or an item that is open at a column; deeper lines belong to it. */
type OutlineFrame = { node: OutlineNode; column: number; isItem: boolean }

type OutlineReader = {
  text: string
  at: number
  documents: OutlineNode[]
  /** Whether the document has any content, so that `---` ends it. */
  hasContent: boolean
  /** Lines indented deeper than this belong to a block scalar. */
  scalarColumn: number
  frames: OutlineFrame[]
  root: OutlineNode
}

/** More deeply nested flow collections add nothing to the outline. */
const maxDepth = 64

const noKeys = new Map<string, OutlineNode>()
const noItems: OutlineNode[] = []

const createNode = (value = ''): OutlineNode => ({ keys: noKeys, items: noItems, value })

function addKey(node: OutlineNode, name: string): OutlineNode {
  if (node.keys === noKeys) node.keys = new Map()
  const known = node.keys.get(name)
  if (known) return known
  const child = createNode()
  node.keys.set(name, child)
  return child
}

function addItem(node: OutlineNode, value = ''): OutlineNode {
  if (node.items === noItems) node.items = []
  const item = createNode(value)
  node.items.push(item)
  return item
}

/** Outlines the documents of a text that are not empty. Takes linear time. */
export function outline(written: string): readonly Outline[] {
  const text = written.replaceAll(/\r\n|[\r\u0085\u2028\u2029]/g, '\n')
  const reader: OutlineReader = {
    text,
    at: text.startsWith('\ufeff') ? 1 : 0,
    documents: [],
    hasContent: false,
    scalarColumn: Infinity,
    frames: [],
    root: createNode(),
  }
  while (reader.at < text.length) {
    if (isMarker(text, reader.at)) startDocument(reader)
    else readLine(reader)
  }
  return reader.hasContent ? [...reader.documents, reader.root] : reader.documents
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t'

const isBreak = (character: string | undefined): boolean =>
  character === '\n' || character === undefined

const isBlankOrBreak = (character: string | undefined): boolean =>
  isBlank(character) || isBreak(character)

function skipBlanks(reader: OutlineReader): void {
  while (isBlank(reader.text[reader.at])) reader.at += 1
}

/** The end of the line at an offset. */
function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

const skipLine = (reader: OutlineReader): void =>
  void (reader.at = endOfLine(reader.text, reader.at) + 1)

const isMarker = (text: string, at: number): boolean =>
  (text.startsWith('---', at) || text.startsWith('...', at)) && isBlankOrBreak(text[at + 3])

/** Skips a marker between documents; the rest of its line belongs to the next document. */
function startDocument(reader: OutlineReader): void {
  reader.at += 3
  if (!reader.hasContent) return
  reader.documents.push(reader.root)
  reader.root = createNode()
  reader.frames = []
  reader.hasContent = false
  reader.scalarColumn = Infinity
}

function readLine(reader: OutlineReader): void {
  const { text } = reader
  const start = reader.at
  skipBlanks(reader)
  const column = reader.at - start
  const first = text[reader.at]
  if (isBreak(first) || first === '#' || column > reader.scalarColumn) return skipLine(reader)
  reader.scalarColumn = Infinity
  if (first === '%' && column === 0 && !reader.hasContent) return skipLine(reader)
  if (first === '{' && /[{%]/.test(text[reader.at + 1] ?? '')) return skipLine(reader)
  reader.hasContent = true
  readEntry(reader, readDashes(reader, start))
}

/** Opens an item for each dash at the start of a line, and returns the column after the dashes. */
function readDashes(reader: OutlineReader, start: number): number {
  const { text, frames } = reader
  while (text[reader.at] === '-' && isBlankOrBreak(text[reader.at + 1])) {
    const column = reader.at - start
    for (let top = frames.at(-1); top; top = frames.at(-1)) {
      if (top.column < column || (top.column === column && !top.isItem)) break
      frames.pop()
    }
    frames.push({ node: addItem(getTop(reader)), column, isItem: true })
    reader.at += 1
    skipBlanks(reader)
  }
  return reader.at - start
}

const getTop = ({ frames, root }: OutlineReader): OutlineNode => frames.at(-1)?.node ?? root

function readEntry(reader: OutlineReader, column: number): void {
  const { frames, text } = reader
  const name = readKey(reader)
  for (let top = frames.at(-1); top && top.column >= column; top = frames.at(-1)) frames.pop()
  // A collection at the left edge is the whole document, unless there are already keys: then it is a mistake among
  // them.
  const outer = reader.root.keys.size > 0 ? column : -1
  if (name === undefined) return readValue(reader, getTop(reader), frames.at(-1)?.column ?? outer)
  const node = addKey(getTop(reader), name)
  frames.push({ node, column, isItem: false })
  // A list may be at the same column as its key, but a value may not.
  if (isBreak(text[reader.at])) skipLine(reader)
  else readValue(reader, node, column)
}

/** Reads a key with its colon, if there is one here. */
function readKey(reader: OutlineReader): string | undefined {
  const { text } = reader
  const start = reader.at
  if (text[start] === '?' && isBlank(text[start + 1])) reader.at += 2
  skipProperties(reader)
  const quote = text[reader.at]
  if (quote === '"' || quote === "'") {
    const end = findClosingQuote(text, reader.at)
    if (end !== undefined) {
      const name = text.slice(reader.at + 1, end)
      reader.at = end + 1
      skipBlanks(reader)
      if (text[reader.at] === ':' && isBlankOrBreak(text[reader.at + 1])) {
        reader.at += 1
        skipBlanks(reader)
        return name
      }
    }
  } else if (quote !== '{' && quote !== '[') {
    plainKey.lastIndex = reader.at
    const [, name] = plainKey.exec(text) ?? []
    if (name !== undefined) {
      reader.at = plainKey.lastIndex
      skipBlanks(reader)
      return name.trimEnd()
    }
  }
  reader.at = start
  return undefined
}

/** A key without quotes, and its colon: no colon or `#` inside it is next to a space or tab. */
const plainKey = /([^\s:#](?:[^\n:#]|:(?=[^ \t\n])|(?<![ \t])#)*):(?=[ \t\n]|$)/y

/** Skips tags and anchors. */
function skipProperties(reader: OutlineReader): void {
  const { text } = reader
  while (text[reader.at] === '!' || text[reader.at] === '&') {
    while (!isBlankOrBreak(text[reader.at])) reader.at += 1
    skipBlanks(reader)
  }
}

/** The closing quote of a scalar that begins at `from`: on its line, or on further lines before `to`. */
function findClosingQuote(text: string, from: number, to = from): number | undefined {
  const quote = text[from]
  for (let at = from + 1; at < to || !isBreak(text[at]); at += 1) {
    if (text[at] === '\\' && quote === '"') at += 1
    else if (text[at] === quote) {
      if (quote === '"' || text[at + 1] !== "'") return at
      at += 1
    }
  }
  return undefined
}

/** Reads the value of a key or item at a column, up to the end of its last line. */
function readValue(reader: OutlineReader, node: OutlineNode, column: number): void {
  const { text } = reader
  skipProperties(reader)
  const first = text[reader.at]
  if (first === '|' || first === '>') reader.scalarColumn = column
  else if (first === '{' || first === '[') readFlow(reader, node, column)
  else if (first === '"' || first === "'") node.value = readQuoted(reader, column)
  else if (first !== '#') node.value = readPlain(text, reader.at)
  if (first !== '{' && first !== '[') skipLine(reader)
}

/** A plain scalar on one line, without the comment after it. */
function readPlain(text: string, from: number): string {
  const line = text.slice(from, endOfLine(text, from))
  const comment = line.search(/[ \t]#/)
  return (comment < 0 ? line : line.slice(0, comment)).trimEnd()
}

/**
 * Reads a quoted scalar. It may continue on lines that are indented deeper than its key. If it is not closed there, it
 * ends with its line, so that a missing quote does not hide what follows.
 */
function readQuoted(reader: OutlineReader, column: number): string {
  const { text } = reader
  const from = reader.at
  const lineEnd = endOfLine(text, from)
  const end =
    findClosingQuote(text, from) ??
    findClosingQuote(text, from, endOfIndented(text, lineEnd, column))
  reader.at = end === undefined ? lineEnd : end + 1
  return text.slice(from + 1, end ?? lineEnd)
}

/** The end of the lines that are blank or indented deeper than a column. */
function endOfIndented(text: string, lineEnd: number, column: number): number {
  let end = lineEnd
  while (end < text.length) {
    let at = end + 1
    while (isBlank(text[at])) at += 1
    if (!isBreak(text[at]) && at - end - 1 <= column) break
    end = endOfLine(text, at)
  }
  return end
}

/** A flow collection that is open; `slot` is the value of the last key. */
type Collection = { node: OutlineNode; isMap: boolean; slot: OutlineNode | undefined }

/** Reads a flow collection; an unclosed one ends before the next key that is not further right than its own. */
function readFlow(reader: OutlineReader, target: OutlineNode, column: number): void {
  const { text } = reader
  const open: Collection[] = [{ node: target, isMap: text[reader.at] === '{', slot: undefined }]
  reader.at += 1
  for (let top = open.at(-1); top && reader.at < text.length; top = open.at(-1)) {
    const character = text[reader.at]
    if (isBlank(character)) reader.at += 1
    else if (isBreak(character)) {
      reader.at += 1
      if (isBlockAgain(text, reader.at, column)) return
    } else if (character === '#') reader.at = endOfLine(text, reader.at)
    else if (character === '{' || character === '[') {
      const node = open.length < maxDepth ? getValue(top) : top.node
      open.push({ node, isMap: character === '{', slot: undefined })
      reader.at += 1
    } else if (character === '}' || character === ']') {
      open.pop()
      reader.at += 1
    } else if (character === ',') {
      top.slot = undefined
      reader.at += 1
    } else readFlowScalar(reader, top)
  }
  skipLine(reader)
}

/** The node that receives the next value of a flow collection. */
function getValue({ node, isMap, slot }: Collection): OutlineNode {
  return slot ?? (isMap ? createNode() : addItem(node))
}

/** Whether a line begins with a block key that cannot belong to a flow collection at a column. */
function isBlockAgain(text: string, start: number, column: number): boolean {
  if (column < 0) return false
  if (isMarker(text, start)) return true
  let at = start
  while (text[at] === ' ') at += 1
  if (at - start > column) return false
  blockKey.lastIndex = at
  return blockKey.test(text)
}

const blockKey = /["']?[A-Za-z_][\w.-]*["']?[ \t]*:(?=[ \t\r\n]|$)/y

/** Reads a key or a value inside a flow collection. */
function readFlowScalar(reader: OutlineReader, collection: Collection): void {
  const { text } = reader
  const quote = text[reader.at]
  const isQuoted = quote === '"' || quote === "'"
  const scalar = isQuoted ? readFlowQuoted(reader) : readFlowPlain(reader)
  let next = reader.at
  while (isBlank(text[next]) || (isQuoted && next < text.length && isBreak(text[next]))) next += 1
  if (text[next] === ':' && (isQuoted || isEndOfPlain(text, next))) {
    reader.at = next + 1
    const holder = collection.isMap ? collection.node : addItem(collection.node)
    collection.slot = addKey(holder, scalar)
  } else if (collection.slot) collection.slot.value = scalar
  else if (collection.isMap) addKey(collection.node, scalar)
  else addItem(collection.node, scalar)
}

function readFlowQuoted(reader: OutlineReader): string {
  const { text, at } = reader
  const end = findClosingQuote(text, at, Math.min(at + maxQuoted, text.length))
  const last = end ?? endOfLine(text, at)
  reader.at = end === undefined ? last : last + 1
  return text.slice(at + 1, last)
}

/** A multi-line quoted scalar must be closed within this many characters; otherwise it ends with its first line. */
const maxQuoted = 4096

function readFlowPlain(reader: OutlineReader): string {
  const { text } = reader
  const from = reader.at
  let at = from
  while (!isEndOfPlain(text, at)) at += 1
  // Skips a character that cannot begin anything, such as a single colon.
  reader.at = Math.max(at, from + 1)
  return text.slice(from, at).trimEnd()
}

/** Whether a plain scalar of a flow collection ends before a character. */
function isEndOfPlain(text: string, at: number): boolean {
  const character = text[at]
  if (isBreak(character) || ',[]{}'.includes(character ?? '')) return true
  if (character === '#') return isBlank(text[at - 1])
  return character === ':' && (isBlankOrBreak(text[at + 1]) || ',[]{}'.includes(text[at + 1] ?? ''))
}
