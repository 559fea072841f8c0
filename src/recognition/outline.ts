/**
 * The structure of a text in any layout: block YAML, flow YAML or JSON, complete or broken. The parser for router files
 * would give more details, but it reads a file as one release of the router does, and is slow on mistakes. An outline
 * is created for every YAML and JSON file of a repository, whatever errors the file has.
 */
export type Outline = {
  readonly keys: ReadonlyMap<string, Outline>
  readonly items: readonly Outline[]
  /** A scalar, without quotes; empty for collections and block scalars. */
  readonly value: string
}

type OutlineNode = { keys: Map<string, OutlineNode>; items: OutlineNode[]; value: string }

/** A key or a list item that begins at `column`, and the node of its value. Deeper lines belong to this value. */
type OutlineFrame = { node: OutlineNode; column: number; isItem: boolean }

type OutlineReader = {
  text: string
  offset: number
  documents: OutlineNode[]
  /** Whether the document has any content, so that `---` ends it. */
  hasContent: boolean
  /** Lines indented deeper than this belong to a block scalar; Infinity if there is none. */
  scalarColumn: number
  frames: OutlineFrame[]
  root: OutlineNode
}

/** The content of more deeply nested flow collections is added to the collection at this depth. */
const maxDepth = 64

const noKeys = new Map<string, OutlineNode>()
const noItems: OutlineNode[] = []

const createNode = (value = ''): OutlineNode => ({ keys: noKeys, items: noItems, value })

function addKey(node: OutlineNode, name: string): OutlineNode {
  if (node.keys === noKeys) node.keys = new Map()
  const existingNode = node.keys.get(name)
  if (existingNode) return existingNode
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

/** Creates an outline of each non-empty document in a text. Takes linear time. */
export function outline(source: string): readonly Outline[] {
  const text = source.replaceAll(/\r\n|[\r\u0085\u2028\u2029]/g, '\n')
  const reader: OutlineReader = {
    text,
    offset: text.startsWith('\ufeff') ? 1 : 0,
    documents: [],
    hasContent: false,
    scalarColumn: Infinity,
    frames: [],
    root: createNode(),
  }
  while (reader.offset < text.length) {
    if (isMarker(text, reader.offset)) startDocument(reader)
    else readLine(reader)
  }
  return reader.hasContent ? [...reader.documents, reader.root] : reader.documents
}

const isBlank = (character: string | undefined): boolean => character === ' ' || character === '\t'

const isBreakOrEnd = (character: string | undefined): boolean =>
  character === '\n' || character === undefined

const isBlankOrBreak = (character: string | undefined): boolean =>
  isBlank(character) || isBreakOrEnd(character)

function skipBlanks(reader: OutlineReader): void {
  while (isBlank(reader.text[reader.offset])) reader.offset += 1
}

function findLineEnd(text: string, offset: number): number {
  const end = text.indexOf('\n', offset)
  return end < 0 ? text.length : end
}

const skipLine = (reader: OutlineReader): void =>
  void (reader.offset = findLineEnd(reader.text, reader.offset) + 1)

const isMarker = (text: string, offset: number): boolean =>
  (text.startsWith('---', offset) || text.startsWith('...', offset)) &&
  isBlankOrBreak(text[offset + 3])

/**
 * Skips a document marker and, if the current document has content, begins a new document. The rest of the line belongs
 * to the new document.
 */
function startDocument(reader: OutlineReader): void {
  reader.offset += 3
  if (!reader.hasContent) return
  reader.documents.push(reader.root)
  reader.root = createNode()
  reader.frames = []
  reader.hasContent = false
  reader.scalarColumn = Infinity
}

function readLine(reader: OutlineReader): void {
  const { text } = reader
  const start = reader.offset
  skipBlanks(reader)
  const column = reader.offset - start
  const first = text[reader.offset]
  if (isBreakOrEnd(first) || first === '#' || column > reader.scalarColumn) return skipLine(reader)
  reader.scalarColumn = Infinity
  if (first === '%' && column === 0 && !reader.hasContent) return skipLine(reader)
  if (first === '{' && /[{%]/.test(text[reader.offset + 1] ?? '')) return skipLine(reader)
  reader.hasContent = true
  readEntry(reader, readDashes(reader, start))
}

/** Opens an item for each dash at the start of a line, and returns the column after the dashes. */
function readDashes(reader: OutlineReader, start: number): number {
  const { text, frames } = reader
  while (text[reader.offset] === '-' && isBlankOrBreak(text[reader.offset + 1])) {
    const column = reader.offset - start
    for (let top = frames.at(-1); top; top = frames.at(-1)) {
      if (top.column < column || (top.column === column && !top.isItem)) break
      frames.pop()
    }
    frames.push({ node: addItem(getTop(reader)), column, isItem: true })
    reader.offset += 1
    skipBlanks(reader)
  }
  return reader.offset - start
}

const getTop = ({ frames, root }: OutlineReader): OutlineNode => frames.at(-1)?.node ?? root

function readEntry(reader: OutlineReader, column: number): void {
  const { frames, text } = reader
  const name = readKey(reader)
  for (let top = frames.at(-1); top && top.column >= column; top = frames.at(-1)) frames.pop()
  // A flow collection at the left edge is the whole document. After other keys, it is a mistake and ends before the
  // next key.
  const outerColumn = reader.root.keys.size > 0 ? column : -1
  if (name === undefined)
    return readValue(reader, getTop(reader), frames.at(-1)?.column ?? outerColumn)
  const node = addKey(getTop(reader), name)
  frames.push({ node, column, isItem: false })
  // A list may be at the same column as its key, but a value may not.
  if (isBreakOrEnd(text[reader.offset])) skipLine(reader)
  else readValue(reader, node, column)
}

/** Reads a key with its colon; undefined, without moving on, if there is none at the current offset. */
function readKey(reader: OutlineReader): string | undefined {
  const { text } = reader
  const start = reader.offset
  if (text[start] === '?' && isBlank(text[start + 1])) reader.offset += 2
  skipProperties(reader)
  const quote = text[reader.offset]
  if (quote === '"' || quote === "'") {
    const end = findClosingQuote(text, reader.offset)
    if (end !== undefined) {
      const name = text.slice(reader.offset + 1, end)
      reader.offset = end + 1
      skipBlanks(reader)
      if (text[reader.offset] === ':' && isBlankOrBreak(text[reader.offset + 1])) {
        reader.offset += 1
        skipBlanks(reader)
        return name
      }
    }
  } else if (quote !== '{' && quote !== '[') {
    plainKey.lastIndex = reader.offset
    const [, name] = plainKey.exec(text) ?? []
    if (name !== undefined) {
      reader.offset = plainKey.lastIndex
      skipBlanks(reader)
      return name.trimEnd()
    }
  }
  reader.offset = start
  return undefined
}

/** A key without quotes, and its colon. Inside the key, no space or tab may follow a colon or precede a `#`. */
const plainKey = /([^\s:#](?:[^\n:#]|:(?=[^ \t\n])|(?<![ \t])#)*):(?=[ \t\n]|$)/y

/** Skips tags and anchors. */
function skipProperties(reader: OutlineReader): void {
  const { text } = reader
  while (text[reader.offset] === '!' || text[reader.offset] === '&') {
    while (!isBlankOrBreak(text[reader.offset])) reader.offset += 1
    skipBlanks(reader)
  }
}

/** Finds the closing quote on the same line, or on later lines before `to`; undefined if there is none. */
function findClosingQuote(text: string, from: number, to = from): number | undefined {
  const quote = text[from]
  for (let offset = from + 1; offset < to || !isBreakOrEnd(text[offset]); offset += 1) {
    if (text[offset] === '\\' && quote === '"') offset += 1
    else if (text[offset] === quote) {
      if (quote === '"' || text[offset + 1] !== "'") return offset
      offset += 1
    }
  }
  return undefined
}

/**
 * Reads the value of the key or item at a column, and moves on to the next line. For a block scalar, only sets
 * `scalarColumn`, so that its lines are skipped.
 */
function readValue(reader: OutlineReader, node: OutlineNode, column: number): void {
  const { text } = reader
  skipProperties(reader)
  const first = text[reader.offset]
  if (first === '|' || first === '>') reader.scalarColumn = column
  else if (first === '{' || first === '[') readFlow(reader, node, column)
  else if (first === '"' || first === "'") node.value = readQuoted(reader, column)
  else if (first !== '#') node.value = readPlain(text, reader.offset)
  if (first !== '{' && first !== '[') skipLine(reader)
}

function readPlain(text: string, start: number): string {
  const line = text.slice(start, findLineEnd(text, start))
  const comment = line.search(/[ \t]#/)
  return (comment < 0 ? line : line.slice(0, comment)).trimEnd()
}

/**
 * Reads a quoted scalar. It may continue on lines that are indented deeper than its key. If it is not closed there, it
 * ends with its line, so that a missing quote does not hide what follows.
 */
function readQuoted(reader: OutlineReader, column: number): string {
  const { text } = reader
  const start = reader.offset
  const lineEnd = findLineEnd(text, start)
  const end =
    findClosingQuote(text, start) ??
    findClosingQuote(text, start, findIndentedEnd(text, lineEnd, column))
  reader.offset = end === undefined ? lineEnd : end + 1
  return text.slice(start + 1, end ?? lineEnd)
}

/** The end of the lines after `lineEnd` that are blank or indented deeper than a column. */
function findIndentedEnd(text: string, lineEnd: number, column: number): number {
  let end = lineEnd
  while (end < text.length) {
    let offset = end + 1
    while (isBlank(text[offset])) offset += 1
    if (!isBreakOrEnd(text[offset]) && offset - end - 1 <= column) break
    end = findLineEnd(text, offset)
  }
  return end
}

/** A flow collection that is not closed yet; `lastValue` is the value of its last key. */
type OpenCollection = { node: OutlineNode; isMap: boolean; lastValue: OutlineNode | undefined }

/**
 * Reads a flow collection. If it is not closed, it ends before a document marker, or before the next key that is not
 * indented deeper than the key of the collection.
 */
function readFlow(reader: OutlineReader, target: OutlineNode, column: number): void {
  const { text } = reader
  const openCollections: OpenCollection[] = [
    { node: target, isMap: text[reader.offset] === '{', lastValue: undefined },
  ]
  reader.offset += 1
  for (
    let top = openCollections.at(-1);
    top && reader.offset < text.length;
    top = openCollections.at(-1)
  ) {
    const character = text[reader.offset]
    if (isBlank(character)) reader.offset += 1
    else if (isBreakOrEnd(character)) {
      reader.offset += 1
      if (startsBlockKey(text, reader.offset, column)) return
    } else if (character === '#') reader.offset = findLineEnd(text, reader.offset)
    else if (character === '{' || character === '[') {
      const node = openCollections.length < maxDepth ? getOrCreateValue(top) : top.node
      openCollections.push({ node, isMap: character === '{', lastValue: undefined })
      reader.offset += 1
    } else if (character === '}' || character === ']') {
      openCollections.pop()
      reader.offset += 1
    } else if (character === ',') {
      top.lastValue = undefined
      reader.offset += 1
    } else readFlowScalar(reader, top)
  }
  skipLine(reader)
}

/**
 * The node for the next value in a flow collection: that of the last key, or if there is none, a new item of a list. A
 * map drops a value without a key.
 */
function getOrCreateValue({ node, isMap, lastValue }: OpenCollection): OutlineNode {
  return lastValue ?? (isMap ? createNode() : addItem(node))
}

/** Whether a line begins with a document marker, or with a block key that is too far left for the flow collection. */
function startsBlockKey(text: string, start: number, column: number): boolean {
  if (column < 0) return false
  if (isMarker(text, start)) return true
  let offset = start
  while (text[offset] === ' ') offset += 1
  if (offset - start > column) return false
  blockKey.lastIndex = offset
  return blockKey.test(text)
}

const blockKey = /["']?[A-Za-z_][\w.-]*["']?[ \t]*:(?=[ \t\r\n]|$)/y

function readFlowScalar(reader: OutlineReader, collection: OpenCollection): void {
  const { text } = reader
  const quote = text[reader.offset]
  const isQuoted = quote === '"' || quote === "'"
  const scalar = isQuoted ? readFlowQuoted(reader) : readFlowPlain(reader)
  let nextOffset = reader.offset
  while (
    isBlank(text[nextOffset]) ||
    (isQuoted && nextOffset < text.length && isBreakOrEnd(text[nextOffset]))
  )
    nextOffset += 1
  if (text[nextOffset] === ':' && (isQuoted || isEndOfPlain(text, nextOffset))) {
    reader.offset = nextOffset + 1
    const map = collection.isMap ? collection.node : addItem(collection.node)
    collection.lastValue = addKey(map, scalar)
  } else if (collection.lastValue) collection.lastValue.value = scalar
  else if (collection.isMap) addKey(collection.node, scalar)
  else addItem(collection.node, scalar)
}

function readFlowQuoted(reader: OutlineReader): string {
  const { text, offset } = reader
  const end = findClosingQuote(text, offset, Math.min(offset + maxQuotedLength, text.length))
  const textEnd = end ?? findLineEnd(text, offset)
  reader.offset = end === undefined ? textEnd : textEnd + 1
  return text.slice(offset + 1, textEnd)
}

/** A multi-line quoted scalar must be closed within this many characters; otherwise it ends with its first line. */
const maxQuotedLength = 4096

function readFlowPlain(reader: OutlineReader): string {
  const { text } = reader
  const start = reader.offset
  let end = start
  while (!isEndOfPlain(text, end)) end += 1
  // Skips a character that cannot begin anything, such as a single colon.
  reader.offset = Math.max(end, start + 1)
  return text.slice(start, end).trimEnd()
}

function isEndOfPlain(text: string, offset: number): boolean {
  const character = text[offset]
  if (isBreakOrEnd(character) || ',[]{}'.includes(character ?? '')) return true
  if (character === '#') return isBlank(text[offset - 1])
  return (
    character === ':' &&
    (isBlankOrBreak(text[offset + 1]) || ',[]{}'.includes(text[offset + 1] ?? ''))
  )
}
