import type { Connection, InitializeParams } from 'vscode-languageserver'
import { MessageType } from 'vscode-languageserver'
import type { Client } from './client.js'
import { clientOf } from './client.js'
import { configurationFindings } from './configuration-findings.js'
import type { SwitchOff } from './configuration-edit.js'
import { configurationEdits } from './configuration-edit.js'
import type { Documents } from './documents.js'
import { openDocuments } from './documents.js'
import type { SettingsOfEditor } from './editor-settings.js'
import { settingsOfEditor } from './editor-settings.js'
import type { Files } from './files.js'
import { filesOf } from './files.js'
import type { Fleet } from './fleet.js'
import { fleetOf } from './fleet.js'
import type { Folders } from './folders.js'
import { foldersOf } from './folders.js'
import { messages } from './messages.js'
import type { Navigation } from './navigation.js'
import { navigation } from './navigation.js'
import type { Publishing } from './publishing.js'
import { publishing } from './publishing.js'
import { refreshing } from './refreshing.js'
import type { Seeing } from './seeing.js'
import { seeing } from './seeing.js'
import type { World } from './world.js'

/** What a server knows and does for one client. */
export type Session = {
  connection: Connection
  client: Client
  world: World | undefined
  folders: Folders
  documents: Documents
  settings: SettingsOfEditor
  seeing: Seeing
  files: Files
  fleet: Fleet
  publishing: Publishing
  navigation: Navigation
  switchOff: SwitchOff
  /** Ends when the settings are known; nothing is looked at before. */
  ready: () => Promise<void>
  /** Has the client fetch anew what hangs on settings and files. */
  refresh: () => void
  /** Fetches the settings, and looks at everything anew. */
  configure: (sent?: unknown) => Promise<void>
}

/** Puts the parts together for a client that says hello. */
export function sessionFor(
  connection: Connection,
  params: InitializeParams,
  world: World | undefined,
): Session {
  const client = clientOf(params)
  const folders = foldersOf(params)
  const documents = openDocuments(client.encoding)
  const settings = settingsOfEditor({
    connection,
    client,
    folders,
    world,
    initial: params.initializationOptions,
  })
  const seer = seeing({ client, folders, world, settings, complain: messages(connection) })
  const files = filesOf({ world, folders, documents, seeing: seer })
  const fleet = fleetOf({ documents, files, folders, seeing: seer })
  const refresh = refreshing({ connection, client })
  const state = { ready: Promise.resolve() }
  const ready = (): Promise<void> => state.ready
  const publisher = publishing({
    connection,
    client,
    documents,
    seeing: seer,
    fleet,
    mistakesIn: configurationFindings({ client, world }),
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
    navigation: navigation({
      client,
      world,
      documents,
      files,
      seeing: seer,
      say: messages(connection, MessageType.Info),
    }),
    switchOff: configurationEdits({ client, world, documents, folders }),
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
