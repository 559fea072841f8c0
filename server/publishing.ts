import type { Connection, Diagnostic } from 'vscode-languageserver'
import type { Client } from './client.js'
import { shownDiagnostic } from './diagnostics.js'
import type { Documents, OpenDocument } from './documents.js'
import type { Fleet } from './fleet.js'
import type { Seeing, Seen } from './seeing.js'
import { pause } from './pause.js'

/** Findings of open documents, for clients that ask for them and for those that wait. */
export type Publishing = {
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
const quick = 50

/** How often the time of the last run a run waits for, and how long at most. */
const share = 0.25
const longestWait = 100

type Means = {
  connection: Connection
  client: Client
  documents: Documents
  seeing: Seeing
  fleet: Fleet
  mistakesIn: (document: OpenDocument) => Diagnostic[]
  ready: () => Promise<void>
}

/** Diagnostics of a file, as the client understands them. */
export const shownAll = (
  seen: Seen,
  found: ReturnType<Fleet['diagnosticsOf']>,
  client: Client,
): Diagnostic[] =>
  found.map((item) => shownDiagnostic(item, { uri: seen.uri, client, convert: seen.convert }))

/** Looks at documents when they change, and tells a client that waits; a run that something newer overtook says nothing. */
export function publishing({
  connection,
  client,
  documents,
  seeing,
  fleet,
  mistakesIn,
  ready,
}: Means): Publishing {
  const waiting = new Map<string, object>()
  const { tell, take } = telling(connection)
  const state = { lastRun: 0 }
  const items = (document: OpenDocument): Diagnostic[] => {
    const seen = seeing.see(document)
    if (!seen) return mistakesIn(document)
    return seen.standing === 'router' ? shownAll(seen, fleet.diagnosticsOf(seen), client) : []
  }
  const run = async (uri: string, ticket: object): Promise<void> => {
    await ready()
    await pause(state.lastRun < quick ? 0 : Math.min(state.lastRun * share, longestWait))
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
function telling(connection: Connection): {
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
