import type { Connection, InitializeParams } from 'vscode-languageserver'
import * as lsp from 'vscode-languageserver'
import { answering } from './answering.js'
import { capabilitiesFor } from './capabilities.js'
import { commandTable } from './commands.js'
import { resolved } from './completion.js'
import { features } from './features.js'
import { refusing } from './lifetime.js'
import { pulling } from './pulling.js'
import { isConfiguration } from './recognition.js'
import { scanning } from './scanning.js'
import type { Session } from './session.js'
import { sessionFor } from './session.js'
import { warm } from './warming.js'
import type { World } from './world.js'

/** Serves a client: the features of the language, with what the machine knows where there is one. */
export function serve(connection: Connection, world: World | undefined, version: string): void {
  refusing(connection)
  connection.onInitialize((params: InitializeParams) => {
    const session = sessionFor(connection, params, world)
    const scan = scanning(session)
    features(answering(session), session)
    pulling(session, scan)
    others(session, scan)
    texts(session)
    changes(session, scan)
    connection.onInitialized(() => begin(session, scan))
    return {
      capabilities: capabilitiesFor(session.client),
      serverInfo: { name: 'routerfile', version },
    }
  })
  connection.listen()
}

/** Requests that are about no text. */
function others(
  { connection, client, navigation, switchOff, ready }: Session,
  scan: () => Promise<void>,
): void {
  const commands = commandTable({ connection, client, switchOff, scan })
  connection.onRequest(lsp.CompletionResolveRequest.type, (item) => resolved(item, client))
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
function texts({ connection, documents, publishing }: Session): void {
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
function changes(
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

const watched = [
  '**/*.{yaml,yml,json}',
  '**/.routerfileignore',
  '**/*.{pem,crt,cert,cer,key,ca,chain,env}',
]

async function begin(session: Session, scan: () => Promise<void>): Promise<void> {
  const { connection, client, configure } = session
  const settled = configure()
  if (client.hearsOfConfiguration)
    void connection.client
      .register(lsp.DidChangeConfigurationNotification.type, { section: 'routerfile' })
      .catch(() => undefined)
  if (client.hearsOfFiles)
    void connection.client
      .register(lsp.DidChangeWatchedFilesNotification.type, {
        watchers: watched.map((globPattern) => ({ globPattern })),
      })
      .catch(() => undefined)
  await settled
  await scan()
  await warm(session)
}
