import { measureBreak, measureCharacter } from './characters.js'
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

/** The same for every character after `from` up to the position. */
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
export function holdsByteOrderMark(window: Window): boolean {
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
