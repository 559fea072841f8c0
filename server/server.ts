import type { Connection, InitializeParams, ServerCapabilities } from 'vscode-languageserver'
import { isConfiguration } from '../src/recognition/configuration.js'
import {
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  DidChangeWorkspaceFoldersNotification,
  TextDocumentSyncKind,
} from './protocol.js'
import type { LspClient } from './client.js'
import { decodeUri } from './documents.js'
import { features } from './generated/features.js'
import { refuseOutOfOrder } from './lifetime.js'
import type { Machine } from './machine.js'
import type { Session, Updates } from './session.js'
import { createSession } from './session.js'
import { warmUp } from './warm-up.js'
import { certificateNamePattern } from './workspace.js'

/** Serves a client. Without a machine, as in a browser, the server only knows open texts. */
export function serve(connection: Connection, machine: Machine | undefined, version: string): void {
  refuseOutOfOrder(connection)
  connection.onInitialize((params: InitializeParams) => {
    const { session, updates } = createSession(connection, params, machine)
    for (const feature of features) feature.register(session)
    syncDocuments(session, updates)
    watchChanges(session, updates)
    connection.onInitialized(() => start(session, updates))
    return {
      capabilities: createCapabilities(session.client),
      serverInfo: { name: 'routerfile', version },
    }
  })
  connection.listen()
}

const createCapabilities = (client: LspClient): ServerCapabilities =>
  features.reduce<ServerCapabilities>(
    (capabilities, { getCapability }) => {
      const announcedCapabilities = getCapability(client)
      const workspace = { ...capabilities.workspace, ...announcedCapabilities.workspace }
      return { ...capabilities, ...announcedCapabilities, workspace }
    },
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
 * Applies the changes of the client to the documents. Soon after a change, `publish-diagnostics.ts` checks the latest
 * version with `diagnostics.ts`, which opens it as a router file (`router-files.ts`), collects the findings of the
 * linter and of the comparison with other files (`fleet.ts`), and converts them to diagnostics of the protocol. A
 * client that asks for diagnostics itself uses the request of `features/diagnostic.ts` instead.
 */
function syncDocuments(
  { connection, documents, changes, noteWork, workspaceReports }: Session,
  { publisher }: Updates,
): void {
  connection.onDidOpenTextDocument((params) => {
    const { uri } = documents.open(params)
    changes.note()
    publisher.schedule(uri)
  })
  connection.onDidChangeTextDocument((params) => {
    const document = documents.change(params)
    changes.note()
    noteWork()
    if (document) publisher.schedule(document.uri)
  })
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    documents.close(uri)
    workspaceReports.noteClosed(uri)
    changes.note()
    noteWork()
    publisher.close(uri)
  })
}

function watchChanges(session: Session, updates: Updates): void {
  const { connection, client, changes, folders, scan } = session
  const configureAndScan = async (sentSettings?: unknown): Promise<void> => {
    await updates.configure(sentSettings)
    await scan()
  }
  connection.onDidChangeConfiguration(({ settings }) => changes.track(configureAndScan(settings)))
  connection.onDidChangeWatchedFiles((params) =>
    changes.track(
      updateFiles(
        session,
        updates,
        params.changes.map(({ uri }) => uri),
      ),
    ),
  )
  connection.onDidSaveTextDocument(({ textDocument: { uri } }) =>
    client.watchesFiles ? undefined : changes.track(updateFiles(session, updates, [uri])),
  )
  connection.onNotification(DidChangeWorkspaceFoldersNotification.type, ({ event }) => {
    folders.change(event)
    return changes.track(configureAndScan())
  })
  connection.onShutdown(() => changes.close())
}

/**
 * Reads changed YAML files and certificates again; if any other file changed, reads the settings and all files again. The
 * URI of a folder ends with a slash. Only the extension for VS Code reports folders: those that were moved or deleted,
 * which may have certificates.
 */
async function updateFiles(
  { changes, routerFiles, embeddedFiles, templateFiles, workspaceFiles, scan }: Session,
  { configure, publisher, refresh }: Updates,
  uris: readonly string[],
): Promise<void> {
  const changedUris = uris.filter((uri) => !uri.includes('/node_modules/'))
  if (changedUris.length === 0) return
  const routerUris = new Set(workspaceFiles.all().map(({ uri }) => decodeUri(uri)))
  const isYaml = (uri: string): boolean =>
    !isConfiguration(uri) && (routerUris.has(decodeUri(uri)) || /\.ya?ml$/i.test(uri))
  const mayHaveCertificate = (uri: string): boolean =>
    certificateNamePattern.test(uri) || uri.endsWith('/')
  if (!changedUris.every((uri) => isYaml(uri) || mayHaveCertificate(uri))) {
    await configure()
    await scan()
  } else {
    routerFiles.clear()
    embeddedFiles.clear()
    templateFiles.clear()
    changes.note()
    if (changedUris.some(mayHaveCertificate)) workspaceFiles.updateRouters()
    await workspaceFiles.update(changedUris.filter(isYaml))
  }
  publisher.scheduleAll()
  refresh()
}

const watchedFiles = [
  '**/*.{yaml,yml,json}',
  '**/.routerfileignore',
  '**/*.{pem,crt,cert,cer,key,ca,chain,env}',
]

/** Reads settings and files. Warms up completion only when a router file is first opened, to save memory. */
async function start(session: Session, { configure }: Updates): Promise<void> {
  const { connection, client, changes, scan, routerFiles, noteWork } = session
  const configuration = configure()
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
  await changes.track(configuration.then(scan))
  noteWork()
  await routerFiles.firstOpened
  await warmUp(session)
  noteWork()
}
