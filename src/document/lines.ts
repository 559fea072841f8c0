export function findLineStart(text: string, offset: number): number {
  let start = offset
  while (start > 0 && !isLineEnd(text.charCodeAt(start - 1))) start -= 1
  return start
}

/** The offset at which the line that contains `offset` ends, before its line end. */
export function findLineEnd(text: string, offset: number): number {
  let end = offset
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) end += 1
  return end
}

export function findNextLineStart(text: string, offset: number): number {
  const end = findLineEnd(text, offset)
  return end + (text.startsWith('\r\n', end) ? 2 : end < text.length ? 1 : 0)
}

/** Offset at which the previous line ends, before its line end; `start` is the start of a line. */
export const findLineEndAbove = (text: string, start: number): number =>
  start - (text.startsWith('\r\n', start - 2) ? 2 : 1)

export const isLineEnd = (code: number): boolean => code === 10 || code === 13

export const hasLineEnd = (text: string): boolean => /[\r\n]/.test(text)

export const endsWithLineEnd = (text: string): boolean =>
  isLineEnd(text.charCodeAt(text.length - 1))

/** Removes the line end that editors add even to a file that contains only a value. */
export const withoutFinalLineEnd = (text: string): string => text.replace(/\r?\n$/, '')

/** The lines of a text, without their line ends. */
export const splitLines = (text: string): string[] => text.split(/\r\n|\n|\r/)

/** The lines of a text, with their line ends. */
export const splitWholeLines = (text: string): string[] =>
  text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? []

/** The number of characters before an offset in its line; a byte order mark does not count. */
export function getColumn(text: string, offset: number): number {
  return text.slice(findLineStart(text, offset), offset).replace('\ufeff', '').length
}

export const detectLineEnd = (text: string): string => /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'

/**
 * The start of the line that contains `offset`, if only characters that pass `isAllowed` precede `offset` in this line;
 * otherwise undefined. Stops at the first other character, because a line can be as long as the text.
 */
export function findLineStartBefore(
  text: string,
  offset: number,
  isAllowed: (code: number) => boolean,
): number | undefined {
  let start = offset
  while (start > 0 && isAllowed(text.charCodeAt(start - 1))) start -= 1
  return start === 0 || isLineEnd(text.charCodeAt(start - 1)) ? start : undefined
}

/** A line end, or a character that is a line end only in YAML: U+0085, U+2028 or U+2029. */
const isYamlLineEnd = (code: number): boolean =>
  isLineEnd(code) || code === 0x85 || code === 0x2028 || code === 0x2029

/**
 * The offset after the rest of a line and its line end, if the rest is blank or a comment; otherwise undefined. An
 * offset right after a line end is returned unchanged. Also undefined if the comment ends at a character that is a line
 * end only in YAML.
 */
export function findStatementEnd(text: string, offset: number): number | undefined {
  if (offset > 0 && isLineEnd(text.charCodeAt(offset - 1))) return offset
  let end = offset
  while (text[end] === ' ' || text[end] === '\t') end += 1
  if (text[end] === '#' && end > offset)
    while (end < text.length && !isYamlLineEnd(text.charCodeAt(end))) end += 1
  return end === text.length || isLineEnd(text.charCodeAt(end))
    ? findNextLineStart(text, end)
    : undefined
}
