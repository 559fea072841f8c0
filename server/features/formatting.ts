import { DocumentFormattingRequest } from '../protocol.js'
import { format } from '../../src/language/index.js'
import { defineFeature } from '../feature.js'

export const formatting = defineFeature({
  method: DocumentFormattingRequest.type,
  capability: { documentFormattingProvider: true },
  empty: [],
  handle: ({ file: { view, convert } }) => format(view).map(convert.edit),
})
