import type { Span } from '../../diagnostic.js'
import { parseDocument } from '../../document.js'
import { difference } from '../../edit/difference.js'
import { lineEndOf, startOfLine } from '../../edit/lines.js'
import { isSameNode } from '../formatting/same.js'
import { mentionsOf } from '../mentions.js'
import type { Part } from '../part.js'
import { isOnKey, partsOf } from '../part.js'
import type { View } from '../view.js'
import type { CodeAction } from './action.js'

/** Offers to put the sections of a file into the order of the schema, where they are not and the range begins at the key of one. */
export function sections(view: View, { start }: Span): CodeAction[] {
  const root = partsOf(view)[0]
  if (!root?.parts.some((part) => isOnKey(part, start))) return []
  const text = sorted(view, root)
  return text === undefined || text === view.text
    ? []
    : [
        {
          kind: 'refactor.rewrite',
          title: 'Put the sections into their usual order',
          edits: difference(view.text, text),
        },
      ]
}

/** The text with its sections in order; undefined where that would change more than the order. */
function sorted(view: View, root: Part): string | undefined {
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
    hasTwice(
      mentionsOf(view).flatMap(({ kind, role, name }) =>
        kind === 'anchor' && role === 'write' ? [name] : [],
      ),
    )
  )
    return undefined
  const order = new Map(model.schema.names.map((name, index) => [name, index]))
  const starts = root.parts.map((part, index) =>
    startWithComments(text, root.parts[index - 1]?.end ?? 0, part),
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
    joined(
      moved.map(({ piece }) => piece),
      pieces.map(({ piece }) => piece),
      lineEndOf(text),
    )
  const after = parseDocument(result)
  const isSound =
    after.problems.length === 0 &&
    moved.every(({ part }, index) =>
      isSameNode(part.node, after.root?.pairs[index]?.value ?? root.node),
    )
  return isSound ? result : undefined
}

/** Where a section starts with the comments right above it; what a blank line parts from it belongs to the section before. */
function startWithComments(text: string, from: number, { start }: Part): number {
  let first = startOfLine(text, start)
  for (;;) {
    const above =
      first > 0
        ? startOfLine(text, text.startsWith('\r\n', first - 2) ? first - 2 : first - 1)
        : first
    if (above === first || above < from || !/^[ \t]*#/.test(text.slice(above, first)))
      return Math.max(first, from)
    first = above
  }
}

const hasTwice = (names: readonly string[]): boolean => new Set(names).size < names.length

/** The pieces one after the other, with the blank lines that stood between them before. */
function joined(pieces: readonly string[], before: readonly string[], end: string): string {
  const ends = before.map((piece) => piece.slice(piece.trimEnd().length))
  return pieces
    .map(
      (piece, index) =>
        piece.trimEnd() +
        (ends[index] === '' && index < pieces.length - 1 ? end : (ends[index] ?? '')),
    )
    .join('')
}
