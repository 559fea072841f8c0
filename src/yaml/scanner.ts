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

/** Where a key may have begun: what stands there becomes one when a colon follows on its line. */
export type KeyPlace = {
  possible: boolean
  /** It stands where a block map has its keys, so the colon must come. */
  required: boolean
  /** Counted from the first token of the text. */
  token: number
  position: number
}

/** By how many columns the content of a line stands further right than it seems, by the starts of the lines. */
export type Shifts = ReadonlyMap<number, number>

/** The state of reading tokens: where we are, and what the grammar allows here. */
export type Scanner = {
  /** The text and some NUL characters, which spare the checks for its end. */
  readonly text: string
  readonly length: number
  position: number
  lineStart: number
  /** Where column zero is: the start of the line, unless its indentation is taken as another. */
  margin: number
  flowLevel: number
  /** Column of the innermost block collection, -1 outside of any. */
  indent: number
  /** The columns around it. */
  readonly indents: number[]
  /** Whether a key may begin at the next token. */
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
  /** Lines whose indentation is taken as another, by their starts, and by how much. */
  readonly shifts: Shifts
  // For the explanation of faults:
  /** Where the last plain or quoted scalar began. */
  scalar: number
  /** The last quoted scalar that takes more than one line: perhaps its quote was left open. */
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

/** A scanner at the start of a text that was repaired; what was refused before is not looked for again. */
export function restartScanner(padded: string, shifts: Shifts): Scanner {
  const start = padded.charCodeAt(0) === 0xfeff ? 1 : 0
  const scanner = createScanner(padded, start, shifts, undefined)
  scanner.margin -= shifts.get(start) ?? 0
  return scanner
}

/** A scanner that goes on at a key of the outermost block map, after what stands before has been read. */
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

/** A scanner for a part of a text that begins with an entry in some column, inside of collections in the given ones. */
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

/** States that yaml.v2 looks at the next `count` characters from here. */
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

/** The column where the scanner stands. */
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

/** Steps over an indicator and adds its token. */
export function pushIndicator(scanner: Scanner, kind: TokenKind, length: number): void {
  const start = scanner.position
  scanner.position += length
  pushMark(scanner, kind, start, scanner.position)
}

/** A fault noticed where the scanner stands, in something that began at `began`. */
export function createScannerFault(
  scanner: Scanner,
  code: string,
  words: string,
  began: number,
): Fault {
  return new Fault(code, words, 'scanner', scanner.position, began)
}

/**
 * What yaml.v2 has read of the text so far. It reads 512 bytes at a time and refuses a control
 * character as soon as its portion is read, before anything that stands in front of it is understood;
 * and it takes any character at the start of a line for a byte order mark while the first one that it
 * still holds is one. Texts with neither character need no window.
 */
export type Window = {
  readonly text: string
  readonly length: number
  /** The end of what was read. The ends of the text count as characters, as many as were asked for. */
  loaded: number
  /** The first character that is still held. */
  start: number
  /** Line breaks that were taken for a byte order mark and ended no line. */
  readonly swallowed: number[]
}

const portionSize = 512
const byteOrderMark = 0xfeff
const forbiddenCharacter = /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]/
const forbiddenRuns = new RegExp(`${forbiddenCharacter.source}+`, 'g')

/** The runs of characters that no YAML text may contain. */
export function findForbiddenCharacters(text: string): IterableIterator<RegExpMatchArray> {
  return text.matchAll(forbiddenRuns)
}

/** Whether a text has a character, from an offset on, for which it counts what yaml.v2 has read when. */
export const dependsOnWindow = (text: string, from = 0): boolean =>
  text.includes('\ufeff', from) || forbiddenCharacter.test(text)

/** A window for the text, if its reading depends on one. */
function openWindow(text: string, padded: string): Window | undefined {
  const first = text.charCodeAt(0) === byteOrderMark ? 1 : 0
  if (!dependsOnWindow(text, first)) return undefined
  return { text: padded, length: text.length, loaded: first, start: first, swallowed: [] }
}

/** Whether yaml.v2 takes the character at the start of a line for a byte order mark. */
export function holdsByteOrderMark(window: Window): boolean {
  return window.text.charCodeAt(window.start) === byteOrderMark
}

/** Has at least `count` characters from `position` read, or refuses the portion that has to be read. */
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
  // The mark at the very start is read, but never handed out.
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
 * Which part of yaml.v2 complains. It decides how the line is printed: the scanner's lines count from
 * one, the parser's from zero (so they name the line before), the others have none.
 */
type FaultSource = 'reader' | 'scanner' | 'parser' | 'decoder'

/** A place where yaml.v2 stops, thrown from wherever it is noticed and caught by the loop that recovers. */
export class Fault extends Error {
  /** The kind of fault, as in `YamlProblem`. */
  readonly code: string
  readonly source: FaultSource
  /** Where yaml.v2 stands when it notices. */
  readonly noticedAt: number
  /** Where the construct that is at fault begins. */
  readonly startedAt: number

  /** `words` are those of yaml.v2, without the line. */
  constructor(code: string, words: string, source: FaultSource, noticed: number, began = noticed) {
    super(words)
    this.code = code
    this.source = source
    this.noticedAt = noticed
    this.startedAt = began
  }
}
