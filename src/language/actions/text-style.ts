import type { Edit, Span } from '../../diagnostic.js'
import type { Scalar } from '../../document.js'
import { columnOf, lineEndOf } from '../../edit/lines.js'
import { isInBlock } from '../formatting/lines.js'
import type { Part } from '../part.js'
import { isOnKey, partAt } from '../part.js'
import { styleOf } from '../style.js'
import type { View } from '../view.js'
import type { CodeAction } from './action.js'
import { isHarmless } from './collections.js'

/** Offers to write a text of several lines, such as a certificate, as a block of lines, or in quotes on one line. */
export function textStyle(view: View, { start }: Span): CodeAction[] {
  const part = partAt(view, start)
  if (
    part?.node.kind !== 'text' ||
    isOnKey(part, start) ||
    !isInBlock(part) ||
    view.document.problems.length > 0
  )
    return []
  const isLines = part.node.style === 'literal' || part.node.style === 'folded'
  const edit = isLines ? inQuotes(view, part.node) : asLines(view, part, part.node)
  if (!edit || !isHarmless(view, [edit])) return []
  return [
    {
      kind: 'refactor.rewrite',
      title: isLines ? 'Write the text in quotes' : 'Write the text line by line',
      edits: [edit],
    },
  ]
}

function asLines(
  view: View,
  { above }: Part,
  { value, start, end, kind }: Scalar,
): Edit | undefined {
  if (kind !== 'text' || !value.includes('\n') || !above) return undefined
  const column = columnOf(view.text, above.node.start) + styleOf([view.document]).step
  const kept = /\n*$/.exec(value)?.[0].length ?? 0
  const lines = value.slice(0, value.length - kept).split('\n')
  const header = kept === 0 ? '|-' : kept === 1 ? '|' : undefined
  if (header === undefined || /^[\s]/.test(value) || /\s$/.test(view.text.slice(start, end)))
    return undefined
  const lineEnd = lineEndOf(view.text)
  return {
    start,
    end,
    text: [header, ...lines.map((line) => (line === '' ? '' : ' '.repeat(column) + line))].join(
      lineEnd,
    ),
  }
}

function inQuotes({ text }: View, { value, start, end, kind }: Scalar): Edit | undefined {
  if (kind !== 'text') return undefined
  const last = start + text.slice(start, end).trimEnd().length
  return { start, end: last, text: JSON.stringify(value) }
}
