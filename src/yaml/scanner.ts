import { breakLength, characterLength } from './characters.js'
import { Fault } from './fault.js'
import type { ScalarStyle, Span } from './nodes.js'
import { load, openWindow } from './window.js'
import type { Window } from './window.js'

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
  return scannerAt(padded, start, noShifts, openWindow(text, padded))
}

/** A scanner at the start of a text that was repaired; what was refused before is not looked for again. */
export function restartScanner(padded: string, shifts: Shifts): Scanner {
  const start = padded.charCodeAt(0) === 0xfeff ? 1 : 0
  const scanner = scannerAt(padded, start, shifts, undefined)
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
  const scanner = scannerAt(padded, start, shifts, undefined)
  scanner.margin -= column
  scanner.indent = column
  scanner.indents.push(-1)
  return scanner
}

/** A scanner for a part of a text that begins with an entry in some column, inside of collections in the given ones. */
export function continueScanner(part: string, column: number, columns: readonly number[]): Scanner {
  const scanner = scannerAt(part + padding, 0, noShifts, undefined)
  scanner.margin = -column
  scanner.indent = columns.at(-1) ?? -1
  scanner.indents.push(-1, ...columns.slice(0, -1))
  return scanner
}

function scannerAt(
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
export function need(scanner: Scanner, count: number): void {
  if (scanner.window !== undefined) load(scanner.window, scanner.position, count)
}

/** The same for every character after `from` up to the position. */
export function needSince(scanner: Scanner, from: number, count: number): void {
  if (scanner.window === undefined) return
  for (let offset = from; offset < scanner.position;) {
    offset += characterLength(scanner.text, offset)
    load(scanner.window, offset, count)
  }
}

/** Steps over a line break. */
export function skipBreak(scanner: Scanner): void {
  scanner.position += breakLength(scanner.text, scanner.position)
  scanner.lineStart = scanner.position
  scanner.margin = scanner.position
  if (scanner.shifts.size > 0) scanner.margin -= scanner.shifts.get(scanner.position) ?? 0
}

/** The column where the scanner stands. */
export function columnOf(scanner: Scanner): number {
  return scanner.position - scanner.margin
}

/** Adds a token at the end of the queue. */
export function push(scanner: Scanner, token: Token): void {
  scanner.queue[scanner.tail++] = token
}

/** Adds a token without text at the end of the queue. */
export function pushMark(scanner: Scanner, kind: TokenKind, start: number, end: number): void {
  push(scanner, { kind, start, end, text: '', suffix: '', style: 'plain', level: -1 })
}

/** Steps over an indicator and adds its token. */
export function pushIndicator(scanner: Scanner, kind: TokenKind, length: number): void {
  const start = scanner.position
  scanner.position += length
  pushMark(scanner, kind, start, scanner.position)
}

/** A fault noticed where the scanner stands, in something that began at `began`. */
export function scannerFault(scanner: Scanner, code: string, words: string, began: number): Fault {
  return new Fault(code, words, 'scanner', scanner.position, began)
}
