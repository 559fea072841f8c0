import type { Span } from '../document/diagnostic.js'
import { memoizePerObject } from '../document/lazy.js'
import { countWhile } from '../document/search.js'
import type { ValuePart } from './parse.js'
import type { Piece, Rendering } from './render.js'

/** The index of the first item that passes a test, by binary search; all later items must pass too. */
const findFirst = <Item>(items: readonly Item[], test: (item: Item) => boolean): number =>
  countWhile(items.length, (index) => {
    const item = items[index]
    return item !== undefined && !test(item)
  })

/** The first and the last piece of a span. Pieces are in the order of the text. */
function findEndPieces(
  pieces: readonly Piece[],
  { start, end }: Span,
): { first: Piece | undefined; last: Piece | undefined } {
  const spanEnd = Math.max(end, start + 1)
  return {
    first: pieces[findFirst(pieces, (piece) => piece.end > start)] ?? pieces.at(-1),
    last: pieces[findFirst(pieces, (piece) => piece.start >= spanEnd) - 1],
  }
}

const listValuePieces = memoizePerObject(({ pieces }: Rendering) =>
  pieces.filter(({ value }) => value !== undefined),
)

export function findValueAt(rendering: Rendering, { start, end }: Span): ValuePart | undefined {
  const values = listValuePieces(rendering)
  const piece = values[findFirst(values, (value) => value.end > start)]
  return piece && piece.start < end ? piece.value : undefined
}

/**
 * Converts a span of a rendering to a span of the template; undefined if it begins or ends in text that replaces a tag.
 */
export function toSource({ pieces }: Rendering, span: Span): Span | undefined {
  const { first, last } = findEndPieces(pieces, span)
  if (!first || !last || first.value || last.value) return undefined
  return {
    start: first.sourceStart + span.start - first.start,
    end: last.sourceStart + Math.max(span.end - last.start, 0),
  }
}

const listNonEmptyPieces = memoizePerObject(({ pieces }: Rendering) =>
  pieces.filter((piece) => piece.end > piece.start),
)

/**
 * Converts a span of a rendering to a span of the template. If it begins or ends in text that replaces a tag, includes
 * the whole tag.
 */
export function toEnclosingSource(rendering: Rendering, span: Span): Span {
  const { first, last = first } = findEndPieces(listNonEmptyPieces(rendering), span)
  if (!first || !last) return { start: 0, end: 0 }
  return {
    start: first.value
      ? first.sourceStart
      : first.sourceStart + Math.max(span.start - first.start, 0),
    end: last.value ? last.sourceEnd : last.sourceStart + Math.max(span.end - last.start, 0),
  }
}

/** The pieces that a span overlaps or is next to. */
export function listTouchedPieces({ pieces }: Rendering, { start, end }: Span): readonly Piece[] {
  const startIndex = findFirst(pieces, (piece) => piece.end >= start)
  return pieces.slice(
    startIndex,
    findFirst(pieces, (piece) => piece.start > end),
  )
}
