import type { Span } from '../../diagnostic.js'
import { isSame, mentionAt, mentionsOf } from '../mentions.js'
import type { View } from '../view.js'
import type { CodeAction } from './action.js'

/** Offers to remove an anchor that no alias uses. */
export function anchors(view: View, { start }: Span): CodeAction[] {
  const mention = mentionAt(view, start)
  if (
    mention?.kind !== 'anchor' ||
    mention.role !== 'write' ||
    mentionsOf(view).some((other) => other !== mention && isSame(mention, other))
  )
    return []
  const gap = /^[ \t]*/.exec(view.text.slice(mention.end, mention.end + 100))?.[0].length ?? 0
  return [
    {
      kind: 'refactor.rewrite',
      title: `Remove the unused anchor \`${mention.name}\``,
      edits: [{ start: mention.start - 1, end: mention.end + gap, text: '' }],
    },
  ]
}
