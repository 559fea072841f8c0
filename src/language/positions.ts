import type { Position, Range, Span } from '../diagnostic.js'
import { lineStarts, positionAt } from '../diagnostic.js'
import { once } from '../once.js'

/** Offsets of a text as lines and characters, and back. */
export type Positions = {
  text: string
  positionOf: (offset: number) => Position
  rangeOf: (span: Span) => Range
  /** Offset of a zero-based line and a character of it in UTF-16 units; beyond the text, the nearest in it. */
  offsetAt: (line: number, character: number) => number
}

/** Positions in a text; `starts` gives the starts of its lines to who has them. */
export function positionsIn(
  text: string,
  starts: () => readonly number[] = once(() => lineStarts(text)),
): Positions {
  const positionOf = (offset: number): Position => positionAt(starts(), offset)
  return {
    text,
    positionOf,
    rangeOf: ({ start, end }) => ({ start: positionOf(start), end: positionOf(end) }),
    offsetAt: (line, character) => {
      const start = starts()[line]
      if (start === undefined) return text.length
      const end = (starts()[line + 1] ?? text.length + 1) - 1
      return Math.max(start, Math.min(start + character, end))
    },
  }
}
