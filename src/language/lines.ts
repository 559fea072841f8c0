import type { Span } from '../document/diagnostic.js'
import {
  findLineEnd,
  findLineEndAbove,
  findLineStart,
  findNextLineStart,
  isLineEnd,
} from '../document/lines.js'

/** A line without its line break; `column` is the column of its first character that is not a space. */
export type TextLine = Span & { column: number }

const space = 32
const tab = 9
const hash = 35
const dash = 45

export const findLine = (text: string, offset: number): TextLine =>
  createLine(text, findLineStart(text, offset))

function createLine(text: string, start: number): TextLine {
  let column = start === 0 && text.charCodeAt(0) === 0xfeff ? 1 : 0
  const markLength = column
  while (text.charCodeAt(start + column) === space) column += 1
  return { start, end: findLineEnd(text, start + column), column: column - markLength }
}

export const findPreviousLine = (text: string, { start }: Span): TextLine | undefined =>
  start === 0 ? undefined : findLine(text, findLineEndAbove(text, start))

export const findLineBelow = (text: string, { end }: Span): TextLine | undefined =>
  end >= text.length ? undefined : createLine(text, findNextLineStart(text, end))

/** The content of a line, after its indentation. */
export const getContent = (text: string, { start, end, column }: TextLine): string =>
  text.slice(start + column + (start === 0 && text.charCodeAt(0) === 0xfeff ? 1 : 0), end)

export function isBlankOrComment(text: string, { start, end, column }: TextLine): boolean {
  let offset = start + column
  while (
    offset < end &&
    (text.charCodeAt(offset) === space ||
      text.charCodeAt(offset) === tab ||
      text.charCodeAt(offset) === 0xfeff)
  )
    offset += 1
  return offset >= end || text.charCodeAt(offset) === hash
}

export const startsWithDash = (text: string, { start, column }: TextLine): boolean =>
  text.charCodeAt(start + column) === dash &&
  /^(?:[ \t\r\n]|$)/.test(text.charAt(start + column + 1))

/**
 * The nearest line above whose content begins in a column or further left, except a dash in that column. Skips blank
 * lines and comments. Fast even if the line is far away.
 */
export function findOuterLineAbove(
  text: string,
  { start: lineStart }: Span,
  column: number,
): TextLine | undefined {
  for (let end = lineStart - 1; end >= 0;) {
    const start = end === 0 ? 0 : text.lastIndexOf('\n', end - 1) + 1
    if (hasContentWithin(text, start, column)) return createLine(text, start)
    end = start - 1
  }
  return undefined
}

/** Like `findOuterLineAbove`, for the lines below. */
export function findOuterLineBelow(
  text: string,
  { end: lineEnd }: Span,
  column: number,
): TextLine | undefined {
  for (let end = text.indexOf('\n', lineEnd); end >= 0; end = text.indexOf('\n', end + 1)) {
    if (hasContentWithin(text, end + 1, column)) return createLine(text, end + 1)
  }
  return undefined
}

/**
 * Whether the content of a line begins in a column or further left, and is neither a comment nor a dash in that column.
 */
function hasContentWithin(text: string, start: number, maxColumn: number): boolean {
  let offset = start
  while (offset <= start + maxColumn && text.charCodeAt(offset) === space) offset += 1
  if (offset > start + maxColumn) return false
  const code = text.charCodeAt(offset)
  const isOtherItem =
    code === dash && offset === start + maxColumn && text.charCodeAt(offset + 1) === space
  return !isOtherItem && code !== hash && !isLineEnd(code) && !Number.isNaN(code)
}
