import { LSPClient } from '@codemirror/lsp-client'
import type { CallServer } from '../shared/commands.js'
import type { ServerConnection } from '../shared/start-server.js'
import { startServer } from '../shared/start-server.js'
import type { FileKind } from './open-files.js'
import { filesOf, OpenFiles, rootUri } from './open-files.js'

/** Capabilities beyond those of the CodeMirror client. */
const clientCapabilities = {
  textDocument: {
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } },
    completion: { completionItem: { tagSupport: { valueSet: [1] } } },
  },
  experimental: { routerfileStatus: true },
}

/** The connection of a page to the language server. */
export type ServerClient = {
  client: LSPClient
  /** Calls a command with the current contents of the editor. */
  call: CallServer
  /** Checks all files again with new settings, such as another release. */
  setSettings: (settings: object) => void
  stop: () => void
}

type ClientOptions = {
  base: string
  /** The server determined the kind of a file. */
  onKind: (uri: string, kind: FileKind) => void
  /** The server did not answer and was restarted. */
  onRestart: () => void
  /** The server could not be started. */
  onBroken: () => void
}

/**
 * Timeout of a request, in milliseconds. It is longer than the timeout of the connection, which restarts the server.
 */
const requestTimeout = 30_000

/** Starts the language server with the open files. A server that hangs is replaced. */
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
