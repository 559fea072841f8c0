import type { Connection, Diagnostic } from 'vscode-languageserver'
import { describeFailureWithStack } from '../src/document/failure.js'
import type { LspClient } from './client.js'
import { yieldToClient } from './client.js'
import type { FindDiagnostics } from './diagnostics.js'
import type { Documents, OpenDocument } from './documents.js'
import type { StatusReporter } from './status.js'

/** Pushes diagnostics to clients that do not pull them. */
export type DiagnosticsPublisher = {
  /** Schedules a check of the latest version of a document, unless the client pulls diagnostics. */
  schedule: (uri: string) => void
  /**
   * Checks all documents again, because files or settings changed. A client that pulls diagnostics is asked to pull
   * them again, if it supports that.
   */
  scheduleAll: () => void
  /** Clears the diagnostics of a closed document. */
  close: (uri: string) => void
}

/** If the last check took at least this many milliseconds, the next check waits for a pause in typing. */
const quickCheckTime = 50

/** Length of this pause, as a share of the time that the last check took. */
const waitShare = 0.25

/** Maximum length of this pause, in milliseconds. */
const maxWait = 100

type PublisherDeps = {
  connection: Connection
  client: LspClient
  documents: Documents
  findDiagnostics: FindDiagnostics
  reportStatus: StatusReporter | undefined
  whenReady: () => Promise<void>
}

/** Creates a publisher that checks documents when they change. After several changes in a row, it checks only once. */
export function createPublisher({
  connection,
  client,
  documents,
  findDiagnostics,
  reportStatus,
  whenReady,
}: PublisherDeps): DiagnosticsPublisher {
  const tickets = new Map<string, object>()
  const { send, clear } = createSender(connection)
  const state = { lastDuration: 0 }

  const publish = async (uri: string, ticket: object): Promise<void> => {
    await whenReady()
    await yieldToClient(
      state.lastDuration < quickCheckTime ? 0 : Math.min(state.lastDuration * waitShare, maxWait),
    )
    if (tickets.get(uri) !== ticket) return
    tickets.delete(uri)
    const document = documents.get(uri)
    if (!document) return
    const start = performance.now()
    const diagnostics = findDiagnostics(document)
    state.lastDuration = performance.now() - start
    send(document, diagnostics)
    reportStatus?.(document, diagnostics)
  }

  const schedule = (uri: string): void => {
    if (client.pullsDiagnostics) return
    const ticket = {}
    tickets.set(uri, ticket)
    publish(uri, ticket).catch((error: unknown) =>
      connection.console.error(`diagnostics of ${uri}: ${describeFailureWithStack(error)}`),
    )
  }

  return {
    schedule,
    scheduleAll: () => {
      if (client.pullsDiagnostics && client.refreshSupport.diagnostics)
        connection.languages.diagnostics.refresh().catch(() => undefined)
      for (const { uri } of documents.all()) schedule(uri)
    },
    close: (uri) => {
      tickets.delete(uri)
      clear(uri)
    },
  }
}

/** Sends diagnostics, unless the client already has the same ones for the same version. */
function createSender(connection: Connection): {
  send: (document: OpenDocument, diagnostics: Diagnostic[]) => void
  clear: (uri: string) => void
} {
  const sentDiagnostics = new Map<string, { version: number; diagnostics: Diagnostic[] }>()
  return {
    send: ({ uri, version }, diagnostics) => {
      const last = sentDiagnostics.get(uri)
      if (
        last?.version === version &&
        JSON.stringify(last.diagnostics) === JSON.stringify(diagnostics)
      )
        return
      sentDiagnostics.set(uri, { version, diagnostics })
      void connection.sendDiagnostics({ uri, version, diagnostics })
    },
    clear: (uri) => {
      if (sentDiagnostics.delete(uri)) void connection.sendDiagnostics({ uri, diagnostics: [] })
    },
  }
}
