import { toPosition } from '../../document/diagnostic.js'
import type { Document, Field, MapNode, Node } from '../../document/document.js'
import { hasLineEnd } from '../../document/lines.js'
import { resolveAlias, writeQuoted } from '../../yaml/index.js'
import { writeValue } from '../../yaml/write.js'
import type { Scalar } from '../../yaml/index.js'
import type { PlacedComments } from './comments.js'
import { placeComments } from './comments.js'

/** The place in a file that a value comes from; lines are counted from 1. */
export type SourceLine = { path: string; line: number }

/**
 * A value with its source. `text` is a scalar as it is written in the merged file; `end` are the comments after the
 * last entry or item.
 */
export type MergeValue = { source: SourceLine } & (
  | { kind: 'scalar'; text: string; data: Scalar['value'] }
  | { kind: 'map'; entries: ReadonlyMap<string, MergeEntry>; end: readonly string[] }
  | { kind: 'list'; items: readonly MergeItem[]; end: readonly string[] }
)

export type MapValue = Extract<MergeValue, { kind: 'map' }>

export type ListValue = Extract<MergeValue, { kind: 'list' }>

/** A list item, with the comments above it and the comments beside its value. */
export type MergeItem = {
  comments: readonly string[]
  remarks: readonly string[]
  value: MergeValue
}

/** A map entry, with the comments above it and the comments beside its key or value. */
export type MergeEntry = MergeItem & { key: string }

/**
 * The root of a file as a map; without entries if the file is empty. Aliases and merge keys are resolved. Every comment
 * of the file is in the result.
 */
export function readMapValue(document: Document, path: string): MapValue {
  const comments = placeComments(document)
  const toSource = (offset: number): SourceLine => ({
    path,
    line: toPosition(document.lineStarts(), offset).line + 1,
  })
  const readItem = (startNode: Node, node: Node): MergeItem => ({
    comments: comments.above(startNode),
    remarks: comments.beside(node),
    value: read(node),
  })
  const read = (node: Node): MergeValue => {
    const value = resolveAlias(node)
    const source = toSource(node.start)
    if (value.kind === 'map') return readMap(value, source)
    if (value.kind === 'list') {
      const items = value.items.map((item) => readItem(item, item))
      return { kind: 'list', source, items, end: comments.end(value) }
    }
    return {
      kind: 'scalar',
      source,
      text: writeScalar(document.text, value),
      data: value.value,
    }
  }
  const readMap = (map: MapNode, source: SourceLine): MapValue => {
    const { byName, otherFields } = document.entries(map)
    const fields = new Set([...byName.values(), ...otherFields])
    const orphanComments = collectOrphans(comments, map, fields)
    const entries = new Map<string, MergeEntry>()
    for (const { key, value, isMerged } of fields) {
      const keyText = writeScalar(document.text, key)
      const item = readItem(key, value)
      entries.set(key.kind === 'text' ? key.value : `\u0000${keyText}`, {
        key: keyText,
        ...item,
        comments: [...(orphanComments.get(value) ?? []), ...(isMerged ? [] : item.comments)],
      })
    }
    return {
      kind: 'map',
      source,
      entries,
      end: [...(orphanComments.get(map) ?? []), ...comments.end(map)],
    }
  }
  const { root } = document
  return root
    ? readMap(root, toSource(0))
    : {
        kind: 'map',
        source: toSource(0),
        entries: new Map(),
        end: document.comments.map(({ start, end }) => document.text.slice(start, end).trim()),
      }
}

/** The comments in a value, as written; without comments in the targets of its aliases. */
function listCommentsInside(comments: PlacedComments, node: Node): string[] {
  if (node.kind !== 'map' && node.kind !== 'list') return []
  const parts =
    node.kind === 'map' ? node.pairs : node.items.map((item) => ({ key: item, value: item }))
  return parts
    .flatMap(({ key, value }) => [
      ...comments.above(key),
      ...comments.beside(value),
      ...listCommentsInside(comments, value),
    ])
    .concat(comments.end(node))
}

/**
 * Collects the comments of pairs that result in no entry, such as merge keys, by the value of the next entry, or if
 * there is none, by the map.
 */
function collectOrphans(
  comments: PlacedComments,
  map: MapNode,
  fields: ReadonlySet<Field>,
): Map<Node, string[]> {
  const values = new Set([...fields].map(({ value }) => value))
  const orphanComments = new Map<Node, string[]>()
  let pendingComments: string[] = []
  for (const { key, value } of map.pairs) {
    if (!values.has(value)) {
      pendingComments.push(
        ...comments.above(key),
        ...comments.beside(value),
        ...listCommentsInside(comments, value),
      )
    } else if (pendingComments.length > 0) {
      orphanComments.set(value, pendingComments)
      pendingComments = []
    }
  }
  return pendingComments.length > 0 ? orphanComments.set(map, pendingComments) : orphanComments
}

export const listItemComments = ({ comments, remarks, value }: MergeItem): string[] => [
  ...comments,
  ...remarks,
  ...listInnerComments(value),
]

export function listInnerComments(value: MergeValue): string[] {
  if (value.kind === 'scalar') return []
  const items = value.kind === 'map' ? [...value.entries.values()] : value.items
  return [...items.flatMap(listItemComments), ...value.end]
}

/**
 * A scalar as text on one line: as in the file if it has one line and no tag there, or else its value, with quotes
 * around strings.
 */
function writeScalar(text: string, scalar: Scalar): string {
  const scalarText = text.slice(scalar.start, scalar.end)
  const isOnOneLine =
    scalar.style !== 'literal' && scalar.style !== 'folded' && !hasLineEnd(scalarText)
  if (isOnOneLine && scalar.tag === undefined) return scalarText
  switch (scalar.kind) {
    case 'text':
      return writeQuoted(scalar.value)
    case 'float':
      return writeValue({ scalar: scalar.value, isFloat: true })
    default:
      return String(scalar.value)
  }
}
