/** Offset at which the line of an offset starts. */
export function findLineStart(text: string, offset: number): number {
  let start = offset
  while (start > 0 && !isLineEnd(text.charCodeAt(start - 1))) start -= 1
  return start
}

/** Offset after the line of an offset, including its line end. */
export function findNextLineStart(text: string, offset: number): number {
  let end = offset
  while (end < text.length && !isLineEnd(text.charCodeAt(end))) end += 1
  return end + (text.startsWith('\r\n', end) ? 2 : end < text.length ? 1 : 0)
}

const isLineEnd = (code: number): boolean => code === 10 || code === 13

/** The number of characters before an offset in its line; a byte order mark does not count. */
export function getColumn(text: string, offset: number): number {
  return text.slice(findLineStart(text, offset), offset).replace('\ufeff', '').length
}

/** The line end that a text uses. */
export const detectLineEnd = (text: string): string => /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'

/** Offset after a line with nothing but a comment left; undefined if anything else follows. */
export function findStatementEnd(text: string, offset: number): number | undefined {
  if (offset > 0 && isLineEnd(text.charCodeAt(offset - 1))) return offset
  const end = findNextLineStart(text, offset)
  return /^[ \t]*(?:[ \t]#.*)?$/.test(text.slice(offset, end).trimEnd()) ? end : undefined
}
