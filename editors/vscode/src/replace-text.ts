/** Finds the smallest single edit that turns one text into another, so that cursors and decorations elsewhere stay. */
export function replaceText(
  from: string,
  to: string,
): { start: number; end: number; replacement: string } {
  const limit = Math.min(from.length, to.length)
  let start = 0
  while (start < limit && from[start] === to[start]) start++
  let tail = 0
  while (tail < limit - start && from[from.length - 1 - tail] === to[to.length - 1 - tail]) tail++
  return { start, end: from.length - tail, replacement: to.slice(start, to.length - tail) }
}
