import {
  END,
  HASH,
  measureBreak,
  isBlank,
  isBlankOrEnd,
  isBreak,
  isBreakOrEnd,
} from '../characters.js'
import type { Span } from '../nodes.js'
import type { Shifts } from '../scanner.js'

/** A text that ends with NUL. `shifts` has the number of columns to add to the indentation of some of its lines. */
export type ShiftedText = { readonly text: string; readonly shifts: Shifts }

/** The start of the line that contains an offset. In YAML, U+0085, U+2028 and U+2029 also end a line. */
export function findYamlLineStart(text: string, offset: number): number {
  let start = offset
  while (start > 0 && !isBreak(text.charCodeAt(start - 1))) start--
  return start
}

export function findYamlLineEnd(text: string, offset: number): number {
  let end = offset
  while (!isBreakOrEnd(text.charCodeAt(end))) end++
  return end
}

export function findNextLine(text: string, offset: number): number {
  const end = findYamlLineEnd(text, offset)
  return text.charCodeAt(end) === END ? end : end + measureBreak(text, end)
}

export function* walkLinesBelow(text: string, offset: number): Generator<number> {
  for (
    let line = findNextLine(text, offset);
    text.charCodeAt(line) !== END;
    line = findNextLine(text, line)
  )
    yield line
}

export function findContentStart(text: string, offset: number): number {
  let start = findYamlLineStart(text, offset)
  while (isBlank(text.charCodeAt(start))) start++
  return start
}

/** The end of the content on the rest of the line, without a comment and the spaces before it. */
export function findContentEnd(text: string, offset: number): number {
  let end = offset
  for (let position = offset; !isBreakOrEnd(text.charCodeAt(position)); position++) {
    const code = text.charCodeAt(position)
    if (code === HASH && (position === 0 || isBlankOrEnd(text.charCodeAt(position - 1)))) break
    if (!isBlank(code)) end = position + 1
  }
  return end
}

export function getRestOfLine(text: string, offset: number): Span {
  return { start: offset, end: Math.max(findContentEnd(text, offset), offset) }
}

export function getIndentation({ text, shifts }: ShiftedText, offset: number): number {
  const line = findYamlLineStart(text, offset)
  return findContentStart(text, offset) - line + (shifts.get(line) ?? 0)
}

export function isBlankOrCommentLine(text: string, offset: number): boolean {
  const code = text.charCodeAt(findContentStart(text, offset))
  return isBreakOrEnd(code) || code === HASH
}

export function findLineAbove(text: string, line: number): number {
  if (line === 0) return -1
  const end = line - 1
  return findYamlLineStart(text, end > 0 && measureBreak(text, end - 1) === 2 ? end - 1 : end)
}

/** The start of the last line with content before the line of an offset, or -1. */
export function findLineBefore(text: string, offset: number): number {
  let line = findLineAbove(text, findYamlLineStart(text, offset))
  while (line >= 0 && isBlankOrCommentLine(text, line)) line = findLineAbove(text, line)
  return line
}

// Enough lines to determine the context of a line. The limit keeps a long list from being searched again for every
// fault in it.
const maxNearbyLines = 200

/** Yields the starts of the nearest 200 lines with content above the line of an offset, the nearest first. */
export function* walkLinesAbove(text: string, offset: number): Generator<number> {
  let line = findLineBefore(text, offset)
  for (let count = 0; count < maxNearbyLines && line >= 0; count++) {
    yield line
    line = findLineBefore(text, line)
  }
}

/** Yields the starts of the lines with content among the next 200 lines. */
export function* walkLinesNearBelow(text: string, offset: number): Generator<number> {
  let count = 0
  for (const line of walkLinesBelow(text, offset)) {
    if (++count > maxNearbyLines) return
    if (!isBlankOrCommentLine(text, line)) yield line
  }
}

/**
 * The last search of `findContentLineBelow` that skipped lines. `line` is the result for all lines from `from` to `to`,
 * because all lines between these are blank or comments. Cached because the repairs of one fault search there again and
 * again.
 */
let passed = { text: '', from: 0, to: -1, line: -1 }

/** The start of the next line with content, or -1. */
export function findContentLineBelow(text: string, offset: number): number {
  const from = findNextLine(text, offset)
  if (passed.from <= from && from <= passed.to && passed.text === text) return passed.line
  let to = from
  while (text.charCodeAt(to) !== END && isBlankOrCommentLine(text, to)) to = findNextLine(text, to)
  const line = text.charCodeAt(to) === END ? -1 : to
  if (to > from) passed = { text, from, to, line }
  return line
}

/**
 * Follows the content lines below as long as `belongs` is true, and returns the end of the last one; if there is none,
 * the end of this line.
 */
export function findLastLineEnd(
  text: string,
  offset: number,
  belongs: (line: number) => boolean,
): number {
  for (let end = findYamlLineEnd(text, offset); ;) {
    const line = findContentLineBelow(text, end)
    if (line < 0 || !belongs(line)) return end
    end = findYamlLineEnd(text, line)
  }
}

/**
 * The end of the last content line of the block that begins on the line of `offset`. The block ends before the next
 * line that is indented by no more than `column`.
 */
export const findBlockEnd = (shiftedText: ShiftedText, offset: number, column: number): number =>
  findLastLineEnd(shiftedText.text, offset, (line) => getIndentation(shiftedText, line) > column)

/** The start of the next line that is indented by no more than the column; without one, the end of the text. */
export function findSectionEnd(shiftedText: ShiftedText, offset: number, column: number): number {
  const { text } = shiftedText
  const line = findContentLineBelow(text, findBlockEnd(shiftedText, offset, column))
  return line >= 0 ? line : text.indexOf('\0', offset)
}

/**
 * The start of the section that contains a line: this line, or the nearest line above, that is indented by no more than
 * the column. Without such a line, the start of the text.
 */
export function findSectionStart(shiftedText: ShiftedText, offset: number, column: number): number {
  let line = findYamlLineStart(shiftedText.text, offset)
  while (
    line > 0 &&
    (isBlankOrCommentLine(shiftedText.text, line) || getIndentation(shiftedText, line) > column)
  )
    line = findLineAbove(shiftedText.text, line)
  return line
}

/** The start of the value after a key and a colon on this line before the offset, or -1. */
export function findValueStart(text: string, offset: number): number {
  for (let position = findContentStart(text, offset); position < offset; position++) {
    if (text.charCodeAt(position) !== 0x3a || !isBlank(text.charCodeAt(position + 1))) continue
    while (isBlank(text.charCodeAt(position + 1))) position++
    return position + 1
  }
  return -1
}

const maxQuoteLength = 40

/** An excerpt for a message: in backticks, on one line, shortened. */
export function quoteSpan(text: string, { start, end }: Span): string {
  const line = text
    .slice(start, Math.min(end, start + 10 * maxQuoteLength, findYamlLineEnd(text, start)))
    .replace(/[ \t]+/g, ' ')
    .trim()
  return line.length > maxQuoteLength ? `\`${line.slice(0, maxQuoteLength)}...\`` : `\`${line}\``
}
