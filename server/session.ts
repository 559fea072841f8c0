import type { Connection, InitializeParams } from 'vscode-languageserver'
import { MessageType } from './protocol.js'
import type { Changes } from './changes.js'
import { createChanges } from './changes.js'
import type { LspClient } from './client.js'
import { createMessenger, createRefresher, readClient, showOnce } from './client.js'
import type { FindDiagnostics } from './diagnostics.js'
import { createDiagnosticsFinder } from './diagnostics.js'
import type { EditConfiguration } from './configuration-edits.js'
import { createConfigurationEditor } from './configuration-edits.js'
import type { Documents, Folders } from './documents.js'
import { createDocuments, createFolders } from './documents.js'
import type { EmbeddedFiles } from './embedded-files.js'
import { createEmbeddedFiles } from './embedded-files.js'
import type { FileFindings } from './file-findings.js'
import { createFileFindings } from './file-findings.js'
import type { Machine } from './machine.js'
import type { DiagnosticsPublisher } from './publish-diagnostics.js'
import { createPublisher } from './publish-diagnostics.js'
import type { RouterFiles } from './router-files.js'
import { createRouterFiles } from './router-files.js'
import { createScanner } from './scan.js'
import type { StatusReporter } from './status.js'
import { createStatusReporter } from './status.js'
import type { EditorSettingsStore } from './settings.js'
import { createEditorSettingsStore } from './settings.js'
import type { TemplateFiles } from './template-files.js'
import { createTemplateFiles } from './template-files.js'
import type { WorkspaceFiles } from './workspace-files.js'
import { createWorkspaceFiles } from './workspace-files.js'
import type { WorkspaceReports } from './workspace-reports.js'
import { createWorkspaceReports } from './workspace-reports.js'

/** The dependencies of a session: the client, and the machine that has the files (undefined in browsers). */
type SessionDeps = { connection: Connection; client: LspClient; machine: Machine | undefined }

type Files = SessionDeps & {
  changes: Changes
  folders: Folders
  documents: Documents
  settings: EditorSettingsStore
  routerFiles: RouterFiles
  embeddedFiles: EmbeddedFiles
  templateFiles: TemplateFiles
  workspaceFiles: WorkspaceFiles
}

type Finders = {
  fileFindings: FileFindings
  findDiagnostics: FindDiagnostics
  workspaceReports: WorkspaceReports
  /** Undefined for clients that did not ask for status reports. */
  reportStatus: StatusReporter | undefined
}

/** Everything that the requests of one client need. Functions that need only a part of it take a `Pick`. */
export type Session = Files &
  Finders & {
    editConfiguration: EditConfiguration
    /** Tells the user why an action has no result; repeats equal messages. */
    showMessage: (message: string) => void
    /** Shows each message only once per session. */
    showOnce: (message: string) => void
    /** Records that work was done, so that memory is freed once the server is idle. */
    noteWork: () => void
    /** Runs background work with less memory; without a machine, runs it unchanged. */
    useLittleMemory: Machine['useLittleMemory']
    /** Resolves when the settings are known; no file is checked before. */
    whenReady: () => Promise<void>
    /** Reads the files in the workspace folders again that changed since the last scan. */
    scan: () => Promise<void>
  }

/** Functions that keep a session up to date with its client; handlers of requests do not need them. */
export type Updates = {
  publisher: DiagnosticsPublisher
  /** Makes the client request hints, tokens and lenses again, because they depend on settings and files. */
  refresh: () => void
  /** Updates the settings, drops all results and schedules checks of all open documents. */
  configure: (sentSettings?: unknown) => Promise<void>
}

export function createSession(
  connection: Connection,
  params: InitializeParams,
  machine: Machine | undefined,
): { session: Session; updates: Updates } {
  const client = readClient(params, machine?.findRulePage)
  const files = createFiles({ connection, client, machine }, params)
  const finders = createFinders(files)
  const state = { settingsLoaded: Promise.resolve() }
  const whenReady = (): Promise<void> => state.settingsLoaded
  const publisher = createPublisher({ ...files, ...finders, whenReady })
  const showMessage = createMessenger(connection, MessageType.Info)
  const refresh = createRefresher({ connection, client })
  return {
    session: {
      ...files,
      ...finders,
      editConfiguration: createConfigurationEditor(files),
      showMessage,
      showOnce: showOnce(showMessage),
      noteWork: createIdleTimer(() => machine?.freeMemory()),
      useLittleMemory: machine?.useLittleMemory ?? ((work) => work()),
      whenReady,
      scan: createScanner({ ...files, publisher, whenReady }),
    },
    updates: {
      publisher,
      refresh,
      configure: (sentSettings) => {
        const { settings, embeddedFiles } = files
        state.settingsLoaded = Promise.all([
          settings.update(sentSettings),
          embeddedFiles.load(),
        ]).then(() => {
          forgetResults({ ...files, ...finders })
          refresh()
        })
        publisher.scheduleAll()
        return state.settingsLoaded
      },
    },
  }
}

function createFiles(deps: SessionDeps, params: InitializeParams): Files {
  const { connection, client } = deps
  const changes = createChanges()
  const folders = createFolders(params)
  const documents = createDocuments(client.encoding)
  const settings = createEditorSettingsStore({
    ...deps,
    folders,
    initialSettings: params.initializationOptions,
  })
  const showError = showOnce(createMessenger(connection, MessageType.Error))
  const routerFiles = createRouterFiles({ ...deps, folders, settings, showError })
  const { optionsFor } = routerFiles
  const files = { ...deps, changes, folders, documents, settings, routerFiles }
  const embeddedFiles = createEmbeddedFiles({ client, settings, optionsFor })
  return {
    ...files,
    embeddedFiles,
    templateFiles: createTemplateFiles({ ...files, embeddedFiles }),
    workspaceFiles: createWorkspaceFiles({ ...files, embeddedFiles, showError }),
  }
}

function createFinders(files: Files): Finders {
  const fileFindings = createFileFindings(files)
  const findDiagnostics = createDiagnosticsFinder({ ...files, fileFindings })
  return {
    fileFindings,
    findDiagnostics,
    workspaceReports: createWorkspaceReports({ ...files, fileFindings, findDiagnostics }),
    reportStatus: files.client.readsStatus ? createStatusReporter(files) : undefined,
  }
}

function forgetResults({
  routerFiles,
  embeddedFiles,
  templateFiles,
  workspaceFiles,
  fileFindings,
  changes,
}: Files & Finders): void {
  routerFiles.clear()
  embeddedFiles.clear()
  templateFiles.clear()
  workspaceFiles.clear()
  fileFindings.clear()
  changes.note()
}

/** The server is idle after this many milliseconds without work. */
const idleTime = 3000

function createIdleTimer(onIdle: () => void): () => void {
  const state: { timer?: ReturnType<typeof setTimeout> } = {}
  return () => {
    clearTimeout(state.timer)
    state.timer = setTimeout(onIdle, idleTime)
    state.timer.unref?.()
  }
}
