import type { Edit, Span } from '../../diagnostic.js'
import type { ListNode, MapNode, Node } from '../../document.js'
import { parseDocument } from '../../document.js'
import { applyEdits } from '../../edit/edits.js'
import { columnOf, endOfStatement, lineEndOf } from '../../edit/lines.js'
import { scalar } from '../../edit/replace.js'
import { isBlock, isInBlock } from '../formatting/lines.js'
import { isSameNode } from '../formatting/same.js'
import type { Part } from '../part.js'
import { partAt } from '../part.js'
import { styleOf } from '../style.js'
import type { View } from '../view.js'
import type { CodeAction } from './action.js'

/** Offers to write the map or list at a range over several lines, or on one. */
export function collections(view: View, { start }: Span): CodeAction[] {
  const part = collectionAt(partAt(view, start))
  if (!part || view.document.problems.length > 0) return []
  const edits = isBlock(part) ? toFlow(view, part) : toBlock(view, part)
  if (!edits || !isHarmless(view, edits)) return []
  const name = typeof part.step === 'string' ? `\`${part.step}\`` : 'the entry'
  return [
    {
      kind: 'refactor.rewrite',
      title: `Write ${name} ${isBlock(part) ? 'on one line' : 'over several lines'}`,
      edits,
    },
  ]
}

/** Whether the text says the same after edits, however it is written. */
export function isHarmless(view: View, edits: readonly Edit[]): boolean {
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

/** The innermost collection around a part, or the flow collection that has a line of its own around that. */
function collectionAt(part: Part | undefined): Part | undefined {
  let current = part
  while (current && (!isCollection(current.node) || !current.above)) current = current.above
  while (current && !isInBlock(current)) current = current.above
  return current?.above ? current : undefined
}

const isCollection = (node: Node): node is MapNode | ListNode =>
  node.kind === 'map' || node.kind === 'list'

/** The entries or items of a collection as they are written, without what stands between them. */
function piecesOf({ text }: View, part: Part): string[] | undefined {
  const starts = [part.node.start + 1, ...part.parts.map(({ end }) => end)]
  const pieces = part.parts.map(({ end }, index) =>
    text.slice(starts[index], end).replace(/^\s*,/, '').trim(),
  )
  return pieces.some((piece) => /[\r\n]/.test(piece) || piece === '') ? undefined : pieces
}

function toBlock(view: View, part: Part): Edit[] | undefined {
  const { text } = view
  const { node, pair, above } = part
  const pieces = piecesOf(view, part)
  if (
    !pieces ||
    pieces.length === 0 ||
    !isCollection(node) ||
    !above ||
    endOfStatement(text, node.end) === undefined ||
    node.anchor !== undefined ||
    node.tag !== undefined
  )
    return undefined
  const { step, dash } = styleOf([view.document])
  const column = pair
    ? columnOf(text, pair.key.start) + (node.kind === 'list' ? dash : step)
    : columnOf(text, node.start)
  const lines = pieces.map((piece) => (node.kind === 'list' ? `- ${piece}` : withColon(piece)))
  const indent = lineEndOf(text) + ' '.repeat(column)
  const before =
    /[ \t]*$/.exec(text.slice(pair?.key.end ?? node.start, node.start))?.[0].length ?? 0
  return [
    {
      start: node.start - (pair ? before : 0),
      end: node.end,
      text: (pair ? indent : '') + lines.join(indent),
    },
  ]
}

/** An entry of a flow map as one of a block: with a colon, and a space behind it. */
const withColon = (piece: string): string => {
  const [, key, rest] = /^("(?:[^"\\]|\\.)*"|'(?:[^']|'')*'):(\S.*)$/.exec(piece) ?? []
  if (key !== undefined) return `${key}: ${rest}`
  return /:(?:\s|$)/.test(piece) ? piece : `${piece}:`
}

/** Longer lines are hard to read. */
const widest = 100

function toFlow(view: View, part: Part): Edit[] | undefined {
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
  const pieces = part.parts.map((inner) => flowPiece(view, inner))
  if (pieces.some((piece) => piece === undefined)) return undefined
  const line = node.kind === 'list' ? `[${pieces.join(', ')}]` : `{ ${pieces.join(', ')} }`
  const start = text.slice(0, node.start).trimEnd().length
  return columnOf(text, start) + line.length > widest
    ? undefined
    : [{ start, end, text: ` ${line}` }]
}

function flowPiece({ text }: View, { node, pair, start, end }: Part): string | undefined {
  const written = text.slice(start, end)
  if (/[\r\n]/.test(written) || (isCollection(node) && !node.flow)) return undefined
  const isPlain =
    node.kind === 'text' &&
    node.style === 'plain' &&
    node.tag === undefined &&
    node.anchor === undefined &&
    (/[,[\]{}:]/.test(node.value) || !parsesInFlow(text.slice(node.start, node.end)))
  const value =
    isPlain && node.kind === 'text'
      ? quoted(node.value)
      : text.slice(pair ? node.start : start, node.end)
  return pair ? text.slice(start, node.start) + value : value
}

const parsesInFlow = (written: string): boolean =>
  parseDocument(`a: [${written}]`).problems.length === 0

const quoted = (value: string): string => {
  const text = scalar(value)
  return text.startsWith('"') ? text : `"${text}"`
}
