import * as lsp from 'vscode-languageserver'
import type { Connection, InitializeParams } from 'vscode-languageserver'
import { createRequestRegistrar } from './answering.js'
import { createCapabilities } from './capabilities.js'
import { createCommands } from './commands.js'
import { resolveItem } from './completion.js'
import { registerFeatures } from './features.js'
import { refuseOutOfOrder } from './lifetime.js'
import { registerPullDiagnostics } from './pull-diagnostics.js'
import { isConfiguration } from './router-files.js'
import { createScanner, warmUp } from './idle-work.js'
import type { Session } from './session.js'
import { createSession } from './session.js'
import type { Machine } from './machine.js'

/** Serves a client: the features of the language, with what the machine knows where there is one. */
export function serve(connection: Connection, world: Machine | undefined, version: string): void {
  refuseOutOfOrder(connection)
  connection.onInitialize((params: InitializeParams) => {
    const session = createSession(connection, params, world)
    const scan = createScanner(session)
    registerFeatures(createRequestRegistrar(session), session)
    registerPullDiagnostics(session, scan)
    registerWorkspaceRequests(session, scan)
    registerTextEvents(session)
    registerChangeEvents(session, scan)
    connection.onInitialized(() => startSession(session, scan))
    return {
      capabilities: createCapabilities(session.client),
      serverInfo: { name: 'routerfile', version },
    }
  })
  connection.listen()
}

/** Requests that are about no text. */
function registerWorkspaceRequests(
  { connection, client, navigation, switchOff, ready }: Session,
  scan: () => Promise<void>,
): void {
  const commands = createCommands({ connection, client, switchOff, scan })
  connection.onRequest(lsp.CompletionResolveRequest.type, (item) => resolveItem(item, client))
  connection.onRequest(lsp.WorkspaceSymbolRequest.type, async ({ query }) => {
    await ready()
    return navigation.symbols(query)
  })
  connection.onRequest(
    lsp.ExecuteCommandRequest.type,
    async ({ command, arguments: given = [] }) => {
      const run = commands.get(command)
      if (!run)
        throw new lsp.ResponseError(lsp.ErrorCodes.InvalidParams, `no command is called ${command}`)
      return run(given)
    },
  )
}

/** Texts that open, change and close. */
function registerTextEvents({ connection, documents, publishing }: Session): void {
  connection.onDidOpenTextDocument((params) => publishing.schedule(documents.open(params).uri))
  connection.onDidChangeTextDocument((params) => {
    const document = documents.change(params)
    if (document) publishing.schedule(document.uri)
  })
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    documents.close(uri)
    publishing.close(uri)
  })
}

/** Settings, files and folders that change. */
function registerChangeEvents(
  { connection, client, configure, folders, refresh, seeing, publishing }: Session,
  scan: () => Promise<void>,
): void {
  connection.onDidChangeConfiguration(async ({ settings }) => {
    await configure(settings)
    await scan()
  })
  const onFiles = async (uris: readonly string[]): Promise<void> => {
    if (uris.some((uri) => isConfiguration(uri) || !/\.ya?ml$/i.test(uri))) await configure()
    seeing.forget()
    await scan()
    publishing.scheduleAll()
    refresh()
  }
  connection.onDidChangeWatchedFiles(({ changes: files }) => onFiles(files.map(({ uri }) => uri)))
  connection.onDidSaveTextDocument(({ textDocument: { uri } }) =>
    client.hearsOfFiles ? undefined : onFiles([uri]),
  )
  connection.onNotification(lsp.DidChangeWorkspaceFoldersNotification.type, async ({ event }) => {
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

async function startSession(session: Session, scan: () => Promise<void>): Promise<void> {
  const { connection, client, configure } = session
  const settled = configure()
  if (client.hearsOfConfiguration)
    void connection.client
      .register(lsp.DidChangeConfigurationNotification.type, { section: 'routerfile' })
      .catch(() => undefined)
  if (client.hearsOfFiles)
    void connection.client
      .register(lsp.DidChangeWatchedFilesNotification.type, {
        watchers: watchedFiles.map((globPattern) => ({ globPattern })),
      })
      .catch(() => undefined)
  await settled
  await scan()
  await warmUp(session)
}
