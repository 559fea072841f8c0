import type { Scanner, Token, TokenKind } from './scanner.js'
import { Fault } from './scanner.js'
import type { ListNode, MapNode, Node, Properties, Scalar, ScalarStyle, Span } from './nodes.js'
import { createAbsentNode, createScalar, readPlain, readTagged } from './nodes.js'
import { peek, take } from './tokens.js'

/** What is expected next in an open collection. */
export type State =
  | 'block-map-key'
  | 'block-map-value'
  | 'block-list'
  | 'indentless-list'
  | 'flow-list-first'
  | 'flow-list'
  | 'flow-map-first'
  | 'flow-map-key'
  | 'flow-map-value'
  | 'flow-map-lone'
  | 'flow-pair-key'
  | 'flow-pair-value'
  | 'flow-pair-end'

/** A collection whose end was not reached yet. */
export type Frame = {
  state: State
  readonly collection: MapNode | ListNode
  /** A key whose value was not read yet. */
  key: Node | undefined
}

/** The state before some key of the outermost block map, when everything before it was read. */
export type Checkpoint = {
  position: number
  column: number
  pairs: number
  comments: number
  anchors: number
  previous: Checkpoint | undefined
}

/** The state of building nodes from tokens. */
export type Parser = {
  scanner: Scanner
  /** The open collections, the innermost last. */
  stack: Frame[]
  root: Node | undefined
  /** The start of the root, including its properties. */
  rootStart: number
  /** The text of a scalar root, before its tag was applied. */
  rootText: string
  anchors: Map<string, Node>
  /** Every anchor in the order of the source. */
  readonly anchored: { name: string; node: Node }[]
  /** The handles of tags and their prefixes. */
  handles: Map<string, string>
  checkpoint: Checkpoint | undefined
  /** The first of the faults that do not prevent further reading. */
  readonly noticed: Fault[]
  /** Scalars that do not match their tag, with the message of yaml.v2. */
  readonly broken: Map<Node, string>
  /** Whether decoding could fail: there are aliases, merge keys, complex keys or unreadable values. */
  suspicious: boolean
}

/** The predefined tag handles. */
export const standardHandles: ReadonlyMap<string, string> = new Map([
  ['!', '!'],
  ['!!', 'tag:yaml.org,2002:'],
])

/** A parser at the start of a text. */
export function openParser(scanner: Scanner): Parser {
  return {
    scanner,
    stack: [],
    root: undefined,
    rootStart: 0,
    rootText: '',
    anchors: new Map(),
    anchored: [],
    handles: new Map(),
    checkpoint: undefined,
    noticed: [],
    broken: new Map(),
    suspicious: false,
  }
}

/** Opens a collection, before its nodes. */
function openCollection(parser: Parser, state: State, collection: MapNode | ListNode): void {
  parser.stack.push({ state, collection, key: undefined })
}

/** Closes the innermost collection and adds it to its parent. */
function closeCollection(parser: Parser): void {
  const frame = parser.stack.pop()
  if (frame !== undefined) deliver(parser, frame.collection)
}

/** Adds a complete node to the innermost open collection, or makes it the root. */
function deliver(parser: Parser, node: Node): void {
  const frame = parser.stack[parser.stack.length - 1]
  if (frame === undefined) {
    parser.root = node
    return
  }
  const { collection, key } = frame
  collection.end = node.end
  if (collection.kind === 'list') collection.items.push(node)
  else if (key === undefined) {
    frame.key = node
    if (isRemarkable(node)) parser.suspicious = true
  } else {
    collection.pairs.push({ key, value: node })
    frame.key = undefined
  }
}

// A key with a meaning beyond its value, or one that may be invalid.
function isRemarkable(key: Node): boolean {
  return key.kind === 'map' || key.kind === 'list' || (key.kind === 'text' && key.value === '<<')
}

/** Adds a null for an absent node. */
function deliverAbsent(parser: Parser, offset: number): void {
  deliver(parser, createAbsentNode(offset))
}

/** Names a node for later aliases. */
export function setAnchor(parser: Parser, name: string, node: Node): void {
  parser.anchors.set(name, node)
  parser.anchored.push({ name, node })
}

/** Closes everything that is open, as if the text ended here. */
export function closeAll(parser: Parser): void {
  for (let frame = parser.stack.pop(); frame !== undefined; frame = parser.stack.pop()) {
    const { collection, key } = frame
    if (collection.kind === 'map' && key !== undefined) {
      collection.pairs.push({ key, value: createAbsentNode(key.end) })
    }
    deliver(parser, collection)
  }
}

const maxNoticed = 100

/** What is allowed at a position: in a block, a list whose dashes are not indented may or may not be allowed. */
type NodePlace = 'flow' | 'block' | 'block-or-dashes'

/** Reads a complete scalar or alias, or opens a collection. */
function parseNode(parser: Parser, place: NodePlace): void {
  const { scanner } = parser
  const token = peek(scanner)
  if (parser.stack.length === 0) parser.rootStart = token.start
  if (token.kind === 'alias') return parseAlias(parser, token)
  if (token.kind !== 'anchor' && token.kind !== 'tag')
    return parseContent(parser, place, token, undefined)
  parseContent(parser, place, token, readProperties(parser, token))
}

function parseAlias(parser: Parser, token: Token): void {
  take(parser.scanner)
  parser.suspicious = true
  const { start, end, text: name } = token
  const target = parser.anchors.get(name)
  if (target !== undefined) return deliver(parser, { kind: 'alias', start, end, name, target })
  if (parser.noticed.length < maxNoticed) {
    parser.noticed.push(
      new Fault('unknown-anchor', `unknown anchor '${name}' referenced`, 'decoder', start),
    )
  }
  deliver(parser, createAbsentNode(start))
}

type WrittenProperties = Properties & { end: number }

// At most one anchor and one tag, in either order.
function readProperties(parser: Parser, first: Token): WrittenProperties {
  const { scanner } = parser
  const written: WrittenProperties = { end: first.end }
  let tag = first.kind === 'tag' ? first : undefined
  if (first.kind === 'anchor') written.anchor = first.text
  take(scanner)
  const second = peek(scanner)
  if (second.kind === (tag === undefined ? 'tag' : 'anchor')) {
    if (second.kind === 'tag') tag = second
    else written.anchor = second.text
    written.end = second.end
    take(scanner)
    peek(scanner)
  }
  if (tag !== undefined) written.tag = resolveTag(parser, tag)
  return written
}

function resolveTag(parser: Parser, { text: handle, suffix, start }: Token): string {
  if (handle === '') return suffix
  const prefix = parser.handles.get(handle)
  if (prefix === undefined)
    throw new Fault('unknown-tag-handle', 'found undefined tag handle', 'parser', start)
  return prefix + suffix
}

function parseContent(
  parser: Parser,
  place: NodePlace,
  first: Token,
  written: WrittenProperties | undefined,
): void {
  const { scanner } = parser
  const token = written === undefined ? first : peek(scanner)
  const { kind } = token
  if (kind === 'scalar') {
    if (parser.stack.length === 0) parser.rootText = token.text
    take(scanner)
    parseScalar(parser, token, written)
  } else if (kind === 'flow-list' || (kind === 'block-list' && place !== 'flow')) {
    take(scanner)
    openList(parser, kind === 'flow-list' ? 'flow-list-first' : kind, token, written)
  } else if (kind === 'flow-map' || (kind === 'block-map' && place !== 'flow')) {
    take(scanner)
    openMap(parser, kind === 'flow-map' ? 'flow-map-first' : 'block-map-key', token, written)
  } else if (kind === 'dash' && place === 'block-or-dashes')
    openList(parser, 'indentless-list', token, written)
  else if (written === undefined) {
    throw new Fault('missing-content', 'did not find expected node content', 'parser', token.start)
  } else addScalar(parser, '', { start: written.end, end: written.end }, 'plain', written)
}

function parseScalar(parser: Parser, token: Token, written: WrittenProperties | undefined): void {
  const { text, start, end, style } = token
  if (written !== undefined) return addScalar(parser, text, token, style, written)
  const value = style === 'plain' ? readPlain(text) : undefined
  if (value === undefined) deliver(parser, { kind: 'text', value: text, start, end, style })
  else deliver(parser, createScalar(value, token, style))
}

function addScalar(
  parser: Parser,
  text: string,
  span: Span,
  style: ScalarStyle,
  written: WrittenProperties,
): void {
  const { tag } = written
  const plain = tag === undefined && style === 'plain' ? readPlain(text) : undefined
  const value = tag === undefined ? plain : readTagged(tag, text)
  const broken = typeof value === 'string'
  const node = createScalar(
    value === undefined || broken ? { kind: 'text', value: text } : value,
    span,
    style,
  )
  if (broken) {
    parser.broken.set(node, value)
    parser.suspicious = true
  }
  addProperties(parser, node, written)
  deliver(parser, node)
}

function openList(
  parser: Parser,
  state: State,
  { start, end }: Span,
  written: WrittenProperties | undefined,
): void {
  const flow = state === 'flow-list-first'
  const node: ListNode = { kind: 'list', items: [], start, end, flow }
  if (written !== undefined) addProperties(parser, node, written)
  openCollection(parser, state, node)
}

function openMap(
  parser: Parser,
  state: State,
  { start, end }: Span,
  written: WrittenProperties | undefined,
): void {
  const flow = state === 'flow-map-first'
  const node: MapNode = { kind: 'map', pairs: [], start, end, flow, entries: undefined }
  if (written !== undefined) addProperties(parser, node, written)
  openCollection(parser, state, node)
}

function addProperties(
  parser: Parser,
  node: Scalar | MapNode | ListNode,
  { tag, anchor: name }: WrittenProperties,
): void {
  if (tag !== undefined) node.tag = tag
  if (name === undefined) return
  node.anchor = name
  setAnchor(parser, name, node)
}

/** Reads the first document of the text. Returns the token after it, or undefined if there is no document. */
function parseNextDocument(parser: Parser): Token | undefined {
  const { stack, scanner } = parser
  if (stack.length === 0 && !startDocument(parser)) return undefined
  for (let frame = stack[stack.length - 1]; frame !== undefined; frame = stack[stack.length - 1])
    parseStep(parser, frame)
  return peek(scanner)
}

/**
 * The result of parsing: the token after the document (undefined if there is no document), or the
 * first fault.
 */
export type ParseAttempt = { parser: Parser; end: Token | undefined; fault: Fault | undefined }

/** Continues parsing, up to the first fault. */
export function tryParse(parser: Parser): ParseAttempt {
  try {
    return { parser, end: parseNextDocument(parser), fault: undefined }
  } catch (fault) {
    if (fault instanceof Fault) return { parser, end: undefined, fault }
    throw fault
  }
}

/** Whether the document is complete at this token, rather than cut off by unexpected content. */
export function isAtDocumentEnd({ kind }: Token): boolean {
  return kind === 'stream-end' || kind === 'document-start' || kind === 'document-end'
}

/** Continues in the innermost open collection. */
export function parseStep(parser: Parser, frame: Frame): void {
  switch (frame.state) {
    case 'block-map-key':
      return parseBlockKey(parser, frame)
    case 'block-map-value':
      return parseBlockValue(parser, frame)
    case 'block-list':
      return parseBlockItem(parser)
    case 'indentless-list':
      return parseIndentlessItem(parser)
    case 'flow-list-first':
      return parseFlowItem(parser, frame, true)
    case 'flow-list':
      return parseFlowItem(parser, frame, false)
    case 'flow-map-first':
      return parseFlowKey(parser, frame, true)
    case 'flow-map-key':
      return parseFlowKey(parser, frame, false)
    case 'flow-map-value':
    case 'flow-map-lone':
      return parseFlowValue(parser, frame)
    case 'flow-pair-key':
      return parsePairKey(parser, frame)
    case 'flow-pair-value':
      return parsePairValue(parser, frame)
    case 'flow-pair-end':
      return parsePairEnd(parser)
  }
}

function startDocument(parser: Parser): boolean {
  const { scanner } = parser
  const { kind } = peek(scanner)
  if (kind === 'stream-end') return false
  const explicit = kind === 'version' || kind === 'handle' || kind === 'document-start'
  if (explicit) readDirectives(parser)
  for (const [handle, prefix] of standardHandles) addHandle(parser, handle, prefix)
  if (!explicit) {
    parseNode(parser, 'block')
    return true
  }
  const { kind: next, start, end } = peek(scanner)
  if (next !== 'document-start') {
    throw new Fault(
      'missing-document-start',
      'did not find expected <document start>',
      'parser',
      start,
    )
  }
  take(scanner)
  if (endsDocument(peek(scanner))) deliverAbsent(parser, end)
  else parseNode(parser, 'block')
  return true
}

function endsDocument({ kind }: Token): boolean {
  return (
    kind === 'document-start' ||
    kind === 'document-end' ||
    kind === 'stream-end' ||
    kind === 'version' ||
    kind === 'handle'
  )
}

function readDirectives(parser: Parser): void {
  const { scanner, handles } = parser
  let versioned = false
  for (
    let token = peek(scanner);
    token.kind === 'version' || token.kind === 'handle';
    token = peek(scanner)
  ) {
    const { kind, text, suffix, start } = token
    if (kind === 'version') {
      if (versioned)
        throw new Fault('bad-directive', 'found duplicate %YAML directive', 'parser', start)
      if (text !== '1.1')
        throw new Fault('unsupported-version', 'found incompatible YAML document', 'parser', start)
      versioned = true
    } else {
      if (handles.has(text))
        throw new Fault('bad-directive', 'found duplicate %TAG directive', 'parser', start)
      handles.set(text, suffix)
    }
    take(scanner)
  }
}

function addHandle({ handles }: Parser, handle: string, prefix: string): void {
  if (!handles.has(handle)) handles.set(handle, prefix)
}

const checkpointDistance = 1000

/** Reads the key of the next pair, or the end of the map. */
function parseBlockKey(parser: Parser, frame: Frame): void {
  const { scanner } = parser
  const { kind, start, end } = peek(scanner)
  if (kind === 'block-end') {
    take(scanner)
    return closeCollection(parser)
  }
  if (kind !== 'key')
    throw new Fault('unexpected-content', 'did not find expected key', 'parser', start)
  if (parser.stack.length === 1) markCheckpoint(parser, frame, start)
  take(scanner)
  frame.state = 'block-map-value'
  parseEntry(parser, end)
}

/** Reads the value of the pair whose key was just read. */
function parseBlockValue(parser: Parser, frame: Frame): void {
  const { scanner } = parser
  const { kind, end } = peek(scanner)
  frame.state = 'block-map-key'
  if (kind !== 'value') return deliverAbsent(parser, frame.key?.end ?? end)
  take(scanner)
  parseEntry(parser, end)
}

function parseEntry(parser: Parser, end: number): void {
  const { kind } = peek(parser.scanner)
  if (kind === 'key' || kind === 'value' || kind === 'block-end') deliverAbsent(parser, end)
  else parseNode(parser, 'block-or-dashes')
}

// Occasional checkpoints are enough: reading some entries again is cheaper than storing one for each.
function markCheckpoint(parser: Parser, { collection }: Frame, position: number): void {
  const { scanner, anchored, checkpoint } = parser
  if (checkpoint !== undefined && position < checkpoint.position + checkpointDistance) return
  parser.checkpoint = {
    position,
    column: position - scanner.margin,
    pairs: collection.kind === 'map' ? collection.pairs.length : 0,
    comments: scanner.comments.length,
    anchors: anchored.length,
    previous: checkpoint,
  }
}

/** Reads the next item of a list, or its end. */
function parseBlockItem(parser: Parser): void {
  const { scanner } = parser
  const { kind, start, end } = peek(scanner)
  take(scanner)
  if (kind === 'block-end') return closeCollection(parser)
  if (kind !== 'dash')
    throw new Fault('missing-dash', "did not find expected '-' indicator", 'parser', start)
  const next = peek(scanner).kind
  if (next === 'dash' || next === 'block-end') deliverAbsent(parser, end)
  else parseNode(parser, 'block')
}

/** Like `parseBlockItem`, for a list whose dashes are in the column of the surrounding keys. */
function parseIndentlessItem(parser: Parser): void {
  const { scanner } = parser
  const { kind, end } = peek(scanner)
  if (kind !== 'dash') return closeCollection(parser)
  take(scanner)
  const next = peek(scanner).kind
  if (next === 'dash' || next === 'key' || next === 'value' || next === 'block-end')
    deliverAbsent(parser, end)
  else parseNode(parser, 'block')
}

/** Reads the next item of a list in brackets, or its end. */
function parseFlowItem(parser: Parser, frame: Frame, first: boolean): void {
  const { scanner } = parser
  if (startEntry(parser, frame, first, 'flow-list-end')) return
  frame.state = 'flow-list'
  const { kind, start, end } = peek(scanner)
  if (kind !== 'key') return parseNode(parser, 'flow')
  take(scanner)
  openCollection(parser, 'flow-pair-key', {
    kind: 'map',
    pairs: [],
    start,
    end,
    flow: true,
    entries: undefined,
  })
}

/** Reads the key of the next pair of a map in braces, or its end. */
function parseFlowKey(parser: Parser, frame: Frame, first: boolean): void {
  const { scanner } = parser
  if (startEntry(parser, frame, first, 'flow-map-end')) return
  const { kind, end } = peek(scanner)
  if (kind !== 'key') {
    frame.state = 'flow-map-lone'
    return parseNode(parser, 'flow')
  }
  take(scanner)
  frame.state = 'flow-map-value'
  const next = peek(scanner).kind
  if (next === 'value' || next === 'comma' || next === 'flow-map-end') deliverAbsent(parser, end)
  else parseNode(parser, 'flow')
}

/** Reads the value of a pair in braces. A key without a colon has none. */
function parseFlowValue(parser: Parser, frame: Frame): void {
  const lone = frame.state === 'flow-map-lone'
  frame.state = 'flow-map-key'
  parseValue(parser, frame, lone, 'flow-map-end')
}

/** Reads the key of a single pair that is an item of a list in brackets. */
function parsePairKey(parser: Parser, frame: Frame): void {
  const { scanner } = parser
  const { kind, end } = peek(scanner)
  frame.state = 'flow-pair-value'
  if (kind !== 'value' && kind !== 'comma' && kind !== 'flow-list-end')
    return parseNode(parser, 'flow')
  // yaml.v2 loses the token, even if it would end the list.
  take(scanner)
  deliverAbsent(parser, end)
}

/** Reads the value of a single pair that is an item of a list in brackets. */
function parsePairValue(parser: Parser, frame: Frame): void {
  frame.state = 'flow-pair-end'
  parseValue(parser, frame, false, 'flow-list-end')
}

/** Ends a single pair that is an item of a list in brackets; yaml.v2 peeks at the next token first. */
function parsePairEnd(parser: Parser): void {
  peek(parser.scanner)
  closeCollection(parser)
}

// Reads the comma between two entries, or the end of the collection. Returns whether it ended.
function startEntry(parser: Parser, frame: Frame, first: boolean, closing: TokenKind): boolean {
  const { scanner } = parser
  const { kind, start } = peek(scanner)
  if (kind !== closing && !first) {
    if (kind !== 'comma') {
      const words = `did not find expected ',' or '${closing === 'flow-map-end' ? '}' : ']'}'`
      throw new Fault('missing-comma', words, 'parser', start, frame.collection.start)
    }
    take(scanner)
  }
  const { kind: next, end } = peek(scanner)
  if (next !== closing) return false
  take(scanner)
  frame.collection.end = end
  closeCollection(parser)
  return true
}

function parseValue(parser: Parser, { key }: Frame, lone: boolean, closing: TokenKind): void {
  const { scanner } = parser
  const { kind, start, end } = peek(scanner)
  if (lone || kind !== 'value') return deliverAbsent(parser, key?.end ?? start)
  take(scanner)
  const next = peek(scanner).kind
  if (next === 'comma' || next === closing) deliverAbsent(parser, end)
  else parseNode(parser, 'flow')
}
