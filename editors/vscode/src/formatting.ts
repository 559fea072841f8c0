import type {
  DocumentFormattingEditProvider,
  DocumentRangeFormattingEditProvider,
  DocumentSelector,
  TextDocument,
} from 'vscode'
import { Disposable, languages } from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { DocumentFormattingRequest, DocumentRangeFormattingRequest } from 'vscode-languageclient'
import { languageId } from './language.js'
import type { StatusDisplay } from './status.js'

/**
 * Formats router files, and those only: where a language has a second formatter, the editor asks which one to use, for
 * each of its files. So files in other languages get this one by their paths, as soon as the server calls them router
 * files.
 */
export function offerFormatting(
  client: BaseLanguageClient,
  { listRouterFiles, onDidChange }: StatusDisplay,
): Disposable {
  const formatter = createFormatter(client)
  const register = (selector: DocumentSelector): Disposable =>
    Disposable.from(
      languages.registerDocumentFormattingEditProvider(selector, formatter),
      languages.registerDocumentRangeFormattingEditProvider(selector, formatter),
    )
  const state: { files: string; registered?: Disposable } = { files: '' }
  const update = (): void => {
    const filters = listRouterFiles()
      .filter((document) => document.languageId !== languageId)
      .map(toFilter)
    const files = JSON.stringify(filters)
    if (files === state.files) return
    state.registered?.dispose()
    Object.assign(state, { files, registered: register(filters) })
  }
  return Disposable.from(
    register({ language: languageId }),
    onDidChange(update),
    new Disposable(() => void state.registered?.dispose()),
  )
}

/** One file, which a pattern without wildcards is compared with as a whole. */
const toFilter = ({ languageId: language, uri }: TextDocument) => ({
  language,
  scheme: uri.scheme,
  pattern: uri.fsPath,
})

const createFormatter = (
  client: BaseLanguageClient,
): DocumentFormattingEditProvider & DocumentRangeFormattingEditProvider => ({
  provideDocumentFormattingEdits: async (document, options, token) => {
    const { code2ProtocolConverter: convert, protocol2CodeConverter } = client
    const edits = await client.sendRequest(
      DocumentFormattingRequest.type,
      {
        textDocument: convert.asTextDocumentIdentifier(document),
        options: convert.asFormattingOptions(options, {}),
      },
      token,
    )
    return protocol2CodeConverter.asTextEdits(edits, token)
  },
  provideDocumentRangeFormattingEdits: async (document, range, options, token) => {
    const { code2ProtocolConverter: convert, protocol2CodeConverter } = client
    const edits = await client.sendRequest(
      DocumentRangeFormattingRequest.type,
      {
        textDocument: convert.asTextDocumentIdentifier(document),
        range: convert.asRange(range),
        options: convert.asFormattingOptions(options, {}),
      },
      token,
    )
    return protocol2CodeConverter.asTextEdits(edits, token)
  },
})
