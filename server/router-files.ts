import type { BaselineEntry } from '../src/lint/baseline.js'
import type { Host } from '../src/lint/host.js'
import type { View } from '../src/language/index.js'
import { viewOf } from '../src/language/index.js'
import type { Options } from '../src/lint/lint.js'
import { once } from '../src/document/lazy.js'
import { isRouterName, recognize } from '../src/recognition/recognize.js'
import type { Settings } from '../src/project/settings.js'
import { createSettingsMerger } from '../src/project/settings.js'
import type { Environment } from '../src/document/environment.js'
import type { Check } from '../src/project/machine.js'
import type { LspClient } from './client.js'
import type { Converter } from './convert.js'
import { createConverter } from './convert.js'
import type { OpenDocument, Folders } from './documents.js'
import type { EditorSettingsStore, EditorSettings } from './settings.js'
import type { Machine } from './machine.js'

/** A router file, or the beginning of one, as every feature sees it; `known` are the findings that a baseline has. */
export type OpenRouterFile = {
  uri: string
  kind: Exclude<FileKind, 'other'>
  view: View
  options: Options
  settings: EditorSettings
  known: readonly BaselineEntry[]
  convert: Converter
}

type TextSource = Pick<OpenDocument, 'uri' | 'languageId' | 'text'>

/** Looks at texts as is configured for them. */
export type DocumentCache = {
  /** The open text, looked at once for each version; undefined where it is no router file or left out by a configuration. */
  get: (document: OpenDocument) => OpenRouterFile | undefined
  /** The same for a text that is not open. */
  inspect: (text: TextSource) => OpenRouterFile | undefined
  /** Folders from which relative paths of a file count, as the router does and then as people do. */
  foldersFor: (uri: string) => readonly string[]
  /** Looks at everything anew, as settings or files changed. */
  forget: () => void
}

type DocumentCacheDeps = {
  client: LspClient
  folders: Folders
  world: Machine | undefined
  settings: EditorSettingsStore
  complain: (message: string) => void
}

export function createDocumentCache(means: DocumentCacheDeps): DocumentCache {
  const { folders, world } = means
  const state = { views: new WeakMap<OpenDocument, OpenRouterFile | 'none'>() }
  const latest = new WeakMap<object, { document: OpenDocument; seen: OpenRouterFile }>()
  const foldersFor = (uri: string): string[] => {
    const path = world?.toPath(uri)
    const root = world?.toPath(folders.folderFor(uri) ?? '')
    return world && path !== undefined
      ? [...(root === undefined ? [] : [root]), world.getFolder(path)]
      : []
  }
  const look = createFileOpener(means, foldersFor)
  /** Looks at a version of an open text by means of the one that was looked at last, which is forgotten. */
  const lookOn = (document: OpenDocument): OpenRouterFile | undefined => {
    const before = latest.get(document.life)
    latest.delete(document.life)
    if (before) state.views.delete(before.document)
    const seen = look(document, before?.seen.view)
    if (seen) latest.set(document.life, { document, seen })
    return seen
  }
  return {
    inspect: (text) => look(text),
    get: (document) => {
      const known = state.views.get(document) ?? lookOn(document) ?? 'none'
      state.views.set(document, known)
      return known === 'none' ? undefined : known
    },
    foldersFor,
    forget: () => {
      state.views = new WeakMap()
      world?.forget()
    },
  }
}

/** A function that looks at a text, by means of an earlier version where there is one. */
function createFileOpener(
  { client, world, settings, complain }: DocumentCacheDeps,
  foldersFor: DocumentCache['foldersFor'],
): (text: TextSource, before?: View) => OpenRouterFile | undefined {
  const optionsFor = createFileOptions({ world, complain })
  return ({ uri, languageId, text }, before) => {
    const content = text()
    const own = settings.settingsFor(uri)
    const fileOptions = once(() => optionsFor(uri, own))
    const standing = detectFileKind(
      { uri, languageId, text: content },
      () => fileOptions().isRouter,
    )
    if (standing === 'other') return undefined
    const { options, checks, isExcluded, known } = fileOptions()
    if (isExcluded) return undefined
    const host: Host | undefined =
      world?.toPath(uri) === undefined ? undefined : world.host(checks, foldersFor(uri))
    const view = viewOf(content, options, { host, before })
    return {
      uri,
      kind: standing,
      view,
      options,
      settings: own,
      known,
      convert: createConverter(view, client.encoding),
    }
  }
}

/** What a text is to an editor: a router file, the beginning of one, which has completion and hover only, or none of ours. */
export type FileKind = 'router' | 'begun' | 'other'

/** Language ids that say that a text is a router file, unless what is in it contradicts. */
const languageIds: readonly string[] = ['routerfile', 'openziti-router']

/** Whether a text is a configuration of ours, by its name; a `package.json` only where it has a part for us. */
export const isConfiguration = (uri: string, text?: string): boolean =>
  /\/routerfile\.config\.(json|ya?ml)$/.test(uri) ||
  (uri.endsWith('/package.json') && (text === undefined || /"routerfile"\s*:/.test(text)))

type Text = { uri: string; languageId: string; text: string }

/** Tells what a text is by its content; while there is too little of it, by its language, its name and the configuration. */
function detectFileKind({ uri, languageId, text }: Text, isConfigured: () => boolean): FileKind {
  if (isConfiguration(uri)) return 'other'
  const isChosen = languageIds.includes(languageId) || isRouterName(uri)
  const found = recognize(text, isChosen ? { claim: 'said' } : {})
  if (found.kind === 'router') return 'router'
  if (found.kind === 'begun-router') return 'begun'
  const isOpen = !isChosen && found.kind === 'other' && found.looksLike === undefined
  return isOpen && isConfigured() && recognize(text, { claim: 'said' }).kind === 'begun-router'
    ? 'begun'
    : 'other'
}

/** How a file is to be looked at, by configurations and the settings of the editor, which win. */
export type OpenFileOptions = {
  options: Options
  checks: readonly Check[]
  isExcluded: boolean
  /** Whether a configuration says that it is a router file. */
  isRouter: boolean
  known: readonly BaselineEntry[]
}

type FileOptionsDeps = { world: Machine | undefined; complain: (message: string) => void }

/** A function that gives the options of a file. */
function createFileOptions({
  world,
  complain,
}: FileOptionsDeps): (uri: string, settings: EditorSettings) => OpenFileOptions {
  const lay = createSettingsMerger()
  const attempt = <Result>(read: () => Result): Result | undefined => {
    try {
      return read()
    } catch (error) {
      complain(error instanceof Error ? error.message : String(error))
      return undefined
    }
  }
  return (uri, { layer, config, isolated }) => {
    const path = world?.toPath(uri)
    const said =
      world && path !== undefined
        ? world.configuration(path, {
            ...(config !== undefined && { named: config }),
            isIsolated: isolated,
          })
        : { layers: [], isExcluded: false }
    if (said.problem !== undefined) complain(said.problem)
    const settings = lay([...said.layers, layer])
    const env = attempt(() => (world ? world.environment(settings) : readVariables(settings)))
    const known = path === undefined ? undefined : attempt(() => world?.knownIn(path, settings))
    const rules = Object.fromEntries(
      Object.entries(settings.rules).map(([id, { value }]) => [id, value]),
    )
    const options = {
      ...(settings.target && { target: settings.target.value }),
      rules,
      ...(env && { env }),
    }
    return {
      options,
      checks: settings.check?.value ?? ['files', 'certificates'],
      isExcluded: said.isExcluded,
      isRouter: settings.kind?.value === 'router',
      known: known ?? [],
    }
  }
}

/** The variables that settings give by name; none where they name none. */
const readVariables = ({ env }: Settings): Environment | undefined =>
  env.length > 0
    ? Object.fromEntries(
        env.flatMap((item) => ('file' in item ? [] : [[item.name, item.value.value] as const])),
      )
    : undefined
