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
import {
  skipGap,
  getScannerColumn,
  requireCharacters,
  createScannerFault,
  pushToken,
  pushIndicator,
  pushMark,
  mayBeKey,
  unindentTo,
  confirmKey,
  dropKey,
  enterFlow,
  indentTo,
  leaveFlow,
  saveKey,
} from './scanner.js'
import { isAtDocumentMark, fetchPlain, fetchQuoted } from './flow-scalars.js'
import { fetchName, fetchTag, fetchDirective } from './properties.js'
import type { Scanner, Token } from './scanner.js'

// Characters that cannot begin a token. Tabs only get here where a key may begin, because they are skipped elsewhere;
// `|` and `>` only get here inside brackets.
const reservedCharacters = new Set([PERCENT, AT, BACKTICK, PIPE, GREATER, TAB])

export function peek(scanner: Scanner): Token {
  for (;;) {
    const token = scanner.head < scanner.tail ? scanner.queue[scanner.head] : undefined
    if (token !== undefined && !mayBeKey(scanner, token)) return token
    fetchToken(scanner)
  }
}

export function take(scanner: Scanner): void {
  scanner.takenCount++
  scanner.head++
  if (scanner.head === scanner.tail) scanner.head = scanner.tail = 0
}

// Reads one more token into the queue. If it closes block collections, their end tokens are inserted before it.
function fetchToken(scanner: Scanner): void {
  requireCharacters(scanner, 1)
  skipGap(scanner)
  const { text, position } = scanner
  const column = getScannerColumn(scanner)
  unindentTo(scanner, column, position)
  requireCharacters(scanner, 4)
  const code = text.charCodeAt(position)
  if (code === END) fetchEnd(scanner)
  else if (column === 0 && code === PERCENT) fetchLineMark(scanner, 'directive')
  else if (column === 0 && (code === DASH || code === DOT) && isAtDocumentMark(scanner)) {
    fetchLineMark(scanner, code === DASH ? 'document-start' : 'document-end')
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
  const isInBlock = scanner.flowLevel === 0
  if (isInBlock && code === PIPE) fetchBlockScalar(scanner, 'literal')
  else if (isInBlock && code === GREATER) fetchBlockScalar(scanner, 'folded')
  else if (reservedCharacters.has(code)) {
    const message = 'found character that cannot start any token'
    throw createScannerFault(scanner, 'reserved-character', message, scanner.position)
  } else fetchPlain(scanner)
}

function isIndicator(scanner: Scanner, alwaysInFlow: boolean): boolean {
  if (alwaysInFlow && scanner.flowLevel > 0) return true
  return isBlankOrEnd(scanner.text.charCodeAt(scanner.position + 1))
}

function fetchEnd(scanner: Scanner): void {
  // If the last line has no line break, yaml.v2 reads it as if it had one.
  const end = scanner.length + (getScannerColumn(scanner) === 0 ? 0 : 1)
  scanner.position = scanner.lineStart = scanner.margin = end
  unindentTo(scanner, -1, end)
  dropKey(scanner)
  scanner.isKeyAllowed = false
  pushMark(scanner, 'stream-end', end, end)
}

/** Reads a directive or document mark at the start of a line, which ends all block collections. */
function fetchLineMark(
  scanner: Scanner,
  kind: 'directive' | 'document-start' | 'document-end',
): void {
  unindentTo(scanner, -1, scanner.position)
  dropKey(scanner)
  scanner.isKeyAllowed = false
  if (kind === 'directive') fetchDirective(scanner)
  else pushIndicator(scanner, kind, 3)
}

function fetchFlowStart(scanner: Scanner, kind: 'flow-list' | 'flow-map'): void {
  const level = saveKey(scanner)
  enterFlow(scanner)
  scanner.isKeyAllowed = true
  const start = scanner.position++
  pushToken(scanner, { kind, start, end: start + 1, text: '', suffix: '', style: 'plain', level })
}

function fetchFlowEnd(scanner: Scanner, kind: 'flow-list-end' | 'flow-map-end'): void {
  dropKey(scanner)
  leaveFlow(scanner)
  scanner.isKeyAllowed = false
  pushIndicator(scanner, kind, 1)
}

function fetchComma(scanner: Scanner): void {
  dropKey(scanner)
  scanner.isKeyAllowed = true
  pushIndicator(scanner, 'comma', 1)
}

function fetchDash(scanner: Scanner): void {
  // Inside brackets, the parser reports the dash.
  if (scanner.flowLevel === 0) {
    requireKeyAllowed(
      scanner,
      'misplaced-dash',
      'block sequence entries are not allowed in this context',
    )
    indentTo(scanner, scanner.position, 'block-list')
  }
  dropKey(scanner)
  scanner.isKeyAllowed = true
  pushIndicator(scanner, 'dash', 1)
}

/** Reads the `?` before a key. */
function fetchKey(scanner: Scanner): void {
  if (scanner.flowLevel === 0) {
    requireKeyAllowed(
      scanner,
      'misplaced-question-mark',
      'mapping keys are not allowed in this context',
    )
    indentTo(scanner, scanner.position, 'block-map')
  }
  dropKey(scanner)
  scanner.isKeyAllowed = scanner.flowLevel === 0
  pushIndicator(scanner, 'key', 1)
}

/** Reads the `:` before a value. */
function fetchValue(scanner: Scanner): void {
  if (!confirmKey(scanner)) {
    if (scanner.flowLevel === 0) {
      requireKeyAllowed(
        scanner,
        'misplaced-colon',
        'mapping values are not allowed in this context',
      )
      indentTo(scanner, scanner.position, 'block-map')
    }
    scanner.isKeyAllowed = scanner.flowLevel === 0
  }
  pushIndicator(scanner, 'value', 1)
}

function requireKeyAllowed(scanner: Scanner, code: string, message: string): void {
  if (!scanner.isKeyAllowed) throw createScannerFault(scanner, code, message, scanner.position)
}
