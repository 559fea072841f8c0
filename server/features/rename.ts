import { PrepareRenameRequest, RenameRequest } from '../protocol.js'
import * as language from '../../src/language/index.js'
import { createRefusal, definePositionFeature } from '../feature.js'
import { toWorkspaceEdit } from '../workspace-edit.js'
import { openWorkspace } from '../workspace.js'

export const prepareRename = definePositionFeature({
  method: PrepareRenameRequest.type,
  empty: null,
  readsEmbedded: true,
  handle: ({ file: { view, convert }, offset }) => {
    const found = language.prepareRename(view, offset)
    return 'refusal' in found
      ? null
      : { range: convert.range(found), placeholder: found.placeholder }
  },
})

/** Where nothing can be renamed, a message says why; a name that cannot be used is an error. */
export const rename = definePositionFeature({
  method: RenameRequest.type,
  capability: ({ preparesRename }) => ({
    renameProvider: preparesRename ? { prepareProvider: true } : true,
  }),
  empty: null,
  readsEmbedded: true,
  handle: ({ file, offset, params: { newName }, session }) => {
    const place = language.prepareRename(file.view, offset)
    if ('refusal' in place) {
      session.showMessage(place.refusal)
      return null
    }
    const workspace = openWorkspace(session)
    const renamed = language.rename(file.view, offset, newName, workspace.views)
    if ('refusal' in renamed) throw createRefusal(renamed.refusal)
    return toWorkspaceEdit(
      renamed.map(({ path, edits }) => {
        const { uri, convert } = workspace.find(path) ?? file
        return {
          uri,
          version: session.documents.get(uri)?.version ?? null,
          edits: convert.edits(edits) ?? refuseRename(),
        }
      }),
      session.client,
    )
  },
})

function refuseRename(): never {
  throw createRefusal('the name cannot be written in the string that holds this router file')
}
