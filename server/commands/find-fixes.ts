import type { TextEdit } from 'vscode-languageserver'
import { filesPerTurn, yieldToClient } from '../client.js'
import { defineCommand } from '../command.js'
import { isInFolder } from '../documents.js'
import type { OpenRouterFile } from '../router-files.js'
import { listFixes } from './fix-all.js'

/** `version` is that of the text in the editor; null if the file is not open. */
type FileFixes = { uri: string; version: number | null; edits: TextEdit[] }

/**
 * Finds all safe fixes for the router files of the workspace, including those in strings, for editors that show fixes
 * before they apply them.
 *
 * Parameters: optionally, the URI of a folder, to search only the files below it. Result: a list of `{ uri, version,
 * edits }`, with `edits` as in a `WorkspaceEdit`.
 */
export const findFixes = defineCommand({
  name: 'routerfile.findFixes',
  takes: ['folder?'],
  run: async ({ parameters, session }): Promise<FileFixes[]> => {
    const folder = parameters.optionalText(0, 'the address of a folder, such as `file:///sites`')
    const { documents, routerFiles, embeddedFiles, workspaceFiles, scan } = session
    await scan()
    const closedFiles = new Map(workspaceFiles.all().map((file) => [file.uri, file]))
    const holders = new Map(workspaceFiles.holders().map((holder) => [holder.uri, holder]))
    const listFiles = (uri: string): readonly OpenRouterFile[] => {
      const document = documents.get(uri)
      const closedFile = closedFiles.get(uri)
      const file = document
        ? routerFiles.get(document)
        : closedFile && workspaceFiles.inspect(closedFile)
      if (file) return document && file.kind !== 'router' ? [] : [file]
      const outerText = document ?? holders.get(uri)
      return outerText ? embeddedFiles.list(outerText) : []
    }
    const uris = [
      ...documents.all().map(({ uri }) => uri),
      ...closedFiles.keys(),
      ...holders.keys(),
    ].filter((uri) => folder === undefined || isInFolder(uri, folder))
    const found: FileFixes[] = []
    for (const [index, uri] of uris.entries()) {
      if (index % filesPerTurn === 0) await yieldToClient()
      // The client may have opened, changed or closed the file meanwhile.
      const document = documents.get(uri)
      const edits = listFiles(uri).flatMap(listFixes)
      if (edits.length > 0)
        found.push({ uri: document?.uri ?? uri, version: document?.version ?? null, edits })
    }
    return found
  },
})
