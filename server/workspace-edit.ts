import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver'
import type { LspClient } from './client.js'

type FileEdits = { uri: string; version: number | null; edits: TextEdit[] }

/** Converts edits of several files to a form that the client supports: older clients take edits without versions. */
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
