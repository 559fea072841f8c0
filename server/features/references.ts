import { ReferencesRequest } from '../protocol.js'
import * as language from '../../src/language/index.js'
import { definePositionFeature } from '../feature.js'
import { openWorkspace, toLspLocations } from '../workspace.js'

export const references = definePositionFeature({
  method: ReferencesRequest.type,
  capability: { referencesProvider: true },
  empty: [],
  readsEmbedded: true,
  readsFolders: 'scanned',
  handle: ({ file, offset, params: { context }, session }) => {
    const workspace = openWorkspace(session)
    const foundReferences = language
      .references(file.view, offset, workspace.views)
      .filter(({ isDefinition }) => context.includeDeclaration || !isDefinition)
    return toLspLocations(foundReferences, { file, workspace, session })
  },
})
