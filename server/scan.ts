import type { Connection } from 'vscode-languageserver'
import { describeFailureWithStack } from '../src/document/failure.js'
import type { LspClient } from './client.js'
import { yieldToClient } from './client.js'
import type { Folders } from './documents.js'
import type { Machine } from './machine.js'
import type { DiagnosticsPublisher } from './publish-diagnostics.js'
import type { WorkspaceFiles } from './workspace-files.js'

type ScannerDeps = {
  connection: Connection
  client: LspClient
  machine: Machine | undefined
  folders: Folders
  workspaceFiles: WorkspaceFiles
  publisher: DiagnosticsPublisher
  whenReady: () => Promise<void>
}

/**
 * Creates a function that reads the files of the folders, the first time with a progress bar if the client shows one. A
 * new call ends the scan of the previous call, and both calls wait for the new scan.
 */
export function createScanner({
  connection,
  client,
  workspaceFiles,
  folders,
  publisher,
  whenReady,
  machine,
}: ScannerDeps): () => Promise<void> {
  const state = { ticket: {}, running: Promise.resolve(), isFirst: true }
  const run = async (ticket: object): Promise<void> => {
    await whenReady()
    if (!machine || folders.all().length === 0 || state.ticket !== ticket) return
    const progress =
      client.hasProgress && state.isFirst
        ? await connection.window.createWorkDoneProgress().catch(() => undefined)
        : undefined
    state.isFirst = false
    let reportedPercentage = 0
    const tick = async (done: number, total: number): Promise<boolean> => {
      const percentage = Math.floor((100 * done) / total)
      if (percentage > reportedPercentage) progress?.report(percentage, `${done} of ${total} files`)
      reportedPercentage = percentage
      await yieldToClient()
      return state.ticket === ticket && !progress?.token.isCancellationRequested
    }
    progress?.begin('Looking for router files', 0, undefined, true)
    try {
      await machine.useLittleMemory(() => workspaceFiles.scan(tick))
    } finally {
      progress?.done()
    }
    publisher.scheduleAll()
  }
  return async () => {
    const ticket = {}
    state.ticket = ticket
    state.running = state.running
      .then(() => run(ticket))
      .catch((error: unknown) =>
        connection.console.error(`the folders cannot be read: ${describeFailureWithStack(error)}`),
      )
    let last: Promise<void>
    do {
      last = state.running
      await last
    } while (last !== state.running)
  }
}
