import { END } from '../characters.js'
import type { LineMove, Diagnosis, Repair } from './diagnosis.js'
import { createMove } from './diagnosis.js'
import { isOpenKey } from './keys.js'
import type { ShiftedText } from './lines.js'
import {
  findBlockEnd,
  findYamlLineEnd,
  getIndentation,
  isEmptyLine,
  findLineAbove,
  walkLinesAbove,
  walkLinesBelow,
  walkLinesNearBelow,
  findNextLine,
  findContentStart,
  quoteSpan,
  getRestOfLine,
} from './lines.js'

const dashesPattern = /^(?:-[ \t]+)+/
const maxPrefix = 100

/** The columns of a line in which something begins: its dashes and what follows them. */
function findColumns(shifted: ShiftedText, line: number): number[] {
  const { text } = shifted
  const start = findContentStart(text, line)
  const column = getIndentation(shifted, line)
  const columns: number[] = []
  const before = dashesPattern.exec(text.slice(start, start + maxPrefix))?.[0] ?? ''
  for (let index = 0; index < before.length; index++)
    if (before[index] === '-') columns.push(column + index)
  columns.push(column + before.length)
  return columns
}

/** The column of the key or the value of a line, after its dashes. */
export function getEntryColumn(shifted: ShiftedText, line: number): number {
  return Math.max(...findColumns(shifted, line))
}

/** Whether the line begins with the dash of an item. */
export function isDashLine({ text }: ShiftedText, line: number): boolean {
  const start = findContentStart(text, line)
  return text[start] === '-' && /^-(?:\s|$)/.test(text.slice(start, start + 2))
}

/** The columns in which a line below this one may begin. */
export function findOpenColumns(shifted: ShiftedText, lineAbove: number): number[] {
  if (lineAbove < 0) return [0]
  const columns = new Set<number>()
  if (isOpenKey(shifted.text, lineAbove)) columns.add(getEntryColumn(shifted, lineAbove) + 2)
  let least = Infinity
  for (const line of [lineAbove, ...walkLinesAbove(shifted.text, lineAbove)]) {
    if (getIndentation(shifted, line) >= least) continue
    least = getIndentation(shifted, line)
    for (const column of findColumns(shifted, line)) columns.add(column)
    if (least === 0) break
  }
  return [...columns]
}

/**
 * Sorts columns by likelihood: first those that fit the line below, then by distance. After an empty line, a section of
 * the file is likely; elsewhere it is not.
 */
export function sortLikelyColumns(
  shifted: ShiftedText,
  line: number,
  columns: readonly number[],
): number[] {
  const from = getIndentation(shifted, line)
  const section = followsEmptyLine(shifted.text, line)
  const rank = (column: number): number => {
    const fits = allowsLineBelow(shifted, line, column) ? 0 : 2000
    const odd = (column === 0) === section ? 0 : 1000
    return fits + odd + Math.abs(column - from)
  }
  return columns.filter((column) => column !== from).sort((a, b) => rank(a) - rank(b))
}

/** Whether the line above is blank, not counting comments, or does not exist. */
export function followsEmptyLine(text: string, line: number): boolean {
  let lineAbove = findLineAbove(text, line)
  while (lineAbove >= 0 && isEmptyLine(text, lineAbove)) {
    if (findContentStart(text, lineAbove) === findYamlLineEnd(text, lineAbove)) return true
    lineAbove = findLineAbove(text, lineAbove)
  }
  return lineAbove < 0
}

/**
 * Whether the line below is allowed after it: a key without a value needs deeper lines, one with a value allows none.
 */
export function allowsLineBelow(shifted: ShiftedText, line: number, column: number): boolean {
  const { text } = shifted
  const next = findLineBelow(text, line)
  const below = next < 0 ? -1 : getIndentation(shifted, next)
  const entryColumn = column + getEntryColumn(shifted, line) - getIndentation(shifted, line)
  if (!isOpenKey(text, line)) return below <= entryColumn
  return below > entryColumn || (below === entryColumn && isDashLine(shifted, next))
}

function findLineBelow(text: string, offset: number): number {
  for (const line of walkLinesBelow(text, offset)) if (!isEmptyLine(text, line)) return line
  return -1
}

/** Moves a line to a column, with the deeper lines below it if they would not be deeper any more. */
function moveLine(shifted: ShiftedText, line: number, column: number): LineMove[] {
  const by = column - getIndentation(shifted, line)
  const next = findLineBelow(shifted.text, line)
  const along = next >= 0 && mustFollow(shifted, line, getIndentation(shifted, next), by)
  return along
    ? moveLines(shifted, line, findBlockEnd(shifted, line, getIndentation(shifted, line)), by)
    : [{ line, by }]
}

// The keys of an item move with its dash; lines below a key only move if it moves to the right.
function mustFollow(shifted: ShiftedText, line: number, below: number, by: number): boolean {
  const column = getEntryColumn(shifted, line)
  if (isDashLine(shifted, line)) return below >= column && below !== column + by
  return by > 0 && isOpenKey(shifted.text, line) && below > column && below <= column + by
}

/** Moves all lines of a range. */
export function moveLines(
  { text }: ShiftedText,
  from: number,
  end: number,
  by: number,
): LineMove[] {
  const moves: LineMove[] = []
  for (
    let line = from;
    line < end && text.charCodeAt(line) !== END;
    line = findNextLine(text, line)
  ) {
    if (!isEmptyLine(text, line)) moves.push({ line, by })
  }
  return moves
}

/** The following lines that begin in the same column, up to one that begins further left. */
export function findSiblingsBelow(shifted: ShiftedText, line: number): number[] {
  const column = getIndentation(shifted, line)
  const siblings = [line]
  for (const below of walkLinesNearBelow(shifted.text, line)) {
    const other = getIndentation(shifted, below)
    if (other < column) break
    if (other === column) siblings.push(below)
  }
  return siblings
}

/** The lines up to this one that begin in the smallest column right of the given one. */
export function findSiblingsAbove(shifted: ShiftedText, line: number, column: number): number[] {
  let siblings: number[] = []
  let least = Infinity
  for (const lineAbove of [line, ...walkLinesAbove(shifted.text, line)]) {
    const other = getIndentation(shifted, lineAbove)
    if (other <= column) break
    if (other < least) siblings = []
    least = Math.min(least, other)
    if (other === least) siblings.push(lineAbove)
  }
  return siblings.reverse()
}

/** A line in the wrong column. */
export function createWrongIndentation(
  shifted: ShiftedText,
  line: number,
  column: number,
  repair: Repair,
): Diagnosis {
  const { text } = shifted
  const span = getRestOfLine(text, findContentStart(text, line))
  const right = column === 0 ? 'do not indent it' : `indent it by ${formatSpaces(column)}`
  const found = `${quoteSpan(text, span)} is indented by ${formatSpaces(getIndentation(shifted, line))}`
  const message = `${found}, which matches no entry; ${right}`
  return { code: 'wrong-indentation', span, message, repairs: [repair] }
}

function formatSpaces(count: number): string {
  return count === 1 ? '1 space' : `${count} spaces`
}

/** One explanation for each possible column of the line. */
export function diagnoseMoves(
  shifted: ShiftedText,
  line: number,
  columns: readonly number[],
): Diagnosis[] {
  return sortLikelyColumns(shifted, line, columns).map((column) => {
    return createWrongIndentation(
      shifted,
      line,
      column,
      createMove(() => moveLine(shifted, line, column)),
    )
  })
}

/** Diagnoses moves of the line together with the lines below in the same column. */
export function diagnoseGroupMoves(
  shifted: ShiftedText,
  line: number,
  columns: readonly number[],
): Diagnosis[] {
  const lines = findSiblingsBelow(shifted, line)
  return lines.length < 2
    ? []
    : sortLikelyColumns(shifted, line, columns).map((column) =>
        diagnoseMovedLines(shifted, lines, column),
      )
}

/** Several lines that all belong in another column. */
export function diagnoseMovedLines(
  shifted: ShiftedText,
  lines: readonly number[],
  column: number,
): Diagnosis {
  const [first = 0] = lines
  return createWrongIndentation(
    shifted,
    first,
    column,
    createMove(() => lines.flatMap((each) => moveLine(shifted, each, column))),
  )
}
