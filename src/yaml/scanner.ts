import {
  measureBreak,
  measureCharacter,
  HASH,
  SPACE,
  TAB,
  isBlank,
  isBreak,
  isBreakOrEnd,
  LINE_FEED,
  isSeparator,
} from './characters.js'
import type { ScalarStyle, Span } from './nodes.js'

export type TokenKind =
  | 'stream-end'
  | 'version'
  | 'handle'
  | 'document-start'
  | 'document-end'
  | 'block-list'
  | 'block-map'
  | 'block-end'
  | 'flow-list'
  | 'flow-list-end'
  | 'flow-map'
  | 'flow-map-end'
  | 'dash'
  | 'comma'
  | 'key'
  | 'value'
  | 'alias'
  | 'anchor'
  | 'tag'
  | 'scalar'

export type Token = Span & {
  readonly kind: TokenKind
  /** Value of a scalar, name of an alias or anchor, handle of a tag or `%TAG`, version of `%YAML`. */
  readonly text: string
  /** The suffix of a tag, the prefix of `%TAG`. */
  readonly suffix: string
  readonly style: ScalarStyle
  /** The flow level in which this token may begin a key; -1 if it cannot begin one. */
  level: number
}

/** A token that may begin a key. It does if a colon follows on the same line. */
export type KeyPlace = {
  isPossible: boolean
  /** Whether the token is in the column of the keys of a block map, so that a colon must follow. */
  isRequired: boolean
  /** Counted from the first token of the text. */
  tokenNumber: number
  position: number
}

/** The lines that are read with a different indentation: for the start of each line, the number of columns to add. */
export type Shifts = ReadonlyMap<number, number>

/** The state of the tokenizer: the position, and what the grammar allows there. */
export type Scanner = {
  /** The text and some NUL characters, which make checks for its end unnecessary. */
  readonly text: string
  /** The length of the text without these NUL characters. */
  readonly length: number
  position: number
  lineStart: number
  /** The offset of column 0. It differs from `lineStart` in a line that is read with another indentation. */
  margin: number
  flowLevel: number
  /** The column of the innermost block collection, or -1 outside of any. */
  indent: number
  /**
   * The earlier values of `indent`, which are restored when collections end: -1, then the columns of the outer
   * collections.
   */
  readonly indents: number[]
  isKeyAllowed: boolean
  /** The possible key of each flow level. */
  readonly keyPlaces: KeyPlace[]
  /** Tokens that were read but not taken yet, from `head` to `tail`. */
  readonly queue: Token[]
  head: number
  tail: number
  takenCount: number
  readonly comments: Span[]
  readonly readBuffer: ReadBuffer | undefined
  readonly shifts: Shifts
  // The remaining fields are only used to explain faults.
  /** Start of the last plain or quoted scalar. */
  scalarStart: number
  /** The last quoted scalar of more than one line: its quote may have been left open. */
  multilineQuote: Span | undefined
  /** The offsets of the open brackets and braces. */
  readonly openBrackets: number[]
}

const padding = '\0'.repeat(8)
const noShifts: Shifts = new Map()

export function openScanner(text: string): Scanner {
  const padded = text + padding
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0
  return createScanner(padded, start, noShifts, createReadBuffer(text, padded))
}

/** A scanner at the start of a repaired text. It does not search for forbidden characters again. */
export function restartScanner(padded: string, shifts: Shifts): Scanner {
  const start = padded.charCodeAt(0) === 0xfeff ? 1 : 0
  const scanner = createScanner(padded, start, shifts, undefined)
  scanner.margin -= shifts.get(start) ?? 0
  return scanner
}

/** A scanner that continues at a key of the outermost block map, after everything before it was read. */
export function resumeScanner(
  padded: string,
  shifts: Shifts,
  start: number,
  column: number,
): Scanner {
  const scanner = createScanner(padded, start, shifts, undefined)
  scanner.margin -= column
  scanner.indent = column
  scanner.indents.push(-1)
  return scanner
}

/**
 * Creates a scanner for a part of a text that begins with an entry. `column` is the column of the entry, and `columns`
 * are the columns of the block collections around it, the outermost first.
 */
export function continueScanner(part: string, column: number, columns: readonly number[]): Scanner {
  const scanner = createScanner(part + padding, 0, noShifts, undefined)
  scanner.margin = -column
  scanner.indent = columns.at(-1) ?? -1
  scanner.indents.push(-1, ...columns.slice(0, -1))
  return scanner
}

function createScanner(
  text: string,
  start: number,
  shifts: Shifts,
  readBuffer: ReadBuffer | undefined,
): Scanner {
  return {
    text,
    length: text.length - padding.length,
    position: start,
    lineStart: start,
    margin: start,
    flowLevel: 0,
    indent: -1,
    indents: [],
    isKeyAllowed: true,
    keyPlaces: [{ isPossible: false, isRequired: false, tokenNumber: 0, position: 0 }],
    queue: [],
    head: 0,
    tail: 0,
    takenCount: 0,
    comments: [],
    readBuffer,
    shifts,
    scalarStart: start,
    multilineQuote: undefined,
    openBrackets: [],
  }
}

/** Records that yaml.v2 reads `count` characters from the position on. Throws if it reads a forbidden character. */
export function requireCharacters(scanner: Scanner, count: number): void {
  if (scanner.readBuffer !== undefined) loadCharacters(scanner.readBuffer, scanner.position, count)
}

/**
 * Calls `requireCharacters` at each character after `start` up to the current position, because yaml.v2 advances by one
 * character at a time.
 */
export function requireCharactersSince(scanner: Scanner, start: number, count: number): void {
  if (scanner.readBuffer === undefined) return
  for (let offset = start; offset < scanner.position;) {
    offset += measureCharacter(scanner.text, offset)
    loadCharacters(scanner.readBuffer, offset, count)
  }
}

/** Steps over a line break and starts a new line: columns count from its start, corrected by the shift of the line. */
export function skipBreak(scanner: Scanner): void {
  scanner.position += measureBreak(scanner.text, scanner.position)
  scanner.lineStart = scanner.position
  scanner.margin = scanner.position
  if (scanner.shifts.size > 0) scanner.margin -= scanner.shifts.get(scanner.position) ?? 0
}

export function getScannerColumn(scanner: Scanner): number {
  return scanner.position - scanner.margin
}

export function pushToken(scanner: Scanner, token: Token): void {
  scanner.queue[scanner.tail++] = token
}

export function pushMark(scanner: Scanner, kind: TokenKind, start: number, end: number): void {
  pushToken(scanner, { kind, start, end, text: '', suffix: '', style: 'plain', level: -1 })
}

export function pushIndicator(scanner: Scanner, kind: TokenKind, length: number): void {
  const start = scanner.position
  scanner.position += length
  pushMark(scanner, kind, start, scanner.position)
}

/** A fault noticed at the current position, in a construct that starts at `startedAt`. */
export function createScannerFault(
  scanner: Scanner,
  code: string,
  message: string,
  startedAt: number,
): Fault {
  return new Fault(code, message, 'scanner', scanner.position, startedAt)
}

/**
 * The part of the text that yaml.v2 has buffered. yaml.v2 reads 512 bytes at a time and refuses a control character as
 * soon as it reads it, before it parses the text in front of it. While the first character in its buffer is a byte
 * order mark, yaml.v2 mistakes any character at the start of a line for a byte order mark. Texts with neither character
 * need no buffer.
 */
export type ReadBuffer = {
  readonly text: string
  readonly length: number
  /** The end of the part that was read. Each request beyond the end of the text increases it by one. */
  loadedEnd: number
  /** The offset of the first character in the buffer. */
  start: number
  /** The offsets of line breaks that were mistaken for a byte order mark, and therefore did not end a line. */
  readonly swallowedBreaks: number[]
}

const portionSize = 512
const byteOrderMark = 0xfeff
const forbiddenCharacter = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/
const forbiddenRuns = new RegExp(`${forbiddenCharacter.source}+`, 'g')

export function findForbiddenCharacters(text: string): IterableIterator<RegExpMatchArray> {
  return text.matchAll(forbiddenRuns)
}

/** Whether a text needs a `ReadBuffer`: it has a byte order mark at or after an offset, or a forbidden character. */
export const dependsOnReadBuffer = (text: string, from = 0): boolean =>
  text.includes('\ufeff', from) || forbiddenCharacter.test(text)

function createReadBuffer(text: string, padded: string): ReadBuffer | undefined {
  const contentStart = text.charCodeAt(0) === byteOrderMark ? 1 : 0
  if (!dependsOnReadBuffer(text, contentStart)) return undefined
  return {
    text: padded,
    length: text.length,
    loadedEnd: contentStart,
    start: contentStart,
    swallowedBreaks: [],
  }
}

/** Whether yaml.v2 takes the character at the start of a line for a byte order mark. */
function holdsByteOrderMark(buffer: ReadBuffer): boolean {
  return buffer.text.charCodeAt(buffer.start) === byteOrderMark
}

/** Reads more until the buffer has `count` characters from `position` on. Throws if a forbidden character is read. */
function loadCharacters(buffer: ReadBuffer, position: number, count: number): void {
  if (hasLoaded(buffer, position, count)) return
  buffer.start = position
  do {
    if (buffer.loadedEnd >= buffer.length) {
      buffer.loadedEnd++
      return
    }
    loadPortion(buffer)
  } while (!hasLoaded(buffer, position, count))
}

function hasLoaded(buffer: ReadBuffer, position: number, count: number): boolean {
  let offset = position
  for (let index = 0; index < count; index++) {
    if (offset >= buffer.loadedEnd) return false
    offset += measureCharacter(buffer.text, offset)
  }
  return true
}

function loadPortion(buffer: ReadBuffer): void {
  const { text, length, loadedEnd } = buffer
  // A byte order mark at the start takes three bytes of the first portion.
  let remainingBytes =
    loadedEnd === 1 && text.charCodeAt(0) === byteOrderMark ? portionSize - 3 : portionSize
  let end = loadedEnd
  while (end < length) {
    const units = measureCharacter(text, end)
    const code = text.charCodeAt(end)
    const bytes = units === 2 ? 4 : code < 0x80 ? 1 : code < 0x800 ? 2 : 3
    if (bytes > remainingBytes) break
    remainingBytes -= bytes
    end += units
  }
  const match = forbiddenCharacter.exec(text.slice(loadedEnd, end))
  if (match !== null) {
    throw new Fault(
      'control-character',
      'control characters are not allowed',
      'reader',
      loadedEnd + match.index,
    )
  }
  buffer.loadedEnd = end
}

/**
 * The part of yaml.v2 that reports the error. It determines the printed line number: the scanner counts lines from one,
 * the parser counts from zero (so it names the line before), and the others print no line.
 */
type FaultSource = 'reader' | 'scanner' | 'parser' | 'decoder'

/** An error at which yaml.v2 stops. Thrown while a text is parsed; `tryParse` returns it. */
export class Fault extends Error {
  /** The kind of fault, as in `YamlProblem`. */
  readonly code: string
  readonly source: FaultSource
  /** The position of yaml.v2 when it notices the fault. */
  readonly noticedAt: number
  /** The start of the faulty construct. */
  readonly startedAt: number

  /** `message` is the message of yaml.v2, without the line number. */
  constructor(
    code: string,
    message: string,
    source: FaultSource,
    noticedAt: number,
    startedAt = noticedAt,
  ) {
    super(message)
    this.code = code
    this.source = source
    this.noticedAt = noticedAt
    this.startedAt = startedAt
  }
}

/** Skips white space and comments, up to the next token or the end of the text. */
export function skipGap(scanner: Scanner): void {
  const { text } = scanner
  for (;;) {
    requireCharacters(scanner, 1)
    if (scanner.readBuffer !== undefined) skipByteOrderMark(scanner, scanner.readBuffer)
    skipBlanks(scanner)
    if (text.charCodeAt(scanner.position) === HASH) skipComment(scanner)
    if (!isBreak(text.charCodeAt(scanner.position))) return
    requireCharacters(scanner, 2)
    skipBreak(scanner)
    if (scanner.flowLevel === 0) scanner.isKeyAllowed = true
  }
}

// Tabs may separate tokens, but not indent lines, so they are not skipped if a key may begin here.
function skipBlanks(scanner: Scanner): void {
  const { text, position } = scanner
  const skipsTabs = scanner.flowLevel > 0 || !scanner.isKeyAllowed
  let offset = position
  let code = text.charCodeAt(offset)
  while (code === SPACE || (skipsTabs && code === TAB)) code = text.charCodeAt(++offset)
  scanner.position = offset
  requireCharactersSince(scanner, position, 1)
}

// At the start of a line, skips a character that yaml.v2 mistakes for a byte order mark. If that is a line break, it
// does not end the line.
function skipByteOrderMark(scanner: Scanner, buffer: ReadBuffer): void {
  const { text, position } = scanner
  if (position !== scanner.margin || !holdsByteOrderMark(buffer)) return
  if (isBreak(text.charCodeAt(position)) && measureBreak(text, position) === 1)
    buffer.swallowedBreaks.push(position)
  scanner.position += measureCharacter(text, position)
  scanner.margin = scanner.position - 1
  requireCharacters(scanner, 1)
}

function skipComment(scanner: Scanner): void {
  const { text, position } = scanner
  let offset = position + 1
  while (!isBreakOrEnd(text.charCodeAt(offset))) offset++
  scanner.comments.push({ start: position, end: offset })
  scanner.position = offset
  requireCharactersSince(scanner, position, 1)
}

/** Skips blanks, a comment and the line break. Returns false if the line has other content, and stops before it. */
export function skipRestOfLine(scanner: Scanner): boolean {
  const { text } = scanner
  requireCharacters(scanner, 1)
  skipAllBlanks(scanner)
  if (text.charCodeAt(scanner.position) === HASH) skipComment(scanner)
  if (!isBreakOrEnd(text.charCodeAt(scanner.position))) return false
  if (isBreak(text.charCodeAt(scanner.position))) {
    requireCharacters(scanner, 2)
    skipBreak(scanner)
  }
  return true
}

export function skipAllBlanks(scanner: Scanner): void {
  const { text, position } = scanner
  while (isBlank(text.charCodeAt(scanner.position))) scanner.position++
  requireCharactersSince(scanner, position, 1)
}

/** Skips a line break and returns its value: U+2028 and U+2029 stay, all others become a line feed. */
export function readBreak(scanner: Scanner): string {
  requireCharacters(scanner, 2)
  const code = scanner.text.charCodeAt(scanner.position)
  skipBreak(scanner)
  return String.fromCharCode(isSeparator(code) ? code : LINE_FEED)
}

/**
 * Skips white space after the first line break in a scalar, and returns the text that replaces the line breaks.
 * `firstBreak` is the value of the first line break; empty if it is escaped. A line feed becomes a space, or is dropped
 * if empty lines follow; any other value is kept. The line breaks of empty lines are added. Throws if there is a tab
 * left of `minTabColumn`.
 */
export function readFold(
  scanner: Scanner,
  firstBreak: string,
  scalarStart: number,
  minTabColumn: number,
): string {
  const { text } = scanner
  let emptyLines = ''
  for (;;) {
    requireCharacters(scanner, 1)
    const code = text.charCodeAt(scanner.position)
    if (isBlank(code)) {
      if (code === TAB && getScannerColumn(scanner) < minTabColumn) {
        throw createScannerFault(
          scanner,
          'tab-indentation',
          'found a tab character that violates indentation',
          scalarStart,
        )
      }
      scanner.position++
    } else if (isBreak(code)) emptyLines += readBreak(scanner)
    else if (firstBreak !== '\n') return firstBreak + emptyLines
    else return emptyLines === '' ? ' ' : emptyLines
  }
}

// A key without `?` is only recognized by the colon after it. The position of each possible key is therefore saved
// while the tokens after it are read. When the colon is found, the tokens that mark the start of a key are inserted
// before the key.

const maxKeyLength = 1024
const maxDepth = 10_000

function getCurrentKey(scanner: Scanner): KeyPlace {
  const key = scanner.keyPlaces[scanner.flowLevel]
  if (key === undefined) throw new RangeError('every flow level has its key place')
  return key
}

/** Records that the next token may begin a key, if a key is allowed. Returns the `level` of this token. */
export function saveKey(scanner: Scanner): number {
  if (!scanner.isKeyAllowed) return -1
  const { position, flowLevel } = scanner
  dropKey(scanner)
  const key = getCurrentKey(scanner)
  key.isPossible = true
  key.isRequired = flowLevel === 0 && scanner.indent === getScannerColumn(scanner)
  key.tokenNumber = getNextTokenNumber(scanner)
  key.position = position
  return flowLevel
}

/** Discards the possible key of the current level because no colon followed it. Throws if a colon is required. */
export function dropKey(scanner: Scanner): void {
  const key = getCurrentKey(scanner)
  if (!key.isPossible) return
  key.isPossible = false
  if (key.isRequired) throw createMissingColonFault(scanner, key)
  releaseToken(scanner, key.tokenNumber)
}

// Lets `peek` return the token without waiting for a colon. Does nothing if the token was taken already.
function releaseToken(scanner: Scanner, tokenNumber: number): void {
  const token = scanner.queue[tokenNumber - scanner.takenCount + scanner.head]
  if (token !== undefined) token.level = -1
}

function getNextTokenNumber(scanner: Scanner): number {
  return scanner.takenCount + scanner.tail - scanner.head
}

/** Whether the token may still turn out to be a key, so that more tokens must be read before it is used. */
export function mayBeKey(scanner: Scanner, token: Token): boolean {
  if (token.level < 0) return false
  const key = scanner.keyPlaces[token.level]
  return key !== undefined && isStillPossible(scanner, key)
}

function isStillPossible(scanner: Scanner, key: KeyPlace): boolean {
  if (!key.isPossible) return false
  const { position } = key
  if (position >= scanner.lineStart && !isTooLong(scanner, position)) return true
  key.isPossible = false
  if (key.isRequired) throw createMissingColonFault(scanner, key)
  return false
}

function isTooLong(scanner: Scanner, start: number): boolean {
  if (scanner.position - start <= maxKeyLength) return false
  let characterCount = 0
  for (
    let offset = start;
    offset < scanner.position && characterCount <= maxKeyLength;
    characterCount++
  ) {
    offset += measureCharacter(scanner.text, offset)
  }
  return characterCount > maxKeyLength
}

function createMissingColonFault(scanner: Scanner, key: KeyPlace): Fault {
  return createScannerFault(scanner, 'missing-colon', "could not find expected ':'", key.position)
}

/**
 * Called at a colon: inserts a key token before the key, and before that the token of a block map if the key opens one.
 * Returns false if no key is possible.
 */
export function confirmKey(scanner: Scanner): boolean {
  const key = getCurrentKey(scanner)
  if (!isStillPossible(scanner, key)) return false
  // If the first token of the key was taken already (see `leaveFlow`), the inserted tokens come after it, as in
  // yaml.v2.
  const index =
    key.tokenNumber < scanner.takenCount ? -1 : key.tokenNumber - scanner.takenCount + scanner.head
  releaseToken(scanner, key.tokenNumber)
  key.isPossible = false
  insertMark(scanner, index, 'key', key.position)
  indentTo(scanner, key.position, 'block-map', index)
  scanner.isKeyAllowed = false
  return true
}

export function enterFlow(scanner: Scanner): void {
  scanner.flowLevel++
  scanner.openBrackets.push(scanner.position)
  scanner.keyPlaces.push({
    isPossible: false,
    isRequired: false,
    tokenNumber: getNextTokenNumber(scanner),
    position: scanner.position,
  })
  if (scanner.flowLevel > maxDepth) throw createTooDeepFault(scanner)
}

/**
 * Closes a flow collection; a superfluous bracket closes nothing. If the collection contained no possible key, its key
 * place still has the number of the opening bracket. This bracket is released too, so it is not recognized as a key in
 * `{}: x`.
 */
export function leaveFlow(scanner: Scanner): void {
  if (scanner.flowLevel === 0) return
  releaseToken(scanner, getCurrentKey(scanner).tokenNumber)
  scanner.flowLevel--
  scanner.openBrackets.pop()
  scanner.keyPlaces.pop()
}

/** Opens a block collection if the offset is right of the innermost one. Does nothing inside brackets. */
export function indentTo(scanner: Scanner, offset: number, kind: TokenKind, index = -1): void {
  const column = offset - scanner.margin
  if (scanner.flowLevel > 0 || scanner.indent >= column) return
  scanner.indents.push(scanner.indent)
  scanner.indent = column
  if (scanner.indents.length > maxDepth) throw createTooDeepFault(scanner)
  insertMark(scanner, index, kind, offset)
}

/** Closes the block collections right of the column. Does nothing inside brackets. */
export function unindentTo(scanner: Scanner, column: number, offset: number): void {
  if (scanner.flowLevel > 0) return
  while (scanner.indent > Math.max(column, -1)) {
    pushMark(scanner, 'block-end', offset, offset)
    scanner.indent = scanner.indents.pop() ?? -1
  }
}

// Inserts an empty token before the token at the index, or after the last token if the index is negative.
function insertMark(scanner: Scanner, index: number, kind: TokenKind, offset: number): void {
  pushMark(scanner, kind, offset, offset)
  const { queue, tail } = scanner
  if (index < 0) return
  for (let slot = tail - 1; slot > index; slot--) {
    const [previous, current] = [queue[slot - 1], queue[slot]]
    if (previous !== undefined && current !== undefined) {
      queue[slot - 1] = current
      queue[slot] = previous
    }
  }
}

function createTooDeepFault(scanner: Scanner): Fault {
  return createScannerFault(
    scanner,
    'too-deep',
    `exceeded max depth of ${maxDepth}`,
    scanner.position,
  )
}
