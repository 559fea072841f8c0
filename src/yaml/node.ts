import { readPlain, readTagged } from './dialect.js'
import { Fault } from './fault.js'
import { peek, take } from './fetch.js'
import { absent, makeScalar } from './nodes.js'
import type { ListNode, MapNode, Properties, Scalar, ScalarStyle, Span } from './nodes.js'
import { anchor, deliver, open } from './parser.js'
import type { Parser, State } from './parser.js'
import type { Token } from './scanner.js'

const mostNoticed = 100

/** What may stand at a place: in a block also a list whose dashes are not indented, or not. */
type Place = 'flow' | 'block' | 'block-or-dashes'

/** Reads a scalar or an alias whole, or opens a collection. */
export function parseNode(parser: Parser, place: Place): void {
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
  if (parser.noticed.length < mostNoticed) {
    parser.noticed.push(
      new Fault('unknown-anchor', `unknown anchor '${name}' referenced`, 'decoder', start),
    )
  }
  deliver(parser, absent(start))
}

type Written = Properties & { end: number }

// At most one anchor and one tag, in either order.
function readProperties(parser: Parser, first: Token): Written {
  const { scanner } = parser
  const written: Written = { end: first.end }
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
  place: Place,
  first: Token,
  written: Written | undefined,
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

function parseScalar(parser: Parser, token: Token, written: Written | undefined): void {
  const { text, start, end, style } = token
  if (written !== undefined) return addScalar(parser, text, token, style, written)
  const value = style === 'plain' ? readPlain(text) : undefined
  if (value === undefined) deliver(parser, { kind: 'text', value: text, start, end, style })
  else deliver(parser, makeScalar(value, token, style))
}

function addScalar(
  parser: Parser,
  text: string,
  span: Span,
  style: ScalarStyle,
  written: Written,
): void {
  const { tag } = written
  const plain = tag === undefined && style === 'plain' ? readPlain(text) : undefined
  const value = tag === undefined ? plain : readTagged(tag, text)
  const broken = typeof value === 'string'
  const node = makeScalar(
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
  written: Written | undefined,
): void {
  const flow = state === 'flow-list-first'
  const node: ListNode = { kind: 'list', items: [], start, end, flow }
  if (written !== undefined) addProperties(parser, node, written)
  open(parser, state, node)
}

function openMap(
  parser: Parser,
  state: State,
  { start, end }: Span,
  written: Written | undefined,
): void {
  const flow = state === 'flow-map-first'
  const node: MapNode = { kind: 'map', pairs: [], start, end, flow }
  if (written !== undefined) addProperties(parser, node, written)
  open(parser, state, node)
}

function addProperties(
  parser: Parser,
  node: Scalar | MapNode | ListNode,
  { tag, anchor: name }: Written,
): void {
  if (tag !== undefined) node.tag = tag
  if (name === undefined) return
  node.anchor = name
  anchor(parser, name, node)
}
