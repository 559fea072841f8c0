import { FoldingRangeKind, FoldingRangeRequest } from '../protocol.js'
import { foldByIndentation, foldingRanges } from '../../src/language/index.js'
import { defineFeature } from '../feature.js'

export const foldingRange = defineFeature({
  method: FoldingRangeRequest.type,
  capability: { foldingRangeProvider: true },
  empty: [],
  handle: ({ file: { view, settings }, session: { client } }) =>
    foldingRanges(view, Math.min(settings.maxItemsComputed, client.maxFolds)).map(
      ({ startLine, endLine, kind }) => ({
        startLine,
        endLine,
        ...(kind && {
          kind: kind === 'comment' ? FoldingRangeKind.Comment : FoldingRangeKind.Region,
        }),
      }),
    ),
  // If the server returns ranges, editors do not fold by indentation, so the text around router files needs ranges,
  // too.
  handleEmbedded: ({ files, document, session: { client } }) => {
    const [first] = files
    const limit = Math.min(first?.settings.maxItemsComputed ?? Infinity, client.maxFolds)
    return foldByIndentation(document.text()).slice(0, limit)
  },
})
