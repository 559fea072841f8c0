import { LSPClient } from '@codemirror/lsp-client'
import type { CallServer } from '../shared/commands.js'
import type { ServerConnection } from '../shared/start-server.js'
import { startServer } from '../shared/start-server.js'
import type { FileKind } from './open-files.js'
import { filesOf, OpenFiles, rootUri } from './open-files.js'

/** What this client can do beside what every client of CodeMirror can. */
const clientCapabilities = {
  textDocument: {
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } },
    completion: { completionItem: { tagSupport: { valueSet: [1] } } },
  },
  experimental: { routerfileStatus: true },
}

/** The language server that a page talks to. */
export type ServerClient = {
  client: LSPClient
  /** Calls a command with the files as they are in the editor now. */
  call: CallServer
  /** Has all files checked with other settings, such as another release. */
  setSettings: (settings: object) => void
  stop: () => void
}

type ClientOptions = {
  base: string
  /** The kind of a file became known. */
  onKind: (uri: string, kind: FileKind) => void
  /** The server did not answer, and was started again. */
  onRestart: () => void
  /** The server could not be started. */
  onBroken: () => void
}

/** Longer than the connection waits, which starts another server. */
const requestTimeout = 30_000

/** Starts the language server, and keeps its files. A server that hangs is replaced by another one. */
export function createServerClient({
  base,
  onKind,
  onRestart,
  onBroken,
}: ClientOptions): ServerClient {
  const state: { connection: ServerConnection | undefined; settings: object | undefined } = {
    connection: undefined,
    settings: undefined,
  }
  const client = new LSPClient({
    rootUri,
    timeout: requestTimeout,
    workspace: (owner) => new OpenFiles(owner),
    extensions: [{ clientCapabilities }],
    notificationHandlers: {
      'routerfile/status': (
        _,
        { uri, kind, isBegun }: { uri: string; kind: FileKind; isBegun?: true },
      ) => {
        onKind(uri, isBegun ? 'incomplete' : kind)
        return true
      },
      'window/logMessage': () => true,
    },
  })
  const sendSettings = (): void =>
    client.notification('workspace/didChangeConfiguration', {
      settings: { routerfile: state.settings ?? {} },
    })
  const connect = (): void => {
    const connection = startServer(base, {
      onHang: () => {
        client.disconnect()
        connect()
        onRestart()
      },
      onBroken,
    })
    state.connection = connection
    client.connect(connection)
    if (state.settings) sendSettings()
  }
  connect()
  return {
    client,
    call: (command, ...parameters) => {
      client.sync()
      return client.request('workspace/executeCommand', { command, arguments: parameters })
    },
    setSettings: (settings) => {
      state.settings = settings
      sendSettings()
    },
    stop: () => {
      state.connection?.stop()
      client.disconnect()
      for (const file of filesOf(client).files) file.view = undefined
    },
  }
}
