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

/** Whether the text has the same meaning after the edits. */
function isHarmless(view: View, edits: readonly Edit[]): boolean {
  const { root } = view.document
  const after = parseDocument(applyEdits(view.text, edits))
  return (
    root !== undefined &&
    after.root !== undefined &&
    after.problems.length === 0 &&
    after.comments.length === view.document.comments.length &&
    isSameNode(root, after.root, false)
  )
}

/** The innermost collection around a part, or the flow collection around it that starts on its own line. */
function findCollection(part: DocumentPart | undefined): DocumentPart | undefined {
  let current = part
  while (current && (!isCollection(current.node) || !current.parent)) current = current.parent
  while (current && !isInBlock(current)) current = current.parent
  return current?.parent ? current : undefined
}

/** The source of the entries or items of a collection, without the separators. */
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
  const { step, dash } = detectLayoutStyle([view.document])
  const column = pair
    ? getColumn(text, pair.key.start) + (node.kind === 'list' ? dash : step)
    : getColumn(text, node.start)
  const lines = pieces.map((piece) => (node.kind === 'list' ? `- ${piece}` : withColon(piece)))
  const indent = detectLineEnd(text) + ' '.repeat(column)
  const before = getTail(text.slice(pair?.key.end ?? node.start, node.start), /[ \t]/).length
  return [
    {
      start: node.start - (pair ? before : 0),
      end: node.end,
      text: (pair ? indent : '') + lines.join(indent),
    },
  ]
}

/** An entry of a flow map as an entry of a block map: with a colon and a space after it. */
const withColon = (piece: string): string => {
  const [, key, rest] = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'):(\S.*)$/.exec(piece) ?? []
  if (key !== undefined) return `${key}: ${rest}`
  return /:(?:\s|$)/.test(piece) ? piece : `${piece}:`
}

/** Longer lines are hard to read. */
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
  const written = text.slice(start, end)
  if (hasLineEnd(written) || (isCollection(node) && !node.flow)) return undefined
  const isPlain =
    node.kind === 'text' &&
    node.style === 'plain' &&
    node.tag === undefined &&
    node.anchor === undefined &&
    (/[,[\]{}:]/.test(node.value) || !parsesInFlow(text.slice(node.start, node.end)))
  const value =
    isPlain && node.kind === 'text'
      ? quoteFlowText(node.value)
      : text.slice(pair ? node.start : start, node.end)
  return pair ? text.slice(start, node.start) + value : value
}

const parsesInFlow = (written: string): boolean =>
  parseDocument(`a: [${written}]`).problems.length === 0

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
  const isLines = part.node.style === 'literal' || part.node.style === 'folded'
  const edit = isLines ? toQuotedScalar(view, part.node) : toBlockScalar(view, part, part.node)
  if (!edit || !isHarmless(view, [edit])) return []
  return [
    {
      kind: 'refactor.rewrite',
      title: `Write ${formatPartName(part)} ${isLines ? 'in quotes on one line' : 'as a block of lines'}`,
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
  const column = getColumn(view.text, parent.node.start) + detectLayoutStyle([view.document]).step
  const lineBreaks = getTail(value, /\n/).length
  const lines = value.slice(0, value.length - lineBreaks).split('\n')
  const header = lineBreaks === 0 ? '|-' : lineBreaks === 1 ? '|' : undefined
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
  const last = start + text.slice(start, end).trimEnd().length
  return { start, end: last, text: JSON.stringify(value) }
}

/**
 * Offers to sort the sections of a file in the order of the schema, if they are unsorted and the range begins at the
 * key of a section.
 */
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

/** The text with its sections sorted; undefined if that would change more than the order. */
function sortSections(view: View, root: DocumentPart): string | undefined {
  const { text, document, model } = view
  const { problems, rest, entries } = document
  if (
    problems.length > 0 ||
    rest ||
    root.node.kind !== 'map' ||
    root.node.flow ||
    entries(root.node).lost.length > 0 ||
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
    place: order.get(String(part.step)) ?? Infinity,
    piece: text.slice(starts[index], starts[index + 1]),
  }))
  const moved = pieces.toSorted((left, right) =>
    left.place === right.place ? 0 : left.place - right.place,
  )
  const result =
    text.slice(0, starts[0]) +
    joinPieces(
      moved.map(({ piece }) => piece),
      pieces.map(({ piece }) => piece),
      detectLineEnd(text),
    )
  const after = parseDocument(result)
  const isSound =
    after.problems.length === 0 &&
    moved.every(({ part }, index) =>
      isSameNode(part.node, after.root?.pairs[index]?.value ?? root.node),
    )
  return isSound ? result : undefined
}

/**
 * The start of a section with the comments right above it. Comments separated by a blank line belong to the section
 * before.
 */
function findStartWithComments(text: string, from: number, { start }: DocumentPart): number {
  // Search no further back than `from`: YAML has line ends that editors do not count, so the line may start before it.
  let first = from + findLineStart(text.slice(from, start), start - from)
  if (first === from) return from
  for (;;) {
    const previousLine = first > 0 ? findLineStart(text, findLineEndAbove(text, first)) : first
    if (
      previousLine === first ||
      previousLine < from ||
      !/^[ \t]*#/.test(text.slice(previousLine, first))
    )
      return Math.max(first, from)
    first = previousLine
  }
}

const hasDuplicates = (names: readonly string[]): boolean => new Set(names).size < names.length

/** Joins the pieces, with the blank lines that were between them before. */
function joinPieces(pieces: readonly string[], before: readonly string[], end: string): string {
  const ends = before.map((piece) => piece.slice(piece.trimEnd().length))
  return pieces
    .map(
      (piece, index) =>
        piece.trimEnd() +
        (ends[index] === '' && index < pieces.length - 1 ? end : (ends[index] ?? '')),
    )
    .join('')
}
