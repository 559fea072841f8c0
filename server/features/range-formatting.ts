import { DocumentRangeFormattingRequest } from '../protocol.js'
import { format } from '../../src/language/index.js'
import { defineRangeFeature } from '../feature.js'

export const rangeFormatting = defineRangeFeature({
  method: DocumentRangeFormattingRequest.type,
  capability: { documentRangeFormattingProvider: true },
  empty: [],
  handle: ({ file: { view, convert }, span }) => format(view, span).map(convert.edit),
})
