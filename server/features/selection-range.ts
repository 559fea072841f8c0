import type { Position, Range, SelectionRange } from 'vscode-languageserver'
import type { Span } from '../../src/document/diagnostic.js'
import { toOuterSpan } from '../../src/embedded/embedded-file.js'
import { positionsIn, selectionRanges, textSelectionRanges } from '../../src/language/index.js'
import type { Converter } from '../convert.js'
import { createConverter } from '../convert.js'
import type { OpenDocument } from '../documents.js'
import { defineFeature } from '../feature.js'
import { SelectionRangeRequest } from '../protocol.js'
import type { Session } from '../session.js'

export const selectionRange = defineFeature({
  method: SelectionRangeRequest.type,
  capability: { selectionRangeProvider: true },
  empty: [],
  handle: ({ file: { view, convert }, params: { positions } }) => {
    const offsets = positions.map(convert.offset)
    return selectionRanges(view, offsets).map((spans, index) =>
      nestRanges(spans, offsets[index] ?? 0, convert),
    )
  },
  handleText: ({ document, params: { positions }, session }) => {
    const text = document.text()
    const convert = createConverter(positionsIn(text), session.client.encoding)
    return positions.map((position) => {
      const offset = convert.offset(position)
      const outerSpans = textSelectionRanges(text, offset)
      const embeddedSpans = findEmbeddedSpans(document, position, session)
      const last = embeddedSpans.at(-1)
      const spans = last
        ? [...embeddedSpans, ...outerSpans.filter((span) => contains(span, last))]
        : outerSpans
      return nestRanges(spans, offset, convert)
    })
  },
})

/** Finds the spans in an embedded router file to which a selection expands, as spans of the outer text. */
function findEmbeddedSpans(
  document: OpenDocument,
  position: Position,
  { embeddedFiles }: Pick<Session, 'embeddedFiles'>,
): Span[] {
  const range: Range = { start: position, end: position }
  const embeddedFile = embeddedFiles.findAt(document, range)
  if (!embeddedFile) return []
  const [spans = []] = selectionRanges(embeddedFile.view, [embeddedFile.convert.offset(position)])
  const offset = embeddedFile.outer.offset(position)
  return spans
    .map((span) => toOuterSpan(embeddedFile.file, span))
    .filter(({ start, end }) => start <= offset && offset <= end)
}

/** Whether a span contains another one and is larger. */
const contains = (outer: Span, inner: Span): boolean =>
  outer.start <= inner.start &&
  inner.end <= outer.end &&
  outer.end - outer.start > inner.end - inner.start

/** Nests ranges: the first span, with the next ones as its parents; without spans, an empty range at the offset. */
function nestRanges(spans: readonly Span[], offset: number, convert: Converter): SelectionRange {
  const innermost = spans.reduceRight<SelectionRange | undefined>(
    (parent, span) => ({ range: convert.range(span), ...(parent && { parent }) }),
    undefined,
  )
  return innermost ?? { range: convert.range({ start: offset, end: offset }) }
}
