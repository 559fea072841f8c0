import type { Edit, Span } from '../diagnostic.js'
import { parseDocument } from '../document.js'
import { applyEdits } from '../edit/edits.js'
import { indent } from './formatting/indentation.js'
import { linesOf } from './formatting/lines.js'
import { isSame } from './formatting/same.js'
import { space } from './formatting/spacing.js'
import type { View } from './view.js'

/**
 * Edits of white space that put a file, or the lines of a range, into shape: the indentation that it uses most, single
 * spaces, few blank lines. Values and comments stay as they are, and so do sections that are broken.
 */
export function format(view: View, range?: Span): Edit[] {
  const spaces = space(view)
  const all = [...spaces, ...(indent(view) ?? [])]
  for (const wanted of [all, spaces]) {
    const edits = within(view, wanted, range)
    if (edits.length === 0) continue
    if (isSame(view.document, parseDocument(applyEdits(view.text, edits)))) return edits
  }
  return []
}

/** The edits of the lines of a range, in their order. */
function within(view: View, edits: readonly Edit[], range: Span | undefined): Edit[] {
  const { lines, lineOf } = linesOf(view)
  const start = range ? (lines[lineOf(range.start)]?.start ?? 0) : 0
  const end = range ? (lines[lineOf(range.end)]?.end ?? view.text.length) : view.text.length
  return edits
    .filter((edit) => start <= edit.start && edit.start <= end)
    .sort((left, right) => left.start - right.start || left.end - right.end)
}
