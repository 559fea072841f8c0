import type { Disposable } from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { ExecuteCommandRequest } from 'vscode-languageclient'
import type { CallServer } from './server-commands.js'

/** The language server. It starts with the first router file, or with the first command that needs it. */
export type LanguageServer = {
  client: BaseLanguageClient
  /** Starts the server, unless it was already started. */
  start: () => Promise<void>
  restart: () => Promise<void>
  /** Calls a command of the server, and starts the server first if necessary. */
  call: CallServer
  dispose: () => void
}

/**
 * Wraps the client of a server that is not running yet. `register` is called once, after the server has sent its
 * capabilities.
 */
export function createLanguageServer(
  client: BaseLanguageClient,
  register: (client: BaseLanguageClient) => readonly Disposable[],
): LanguageServer {
  const state: { started?: Promise<void>; registered?: readonly Disposable[] } = {}
  const startClient = async (): Promise<void> => {
    try {
      await client.start()
      state.registered ??= register(client)
    } catch (error) {
      delete state.started
      throw error
    }
  }
  const start = (): Promise<void> => (state.started ??= startClient())
  return {
    client,
    start,
    restart: async () => {
      await client.stop()
      delete state.started
      await start()
    },
    call: async (name, ...parameters) => {
      await start()
      return client.sendRequest(ExecuteCommandRequest.method, {
        command: name,
        arguments: parameters,
      })
    },
    dispose: () => {
      for (const registered of state.registered ?? []) registered.dispose()
      void client.dispose()
    },
  }
}
