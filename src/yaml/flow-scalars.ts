import {
  COLON,
  DASH,
  DOT,
  END,
  HASH,
  LINE_FEED,
  LIST_CLOSE,
  LIST_OPEN,
  MAP_CLOSE,
  MAP_OPEN,
  COMMA,
  QUESTION,
  RETURN,
  SPACE,
  TAB,
  isBlank,
  isBlankOrEnd,
  isBreak,
  BACKSLASH,
  DOUBLE_QUOTE,
  SINGLE_QUOTE,
  measureCharacter,
  toHexadecimalDigit,
} from './characters.js'
import {
  readBreak,
  readFold,
  skipAllBlanks,
  getScannerColumn,
  requireCharacters,
  requireCharactersSince,
  pushToken,
  createScannerFault,
  skipBreak,
  saveKey,
} from './scanner.js'
import type { Scanner } from './scanner.js'

// ASCII characters that may end a word of a plain scalar: 1 everywhere, 2 only inside brackets.
const stopFlags = new Uint8Array(128)
for (const code of [END, TAB, LINE_FEED, RETURN, SPACE, COLON]) stopFlags[code] = 1
for (const code of [COMMA, QUESTION, LIST_OPEN, LIST_CLOSE, MAP_OPEN, MAP_CLOSE])
  stopFlags[code] = 2

/** Whether `---` or `...` is at the start of a line, followed by white space or the end of the text. */
export function isAtDocumentMark(scanner: Scanner): boolean {
  const { text, position } = scanner
  if (position !== scanner.margin) return false
  const code = text.charCodeAt(position)
  return (
    (code === DASH || code === DOT) &&
    text.charCodeAt(position + 1) === code &&
    text.charCodeAt(position + 2) === code &&
    isBlankOrEnd(text.charCodeAt(position + 3))
  )
}

/** Reads a scalar without quotes, which continues on later lines as long as they are indented deep enough. */
export function fetchPlain(scanner: Scanner): void {
  const level = saveKey(scanner)
  scanner.isKeyAllowed = false
  const { text, position: start } = scanner
  scanner.scalarStart = start
  let value = ''
  let fold = ''
  let end = start
  for (;;) {
    requireCharacters(scanner, 4)
    const { position } = scanner
    if (isAtDocumentMark(scanner) || text.charCodeAt(position) === HASH) break
    const lineEnd = readLine(scanner)
    if (lineEnd > position) {
      value += fold + text.slice(position, lineEnd)
      fold = ''
      end = lineEnd
    }
    if (lineEnd === position || !isBreak(text.charCodeAt(scanner.position))) break
    fold = readFold(scanner, readBreak(scanner), start, scanner.indent + 1)
    if (scanner.flowLevel === 0 && getScannerColumn(scanner) <= scanner.indent) break
  }
  // After a line break, a key may follow.
  if (fold !== '') scanner.isKeyAllowed = true
  pushToken(scanner, { kind: 'scalar', start, end, text: value, suffix: '', style: 'plain', level })
}

// Reads the words of this line and the blanks after them; returns the end of the last word.
function readLine(scanner: Scanner): number {
  const { text } = scanner
  let end = scanner.position
  for (;;) {
    const start = scanner.position
    const offset = findWordEnd(text, start, scanner.flowLevel > 0)
    if (offset > start) end = offset
    scanner.position = offset
    requireCharactersSince(scanner, start, 2)
    if (!isBlank(text.charCodeAt(offset))) return end
    skipAllBlanks(scanner)
    const next = text.charCodeAt(scanner.position)
    if (isBreak(next)) return end
    requireCharacters(scanner, 4)
    if (next === HASH) return end
  }
}

function findWordEnd(text: string, start: number, isFlow: boolean): number {
  for (let offset = start; ; offset++) {
    const code = text.charCodeAt(offset)
    if (code >= 128) {
      if (isBreak(code)) return offset
    } else if (stopFlags[code] !== 0) {
      if (code === COLON) {
        if (isBlankOrEnd(text.charCodeAt(offset + 1))) return offset
      } else if (isFlow || stopFlags[code] === 1) return offset
    }
  }
}

export function fetchQuoted(scanner: Scanner, quote: number): void {
  const level = saveKey(scanner)
  scanner.isKeyAllowed = false
  const start = scanner.position++
  scanner.scalarStart = start
  const closingQuote = scanner.readBuffer === undefined ? findSimpleEnd(scanner, quote) : -1
  let text: string
  if (closingQuote < 0) text = readQuoted(scanner, quote, start)
  else {
    text = scanner.text.slice(start + 1, closingQuote)
    scanner.position = closingQuote
  }
  scanner.position++
  if (start < scanner.lineStart) scanner.multilineQuote = { start, end: scanner.position }
  const style = quote === SINGLE_QUOTE ? 'single' : 'double'
  pushToken(scanner, {
    kind: 'scalar',
    start,
    end: scanner.position,
    text,
    suffix: '',
    style,
    level,
  })
}

// Returns the offset of the closing quote of a scalar on one line without escapes, the most frequent case; else -1.
function findSimpleEnd(scanner: Scanner, quote: number): number {
  const { text } = scanner
  for (let offset = scanner.position; ; offset++) {
    const code = text.charCodeAt(offset)
    if (code === quote) return isDoubled(text, offset, quote) ? -1 : offset
    if (code === END || isBreak(code) || (code === BACKSLASH && quote === DOUBLE_QUOTE)) return -1
  }
}

function isDoubled(text: string, offset: number, quote: number): boolean {
  return quote === SINGLE_QUOTE && text.charCodeAt(offset + 1) === quote
}

function readQuoted(scanner: Scanner, quote: number, start: number): string {
  const { text } = scanner
  let value = ''
  for (;;) {
    requireCharacters(scanner, 4)
    if (isAtDocumentMark(scanner))
      throw createUnclosedFault(scanner, 'found unexpected document indicator', start)
    if (text.charCodeAt(scanner.position) === END)
      throw createUnclosedFault(scanner, 'found unexpected end of stream', start)
    value += readQuotedWord(scanner, quote, start)
    requireCharacters(scanner, 1)
    const isBreakEscaped = text.charCodeAt(scanner.position) === BACKSLASH && quote === DOUBLE_QUOTE
    if (isBreakEscaped) skipEscapedBreak(scanner)
    if (text.charCodeAt(scanner.position) === quote) return value
    value += isBreakEscaped ? readFold(scanner, '', start, 0) : readSpace(scanner, start)
  }
}

function createUnclosedFault(scanner: Scanner, message: string, start: number) {
  return createScannerFault(scanner, 'unclosed-quote', message, start)
}

// Reads up to white space, a line end, the backslash before a line end, or the closing quote.
function readQuotedWord(scanner: Scanner, quote: number, start: number): string {
  const { text } = scanner
  let value = ''
  let pieceStart = scanner.position
  for (;;) {
    const { position } = scanner
    const code = text.charCodeAt(position)
    if (code === quote && isDoubled(text, position, quote)) {
      value += text.slice(pieceStart, position + 1)
      pieceStart = scanner.position = position + 2
    } else if (code === quote || isBlankOrEnd(code)) return value + text.slice(pieceStart, position)
    else if (code === BACKSLASH && quote === DOUBLE_QUOTE) {
      value += text.slice(pieceStart, position)
      if (isBreak(text.charCodeAt(position + 1))) return value
      value += readEscape(scanner, start)
      pieceStart = scanner.position
    } else scanner.position += measureCharacter(text, position)
    requireCharacters(scanner, 2)
  }
}

function skipEscapedBreak(scanner: Scanner): void {
  requireCharacters(scanner, 3)
  scanner.position++
  skipBreak(scanner)
  requireCharacters(scanner, 1)
}

function readSpace(scanner: Scanner, start: number): string {
  const { text, position } = scanner
  skipAllBlanks(scanner)
  if (isBreak(text.charCodeAt(scanner.position)))
    return readFold(scanner, readBreak(scanner), start, 0)
  return text.slice(position, scanner.position)
}

export const simpleEscapes: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['\t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  [' ', ' '],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['N', '\x85'],
  ['_', '\xa0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
])
/** The number of hexadecimal digits in an escape sequence, by the character after the backslash. */
export const escapeDigits: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
])

function readEscape(scanner: Scanner, scalarStart: number): string {
  const letter = scanner.text.charAt(scanner.position + 1)
  const value = simpleEscapes.get(letter)
  const digitCount = escapeDigits.get(letter)
  if (value === undefined && digitCount === undefined) {
    throw createScannerFault(scanner, 'bad-escape', 'found unknown escape character', scalarStart)
  }
  scanner.position += 2
  return value ?? readCode(scanner, digitCount ?? 0, scalarStart)
}

function readCode(scanner: Scanner, digitCount: number, scalarStart: number): string {
  const { text, position } = scanner
  requireCharacters(scanner, digitCount)
  let code = 0
  for (let offset = position; offset < position + digitCount; offset++) {
    const digit = toHexadecimalDigit(text.charCodeAt(offset))
    if (digit < 0)
      throw createScannerFault(
        scanner,
        'bad-escape',
        'did not find expected hexdecimal number',
        scalarStart,
      )
    code = code * 16 + digit
  }
  if ((code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff) {
    throw createScannerFault(
      scanner,
      'bad-escape',
      'found invalid Unicode character escape code',
      scalarStart,
    )
  }
  scanner.position += digitCount
  return String.fromCodePoint(code)
}
