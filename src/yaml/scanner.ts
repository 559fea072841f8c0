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
  /** The flow level whose key this token may begin, or -1. */
  level: number
}

/** A possible start of a key: it is one if a colon follows on its line. */
export type KeyPlace = {
  possible: boolean
  /** It is in the column of the keys of a block map, so a colon must follow. */
  required: boolean
  /** Counted from the first token of the text. */
  token: number
  position: number
}

/** How many columns further right the content of a line is read than it is written, by the start of the line. */
export type Shifts = ReadonlyMap<number, number>

/** The state of the tokenizer: the position, and what the grammar allows there. */
export type Scanner = {
  /** The text and some NUL characters, which make checks for its end unnecessary. */
  readonly text: string
  readonly length: number
  position: number
  lineStart: number
  /** The offset of column zero: the start of the line, unless the line is read with another indentation. */
  margin: number
  flowLevel: number
  /** Column of the innermost block collection, -1 outside of any. */
  indent: number
  /** The columns of the collections around it. */
  readonly indents: number[]
  /** Whether the next token may begin a key. */
  keyAllowed: boolean
  /** One place per flow level. */
  readonly keys: KeyPlace[]
  /** Tokens that were read but not taken yet, from `head` to `tail`. */
  readonly queue: Token[]
  head: number
  tail: number
  taken: number
  readonly comments: Span[]
  readonly window: Window | undefined
  /** Lines that are read with another indentation, by their start, with the difference. */
  readonly shifts: Shifts
  // For the explanation of faults:
  /** Where the last plain or quoted scalar began. */
  scalar: number
  /** The last quoted scalar of more than one line: its quote may have been left open. */
  quote: Span | undefined
  /** The brackets and braces that are open. */
  readonly brackets: number[]
}

const padding = '\0'.repeat(8)
const noShifts: Shifts = new Map()

/** A scanner at the start of the text. */
export function openScanner(text: string): Scanner {
  const padded = text + padding
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0
  return createScanner(padded, start, noShifts, openWindow(text, padded))
}

/** A scanner at the start of a repaired text; forbidden characters are not searched again. */
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

/** A scanner for a part of a text that begins with an entry in some column, inside collections in the given columns. */
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
  window: Window | undefined,
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
    keyAllowed: true,
    keys: [{ possible: false, required: false, token: 0, position: 0 }],
    queue: [],
    head: 0,
    tail: 0,
    taken: 0,
    comments: [],
    window,
    shifts,
    scalar: start,
    quote: undefined,
    brackets: [],
  }
}

/** Records that yaml.v2 reads the next `count` characters from here. */
export function requireCharacters(scanner: Scanner, count: number): void {
  if (scanner.window !== undefined) loadCharacters(scanner.window, scanner.position, count)
}

/** Like `requireCharacters`, for every character after `from` up to the position. */
export function requireCharactersSince(scanner: Scanner, from: number, count: number): void {
  if (scanner.window === undefined) return
  for (let offset = from; offset < scanner.position;) {
    offset += measureCharacter(scanner.text, offset)
    loadCharacters(scanner.window, offset, count)
  }
}

/** Steps over a line break. */
export function skipBreak(scanner: Scanner): void {
  scanner.position += measureBreak(scanner.text, scanner.position)
  scanner.lineStart = scanner.position
  scanner.margin = scanner.position
  if (scanner.shifts.size > 0) scanner.margin -= scanner.shifts.get(scanner.position) ?? 0
}

/** The current column. */
export function getScannerColumn(scanner: Scanner): number {
  return scanner.position - scanner.margin
}

/** Adds a token at the end of the queue. */
export function pushToken(scanner: Scanner, token: Token): void {
  scanner.queue[scanner.tail++] = token
}

/** Adds a token without text at the end of the queue. */
export function pushMark(scanner: Scanner, kind: TokenKind, start: number, end: number): void {
  pushToken(scanner, { kind, start, end, text: '', suffix: '', style: 'plain', level: -1 })
}

/** Skips an indicator and adds its token. */
export function pushIndicator(scanner: Scanner, kind: TokenKind, length: number): void {
  const start = scanner.position
  scanner.position += length
  pushMark(scanner, kind, start, scanner.position)
}

/** A fault noticed at the current position, in a construct that began at `began`. */
export function createScannerFault(
  scanner: Scanner,
  code: string,
  words: string,
  began: number,
): Fault {
  return new Fault(code, words, 'scanner', scanner.position, began)
}

/**
 * The part of the text that yaml.v2 has buffered. It reads 512 bytes at a time and refuses a control character as soon
 * as its portion is read, before it parses anything in front of it. It also takes any character at the start of a line
 * for a byte order mark while the first character in its buffer is one. Texts with neither character need no window.
 */
export type Window = {
  readonly text: string
  readonly length: number
  /** The end of the part that was read. The end of the text counts as characters, as many as were requested. */
  loaded: number
  /** The first character in the buffer. */
  start: number
  /** Line breaks that were taken for a byte order mark and so did not end a line. */
  readonly swallowed: number[]
}

const portionSize = 512
const byteOrderMark = 0xfeff
const forbiddenCharacter = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/
const forbiddenRuns = new RegExp(`${forbiddenCharacter.source}+`, 'g')

/** The runs of characters that YAML does not allow. */
export function findForbiddenCharacters(text: string): IterableIterator<RegExpMatchArray> {
  return text.matchAll(forbiddenRuns)
}

/** Whether a text contains, after an offset, a character for which it matters when yaml.v2 reads it. */
export const dependsOnWindow = (text: string, from = 0): boolean =>
  text.includes('\ufeff', from) || forbiddenCharacter.test(text)

/** A window for the text, if the result depends on one. */
function openWindow(text: string, padded: string): Window | undefined {
  const first = text.charCodeAt(0) === byteOrderMark ? 1 : 0
  if (!dependsOnWindow(text, first)) return undefined
  return { text: padded, length: text.length, loaded: first, start: first, swallowed: [] }
}

/** Whether yaml.v2 takes the character at the start of a line for a byte order mark. */
function holdsByteOrderMark(window: Window): boolean {
  return window.text.charCodeAt(window.start) === byteOrderMark
}

/** Reads at least `count` characters from `position`, or refuses the portion that has to be read. */
function loadCharacters(window: Window, position: number, count: number): void {
  if (hasLoaded(window, position, count)) return
  window.start = position
  do {
    if (window.loaded >= window.length) {
      window.loaded++
      return
    }
    loadPortion(window)
  } while (!hasLoaded(window, position, count))
}

function hasLoaded(window: Window, position: number, count: number): boolean {
  let offset = position
  for (let held = 0; held < count; held++) {
    if (offset >= window.loaded) return false
    offset += measureCharacter(window.text, offset)
  }
  return true
}

function loadPortion(window: Window): void {
  const { text, length, loaded } = window
  // A byte order mark at the start is read, but never passed on.
  let room = loaded === 1 && text.charCodeAt(0) === byteOrderMark ? portionSize - 3 : portionSize
  let end = loaded
  while (end < length) {
    const units = measureCharacter(text, end)
    const code = text.charCodeAt(end)
    const bytes = units === 2 ? 4 : code < 0x80 ? 1 : code < 0x800 ? 2 : 3
    if (bytes > room) break
    room -= bytes
    end += units
  }
  const match = forbiddenCharacter.exec(text.slice(loaded, end))
  if (match !== null) {
    throw new Fault(
      'control-character',
      'control characters are not allowed',
      'reader',
      loaded + match.index,
    )
  }
  window.loaded = end
}

/**
 * The part of yaml.v2 that reports the error. It determines the printed line number: lines of the scanner count from
 * one, those of the parser from zero (so they name the line before), the others have none.
 */
type FaultSource = 'reader' | 'scanner' | 'parser' | 'decoder'

/** An error at which yaml.v2 stops, thrown by whatever notices it and caught by the recovery loop. */
export class Fault extends Error {
  /** The kind of fault, as in `YamlProblem`. */
  readonly code: string
  readonly source: FaultSource
  /** The position of yaml.v2 when it notices the fault. */
  readonly noticedAt: number
  /** The start of the faulty construct. */
  readonly startedAt: number

  /** `words` is the message of yaml.v2, without the line. */
  constructor(code: string, words: string, source: FaultSource, noticed: number, began = noticed) {
    super(words)
    this.code = code
    this.source = source
    this.noticedAt = noticed
    this.startedAt = began
  }
}

/** Skips white space and comments, up to the next token or the end of the text. */
export function skipGap(scanner: Scanner): void {
  const { text } = scanner
  for (;;) {
    requireCharacters(scanner, 1)
    if (scanner.window !== undefined) skipByteOrderMark(scanner, scanner.window)
    skipBlanks(scanner)
    if (text.charCodeAt(scanner.position) === HASH) skipComment(scanner)
    if (!isBreak(text.charCodeAt(scanner.position))) return
    requireCharacters(scanner, 2)
    skipBreak(scanner)
    if (scanner.flowLevel === 0) scanner.keyAllowed = true
  }
}

// Tabs separate tokens, but cannot indent: they are not skipped where a key may begin.
function skipBlanks(scanner: Scanner): void {
  const { text, position } = scanner
  const tabs = scanner.flowLevel > 0 || !scanner.keyAllowed
  let offset = position
  let code = text.charCodeAt(offset)
  while (code === SPACE || (tabs && code === TAB)) code = text.charCodeAt(++offset)
  scanner.position = offset
  requireCharactersSince(scanner, position, 1)
}

// Skips whatever character is here. A line break is skipped too, and then does not end a line.
function skipByteOrderMark(scanner: Scanner, window: Window): void {
  const { text, position } = scanner
  if (position !== scanner.margin || !holdsByteOrderMark(window)) return
  if (isBreak(text.charCodeAt(position)) && measureBreak(text, position) === 1)
    window.swallowed.push(position)
  scanner.position += measureCharacter(text, position)
  scanner.margin = scanner.position - 1
  requireCharacters(scanner, 1)
}

// Skips the comment that begins here.
function skipComment(scanner: Scanner): void {
  const { text, position } = scanner
  let offset = position + 1
  while (!isBreakOrEnd(text.charCodeAt(offset))) offset++
  scanner.comments.push({ start: position, end: offset })
  scanner.position = offset
  requireCharactersSince(scanner, position, 1)
}

/** Skips white space and a comment; no other content is allowed on the rest of the line. */
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

/** Skips spaces and tabs. */
export function skipAllBlanks(scanner: Scanner): void {
  const { text, position } = scanner
  while (isBlank(text.charCodeAt(scanner.position))) scanner.position++
  requireCharactersSince(scanner, position, 1)
}

/** Skips a line break and returns its value: a line feed, or one of the separators. */
export function readBreak(scanner: Scanner): string {
  requireCharacters(scanner, 2)
  const code = scanner.text.charCodeAt(scanner.position)
  skipBreak(scanner)
  return String.fromCharCode(isSeparator(code) ? code : LINE_FEED)
}

/**
 * Skips white space after the first line break, up to the next word of a scalar that began at `began`, and returns its
 * value: a space, or the empty lines. Tabs are not allowed left of the column `firstTab`.
 */
export function readFold(scanner: Scanner, first: string, began: number, firstTab: number): string {
  const { text } = scanner
  let rest = ''
  for (;;) {
    requireCharacters(scanner, 1)
    const code = text.charCodeAt(scanner.position)
    if (isBlank(code)) {
      if (code === TAB && getScannerColumn(scanner) < firstTab) {
        throw createScannerFault(
          scanner,
          'tab-indentation',
          'found a tab character that violates indentation',
          began,
        )
      }
      scanner.position++
    } else if (isBreak(code)) rest += readBreak(scanner)
    else if (first !== '\n') return first + rest
    else return rest === '' ? ' ' : rest
  }
}

// A key without `?` is recognized by the colon after it. So its position is saved while the following tokens are read,
// and the tokens that mark the start of a key are inserted before it when the colon is found.

const maxKeyLength = 1024
const maxDepth = 10_000

function getCurrentKey(scanner: Scanner): KeyPlace {
  const key = scanner.keys[scanner.flowLevel]
  if (key === undefined) throw new RangeError('every flow level has its key place')
  return key
}

/** Records that the next token may begin a key. Returns the token's `level`. */
export function saveKey(scanner: Scanner): number {
  if (!scanner.keyAllowed) return -1
  const { position, flowLevel } = scanner
  dropKey(scanner)
  const key = getCurrentKey(scanner)
  key.possible = true
  key.required = flowLevel === 0 && scanner.indent === getScannerColumn(scanner)
  key.token = getNextTokenNumber(scanner)
  key.position = position
  return flowLevel
}

/** Discards the possible key of the current level, because something else follows. */
export function dropKey(scanner: Scanner): void {
  const key = getCurrentKey(scanner)
  if (!key.possible) return
  key.possible = false
  if (key.required) throw createMissingColonFault(scanner, key)
  releaseToken(scanner, key.token)
}

// The token, if it was not taken yet, no longer has to wait for a colon.
function releaseToken(scanner: Scanner, number: number): void {
  const token = scanner.queue[number - scanner.taken + scanner.head]
  if (token !== undefined) token.level = -1
}

function getNextTokenNumber(scanner: Scanner): number {
  return scanner.taken + scanner.tail - scanner.head
}

/** Whether the token may still turn out to be a key, so that more tokens must be read before it is used. */
export function mayBeKey(scanner: Scanner, token: Token): boolean {
  if (token.level < 0) return false
  const key = scanner.keys[token.level]
  return key !== undefined && isStillPossible(scanner, key)
}

function isStillPossible(scanner: Scanner, key: KeyPlace): boolean {
  if (!key.possible) return false
  const { position } = key
  if (position >= scanner.lineStart && !isTooLong(scanner, position)) return true
  key.possible = false
  if (key.required) throw createMissingColonFault(scanner, key)
  return false
}

function isTooLong(scanner: Scanner, start: number): boolean {
  if (scanner.position - start <= maxKeyLength) return false
  let characters = 0
  for (let offset = start; offset < scanner.position && characters <= maxKeyLength; characters++) {
    offset += measureCharacter(scanner.text, offset)
  }
  return characters > maxKeyLength
}

function createMissingColonFault(scanner: Scanner, key: KeyPlace): Fault {
  return createScannerFault(scanner, 'missing-colon', "could not find expected ':'", key.position)
}

/** Called at a colon: inserts the key token before the start of the key. False if no key is possible. */
export function confirmKey(scanner: Scanner): boolean {
  const key = getCurrentKey(scanner)
  if (!isStillPossible(scanner, key)) return false
  // The start of the key may already have been taken as something else (see leaveFlow): then the marks are inserted too
  // late.
  const index = key.token < scanner.taken ? -1 : key.token - scanner.taken + scanner.head
  releaseToken(scanner, key.token)
  key.possible = false
  insertMark(scanner, index, 'key', key.position)
  indentTo(scanner, key.position, 'block-map', index)
  scanner.keyAllowed = false
  return true
}

/** Opens a flow collection. */
export function enterFlow(scanner: Scanner): void {
  scanner.flowLevel++
  scanner.brackets.push(scanner.position)
  scanner.keys.push({
    possible: false,
    required: false,
    token: getNextTokenNumber(scanner),
    position: scanner.position,
  })
  if (scanner.flowLevel > maxDepth) throw createTooDeepFault(scanner)
}

/**
 * Closes a flow collection; a superfluous bracket closes nothing. If the collection contained no possible key, its key
 * place still has the number of the opening bracket, which is then not recognized as a key: `{}: x`.
 */
export function leaveFlow(scanner: Scanner): void {
  if (scanner.flowLevel === 0) return
  releaseToken(scanner, getCurrentKey(scanner).token)
  scanner.flowLevel--
  scanner.brackets.pop()
  scanner.keys.pop()
}

/** Opens a block collection if the offset is right of the innermost one. */
export function indentTo(scanner: Scanner, offset: number, kind: TokenKind, index = -1): void {
  const column = offset - scanner.margin
  if (scanner.flowLevel > 0 || scanner.indent >= column) return
  scanner.indents.push(scanner.indent)
  scanner.indent = column
  if (scanner.indents.length > maxDepth) throw createTooDeepFault(scanner)
  insertMark(scanner, index, kind, offset)
}

/** Closes the block collections right of the column. */
export function unindentTo(scanner: Scanner, column: number, offset: number): void {
  if (scanner.flowLevel > 0) return
  while (scanner.indent > Math.max(column, -1)) {
    pushMark(scanner, 'block-end', offset, offset)
    scanner.indent = scanner.indents.pop() ?? -1
  }
}

// Inserts a mark before the token with the index, or after the last one.
function insertMark(scanner: Scanner, index: number, kind: TokenKind, offset: number): void {
  pushMark(scanner, kind, offset, offset)
  const { queue, tail } = scanner
  if (index < 0) return
  for (let place = tail - 1; place > index; place--) {
    const [before, after] = [queue[place - 1], queue[place]]
    if (before !== undefined && after !== undefined) {
      queue[place - 1] = after
      queue[place] = before
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
