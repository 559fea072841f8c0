import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver'
import type { LspClient } from './client.js'

type FileEdits = { uri: string; version: number | null; edits: TextEdit[] }

/** Edits of several files as the client understands them: older ones do not know versions. */
export const toWorkspaceEdit = (
  files: readonly FileEdits[],
  { hasDocumentChanges }: LspClient,
): WorkspaceEdit =>
  hasDocumentChanges
    ? {
        documentChanges: files.map(({ uri, version, edits }) => ({
          textDocument: { uri, version },
          edits,
        })),
      }
    : { changes: Object.fromEntries(files.map(({ uri, edits }) => [uri, edits])) }
