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
function findColumns(page: ShiftedText, line: number): number[] {
  const { text } = page
  const start = findContentStart(text, line)
  const column = getIndentation(page, line)
  const columns: number[] = []
  const before = dashesPattern.exec(text.slice(start, start + maxPrefix))?.[0] ?? ''
  for (let index = 0; index < before.length; index++)
    if (before[index] === '-') columns.push(column + index)
  columns.push(column + before.length)
  return columns
}

/** The column of the key or the value of a line, after its dashes. */
export function getEntryColumn(page: ShiftedText, line: number): number {
  return Math.max(...findColumns(page, line))
}

/** Whether the line begins with the dash of an item. */
export function isDashLine({ text }: ShiftedText, line: number): boolean {
  const start = findContentStart(text, line)
  return text[start] === '-' && /^-(?:\s|$)/.test(text.slice(start, start + 2))
}

/** The columns in which a line below this one may begin. */
export function findOpenColumns(page: ShiftedText, above: number): number[] {
  if (above < 0) return [0]
  const columns = new Set<number>()
  if (isOpenKey(page.text, above)) columns.add(getEntryColumn(page, above) + 2)
  let least = Infinity
  for (const line of [above, ...walkLinesAbove(page.text, above)]) {
    if (getIndentation(page, line) >= least) continue
    least = getIndentation(page, line)
    for (const column of findColumns(page, line)) columns.add(column)
    if (least === 0) break
  }
  return [...columns]
}

/**
 * Sorts columns by likelihood: first those that fit the line below, then by distance. After an empty line, a section of
 * the file is likely; elsewhere it is not.
 */
export function sortLikelyColumns(
  page: ShiftedText,
  line: number,
  columns: readonly number[],
): number[] {
  const from = getIndentation(page, line)
  const section = followsEmptyLine(page.text, line)
  const rank = (column: number): number => {
    const fits = goesWithNext(page, line, column) ? 0 : 2000
    const odd = (column === 0) === section ? 0 : 1000
    return fits + odd + Math.abs(column - from)
  }
  return columns.filter((column) => column !== from).sort((a, b) => rank(a) - rank(b))
}

/** Whether the line above is blank, not counting comments, or does not exist. */
export function followsEmptyLine(text: string, line: number): boolean {
  let above = findLineAbove(text, line)
  while (above >= 0 && isEmptyLine(text, above)) {
    if (findContentStart(text, above) === findYamlLineEnd(text, above)) return true
    above = findLineAbove(text, above)
  }
  return above < 0
}

/**
 * Whether the line below is allowed after it: a key without a value needs deeper lines, one with a value allows none.
 */
export function goesWithNext(page: ShiftedText, line: number, column: number): boolean {
  const { text } = page
  const next = findLineBelow(text, line)
  const below = next < 0 ? -1 : getIndentation(page, next)
  const own = column + getEntryColumn(page, line) - getIndentation(page, line)
  if (!isOpenKey(text, line)) return below <= own
  return below > own || (below === own && isDashLine(page, next))
}

function findLineBelow(text: string, offset: number): number {
  for (const line of walkLinesBelow(text, offset)) if (!isEmptyLine(text, line)) return line
  return -1
}

/** Moves a line to a column, with the deeper lines below it if they would not be deeper any more. */
function moveLine(page: ShiftedText, line: number, column: number): LineMove[] {
  const by = column - getIndentation(page, line)
  const next = findLineBelow(page.text, line)
  const along = next >= 0 && mustFollow(page, line, getIndentation(page, next), by)
  return along
    ? moveLines(page, line, findBlockEnd(page, line, getIndentation(page, line)), by)
    : [{ line, by }]
}

// The keys of an item move with its dash; lines below a key only move if it moves to the right.
function mustFollow(page: ShiftedText, line: number, below: number, by: number): boolean {
  const column = getEntryColumn(page, line)
  if (isDashLine(page, line)) return below >= column && below !== column + by
  return by > 0 && isOpenKey(page.text, line) && below > column && below <= column + by
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
export function findSiblingsBelow(page: ShiftedText, line: number): number[] {
  const column = getIndentation(page, line)
  const siblings = [line]
  for (const below of walkLinesNearBelow(page.text, line)) {
    const other = getIndentation(page, below)
    if (other < column) break
    if (other === column) siblings.push(below)
  }
  return siblings
}

/** The lines up to this one that begin in the smallest column right of the given one. */
export function findSiblingsAbove(page: ShiftedText, line: number, column: number): number[] {
  let siblings: number[] = []
  let least = Infinity
  for (const above of [line, ...walkLinesAbove(page.text, line)]) {
    const other = getIndentation(page, above)
    if (other <= column) break
    if (other < least) siblings = []
    least = Math.min(least, other)
    if (other === least) siblings.push(above)
  }
  return siblings.reverse()
}

/** A line in the wrong column. */
export function createWrongIndentation(
  page: ShiftedText,
  line: number,
  column: number,
  repair: Repair,
): Diagnosis {
  const { text } = page
  const span = getRestOfLine(text, findContentStart(text, line))
  const right = column === 0 ? 'do not indent it' : `indent it by ${formatSpaces(column)}`
  const found = `${quoteSpan(text, span)} is indented by ${formatSpaces(getIndentation(page, line))}`
  const message = `${found}, which matches no entry; ${right}`
  return { code: 'wrong-indentation', span, message, repairs: [repair] }
}

function formatSpaces(count: number): string {
  return count === 1 ? '1 space' : `${count} spaces`
}

/** One explanation for each possible column of the line. */
export function diagnoseMoves(
  page: ShiftedText,
  line: number,
  columns: readonly number[],
): Diagnosis[] {
  return sortLikelyColumns(page, line, columns).map((column) => {
    return createWrongIndentation(
      page,
      line,
      column,
      createMove(() => moveLine(page, line, column)),
    )
  })
}

/** Diagnoses moves of the line together with the lines below in the same column. */
export function diagnoseGroupMoves(
  page: ShiftedText,
  line: number,
  columns: readonly number[],
): Diagnosis[] {
  const lines = findSiblingsBelow(page, line)
  return lines.length < 2
    ? []
    : sortLikelyColumns(page, line, columns).map((column) =>
        diagnoseMovedLines(page, lines, column),
      )
}

/** Several lines that all belong in another column. */
export function diagnoseMovedLines(
  page: ShiftedText,
  lines: readonly number[],
  column: number,
): Diagnosis {
  const [first = 0] = lines
  return createWrongIndentation(
    page,
    first,
    column,
    createMove(() => lines.flatMap((each) => moveLine(page, each, column))),
  )
}
