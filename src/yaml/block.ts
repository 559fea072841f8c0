import { Fault } from './fault.js'
import { peek, take } from './fetch.js'
import { parseNode } from './node.js'
import { close, deliverAbsent } from './parser.js'
import type { Frame, Parser } from './parser.js'

const apart = 1000

/** Reads the key of the next pair, or the end of the map. */
export function parseBlockKey(parser: Parser, frame: Frame): void {
  const { scanner } = parser
  const { kind, start, end } = peek(scanner)
  if (kind === 'block-end') {
    take(scanner)
    return close(parser)
  }
  if (kind !== 'key')
    throw new Fault('unexpected-content', 'did not find expected key', 'parser', start)
  if (parser.stack.length === 1) markCheckpoint(parser, frame, start)
  take(scanner)
  frame.state = 'block-map-value'
  parseEntry(parser, end)
}

/** Reads the value of the pair whose key was just read. */
export function parseBlockValue(parser: Parser, frame: Frame): void {
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

// Now and then is enough: to read some entries again costs less than to remember them all.
function markCheckpoint(parser: Parser, { collection }: Frame, position: number): void {
  const { scanner, anchored, checkpoint } = parser
  if (checkpoint !== undefined && position < checkpoint.position + apart) return
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
export function parseBlockItem(parser: Parser): void {
  const { scanner } = parser
  const { kind, start, end } = peek(scanner)
  take(scanner)
  if (kind === 'block-end') return close(parser)
  if (kind !== 'dash')
    throw new Fault('missing-dash', "did not find expected '-' indicator", 'parser', start)
  const next = peek(scanner).kind
  if (next === 'dash' || next === 'block-end') deliverAbsent(parser, end)
  else parseNode(parser, 'block')
}

/** The same for a list whose dashes stand in the column of the keys around it. */
export function parseIndentlessItem(parser: Parser): void {
  const { scanner } = parser
  const { kind, end } = peek(scanner)
  if (kind !== 'dash') return close(parser)
  take(scanner)
  const next = peek(scanner).kind
  if (next === 'dash' || next === 'key' || next === 'value' || next === 'block-end')
    deliverAbsent(parser, end)
  else parseNode(parser, 'block')
}
