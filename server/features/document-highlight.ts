import { DocumentHighlightKind, DocumentHighlightRequest } from '../protocol.js'
import { highlights } from '../../src/language/index.js'
import { definePositionFeature } from '../feature.js'

export const documentHighlight = definePositionFeature({
  method: DocumentHighlightRequest.type,
  capability: { documentHighlightProvider: true },
  empty: [],
  handle: ({ file: { view, convert }, offset }) =>
    highlights(view, offset).map(({ kind, ...span }) => ({
      range: convert.range(span),
      kind: kind === 'read' ? DocumentHighlightKind.Read : DocumentHighlightKind.Write,
    })),
})
