import type { Fault } from '../scanner.js'
import type { Span } from '../nodes.js'
import type { Parser } from '../parser.js'
import type { ShiftedText } from './lines.js'

/** Characters that replace others one for one, so that all offsets stay the same; spaces by default. */
export type TextReplacement = Span & { by?: string }

/** Moves a line to the right by some columns, without changing its text. */
export type LineMove = { line: number; by: number }

/** Assumed changes to the text, with which the parser can continue. */
export type Repair = {
  changes: TextReplacement[]
  /** Computed only when the repair is tried, because many never are. */
  moves: () => LineMove[]
}

/** One explanation of a fault: the problem and its span, and how to continue. */
export type Diagnosis = {
  code: string
  span: Span
  /** For users: what was found, and what to write. */
  message: string
  /** The likeliest first. */
  repairs: Repair[]
}

/** The known facts about a fault: the parsed text, and the state of the parser. */
export type DiagnosisContext = { shifted: ShiftedText; fault: Fault; parser: Parser }

/** A fault, and its explanation. */
export type Mistake = { fault: Fault; diagnosis: Diagnosis }

/** A repair that replaces a span with spaces or other characters. */
export function createBlanking(span: TextReplacement): Repair {
  return createChange([span])
}

/** A repair that moves no line. */
export function createChange(changes: TextReplacement[]): Repair {
  return { changes, moves: noMoves }
}

function noMoves(): LineMove[] {
  return []
}

/** A repair that moves lines. */
export function createMove(moves: () => LineMove[]): Repair {
  return { changes: [], moves }
}

const contentCharacters = /[^\r\n\x85\u2028\u2029]/g

/** A text after a repair. */
export function applyRepair(
  { text, shifts }: ShiftedText,
  { changes, moves: findMoves }: Repair,
): ShiftedText {
  const moves = findMoves()
  if (moves.length === 0) return { text: applyChanges(text, changes), shifts }
  const moved = new Map(shifts)
  for (const { line, by } of moves) moved.set(line, (moved.get(line) ?? 0) + by)
  return { text: applyChanges(text, changes), shifts: moved }
}

function applyChanges(text: string, changes: readonly TextReplacement[]): string {
  if (changes.length === 0) return text
  let result = ''
  let from = 0
  for (const { start, end, by } of [...changes].sort((a, b) => a.start - b.start)) {
    if (start < from) continue
    result +=
      text.slice(from, start) + (by ?? text.slice(start, end).replace(contentCharacters, ' '))
    from = end
  }
  return result + text.slice(from)
}

/** The first offset at which the repair makes a difference. */
export function findFirstDifference({ changes, moves }: Repair, length: number): number {
  let first = length
  for (const { start } of changes) first = Math.min(first, start)
  for (const { line } of moves()) first = Math.min(first, line)
  return first
}
