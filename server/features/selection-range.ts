import type { SelectionRange } from 'vscode-languageserver'
import { SelectionRangeRequest } from '../protocol.js'
import { selectionRanges } from '../../src/language/index.js'
import { defineFeature } from '../feature.js'

export const selectionRange = defineFeature({
  method: SelectionRangeRequest.type,
  capability: { selectionRangeProvider: true },
  empty: [],
  handle: ({ file: { view, convert }, params: { positions } }) => {
    const offsets = positions.map(convert.offset)
    return selectionRanges(view, offsets).map((spans, index): SelectionRange => {
      const offset = offsets[index] ?? 0
      const innermost = spans.reduceRight<SelectionRange | undefined>(
        (parent, span) => ({ range: convert.range(span), ...(parent && { parent }) }),
        undefined,
      )
      return innermost ?? { range: convert.range({ start: offset, end: offset }) }
    })
  },
})
