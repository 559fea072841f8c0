import { findLineStarts, toPosition } from '../document/diagnostic.js'
import { memoizePerObject } from '../document/lazy.js'
import type { Document, Node } from '../document/document.js'
import { getColumn, isLineEnd } from '../document/lines.js'
import { countWhile } from '../document/search.js'
import type { DocumentPart } from './parts.js'
import { listParts } from './parts.js'
import type { View } from './view.js'

/** A line of a text: its start, its first character that is not a space, and its end, before the line break. */
export type LayoutLine = { start: number; first: number; end: number }

/** The lines of a text, and a lookup of the line number of an offset. */
export type LineTable = { lines: readonly LayoutLine[]; lineOf: (offset: number) => number }

export const getLines = memoizePerObject(({ text }: View): LineTable => {
  const starts = findLineStarts(text)
  const lines = starts.map((lineStart, index): LayoutLine => {
    const start = lineStart + (lineStart === 0 && text.startsWith('\ufeff') ? 1 : 0)
    let end = starts[index + 1] ?? text.length
    while (end > start && isLineEnd(text.charCodeAt(end - 1))) end -= 1
    let first = start
    while (first < end && /[ \t]/.test(text.charAt(first))) first += 1
    return { start, first, end }
  })
  return { lines, lineOf: (offset) => toPosition(starts, offset).line }
})

export const isBlankLine = ({ first, end }: LayoutLine): boolean => first === end

/** Whether a part is an entry or an item of a block collection, which has lines of its own. */
export const isInBlock = ({ parent }: DocumentPart): boolean =>
  (parent?.node.kind === 'map' || parent?.node.kind === 'list') && !parent.node.flow

/** Whether a part has entries or items that have lines of their own. */
export const isBlock = ({ node }: DocumentPart): boolean =>
  (node.kind === 'map' || node.kind === 'list') && !node.flow

/** Lines that must not be changed: those of broken sections, and those after the document. */
export const getUntouchableLines = memoizePerObject((view: View): ((line: number) => boolean) => {
  const { problems, rest } = view.document
  const { lineOf, lines } = getLines(view)
  const starts = listParts(view)[0]?.parts.map(({ start }) => lineOf(start)) ?? []
  const broken = new Set(
    problems
      .filter(({ code }) => code !== 'empty-document')
      .map(({ start }) => findSection(starts, lineOf(start))),
  )
  const last = rest ? lineOf(rest.start) : lines.length
  return (line) => line >= last || (broken.size > 0 && broken.has(findSection(starts, line)))
})

/** The number of the section of a line; 0 is the content before all sections. */
const findSection = (starts: readonly number[], line: number): number =>
  countWhile(starts.length, (section) => (starts[section] ?? Infinity) <= line)

/** The layout of a text: by how many spaces map entries, and list dashes, are indented from their key. */
export type LayoutStyle = { step: number; dash: number }

/** Maximum number of nodes to measure. */
const maxNodes = 300

/** Indentation by one space, or by very many, is not intended by anyone. */
const isStep = (by: number): boolean => by > 1 && by <= 8

/**
 * The most frequent offsets in the first document that has any. Offsets that no document has default to those of most
 * router files.
 */
export function detectLayoutStyle(documents: readonly Document[]): LayoutStyle {
  const used = documents.map(measureOffsets)
  const dash = findFirst(used.map(({ dashes }) => findMostUsed(dashes)))
  const step =
    findFirst(used.map(({ steps }) => findMostUsed(steps))) ??
    (dash !== undefined && isStep(dash) ? dash : 2)
  return { step, dash: dash ?? step }
}

const findFirst = (values: readonly (number | undefined)[]): number | undefined =>
  values.find((value) => value !== undefined)

const findMostUsed = (values: readonly number[]): number | undefined => {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([left, many], [right, more]) => more - many || left - right)[0]?.[0]
}

/** How far the first maps and lists of a document are indented from their keys. */
const measureOffsets = memoizePerObject(
  ({ root, text }: Document): { steps: number[]; dashes: number[] } => {
    const open: Node[] = root ? [root] : []
    const found = { steps: new Array<number>(), dashes: new Array<number>() }
    for (let index = 0; index < open.length && index < maxNodes; index += 1) {
      const node = open[index]
      if (node?.kind === 'list') open.push(...node.items.slice(0, maxNodes))
      if (node?.kind !== 'map' || node.flow) continue
      for (const { key, value } of node.pairs.slice(0, maxNodes)) {
        open.push(value)
        if ((value.kind !== 'map' && value.kind !== 'list') || value.flow || value.start <= key.end)
          continue
        const by = getColumn(text, value.start) - getColumn(text, key.start)
        if (value.kind === 'map' && isStep(by)) found.steps.push(by)
        if (value.kind === 'list' && (by === 0 || isStep(by))) found.dashes.push(by)
      }
    }
    return found
  },
)
