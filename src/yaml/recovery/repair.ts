import type { Change, Repair } from './diagnosis.js'
import type { Page } from './lines.js'

const content = /[^\r\n\x85\u2028\u2029]/g

/** The page with the repair made. */
export function repaired({ text, shifts }: Page, { changes, moves: findMoves }: Repair): Page {
  const moves = findMoves()
  if (moves.length === 0) return { text: changed(text, changes), shifts }
  const moved = new Map(shifts)
  for (const { line, by } of moves) moved.set(line, (moved.get(line) ?? 0) + by)
  return { text: changed(text, changes), shifts: moved }
}

function changed(text: string, changes: readonly Change[]): string {
  if (changes.length === 0) return text
  let result = ''
  let from = 0
  for (const { start, end, by } of [...changes].sort((a, b) => a.start - b.start)) {
    if (start < from) continue
    result += text.slice(from, start) + (by ?? text.slice(start, end).replace(content, ' '))
    from = end
  }
  return result + text.slice(from)
}

/** The first offset at which the repair makes a difference. */
export function firstDifference({ changes, moves }: Repair, length: number): number {
  let first = length
  for (const { start } of changes) first = Math.min(first, start)
  for (const { line } of moves()) first = Math.min(first, line)
  return first
}
