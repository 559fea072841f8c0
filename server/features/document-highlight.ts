import { DocumentHighlightKind, DocumentHighlightRequest } from '../protocol.js'
import { documentHighlights } from '../../src/language/index.js'
import { definePositionFeature } from '../feature.js'

export const documentHighlight = definePositionFeature({
  method: DocumentHighlightRequest.type,
  capability: { documentHighlightProvider: true },
  empty: [],
  readsEmbedded: true,
  handle: ({ file: { view, convert }, offset }) =>
    documentHighlights(view, offset).map(({ kind, ...span }) => ({
      range: convert.range(span),
      kind: kind === 'read' ? DocumentHighlightKind.Read : DocumentHighlightKind.Write,
    })),
})
