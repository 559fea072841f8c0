import type { Diagnostic, Edit, Fix } from '../../document/diagnostic.js'
import { findLineStart, getColumn, splitWholeLines } from '../../document/lines.js'
import { formatScalar, replaceScalar } from '../../edit/edit.js'
import { formatDuration } from '../../formats/duration.js'
import { getTraits } from '../../lint/catalog.js'
import { isAccepted } from '../../lint/value-fixes.js'
import type { SchemaNode } from '../../schema/key.js'
import { formatValueText } from '../../schema/messages.js'
import type { ValuePlace } from '../../schema/observation.js'
import { findExample } from '../examples.js'
import type { DocumentPart } from '../parts.js'
import { getRootPart } from '../parts.js'
import type { View } from '../view.js'

/** Fixes that replace a wrong value with what the user most likely meant; none if the finding already has a fix. */
export function listValueRemedies(view: View, { rule, path, fix }: Diagnostic): Fix[] {
  const part = path.reduce<DocumentPart | undefined>(
    (outer, step) => outer?.parts.find((inner) => inner.step === step),
    getRootPart(view),
  )
  if (!part?.parent || fix) return []
  return [
    ...suggestBoolean(view, part, path),
    ...suggestList(view, part),
    ...(getTraits(rule).alternatives === 'values' ? listOtherValues(view, part, path) : []),
  ]
}

const booleans = new Map([
  ...['true', 'yes', 'on', 'y'].map((word) => [word, 'true'] as const),
  ...['false', 'no', 'off', 'n'].map((word) => [word, 'false'] as const),
])

/** Replaces a string such as `"yes"` with the boolean that it means, if the key accepts booleans but not strings. */
function suggestBoolean(
  { document }: View,
  { node, key }: DocumentPart,
  path: Diagnostic['path'],
): Fix[] {
  const value = node.kind === 'text' ? booleans.get(node.value.toLowerCase()) : undefined
  if (value === undefined || !key?.kinds.has('bool') || key.kinds.has('text')) return []
  const edits = replaceScalar(document, path, value)
  return edits ? [{ title: `write \`${value}\` without quotes`, edits }] : []
}

/** Turns a map into a list with the map as its only item, by adding a dash or brackets. */
function suggestList({ text }: View, { node, pair, key }: DocumentPart): Fix[] {
  if (node.kind !== 'map' || !pair || key?.kinds.has('map') || !key?.kinds.has('list')) return []
  if (node.anchor !== undefined || node.tag !== undefined) return []
  const edits = node.isFlow
    ? [
        { start: node.start, end: node.start, text: '[' },
        { start: node.end, end: node.end, text: ']' },
      ]
    : addDash(text, node)
  return edits ? [{ title: 'write a list with this entry', edits }] : []
}

/** Writes `- ` before the first key of a block map, and indents its other lines by two more spaces. */
function addDash(text: string, { start, end }: { start: number; end: number }): Edit[] {
  const lineStart = findLineStart(text, start)
  const column = getColumn(text, start)
  let offset = lineStart
  return splitWholeLines(text.slice(lineStart, end)).map((line, index) => {
    const insertAt = offset + (index === 0 ? column : 0)
    offset += line.length
    return {
      start: insertAt,
      end: insertAt,
      text: index === 0 ? '- ' : line.trim() === '' ? '' : '  ',
    }
  })
}

/** Maximum number of values that are offered instead of a wrong one. */
const maxValues = 3

/**
 * Replaces a value with one that causes no finding, such as the default, a limit, an example, or the value with an
 * added protocol.
 */
function listOtherValues(view: View, part: DocumentPart, path: Diagnostic['path']): Fix[] {
  const { document, readResult, text } = view
  const { node, key } = part
  if (!key || key.isSecret || node.kind === 'map' || node.kind === 'list' || node.kind === 'alias')
    return []
  const place = toValuePlace(part)
  const source = text.slice(node.start, node.end)
  const values = listCandidates(key, node.kind === 'text' ? node.value : source).filter(
    (value, index, all) =>
      value !== source && all.indexOf(value) === index && isAccepted(readResult, key, value, place),
  )
  return values.slice(0, maxValues).flatMap((value) => {
    const edits = replaceScalar(document, path, value)
    const title =
      source === ''
        ? `write ${formatValueText(value)}`
        : `replace ${formatValueText(source)} with ${formatValueText(value)}`
    return edits ? [{ title, edits }] : []
  })
}

function listCandidates(key: SchemaNode, currentText: string): string[] {
  const { bounds, keyFacts, kinds, format } = key
  const isDuration = format?.name.startsWith('duration') === true
  const limits = [bounds?.min, bounds?.max].flatMap((limit) =>
    limit !== undefined && Number.isFinite(limit) && !bounds?.isExclusive
      ? [isDuration && !kinds.has('int') ? formatDuration(limit) : String(limit)]
      : [],
  )
  const isAboveMax = Number(currentText) > (bounds?.max ?? Infinity)
  const meantBoolean = booleans.get(currentText.toLowerCase())
  const defaultValue = keyFacts.default
  const example = findExample(key)
  const meantAddress = format?.guessMeaning?.(currentText, key.formatTraits)
  return [
    ...(meantBoolean === undefined ? [] : [meantBoolean]),
    ...(meantAddress === undefined ? [] : [formatScalar(meantAddress)]),
    ...(format?.name.includes('address') && currentText !== ''
      ? [`tls:${currentText}`, `wss:${currentText}`].map(formatScalar)
      : []),
    ...(isAboveMax ? limits.slice(1) : limits.slice(0, 1)),
    ...(typeof defaultValue === 'string' ? [formatScalar(defaultValue)] : []),
    ...(typeof defaultValue === 'number' || typeof defaultValue === 'boolean'
      ? [String(defaultValue)]
      : []),
    ...(keyFacts.const === undefined ? [] : [formatScalar(keyFacts.const)]),
    ...(kinds.has('bool') ? ['true', 'false'] : []),
    ...(key.words ?? []).filter((word) => word !== '').map(formatScalar),
    ...(example === undefined ? [] : [formatScalar(example)]),
    ...(kinds.has('map') ? ['{}'] : []),
    ...(kinds.has('list') ? ['[]'] : []),
  ]
}

const toValuePlace = ({ step, parent, pair, node }: DocumentPart): ValuePlace => ({
  step,
  parent: parent && toValuePlace(parent),
  key: pair?.key ?? node,
  phase: 'load',
})
