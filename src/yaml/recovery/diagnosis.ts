import type { Fault } from '../scanner.js'
import type { Span } from '../nodes.js'
import type { Parser } from '../parser.js'
import type { Page } from './lines.js'

/** Characters to put in place of others, one for one, so that every offset stays; spaces if none are given. */
export type TextReplacement = Span & { by?: string }

/** By how many columns a line is moved to the right, without a change of its text. */
export type Move = { line: number; by: number }

/** What is taken as written otherwise, so that the reading can go on. */
export type Repair = {
  changes: TextReplacement[]
  /** Found out only when the repair is tried. */
  moves: () => Move[]
}

/** One explanation of a fault: what is wrong and where, and how to read on. */
export type Diagnosis = {
  code: string
  span: Span
  /** Our words, for a person: what was found, and what would be right. */
  message: string
  /** The likeliest first. */
  repairs: Repair[]
}

/** What is known when a fault comes: the text as it was read, and how far. */
export type Evidence = { page: Page; fault: Fault; parser: Parser }

/** A fault, and what it means. */
export type Mistake = { fault: Fault; diagnosis: Diagnosis }

/** A repair that takes a span as blank, or as something else. */
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
