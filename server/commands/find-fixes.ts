import type { TextEdit } from 'vscode-languageserver'
import { codeActions } from '../../src/language/index.js'
import { defineCommand } from '../command.js'
import { isInFolder } from '../documents.js'
import { openWorkspace } from '../workspace.js'

/** `version` is that of the text in the editor; null if the file is not open. */
type FileFixes = { uri: string; version: number | null; edits: TextEdit[] }

/**
 * Finds all safe fixes of the router files of the workspace, for an editor that shows them before it makes them.
 *
 * Parameters: optionally, the URI of a folder, to search only the files below it. Result: a list of `{ uri, version, edits }`,
 * with `edits` as in a `WorkspaceEdit`.
 */
export const findFixes = defineCommand({
  name: 'routerfile.findFixes',
  takes: ['folder?'],
  run: async ({ parameters, session }): Promise<FileFixes[]> => {
    const folder = parameters.optionalText(0, 'the address of a folder, such as `file:///sites`')
    await session.scan()
    const { views, find } = openWorkspace(session)
    return views.flatMap(({ path: uri, view }) => {
      if (folder !== undefined && !isInFolder(uri, folder)) return []
      const span = { start: 0, end: view.text.length }
      const edits = codeActions(view, span, { only: ['source.fixAll'] }).flatMap((action) =>
        'edits' in action ? action.edits : [],
      )
      const convertedEdits = edits.length > 0 ? find(uri)?.convert.edits(edits) : undefined
      const version = session.documents.get(uri)?.version ?? null
      return convertedEdits ? [{ uri, version, edits: convertedEdits }] : []
    })
  },
})
