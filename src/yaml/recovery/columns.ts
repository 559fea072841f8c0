import { END } from '../characters.js'
import type { Move } from './diagnosis.js'
import { isOpenKey } from './keys.js'
import {
  endOfBlock,
  endOfLine,
  indentation,
  isEmptyLine,
  lineAbove,
  linesAbove,
  linesBelow,
  linesNearBelow,
  nextLine,
  startOfContent,
} from './lines.js'
import type { Page } from './lines.js'

const dashes = /^(?:-[ \t]+)+/
const longestPrefix = 100

/** The columns of a line in which something begins: those of its dashes and of what follows them. */
function columnsOf(page: Page, line: number): number[] {
  const { text } = page
  const start = startOfContent(text, line)
  const column = indentation(page, line)
  const columns: number[] = []
  const before = dashes.exec(text.slice(start, start + longestPrefix))?.[0] ?? ''
  for (let index = 0; index < before.length; index++)
    if (before[index] === '-') columns.push(column + index)
  columns.push(column + before.length)
  return columns
}

/** The column of the key or the value of a line, behind its dashes. */
export function entryColumn(page: Page, line: number): number {
  return Math.max(...columnsOf(page, line))
}

/** Whether the line begins with the dash of an item. */
export function isDashLine({ text }: Page, line: number): boolean {
  const start = startOfContent(text, line)
  return text[start] === '-' && /^-(?:\s|$)/.test(text.slice(start, start + 2))
}

/** The columns in which a line below this one may begin. */
export function openColumns(page: Page, above: number): number[] {
  if (above < 0) return [0]
  const columns = new Set<number>()
  if (isOpenKey(page.text, above)) columns.add(entryColumn(page, above) + 2)
  let least = Infinity
  for (const line of [above, ...linesAbove(page.text, above)]) {
    if (indentation(page, line) >= least) continue
    least = indentation(page, line)
    for (const column of columnsOf(page, line)) columns.add(column)
    if (least === 0) break
  }
  return [...columns]
}

/**
 * The columns, those first in which the line would go with the one below it, and the nearest first. After
 * an empty line a section of the file is likely, elsewhere it is not.
 */
export function likelyColumns(page: Page, line: number, columns: readonly number[]): number[] {
  const from = indentation(page, line)
  const section = followsEmptyLine(page.text, line)
  const rank = (column: number): number => {
    const fits = goesWithNext(page, line, column) ? 0 : 2000
    const odd = (column === 0) === section ? 0 : 1000
    return fits + odd + Math.abs(column - from)
  }
  return columns.filter((column) => column !== from).sort((a, b) => rank(a) - rank(b))
}

/** Whether the line above is blank, comments left out, or there is none. */
export function followsEmptyLine(text: string, line: number): boolean {
  let above = lineAbove(text, line)
  while (above >= 0 && isEmptyLine(text, above)) {
    if (startOfContent(text, above) === endOfLine(text, above)) return true
    above = lineAbove(text, above)
  }
  return above < 0
}

/** Whether the line below may stand there: a key without a value wants deeper lines, one with a value none. */
export function goesWithNext(page: Page, line: number, column: number): boolean {
  const { text } = page
  const next = lineBelow(text, line)
  const below = next < 0 ? -1 : indentation(page, next)
  const own = column + entryColumn(page, line) - indentation(page, line)
  if (!isOpenKey(text, line)) return below <= own
  return below > own || (below === own && isDashLine(page, next))
}

function lineBelow(text: string, offset: number): number {
  for (const line of linesBelow(text, offset)) if (!isEmptyLine(text, line)) return line
  return -1
}

/** Moves a line to a column, with what is indented below it if that would not stand below it any more. */
export function moveLine(page: Page, line: number, column: number): Move[] {
  const by = column - indentation(page, line)
  const next = lineBelow(page.text, line)
  const along = next >= 0 && mustFollow(page, line, indentation(page, next), by)
  return along
    ? moveLines(page, line, endOfBlock(page, line, indentation(page, line)), by)
    : [{ line, by }]
}

// The keys of an item follow its dash, what is below a key follows it to the right.
function mustFollow(page: Page, line: number, below: number, by: number): boolean {
  const column = entryColumn(page, line)
  if (isDashLine(page, line)) return below >= column && below !== column + by
  return by > 0 && isOpenKey(page.text, line) && below > column && below <= column + by
}

/** Moves all lines from one to an end. */
export function moveLines({ text }: Page, from: number, end: number, by: number): Move[] {
  const moves: Move[] = []
  for (let line = from; line < end && text.charCodeAt(line) !== END; line = nextLine(text, line)) {
    if (!isEmptyLine(text, line)) moves.push({ line, by })
  }
  return moves
}

/** The lines from here on that begin in the same column, up to one that begins further left. */
export function siblingsBelow(page: Page, line: number): number[] {
  const column = indentation(page, line)
  const siblings = [line]
  for (const below of linesNearBelow(page.text, line)) {
    const other = indentation(page, below)
    if (other < column) break
    if (other === column) siblings.push(below)
  }
  return siblings
}

/** The lines up to this one that begin in the least column right of the given one. */
export function siblingsAbove(page: Page, line: number, column: number): number[] {
  let siblings: number[] = []
  let least = Infinity
  for (const above of [line, ...linesAbove(page.text, line)]) {
    const other = indentation(page, above)
    if (other <= column) break
    if (other < least) siblings = []
    least = Math.min(least, other)
    if (other === least) siblings.push(above)
  }
  return siblings.reverse()
}
