import type { ServerCapabilities } from 'vscode-languageserver'
import { TextDocumentSyncKind } from 'vscode-languageserver'
import { legend } from '../src/language/index.js'
import type { LspClient } from './client.js'
import { commandNames } from './commands.js'

/** What the server offers to a client. */
export const createCapabilities = (client: LspClient): ServerCapabilities => ({
  positionEncoding: client.encoding,
  textDocumentSync: {
    openClose: true,
    change: TextDocumentSyncKind.Incremental,
    save: { includeText: false },
  },
  completionProvider: {
    triggerCharacters: [' ', ':', '-', '/', '"', "'", '$', '{'],
    resolveProvider: true,
  },
  hoverProvider: true,
  definitionProvider: true,
  referencesProvider: true,
  documentHighlightProvider: true,
  documentSymbolProvider: { label: 'routerfile' },
  workspaceSymbolProvider: true,
  documentLinkProvider: { resolveProvider: false },
  foldingRangeProvider: true,
  selectionRangeProvider: true,
  documentFormattingProvider: true,
  documentRangeFormattingProvider: true,
  documentOnTypeFormattingProvider: { firstTriggerCharacter: '\n' },
  renameProvider: client.preparesRename ? { prepareProvider: true } : true,
  codeActionProvider: client.hasActions
    ? {
        codeActionKinds: [
          'quickfix',
          'refactor.rewrite',
          'source.fixAll',
          'source.fixAll.routerfile',
        ],
      }
    : true,
  codeLensProvider: { resolveProvider: false },
  inlayHintProvider: { resolveProvider: false },
  semanticTokensProvider: {
    legend: { tokenTypes: [...legend.types], tokenModifiers: [...legend.modifiers] },
    full: true,
    range: true,
  },
  executeCommandProvider: { commands: Object.values(commandNames) },
  ...(client.isPulling && {
    diagnosticProvider: {
      identifier: 'routerfile',
      interFileDependencies: true,
      workspaceDiagnostics: true,
    },
  }),
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
})
