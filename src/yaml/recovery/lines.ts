import {
  END,
  HASH,
  breakLength,
  isBlank,
  isBlankOrEnd,
  isBreak,
  isBreakOrEnd,
} from '../characters.js'
import type { Span } from '../nodes.js'
import type { Shifts } from '../scanner.js'

/** A text that ends with NUL, and the lines in it whose indentation is taken as another. */
export type Page = { readonly text: string; readonly shifts: Shifts }

/** The start of the line. */
export function startOfLine(text: string, offset: number): number {
  let start = offset
  while (start > 0 && !isBreak(text.charCodeAt(start - 1))) start--
  return start
}

/** The end of the line, before its line break. */
export function endOfLine(text: string, offset: number): number {
  let end = offset
  while (!isBreakOrEnd(text.charCodeAt(end))) end++
  return end
}

/** The start of the line after, or the end of the text. */
export function nextLine(text: string, offset: number): number {
  const end = endOfLine(text, offset)
  return text.charCodeAt(end) === END ? end : end + breakLength(text, end)
}

/** The starts of the lines below this one. */
export function* linesBelow(text: string, offset: number): Generator<number> {
  for (
    let line = nextLine(text, offset);
    text.charCodeAt(line) !== END;
    line = nextLine(text, line)
  )
    yield line
}

/** The first character of the line that is no blank. */
export function startOfContent(text: string, offset: number): number {
  let start = startOfLine(text, offset)
  while (isBlank(text.charCodeAt(start))) start++
  return start
}

/** The end of what stands on the rest of the line, without a comment and the blanks before it. */
export function endOfContent(text: string, offset: number): number {
  let end = offset
  for (let position = offset; !isBreakOrEnd(text.charCodeAt(position)); position++) {
    const code = text.charCodeAt(position)
    if (code === HASH && (position === 0 || isBlankOrEnd(text.charCodeAt(position - 1)))) break
    if (!isBlank(code)) end = position + 1
  }
  return end
}

/** What stands on the rest of the line. */
export function restOfLine(text: string, offset: number): Span {
  return { start: offset, end: Math.max(endOfContent(text, offset), offset) }
}

/** The column of the first character of the line that is no blank. */
export function indentation({ text, shifts }: Page, offset: number): number {
  const line = startOfLine(text, offset)
  return startOfContent(text, offset) - line + (shifts.get(line) ?? 0)
}

/** Whether the line holds nothing but blanks and a comment. */
export function isEmptyLine(text: string, offset: number): boolean {
  const code = text.charCodeAt(startOfContent(text, offset))
  return isBreakOrEnd(code) || code === HASH
}

/** The start of the line above a line, or -1. */
export function lineAbove(text: string, line: number): number {
  if (line === 0) return -1
  const end = line - 1
  return startOfLine(text, end > 0 && breakLength(text, end - 1) === 2 ? end - 1 : end)
}

/** The last line with content before this one, or -1. */
export function lineBefore(text: string, offset: number): number {
  let line = lineAbove(text, startOfLine(text, offset))
  while (line >= 0 && isEmptyLine(text, line)) line = lineAbove(text, line)
  return line
}

// Enough to see what a line belongs to; a long list must not be searched again for every fault in it.
const nearby = 200

/** The lines with content above this one, the nearest first; not those that are far away. */
export function* linesAbove(text: string, offset: number): Generator<number> {
  let line = lineBefore(text, offset)
  for (let count = 0; count < nearby && line >= 0; count++) {
    yield line
    line = lineBefore(text, line)
  }
}

/** The lines with content below this one; not those that are far away. */
export function* linesNearBelow(text: string, offset: number): Generator<number> {
  let count = 0
  for (const line of linesBelow(text, offset)) {
    if (isEmptyLine(text, line)) continue
    if (++count > nearby) return
    yield line
  }
}

/** The end of the last line from here on, before one that is indented by no more than the column. */
export function endOfBlock(page: Page, offset: number, column: number): number {
  const { text } = page
  let end = endOfLine(text, offset)
  for (const line of linesBelow(text, offset)) {
    if (isEmptyLine(text, line)) continue
    if (indentation(page, line) <= column) break
    end = endOfLine(text, line)
  }
  return end
}

/** The start of the next line that is indented by no more than the column: of the next section of the file. */
export function endOfSection(page: Page, offset: number, column: number): number {
  const { text } = page
  for (const line of linesBelow(text, offset)) {
    if (!isEmptyLine(text, line) && indentation(page, line) <= column) return line
  }
  return text.indexOf('\0', offset)
}

/** The start of the section that the line is in: of the last line that is indented by no more than the column. */
export function startOfSection(page: Page, offset: number, column: number): number {
  let line = startOfLine(page.text, offset)
  while (line > 0 && (isEmptyLine(page.text, line) || indentation(page, line) > column))
    line = lineAbove(page.text, line)
  return line
}

/** Where the value begins that follows a key and a colon on this line before the offset, or -1. */
export function startOfValue(text: string, offset: number): number {
  for (let position = startOfContent(text, offset); position < offset; position++) {
    if (text.charCodeAt(position) !== 0x3a || !isBlank(text.charCodeAt(position + 1))) continue
    while (isBlank(text.charCodeAt(position + 1))) position++
    return position + 1
  }
  return -1
}

const longest = 40

/** A piece of the text as it appears in a message: in backticks, on one line, shortened. */
export function quote(text: string, { start, end }: Span): string {
  const line = text
    .slice(start, Math.min(end, start + 10 * longest, endOfLine(text, start)))
    .replace(/[ \t]+/g, ' ')
    .trim()
  return line.length > longest ? `\`${line.slice(0, longest)}...\`` : `\`${line}\``
}
