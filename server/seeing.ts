import type { Entry } from '../src/baseline.js'
import type { Host } from '../src/lint/host.js'
import type { View } from '../src/language/index.js'
import { viewOf } from '../src/language/index.js'
import type { Options } from '../src/load.js'
import { once } from '../src/once.js'
import type { Client } from './client.js'
import type { Convert } from './convert.js'
import { convertIn } from './convert.js'
import type { OpenDocument } from './documents.js'
import type { SettingsOfEditor } from './editor-settings.js'
import { fileOptions as optionsOfFiles } from './file-options.js'
import type { Folders } from './folders.js'
import type { Standing } from './recognition.js'
import { standingOf } from './recognition.js'
import type { EditorSettings } from './settings.js'
import type { World } from './world.js'

/** A router file, or the beginning of one, as every feature sees it; `known` are the findings that a baseline has. */
export type Seen = {
  uri: string
  standing: Exclude<Standing, 'other'>
  view: View
  options: Options
  settings: EditorSettings
  known: readonly Entry[]
  convert: Convert
}

type Text = Pick<OpenDocument, 'uri' | 'languageId' | 'text'>

/** Looks at texts as is configured for them. */
export type Seeing = {
  /** The open text, looked at once for each version; undefined where it is no router file or left out by a configuration. */
  see: (document: OpenDocument) => Seen | undefined
  /** The same for a text that is not open. */
  look: (text: Text) => Seen | undefined
  /** Folders from which relative paths of a file count, as the router does and then as people do. */
  foldersFor: (uri: string) => readonly string[]
  /** Looks at everything anew, as settings or files changed. */
  forget: () => void
}

type Means = {
  client: Client
  folders: Folders
  world: World | undefined
  settings: SettingsOfEditor
  complain: (message: string) => void
}

export function seeing(means: Means): Seeing {
  const { folders, world } = means
  const state = { views: new WeakMap<OpenDocument, Seen | 'none'>() }
  const latest = new WeakMap<object, { document: OpenDocument; seen: Seen }>()
  const foldersFor = (uri: string): string[] => {
    const path = world?.pathOf(uri)
    const root = world?.pathOf(folders.of(uri) ?? '')
    return world && path !== undefined
      ? [...(root === undefined ? [] : [root]), world.folderOf(path)]
      : []
  }
  const look = looking(means, foldersFor)
  /** Looks at a version of an open text by means of the one that was looked at last, which is forgotten. */
  const lookOn = (document: OpenDocument): Seen | undefined => {
    const before = latest.get(document.life)
    latest.delete(document.life)
    if (before) state.views.delete(before.document)
    const seen = look(document, before?.seen.view)
    if (seen) latest.set(document.life, { document, seen })
    return seen
  }
  return {
    look: (text) => look(text),
    see: (document) => {
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
function looking(
  { client, world, settings, complain }: Means,
  foldersFor: Seeing['foldersFor'],
): (text: Text, before?: View) => Seen | undefined {
  const optionsFor = optionsOfFiles({ world, complain })
  return ({ uri, languageId, text }, before) => {
    const content = text()
    const own = settings.of(uri)
    const fileOptions = once(() => optionsFor(uri, own))
    const standing = standingOf({ uri, languageId, text: content }, () => fileOptions().isRouter)
    if (standing === 'other') return undefined
    const { options, checks, isExcluded, known } = fileOptions()
    if (isExcluded) return undefined
    const host: Host | undefined =
      world?.pathOf(uri) === undefined ? undefined : world.host(checks, foldersFor(uri))
    const view = viewOf(content, options, { host, before })
    return {
      uri,
      standing,
      view,
      options,
      settings: own,
      known,
      convert: convertIn(view, client.encoding),
    }
  }
}
