import { eachRow } from '../config/effective.js'
import { formatPath, toPath } from '../document/diagnostic.js'
import type { Document } from '../document/document.js'
import {
  detectLineEnd,
  findLineStart,
  findNextLineStart,
  findStatementEnd,
  getColumn,
  endsWithLineEnd,
  findLineEndAbove,
} from '../document/lines.js'
import type { Edit } from '../document/diagnostic.js'
import { applyEdits } from '../edit/edits.js'
import { hasAnchor } from '../edit/entry.js'
import type { DocumentPart } from '../language/parts.js'
import { listParts } from '../language/parts.js'
import type { View } from '../language/view.js'
import { viewOf } from '../language/view.js'
import type { Options } from '../lint/lint.js'

/**
 * Puts the keys of maps in a router file in the order of the schema, and unknown keys last. Comments move with the key
 * below them, or with the map that contains them. A map stays unchanged if its order may matter, or if its layout is
 * unusual.
 */
export function sortKeys(text: string, options: Options = {}): string {
  const triedPaths = new Set<string>()
  let view = viewOf(text, options)
  if (view.document.problems.length > 0) return text
  let remainingWork = Math.max(maxWork, minTries * text.length)
  for (;;) {
    const parts = listOutermost(
      listParts(view).filter(
        (candidate) => !triedPaths.has(formatPath(toPath(candidate))) && !isSorted(candidate),
      ),
    )
    if (parts.length === 0) return view.text
    for (const part of parts) triedPaths.add(formatPath(toPath(part)))
    const viewBefore = view
    const content = formatContent(viewBefore)
    const acceptedEdits: Edit[] = []
    // Applies all edits; if that changes the content, tries each half of the edits.
    const tryEdits = (edits: readonly Edit[]): void => {
      remainingWork -= text.length
      if (edits.length === 0 || remainingWork < 0) return
      const nextView = viewOf(applyEdits(viewBefore.text, [...acceptedEdits, ...edits]), options)
      if (nextView.document.problems.length === 0 && formatContent(nextView) === content) {
        for (const edit of edits) acceptedEdits.push(edit)
        view = nextView
      } else if (edits.length > 1) {
        const middle = edits.length >> 1
        tryEdits(edits.slice(0, middle))
        tryEdits(edits.slice(middle))
      }
    }
    tryEdits(parts.flatMap((part) => sortMap(viewBefore, part) ?? []))
  }
}

/**
 * Maximum number of characters to analyze in all attempts to sort a text, or `minTries` times the length of the text if
 * that is more.
 */
const maxWork = 4_000_000

const minTries = 4

function listOutermost(parts: readonly DocumentPart[]): DocumentPart[] {
  let end = -1
  return parts
    .toSorted((left, right) => left.start - right.start || right.end - left.end)
    .filter((part) => {
      const isOutside = part.start >= end
      if (isOutside) end = part.end
      return isOutside
    })
}

function orderEntries({ shape, parts }: DocumentPart): DocumentPart[] {
  const ranks = new Map(shape?.names.map((name, index) => [name, index]))
  const rank = ({ step }: DocumentPart): number =>
    ranks.get(String(step)) ?? Number.MAX_SAFE_INTEGER
  return parts.toSorted((left, right) => rank(left) - rank(right))
}

const isSorted = (part: DocumentPart): boolean =>
  part.node.kind !== 'map' ||
  part.node.isFlow ||
  part.shape === undefined ||
  orderEntries(part).every((entry, index) => entry === part.parts[index])

/** The edit that puts the entries of a map in order; undefined if the order may matter or the layout is unusual. */
function sortMap(view: View, part: DocumentPart): Edit | undefined {
  const layout = findLayout(view, part)
  const entries = layout && splitEntries(view.text, part, layout)
  return entries && joinEntries(view.text, orderEntries(part), entries, layout)
}

/**
 * The layout of a map: its first entry; its start, including the comments above it; and what precedes its first key:
 * spaces, and the dashes of items that contain it.
 */
type MapLayout = {
  first: DocumentPart
  start: number
  firstKeyPrefix: string
  isAfterDash: boolean
}

/**
 * The layout of a map whose first key begins a line, possibly after dashes; undefined for any other map, and if the
 * order of its entries may matter.
 */
function findLayout({ document, text }: View, part: DocumentPart): MapLayout | undefined {
  const { node, parts } = part
  const [first] = parts
  const orderMayMatter =
    node.kind !== 'map' ||
    hasAnchor(node) ||
    document.entries(node).lostPairs.length > 0 ||
    parts.some(({ step }) => step === '<<')
  if (orderMayMatter || !first) return undefined
  const lineStart = findLineStart(text, first.start)
  const firstKeyPrefix = text.slice(lineStart, first.start).replace('\ufeff', '')
  if (!/^ *(?:- +)*$/.test(firstKeyPrefix)) return undefined
  const isAfterDash = firstKeyPrefix.includes('-')
  const start = isAfterDash || !part.parent ? lineStart : findCommentStart(text, lineStart)
  return { first, start, firstKeyPrefix, isAfterDash }
}

/** The text of an entry: the blank lines and comments above it, and the entry with the comments inside it. */
type SortableEntry = { gap: string; comments: string; body: string }

type Entries = { byPart: ReadonlyMap<DocumentPart, SortableEntry>; end: number }

/** Splits a map into the texts of its entries; undefined if any is indented differently from the first. */
function splitEntries(
  text: string,
  { parts }: DocumentPart,
  { first, start }: MapLayout,
): Entries | undefined {
  const byPart = new Map<DocumentPart, SortableEntry>()
  const indent = ' '.repeat(getColumn(text, first.start))
  let end = start
  for (const part of parts) {
    const lineStart = findLineStart(text, part.start)
    if (part !== first && text.slice(lineStart, part.start).replace('\ufeff', '') !== indent)
      return undefined
    const textBetween = text.slice(end, lineStart)
    const [gap = ''] = /^(?:[ \t]*(?:\r\n|\n|\r))*/.exec(textBetween) ?? []
    end = findEntryEnd(text, part)
    byPart.set(part, {
      gap,
      comments: textBetween.slice(gap.length),
      body: text.slice(part.start, end),
    })
  }
  return { byPart, end }
}

/**
 * Creates the edit that puts the entries of a map in the order of `sortedParts`. Whichever entry comes first gets the
 * blank lines and the prefix (indentation and dashes) of the old first entry.
 */
function joinEntries(
  text: string,
  sortedParts: readonly DocumentPart[],
  { byPart, end }: Entries,
  { first, start, firstKeyPrefix, isAfterDash }: MapLayout,
): Edit {
  const lineEnd = detectLineEnd(text)
  const getGap = (part: DocumentPart | undefined): string => (part && byPart.get(part)?.gap) ?? ''
  const pieces = sortedParts.map((part, index) => {
    const { comments = '', body = '' } = byPart.get(part) ?? {}
    if (index > 0) {
      const gap = getGap(part === first ? sortedParts[0] : part)
      return gap + comments + ' '.repeat(firstKeyPrefix.length) + withLineEnd(body, lineEnd)
    }
    const indent = isAfterDash ? (/^ */.exec(firstKeyPrefix)?.[0] ?? '') : undefined
    const commentLines = indent === undefined ? comments : comments.replaceAll(/^ *(?=#)/gm, indent)
    return getGap(first) + commentLines + firstKeyPrefix + withLineEnd(body, lineEnd)
  })
  const byteOrderMark = text.startsWith('\ufeff') && start === 0 ? '\ufeff' : ''
  const newText = byteOrderMark + pieces.join('')
  const lacksLineEnd = end === text.length && !endsWithLineEnd(text)
  return { start, end, text: lacksLineEnd ? newText.slice(0, -lineEnd.length) : newText }
}

const withLineEnd = (text: string, lineEnd: string): string =>
  endsWithLineEnd(text) ? text : text + lineEnd

/** The start of the comment lines right above a line; if there are none, the start of the line itself. */
function findCommentStart(text: string, line: number): number {
  let start = line
  while (start > 0) {
    const previousLine = findLineStart(text, findLineEndAbove(text, start))
    if (!/^ *#/.test(text.slice(previousLine, start))) return start
    start = previousLine
  }
  return start
}

/** The end of an entry, including comments below it that are indented deeper than its key. */
function findEntryEnd(text: string, entry: DocumentPart): number {
  const column = getColumn(text, entry.start)
  let end = findStatementEnd(text, entry.end) ?? findNextLineStart(text, entry.end)
  for (let next = end; next < text.length;) {
    const followingLine = findNextLineStart(text, next)
    const line = text.slice(next, followingLine)
    if (line.trim() !== '' && !/^ *#/.test(line)) break
    next = followingLine
    if (line.trim() !== '' && line.search(/\S/) > column) end = followingLine
  }
  return end
}

/** The values, comments, findings and effective values of a text, independent of the order of keys. */
const formatContent = (view: View): string =>
  [...listContent(view.document), ...listFindings(view), ...listEffects(view)].join('\n')

function listContent({ text, comments, nodes }: Document): string[] {
  const values = nodes().map((visit) => {
    const { node } = visit
    const value = 'style' in node ? [node.style, String(node.value)] : []
    return JSON.stringify([toPath(visit), node.kind, ...value])
  })
  return [...values, ...comments.map(({ start, end }) => text.slice(start, end).trim())].sort()
}

const listFindings = (view: View): string[] =>
  view
    .diagnostics()
    .map(({ rule, path }) => JSON.stringify([rule, path]))
    .sort()

/** Number of values to join at a time: a list of all values may take more memory than their text. */
const chunkLength = 4096

function* listEffects(view: View): Generator<string, void> {
  let chunk: string[] = []
  for (const { path, value, origin } of eachRow(view.text, view)) {
    chunk.push(JSON.stringify([path, value, origin]))
    if (chunk.length < chunkLength) continue
    yield chunk.join('\n')
    chunk = []
  }
  yield chunk.join('\n')
}
