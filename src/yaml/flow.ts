import { Fault } from './fault.js'
import { peek, take } from './fetch.js'
import { parseNode } from './node.js'
import { close, deliverAbsent, open } from './parser.js'
import type { Frame, Parser } from './parser.js'
import type { TokenKind } from './scanner.js'

/** Reads the next item of a list in brackets, or its end. */
export function parseFlowItem(parser: Parser, frame: Frame, first: boolean): void {
  const { scanner } = parser
  if (startEntry(parser, frame, first, 'flow-list-end')) return
  frame.state = 'flow-list'
  const { kind, start, end } = peek(scanner)
  if (kind !== 'key') return parseNode(parser, 'flow')
  take(scanner)
  open(parser, 'flow-pair-key', { kind: 'map', pairs: [], start, end, flow: true })
}

/** Reads the key of the next pair of a map in braces, or its end. */
export function parseFlowKey(parser: Parser, frame: Frame, first: boolean): void {
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
export function parseFlowValue(parser: Parser, frame: Frame): void {
  const lone = frame.state === 'flow-map-lone'
  frame.state = 'flow-map-key'
  parseValue(parser, frame, lone, 'flow-map-end')
}

/** Reads the key of a pair that stands alone as the item of a list in brackets. */
export function parsePairKey(parser: Parser, frame: Frame): void {
  const { scanner } = parser
  const { kind, end } = peek(scanner)
  frame.state = 'flow-pair-value'
  if (kind !== 'value' && kind !== 'comma' && kind !== 'flow-list-end')
    return parseNode(parser, 'flow')
  // The token is lost, even the one that would end the list.
  take(scanner)
  deliverAbsent(parser, end)
}

/** Reads the value of such a pair. */
export function parsePairValue(parser: Parser, frame: Frame): void {
  frame.state = 'flow-pair-end'
  parseValue(parser, frame, false, 'flow-list-end')
}

/** Ends such a pair; yaml.v2 looks at the next token before. */
export function parsePairEnd(parser: Parser): void {
  peek(parser.scanner)
  close(parser)
}

// Reads the comma between two entries, or the end of the collection. Tells whether it ended.
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
  close(parser)
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
