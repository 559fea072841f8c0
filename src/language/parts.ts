import type { Span, PathNode } from '../document/diagnostic.js'
import type { Node, Document } from '../document/document.js'
import { findColonEnd } from '../fix/entry.js'
import { getTraits } from '../lint/catalog.js'
import type { KeyStatus as FoundStatus } from '../lint/rule.js'
import type { Key } from '../schema/key.js'
import type { ConditionScope } from '../schema/conditions.js'
import { findChildKey, selectShape } from '../schema/read.js'
import type { Pair } from '../yaml/index.js'
import { resolveAlias } from '../yaml/index.js'
import { memoizePerObject } from '../document/lazy.js'
import { maskSecrets, isSecret } from '../document/secrets.js'
import { expandVariables } from '../document/environment.js'
import { parseCredential } from '../formats/credential.js'
import type { View } from './view.js'

/**
 * How the router of the release treats a key: it knows the key, prefers a newer one, never reads it, or does not know
 * it.
 */
export type KeyStatus = 'known' | 'deprecated' | 'unread' | 'unknown'

/** A node in a file: the map at its root, an entry of a map, or an item of a list. Aliases are not followed. */
export type Part = Span &
  PathNode & {
    parent: Part | undefined
    /** Its pair; absent for items and the root. */
    pair: Pair | undefined
    /** Its value, as written. */
    node: Node
    /** The schema of the value; undefined if the router does not know the key. */
    key: Key | undefined
    /** The same for a map, selected by its binding: the possible keys. */
    shape: Key | undefined
    status: KeyStatus
    /** The parts inside, in the order of the text. */
    parts: Part[]
  }

/** The status of a key, by the status in its findings. */
const statusByFinding: Readonly<Record<FoundStatus, KeyStatus>> = {
  unknown: 'unknown',
  deprecated: 'deprecated',
  obsolete: 'deprecated',
  unread: 'unread',
  ineffective: 'unread',
  overridden: 'unread',
}

/** All parts of a text, outer ones before inner ones; empty if the text is not a map. */
export const listParts = memoizePerObject(
  ({ document, findings, model, reading: { environment } }: View): readonly Part[] => {
    const { root, text } = document
    if (!root) return []
    const found = new Map(
      findings.flatMap(({ rule, span }): [number, KeyStatus][] => {
        const { keyStatus } = getTraits(rule)
        return keyStatus ? [[span.start, statusByFinding[keyStatus]]] : []
      }),
    )
    const parts: Part[] = [
      {
        parent: undefined,
        step: '',
        pair: undefined,
        node: root,
        key: model.schema,
        shape: model.schema,
        status: 'known',
        start: root.start,
        end: root.end,
        parts: [],
      },
    ]
    // The list grows during this loop.
    for (const part of parts) {
      if (part.node.kind === 'map') addEntries({ document, environment }, found, part)
      if (part.node.kind === 'list') addItems(part)
      for (const inner of part.parts) parts.push(inner)
    }
    for (const part of parts.toReversed()) part.end = findPartEnd(text, part)
    return parts
  },
)

function addEntries(
  { document, environment }: Pick<ConditionScope, 'document' | 'environment'>,
  found: ReadonlyMap<number, KeyStatus>,
  part: Part,
): void {
  if (part.node.kind !== 'map') return
  const entries = document.entries(part.node)
  const shape = part.key && selectShape(part.key, entries, environment)
  part.shape = shape
  for (const pair of part.node.pairs) {
    const name = resolveAlias(pair.key)
    const step =
      name.kind === 'text' ? name.value : document.text.slice(pair.key.start, pair.key.end)
    const key = findChildKey(shape, step, entries) ?? part.key?.child(step)
    const isLost = part.status === 'unknown' || part.status === 'unread' || part.key?.any
    const isStranger = !key && shape !== undefined && step !== '<<'
    const status = isLost
      ? 'unread'
      : (found.get(pair.key.start) ?? (isStranger ? 'unknown' : 'known'))
    part.parts.push({
      parent: part,
      step,
      pair,
      node: pair.value,
      key,
      shape: key,
      status,
      start: pair.key.start,
      end: pair.value.end,
      parts: [],
    })
  }
}

function addItems(part: Part): void {
  if (part.node.kind !== 'list') return
  part.node.items.forEach((node, step) => {
    part.parts.push({
      parent: part,
      step,
      pair: undefined,
      node,
      key: part.key?.item,
      shape: part.key?.item,
      status: part.status,
      start: node.start,
      end: node.end,
      parts: [],
    })
  })
}

/** The offset after the last character; for a block scalar, without the line breaks at its end. */
function findPartEnd(text: string, { pair, node, start, parts }: Part): number {
  const isBlock = (node.kind === 'map' || node.kind === 'list') && !node.flow
  const end = isBlock
    ? (parts.at(-1)?.end ?? node.start)
    : 'style' in node && /literal|folded/.test(node.style)
      ? findBlockEnd(text, node)
      : node.end
  return Math.max(start, end, pair ? (findColonEnd(text, pair) ?? pair.key.end) : 0)
}

function findBlockEnd(text: string, { start, end }: Span): number {
  let last = end
  while (last > start && /\s/.test(text.charAt(last - 1))) last -= 1
  return last
}

/** The innermost part at an offset; undefined if there is none, not even the map at the root. */
export function findPart(view: View, offset: number): Part | undefined {
  const root = listParts(view)[0]
  let part = root && root.start <= offset && offset <= root.end ? root : undefined
  for (let inner = part; inner; inner = findInnerPart(inner, offset)) part = inner
  return part
}

/** The direct child at an offset, by binary search. */
function findInnerPart({ parts }: Part, offset: number): Part | undefined {
  let low = 0
  let high = parts.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((parts[middle]?.start ?? Infinity) <= offset) low = middle + 1
    else high = middle
  }
  const found = parts[low - 1]
  return found && offset <= found.end ? found : undefined
}

/** Whether an offset is on the key of a part. */
export const isOnKey = ({ pair }: Part, offset: number): boolean =>
  pair !== undefined && pair.key.start <= offset && offset <= pair.key.end

/** Whether a part has a path such as `['link', 'listeners', '[]', 'groups']`, where `[]` is any item. */
export function isAtPlace(part: Part | undefined, place: readonly string[]): boolean {
  let current = part
  for (let index = place.length - 1; index >= 0; index -= 1) {
    if (!current?.parent) return false
    if (place[index] === '[]' ? typeof current.step !== 'number' : current.step !== place[index])
      return false
    current = current.parent
  }
  return current !== undefined && current.parent === undefined
}

/** The text with secrets replaced by asterisks; all offsets stay the same. */
const getMaskedText = memoizePerObject(({ text }: View): string => {
  const pieces = text.split(/(\r\n|\n|\r)/)
  const lines = maskSecrets(pieces.filter((_, index) => index % 2 === 0))
  return lines.map((line, index) => line + (pieces[2 * index + 1] ?? '')).join('')
})

const maxShownLength = 60

/** The source of a span on one line: short, without its quotes, and without secrets. */
export function formatSpan(view: View, { start, end }: Span): string {
  const written = getMaskedText(view)
    .slice(start, Math.min(end, start + 2 * maxShownLength))
    .trim()
  const line = /^[^\r\n]*/.exec(written.replace(/^(["'])(.*)\1$/s, '$2'))?.[0] ?? ''
  if (/\*{3,}/.test(line)) return '…'
  return line.length > maxShownLength ? `${line.slice(0, maxShownLength - 1)}…` : line
}

/** Whether a span contains a secret. */
const holdsSecret = (view: View, { start, end }: Span): boolean =>
  getMaskedText(view).slice(start, end) !== view.text.slice(start, end)

/** The value of a part as `formatSpan` writes it; empty for maps and lists. */
export function formatPartValue(view: View, { node, key }: Part): string {
  if (node.kind === 'map' || node.kind === 'list') return ''
  return key?.secret ? '…' : formatSpan(view, node)
}

/**
 * The path of the file that a value refers to, with variables expanded; undefined if it refers to none, or if a
 * variable is unknown.
 */
export function findFilePath(view: View, part: Part): string | undefined {
  const { node, key } = part
  if (node.kind !== 'text') return undefined
  const { text, unknown } = expandVariables(node.value, view.reading.environment)
  if (unknown || text === '' || /[\r\n]/.test(text) || isSecret(text) || holdsSecret(view, node))
    return undefined
  const format = key?.format?.name ?? ''
  if (['path', 'filled-path'].includes(format) || isAtPlace(part, ['plugins', '[]'])) return text
  if (format !== 'certificate' && format !== 'key') return undefined
  const location = parseCredential(text)
  return location.kind === 'file' ? location.path : undefined
}

/** The comment that contains an offset, without its `#`; by binary search. */
export function findComment({ comments }: Document, offset: number): Span | undefined {
  let low = 0
  let high = comments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((comments[middle]?.start ?? Infinity) < offset) low = middle + 1
    else high = middle
  }
  const found = comments[low - 1]
  return found && offset <= found.end ? found : undefined
}
