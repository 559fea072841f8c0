import type { Disposable, TextDocument } from 'vscode'
import { workspace } from 'vscode'

/**
 * Calls a function for each document that is closed, but not when its language changes: the editor then closes the
 * document and opens it again.
 */
export const onClose = (listen: (document: TextDocument) => void): Disposable =>
  workspace.onDidCloseTextDocument((document) => {
    if (!workspace.textDocuments.includes(document)) listen(document)
  })
