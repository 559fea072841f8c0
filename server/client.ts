import type { ClientCapabilities, InitializeParams, Connection } from 'vscode-languageserver'
import {
  MessageType,
  ShowMessageNotification,
  CodeLensRefreshRequest,
  InlayHintRefreshRequest,
  SemanticTokensRefreshRequest,
} from 'vscode-languageserver'
import type { Encoding } from './convert.js'
import { encodings } from './convert.js'

/** What a client can do, as far as it matters; without any of it everything works in plain form. */
export type LspClient = ReturnType<typeof readClient>

/** Reads what a client says of itself. Some write null for what they have nothing to say of. */
export function readClient({ capabilities }: Pick<InitializeParams, 'capabilities'>) {
  const said = JSON.parse(
    JSON.stringify(capabilities),
    (_, value: unknown) => value ?? undefined,
  ) as ClientCapabilities
  const { textDocument = {}, workspace = {}, window = {}, general = {} } = said
  const item = textDocument.completion?.completionItem ?? {}
  const found = textDocument.publishDiagnostics ?? {}
  const pulled = textDocument.diagnostic
  return {
    encoding: chooseEncoding(general.positionEncodings),
    hasSnippets: item.snippetSupport === true,
    hasInsertReplace: item.insertReplaceSupport === true,
    hasInsertTextModes: item.insertTextModeSupport !== undefined,
    hasDeprecatedTag: item.tagSupport?.valueSet?.includes(1) === true,
    hasDeprecated: item.deprecatedSupport === true,
    readsMarkdown: {
      hover: acceptsMarkdown(textDocument.hover?.contentFormat),
      completion: acceptsMarkdown(item.documentationFormat),
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

const acceptsMarkdown = (formats: readonly string[] | undefined): boolean =>
  formats?.includes('markdown') === true

/** The first encoding in the client's order that is known; without any, the one that every client has. */
const chooseEncoding = (offered: readonly string[] = []): Encoding =>
  offered.flatMap((name) => encodings.filter((known) => known === name))[0] ?? 'utf-16'

/** A function that shows each sentence once. It asks for no answer: clients need not have one. */
export function createMessenger(
  connection: Connection,
  type: MessageType = MessageType.Error,
): (message: string) => void {
  const shown = new Set<string>()
  return (message) => {
    if (shown.has(message)) return
    shown.add(message)
    void connection.sendNotification(ShowMessageNotification.type, {
      type,
      message: `routerfile: ${message}`,
    })
  }
}

/** Asks a client to fetch anew what it shows in open texts beside findings, as settings or files changed. */
export function createRefresher({
  connection,
  client: { refreshes },
}: {
  connection: Connection
  client: LspClient
}): () => void {
  const wanted = [
    ...(refreshes.hints ? [InlayHintRefreshRequest.type] : []),
    ...(refreshes.tokens ? [SemanticTokensRefreshRequest.type] : []),
    ...(refreshes.lenses ? [CodeLensRefreshRequest.type] : []),
  ]
  return () => {
    for (const { method } of wanted) connection.sendRequest(method).catch(() => undefined)
  }
}

/** Lets what is waiting go first: messages of the client above all. Browsers have no `setImmediate`. */
export function yieldToClient(milliseconds = 0): Promise<void> {
  return new Promise((resolve) => {
    if (milliseconds > 0 || typeof setImmediate !== 'function') setTimeout(resolve, milliseconds)
    else setImmediate(resolve)
  })
}
