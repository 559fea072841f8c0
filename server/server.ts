import type { Connection, InitializeParams, ServerCapabilities } from 'vscode-languageserver'
import {
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  DidChangeWorkspaceFoldersNotification,
  TextDocumentSyncKind,
} from 'vscode-languageserver'
import type { LspClient } from './client.js'
import { isConfiguration } from './configurations.js'
import { features } from './generated/features.js'
import { refuseOutOfOrder } from './lifetime.js'
import type { Machine } from './machine.js'
import type { Session } from './session.js'
import { createSession } from './session.js'
import { warmUp } from './warm-up.js'

/** Serves a client. Without a machine, as in a browser, it knows only the open texts. */
export function serve(connection: Connection, machine: Machine | undefined, version: string): void {
  refuseOutOfOrder(connection)
  connection.onInitialize((params: InitializeParams) => {
    const session = createSession(connection, params, machine)
    for (const feature of features) feature.register(session)
    syncDocuments(session)
    watchChanges(session)
    connection.onInitialized(() => start(session))
    return {
      capabilities: createCapabilities(session.client),
      serverInfo: { name: 'routerfile', version },
    }
  })
  connection.listen()
}

/** What the features announce, and how documents and folders are kept up to date. */
const createCapabilities = (client: LspClient): ServerCapabilities =>
  features.reduce<ServerCapabilities>(
    (capabilities, { getCapability }) => ({ ...capabilities, ...getCapability(client) }),
    {
      positionEncoding: client.encoding,
      textDocumentSync: {
        openClose: true,
        change: TextDocumentSyncKind.Incremental,
        save: { includeText: false },
      },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    },
  )

/**
 * The path of a keystroke: the document changes here. Soon after, `publish-diagnostics.ts` checks the latest version
 * with `diagnostics.ts`, which opens it as a router file (`router-files.ts`), collects the findings of the linter and
 * of the comparison with other files (`fleet.ts`), and converts them to diagnostics of the protocol. A client that asks
 * for diagnostics itself uses the request of `features/diagnostic.ts` instead.
 */
function syncDocuments({ connection, documents, publisher }: Session): void {
  connection.onDidOpenTextDocument((params) => publisher.schedule(documents.open(params).uri))
  connection.onDidChangeTextDocument((params) => {
    const document = documents.change(params)
    if (document) publisher.schedule(document.uri)
  })
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    documents.close(uri)
    publisher.close(uri)
  })
}

/** Follows changes of settings, of files on disk, and of folders. */
function watchChanges(session: Session): void {
  const { connection, client, configure, folders, publisher, refresh, scan } = session
  const onFilesChanged = async (uris: readonly string[]): Promise<void> => {
    if (uris.some((uri) => isConfiguration(uri) || !/\.ya?ml$/i.test(uri))) await configure()
    session.documentCache.clear()
    session.embeddedFiles.clear()
    await scan()
    publisher.scheduleAll()
    refresh()
  }
  connection.onDidChangeConfiguration(async ({ settings }) => {
    await configure(settings)
    await scan()
  })
  connection.onDidChangeWatchedFiles(({ changes }) => onFilesChanged(changes.map(({ uri }) => uri)))
  connection.onDidSaveTextDocument(({ textDocument: { uri } }) =>
    client.watchesFiles ? undefined : onFilesChanged([uri]),
  )
  connection.onNotification(DidChangeWorkspaceFoldersNotification.type, async ({ event }) => {
    folders.change(event)
    await configure()
    await scan()
  })
}

const watchedFiles = [
  '**/*.{yaml,yml,json}',
  '**/.routerfileignore',
  '**/*.{pem,crt,cert,cer,key,ca,chain,env}',
]

/** Registers for changes, reads settings and folders, and then uses the time before the first request. */
async function start(session: Session): Promise<void> {
  const { connection, client, configure, scan } = session
  const configured = configure()
  if (client.registersConfiguration)
    void connection.client
      .register(DidChangeConfigurationNotification.type, { section: 'routerfile' })
      .catch(() => undefined)
  if (client.watchesFiles)
    void connection.client
      .register(DidChangeWatchedFilesNotification.type, {
        watchers: watchedFiles.map((globPattern) => ({ globPattern })),
      })
      .catch(() => undefined)
  await configured
  await scan()
  await warmUp(session)
}
