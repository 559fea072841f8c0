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

/** A client of a server in the same process. */
export type InProcessClient = {
  connection: MessageConnection
  open: (uri: string, text: string, languageId?: string) => void
  change: (uri: string, version: number, text: string) => void
  execute: (command: string, ...parameters: readonly unknown[]) => Promise<unknown>
  /** Parameters of the requests and notifications of the server, by method. */
  received: (method: string) => readonly unknown[]
  /** The next notification of a method. */
  next: (method: string) => Promise<unknown>
}

export type InProcessOptions = {
  capabilities?: ClientCapabilities
  folders?: readonly string[]
  settings?: unknown
  /** Without one, the server is that of a browser. */
  machine?: Machine
  /** What the client answers to requests of the server, by method. */
  answers?: Readonly<Record<string, unknown>>
  /** Whether the server completes in an example of its own while it has nothing to do, which costs more than most tests. */
  warmsUp?: boolean
}

/**
 * The memory is that of all tests of the worker. Collecting its garbage takes a second, and each server would do so
 * twice once it is idle: together they stopped the worker for half a minute, in the middle of later tests.
 */
const leaveMemory: Pick<Machine, 'freeMemory' | 'useLittleMemory'> = {
  freeMemory: () => undefined,
  useLittleMemory: (work) => work(),
}

/** Starts a server in this process, and says hello. */
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
