import { DocumentLinkRequest } from '../protocol.js'
import { documentLinks } from '../../src/language/index.js'
import { defineFeature } from '../feature.js'
import { resolveFileUri } from '../workspace.js'

export const documentLink = defineFeature({
  method: DocumentLinkRequest.type,
  capability: { documentLinkProvider: { resolveProvider: false } },
  empty: [],
  handle: ({ file, session }) =>
    documentLinks(file.view).flatMap(({ target, tooltip, ...span }) => {
      const uri = resolveFileUri(session, file.uri, target.path)
      return uri === undefined
        ? []
        : [{ range: file.convert.range(span), target: uri, ...(tooltip && { tooltip }) }]
    }),
})
