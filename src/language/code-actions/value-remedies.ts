import type { Diagnostic, Fix } from '../../document/diagnostic.js'
import { replaceScalar } from '../../edit/edit.js'
import type { DocumentPart } from '../parts.js'
import { findPart } from '../parts.js'
import type { View } from '../view.js'

/** Fixes of a value of the wrong kind that say what the user most likely meant. */
export function listValueRemedies(view: View, { path, range, fix }: Diagnostic): Fix[] {
  const part = findPart(view, range.start.offset)
  if (fix || part?.node.kind !== 'text' || part.step !== path.at(-1)) return []
  return [...addSpace(view, part), ...toBoolean(view, part, path)]
}

/** A map that became a string, as its first colon has no space after it: `endpoint:tls:…`. */
function addSpace({ text }: View, { node, pair, key, shape }: DocumentPart): Fix[] {
  if (node.kind !== 'text' || node.style !== 'plain' || !key?.kinds.has('map')) return []
  const [, name] = /^([\w-]+):\S/.exec(node.value) ?? []
  const isBelow = pair && text.slice(pair.key.end, node.start).includes('\n')
  if (!isBelow || name === undefined || !shape?.child(name)) return []
  const at = node.start + name.length + 1
  return [{ title: 'add a space after the colon', edits: [{ start: at, end: at, text: ' ' }] }]
}

const booleans = new Map([
  ...['true', 'yes', 'on', 'y'].map((word) => [word, 'true'] as const),
  ...['false', 'no', 'off', 'n'].map((word) => [word, 'false'] as const),
])

/** A boolean in quotes. */
function toBoolean(
  { document }: View,
  { node, key }: DocumentPart,
  path: Diagnostic['path'],
): Fix[] {
  const value = node.kind === 'text' ? booleans.get(node.value.toLowerCase()) : undefined
  if (value === undefined || !key?.kinds.has('bool') || key.kinds.has('text')) return []
  const edits = replaceScalar(document, path, value)
  return edits ? [{ title: `write \`${value}\` without quotes`, edits }] : []
}
