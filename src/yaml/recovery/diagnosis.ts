import type { Fault } from '../scanner.js'
import type { Span } from '../nodes.js'
import type { Parser } from '../parser.js'
import type { ShiftedText } from './lines.js'

/** Replaces a span by a text of the same length, so that all offsets stay the same; without `text`, by spaces. */
export type TextReplacement = Span & { text?: string }

/** Reads a line as if it were `shift` columns further right, without changing the text. */
export type LineMove = { line: number; shift: number }

/** Changes that may allow the parser to continue. They are made in a copy, not in the user's text. */
export type Repair = {
  changes: TextReplacement[]
  /** Computed only when the repair is tried, because many repairs never are. */
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

/** A fault with the text that was parsed, and the state of the parser when it stopped. */
export type DiagnosisContext = { shiftedText: ShiftedText; fault: Fault; parser: Parser }

export type Mistake = { fault: Fault; diagnosis: Diagnosis }

/** A repair that replaces a span with spaces or other characters. */
export function createBlanking(replacement: TextReplacement): Repair {
  return createChange([replacement])
}

export function createChange(changes: TextReplacement[]): Repair {
  return { changes, moves: noMoves }
}

function noMoves(): LineMove[] {
  return []
}

export function createMove(moves: () => LineMove[]): Repair {
  return { changes: [], moves }
}

const contentCharacters = /[^\r\n\x85\u2028\u2029]/g

/**
 * Applies a repair to a text. Moved lines keep their text; only their shifts are recorded, so that offsets stay valid.
 */
export function applyRepair(
  { text, shifts }: ShiftedText,
  { changes, moves: findMoves }: Repair,
): ShiftedText {
  const moves = findMoves()
  if (moves.length === 0) return { text: applyChanges(text, changes), shifts }
  const newShifts = new Map(shifts)
  for (const { line, shift } of moves) newShifts.set(line, (newShifts.get(line) ?? 0) + shift)
  return { text: applyChanges(text, changes), shifts: newShifts }
}

function applyChanges(text: string, changes: readonly TextReplacement[]): string {
  if (changes.length === 0) return text
  let result = ''
  let copiedEnd = 0
  for (const { start, end, text: newText } of [...changes].sort((a, b) => a.start - b.start)) {
    if (start < copiedEnd) continue
    result +=
      text.slice(copiedEnd, start) +
      (newText ?? text.slice(start, end).replace(contentCharacters, ' '))
    copiedEnd = end
  }
  return result + text.slice(copiedEnd)
}

/** The first offset at which a repair makes a difference; `length` if it changes nothing. */
export function findFirstDifference({ changes, moves }: Repair, length: number): number {
  let first = length
  for (const { start } of changes) first = Math.min(first, start)
  for (const { line } of moves()) first = Math.min(first, line)
  return first
}
