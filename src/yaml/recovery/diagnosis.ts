import type { Fault } from '../scanner.js'
import type { Span } from '../nodes.js'
import type { Parser } from '../parser.js'
import type { Page } from './lines.js'

/** Characters to put in place of others, one for one, so that every offset stays; spaces if none are given. */
export type TextReplacement = Span & { by?: string }

/** By how many columns a line is moved to the right, without a change of its text. */
export type Move = { line: number; by: number }

/** What is taken as written differently, so that the parser can go on. */
export type Repair = {
  changes: TextReplacement[]
  /** Worked out only when the repair is tried, as many never are. */
  moves: () => Move[]
}

/** One explanation of a fault: what is wrong and where, and how to read on. */
export type Diagnosis = {
  code: string
  span: Span
  /** For a person: what was found, and what to write. */
  message: string
  /** The likeliest first. */
  repairs: Repair[]
}

/** What is known of a fault: the text as it was parsed, and how far the parser came. */
export type Evidence = { page: Page; fault: Fault; parser: Parser }

/** A fault, and its explanation. */
export type Mistake = { fault: Fault; diagnosis: Diagnosis }

/** A repair that takes a span as blank, or as other characters. */
export function createBlanking(span: TextReplacement): Repair {
  return createChange([span])
}

/** A repair that moves no line. */
export function createChange(changes: TextReplacement[]): Repair {
  return { changes, moves: noMoves }
}

function noMoves(): Move[] {
  return []
}

/** A repair that moves lines. */
export function createMove(moves: () => Move[]): Repair {
  return { changes: [], moves }
}

const contentCharacters = /[^\r\n\x85\u2028\u2029]/g

/** A page after a repair. */
export function applyRepair({ text, shifts }: Page, { changes, moves: findMoves }: Repair): Page {
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
