import {
  AMPERSAND,
  ASTERISK,
  AT,
  BACKTICK,
  COLON,
  COMMA,
  DASH,
  DOT,
  DOUBLE_QUOTE,
  END,
  EXCLAMATION,
  GREATER,
  LIST_CLOSE,
  LIST_OPEN,
  MAP_CLOSE,
  MAP_OPEN,
  PERCENT,
  PIPE,
  QUESTION,
  SINGLE_QUOTE,
  TAB,
  isBlankOrEnd,
} from './characters.js'
import { fetchBlockScalar } from './block-scalar.js'
import { skipGap } from './gap.js'
import {
  fetchAlone,
  fetchComma,
  fetchDash,
  fetchEnd,
  fetchFlowEnd,
  fetchFlowStart,
  fetchKey,
  fetchValue,
} from './indicators.js'
import { mayBeKey, unindentTo } from './keys.js'
import { atDocumentMark, fetchPlain } from './plain.js'
import { fetchName, fetchTag } from './properties.js'
import { fetchQuoted } from './quoted.js'
import { columnOf, need, scannerFault } from './scanner.js'
import type { Scanner, Token } from './scanner.js'

// What no token begins with; a tab only where a key may begin, a block header only in a flow collection.
const startsNothing = new Set([PERCENT, AT, BACKTICK, PIPE, GREATER, TAB])

/** The next token. It stays the next one until `take`. */
export function peek(scanner: Scanner): Token {
  for (;;) {
    const token = scanner.head < scanner.tail ? scanner.queue[scanner.head] : undefined
    if (token !== undefined && !mayBeKey(scanner, token)) return token
    fetchToken(scanner)
  }
}

/** Goes on to the token after the next one. */
export function take(scanner: Scanner): void {
  scanner.taken++
  scanner.head++
  if (scanner.head === scanner.tail) scanner.head = scanner.tail = 0
}

// Reads one more token, with the marks of the block collections that end in front of it.
function fetchToken(scanner: Scanner): void {
  need(scanner, 1)
  skipGap(scanner)
  const { text, position } = scanner
  const column = columnOf(scanner)
  unindentTo(scanner, column, position)
  need(scanner, 4)
  const code = text.charCodeAt(position)
  if (code === END) fetchEnd(scanner)
  else if (column === 0 && code === PERCENT) fetchAlone(scanner, 'directive')
  else if (column === 0 && (code === DASH || code === DOT) && atDocumentMark(scanner)) {
    fetchAlone(scanner, code === DASH ? 'document-start' : 'document-end')
  } else fetchContent(scanner, code)
}

function fetchContent(scanner: Scanner, code: number): void {
  switch (code) {
    case LIST_OPEN:
      return fetchFlowStart(scanner, 'flow-list')
    case MAP_OPEN:
      return fetchFlowStart(scanner, 'flow-map')
    case LIST_CLOSE:
      return fetchFlowEnd(scanner, 'flow-list-end')
    case MAP_CLOSE:
      return fetchFlowEnd(scanner, 'flow-map-end')
    case COMMA:
      return fetchComma(scanner)
    case DASH:
      return isIndicator(scanner, false) ? fetchDash(scanner) : fetchPlain(scanner)
    case QUESTION:
      return isIndicator(scanner, true) ? fetchKey(scanner) : fetchPlain(scanner)
    case COLON:
      return isIndicator(scanner, true) ? fetchValue(scanner) : fetchPlain(scanner)
    case ASTERISK:
      return fetchName(scanner, 'alias')
    case AMPERSAND:
      return fetchName(scanner, 'anchor')
    case EXCLAMATION:
      return fetchTag(scanner)
    case SINGLE_QUOTE:
    case DOUBLE_QUOTE:
      return fetchQuoted(scanner, code)
    default:
      return fetchScalar(scanner, code)
  }
}

function fetchScalar(scanner: Scanner, code: number): void {
  const block = scanner.flowLevel === 0
  if (block && code === PIPE) fetchBlockScalar(scanner, 'literal')
  else if (block && code === GREATER) fetchBlockScalar(scanner, 'folded')
  else if (startsNothing.has(code)) {
    const words = 'found character that cannot start any token'
    throw scannerFault(scanner, 'reserved-character', words, scanner.position)
  } else fetchPlain(scanner)
}

function isIndicator(scanner: Scanner, alwaysInFlow: boolean): boolean {
  if (alwaysInFlow && scanner.flowLevel > 0) return true
  return isBlankOrEnd(scanner.text.charCodeAt(scanner.position + 1))
}
