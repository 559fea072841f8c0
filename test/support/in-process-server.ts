import { PassThrough } from 'node:stream'
import { onTestFinished, vi } from 'vitest'
import type { ClientCapabilities, MessageConnection } from 'vscode-languageserver/node'
import {
  createConnection,
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver/node'
import type { Machine } from '../../server/machine.js'
import { serve } from '../../server/server.js'
import * as warming from '../../server/warm-up.js'

/** A client of a language server in the same process. */
export type InProcessClient = {
  connection: MessageConnection
  open: (uri: string, text: string, languageId?: string) => void
  change: (uri: string, version: number, text: string) => void
  execute: (command: string, ...parameters: readonly unknown[]) => Promise<unknown>
  /** Returns the parameters of all requests and notifications of a method from the server. */
  received: (method: string) => readonly unknown[]
  /** Resolves to the parameters of the next notification of a method. */
  next: (method: string) => Promise<unknown>
}

export type InProcessOptions = {
  capabilities?: ClientCapabilities
  folders?: readonly string[]
  settings?: unknown
  /** If absent, the server behaves as in a browser. */
  machine?: Machine
  /** The responses of the client to requests of the server, by method. */
  answers?: Readonly<Record<string, unknown>>
  /** Whether the server warms up with an example while it is idle, which takes longer than most tests. */
  warmsUp?: boolean
}

/**
 * Disables garbage collection by the server, because all tests of a worker share its memory. A collection takes a
 * second, and each idle server would start two: together, they stopped the worker for half a minute during later tests.
 */
const leaveMemory: Pick<Machine, 'freeMemory' | 'useLittleMemory'> = {
  freeMemory: () => undefined,
  useLittleMemory: (work) => work(),
}

/** Starts and initializes a server in this process. */
export async function startInProcess({
  capabilities = {},
  folders,
  settings,
  machine,
  answers = {},
  warmsUp = false,
}: InProcessOptions = {}): Promise<InProcessClient> {
  const warmUp = vi.spyOn(warming, 'warmUp')
  onTestFinished(() => warmUp.mockRestore())
  if (!warmsUp) warmUp.mockResolvedValue()
  const [toServer, toClient] = [new PassThrough(), new PassThrough()]
  serve(
    createConnection(new StreamMessageReader(toServer), new StreamMessageWriter(toClient)),
    machine && { ...machine, ...leaveMemory },
    '0.0.0',
  )
  const connection = createMessageConnection(
    new StreamMessageReader(toClient),
    new StreamMessageWriter(toServer),
  )
  const messages: { method: string; params: unknown }[] = []
  const listeners = new Set<(method: string, params: unknown) => void>()
  connection.onNotification((method: string, params: unknown) => {
    messages.push({ method, params })
    for (const listener of listeners) listener(method, params)
  })
  connection.onRequest((method: string, params: unknown) => {
    messages.push({ method, params })
    return answers[method] ?? null
  })
  connection.listen()
  onTestFinished(() => connection.dispose())
  await connection.sendRequest('initialize', {
    processId: null,
    rootUri: null,
    capabilities,
    ...(folders && { workspaceFolders: folders.map((uri) => ({ uri, name: uri })) }),
    ...(settings !== undefined && { initializationOptions: settings }),
  })
  await connection.sendNotification('initialized', {})
  return {
    connection,
    open: (uri, text, languageId = 'yaml') =>
      void connection.sendNotification('textDocument/didOpen', {
        textDocument: { uri, languageId, version: 1, text },
      }),
    change: (uri, version, text) =>
      void connection.sendNotification('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [{ text }],
      }),
    execute: (command, ...parameters) =>
      connection.sendRequest('workspace/executeCommand', { command, arguments: parameters }),
    received: (method) =>
      messages.filter((item) => item.method === method).map(({ params }) => params),
    next: (method) =>
      new Promise((resolve) => {
        const listener = (received: string, params: unknown): void => {
          if (received !== method) return
          listeners.delete(listener)
          resolve(params)
        }
        listeners.add(listener)
      }),
  }
}
