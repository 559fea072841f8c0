import type { Fault } from '../fault.js'
import type { Span } from '../nodes.js'
import type { Parser } from '../parser.js'
import type { Change } from './repair.js'

/** One explanation of a fault: what is wrong and where, and changes that let the reading go on. */
export type Diagnosis = {
  code: string
  span: Span
  /** Our words, for a person: what was found, and what would be right. */
  message: string
  /** The likeliest first. */
  repairs: Change[][]
}

/** What is known when a fault comes: the text as it was read, and how far. */
export type Evidence = { text: string; fault: Fault; parser: Parser }

/** A fault, and what it means. */
export type Mistake = { fault: Fault; diagnosis: Diagnosis }
