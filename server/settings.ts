import type { Connection } from 'vscode-languageserver'
import { readConfiguration } from '../src/project/configuration.js'
import { configurationSchema } from '../src/schema/configuration-schema.js'
import type { Settings, SettingsPart } from '../src/project/settings.js'
import { toSettings } from '../src/project/settings.js'
import type { HintSwitches } from '../src/language/index.js'
import { toRecord } from '../src/document/record.js'
import { MessageType } from './protocol.js'
import type { ConfigurationSearch, Machine } from './machine.js'
import type { Folders } from './documents.js'
import { createMessenger, showOnce, waitForAnswer } from './client.js'
import type { LspClient } from './client.js'

export type EditorSettingsStore = {
  settingsFor: (uri: string) => EditorSettings
  /** Requests the settings. Uses `sentSettings` if the client does not support or answer the request. */
  update: (sentSettings?: unknown) => Promise<void>
}

type EditorSettingsDeps = {
  connection: Connection
  client: LspClient
  folders: Folders
  machine: Machine | undefined
  initialSettings: unknown
}

/** Stores the editor settings. Shows each mistake in them once. */
export function createEditorSettingsStore({
  connection,
  client,
  folders,
  machine,
  initialSettings,
}: EditorSettingsDeps): EditorSettingsStore {
  const settingsByFolder = new Map<string | undefined, EditorSettings>()
  const warn = showOnce(createMessenger(connection, MessageType.Warning))
  const state = { sentSettings: selectOwnPart(initialSettings) }
  const storeSettings = (folder: string | undefined, values: unknown): void => {
    const path = folder === undefined ? undefined : machine?.toPath(folder)
    const { settings, mistakes } = readSettings(values, (writtenPath) =>
      machine && path !== undefined ? machine.resolvePath(writtenPath, [path]) : writtenPath,
    )
    settingsByFolder.set(folder, settings)
    for (const message of mistakes) warn(`in the settings, ${message}`)
  }
  const listScopes = (): (string | undefined)[] => [undefined, ...folders.all()]
  const storeAll = (values: readonly unknown[]): void => {
    settingsByFolder.clear()
    listScopes().forEach((folder, index) => storeSettings(folder, values[index]))
  }
  storeAll(listScopes().map(() => state.sentSettings))
  return {
    settingsFor: (uri) =>
      settingsByFolder.get(folders.folderFor(uri)) ??
      settingsByFolder.get(undefined) ??
      defaultSettings,
    update: async (newSettings) => {
      if (newSettings !== undefined && newSettings !== null && !client.hasConfiguration)
        state.sentSettings = selectOwnPart(newSettings)
      const pulledSettings = client.hasConfiguration
        ? await requestSettings(connection, listScopes())
        : []
      storeAll(listScopes().map((_, index) => pulledSettings[index] ?? state.sentSettings))
    },
  }
}

async function requestSettings(
  connection: Connection,
  scopes: readonly (string | undefined)[],
): Promise<readonly unknown[]> {
  const items = scopes.map((scopeUri) => ({
    section: 'routerfile',
    ...(scopeUri !== undefined && { scopeUri }),
  }))
  const values: unknown = await waitForAnswer(connection.workspace.getConfiguration(items))
  return Array.isArray(values) ? Array.from<unknown>(values) : []
}

/** Settings under `routerfile`: those that a configuration can also set, and those of editors only. */
export type EditorSettings = {
  /** Settings that a config file can also set. */
  configSettings: Settings
  /** Path of a configuration to use instead of the config files in the folder of a file and above. */
  config?: string
  isolated: boolean
  /** Whether configurations may name files outside of their project. */
  trustConfig: boolean
  /** Whether the router files of a folder are compared with each other. */
  fleet: boolean
  inlayHints: HintSwitches | undefined
  codeLens: boolean
  /** Maximum number of outline entries and folding ranges in a response. */
  maxItemsComputed: number
}

/**
 * The default of `maxItemsComputed`. Editors request the outline after every change; with 4000 entries, it takes less
 * than a megabyte.
 */
export const defaultMaxItems = 4000

const defaultSettings: EditorSettings = {
  configSettings: { rules: {}, env: [] },
  isolated: false,
  trustConfig: false,
  fleet: true,
  inlayHints: {},
  codeLens: true,
  maxItemsComputed: defaultMaxItems,
}

export const toConfigurationSearch = ({
  config,
  isolated,
  trustConfig,
}: EditorSettings): ConfigurationSearch => ({
  ...(config !== undefined && { configPath: config }),
  isIsolated: isolated,
  isTrusted: trustConfig,
})

/** Keys of a configuration that can be set in an editor. */
export const sharedSettings = [
  'target',
  'platform',
  'rules',
  'env',
  'envFile',
  'check',
  'baseline',
] as const

/** Settings that exist in editors only. */
export const editorSettings = [
  'config',
  'isolated',
  'trustConfig',
  'fleet',
  'inlayHints',
  'codeLens',
  'maxItemsComputed',
] as const

/** Reads settings. Leaves out invalid ones, with a message for each. `resolve` makes paths absolute. */
function readSettings(
  values: unknown,
  resolve: (path: string) => string = (path) => path,
): { settings: EditorSettings; mistakes: readonly string[] } {
  const all = toRecord(values)
  const { part, mistakes } = readSharedSettings(
    Object.fromEntries(
      sharedSettings.flatMap((name) =>
        isSet(all[name]) && configurationSchema.properties?.[name] ? [[name, all[name]]] : [],
      ),
    ),
  )
  const { config, isolated, trustConfig, fleet, inlayHints, codeLens, maxItemsComputed } = all
  const settings: EditorSettings = {
    configSettings: toSettings(part, {
      getOrigin: (...steps) => `routerfile.${steps.join('.')}`,
      resolve,
    }),
    ...(typeof config === 'string' && config !== '' && { config: resolve(config) }),
    isolated: isolated === true,
    trustConfig: trustConfig === true,
    fleet: fleet !== false,
    inlayHints: readHintSwitches(inlayHints),
    codeLens: codeLens !== false,
    maxItemsComputed: readCount(maxItemsComputed) ?? defaultMaxItems,
  }
  return { settings, mistakes }
}

type SharedSettings = { part: SettingsPart; mistakes: readonly string[] }

/** Checks settings with the schema of configurations; leaves out keys with a mistake. */
function readSharedSettings(values: Readonly<Record<string, unknown>>): SharedSettings {
  const result = readConfiguration('routerfile', JSON.stringify(values))
  if ('content' in result) return { part: result.content, mistakes: [] }
  const faultyNames = new Set(result.diagnostics.map(({ path: [name] }) => String(name)))
  const soundSettings = Object.fromEntries(
    Object.entries(values).filter(([name]) => !faultyNames.has(name)),
  )
  const mistakes = result.diagnostics.map(({ message }) => message)
  return faultyNames.size > 0 && Object.keys(soundSettings).length < Object.keys(values).length
    ? { part: readSharedSettings(soundSettings).part, mistakes }
    : { part: {}, mistakes }
}

const readCount = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 1 ? Math.floor(value) : undefined

function readHintSwitches(values: unknown): HintSwitches | undefined {
  if (values === false) return undefined
  const { enabled, defaults, units, variables } = toRecord(values)
  return enabled === false
    ? undefined
    : { defaults: defaults !== false, units: units !== false, variables: variables !== false }
}

/** Editors send an empty string or null for a setting without a value. */
const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/** Selects the settings under `routerfile`; if there is no such section, all settings. */
function selectOwnPart(all: unknown): unknown {
  const { routerfile } = toRecord(all)
  return routerfile ?? all
}
