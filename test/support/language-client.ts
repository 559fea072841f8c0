import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import type {
  ClientCapabilities,
  Diagnostic,
  InitializeParams,
  InitializeResult,
  ProtocolConnection,
  PublishDiagnosticsParams,
} from 'vscode-languageserver-protocol/node'
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node'

/** The capabilities and options of a test client, and how to start its server. */
export type Hello = {
  /** The path of the server's program and its arguments, for Node. */
  server: readonly string[]
  capabilities?: ClientCapabilities
  folders?: readonly string[]
  options?: unknown
  /** Returns the response of the client to a request for a configuration section. */
  settings?: (scope: string | undefined, section: string | undefined) => unknown
  cwd?: string
  /** Whether to collect the standard error of the server instead of printing it. */
  collects?: boolean
}

/** A client of a language server over stdio. */
export type Client = {
  process: ChildProcess
  connection: ProtocolConnection
  /** The server's response to `initialize`. */
  server: InitializeResult
  open: (uri: string, text: string, languageId?: string) => void
  /** Replaces the whole text; `version` is its new version. */
  change: (uri: string, version: number, text: string) => void
  close: (uri: string) => void
  request: (method: string, params: unknown) => Promise<unknown>
  /** Resolves to the next published findings of a file that pass a test. */
  next: (
    uri: string,
    passes?: (published: PublishDiagnosticsParams) => boolean,
  ) => Promise<PublishDiagnosticsParams>
  /** All published findings, in order. */
  published: PublishDiagnosticsParams[]
  /** Requests and notifications from the server, except published findings. */
  heard: { method: string; params: unknown }[]
  /** Lines of standard error, if `collects` is set. */
  errors: string[]
  /** Shuts the server down like an editor does, and returns its exit code. */
  stop: () => Promise<number | null>
}

/** Starts and initializes a server. */
export async function connect({
  server: [program = '', ...argv],
  capabilities = {},
  folders,
  options,
  settings,
  cwd = '.',
  collects = false,
}: Hello): Promise<Client> {
  const child = spawn(process.execPath, [program, ...argv], {
    cwd,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const errors: string[] = []
  child.stderr.on('data', (data) =>
    collects ? errors.push(String(data)) : process.stderr.write(data),
  )
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  )
  const published: PublishDiagnosticsParams[] = []
  const heard: Client['heard'] = []
  const listeners = new Set<(params: PublishDiagnosticsParams) => void>()
  connection.onNotification(
    'textDocument/publishDiagnostics',
    (params: PublishDiagnosticsParams) => {
      published.push(params)
      for (const listener of listeners) listener(params)
    },
  )
  const answers: Readonly<Record<string, (params: unknown) => unknown>> = {
    'workspace/configuration': (params) =>
      itemsOf(params).map(({ scopeUri, section }) => settings?.(scopeUri, section) ?? null),
    'workspace/applyEdit': () => ({ applied: true }),
    'client/registerCapability': () => null,
    'window/workDoneProgress/create': () => null,
    'window/showDocument': () => ({ success: true }),
    'workspace/codeLens/refresh': () => null,
    'workspace/diagnostic/refresh': () => null,
    'workspace/inlayHint/refresh': () => null,
    'workspace/semanticTokens/refresh': () => null,
  }
  for (const [method, answer] of Object.entries(answers)) {
    connection.onRequest(method, (params: unknown) => {
      heard.push({ method, params })
      return answer(params)
    })
  }
  for (const method of ['window/showMessage', 'window/logMessage', '$/progress'])
    connection.onNotification(method, (params: unknown) => void heard.push({ method, params }))
  connection.listen()
  const hello: InitializeParams = {
    processId: process.pid,
    rootUri: folders?.[0] ?? null,
    capabilities,
    ...(folders && { workspaceFolders: folders.map((uri) => ({ uri, name: uri })) }),
    ...(options !== undefined && { initializationOptions: options }),
  }
  const server: InitializeResult = await connection.sendRequest('initialize', hello)
  await connection.sendNotification('initialized', {})
  const send = (method: string, params: unknown): void =>
    void connection.sendNotification(method, params)
  return {
    process: child,
    connection,
    server,
    published,
    heard,
    errors,
    open: (uri, text, languageId = 'yaml') =>
      send('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } }),
    change: (uri, version, text) =>
      send('textDocument/didChange', {
        textDocument: { uri, version },
        contentChanges: [{ text }],
      }),
    close: (uri) => send('textDocument/didClose', { textDocument: { uri } }),
    request: (method, params) => connection.sendRequest(method, params),
    next: (uri, passes = () => true) =>
      new Promise((resolve) => {
        const listener = (params: PublishDiagnosticsParams): void => {
          if (params.uri !== uri || !passes(params)) return
          listeners.delete(listener)
          resolve(params)
        }
        listeners.add(listener)
      }),
    stop: async () => {
      const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
      await connection.sendRequest('shutdown')
      await connection.sendNotification('exit')
      const code = await ended
      connection.dispose()
      return code
    },
  }
}

const itemsOf = (params: unknown): readonly { scopeUri?: string; section?: string }[] => {
  const { items }: { items?: unknown } = Object(params)
  return Array.isArray(items) ? items : []
}

/** All capabilities that a client can have. */
export const full: ClientCapabilities = {
  general: { positionEncodings: ['utf-16'] },
  window: { workDoneProgress: true, showDocument: { support: true } },
  workspace: {
    applyEdit: true,
    configuration: true,
    workspaceFolders: true,
    didChangeConfiguration: { dynamicRegistration: true },
    didChangeWatchedFiles: { dynamicRegistration: true },
    workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] },
    codeLens: { refreshSupport: true },
    diagnostics: { refreshSupport: true },
    inlayHint: { refreshSupport: true },
    semanticTokens: { refreshSupport: true },
  },
  textDocument: {
    publishDiagnostics: {
      relatedInformation: true,
      codeDescriptionSupport: true,
      versionSupport: true,
      dataSupport: true,
      tagSupport: { valueSet: [1, 2] },
    },
    completion: {
      completionItem: {
        snippetSupport: true,
        insertReplaceSupport: true,
        deprecatedSupport: true,
        tagSupport: { valueSet: [1] },
        documentationFormat: ['markdown', 'plaintext'],
        insertTextModeSupport: { valueSet: [1, 2] },
      },
    },
    hover: { contentFormat: ['markdown', 'plaintext'] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    codeAction: {
      codeActionLiteralSupport: {
        codeActionKind: { valueSet: ['quickfix', 'refactor', 'source'] },
      },
      isPreferredSupport: true,
    },
    rename: { prepareSupport: true },
  },
}

/** Returns the rule ids of findings. */
export const codesOf = (diagnostics: readonly Diagnostic[]): (string | number | undefined)[] =>
  diagnostics.map(({ code }) => code)
