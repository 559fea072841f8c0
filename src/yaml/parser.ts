import type { Fault } from './fault.js'
import { absent } from './nodes.js'
import type { ListNode, MapNode, Node } from './nodes.js'
import type { Scanner } from './scanner.js'

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

/** A collection whose end was not read yet. */
export type Frame = {
  state: State
  readonly collection: MapNode | ListNode
  /** A key that waits for its value. */
  key: Node | undefined
}

/** How far everything was read when some key of the outermost block map came. */
export type Checkpoint = {
  position: number
  column: number
  pairs: number
  comments: number
  anchors: number
  /** The one before. */
  previous: Checkpoint | undefined
}

/** The state of building nodes from tokens. */
export type Parser = {
  scanner: Scanner
  /** The open collections, the innermost last. */
  stack: Frame[]
  root: Node | undefined
  /** Where the root begins, with its properties. */
  origin: number
  /** The text of a root that is a scalar, before its tag was applied. */
  rootText: string
  anchors: Map<string, Node>
  /** Every anchor in order of writing. */
  readonly anchored: { name: string; node: Node }[]
  /** The handles of tags and their prefixes. */
  handles: Map<string, string>
  checkpoint: Checkpoint | undefined
  /** Faults that do not hinder reading on; the first of them. */
  readonly noticed: Fault[]
  /** Scalars that are not what their tag says, with the words of yaml.v2. */
  readonly broken: Map<Node, string>
  /** Whether decoding could fail: there are aliases, merge keys, complex keys or unreadable values. */
  suspicious: boolean
}

/** The handles of tags that every text knows. */
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

/** Opens a collection; its nodes follow. */
export function open(parser: Parser, state: State, collection: MapNode | ListNode): void {
  parser.stack.push({ state, collection, key: undefined })
}

/** Closes the innermost collection and puts it where it belongs. */
export function close(parser: Parser): void {
  const frame = parser.stack.pop()
  if (frame !== undefined) deliver(parser, frame.collection)
}

/** Puts a complete node where it belongs: into the innermost open collection, or at the root. */
export function deliver(parser: Parser, node: Node): void {
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

// A key that has a meaning beyond its value, or may not be one.
function isRemarkable(key: Node): boolean {
  return key.kind === 'map' || key.kind === 'list' || (key.kind === 'text' && key.value === '<<')
}

/** Puts a null where nothing is written. */
export function deliverAbsent(parser: Parser, offset: number): void {
  deliver(parser, absent(offset))
}

/** Names a node, for the aliases that follow. */
export function anchor(parser: Parser, name: string, node: Node): void {
  parser.anchors.set(name, node)
  parser.anchored.push({ name, node })
}

/** Closes everything that is open, as if the text ended here. */
export function closeAll(parser: Parser): void {
  for (let frame = parser.stack.pop(); frame !== undefined; frame = parser.stack.pop()) {
    const { collection, key } = frame
    if (collection.kind === 'map' && key !== undefined) {
      collection.pairs.push({ key, value: absent(key.end) })
    }
    deliver(parser, collection)
  }
}
