import type { Connection, Diagnostic } from 'vscode-languageserver'
import type { LspClient } from './client.js'
import { yieldToClient } from './client.js'
import { toLspDiagnostic } from './diagnostics.js'
import type { Documents, OpenDocument } from './documents.js'
import type { FleetDiagnostics } from './fleet.js'
import type { DocumentCache, OpenRouterFile } from './router-files.js'

/** Findings of open documents, for clients that ask for them and for those that wait. */
export type DiagnosticsPublisher = {
  /** What is found in a document now. */
  items: (document: OpenDocument) => Diagnostic[]
  /** Tells the client soon what is found in a document as it is then. */
  schedule: (uri: string) => void
  /** The same for all documents, as files or settings changed. */
  scheduleAll: () => void
  /** Forgets a document that is closed, and takes its findings away. */
  close: (uri: string) => void
}

/** A run that takes longer than this, in milliseconds, waits for a pause in typing. */
const quickRunTime = 50

/** How often the time of the last run a run waits for, and how long at most. */
const waitShare = 0.25
const maxWait = 100

type PublisherDeps = {
  connection: Connection
  client: LspClient
  documents: Documents
  seeing: DocumentCache
  fleet: FleetDiagnostics
  mistakesIn: (document: OpenDocument) => Diagnostic[]
  ready: () => Promise<void>
}

/** Diagnostics of a file, as the client understands them. */
export const toLspDiagnostics = (
  seen: OpenRouterFile,
  found: ReturnType<FleetDiagnostics['findDiagnostics']>,
  client: LspClient,
): Diagnostic[] =>
  found.map((item) => toLspDiagnostic(item, { uri: seen.uri, client, convert: seen.convert }))

/** Looks at documents when they change, and tells a client that waits; a run that something newer overtook says nothing. */
export function createPublisher({
  connection,
  client,
  documents,
  seeing,
  fleet,
  mistakesIn,
  ready,
}: PublisherDeps): DiagnosticsPublisher {
  const waiting = new Map<string, object>()
  const { tell, take } = createSender(connection)
  const state = { lastRun: 0 }
  const items = (document: OpenDocument): Diagnostic[] => {
    const seen = seeing.get(document)
    if (!seen) return mistakesIn(document)
    return seen.kind === 'router' ? toLspDiagnostics(seen, fleet.findDiagnostics(seen), client) : []
  }
  const run = async (uri: string, ticket: object): Promise<void> => {
    await ready()
    await yieldToClient(
      state.lastRun < quickRunTime ? 0 : Math.min(state.lastRun * waitShare, maxWait),
    )
    if (waiting.get(uri) !== ticket) return
    waiting.delete(uri)
    const document = documents.get(uri)
    if (!document) return
    const start = performance.now()
    const diagnostics = items(document)
    state.lastRun = performance.now() - start
    tell(document, diagnostics)
  }
  const schedule = (uri: string): void => {
    if (client.isPulling) return
    const ticket = {}
    waiting.set(uri, ticket)
    run(uri, ticket).catch((error: unknown) =>
      connection.console.error(
        `findings of ${uri}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
      ),
    )
  }
  return {
    items,
    schedule,
    scheduleAll: () => {
      if (client.isPulling && client.refreshes.diagnostics)
        connection.languages.diagnostics.refresh().catch(() => undefined)
      for (const { uri } of documents.all()) schedule(uri)
    },
    close: (uri) => {
      waiting.delete(uri)
      take(uri)
    },
  }
}

/** Sends findings, unless the client has the same already, and takes them away. */
function createSender(connection: Connection): {
  tell: (document: OpenDocument, diagnostics: Diagnostic[]) => void
  take: (uri: string) => void
} {
  const sent = new Map<string, { version: number; diagnostics: Diagnostic[] }>()
  return {
    tell: ({ uri, version }, diagnostics) => {
      const last = sent.get(uri)
      if (
        last?.version === version &&
        JSON.stringify(last.diagnostics) === JSON.stringify(diagnostics)
      )
        return
      sent.set(uri, { version, diagnostics })
      void connection.sendDiagnostics({ uri, version, diagnostics })
    },
    take: (uri) => {
      if (sent.delete(uri)) void connection.sendDiagnostics({ uri, diagnostics: [] })
    },
  }
}
