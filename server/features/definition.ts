import type { Location } from 'vscode-languageserver'
import { DefinitionRequest } from '../protocol.js'
import * as language from '../../src/language/index.js'
import { findValueReference } from '../../src/template/value-references.js'
import { findValueLocations } from '../chart-values.js'
import { definePositionFeature } from '../feature.js'
import type { OpenRouterFile } from '../router-files.js'
import type { Session } from '../session.js'
import { openWorkspace, toLspLocations } from '../workspace.js'

export const definition = definePositionFeature({
  method: DefinitionRequest.type,
  capability: { definitionProvider: true },
  empty: [],
  readsEmbedded: true,
  handle: ({ file, offset, session }) => findDefinitions(file, offset, session),
  handleTemplate: ({ template, file, params: { position }, session }) => {
    const tag = template.findTag(position)
    if (!tag) return file && findDefinitions(file, file.convert.offset(position), session)
    const reference = findValueReference(template.text, tag, template.convert.offset(position))
    return reference ? findValueLocations(reference, template.uri, session) : []
  },
})

function findDefinitions(file: OpenRouterFile, offset: number, session: Session): Location[] {
  const workspace = openWorkspace(session)
  const definitions = language.definition(file.view, offset, workspace.views)
  return toLspLocations(definitions, { file, workspace, session })
}
