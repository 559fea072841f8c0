import { END } from '../characters.js'
import type { LineMove, Diagnosis, Repair } from './diagnosis.js'
import { createMove } from './diagnosis.js'
import { isOpenKey } from './keys.js'
import type { ShiftedText } from './lines.js'
import {
  findBlockEnd,
  findYamlLineEnd,
  getIndentation,
  isBlankOrCommentLine,
  findLineAbove,
  walkLinesAbove,
  findContentLineBelow,
  walkLinesNearBelow,
  findNextLine,
  findContentStart,
  quoteSpan,
  getRestOfLine,
} from './lines.js'

const dashesPattern = /^(?:-[ \t]+)+/
const maxPrefixLength = 100

/** The columns of the dashes at the start of a line, and of what follows them. */
function findColumns(shiftedText: ShiftedText, line: number): number[] {
  const { text } = shiftedText
  const start = findContentStart(text, line)
  const column = getIndentation(shiftedText, line)
  const columns: number[] = []
  const dashes = dashesPattern.exec(text.slice(start, start + maxPrefixLength))?.[0] ?? ''
  for (let index = 0; index < dashes.length; index++)
    if (dashes[index] === '-') columns.push(column + index)
  columns.push(column + dashes.length)
  return columns
}

/** The column of the key or the value of a line, after its dashes. */
export function getEntryColumn(shiftedText: ShiftedText, line: number): number {
  return Math.max(...findColumns(shiftedText, line))
}

export function isDashLine({ text }: ShiftedText, line: number): boolean {
  const start = findContentStart(text, line)
  return text[start] === '-' && /^-(?:\s|$)/.test(text.slice(start, start + 2))
}

/** The columns in which a line below `lineAbove` may begin; only 0 if there is no line above (-1). */
export function findOpenColumns(shiftedText: ShiftedText, lineAbove: number): number[] {
  if (lineAbove < 0) return [0]
  const columns = new Set<number>()
  if (isOpenKey(shiftedText.text, lineAbove))
    columns.add(getEntryColumn(shiftedText, lineAbove) + 2)
  let minColumn = Infinity
  for (const line of [lineAbove, ...walkLinesAbove(shiftedText.text, lineAbove)]) {
    if (getIndentation(shiftedText, line) >= minColumn) continue
    minColumn = getIndentation(shiftedText, line)
    for (const column of findColumns(shiftedText, line)) columns.add(column)
    if (minColumn === 0) break
  }
  return [...columns]
}

/**
 * Sorts the columns where a line may belong, without its current column, the likeliest first. Columns with which the
 * line below is allowed come before the others. Within each of these groups, column 0 comes first after an empty line,
 * because a section of the file may begin there, and last elsewhere; all other columns are sorted by distance.
 */
export function sortLikelyColumns(
  shiftedText: ShiftedText,
  line: number,
  columns: readonly number[],
): number[] {
  const currentColumn = getIndentation(shiftedText, line)
  const isAfterEmptyLine = followsEmptyLine(shiftedText.text, line)
  const rank = (column: number): number => {
    const misfitPenalty = allowsLineBelow(shiftedText, line, column) ? 0 : 2000
    const sectionPenalty = (column === 0) === isAfterEmptyLine ? 0 : 1000
    return misfitPenalty + sectionPenalty + Math.abs(column - currentColumn)
  }
  return columns.filter((column) => column !== currentColumn).sort((a, b) => rank(a) - rank(b))
}

/** Whether a line follows a blank line or is the first line of the text. Comments in between do not count. */
export function followsEmptyLine(text: string, line: number): boolean {
  let lineAbove = findLineAbove(text, line)
  while (lineAbove >= 0 && isBlankOrCommentLine(text, lineAbove)) {
    if (findContentStart(text, lineAbove) === findYamlLineEnd(text, lineAbove)) return true
    lineAbove = findLineAbove(text, lineAbove)
  }
  return lineAbove < 0
}

/**
 * Whether the line below is allowed if this line begins in `column`. Below a key without a value, the next line must be
 * deeper, or be a dash in the column of the key. Below any other line, it must not be deeper.
 */
export function allowsLineBelow(shiftedText: ShiftedText, line: number, column: number): boolean {
  const { text } = shiftedText
  const lineBelow = findContentLineBelow(text, line)
  const columnBelow = lineBelow < 0 ? -1 : getIndentation(shiftedText, lineBelow)
  const entryColumn = column + getEntryColumn(shiftedText, line) - getIndentation(shiftedText, line)
  if (!isOpenKey(text, line)) return columnBelow <= entryColumn
  return (
    columnBelow > entryColumn || (columnBelow === entryColumn && isDashLine(shiftedText, lineBelow))
  )
}

/** Moves a line to a column, together with its deeper lines below if these must move too. */
function moveLine(shiftedText: ShiftedText, line: number, column: number): LineMove[] {
  const shift = column - getIndentation(shiftedText, line)
  const lineBelow = findContentLineBelow(shiftedText.text, line)
  const blockFollows =
    lineBelow >= 0 && mustFollow(shiftedText, line, getIndentation(shiftedText, lineBelow), shift)
  return blockFollows
    ? moveLines(
        shiftedText,
        line,
        findBlockEnd(shiftedText, line, getIndentation(shiftedText, line)),
        shift,
      )
    : [{ line, shift }]
}

// Whether the lines below move with a line. The keys of an item move with its dash. Lines below a key only move if the
// key moves to the right so far that they would no longer be deeper.
function mustFollow(
  shiftedText: ShiftedText,
  line: number,
  columnBelow: number,
  shift: number,
): boolean {
  const column = getEntryColumn(shiftedText, line)
  if (isDashLine(shiftedText, line)) return columnBelow >= column && columnBelow !== column + shift
  return (
    shift > 0 &&
    isOpenKey(shiftedText.text, line) &&
    columnBelow > column &&
    columnBelow <= column + shift
  )
}

/** Moves the lines of a range, except blank lines and comments. */
export function moveLines(
  { text }: ShiftedText,
  start: number,
  end: number,
  shift: number,
): LineMove[] {
  const moves: LineMove[] = []
  for (
    let line = start;
    line < end && text.charCodeAt(line) !== END;
    line = findNextLine(text, line)
  ) {
    if (!isBlankOrCommentLine(text, line)) moves.push({ line, shift })
  }
  return moves
}

/** The line, and lines in the same column among the next 200 lines, up to the first one that begins further left. */
export function findSiblingsBelow(shiftedText: ShiftedText, line: number): number[] {
  const column = getIndentation(shiftedText, line)
  const siblings = [line]
  for (const lineBelow of walkLinesNearBelow(shiftedText.text, line)) {
    const otherColumn = getIndentation(shiftedText, lineBelow)
    if (otherColumn < column) break
    if (otherColumn === column) siblings.push(lineBelow)
  }
  return siblings
}

/**
 * The least indented lines among this line and the lines above it, as far as they are indented by more than `column`.
 */
export function findSiblingsAbove(
  shiftedText: ShiftedText,
  line: number,
  column: number,
): number[] {
  let siblings: number[] = []
  let minColumn = Infinity
  for (const lineAbove of [line, ...walkLinesAbove(shiftedText.text, line)]) {
    const otherColumn = getIndentation(shiftedText, lineAbove)
    if (otherColumn <= column) break
    if (otherColumn < minColumn) siblings = []
    minColumn = Math.min(minColumn, otherColumn)
    if (otherColumn === minColumn) siblings.push(lineAbove)
  }
  return siblings.reverse()
}

/** Reports a line in the wrong column; `column` is the right one. */
export function createWrongIndentation(
  shiftedText: ShiftedText,
  line: number,
  column: number,
  repair: Repair,
): Diagnosis {
  const { text } = shiftedText
  const span = getRestOfLine(text, findContentStart(text, line))
  const remedy = column === 0 ? 'do not indent it' : `indent it by ${formatSpaces(column)}`
  const problem = `${quoteSpan(text, span)} is indented by ${formatSpaces(getIndentation(shiftedText, line))}`
  const message = `${problem}, which matches no entry; ${remedy}`
  return { code: 'wrong-indentation', span, message, repairs: [repair] }
}

function formatSpaces(count: number): string {
  return count === 1 ? '1 space' : `${count} spaces`
}

/** Reports that a line is at the wrong column, once for each column where it may belong. */
export function diagnoseMoves(
  shiftedText: ShiftedText,
  line: number,
  columns: readonly number[],
): Diagnosis[] {
  return sortLikelyColumns(shiftedText, line, columns).map((column) => {
    return createWrongIndentation(
      shiftedText,
      line,
      column,
      createMove(() => moveLine(shiftedText, line, column)),
    )
  })
}

/**
 * Reports that a line and the lines below in the same column are all at the wrong column, once for each column where
 * they may belong. Empty for a single line.
 */
export function diagnoseGroupMoves(
  shiftedText: ShiftedText,
  line: number,
  columns: readonly number[],
): Diagnosis[] {
  const lines = findSiblingsBelow(shiftedText, line)
  return lines.length < 2
    ? []
    : sortLikelyColumns(shiftedText, line, columns).map((column) =>
        diagnoseMovedLines(shiftedText, lines, column),
      )
}

/** Reports the first of several lines that all belong in another column. The repair moves all of them. */
export function diagnoseMovedLines(
  shiftedText: ShiftedText,
  lines: readonly number[],
  column: number,
): Diagnosis {
  const [first = 0] = lines
  return createWrongIndentation(
    shiftedText,
    first,
    column,
    createMove(() => lines.flatMap((each) => moveLine(shiftedText, each, column))),
  )
}
