import { PrepareRenameRequest, RenameRequest } from '../protocol.js'
import * as language from '../../src/language/index.js'
import { formatDisplayPath } from '../documents.js'
import { createRefusal, definePositionFeature } from '../feature.js'
import type { OpenRouterFile } from '../router-files.js'
import type { Session } from '../session.js'
import type { FileTextEdits } from '../workspace-edit.js'
import { toWorkspaceEdit } from '../workspace-edit.js'
import { openWorkspace, resolveFileUri, toFileRange } from '../workspace.js'

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

/** If nothing can be renamed at the cursor, the user gets a message. An unusable new name fails the request. */
export const rename = definePositionFeature({
  method: RenameRequest.type,
  capability: ({ preparesRename }) => ({
    renameProvider: preparesRename ? { prepareProvider: true } : true,
  }),
  empty: null,
  readsEmbedded: true,
  readsFolders: 'complete',
  handle: ({ file, offset, params: { newName }, session }) => {
    const preparedRename = language.prepareRename(file.view, offset)
    if ('refusal' in preparedRename) {
      session.showMessage(preparedRename.refusal)
      return null
    }
    if (!preparedRename.isLocal) {
      if (!session.workspaceFiles.isComplete())
        throw createRefusal(
          'not all files were read, so the name was not changed; exclude some in .routerfileignore',
        )
      if (!session.machine && session.folders.all().length > 0)
        session.showOnce('only open files were changed; others cannot be read here')
    }
    const workspace = openWorkspace(session)
    const renameResult = language.rename(file.view, offset, newName, workspace.views)
    if ('refusal' in renameResult) throw createRefusal(renameResult.refusal)
    const editedFiles = renameResult.map(({ path, edits }) => {
      const { uri, convert } = workspace.find(path) ?? file
      return { uri, edits: convert.edits(edits) ?? refuseRename(uri, session) }
    })
    return toWorkspaceEdit(
      [...editedFiles, ...renameVariable({ file, offset, newName, session })],
      session,
    )
  },
})

type VariableRename = {
  file: OpenRouterFile
  offset: number
  newName: string
  session: Session
}

/** Creates the edit that renames a variable in the file that sets it, if there is such a file. */
const renameVariable = ({ file, offset, newName, session }: VariableRename): FileTextEdits[] =>
  language.definition(file.view, offset).flatMap((place) => {
    const uri =
      'file' in place && place.place ? resolveFileUri(session, file.uri, place.file) : undefined
    return 'file' in place && uri !== undefined
      ? [{ uri, edits: [{ range: toFileRange(place), newText: newName }] }]
      : []
  })

function refuseRename(uri: string, { folders }: Pick<Session, 'folders'>): never {
  throw createRefusal(
    `the name cannot be written in a string of \`${formatDisplayPath(uri, folders)}\``,
  )
}
