import type { Span } from '../diagnostic.js'
import { withoutSecrets } from '../secret.js'
import { oncePer } from '../once.js'
import type { Part } from './part.js'
import type { View } from './view.js'

/** The text with stars instead of secrets; every other character stands where it was. */
const discreet = oncePer(({ text }: View): string => {
  const pieces = text.split(/(\r\n|\n|\r)/)
  const lines = withoutSecrets(pieces.filter((_, index) => index % 2 === 0))
  return lines.map((line, index) => line + (pieces[2 * index + 1] ?? '')).join('')
})

const longest = 60

/** What is written in a span, on one line, short, without its quotes, and without secrets. */
export function shown(view: View, { start, end }: Span): string {
  const written = discreet(view)
    .slice(start, Math.min(end, start + 2 * longest))
    .trim()
  const line = /^[^\r\n]*/.exec(written.replace(/^(["'])(.*)\1$/s, '$2'))?.[0] ?? ''
  if (/\*{3,}/.test(line)) return '…'
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line
}

/** Whether a span has something secret in it. */
export const holdsSecret = (view: View, { start, end }: Span): boolean =>
  discreet(view).slice(start, end) !== view.text.slice(start, end)

/** The value of a part as `shown` shows it; nothing for maps and lists. */
export function shownValue(view: View, { node, key }: Part): string {
  if (node.kind === 'map' || node.kind === 'list') return ''
  return key?.secret ? '…' : shown(view, node)
}
