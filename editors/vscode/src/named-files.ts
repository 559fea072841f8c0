import { Disposable, languages, Uri, workspace } from 'vscode'
import { isNamedRouterFile, languageId } from './language.js'
import { onClose } from './on-close.js'
import type { StatusDisplay } from './status.js'

/**
 * Gives YAML files that are named like router files their language once the server knows the content: by its name alone,
 * the file of another program would lose the language of its own extension. A language that the user chooses stays
 * until the file is closed.
 */
export function followNames({ onDidChange }: StatusDisplay): Disposable {
  const given = new Set<string>()
  const closing = onClose(({ uri }) => given.delete(uri.toString()))
  const changes = onDidChange((status) => {
    // The server may write an address in another way than the editor.
    const uri = Uri.parse(status.uri).toString()
    const document = workspace.textDocuments.find((open) => open.uri.toString() === uri)
    if (document?.languageId !== 'yaml' || given.has(uri)) return
    if (!isNamedRouterFile(document.uri.path, status)) return
    given.add(uri)
    void languages.setTextDocumentLanguage(document, languageId)
  })
  return Disposable.from(closing, changes)
}
