import { isSamePath, toPath } from '../document/diagnostic.js'
import { texts } from '../generated/texts.js'
import type { Path, Span, PathNode } from '../document/diagnostic.js'
import type { VariableReference } from '../document/environment.js'
import { expandVariables, maskedTagPattern } from '../document/environment.js'
import { findRule } from '../lint/catalog.js'
import { describePlace, formatJsonValue } from '../schema/describe.js'
import type { Json } from '../document/record.js'
import type { SchemaNode } from '../schema/key.js'
import type { SchemaPlace } from '../schema/places.js'
import { selectTexts } from '../schema/texts.js'
import { hasMatchingVariable, isSecret } from '../document/secrets.js'
import {
  createScopeRedactor,
  createSecretVariableTest,
  isSecretPath,
} from '../schema/secret-values.js'
import { showValue } from '../schema/shown-value.js'
import { getAt } from '../document/record.js'
import { toWrittenValue } from '../config/effective.js'
import { toLoadedPath, completeConfig } from '../schema/read.js'
import type { Origin } from '../schema/reader.js'
import type { Document, Node, Scalar } from '../document/document.js'
import type { Pair } from '../yaml/index.js'
import { resolveAlias } from '../yaml/index.js'
import { formatList } from '../document/words.js'
import { formatCode, escapeMarkdown } from '../document/markdown.js'
import type { Occurrence } from './occurrences.js'
import { findOccurrence, isSameOccurrence, listOccurrences } from './occurrences.js'
import { formatPartValue } from './parts.js'
import type { View } from './view.js'
import { findPlaces } from './schema-places.js'
import { describeCredential, describeMissingFile } from './hover/credential.js'
import { describeVariable, findVariableReference } from './hover/variable.js'
import { linkToKey, describeAsMarkdown, explainValue } from './explanations.js'

/** Markdown about a span of a text. */
export type Hover = Span & {
  /** Information about the span, as Markdown. */
  contents: string
}

/**
 * Information about the key or the value at an offset: purpose, type, default, bounds, releases, what the router does
 * with it in this file, and what a value means. Undefined if nothing is known. Secrets are omitted.
 */
export function hover(view: View, offset: number): Hover | undefined {
  const hoveredNode = findNode(view.document, offset)
  const anchor = findAnchor(view, offset)
  const anchorFacts = anchor && describeAnchor(view, anchor)
  if (!hoveredNode)
    return anchor ? createHover(view, anchor, [anchorFacts]) : hoverRule(view.document, offset)
  if (hoveredNode.part === 'merge')
    return createHover(view, hoveredNode.span, [describeMerge(view, hoveredNode)])
  const variable =
    hoveredNode.part === 'value'
      ? findVariableReference(view.text, hoveredNode.span, offset)
      : undefined
  return createHover(view, variable ?? hoveredNode.span, [
    variable && describeVariableAt(view, variable, hoveredNode),
    anchorFacts,
    describeKeyAt(view, hoveredNode),
  ])
}

/**
 * Markdown about a template tag in a value: `facts` (what the tag inserts, if known), then the key of the value. Empty
 * if nothing is known about either.
 */
export function hoverTag(view: View, offset: number, facts: string | undefined): string {
  const hoveredNode = findNode(view.document, offset)
  const parts = [
    facts,
    hoveredNode?.part === 'value' ? describeKeyAt(view, hoveredNode) : undefined,
  ]
  return createHover(view, { start: offset, end: offset }, parts)?.contents ?? ''
}

/** The anchor or alias at an offset. */
function findAnchor(view: View, offset: number): Occurrence | undefined {
  const occurrence = view.text.includes('&') ? findOccurrence(view, offset) : undefined
  return occurrence?.kind === 'anchor' ? occurrence : undefined
}

/** Describes the position and the content of the anchor of an alias, or the positions at which an anchor is used. */
function describeAnchor(view: View, occurrence: Occurrence): string {
  const { role, name } = occurrence
  const otherOccurrences = listOccurrences(view).filter(
    (other) => other !== occurrence && isSameOccurrence(occurrence, other),
  )
  const formatLines = (places: readonly Span[]): string =>
    formatList(places.map(({ start }) => String(view.findPosition(start).line + 1)))
  if (role === 'write')
    return otherOccurrences.length === 0
      ? `The anchor ${formatCode(name)} is not used.`
      : `The anchor ${formatCode(name)} is used in ${otherOccurrences.length === 1 ? 'line' : 'lines'} ${formatLines(otherOccurrences)}.`
  const definitions = otherOccurrences.filter((other) => other.role === 'write')
  const [definition] = definitions
  const value = definition ? formatPartValue(view, definition.part) : ''
  return `${formatCode(`*${name}`)} is the value of line ${formatLines(definitions)}${value === '' ? '' : `: ${formatCode(value)}`}.`
}

/**
 * Undefined if the key is secret, the reference has no braces, and no variable of that name is set: the reference may
 * then be part of the secret.
 */
function describeVariableAt(
  view: View,
  { name, start, end }: VariableReference,
  { path }: HoveredNode,
): string | undefined {
  const isSecretKey = isSecretPath(view.readResult, path)
  const isBraced = view.text.startsWith('${', start) && view.text[end - 1] === '}'
  const isSet = view.readResult.environment?.[name] !== undefined
  return isSecretKey && !isBraced && !isSet ? undefined : describeVariable(view, name, isSecretKey)
}

function createHover(
  { readResult }: View,
  { start, end }: Span,
  parts: readonly (string | undefined)[],
): Hover | undefined {
  const contents = parts.filter((part) => part !== undefined).join('\n\n')
  return contents === ''
    ? undefined
    : { start, end, contents: createScopeRedactor(readResult)(contents) }
}

/** Information about the rule whose id is at an offset of a suppression comment. */
function hoverRule({ text, comments }: Document, offset: number): Hover | undefined {
  const comment = comments.find(({ start, end }) => start < offset && offset <= end)
  if (!comment || !/^#+[ \t]*routerfile\s/.test(text.slice(comment.start, comment.end)))
    return undefined
  const lengthBefore =
    /[\w-]*$/.exec(text.slice(Math.max(comment.start, offset - 100), offset))?.[0].length ?? 0
  const lengthAfter = /^[\w-]*/.exec(text.slice(offset, comment.end))?.[0].length ?? 0
  const [start, end] = [offset - lengthBefore, offset + lengthAfter]
  const rule = findRule(text.slice(start, end))
  return (
    rule && {
      start,
      end,
      contents: [
        `**${formatCode(rule.id)}** (${rule.severity})`,
        escapeMarkdown(rule.summary),
        escapeMarkdown(rule.why),
      ].join('\n\n'),
    }
  )
}

function describeMerge({ document }: View, { node }: HoveredNode): string | undefined {
  const names = node.kind === 'map' ? [...document.entries(node).byName.keys()] : []
  return names.length > 0 ? `takes over ${names.map(formatCode).join(', ')}` : undefined
}

function describeKeyAt(view: View, hoveredNode: HoveredNode): string | undefined {
  const { document, model } = view
  const places = findPlaces(model.schema, document, hoveredNode.path)
  const path = places.length > 0 ? hoveredNode.path : findUsePath(document, hoveredNode.path)
  const [place, ...others] =
    path === hoveredNode.path ? places : path ? findPlaces(model.schema, document, path) : []
  if (!place || !path) return describeUnreadSection(view, hoveredNode.path)
  const fileFacts = describeInFile(view, path, {
    place,
    hoveredNode,
    isCertain: others.length === 0,
  })
  const { unreadKey } = place
  const isKey = hoveredNode.part === 'key'
  // Only if a key around this one is unread: if this key itself is, a finding already says so.
  const unreadNotes =
    unreadKey && unreadKey !== place.key && isKey
      ? [`**Release ${model.release} does not read this key${formatReaders(unreadKey)}.**`]
      : []
  const description = describePlace(place, selectTexts(texts, model.release))
  return [
    describeAsMarkdown(description, {
      fileFacts: [...unreadNotes, ...describeMissingFile(view, path), ...fileFacts],
    }),
    ...describeCredential(view, path),
    ...linkToKey(place.path),
  ].join('\n\n')
}

/** Describes the section around a key that is not in the schema, if the release does not read that section. */
function describeUnreadSection({ document, model }: View, path: Path): string | undefined {
  for (let length = 1; length < path.length; length += 1) {
    const [section] = findPlaces(model.schema, document, path.slice(0, length))
    if (!section) return undefined
    if (!section.unreadKey) continue
    const unreadNote = `**Release ${model.release} does not read what is in ${formatCode(section.path)}.**`
    return [
      describeAsMarkdown(describePlace(section, selectTexts(texts, model.release)), {
        fileFacts: [unreadNote],
      }),
      ...linkToKey(section.path),
    ].join('\n\n')
  }
  return undefined
}

const formatReaders = ({ readIn: ranges = [] }: SchemaNode): string =>
  ranges.length === 0 ? '' : `; it is read by releases ${ranges.join(' or ')}`

/** Where the effective value comes from; undefined if it is the one in the file. */
const originTexts = {
  file: undefined,
  environment: 'from the environment',
  default: 'the default',
  fallback: 'instead of what is written',
  clamped: 'the nearest that is allowed',
} as const

/**
 * The value that the router uses, or why it is unknown, and the meaning of the written value. Findings are left out,
 * because editors show them in the hover themselves.
 */
function describeInFile(
  view: View,
  path: Path,
  {
    place,
    hoveredNode: { node },
    isCertain,
  }: { place: SchemaPlace; hoveredNode: HoveredNode; isCertain: boolean },
): string[] {
  const { document, options } = view
  const { key } = place
  const text =
    node.kind === 'map' || node.kind === 'list' || node.kind === 'null'
      ? undefined
      : getScalarText(document, node)
  const isHidden = key.isSecret || holdsSecretString(view, node)
  const expandedText = text?.includes('$') ? expandVariables(text, options.env) : undefined
  const valueExplanation =
    text === undefined || isHidden
      ? undefined
      : explainValue(key, expandedText && !expandedText.isUnknown ? expandedText.text : text)
  const effect =
    isCertain && !isHidden && !place.unreadKey ? findEffectiveValue(view, path, key) : undefined
  const effectiveText =
    effect &&
    [
      `in this file: ${formatCode(formatJsonValue(showValue(effect.value, key, path)))}`,
      originTexts[effect.origin],
    ]
      .filter(Boolean)
      .join(', ')
  const unknownReason = expandedText?.isUnknown
    ? text !== undefined && text.search(maskedTagPattern) >= 0
      ? 'the value depends on what the template inserts'
      : 'the value depends on variables that are not known here'
    : undefined
  return [unknownReason ?? effectiveText, valueExplanation].filter((part) => part !== undefined)
}

/** Whether a value, or an item of a list, looks like a secret or contains a variable that may hold one. */
function holdsSecretString({ document, readResult }: View, node: Node): boolean {
  const isSecretVariable = createSecretVariableTest(readResult)
  const isHidden = (item: Node): boolean => {
    const value = resolveAlias(item)
    if (value.kind === 'map' || value.kind === 'list' || value.kind === 'null') return false
    const text = getScalarText(document, value)
    return isSecret(text) || hasMatchingVariable(text, isSecretVariable)
  }
  return node.kind === 'list' ? node.items.some(isHidden) : isHidden(node)
}

/** The value that the router uses for a key, formatted as in files, and where it comes from. */
export type EffectiveValue = { value: Json; origin: Origin }

const isScalar = (value: unknown): value is Exclude<Json, object> =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

/** The effective value at a path; undefined for maps, lists of maps, and paths without a value. */
function findEffectiveValue(
  { model, readResult }: Pick<View, 'model' | 'readResult'>,
  path: Path,
  key: SchemaNode,
): EffectiveValue | undefined {
  const loadedPath = toLoadedPath(path, readResult.moves)
  const value = getAt(completeConfig(model.schema, readResult), loadedPath)
  if (!isScalar(value) && !(Array.isArray(value) && value.every(isScalar))) return undefined
  const lastStep = path.at(-1)
  const origin = readResult
    .origins()
    .findLast(({ place }) => place.step === lastStep && isSamePath(toPath(place), path))?.origin
  const hasItemOrigin = Array.isArray(value)
    ? readResult
        .origins()
        .some(
          ({ place }) =>
            place.parent?.step === lastStep && isSamePath(toPath(place).slice(0, -1), path),
        )
    : false
  return {
    value: toWrittenValue(value, key),
    origin: origin ?? (hasItemOrigin ? 'file' : 'default'),
  }
}

/** The node at an offset: the key of an entry, a value, or a merge key with the maps that it names. */
export type HoveredNode = {
  part: 'key' | 'value' | 'merge'
  /** The path of the entry or the value; for a merge key, of the map that contains it. */
  path: Path
  span: Span
  /** The value at the offset, or the value of the key at the offset, with its alias resolved. */
  node: Exclude<Node, { kind: 'alias' }>
}

const getKeyName = (key: Node): string => ('value' in key ? String(key.value) : '')

const containsOffset = (node: Span, offset: number): boolean =>
  node.start <= offset && offset <= node.end && node.start < node.end

/** Of the items that start at or before an offset, the index of the one that starts last; -1 if there is none. */
function findLastBefore<Item>(
  items: readonly Item[],
  offset: number,
  getStart: (item: Item) => number,
): number {
  let lastIndex = -1
  items.forEach((item, index) => {
    if (
      getStart(item) <= offset &&
      (lastIndex < 0 || getStart(item) >= getStart(items[lastIndex] ?? item))
    )
      lastIndex = index
  })
  return lastIndex
}

/** The key or the value at an offset of a document; undefined in comments and between entries. */
export function findNode({ root, comments }: Document, offset: number): HoveredNode | undefined {
  if (comments.some(({ start, end }) => start < offset && offset <= end)) return undefined
  let node: Node | undefined = root
  let place: PathNode = { parent: undefined, step: '' }
  while (node?.kind === 'map' || node?.kind === 'list') {
    if (node.kind === 'list') {
      const index: number = findLastBefore(node.items, offset, ({ start }) => start)
      place = { parent: place, step: index }
      node = node.items[index]
    } else {
      const pair: Pair | undefined =
        node.pairs[findLastBefore(node.pairs, offset, ({ key }) => key.start)]
      if (!pair) return undefined
      const below: PathNode = { parent: place, step: getKeyName(pair.key) }
      if (containsOffset(pair.key, offset))
        return below.step === '<<'
          ? { part: 'merge', path: toPath(place), span: pair.key, node: resolveAlias(pair.value) }
          : { part: 'key', path: toPath(below), span: pair.key, node: resolveAlias(pair.value) }
      place = below
      node = pair.value
    }
  }
  return node && containsOffset(node, offset)
    ? { part: 'value', path: toPath(place), span: node, node: resolveAlias(node) }
    : undefined
}

const getScalarText = ({ text }: Document, scalar: Scalar): string =>
  scalar.kind === 'text' ? scalar.value : text.slice(scalar.start, scalar.end)

/**
 * The path at which the router uses a node that is inside an anchored node: below the first alias of the anchored node
 * or, if there is none, in the first map that merges it.
 */
function findUsePath(document: Document, path: Path): Path | undefined {
  if (!document.text.includes('*')) return undefined
  for (let length = path.length; length > 0; length -= 1) {
    const target = document.find(path.slice(0, length))?.value
    const aliasPlace =
      target &&
      document.nodes().find(({ node, step }) => isAliasOf(node, target) && step !== path[0])
    if (aliasPlace) return [...toPath(aliasPlace), ...path.slice(length)]
    const mergingMap =
      target &&
      document
        .nodes()
        .find(
          ({ node }) =>
            node.kind === 'map' &&
            node.pairs.some(
              ({ key, value }) =>
                key.kind === 'text' && key.value === '<<' && isMergedBy(value, target),
            ),
        )
    if (mergingMap) return [...toPath(mergingMap), ...path.slice(length)]
  }
  return undefined
}

const isAliasOf = (node: Node, target: Node): boolean =>
  node.kind === 'alias' && resolveAlias(node) === target

const isMergedBy = (node: Node, target: Node): boolean =>
  isAliasOf(node, target) ||
  (node.kind === 'list' && node.items.some((item) => isAliasOf(item, target)))
