import { Disposable, languages, Uri, workspace } from 'vscode'
import { isNamedRouterFile, languageId } from './language.js'
import { onClose } from './on-close.js'
import type { StatusDisplay } from './status.js'

/**
 * Sets the language of YAML files with a common router file name, once the server has recognized the content: a file of
 * another program may have the same name, and must keep the language of that program's extension. A language that the
 * user chooses stays until the file is closed.
 */
export function followNames({ onDidChange }: StatusDisplay): Disposable {
  const handledUris = new Set<string>()
  const closing = onClose(({ uri }) => handledUris.delete(uri.toString()))
  const changes = onDidChange((status) => {
    // The server may write a URI differently than the editor.
    const uri = Uri.parse(status.uri).toString()
    const document = workspace.textDocuments.find((open) => open.uri.toString() === uri)
    if (document?.languageId !== 'yaml' || handledUris.has(uri)) return
    if (!isNamedRouterFile(document.uri.path, status)) return
    handledUris.add(uri)
    void languages.setTextDocumentLanguage(document, languageId)
  })
  return Disposable.from(closing, changes)
}
