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
 * Formats router files only: if a language has two formatters, the editor asks the user which one to use for every file
 * in that language. So router files in other languages, such as YAML, get this formatter by their paths, once the
 * server has recognized them.
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

/** Matches one file: a pattern without wildcards must equal the whole path. */
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
