import { history, historyField, redo, undo } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { hideSecretsInFile } from '../../src/document/secrets.js'
import { removeFromTab, storeInTab } from '../shared/tab-storage.js'
import type { KeptFile } from './kept-file.js'
import { findNewer } from './kept-file.js'
import type { Settings } from './settings.js'
import { withoutSecretValues } from './settings.js'

/** The open files at one entry of the browser's history. */
export type Scene = {
  files: readonly KeptFile[]
  /** The name of the file in the editor. */
  shown: string
  release: string
  settings: Settings
  sample: string | undefined
  isHandedOver: boolean
  /** The fragment of the address, which may hold other files. */
  address: string
  /** The query of the address, as the page wrote it last. */
  search: string
}

/** Why a file is not kept for a reload. */
export type Loss = { name: string; why: string }

/** The largest scene that is kept for a reload, in characters. Browsers have room for about five million. */
const maxLength = 1_000_000

/** The longest history that is searched for secrets, in characters of all its texts. Another one is not kept. */
const maxSearched = 2_000_000

/** Maximum number of scenes to keep for a reload. */
const maxScenes = 10

/** What is used of the storage of the tab. */
declare const sessionStorage: {
  getItem: (key: string) => string | null
  setItem: (key: string, text: string) => void
  removeItem: (key: string) => void
}

const prefix = 'routerfile-scene-'
const listKey = 'routerfile-scenes'
const unsavedKey = 'routerfile-unsaved'

/** The scenes of this visit, by their entry in the browser's history; the last one that was open is the last one. */
const scenes = new Map<string, Scene>()

/** The edited files that a reload would lose, by the entry of their scene. */
const losses = new Map<string, readonly Loss[]>()

/** Keeps a scene: all of it until the page is loaded again, and what is not too large and not secret beyond that. */
export function keepScene(entry: string, scene: Scene): readonly Loss[] {
  const { stored, lost } = selectStored(scene)
  const { isStored, dropped } = store(entry, stored, scene.files)
  scenes.delete(entry)
  scenes.set(entry, scene)
  const found = isStored ? lost : toLosses(scene.files.filter(isEdited), noRoom)
  losses.set(entry, found)
  return [...found, ...dropped]
}

const noRoom = 'the browser has no room for it'

const isEdited = (file: KeptFile): boolean => file.isEdited

const toLosses = (files: readonly KeptFile[], why: string): Loss[] =>
  files.map(({ name }) => ({ name, why }))

/** Whether leaving the site would lose edits: those that a reload loses, or those that are not saved in the folder. */
export const losesEdits = (): boolean =>
  [...losses.values()].some(({ length }) => length > 0) ||
  ([...scenes.values()].at(-1)?.files.some((file) => file.isEdited && file.opened.origin) ?? false)

/** Says, for the pages that follow a reload, whether edits of a folder wait in the storage: see `web/theme/leave.js`. */
export function markUnsaved(): void {
  const last = [...scenes].at(-1)
  const isUnsaved = last?.[1].files.some(
    (file) =>
      file.isEdited &&
      file.opened.origin &&
      !losses.get(last[0])?.some(({ name }) => name === file.name),
  )
  if (isUnsaved) storeInTab(unsavedKey, 'yes')
  else removeFromTab(unsavedKey)
}

/** Takes the mark back: from now on the playground knows what is not saved. */
export const unmarkUnsaved = (): void => removeFromTab(unsavedKey)

/** The scene of an entry; undefined if none is kept. */
export const findScene = (entry: string): Scene | undefined => scenes.get(entry) ?? restore(entry)

/** The scene that was open last. */
export function findLastScene(): Scene | undefined {
  const last = [...scenes.values()].at(-1)
  if (last) return last
  const entry = listStored().at(-1)
  return entry === undefined ? undefined : restore(entry)
}

/** The part of a scene that survives a reload, and the edited files that do not. */
function selectStored(scene: Scene): { stored: Scene; lost: readonly Loss[] } {
  let room = maxLength
  const files: KeptFile[] = []
  const lost: Loss[] = []
  for (const file of scene.files) {
    const { name, opened, openedAt, shown, state, isEdited } = file
    const lose = (why: string): void => void (isEdited && lost.push({ name, why }))
    const length = shown.length + opened.text.length
    // The mesh has such files, in memory alone.
    if (scene.isHandedOver) lose('it comes from the mesh')
    else if (length > room)
      lose(`files of more than ${maxLength / 1_000_000} MB in all are not kept`)
    else if (holdsSecret(shown) || (opened.text !== shown && holdsSecret(opened.text)))
      lose('it holds a secret')
    else {
      const json = JSON.stringify(state) ?? ''
      const hasHistory = json !== '' && length + json.length <= room && !heldSecret(json)
      files.push({ name, opened, openedAt, shown, isEdited, ...(hasHistory && { state }) })
      room -= length + (hasHistory ? json.length : 0)
    }
  }
  return {
    stored: { ...scene, settings: withoutSecretValues(scene.settings), files },
    lost,
  }
}

/** A function that remembers its last answers, as most files stay as they are. */
function remember(search: (text: string) => boolean): (text: string) => boolean {
  const known: { text: string; isFound: boolean }[] = []
  return (text) => {
    const before = known.find((other) => other.text === text)
    if (before) return before.isFound
    const isFound = search(text)
    known.unshift({ text, isFound })
    known.length = Math.min(known.length, 50)
    return isFound
  }
}

const hasSecret = (text: string): boolean => hideSecretsInFile(text) !== text

const holdsSecret = remember(hasSecret)

/**
 * Whether a text to which undo or redo leads holds a secret, or may do so, as there are too many of them. The strings of
 * a history do not tell: a password that was replaced is among them without its key.
 */
const heldSecret = remember((json) => {
  let room = maxSearched
  for (const command of [undo, redo]) {
    let state = EditorState.fromJSON(
      JSON.parse(json),
      { extensions: [history()] },
      { history: historyField },
    )
    while (command({ state, dispatch: (transaction) => void (state = transaction.state) })) {
      const text = state.doc.toString()
      room -= text.length
      if (room < 0 || hasSecret(text)) return true
    }
  }
  return false
})

/** Stores a scene, and gives the edited files of older ones that had to make way for it; `open` are its own files. */
function store(
  entry: string,
  scene: Scene,
  open: readonly KeptFile[],
): { isStored: boolean; dropped: readonly Loss[] } {
  const text = JSON.stringify(scene)
  const others = listStored().filter((other) => other !== entry)
  const dropped: Loss[] = []
  const listEdited = (other: string): KeptFile[] =>
    findScene(other)?.files.filter((file) => file.isEdited && !findNewer(file, open)) ?? []
  const drop = (why: string): void => {
    // Rather one that loses nothing.
    const unedited = others.findIndex((other) => listEdited(other).length === 0)
    const [old = ''] = others.splice(Math.max(unedited, 0), 1)
    const oldScene = findScene(old)
    const lost = toLosses(listEdited(old), why)
    sessionStorage.removeItem(prefix + old)
    if (!oldScene || lost.length === 0) return
    // Back still finds it, until the page is loaded again.
    if (!scenes.has(old)) scenes.set(old, oldScene)
    losses.set(old, lost)
    dropped.push(...lost)
  }
  for (;;) {
    try {
      while (others.length >= maxScenes)
        drop(`only files of the last ${maxScenes} addresses are kept`)
      sessionStorage.setItem(prefix + entry, text)
      sessionStorage.setItem(listKey, JSON.stringify([...others, entry]))
      return { isStored: true, dropped }
    } catch {
      // The room is full of older scenes, or the browser refuses storage.
      if (others.length === 0) return { isStored: false, dropped }
      drop(noRoom)
    }
  }
}

function listStored(): string[] {
  const list = readStored(listKey)
  return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : []
}

function readStored(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null')
  } catch {
    return undefined
  }
}

function restore(entry: string): Scene | undefined {
  const value = readStored(prefix + entry)
  return isScene(value) && value.files.length > 0 ? value : undefined
}

/** Only this page writes the storage, so that the outline is enough. */
const isScene = (value: unknown): value is Scene =>
  typeof value === 'object' &&
  value !== null &&
  'settings' in value &&
  'files' in value &&
  Array.isArray(value.files)
