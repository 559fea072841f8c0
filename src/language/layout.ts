import { findLineStarts, toPosition } from '../document/diagnostic.js'
import { memoizePerObject } from '../document/lazy.js'
import type { Document, Node } from '../document/document.js'
import { getColumn, isLineEnd } from '../document/lines.js'
import { countWhile } from '../document/search.js'
import type { DocumentPart } from './parts.js'
import { listParts } from './parts.js'
import type { View } from './view.js'

/**
 * A line of a text: the offsets of its start, of its first character that is neither a space nor a tab, and of its end,
 * before the line break.
 */
export type LayoutLine = { start: number; contentStart: number; end: number }

export type LineTable = { lines: readonly LayoutLine[]; getLineNumber: (offset: number) => number }

export const getLines = memoizePerObject(({ text }: View): LineTable => {
  const starts = findLineStarts(text)
  const lines = starts.map((lineStart, index): LayoutLine => {
    const start = lineStart + (lineStart === 0 && text.startsWith('\ufeff') ? 1 : 0)
    let end = starts[index + 1] ?? text.length
    while (end > start && isLineEnd(text.charCodeAt(end - 1))) end -= 1
    let contentStart = start
    while (contentStart < end && /[ \t]/.test(text.charAt(contentStart))) contentStart += 1
    return { start, contentStart, end }
  })
  return { lines, getLineNumber: (offset) => toPosition(starts, offset).line }
})

export const isBlankLine = ({ contentStart, end }: LayoutLine): boolean => contentStart === end

/**
 * Whether a part is an entry or an item of a block collection, that is, of a map or list that is not in braces or
 * brackets.
 */
export const isInBlock = ({ parent }: DocumentPart): boolean =>
  (parent?.node.kind === 'map' || parent?.node.kind === 'list') && !parent.node.isFlow

/** Whether a part is a block collection: a map or list that is not in braces or brackets. */
export const isBlock = ({ node }: DocumentPart): boolean =>
  (node.kind === 'map' || node.kind === 'list') && !node.isFlow

/**
 * Creates a test whether a line must not change, because it is in a section with syntax errors or after the document.
 */
export const createUntouchableTest = memoizePerObject((view: View): ((line: number) => boolean) => {
  const { problems, unreadContent } = view.document
  const { getLineNumber, lines } = getLines(view)
  const sectionStarts = listParts(view)[0]?.parts.map(({ start }) => getLineNumber(start)) ?? []
  const brokenSections = new Set(
    problems
      .filter(({ code }) => code !== 'empty-document')
      .map(({ start }) => getSectionNumber(sectionStarts, getLineNumber(start))),
  )
  const endLine = unreadContent ? getLineNumber(unreadContent.start) : lines.length
  return (line) =>
    line >= endLine ||
    (brokenSections.size > 0 && brokenSections.has(getSectionNumber(sectionStarts, line)))
})

/** The number of the section of a line; 0 is the content before all sections. */
const getSectionNumber = (starts: readonly number[], line: number): number =>
  countWhile(starts.length, (section) => (starts[section] ?? Infinity) <= line)

/**
 * The indentation of a text, relative to the key of the map or list: the number of spaces before the entries of a map,
 * and before the dashes of a list.
 */
export type LayoutStyle = { mapIndent: number; dashIndent: number }

/** Maximum number of nodes to measure, and of entries or items to visit in each. */
const maxNodes = 300

/** Whether an indentation is probably intended. One space and more than eight spaces are probably mistakes. */
const isPlausibleIndent = (spaces: number): boolean => spaces > 1 && spaces <= 8

/**
 * The most frequent indentations of maps and of lists, each from the first document that has such an indentation.
 * Without a nested map, maps get the indentation of lists if it is plausible, otherwise two spaces. Without a list, lists
 * get the indentation of maps.
 */
export function detectLayoutStyle(documents: readonly Document[]): LayoutStyle {
  const measurements = documents.map(measureOffsets)
  const dashIndent = findFirst(measurements.map(({ dashIndents }) => findMostUsed(dashIndents)))
  const mapIndent =
    findFirst(measurements.map(({ mapIndents }) => findMostUsed(mapIndents))) ??
    (dashIndent !== undefined && isPlausibleIndent(dashIndent) ? dashIndent : 2)
  return { mapIndent, dashIndent: dashIndent ?? mapIndent }
}

const findFirst = (values: readonly (number | undefined)[]): number | undefined =>
  values.find((value) => value !== undefined)

const findMostUsed = (values: readonly number[]): number | undefined => {
  const counts = new Map<number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort(([left, many], [right, more]) => more - many || left - right)[0]?.[0]
}

/** The numbers of spaces by which the first maps and lists of a document are indented from their keys. */
const measureOffsets = memoizePerObject(
  ({ root, text }: Document): { mapIndents: number[]; dashIndents: number[] } => {
    const pendingNodes: Node[] = root ? [root] : []
    const offsets = { mapIndents: new Array<number>(), dashIndents: new Array<number>() }
    for (let index = 0; index < pendingNodes.length && index < maxNodes; index += 1) {
      const node = pendingNodes[index]
      if (node?.kind === 'list') pendingNodes.push(...node.items.slice(0, maxNodes))
      if (node?.kind !== 'map' || node.isFlow) continue
      for (const { key, value } of node.pairs.slice(0, maxNodes)) {
        pendingNodes.push(value)
        if (
          (value.kind !== 'map' && value.kind !== 'list') ||
          value.isFlow ||
          value.start <= key.end
        )
          continue
        const indent = getColumn(text, value.start) - getColumn(text, key.start)
        if (value.kind === 'map' && isPlausibleIndent(indent)) offsets.mapIndents.push(indent)
        if (value.kind === 'list' && (indent === 0 || isPlausibleIndent(indent)))
          offsets.dashIndents.push(indent)
      }
    }
    return offsets
  },
)
