import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver'
import type { LspClient } from './client.js'
import type { Documents } from './documents.js'

/** The edits of a file, or of one router file in it. */
export type FileTextEdits = { uri: string; edits: readonly TextEdit[] }

/**
 * Converts edits of the current versions of several files to a form that the client supports: older clients only accept
 * edits without versions.
 */
export function toWorkspaceEdit(
  files: readonly FileTextEdits[],
  { client, documents }: { client: LspClient; documents: Documents },
): WorkspaceEdit {
  const changes: Record<string, TextEdit[]> = {}
  for (const { uri, edits } of files) (changes[uri] ??= []).push(...edits)
  return client.hasDocumentChanges
    ? {
        documentChanges: Object.entries(changes).map(([uri, edits]) => ({
          textDocument: { uri, version: documents.get(uri)?.version ?? null },
          edits,
        })),
      }
    : { changes }
}
