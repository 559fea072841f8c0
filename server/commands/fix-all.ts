import type { TextEdit } from 'vscode-languageserver'
import { codeActions } from '../../src/language/index.js'
import type { NamedRouterFile } from '../command.js'
import { applyWorkspaceEdit, defineCommand, findRouterFiles } from '../command.js'
import { toWorkspaceEdit } from '../workspace-edit.js'

/**
 * Applies all safe fixes to a router file, or to the router files in the strings of another file.
 *
 * Parameters: the URI of the file. Result: `{ isChanged }`.
 */
export const fixAll = defineCommand({
  name: 'routerfile.fixAll',
  takes: ['uri'],
  run: async ({ parameters, session }) => {
    const uri = parameters.uri()
    const edits = findRouterFiles(parameters, session).flatMap(listFixes)
    if (edits.length === 0) return { isChanged: false }
    const version = session.documents.get(uri)?.version ?? null
    await applyWorkspaceEdit(session, toWorkspaceEdit([{ uri, version, edits }], session.client))
    return { isChanged: true }
  },
})

/** The safe fixes of a router file; none if they cannot be written into the file that contains it. */
function listFixes({ view, convert }: NamedRouterFile): readonly TextEdit[] {
  const span = { start: 0, end: view.text.length }
  const edits = codeActions(view, span, { only: ['source.fixAll'] }).flatMap((action) =>
    'edits' in action ? action.edits : [],
  )
  return edits.length > 0 ? (convert.edits(edits) ?? []) : []
}
