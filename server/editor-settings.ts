import type { Connection } from 'vscode-languageserver'
import { MessageType } from 'vscode-languageserver'
import type { Client } from './client.js'
import type { Folders } from './folders.js'
import { messages } from './messages.js'
import type { EditorSettings } from './settings.js'
import { ownPart, readSettings, unset } from './settings.js'
import type { World } from './world.js'

/** What is set in the editor, for each folder. */
export type SettingsOfEditor = {
  /** The settings for a URI. */
  of: (uri: string) => EditorSettings
  /** Fetches them anew where the client gives them away, else takes those that were sent. */
  update: (sent?: unknown) => Promise<void>
}

/** A client that does not answer is not waited for longer; milliseconds. */
const patience = 2000

type Means = {
  connection: Connection
  client: Client
  folders: Folders
  world: World | undefined
  initial: unknown
}

/** Keeps the settings of the editor. Mistakes in them are shown once. */
export function settingsOfEditor({
  connection,
  client,
  folders,
  world,
  initial,
}: Means): SettingsOfEditor {
  const known = new Map<string | undefined, EditorSettings>()
  const warn = messages(connection, MessageType.Warning)
  const state = { sent: ownPart(initial) }
  const take = (folder: string | undefined, given: unknown): void => {
    const path = folder === undefined ? undefined : world?.pathOf(folder)
    const { settings, wrong } = readSettings(given, (written) =>
      world && path !== undefined ? world.locate(written, [path]) : written,
    )
    known.set(folder, settings)
    for (const message of wrong) warn(`in the settings, ${message}`)
  }
  const scopes = (): (string | undefined)[] => [undefined, ...folders.all()]
  const takeAll = (given: readonly unknown[]): void => {
    known.clear()
    scopes().forEach((folder, index) => take(folder, given[index]))
  }
  takeAll(scopes().map(() => state.sent))
  return {
    of: (uri) => known.get(folders.of(uri)) ?? known.get(undefined) ?? unset,
    update: async (sent) => {
      if (sent !== undefined && sent !== null && !client.hasConfiguration)
        state.sent = ownPart(sent)
      const pulled = client.hasConfiguration ? await pull(connection, scopes()) : []
      takeAll(scopes().map((_, index) => pulled[index] ?? state.sent))
    },
  }
}

async function pull(
  connection: Connection,
  scopes: readonly (string | undefined)[],
): Promise<readonly unknown[]> {
  const items = scopes.map((scopeUri) => ({
    section: 'routerfile',
    ...(scopeUri !== undefined && { scopeUri }),
  }))
  const late = new Promise<readonly unknown[]>((resolve) =>
    setTimeout(() => resolve([]), patience).unref?.(),
  )
  const answered = connection.workspace.getConfiguration(items).then(
    (values: unknown) => (Array.isArray(values) ? Array.from<unknown>(values) : []),
    () => [],
  )
  return Promise.race([answered, late])
}
