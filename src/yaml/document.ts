import { parseBlockItem, parseBlockKey, parseBlockValue, parseIndentlessItem } from './block.js'
import { Fault } from './fault.js'
import { peek, take } from './fetch.js'
import {
  parseFlowItem,
  parseFlowKey,
  parseFlowValue,
  parsePairEnd,
  parsePairKey,
  parsePairValue,
} from './flow.js'
import { parseNode } from './node.js'
import { deliverAbsent, standardHandles } from './parser.js'
import type { Frame, Parser } from './parser.js'
import type { Token } from './scanner.js'

/** Reads the first document of the text. Gives the token after it, or undefined if there is no document. */
export function parseDocument(parser: Parser): Token | undefined {
  const { stack, scanner } = parser
  if (stack.length === 0 && !startDocument(parser)) return undefined
  for (let frame = stack[stack.length - 1]; frame !== undefined; frame = stack[stack.length - 1])
    parseStep(parser, frame)
  return peek(scanner)
}

/** Reads on in the innermost open collection. */
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
