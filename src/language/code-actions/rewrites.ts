import { getTail } from '../../document/tails.js'
import type { Edit, Span } from '../../document/diagnostic.js'
import type { Scalar } from '../../document/document.js'
import { parseDocument } from '../../document/document.js'
import { applyEdits, diffTexts } from '../../edit/edits.js'
import {
  getColumn,
  findStatementEnd,
  detectLineEnd,
  findLineStart,
  hasLineEnd,
  findLineEndAbove,
} from '../../document/lines.js'
import { formatScalar } from '../../edit/edit.js'
import { isBlock, isInBlock, detectLayoutStyle } from '../layout.js'
import { isCollection } from '../../yaml/nodes.js'
import { isSameNode } from '../same-document.js'
import type { DocumentPart } from '../parts.js'
import { findPart, isOnKey, listParts } from '../parts.js'
import type { View } from '../view.js'
import { listOccurrences } from '../occurrences.js'
import type { CodeAction } from './action.js'

/** Offers to write the map or list at a range on several lines, or on one. */
export function createCollectionActions(view: View, { start }: Span): CodeAction[] {
  const part = findCollection(findPart(view, start))
  if (!part || view.document.problems.length > 0) return []
  const edits = isBlock(part) ? toFlow(view, part) : toBlock(view, part)
  if (!edits || !isHarmless(view, edits)) return []
  return [
    {
      kind: 'refactor.rewrite',
      title: `Write ${formatPartName(part)} ${isBlock(part) ? 'on one line' : 'on several lines'}`,
      edits,
    },
  ]
}

const formatPartName = ({ step }: DocumentPart): string =>
  typeof step === 'string' ? `\`${step}\`` : 'the entry'

/** Whether the edited text has no problems, and the same values and number of comments as before. */
function isHarmless(view: View, edits: readonly Edit[]): boolean {
  const { root } = view.document
  const editedDocument = parseDocument(applyEdits(view.text, edits))
  return (
    root !== undefined &&
    editedDocument.root !== undefined &&
    editedDocument.problems.length === 0 &&
    editedDocument.comments.length === view.document.comments.length &&
    isSameNode(root, editedDocument.root, false)
  )
}

/**
 * The innermost map or list, at or around a part, that is an entry or item of a block collection; undefined if there is
 * none.
 */
function findCollection(part: DocumentPart | undefined): DocumentPart | undefined {
  let current = part
  while (current && (!isCollection(current.node) || !current.parent)) current = current.parent
  while (current && !isInBlock(current)) current = current.parent
  return current?.parent ? current : undefined
}

/** The source of each entry or item of a collection; undefined if one is empty or has several lines. */
function splitPieces({ text }: View, part: DocumentPart): string[] | undefined {
  const starts = [part.node.start + 1, ...part.parts.map(({ end }) => end)]
  const pieces = part.parts.map(({ end }, index) =>
    text.slice(starts[index], end).replace(/^\s*,/, '').trim(),
  )
  return pieces.some((piece) => hasLineEnd(piece) || piece === '') ? undefined : pieces
}

function toBlock(view: View, part: DocumentPart): Edit[] | undefined {
  const { text } = view
  const { node, pair, parent } = part
  const pieces = splitPieces(view, part)
  if (
    !pieces ||
    pieces.length === 0 ||
    !isCollection(node) ||
    !parent ||
    findStatementEnd(text, node.end) === undefined ||
    node.anchor !== undefined ||
    node.tag !== undefined
  )
    return undefined
  const { mapIndent, dashIndent } = detectLayoutStyle([view.document])
  const column = pair
    ? getColumn(text, pair.key.start) + (node.kind === 'list' ? dashIndent : mapIndent)
    : getColumn(text, node.start)
  const lines = pieces.map((piece) => (node.kind === 'list' ? `- ${piece}` : withColon(piece)))
  const separator = detectLineEnd(text) + ' '.repeat(column)
  const gapLength = getTail(text.slice(pair?.key.end ?? node.start, node.start), /[ \t]/).length
  return [
    {
      start: node.start - (pair ? gapLength : 0),
      end: node.end,
      text: (pair ? separator : '') + lines.join(separator),
    },
  ]
}

/** Rewrites an entry of a flow map for a block map: adds a missing colon, or a missing space after it. */
const withColon = (piece: string): string => {
  const [, key, rest] = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'):(\S.*)$/.exec(piece) ?? []
  if (key !== undefined) return `${key}: ${rest}`
  return /:(?:\s|$)/.test(piece) ? piece : `${piece}:`
}

/** Maximum length of a line with a flow collection: longer ones are hard to read. */
const maxWidth = 100

function toFlow(view: View, part: DocumentPart): Edit[] | undefined {
  const { text, document } = view
  const { node, pair, end } = part
  if (
    !pair ||
    !isCollection(node) ||
    part.parts.length === 0 ||
    node.anchor !== undefined ||
    node.tag !== undefined
  )
    return undefined
  if (document.comments.some(({ start }) => pair.key.end < start && start < end)) return undefined
  const pieces = part.parts.map((inner) => toFlowPiece(view, inner))
  if (pieces.some((piece) => piece === undefined)) return undefined
  const line = node.kind === 'list' ? `[${pieces.join(', ')}]` : `{ ${pieces.join(', ')} }`
  const start = text.slice(0, node.start).trimEnd().length
  return getColumn(text, start) + line.length > maxWidth
    ? undefined
    : [{ start, end, text: ` ${line}` }]
}

function toFlowPiece({ text }: View, { node, pair, start, end }: DocumentPart): string | undefined {
  const source = text.slice(start, end)
  if (hasLineEnd(source) || (isCollection(node) && !node.isFlow)) return undefined
  const needsQuotes =
    node.kind === 'text' &&
    node.style === 'plain' &&
    node.tag === undefined &&
    node.anchor === undefined &&
    (/[,[\]{}:]/.test(node.value) || !parsesInFlow(text.slice(node.start, node.end)))
  const value =
    needsQuotes && node.kind === 'text'
      ? quoteFlowText(node.value)
      : text.slice(pair ? node.start : start, node.end)
  return pair ? text.slice(start, node.start) + value : value
}

const parsesInFlow = (source: string): boolean =>
  parseDocument(`a: [${source}]`).problems.length === 0

const quoteFlowText = (value: string): string => {
  const text = formatScalar(value)
  return text.startsWith('"') ? text : `"${text}"`
}

/** Offers to write a string of several lines, such as a certificate, as a block scalar, or in quotes on one line. */
export function createTextStyleActions(view: View, { start }: Span): CodeAction[] {
  const part = findPart(view, start)
  if (
    part?.node.kind !== 'text' ||
    isOnKey(part, start) ||
    !isInBlock(part) ||
    view.document.problems.length > 0
  )
    return []
  const isBlockScalar = part.node.style === 'literal' || part.node.style === 'folded'
  const edit = isBlockScalar
    ? toQuotedScalar(view, part.node)
    : toBlockScalar(view, part, part.node)
  if (!edit || !isHarmless(view, [edit])) return []
  return [
    {
      kind: 'refactor.rewrite',
      title: `Write ${formatPartName(part)} ${isBlockScalar ? 'in quotes on one line' : 'as a block of lines'}`,
      edits: [edit],
    },
  ]
}

function toBlockScalar(
  view: View,
  { parent }: DocumentPart,
  { value, start, end, kind }: Scalar,
): Edit | undefined {
  if (kind !== 'text' || !value.includes('\n') || !parent) return undefined
  const column =
    getColumn(view.text, parent.node.start) + detectLayoutStyle([view.document]).mapIndent
  const trailingBreakCount = getTail(value, /\n/).length
  const lines = value.slice(0, value.length - trailingBreakCount).split('\n')
  const header = trailingBreakCount === 0 ? '|-' : trailingBreakCount === 1 ? '|' : undefined
  if (header === undefined || /^[\s]/.test(value) || /\s$/.test(view.text.slice(start, end)))
    return undefined
  const lineEnd = detectLineEnd(view.text)
  return {
    start,
    end,
    text: [header, ...lines.map((line) => (line === '' ? '' : ' '.repeat(column) + line))].join(
      lineEnd,
    ),
  }
}

function toQuotedScalar({ text }: View, { value, start, end, kind }: Scalar): Edit | undefined {
  if (kind !== 'text') return undefined
  const contentEnd = start + text.slice(start, end).trimEnd().length
  return { start, end: contentEnd, text: JSON.stringify(value) }
}

/** Offers to sort unsorted sections in the order of the schema, if the range begins at the key of a section. */
export function createSectionActions(view: View, { start }: Span): CodeAction[] {
  const root = listParts(view)[0]
  if (!root?.parts.some((part) => isOnKey(part, start))) return []
  const text = sortSections(view, root)
  return text === undefined || text === view.text
    ? []
    : [
        {
          kind: 'refactor.rewrite',
          title: 'Sort the sections into their usual order',
          edits: diffTexts(view.text, text),
        },
      ]
}

/** The text with its sections sorted; undefined if it has syntax errors, or if sorting could change values. */
function sortSections(view: View, root: DocumentPart): string | undefined {
  const { text, document, model } = view
  const { problems, unreadContent, entries } = document
  if (
    problems.length > 0 ||
    unreadContent ||
    root.node.kind !== 'map' ||
    root.node.isFlow ||
    entries(root.node).lostPairs.length > 0 ||
    root.parts.some(({ step }) => step === '<<')
  )
    return undefined
  if (
    hasDuplicates(
      listOccurrences(view).flatMap(({ kind, role, name }) =>
        kind === 'anchor' && role === 'write' ? [name] : [],
      ),
    )
  )
    return undefined
  const order = new Map(model.schema.names.map((name, index) => [name, index]))
  const starts = root.parts.map((part, index) =>
    findStartWithComments(text, root.parts[index - 1]?.end ?? 0, part),
  )
  const pieces = root.parts.map((part, index) => ({
    part,
    rank: order.get(String(part.step)) ?? Infinity,
    piece: text.slice(starts[index], starts[index + 1]),
  }))
  const sortedPieces = pieces.toSorted((left, right) =>
    left.rank === right.rank ? 0 : left.rank - right.rank,
  )
  const result =
    text.slice(0, starts[0]) +
    joinPieces(
      sortedPieces.map(({ piece }) => piece),
      pieces.map(({ piece }) => piece),
      detectLineEnd(text),
    )
  const sortedDocument = parseDocument(result)
  const hasSameValues =
    sortedDocument.problems.length === 0 &&
    sortedPieces.every(({ part }, index) =>
      isSameNode(part.node, sortedDocument.root?.pairs[index]?.value ?? root.node),
    )
  return hasSameValues ? result : undefined
}

/**
 * The start of a section, including the comments right above it. Comments separated from the section by a blank line
 * belong to the section before.
 */
function findStartWithComments(text: string, minStart: number, { start }: DocumentPart): number {
  // Do not search before `minStart`. YAML has line ends that editors do not count, so the line may start earlier.
  let lineStart = minStart + findLineStart(text.slice(minStart, start), start - minStart)
  if (lineStart === minStart) return minStart
  for (;;) {
    const previousLine =
      lineStart > 0 ? findLineStart(text, findLineEndAbove(text, lineStart)) : lineStart
    if (
      previousLine === lineStart ||
      previousLine < minStart ||
      !/^[ \t]*#/.test(text.slice(previousLine, lineStart))
    )
      return Math.max(lineStart, minStart)
    lineStart = previousLine
  }
}

const hasDuplicates = (names: readonly string[]): boolean => new Set(names).size < names.length

/** Joins sorted pieces. The blank lines between them keep the positions that they had in the original order. */
function joinPieces(
  pieces: readonly string[],
  originals: readonly string[],
  lineEnd: string,
): string {
  const trailingSpaces = originals.map((piece) => piece.slice(piece.trimEnd().length))
  return pieces
    .map(
      (piece, index) =>
        piece.trimEnd() +
        (trailingSpaces[index] === '' && index < pieces.length - 1
          ? lineEnd
          : (trailingSpaces[index] ?? '')),
    )
    .join('')
}
