import type { Token, TokenKind } from './scanner.js'
import { Fault } from './scanner.js'
import { peek, take } from './tokens.js'
import type { Frame, Parser } from './parser.js'
import {
  parseNode,
  deliverAbsent,
  standardHandles,
  closeCollection,
  openCollection,
} from './parser.js'

/** Reads the first document of the text. Returns the token after it, or undefined if there is no document. */
export function parseNextDocument(parser: Parser): Token | undefined {
  const { stack, scanner } = parser
  if (stack.length === 0 && !startDocument(parser)) return undefined
  for (let frame = stack[stack.length - 1]; frame !== undefined; frame = stack[stack.length - 1])
    parseStep(parser, frame)
  return peek(scanner)
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

/** The same for a list whose dashes are in the column of the surrounding keys. */
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

/** Reads the value of such a pair. */
function parsePairValue(parser: Parser, frame: Frame): void {
  frame.state = 'flow-pair-end'
  parseValue(parser, frame, false, 'flow-list-end')
}

/** Ends such a pair; yaml.v2 peeks at the next token first. */
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
