import type { Connection } from 'vscode-languageserver'
import { describeFailureWithStack } from '../src/document/failure.js'
import type { LspClient } from './client.js'
import { waitForAnswer, yieldToClient } from './client.js'
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
 * Creates a function that scans the files of the workspace folders, the first time with a progress bar if the client
 * supports it. Calls during a scan share one scan that follows it, so that a call waits for two scans at most,
 * regardless of the number of changes.
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
  const state: { running: Promise<void>; next?: Promise<void> | undefined; isFirst: boolean } = {
    running: Promise.resolve(),
    isFirst: true,
  }
  const run = async (): Promise<void> => {
    state.next = undefined
    await whenReady()
    if (!machine || folders.all().length === 0) return
    const progress =
      client.hasProgress && state.isFirst
        ? await waitForAnswer(connection.window.createWorkDoneProgress())
        : undefined
    state.isFirst = false
    let reportedPercentage = 0
    const tick = async (done: number, total: number): Promise<boolean> => {
      const percentage = Math.floor((100 * done) / total)
      if (percentage > reportedPercentage) progress?.report(percentage, `${done} of ${total} files`)
      reportedPercentage = percentage
      await yieldToClient()
      return !progress?.token.isCancellationRequested
    }
    progress?.begin('Looking for router files', 0, undefined, true)
    try {
      await machine.useLittleMemory(() => workspaceFiles.scan(tick))
    } finally {
      progress?.done()
    }
    publisher.scheduleAll()
  }
  return () => {
    state.next ??= state.running = state.running
      .then(run)
      .catch((error: unknown) =>
        connection.console.error(`the folders cannot be read: ${describeFailureWithStack(error)}`),
      )
    return state.next
  }
}
