import { FoldingRangeKind, FoldingRangeRequest } from '../protocol.js'
import { foldingRanges } from '../../src/language/index.js'
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
})
