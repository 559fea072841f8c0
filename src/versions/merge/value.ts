import { toPosition } from '../../document/diagnostic.js'
import type { Document, MapNode, Node } from '../../document/document.js'
import {
  findLineStart,
  findNextLineStart,
  hasLineEnd,
  findLineEndAbove,
} from '../../document/lines.js'
import { resolveAlias, writeQuoted } from '../../yaml/index.js'
import { writeValue } from '../../yaml/write.js'
import type { Scalar } from '../../yaml/index.js'

/** The place in a file that a value comes from; lines count from one. */
export type SourceLine = { path: string; line: number }

/** A value with its source, as it is written again. */
export type MergeValue = { source: SourceLine } & (
  | { kind: 'scalar'; written: string; data: Scalar['value']; remark?: string }
  | { kind: 'map'; entries: ReadonlyMap<string, MergeEntry> }
  | { kind: 'list'; items: readonly MergeItem[] }
)

export type MapValue = Extract<MergeValue, { kind: 'map' }>

export type ListValue = Extract<MergeValue, { kind: 'list' }>

/** An entry with the comments above it and, if its value is on lines of its own, the one beside its key. */
export type MergeEntry = {
  key: string
  comments: readonly string[]
  remark?: string
  value: MergeValue
}

export type MergeItem = { comments: readonly string[]; value: MergeValue }

/** The root of a file as a map; empty if the file is. Aliases and merge keys are resolved. */
export function readMapValue(document: Document, path: string): MapValue {
  const toSource = (offset: number): SourceLine => ({
    path,
    line: toPosition(document.lineStarts(), offset).line + 1,
  })
  const read = (node: Node): MergeValue => {
    const value = resolveAlias(node)
    const source = toSource(node.start)
    if (value.kind === 'map') return { kind: 'map', source, entries: readEntries(value) }
    if (value.kind === 'list')
      return {
        kind: 'list',
        source,
        items: value.items.map((item) => ({
          comments: findCommentsAbove(document, item.start, /^[ -]*$/),
          value: read(item),
        })),
      }
    const remark = findRemark(document, node.end, node.end)
    return {
      kind: 'scalar',
      source,
      written: writeScalar(document.text, value),
      data: value.value,
      ...(remark !== undefined && { remark }),
    }
  }
  const readEntries = (map: MapNode): Map<string, MergeEntry> => {
    const { named, others } = document.entries(map)
    const entries = new Map<string, MergeEntry>()
    for (const { key, value } of [...named.values(), ...others]) {
      const written = writeScalar(document.text, key)
      const isBeside = key.start >= map.start
      const remark = findRemark(document, key.end, value.start)
      entries.set(key.kind === 'text' ? key.value : `\u0000${written}`, {
        key: written,
        comments: isBeside ? findCommentsAbove(document, key.start, /^ *$/) : [],
        ...(remark !== undefined && { remark }),
        value: read(value),
      })
    }
    return entries
  }
  const { root } = document
  return { kind: 'map', source: toSource(0), entries: root ? readEntries(root) : new Map() }
}

/** A scalar on one line: as it is written, or else with the same value in quotes. */
function writeScalar(text: string, scalar: Scalar): string {
  const written = text.slice(scalar.start, scalar.end)
  const isOnOneLine =
    scalar.style !== 'literal' && scalar.style !== 'folded' && !hasLineEnd(written)
  if (isOnOneLine && scalar.tag === undefined) return written
  switch (scalar.kind) {
    case 'text':
      return writeQuoted(scalar.value)
    case 'float':
      return writeValue({ scalar: scalar.value, isFloat: true })
    default:
      return String(scalar.value)
  }
}

/**
 * The comment lines above a key or an item; none for what starts inside a line. `lead` is what may be before it on its
 * line: the comments above a dash are those of the item, not of its first key.
 */
function findCommentsAbove({ text }: Document, offset: number, lead: RegExp): string[] {
  const line = findLineStart(text, offset)
  if (!lead.test(text.slice(line, offset).replace('\ufeff', ''))) return []
  const comments: string[] = []
  for (let start = line; start > 0;) {
    const previousLine = findLineStart(text, findLineEndAbove(text, start))
    const content = text.slice(previousLine, start).replace('\ufeff', '').trim()
    if (content !== '' && !content.startsWith('#')) break
    if (content !== '') comments.push(content)
    start = previousLine
  }
  return comments.reverse()
}

/** The comment between two offsets, or after the first one, on its line and with nothing else before it. */
function findRemark({ text, comments }: Document, from: number, to: number): string | undefined {
  const end = findNextLineStart(text, from)
  const comment = comments.find(({ start }) => start >= from && start < end)
  if (!comment) return undefined
  const isValueBelow = to >= end || to === from
  const isFree = /^[\s:]*$/.test(text.slice(from, comment.start))
  return isValueBelow && isFree ? text.slice(comment.start, comment.end).trim() : undefined
}
