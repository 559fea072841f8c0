import type { DocumentLink } from 'vscode-languageserver'
import { DocumentLinkRequest } from '../protocol.js'
import { documentLinks } from '../../src/language/index.js'
import { defineFeature } from '../feature.js'
import type { OpenRouterFile } from '../router-files.js'
import type { Session } from '../session.js'
import { findFileUri } from '../workspace.js'

export const documentLink = defineFeature({
  method: DocumentLinkRequest.type,
  capability: { documentLinkProvider: { resolveProvider: false } },
  empty: [],
  handle: ({ file, session }) => listLinks(file, session),
  handleEmbedded: ({ files, session }) =>
    files.filter(({ file }) => file.offsets).flatMap((file) => listLinks(file, session)),
})

/**
 * Links to files that exist on this machine. Other files may exist on the machine of the router, but that is unknown.
 */
const listLinks = (file: OpenRouterFile, session: Session): DocumentLink[] =>
  documentLinks(file.view).flatMap(({ target, tooltip, ...span }) => {
    const uri = findFileUri(session, file.uri, target.path)
    return uri === undefined
      ? []
      : [{ range: file.convert.range(span), target: uri, ...(tooltip && { tooltip }) }]
  })
