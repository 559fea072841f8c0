import type { Scanner, Token } from './scanner.js'
import { Fault } from './scanner.js'
import type { ListNode, MapNode, Node, Properties, Scalar, ScalarStyle, Span } from './nodes.js'
import { createAbsentNode, createScalar } from './nodes.js'
import { readPlain, readTagged } from './dialect.js'
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
  origin: number
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
    origin: 0,
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
export function openCollection(parser: Parser, state: State, collection: MapNode | ListNode): void {
  parser.stack.push({ state, collection, key: undefined })
}

/** Closes the innermost collection and adds it to its parent. */
export function closeCollection(parser: Parser): void {
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
export function deliverAbsent(parser: Parser, offset: number): void {
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
export function parseNode(parser: Parser, place: NodePlace): void {
  const { scanner } = parser
  const token = peek(scanner)
  if (parser.stack.length === 0) parser.origin = token.start
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
