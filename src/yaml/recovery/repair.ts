import type { Span } from '../nodes.js'

/** Characters to put in place of others, one for one, so that every offset stays; spaces if none are given. */
export type Change = Span & { by?: string }

const content = /[^\r\n\x85\u2028\u2029]/g

/** The text with the changes made. */
export function repaired(text: string, changes: readonly Change[]): string {
  let result = ''
  let from = 0
  for (const { start, end, by } of [...changes].sort((a, b) => a.start - b.start)) {
    if (start < from) continue
    result += text.slice(from, start) + (by ?? text.slice(start, end).replace(content, ' '))
    from = end
  }
  return result + text.slice(from)
}
