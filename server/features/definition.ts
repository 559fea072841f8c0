import { DefinitionRequest } from '../protocol.js'
import * as language from '../../src/language/index.js'
import { definePositionFeature } from '../feature.js'
import { openWorkspace, toLspLocations } from '../workspace.js'

export const definition = definePositionFeature({
  method: DefinitionRequest.type,
  capability: { definitionProvider: true },
  empty: [],
  readsEmbedded: true,
  handle: ({ file, offset, session }) => {
    const workspace = openWorkspace(session)
    const found = language.definition(file.view, offset, workspace.views)
    return toLspLocations(found, { file, workspace, session })
  },
})
