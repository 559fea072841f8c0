import type { TextEdit } from 'vscode-languageserver'
import { codeActions } from '../../src/language/index.js'
import { filesPerTurn, yieldToClient } from '../client.js'
import { defineCommand } from '../command.js'
import { isInFolder } from '../documents.js'

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
    const { documents, routerFiles, workspaceFiles, scan } = session
    await scan()
    const closedFiles = new Map(workspaceFiles.all().map((file) => [file.uri, file]))
    const uris = [...documents.all().map(({ uri }) => uri), ...closedFiles.keys()].filter(
      (uri) => folder === undefined || isInFolder(uri, folder),
    )
    const found: FileFixes[] = []
    for (const [index, uri] of uris.entries()) {
      if (index % filesPerTurn === 0) await yieldToClient()
      // The client may have opened, changed or closed the text meanwhile.
      const document = documents.get(uri)
      const closedFile = closedFiles.get(uri)
      const file = document
        ? routerFiles.get(document)
        : closedFile && workspaceFiles.inspect(closedFile)
      if (!file || (document && file.kind !== 'router')) continue
      const { view, convert } = file
      const span = { start: 0, end: view.text.length }
      const edits = codeActions(view, span, { only: ['source.fixAll'] }).flatMap((action) =>
        'edits' in action ? action.edits : [],
      )
      const convertedEdits = edits.length > 0 ? convert.edits(edits) : undefined
      if (convertedEdits)
        found.push({
          uri: document?.uri ?? uri,
          version: document?.version ?? null,
          edits: convertedEdits,
        })
    }
    return found
  },
})
