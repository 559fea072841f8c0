/** Converts a text for the editor: lines end with `\n`, and there is no byte order mark. */
export const toShownText = (text: string): string =>
  text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n')

/**
 * Converts a text in the editor to the text of its file, with the byte order mark and line ends of
 * the file. Unchanged lines keep their line end; others get the most frequent one.
 *
 * @param read The text of the file as it was read.
 */
export function toFileText(shown: string, read: string): string {
  const mark = read.startsWith('\ufeff') ? '\ufeff' : ''
  const before = splitLines(read.slice(mark.length))
  const usual = findUsualEnd(before)
  if (before.every(({ end }) => end === usual || end === ''))
    return mark + shown.replaceAll('\n', usual)
  return mark + joinLines(shown.split('\n'), before, usual)
}

/** A line without its line end, and the line end, which is empty for the last line. */
type Line = { text: string; end: string }

const splitLines = (text: string): Line[] =>
  Array.from(text.matchAll(/([^\r\n]*)(\r\n?|\n|$)/g), ([, line = '', end = '']) => ({
    text: line,
    end,
  }))

/** Returns the most frequent line end. */
function findUsualEnd(lines: readonly Line[]): string {
  const counts = new Map<string, number>()
  for (const { end } of lines) if (end !== '') counts.set(end, (counts.get(end) ?? 0) + 1)
  return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? '\n'
}

/**
 * Joins lines. If their number is as before, each keeps its line end. Otherwise, only the unchanged lines at the start
 * and end of the text do; a line between them gets the line end of an earlier line with the same text, or else the
 * usual one.
 */
function joinLines(lines: readonly string[], before: readonly Line[], usual: string): string {
  const shorter = Math.min(lines.length, before.length)
  let head = 0
  while (head < shorter && lines[head] === before[head]?.text) head += 1
  let tail = 0
  while (tail < shorter - head && lines.at(-1 - tail) === before.at(-1 - tail)?.text) tail += 1
  const added = lines.length - before.length
  const between = new Map<string, string>()
  for (const { text, end } of before.slice(head, before.length - tail))
    if (end !== '') between.set(text, end)
  const findEnd = (line: string, index: number): string => {
    if (index < head || added === 0) return before[index]?.end || usual
    if (index >= lines.length - tail) return before[index - added]?.end || usual
    return between.get(line) ?? usual
  }
  return lines
    .map((line, index) => (index === lines.length - 1 ? line : line + findEnd(line, index)))
    .join('')
}
