import type { Connection } from 'vscode-languageserver'
import {
  CodeLensRefreshRequest,
  InlayHintRefreshRequest,
  SemanticTokensRefreshRequest,
} from 'vscode-languageserver'
import type { Client } from './client.js'

/** Asks a client to fetch anew what it shows in open texts beside findings, as settings or files changed. */
export function refreshing({
  connection,
  client: { refreshes },
}: {
  connection: Connection
  client: Client
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
