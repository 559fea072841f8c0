import type { Line } from './lines.js'
import {
  contentOf,
  isDash,
  isIdle,
  lineAbove,
  lineBelow,
  outerLineAbove,
  outerLineBelow,
} from './lines.js'

/** What stands around a line in its section, above and below, as far as it bears on the line. */
export type Excerpt = { above: readonly Line[]; below: readonly Line[] }

/** Lines that are taken as they are; further away, only those that hold the place together. */
const near = 200

/** Whether a line at the left edge begins another section: a list or a bracket there belongs to the one before. */
const startsSection = (text: string, line: Line): boolean =>
  line.column === 0 &&
  !isIdle(text, line) &&
  !isDash(text, line) &&
  !/^[\]}]/.test(contentOf(text, line))

const isMarker = (text: string, line: Line): boolean =>
  line.column === 0 && /^(?:---|\.\.\.)(?:\s|$)/.test(contentOf(text, line))

/** Whether a line begins an entry of a list left of a column. */
const beginsItem = (text: string, line: Line, column: number): boolean =>
  line.column < column && isDash(text, line)

/**
 * The lines around a line that say where in the file it is: its section, or all where it is at the left edge. What is
 * deeper than the line in other entries of lists, in other sections or far away is left out, so that the size of the
 * file does not matter.
 */
export function excerptAround(text: string, line: Line, column: number): Excerpt {
  return { above: linesAbove(text, line, column), below: linesBelow(text, line, column) }
}

function linesAbove(text: string, line: Line, column: number): Line[] {
  const kept: Line[] = []
  let least = column
  let most: number | undefined
  for (
    let above = lineAbove(text, line);
    above && !isMarker(text, above);
    above = most === undefined ? lineAbove(text, above) : outerLineAbove(text, above, most)
  ) {
    kept.push(above)
    const isHead = startsSection(text, above)
    if (column > 0 && isHead) break
    const isLeft = isHead || beginsItem(text, above, least)
    if (!isIdle(text, above)) least = Math.min(least, above.column)
    // Of other entries of the same list, the lines of their dashes are enough.
    most =
      isLeft || kept.length >= near
        ? least
        : above.column === column && isDash(text, above)
          ? column + 1
          : undefined
    if (kept.length === near)
      while (kept.length > 1 && (kept.at(-1)?.column ?? 0) > least) kept.pop()
  }
  return kept.reverse()
}

function linesBelow(text: string, line: Line, column: number): Line[] {
  const kept: Line[] = []
  let most: number | undefined
  for (
    let below = lineBelow(text, line);
    below && !isMarker(text, below);
    below = most === undefined ? lineBelow(text, below) : outerLineBelow(text, below, most)
  ) {
    const isHead = startsSection(text, below)
    if (column > 0 && (kept.length >= near || isHead || beginsItem(text, below, column))) break
    kept.push(below)
    most = isHead || kept.length >= near ? 0 : undefined
  }
  return kept
}

/** Of the lines above, those that lead to a column: each begins further left than the ones below it, or is the key of their dashes. */
export function waysTo(text: string, above: readonly Line[], column: number): Line[] {
  const kept: Line[] = []
  let least = column
  for (const line of [...above].reverse()) {
    const last = kept.at(-1)
    const isHead =
      line.column === least && last !== undefined && isDash(text, last) && !isDash(text, line)
    if ((line.column >= least && !isHead) || isIdle(text, line)) continue
    kept.push(line)
    least = line.column
  }
  return kept.reverse()
}
