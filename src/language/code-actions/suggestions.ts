import type { Diagnostic, Edit, Fix } from '../../document/diagnostic.js'
import { formatPath } from '../../document/diagnostic.js'
import type { Document } from '../../document/document.js'
import { addEntry, addMapItem, removeAt, replaceScalar, writeBelow } from '../../edit/edit.js'
import { applyEdits } from '../../edit/edits.js'
import { findEntry, getValue } from '../../edit/entry.js'
import { getTraits } from '../../lint/catalog.js'
import type { Suggestion } from '../../lint/rule.js'
import { formatValueText } from '../../schema/messages.js'
import { findVisited } from '../../schema/visit.js'
import type { View } from '../view.js'

/** What the rule of a finding suggests to write. */
export function listSuggestions(view: View, { rule, path }: Diagnostic): Fix[] {
  const { document, draft, model, reading } = view
  // In a broken text it is unclear what is missing, and where things end.
  if (document.problems.length > 0) return []
  const { environment } = reading
  const context = { document, draft, release: model.release, environment }
  const isPublic = ({ path: to }: Suggestion): boolean =>
    findVisited(reading, model.schema, to)?.key.secret !== true
  return (getTraits(rule).suggest?.(path, context) ?? []).filter(isPublic).flatMap((suggestion) => {
    const edits = createEdits(view, suggestion)
    return edits && applyEdits(view.text, edits) !== view.text
      ? [{ title: formatTitle(view, suggestion), edits }]
      : []
  })
}

function createEdits(view: View, suggestion: Suggestion): Edit[] | undefined {
  const { also } = suggestion
  const edit = createEdit(view.document, suggestion)
  const others = also ? createEdits(view, also) : []
  return edit && others && [...edit, ...others]
}

function createEdit(
  document: Document,
  { path, value, lines, item }: Suggestion,
): Edit[] | undefined {
  if (item) return addMapItem(document, path, item)
  if (lines) return writeBelow(document, path, lines)
  if (value === undefined) return removeAt(document, path)
  const place = findEntry(document, path)
  const name = path.at(-1)
  if (place) return replaceValue(document, { path, value })
  return typeof name === 'string' && !document.find(path)
    ? addEntry(document, path.slice(0, -1), { name, rest: ` ${value}`, below: [] })
    : undefined
}

/** Replaces a scalar, or a list or map that is written on one line. */
function replaceValue(
  document: Document,
  { path, value: text }: { path: Suggestion['path']; value: string },
): Edit[] | undefined {
  const place = findEntry(document, path)
  const node = place && getValue(place)
  const isFlow = (node?.kind === 'map' || node?.kind === 'list') && node.flow
  if (!isFlow) return replaceScalar(document, path, text)
  return node.anchor === undefined && node.tag === undefined
    ? [{ start: node.start, end: node.end, text }]
    : undefined
}

function formatTitle(
  { document, model, reading }: View,
  { path, value, lines, item, also, title }: Suggestion,
): string {
  if (title !== undefined) return title
  const name = formatPath(path)
  const rest =
    also?.value === undefined ? '' : ` and \`${String(also.path.at(-1))}: ${also.value}\``
  if (item) return `add an entry \`${item[0] ?? ''}\` to \`${name}\`${rest}`
  if (lines) return `add \`${name}\` with \`${lines.map((line) => line.trim()).join(' ')}\``
  const last = path.at(-1)
  const called = typeof last === 'number' ? `${String(path.at(-2))}[${last}]` : String(last)
  if (value === undefined) return `remove \`${called}\``
  const { value: written } = findVisited(reading, model.schema, path) ?? {}
  if (written && written.start < written.end)
    return `replace ${formatValueText(document.text.slice(written.start, written.end))} with ${formatValueText(value)}`
  return `add \`${called}: ${value}\`${rest}`
}
