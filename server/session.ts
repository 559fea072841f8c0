import type { Connection, InitializeParams } from 'vscode-languageserver'
import { MessageType } from './protocol.js'
import type { Changes } from './changes.js'
import { createChanges } from './changes.js'
import type { LspClient } from './client.js'
import { createMessenger, createRefresher, readClient } from './client.js'
import type { FindDiagnostics } from './diagnostics.js'
import { createDiagnosticsFinder } from './diagnostics.js'
import type { DisableRule, EditConfiguration } from './configuration-edits.js'
import { createConfigurationEditor, createRuleDisabler } from './configuration-edits.js'
import type { Documents, Folders } from './documents.js'
import { createDocuments, createFolders } from './documents.js'
import type { EmbeddedFiles } from './embedded-files.js'
import { createEmbeddedFiles } from './embedded-files.js'
import type { FleetDiagnostics } from './fleet.js'
import { createFleetDiagnostics } from './fleet.js'
import type { Machine } from './machine.js'
import type { DiagnosticsPublisher } from './publish-diagnostics.js'
import { createPublisher } from './publish-diagnostics.js'
import type { DocumentCache } from './router-files.js'
import { createDocumentCache } from './router-files.js'
import { createScanner } from './scan.js'
import type { StatusReporter } from './status.js'
import { createStatusReporter } from './status.js'
import type { EditorSettingsStore } from './settings.js'
import { createEditorSettings } from './settings.js'
import type { WorkspaceFiles } from './workspace-files.js'
import { createWorkspaceFiles } from './workspace-files.js'
import type { WorkspaceReports } from './workspace-reports.js'
import { createWorkspaceReports } from './workspace-reports.js'

/** The state and services of the server for one client. */
export type Session = {
  connection: Connection
  client: LspClient
  changes: Changes
  machine: Machine | undefined
  folders: Folders
  documents: Documents
  settings: EditorSettingsStore
  documentCache: DocumentCache
  embeddedFiles: EmbeddedFiles
  workspaceFiles: WorkspaceFiles
  fleet: FleetDiagnostics
  findDiagnostics: FindDiagnostics
  workspaceReports: WorkspaceReports
  publisher: DiagnosticsPublisher
  /** Undefined for clients that did not ask for it. */
  reportStatus: StatusReporter | undefined
  editConfiguration: EditConfiguration
  disableRule: DisableRule
  showMessage: (message: string) => void
  /** Notes that something was worked out, so that memory is given back in the next rest. */
  noteWork: () => void
  /** Does work that nobody waits for in little memory, where that is possible. */
  useLittleMemory: Machine['useLittleMemory']
  /** Ends when the settings are known; no file is checked before. */
  ready: () => Promise<void>
  /** Has the client ask again for what depends on settings and files. */
  refresh: () => void
  /** Fetches the settings, and checks everything again. */
  configure: (sent?: unknown) => Promise<void>
  /** Reads the files of the folders that changed. */
  scan: () => Promise<void>
}

/** Puts the parts together for a client that sent `initialize`. */
export function createSession(
  connection: Connection,
  params: InitializeParams,
  machine: Machine | undefined,
): Session {
  const client = readClient(params, machine?.findRulePage)
  const changes = createChanges()
  const folders = createFolders(params)
  const documents = createDocuments(client.encoding)
  const settings = createEditorSettings({
    connection,
    client,
    folders,
    machine,
    initial: params.initializationOptions,
  })
  const documentCache = createDocumentCache({
    client,
    folders,
    machine,
    settings,
    showError: createMessenger(connection, MessageType.Error),
  })
  const workspaceFiles = createWorkspaceFiles({
    machine,
    folders,
    documents,
    documentCache,
    changes,
  })
  const fleet = createFleetDiagnostics({
    documents,
    workspaceFiles,
    folders,
    documentCache,
    changes,
  })
  const embeddedFiles = createEmbeddedFiles({
    client,
    settings,
    optionsFor: documentCache.optionsFor,
  })
  const findDiagnostics = createDiagnosticsFinder({
    client,
    machine,
    settings,
    documentCache,
    embeddedFiles,
    fleet,
  })
  const editConfiguration = createConfigurationEditor({
    client,
    machine,
    documents,
    folders,
    settings,
  })
  const workspaceReports = createWorkspaceReports({
    client,
    documents,
    workspaceFiles,
    fleet,
    findDiagnostics,
  })
  const refresh = createRefresher({ connection, client })
  const state = { ready: Promise.resolve() }
  const ready = (): Promise<void> => state.ready
  const reportStatus = client.readsStatus
    ? createStatusReporter({ connection, documentCache, embeddedFiles })
    : undefined
  const publisher = createPublisher({
    connection,
    client,
    documents,
    findDiagnostics,
    reportStatus,
    ready,
  })
  return {
    connection,
    client,
    changes,
    machine,
    folders,
    documents,
    settings,
    documentCache,
    embeddedFiles,
    workspaceFiles,
    fleet,
    findDiagnostics,
    workspaceReports,
    publisher,
    reportStatus,
    editConfiguration,
    disableRule: createRuleDisabler(editConfiguration),
    showMessage: createMessenger(connection, MessageType.Info),
    noteWork: createRest(() => machine?.freeMemory()),
    useLittleMemory: machine?.useLittleMemory ?? ((work) => work()),
    ready,
    refresh,
    configure: (sent) => {
      state.ready = Promise.all([settings.update(sent), embeddedFiles.load()]).then(() => {
        documentCache.clear()
        embeddedFiles.clear()
        workspaceFiles.clear()
        fleet.clear()
        changes.note()
        refresh()
      })
      publisher.scheduleAll()
      return state.ready
    },
    scan: createScanner({ connection, client, workspaceFiles, folders, publisher, ready, machine }),
  }
}

/** Milliseconds without work after which a rest begins. */
const restTime = 3000

/** A function that notes work; some time after the last work, something is done. */
function createRest(run: () => void): () => void {
  const state: { timer?: ReturnType<typeof setTimeout> } = {}
  return () => {
    clearTimeout(state.timer)
    state.timer = setTimeout(run, restTime)
    state.timer.unref?.()
  }
}
