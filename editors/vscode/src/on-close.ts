import type { Disposable, TextDocument } from 'vscode'
import { workspace } from 'vscode'

/** Calls a function with each text that is closed, but not if only its language changes, which opens it again. */
export const onClose = (listen: (document: TextDocument) => void): Disposable =>
  workspace.onDidCloseTextDocument((document) => {
    if (!workspace.textDocuments.includes(document)) listen(document)
  })
