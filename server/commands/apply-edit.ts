import type { WorkspaceEdit } from 'vscode-languageserver'
import { isPlainObject } from '../../src/document/record.js'
import { applyWorkspaceEdit as applyInEditor, defineCommand } from '../command.js'
import { createRefusal } from '../feature.js'

/**
 * Applies the edit of a code action, for clients that only support commands as code actions.
 *
 * Parameters: the edit, a `WorkspaceEdit`. Result: null.
 */
export const applyEdit = defineCommand({
  name: 'routerfile.applyEdit',
  takes: ['edit'],
  run: async ({ parameters: { all }, session }) => {
    const [edit] = all
    if (!isWorkspaceEdit(edit))
      throw createRefusal('routerfile.applyEdit takes the changes of a code action')
    await applyInEditor(session, edit)
    return null
  },
})

const isWorkspaceEdit = (value: unknown): value is WorkspaceEdit =>
  isPlainObject(value) &&
  (Array.isArray(value['documentChanges']) ||
    (isPlainObject(value['changes']) && Object.values(value['changes']).every(Array.isArray)))
