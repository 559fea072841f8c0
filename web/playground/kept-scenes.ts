import { history, historyField, redo, undo } from '@codemirror/commands'
import { EditorState } from '@codemirror/state'
import { hideSecretsInFile } from '../../src/document/secrets.js'
import { removeFromTab, storeInTab } from '../shared/tab-storage.js'
import type { KeptFile } from './kept-file.js'
import { findNewer } from './kept-file.js'
import type { Settings } from './settings.js'
import { withoutSecretValues } from './settings.js'

/** The open files and settings at one entry of the browser's history. */
export type Scene = {
  files: readonly KeptFile[]
  /** The name of the file in the editor. */
  shown: string
  release: string
  settings: Settings
  sample: string | undefined
  isHandedOver: boolean
  /** The fragment of the address, which may contain other files. */
  address: string
  /** The last query that the page wrote to the address. */
  search: string
}

/** A file that is not kept for a reload, and the reason. */
export type Loss = { name: string; why: string }

/** Maximum size of a scene that is kept for a reload, in characters. Browsers allow about five million in total. */
const maxLength = 1_000_000

/**
 * Maximum size of an undo history that is searched for secrets, in characters of all its texts.
 * Longer ones are not kept.
 */
const maxSearched = 2_000_000

/** Maximum number of scenes to keep for a reload. */
const maxScenes = 10

/** The part of the storage API that is used here. */
declare const sessionStorage: {
  getItem: (key: string) => string | null
  setItem: (key: string, text: string) => void
  removeItem: (key: string) => void
}

const prefix = 'routerfile-scene-'
const listKey = 'routerfile-scenes'
const unsavedKey = 'routerfile-unsaved'

/** The scenes of this visit by history entry, most recently opened last. */
const scenes = new Map<string, Scene>()

/** Edited files that a reload would lose, by the history entry of their scene. */
const losses = new Map<string, readonly Loss[]>()

/**
 * Keeps a scene: completely until the page is reloaded, and beyond that the parts that are not too
 * large or secret. Returns the edited files that a reload would lose.
 */
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

/**
 * Returns whether leaving the site would lose edits: those that a reload loses, or those that are
 * not saved in the folder.
 */
export const losesEdits = (): boolean =>
  [...losses.values()].some(({ length }) => length > 0) ||
  ([...scenes.values()].at(-1)?.files.some((file) => file.isEdited && file.opened.origin) ?? false)

/**
 * Marks in the tab's storage whether it has unsaved edits of a folder, for pages opened after a
 * reload; see `web/theme/leave.js`.
 */
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

/** Removes the mark once the playground itself tracks unsaved edits. */
export const unmarkUnsaved = (): void => removeFromTab(unsavedKey)

/** Returns the scene of a history entry; undefined if none is kept. */
export const findScene = (entry: string): Scene | undefined => scenes.get(entry) ?? restore(entry)

/** Returns the scene that was open last. */
export function findLastScene(): Scene | undefined {
  const last = [...scenes.values()].at(-1)
  if (last) return last
  const entry = listStored().at(-1)
  return entry === undefined ? undefined : restore(entry)
}

/** Splits a scene into the part that survives a reload, and the edited files that do not. */
function selectStored(scene: Scene): { stored: Scene; lost: readonly Loss[] } {
  let room = maxLength
  const files: KeptFile[] = []
  const lost: Loss[] = []
  for (const file of scene.files) {
    const { name, opened, openedAt, shown, state, isEdited } = file
    const lose = (why: string): void => void (isEdited && lost.push({ name, why }))
    const length = shown.length + opened.text.length
    // The mesh page has these files, but only in memory.
    if (scene.isHandedOver) lose('it comes from the mesh')
    else if (length > room)
      lose(`files of more than ${maxLength / 1_000_000} MB in all are not kept`)
    else if (holdsSecret(shown) || (opened.text !== shown && holdsSecret(opened.text)))
      lose('it holds a secret')
    else {
      const json = JSON.stringify(state) ?? ''
      const storesState = json !== '' && length + json.length <= room && !heldSecret(json)
      files.push({ name, opened, openedAt, shown, isEdited, ...(storesState && { state }) })
      room -= length + (storesState ? json.length : 0)
    }
  }
  return {
    stored: { ...scene, settings: withoutSecretValues(scene.settings), files },
    lost,
  }
}

/** Caches the last results of a search, because most files do not change between searches. */
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
 * Returns whether any text that undo or redo restores contains a secret; also true if these texts are too long to
 * search. The strings in the history are not enough: a replaced password appears there without its key.
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

/**
 * Stores a scene, and removes older ones if there is no room. `dropped` has their edited files,
 * except those of which `open` has a newer copy.
 */
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
    // Prefer a scene whose removal loses nothing.
    const unedited = others.findIndex((other) => listEdited(other).length === 0)
    const [old = ''] = others.splice(Math.max(unedited, 0), 1)
    const oldScene = findScene(old)
    const lost = toLosses(listEdited(old), why)
    sessionStorage.removeItem(prefix + old)
    if (!oldScene || lost.length === 0) return
    // Back still restores it until the page is reloaded.
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
      // Older scenes fill the storage, or the browser refuses it.
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

/** Only this page writes the storage, so a rough check is enough. */
const isScene = (value: unknown): value is Scene =>
  typeof value === 'object' &&
  value !== null &&
  'settings' in value &&
  'files' in value &&
  Array.isArray(value.files)
