import type { Diagnostic, Edit, Fix } from '../../document/diagnostic.js'
import { formatPath } from '../../document/diagnostic.js'
import type { Document } from '../../document/document.js'
import { addEntry, addMapItem, removeAt, replaceScalar, writeBelow } from '../../edit/edit.js'
import { applyEdits } from '../../edit/edits.js'
import { findEntry, getValue } from '../../edit/entry.js'
import { getTraits } from '../../lint/catalog.js'
import type { Suggestion } from '../../lint/rule.js'
import { formatValueText } from '../../schema/messages.js'
import { findSchemaValue } from '../../schema/visit.js'
import type { View } from '../view.js'

/** The fixes that the rule of a finding suggests, except those that set a key with a secret value or change nothing. */
export function listSuggestions(view: View, { rule, path }: Diagnostic): Fix[] {
  const { document, knownConfig, model, readResult } = view
  // If a text has syntax errors, it is unclear which keys are missing and where values end.
  if (document.problems.length > 0) return []
  const { environment } = readResult
  const context = { document, knownConfig, release: model.release, environment }
  const isPublic = ({ path: suggestedPath }: Suggestion): boolean =>
    findSchemaValue(readResult, model.schema, suggestedPath)?.key.isSecret !== true
  return (getTraits(rule).suggest?.(path, context) ?? []).filter(isPublic).flatMap((suggestion) => {
    const edits = createEdits(view, suggestion)
    return edits && applyEdits(view.text, edits) !== view.text
      ? [{ title: formatTitle(view, suggestion), edits }]
      : []
  })
}

function createEdits(view: View, suggestion: Suggestion): Edit[] | undefined {
  const { alsoApply } = suggestion
  const mainEdits = createMainEdits(view.document, suggestion)
  const furtherEdits = alsoApply ? createEdits(view, alsoApply) : []
  return mainEdits && furtherEdits && [...mainEdits, ...furtherEdits]
}

function createMainEdits(
  document: Document,
  { path, value, lines, itemLines }: Suggestion,
): Edit[] | undefined {
  if (itemLines) return addMapItem(document, path, itemLines)
  if (lines) return writeBelow(document, path, lines)
  if (value === undefined) return removeAt(document, path)
  const entry = findEntry(document, path)
  const name = path.at(-1)
  if (entry) return replaceValue(document, { path, value })
  return typeof name === 'string' && !document.find(path)
    ? addEntry(document, path.slice(0, -1), { name, afterColon: ` ${value}`, linesBelow: [] })
    : undefined
}

/**
 * Replaces a scalar or flow collection; undefined if that is not possible, for instance because of an anchor or a tag.
 */
function replaceValue(
  document: Document,
  { path, value: text }: { path: Suggestion['path']; value: string },
): Edit[] | undefined {
  const entry = findEntry(document, path)
  const node = entry && getValue(entry)
  const isFlow = (node?.kind === 'map' || node?.kind === 'list') && node.isFlow
  if (!isFlow) return replaceScalar(document, path, text)
  return node.anchor === undefined && node.tag === undefined
    ? [{ start: node.start, end: node.end, text }]
    : undefined
}

function formatTitle(
  { document, model, readResult }: View,
  { path, value, lines, itemLines, alsoApply: also, title }: Suggestion,
): string {
  if (title !== undefined) return title
  const name = formatPath(path)
  const alsoText =
    also?.value === undefined ? '' : ` and \`${String(also.path.at(-1))}: ${also.value}\``
  if (itemLines) return `add an entry \`${itemLines[0] ?? ''}\` to \`${name}\`${alsoText}`
  if (lines) return `add \`${name}\` with \`${lines.map((line) => line.trim()).join(' ')}\``
  const lastStep = path.at(-1)
  const displayName =
    typeof lastStep === 'number' ? `${String(path.at(-2))}[${lastStep}]` : String(lastStep)
  if (value === undefined) return `remove \`${displayName}\``
  const { value: currentValue } = findSchemaValue(readResult, model.schema, path) ?? {}
  if (currentValue && currentValue.start < currentValue.end)
    return `replace ${formatValueText(document.text.slice(currentValue.start, currentValue.end))} with ${formatValueText(value)}`
  return `add \`${displayName}: ${value}\`${alsoText}`
}
