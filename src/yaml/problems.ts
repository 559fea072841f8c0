import { measureBreak, isBreak } from './characters.js'
import type { Fault, Scanner } from './scanner.js'
import type { Span } from './nodes.js'
import { findLineEnd } from './recovery/lines.js'

/** Why yaml.v2 does not read a text, or one of the reasons. */
export type YamlProblem = Span & {
  /** Stable, one per kind of fault. */
  code: string
  /** For a person: what was found, in backticks, and what would be right. */
  message: string
  /** What yaml.v2 says, to the letter. */
  router: string
  /** Lines that stand in the wrong column, by their start, and by how many columns they would have to move. */
  moves?: readonly { line: number; by: number }[]
  /** It crashes at a document that is null: there is no map to write into. */
  outcome: 'refuses' | 'crashes'
}

/** A span of the text that does not go beyond its first line. */
export function toFirstLine({ text, length }: Scanner, { start, end }: Span): Span {
  const from = Math.min(start, length)
  return { start: from, end: Math.max(from, Math.min(end, length, findLineEnd(text, from))) }
}

/** Tells the line of an offset, counted from zero as yaml.v2 counts. Quickest for growing offsets. */
export function createLineCounter({ text, length, window }: Scanner): (offset: number) => number {
  let counted = 0
  let lines = 0
  return (offset) => {
    if (offset < counted) counted = lines = 0
    for (; counted < Math.min(offset, length); counted++) {
      if (!isBreak(text.charCodeAt(counted))) continue
      lines++
      counted += measureBreak(text, counted) - 1
    }
    const swallowed = window?.swallowed.filter((position) => position < offset).length ?? 0
    // The end of a last line without line end counts as one.
    return lines - swallowed + (offset > length ? 1 : 0)
  }
}

/** The words of yaml.v2. It leaves out the line when it is the first, and for faults that have no place. */
export function formatRouterMessage(
  { source, noticedAt: noticed, message }: Fault,
  lineOf: (offset: number) => number,
): string {
  const line = source === 'scanner' || source === 'parser' ? lineOf(noticed) : 0
  if (line === 0) return `yaml: ${message}`
  return `yaml: line ${source === 'scanner' ? line + 1 : line}: ${message}`
}
