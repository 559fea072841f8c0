import type { ClientCapabilities, InitializeParams } from 'vscode-languageserver'
import type { Encoding } from './encoding.js'
import { encodings } from './encoding.js'

/** What a client can do, as far as it matters; without any of it everything works in plain form. */
export type Client = ReturnType<typeof clientOf>

/** Reads what a client says of itself. Some write null for what they have nothing to say of. */
export function clientOf({ capabilities }: Pick<InitializeParams, 'capabilities'>) {
  const said = JSON.parse(
    JSON.stringify(capabilities),
    (_, value: unknown) => value ?? undefined,
  ) as ClientCapabilities
  const { textDocument = {}, workspace = {}, window = {}, general = {} } = said
  const item = textDocument.completion?.completionItem ?? {}
  const found = textDocument.publishDiagnostics ?? {}
  const pulled = textDocument.diagnostic
  return {
    encoding: encodingOf(general.positionEncodings),
    hasSnippets: item.snippetSupport === true,
    hasInsertReplace: item.insertReplaceSupport === true,
    hasInsertTextModes: item.insertTextModeSupport !== undefined,
    hasDeprecatedTag: item.tagSupport?.valueSet?.includes(1) === true,
    hasDeprecated: item.deprecatedSupport === true,
    readsMarkdown: {
      hover: readsMarkdown(textDocument.hover?.contentFormat),
      completion: readsMarkdown(item.documentationFormat),
    },
    isPulling: pulled !== undefined,
    hasRelated: found.relatedInformation === true || pulled?.relatedInformation === true,
    hasCodeDescription:
      found.codeDescriptionSupport === true || pulled?.codeDescriptionSupport === true,
    tags: found.tagSupport?.valueSet ?? pulled?.tagSupport?.valueSet ?? [],
    hasConfiguration: workspace.configuration === true,
    hearsOfConfiguration: workspace.didChangeConfiguration?.dynamicRegistration === true,
    hasFolders: workspace.workspaceFolders === true,
    hearsOfFiles: workspace.didChangeWatchedFiles?.dynamicRegistration === true,
    hasProgress: window.workDoneProgress === true,
    showsDocuments: window.showDocument?.support === true,
    appliesEdits: workspace.applyEdit === true,
    hasDocumentChanges: workspace.workspaceEdit?.documentChanges === true,
    createsFiles: workspace.workspaceEdit?.resourceOperations?.includes('create') === true,
    hasActions: textDocument.codeAction?.codeActionLiteralSupport !== undefined,
    hasTree: textDocument.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    preparesRename: textDocument.rename?.prepareSupport === true,
    refreshes: {
      diagnostics: workspace.diagnostics?.refreshSupport === true,
      hints: workspace.inlayHint?.refreshSupport === true,
      tokens: workspace.semanticTokens?.refreshSupport === true,
      lenses: workspace.codeLens?.refreshSupport === true,
    },
  }
}

const readsMarkdown = (formats: readonly string[] | undefined): boolean =>
  formats?.includes('markdown') === true

/** The first encoding in the client's order that is known; without any, the one that every client has. */
const encodingOf = (offered: readonly string[] = []): Encoding =>
  offered.flatMap((name) => encodings.filter((known) => known === name))[0] ?? 'utf-16'
