import type { Connection, InitializeParams } from 'vscode-languageserver'
import { MessageType } from 'vscode-languageserver'
import type { LspClient } from './client.js'
import { readClient, createMessenger, createRefresher } from './client.js'
import type { DisableRule } from './configuration.js'
import { createConfigurationChecker, createRuleDisabler } from './configuration.js'
import type { Documents, Folders } from './documents.js'
import { createDocuments, createFolders } from './documents.js'
import type { EditorSettingsStore } from './settings.js'
import { createEditorSettings } from './settings.js'
import type { WorkspaceFiles } from './workspace-files.js'
import { createWorkspaceFiles } from './workspace-files.js'
import type { FleetDiagnostics } from './fleet.js'
import { createFleetDiagnostics } from './fleet.js'
import type { Navigation } from './navigation.js'
import { createNavigation } from './navigation.js'
import type { DiagnosticsPublisher } from './publish-diagnostics.js'
import { createPublisher } from './publish-diagnostics.js'
import type { DocumentCache } from './router-files.js'
import { createDocumentCache } from './router-files.js'
import type { Machine } from './machine.js'

/** What a server knows and does for one client. */
export type Session = {
  connection: Connection
  client: LspClient
  world: Machine | undefined
  folders: Folders
  documents: Documents
  settings: EditorSettingsStore
  seeing: DocumentCache
  files: WorkspaceFiles
  fleet: FleetDiagnostics
  publishing: DiagnosticsPublisher
  navigation: Navigation
  switchOff: DisableRule
  /** Ends when the settings are known; nothing is looked at before. */
  ready: () => Promise<void>
  /** Has the client fetch anew what hangs on settings and files. */
  refresh: () => void
  /** Fetches the settings, and looks at everything anew. */
  configure: (sent?: unknown) => Promise<void>
}

/** Puts the parts together for a client that says hello. */
export function createSession(
  connection: Connection,
  params: InitializeParams,
  world: Machine | undefined,
): Session {
  const client = readClient(params)
  const folders = createFolders(params)
  const documents = createDocuments(client.encoding)
  const settings = createEditorSettings({
    connection,
    client,
    folders,
    world,
    initial: params.initializationOptions,
  })
  const seer = createDocumentCache({
    client,
    folders,
    world,
    settings,
    complain: createMessenger(connection),
  })
  const files = createWorkspaceFiles({ world, folders, documents, seeing: seer })
  const fleet = createFleetDiagnostics({ documents, files, folders, seeing: seer })
  const refresh = createRefresher({ connection, client })
  const state = { ready: Promise.resolve() }
  const ready = (): Promise<void> => state.ready
  const publisher = createPublisher({
    connection,
    client,
    documents,
    seeing: seer,
    fleet,
    mistakesIn: createConfigurationChecker({ client, world }),
    ready,
  })
  return {
    connection,
    client,
    world,
    folders,
    documents,
    settings,
    seeing: seer,
    files,
    fleet,
    publishing: publisher,
    navigation: createNavigation({
      client,
      world,
      documents,
      files,
      seeing: seer,
      say: createMessenger(connection, MessageType.Info),
    }),
    switchOff: createRuleDisabler({ client, world, documents, folders }),
    ready,
    refresh,
    configure: (sent) => {
      state.ready = settings.update(sent).then(() => {
        seer.forget()
        files.forget()
        fleet.forget()
        refresh()
      })
      publisher.scheduleAll()
      return state.ready
    },
  }
}
