import type { Fix, Span } from '../diagnostic.js'
import type { Directive, Named } from './directive.js'

/** The change that leaves of a directive only some of its rules, or nothing. */
export function removal(text: string, directive: Directive, kept: readonly Named[]): Fix {
  const [first] = directive.rules
  const last = directive.rules.at(-1)
  if (kept.length > 0 && first && last) {
    const gone = directive.rules.filter((rule) => !kept.includes(rule)).map(({ id }) => `\`${id}\``)
    return {
      title: `remove ${gone.join(', ')} from the suppression`,
      edits: [{ start: first.start, end: last.end, text: kept.map(({ id }) => id).join(', ') }],
    }
  }
  const names = directive.rules.map(({ id }) => ` \`${id}\``)
  return {
    title: `remove \`${directive.verb}\`${names.join(',')}`,
    edits: [{ ...spanOf(text, directive), text: '' }],
  }
}

/** A directive with the spaces before it; with its line, if nothing else stands there; without what follows in the comment. */
function spanOf(text: string, { start, end, line }: Directive): Span {
  const lineStart = line.start + (text.startsWith('\uFEFF', line.start) ? 1 : 0)
  const before = text.slice(lineStart, start)
  const after = text.slice(end, line.end)
  if (after.trim() !== '') return { start, end: end + (after.length - after.trimStart().length) }
  if (before.trim() === '') return { start: lineStart, end: line.end }
  return { start: start - (before.length - before.trimEnd().length), end }
}
