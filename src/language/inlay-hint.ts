import type { Edit, Path, Span } from '../document/diagnostic.js'
import { formatPath, toPath } from '../document/diagnostic.js'
import { expandVariables, listVariableReferences } from '../document/environment.js'
import { hasLineEnd } from '../document/lines.js'
import { addEntry, formatScalar, replaceScalar } from '../edit/edit.js'
import { texts } from '../generated/texts.js'
import { formatDuration } from '../formats/duration.js'
import type { SchemaNode } from '../schema/key.js'
import { createSecretVariableTest } from '../schema/secret-values.js'
import { hasMatchingVariable, isSecret, isSecretAt } from '../document/secrets.js'
import { getAt } from '../document/record.js'
import { selectTexts } from '../schema/texts.js'
import { escapeMarkdown, formatCode } from '../document/markdown.js'
import { linkToSection } from './explanations.js'
import type { DocumentPart } from './parts.js'
import { listPartsWithin } from './parts.js'
import type { View } from './view.js'

/** Which hints are enabled. */
export type HintSwitches = {
  /** Values that the router uses for absent keys, or instead of the values in the file. */
  defaults?: boolean
  /** Units of numbers. */
  units?: boolean
  /** Values of environment variables. */
  variables?: boolean
}

/** Text that an editor shows after an offset, with a space before it; it is not part of the file. */
export type InlayHint = {
  /** The offset at which the text is shown. */
  offset: number
  /** The text, such as `→ 10s`. */
  label: string
  /**
   * The kind of the text: defaults of absent keys, the value that the router uses instead of the written one, a unit,
   * or a value with its variables expanded.
   */
  kind: 'default' | 'used' | 'unit' | 'variable'
  /** An explanation of the text, as Markdown. */
  tooltip: string
  /** Edits that write the text into the file, if that does not change what the router does. */
  edits?: Edit[]
}

/** The hints of a file, in the order of the text. All kinds are on by default. */
export function inlayHints(
  view: View,
  { defaults = true, units = true, variables = true }: HintSwitches = {},
  range: Span = { start: 0, end: view.text.length },
): InlayHint[] {
  const parts = listPartsWithin(view, range).filter(
    ({ start, end }) => start <= range.end && range.start <= end,
  )
  const isSecretName = createSecretVariableTest(view.readResult)
  const hints = [
    ...(defaults
      ? [
          ...listReplacementHints(view, parts),
          ...keepFirstPerOffset(parts.flatMap((part) => listDefaultHints(view, part))),
        ]
      : []),
    ...(units ? parts.flatMap((part) => listUnitHints(view, part)) : []),
    ...(variables ? parts.flatMap((part) => listVariableHints(view, part, isSecretName)) : []),
  ]
  return hints
    .filter(({ offset }) => range.start <= offset && offset <= range.end)
    .sort((left, right) => left.offset - right.offset)
}

/** Editors truncate longer labels; the tooltip has the full text. */
const maxLength = 43

/** Maximum number of absent keys to list in a label. */
const maxListedKeys = 3

/** Sections with more duration keys than this, present or absent, get no hint. */
const maxDurationKeys = 4

const isDurationKey = ({ format, keyFacts }: SchemaNode): boolean =>
  format?.name.startsWith('duration') === true ||
  keyFacts['x-unit'] === 'ms' ||
  keyFacts['x-unit'] === 's'

/** A hint with the defaults of duration keys that a section does not set, because users often look for them. */
function listDefaultHints(view: View, part: DocumentPart): InlayHint[] {
  const { pair, shape, node, status } = part
  if (!pair || !shape || status !== 'known' || node.kind === 'alias' || node.kind === 'list')
    return []
  const durationKeys = shape.names.flatMap((name): { name: string; key: SchemaNode }[] => {
    const key = shape.child(name)
    return key?.isRead && isDurationKey(key) && !key.deprecated ? [{ name, key }] : []
  })
  if (durationKeys.length === 0 || durationKeys.length > maxDurationKeys) return []
  const presentNames = new Set(part.parts.map(({ step }) => step))
  const path = toPath(part)
  const absentKeys = durationKeys
    .filter(({ name }) => !presentNames.has(name) && !presentNames.has('<<'))
    .flatMap(({ name, key }): AbsentKey[] => {
      const value = getAt(view.readResult.config, [...path, name])
      return typeof value === 'number' && value > 0
        ? [{ name, key, value: formatDefault(key, value) }]
        : []
    })
  if (absentKeys.length === 0) return []
  const names = absentKeys.map(({ name, value }) => `${name}: ${value}`)
  const edits = insertKeys(view, part, absentKeys)
  return [
    {
      offset: findLineEnd(view.text, pair.key.end),
      label: formatNames(names),
      kind: 'default',
      tooltip: joinParagraphs([
        `Defaults of release ${view.model.release}, as ${absentKeys.length === 1 ? 'this key is' : 'these keys are'} not in the file:`,
        absentKeys
          .map(({ name, key, value }) => describeDefault(view, name, key, value))
          .join('\n'),
        ...linkToSection(formatPath(path)),
      ]),
      ...(edits && { edits }),
    },
  ]
}

/** Lists the first names: as many as `maxLength` and `maxListedKeys` allow, but at least one. */
function formatNames(names: readonly string[]): string {
  for (let count = Math.min(names.length, maxListedKeys); count > 1; count -= 1) {
    const label = names.slice(0, count).join(', ') + (count < names.length ? ', …' : '')
    if (label.length <= maxLength) return label
  }
  const [first = ''] = names
  return names.length === 1 || first.length + 3 > maxLength ? shorten(first) : `${first}, …`
}

const shorten = (label: string): string =>
  label.length > maxLength ? `${label.slice(0, maxLength - 1)}…` : label

/** A key that a section does not set, with its default as it would be written in the file. */
type AbsentKey = { name: string; key: SchemaNode; value: string }

const joinParagraphs = (parts: readonly string[]): string => parts.join('\n\n')

const describeDefault = (view: View, name: string, key: SchemaNode, value: string): string =>
  `- ${formatCode(name)}: ${formatCode(value)}. ${describePurpose(view, key)}`

const describePurpose = ({ model }: View, key: SchemaNode): string =>
  escapeMarkdown(selectTexts(texts, model.release)[key.index]?.description ?? '')

/**
 * Edits that add keys with their defaults. Undefined if the text has syntax errors or a second document, or if a key
 * cannot be added.
 */
function insertKeys(
  { document }: View,
  part: DocumentPart,
  absent: readonly AbsentKey[],
): Edit[] | undefined {
  const { node } = part
  if (document.problems.length > 0 || document.unreadContent) return undefined
  const isEmptyFlow = node.kind === 'map' && node.isFlow && node.pairs.length === 0
  const edits = absent.map(({ name, value }) =>
    addEntry(document, toPath(part), { name, afterColon: ` ${value}`, linesBelow: [] }),
  )
  const addedEdits = edits.flatMap((edit) => edit ?? [])
  const [first] = addedEdits
  if (!first || addedEdits.length !== absent.length) return undefined
  return [{ ...first, text: addedEdits.map(({ text }) => text).join(isEmptyFlow ? ', ' : '') }]
}

/** Keeps only the first hint at each offset, because hints of nested sections on the same line have the same offset. */
function keepFirstPerOffset(hints: readonly InlayHint[]): InlayHint[] {
  const firstByOffset = new Map(hints.toReversed().map((hint) => [hint.offset, hint]))
  return [...firstByOffset.values()]
}

function findLineEnd(text: string, offset: number): number {
  const match = /[\r\n]/.exec(text.slice(offset, offset + 1000))
  return match ? offset + match.index : Math.min(text.length, offset + 1000)
}

const formatDefault = (key: SchemaNode, value: unknown): string =>
  typeof value === 'number' && key.format?.name.startsWith('duration')
    ? formatDuration(value)
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)

/** The values that the router uses instead of values that it does not accept. */
function listReplacementHints(view: View, parts: readonly DocumentPart[]): InlayHint[] {
  const replacements = view.readResult
    .origins()
    .filter(({ origin }) => origin === 'fallback' || origin === 'clamped')
  if (replacements.length === 0) return []
  const keys = new Map(parts.map(({ node, key }) => [node.start, key]))
  const messages = new Map(view.findings().map(({ span, message }) => [span.start, message]))
  return replacements.flatMap(({ place, span, origin }): InlayHint[] => {
    const key = keys.get(span.start)
    const path = toPath(place)
    const value = getAt(view.readResult.config, path)
    if (!key || key.isSecret || value === undefined || typeof value === 'object') return []
    const usedText = formatDefault(key, value)
    const edits = replaceValue(
      view,
      path,
      span,
      typeof value === 'string' ? formatScalar(usedText) : usedText,
    )
    const message = messages.get(span.start)
    return [
      {
        offset: span.end,
        label: shorten(`→ ${usedText}`),
        kind: 'used',
        tooltip: joinParagraphs([
          origin === 'clamped'
            ? `The router uses ${formatCode(usedText)}, the nearest value that is allowed.`
            : `The router uses ${formatCode(usedText)} instead of what is written.`,
          ...(message === undefined ? [] : [escapeMarkdown(message)]),
          ...linkToSection(formatPath(path)),
        ]),
        ...(edits && { edits }),
      },
    ]
  })
}

const isSameSpan = (left: Span, right: Span): boolean =>
  left.start === right.start && left.end === right.end

/**
 * Edits that replace a value with the value that the router uses. Undefined if the value has variables, or if an alias
 * shares it.
 */
function replaceValue(
  { document, text }: View,
  path: Path,
  span: Span,
  writtenText: string,
): Edit[] | undefined {
  if (text.slice(span.start, span.end).includes('$')) return undefined
  const edits = replaceScalar(document, path, writtenText)
  return edits?.every((edit) => isSameSpan(edit, span)) ? edits : undefined
}

const unitNames: Readonly<Record<string, string>> = { ms: 'milliseconds', s: 'seconds' }

/** The unit of a number, unless the name of its key ends with the unit, such as `Ms` or `Seconds`. */
function listUnitHints(view: View, part: DocumentPart): InlayHint[] {
  const { node, key, step, status } = part
  if (!key || status === 'unknown' || (node.kind !== 'int' && node.kind !== 'float')) return []
  const takesUnit = key.format?.name === 'duration-or-milliseconds'
  const unit = key.keyFacts['x-unit'] ?? (takesUnit ? 'ms' : undefined)
  const nameHasUnit =
    unit !== undefined &&
    new RegExp(`${{ ms: 'Ms', s: 'Seconds' }[unit] ?? unit}$`).test(String(step))
  if (unit === undefined || nameHasUnit) return []
  return [
    {
      offset: node.end,
      label: unit,
      kind: 'unit',
      tooltip: joinParagraphs([
        `${formatCode(String(step))} is in ${unitNames[unit] ?? unit}.`,
        describePurpose(view, key),
        ...linkToSection(formatPath(toPath(part))),
      ]),
      // Keys of other formats accept only numbers without a unit.
      ...(takesUnit &&
        node.kind === 'int' && { edits: [{ start: node.end, end: node.end, text: unit }] }),
    },
  ]
}

/**
 * A hint with the expanded value. None if a variable is unknown, or if the value may be secret, has no variables or has
 * a line break.
 */
function listVariableHints(
  { readResult: { environment }, findVariable }: View,
  { node, key, step }: DocumentPart,
  isSecretName: (name: string) => boolean,
): InlayHint[] {
  if (node.kind !== 'text' || !node.value.includes('$') || environment === undefined) return []
  const { text, isUnknown } = expandVariables(node.value, environment)
  const mayBeSecret =
    key?.isSecret ||
    isSecret(text) ||
    isSecretAt([step], text) ||
    hasMatchingVariable(node.value, isSecretName)
  const names = new Set(listVariableReferences(node.value).map(({ name }) => name))
  if (isUnknown || text === node.value || mayBeSecret || hasLineEnd(text)) return []
  return [
    {
      offset: node.end,
      label: shorten(`= ${text || '""'}`),
      kind: 'variable',
      tooltip: joinParagraphs([
        ...(text.length + 2 > maxLength ? [formatCode(text)] : []),
        ...[...names]
          .filter((name) => environment[name] !== undefined)
          .map((name) => describeOrigin(name, findVariable?.(name)?.label)),
      ]),
    },
  ]
}

const describeOrigin = (name: string, place = 'the environment'): string =>
  `${formatCode(name)} is set in ${place}.`
