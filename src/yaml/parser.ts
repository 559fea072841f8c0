import type { Scanner, Token, TokenKind } from './scanner.js'
import { Fault } from './scanner.js'
import type { ListNode, MapNode, Node, Properties, Scalar, ScalarStyle, Span } from './nodes.js'
import { createAbsentNode, createScalar, readPlain, readTagged } from './nodes.js'
import { peek, take } from './tokens.js'

/** The syntax that is expected next in an open collection. */
export type FrameState =
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
  state: FrameState
  readonly collection: MapNode | ListNode
  /** A key whose value was not read yet. */
  key: Node | undefined
}

/** The state before a key of the outermost block map, from which parsing continues if the text after it is repaired. */
export type Checkpoint = {
  position: number
  column: number
  pairCount: number
  commentCount: number
  anchorCount: number
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
  readonly anchoredNodes: { name: string; node: Node }[]
  /** The prefixes of tags, by their handles. */
  handles: Map<string, string>
  checkpoint: Checkpoint | undefined
  /** Faults for aliases of unknown anchors, at most 100. The parser continues after such an alias. */
  readonly anchorFaults: Fault[]
  /** Scalars that do not match their tag, with the message of yaml.v2. */
  readonly tagMismatches: Map<Node, string>
  /** Whether decoding may fail: there are aliases, `<<`, collections as keys, or scalars that contradict their tag. */
  mayFailDecoding: boolean
}

export const standardHandles: ReadonlyMap<string, string> = new Map([
  ['!', '!'],
  ['!!', 'tag:yaml.org,2002:'],
])

export function openParser(scanner: Scanner): Parser {
  return {
    scanner,
    stack: [],
    root: undefined,
    rootStart: 0,
    rootText: '',
    anchors: new Map(),
    anchoredNodes: [],
    handles: new Map(),
    checkpoint: undefined,
    anchorFaults: [],
    tagMismatches: new Map(),
    mayFailDecoding: false,
  }
}

function openCollection(parser: Parser, state: FrameState, collection: MapNode | ListNode): void {
  parser.stack.push({ state, collection, key: undefined })
}

function closeCollection(parser: Parser): void {
  const frame = parser.stack.pop()
  if (frame !== undefined) addNode(parser, frame.collection)
}

function addNode(parser: Parser, node: Node): void {
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
    if (isSpecialKey(node)) parser.mayFailDecoding = true
  } else {
    collection.pairs.push({ key, value: node })
    frame.key = undefined
  }
}

// Whether a key is a collection, which is invalid, or may be a merge key.
function isSpecialKey(key: Node): boolean {
  return key.kind === 'map' || key.kind === 'list' || (key.kind === 'text' && key.value === '<<')
}

function addAbsentNode(parser: Parser, offset: number): void {
  addNode(parser, createAbsentNode(offset))
}

export function setAnchor(parser: Parser, name: string, node: Node): void {
  parser.anchors.set(name, node)
  parser.anchoredNodes.push({ name, node })
}

/** Closes everything that is open, as if the text ended at the position of the scanner. */
export function closeAll(parser: Parser): void {
  for (let frame = parser.stack.pop(); frame !== undefined; frame = parser.stack.pop()) {
    const { collection, key } = frame
    if (collection.kind === 'map' && key !== undefined) {
      collection.pairs.push({ key, value: createAbsentNode(key.end) })
    }
    addNode(parser, collection)
  }
}

const maxAnchorFaults = 100

/**
 * Which collections may begin at a position: with `flow`, only collections in brackets; with `block`, also block
 * collections; with `block-or-dashes`, also a list whose dashes are at the column of the key above.
 */
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
  parser.mayFailDecoding = true
  const { start, end, text: name } = token
  const target = parser.anchors.get(name)
  if (target !== undefined) return addNode(parser, { kind: 'alias', start, end, name, target })
  if (parser.anchorFaults.length < maxAnchorFaults) {
    parser.anchorFaults.push(
      new Fault('unknown-anchor', `unknown anchor '${name}' referenced`, 'decoder', start),
    )
  }
  addNode(parser, createAbsentNode(start))
}

type PropertiesWithEnd = Properties & { end: number }

// Reads at most one anchor and one tag, in either order.
function readProperties(parser: Parser, first: Token): PropertiesWithEnd {
  const { scanner } = parser
  const properties: PropertiesWithEnd = { end: first.end }
  let tag = first.kind === 'tag' ? first : undefined
  if (first.kind === 'anchor') properties.anchor = first.text
  take(scanner)
  const second = peek(scanner)
  if (second.kind === (tag === undefined ? 'tag' : 'anchor')) {
    if (second.kind === 'tag') tag = second
    else properties.anchor = second.text
    properties.end = second.end
    take(scanner)
    peek(scanner)
  }
  if (tag !== undefined) properties.tag = resolveTag(parser, tag)
  return properties
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
  properties: PropertiesWithEnd | undefined,
): void {
  const { scanner } = parser
  const token = properties === undefined ? first : peek(scanner)
  const { kind } = token
  if (kind === 'scalar') {
    if (parser.stack.length === 0) parser.rootText = token.text
    take(scanner)
    parseScalar(parser, token, properties)
  } else if (kind === 'flow-list' || (kind === 'block-list' && place !== 'flow')) {
    take(scanner)
    openList(parser, kind === 'flow-list' ? 'flow-list-first' : kind, token, properties)
  } else if (kind === 'flow-map' || (kind === 'block-map' && place !== 'flow')) {
    take(scanner)
    openMap(parser, kind === 'flow-map' ? 'flow-map-first' : 'block-map-key', token, properties)
  } else if (kind === 'dash' && place === 'block-or-dashes')
    openList(parser, 'indentless-list', token, properties)
  else if (properties === undefined) {
    throw new Fault('missing-content', 'did not find expected node content', 'parser', token.start)
  } else addScalar(parser, '', { start: properties.end, end: properties.end }, 'plain', properties)
}

function parseScalar(
  parser: Parser,
  token: Token,
  properties: PropertiesWithEnd | undefined,
): void {
  const { text, start, end, style } = token
  if (properties !== undefined) return addScalar(parser, text, token, style, properties)
  const value = style === 'plain' ? readPlain(text) : undefined
  if (value === undefined) addNode(parser, { kind: 'text', value: text, start, end, style })
  else addNode(parser, createScalar(value, token, style))
}

function addScalar(
  parser: Parser,
  text: string,
  span: Span,
  style: ScalarStyle,
  properties: PropertiesWithEnd,
): void {
  const { tag } = properties
  const plain = tag === undefined && style === 'plain' ? readPlain(text) : undefined
  const value = tag === undefined ? plain : readTagged(tag, text)
  const isMismatch = typeof value === 'string'
  const node = createScalar(
    value === undefined || isMismatch ? { kind: 'text', value: text } : value,
    span,
    style,
  )
  if (isMismatch) {
    parser.tagMismatches.set(node, value)
    parser.mayFailDecoding = true
  }
  addProperties(parser, node, properties)
  addNode(parser, node)
}

function openList(
  parser: Parser,
  state: FrameState,
  { start, end }: Span,
  properties: PropertiesWithEnd | undefined,
): void {
  const isFlow = state === 'flow-list-first'
  const node: ListNode = { kind: 'list', items: [], start, end, isFlow }
  if (properties !== undefined) addProperties(parser, node, properties)
  openCollection(parser, state, node)
}

function openMap(
  parser: Parser,
  state: FrameState,
  { start, end }: Span,
  properties: PropertiesWithEnd | undefined,
): void {
  const isFlow = state === 'flow-map-first'
  const node: MapNode = { kind: 'map', pairs: [], start, end, isFlow, entries: undefined }
  if (properties !== undefined) addProperties(parser, node, properties)
  openCollection(parser, state, node)
}

function addProperties(
  parser: Parser,
  node: Scalar | MapNode | ListNode,
  { tag, anchor: name }: PropertiesWithEnd,
): void {
  if (tag !== undefined) node.tag = tag
  if (name === undefined) return
  node.anchor = name
  setAnchor(parser, name, node)
}

/** Reads the first document, or the rest of it. Returns the token after it; undefined if there is no document. */
function parseFirstDocument(parser: Parser): Token | undefined {
  const { stack, scanner } = parser
  if (stack.length === 0 && !startDocument(parser)) return undefined
  for (let frame = stack[stack.length - 1]; frame !== undefined; frame = stack[stack.length - 1])
    parseStep(parser, frame)
  return peek(scanner)
}

/** The result of parsing: the token after the document (undefined if there is no document), or the first fault. */
export type ParseAttempt = { parser: Parser; end: Token | undefined; fault: Fault | undefined }

/** Continues parsing, up to the first fault. */
export function tryParse(parser: Parser): ParseAttempt {
  try {
    return { parser, end: parseFirstDocument(parser), fault: undefined }
  } catch (fault) {
    if (fault instanceof Fault) return { parser, end: undefined, fault }
    throw fault
  }
}

/** Whether the document is complete at this token, rather than cut off by unexpected content. */
export function isAtDocumentEnd({ kind }: Token): boolean {
  return kind === 'stream-end' || kind === 'document-start' || kind === 'document-end'
}

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
  const isExplicit = kind === 'version' || kind === 'handle' || kind === 'document-start'
  if (isExplicit) readDirectives(parser)
  for (const [handle, prefix] of standardHandles) addHandle(parser, handle, prefix)
  if (!isExplicit) {
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
  if (endsDocument(peek(scanner))) addAbsentNode(parser, end)
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
  let hasVersion = false
  for (
    let token = peek(scanner);
    token.kind === 'version' || token.kind === 'handle';
    token = peek(scanner)
  ) {
    const { kind, text, suffix, start } = token
    if (kind === 'version') {
      if (hasVersion)
        throw new Fault('bad-directive', 'found duplicate %YAML directive', 'parser', start)
      if (text !== '1.1')
        throw new Fault('unsupported-version', 'found incompatible YAML document', 'parser', start)
      hasVersion = true
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
  parseBlockNode(parser, end)
}

function parseBlockValue(parser: Parser, frame: Frame): void {
  const { scanner } = parser
  const { kind, end } = peek(scanner)
  frame.state = 'block-map-key'
  if (kind !== 'value') return addAbsentNode(parser, frame.key?.end ?? end)
  take(scanner)
  parseBlockNode(parser, end)
}

function parseBlockNode(parser: Parser, absentOffset: number): void {
  const { kind } = peek(parser.scanner)
  if (kind === 'key' || kind === 'value' || kind === 'block-end')
    addAbsentNode(parser, absentOffset)
  else parseNode(parser, 'block-or-dashes')
}

// Occasional checkpoints are enough: reading some entries again is cheaper than storing a checkpoint for each.
function markCheckpoint(parser: Parser, { collection }: Frame, position: number): void {
  const { scanner, anchoredNodes, checkpoint } = parser
  if (checkpoint !== undefined && position < checkpoint.position + checkpointDistance) return
  parser.checkpoint = {
    position,
    column: position - scanner.margin,
    pairCount: collection.kind === 'map' ? collection.pairs.length : 0,
    commentCount: scanner.comments.length,
    anchorCount: anchoredNodes.length,
    previous: checkpoint,
  }
}

function parseBlockItem(parser: Parser): void {
  const { scanner } = parser
  const { kind, start, end } = peek(scanner)
  take(scanner)
  if (kind === 'block-end') return closeCollection(parser)
  if (kind !== 'dash')
    throw new Fault('missing-dash', "did not find expected '-' indicator", 'parser', start)
  const next = peek(scanner).kind
  if (next === 'dash' || next === 'block-end') addAbsentNode(parser, end)
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
    addAbsentNode(parser, end)
  else parseNode(parser, 'block')
}

function parseFlowItem(parser: Parser, frame: Frame, isFirst: boolean): void {
  const { scanner } = parser
  if (startEntry(parser, frame, isFirst, 'flow-list-end')) return
  frame.state = 'flow-list'
  const { kind, start, end } = peek(scanner)
  if (kind !== 'key') return parseNode(parser, 'flow')
  take(scanner)
  openCollection(parser, 'flow-pair-key', {
    kind: 'map',
    pairs: [],
    start,
    end,
    isFlow: true,
    entries: undefined,
  })
}

function parseFlowKey(parser: Parser, frame: Frame, isFirst: boolean): void {
  const { scanner } = parser
  if (startEntry(parser, frame, isFirst, 'flow-map-end')) return
  const { kind, end } = peek(scanner)
  if (kind !== 'key') {
    frame.state = 'flow-map-lone'
    return parseNode(parser, 'flow')
  }
  take(scanner)
  frame.state = 'flow-map-value'
  const next = peek(scanner).kind
  if (next === 'value' || next === 'comma' || next === 'flow-map-end') addAbsentNode(parser, end)
  else parseNode(parser, 'flow')
}

/** Reads the value of a pair in braces. A key without a colon has no value. */
function parseFlowValue(parser: Parser, frame: Frame): void {
  const isLoneKey = frame.state === 'flow-map-lone'
  frame.state = 'flow-map-key'
  parseValue(parser, frame, isLoneKey, 'flow-map-end')
}

/** Reads the key of a single pair that is an item of a list in brackets. */
function parsePairKey(parser: Parser, frame: Frame): void {
  const { scanner } = parser
  const { kind, end } = peek(scanner)
  frame.state = 'flow-pair-value'
  if (kind !== 'value' && kind !== 'comma' && kind !== 'flow-list-end')
    return parseNode(parser, 'flow')
  // After a missing key, yaml.v2 drops the next token, even if this token ends the list.
  take(scanner)
  addAbsentNode(parser, end)
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

// Reads the comma between two entries, or the end of the collection. Returns whether the collection ended.
function startEntry(parser: Parser, frame: Frame, isFirst: boolean, closing: TokenKind): boolean {
  const { scanner } = parser
  const { kind, start } = peek(scanner)
  if (kind !== closing && !isFirst) {
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

function parseValue(parser: Parser, { key }: Frame, isLoneKey: boolean, closing: TokenKind): void {
  const { scanner } = parser
  const { kind, start, end } = peek(scanner)
  if (isLoneKey || kind !== 'value') return addAbsentNode(parser, key?.end ?? start)
  take(scanner)
  const next = peek(scanner).kind
  if (next === 'comma' || next === closing) addAbsentNode(parser, end)
  else parseNode(parser, 'flow')
}
