import { lineEndOf, startOfLine } from '../../edit/lines.js'
import type { View } from '../view.js'
import type { CodeAction, Numbered } from './action.js'

/** Rules whose findings cannot be waved through: the text has to be read first, or they are about suppressions themselves. */
const unsuppressed = new Set([
  'yaml-syntax',
  'malformed-suppression',
  'unknown-suppression',
  'unused-suppression',
  'suppression-without-reason',
  'too-large',
  'unknown-target',
])

/** Comments that hide findings, one of each rule: on the next line, in the file, or by the configuration. */
export function suppressions(view: View, findings: readonly Numbered[]): CodeAction[] {
  const rules = new Map<string, { diagnostic: number; offset: number }>()
  for (const { found, diagnostic } of findings) {
    if (!unsuppressed.has(found.rule) && !rules.has(found.rule))
      rules.set(found.rule, { diagnostic, offset: found.range.start.offset })
  }
  return [...rules].flatMap(([rule, { diagnostic, offset }]): CodeAction[] => [
    {
      kind: 'quickfix',
      title: `Suppress \`${rule}\` here`,
      diagnostic,
      isPreferred: false,
      edits: [commentAbove(view, offset, `# routerfile disable-next-line ${rule}`)],
    },
    {
      kind: 'quickfix',
      title: `Suppress \`${rule}\` in this file`,
      diagnostic,
      isPreferred: false,
      edits: [commentAbove(view, 0, `# routerfile disable-file ${rule}`)],
    },
    {
      kind: 'configuration',
      title: `Switch \`${rule}\` off in the configuration`,
      diagnostic,
      rule,
    },
  ])
}

/** A comment on a line of its own, indented like the line below it. */
function commentAbove(
  { text }: View,
  offset: number,
  comment: string,
): { start: number; end: number; text: string } {
  const line = startOfLine(text, offset)
  const start = line === 0 && text.startsWith('\ufeff') ? 1 : line
  const indent = offset === 0 ? '' : (/^ */.exec(text.slice(start, offset))?.[0] ?? '')
  return { start, end: start, text: indent + comment + lineEndOf(text) }
}
