import { codeActions } from '../../src/language/index.js'
import { applyWorkspaceEdit, defineCommand, findRouterFile } from '../command.js'
import { toWorkspaceEdit } from '../workspace-edit.js'

/**
 * Applies all safe fixes to a router file.
 *
 * Parameters: the address of the file. Result: `{ isChanged }`.
 */
export const fixAll = defineCommand({
  name: 'routerfile.fixAll',
  takes: ['uri'],
  run: async ({ parameters, session }) => {
    const { uri, view, convert } = findRouterFile(parameters, session)
    const span = { start: 0, end: view.text.length }
    const edits = codeActions(view, span, { only: ['source.fixAll'] }).flatMap((action) =>
      'edits' in action ? action.edits : [],
    )
    const converted = edits.length > 0 ? convert.edits(edits) : undefined
    if (!converted) return { isChanged: false }
    const version = session.documents.get(uri)?.version ?? null
    await applyWorkspaceEdit(
      session,
      toWorkspaceEdit([{ uri, version, edits: converted }], session.client),
    )
    return { isChanged: true }
  },
})
