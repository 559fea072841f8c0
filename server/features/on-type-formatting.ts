import { DocumentOnTypeFormattingRequest } from '../protocol.js'
import { onTypeFormat } from '../../src/language/index.js'
import { definePositionFeature } from '../feature.js'

export const onTypeFormatting = definePositionFeature({
  method: DocumentOnTypeFormattingRequest.type,
  capability: {
    documentOnTypeFormattingProvider: {
      firstTriggerCharacter: '\n',
      moreTriggerCharacter: ['-', ' '],
    },
  },
  empty: [],
  handle: ({ file: { view, convert }, offset, params: { ch } }) =>
    onTypeFormat(view, offset, ch).map(convert.edit),
})
