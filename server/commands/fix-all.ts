import type { TextEdit } from 'vscode-languageserver'
import { codeActions } from '../../src/language/index.js'
import { applyWorkspaceEdit, defineCommand, findRouterFiles } from '../command.js'
import type { OpenRouterFile } from '../router-files.js'
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
    await applyWorkspaceEdit(session, toWorkspaceEdit([{ uri, edits }], session))
    return { isChanged: true }
  },
})

/** Lists the safe fixes for a router file; none if they cannot be written into the file that contains it. */
export function listFixes({ view, convert }: OpenRouterFile): readonly TextEdit[] {
  const span = { start: 0, end: view.text.length }
  const edits = codeActions(view, span, { only: ['source.fixAll'] }).flatMap((action) =>
    'edits' in action ? action.edits : [],
  )
  return edits.length > 0 ? (convert.edits(edits) ?? []) : []
}
