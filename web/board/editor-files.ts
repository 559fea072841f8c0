import type { OpenFile } from '../playground/open-files.js'
import { isEdited, readFileText, setOpened } from '../playground/open-files.js'
import type { Workbench } from '../playground/workbench.js'
import type { LocalText } from '../../src/cli/commands/ui/messages.js'
import type { LocalFolder } from '../shared/local-folder.js'
import type { FileOrigin } from '../shared/opened-file.js'
import { RefusedError } from '../shared/local-folder.js'

/** Opens, saves and tracks files of the folder in the editor. */
export type EditorFiles = {
  /** Opens a file of the folder in the editor, and returns a status message. */
  open: (path: string) => Promise<string>
  /** Saves the file in the editor, and returns a status message. */
  save: () => Promise<string>
  /** Writes a file of the folder if the disk still has `version`; updates the file in the editor if it is open. */
  write: (path: string, text: string, version: string) => Promise<void>
  /** Returns the open files with unsaved edits. */
  listUnsaved: () => readonly UnsavedFile[]
  isUnsaved: (path: string) => boolean
  /** Returns how an open file conflicts with the one on the disk; undefined if it does not. */
  findConflict: (path: string) => Conflict | undefined
  /** Replaces the text in the editor by the one on the disk. Undo restores the text of the editor. */
  takeDisk: (path: string, disk: LocalText) => string
  /** Keeps the text in the editor. The next Save overwrites the file if the disk still has the version `disk`. */
  keepOwn: (path: string, disk: LocalText) => string
  /**
   * Updates open files after other programs changed the folder: reloads files without edits, and marks edited files as
   * in conflict.
   */
  follow: (versions: ReadonlyMap<string, string>) => Promise<void>
}

/** The text on the disk has changed, the board no longer lists the file, or the file was deleted. */
type Conflict = 'changed' | 'unlisted' | 'removed'

type UnsavedFile = FileOrigin & {
  text: string
  /** The text on the disk. */
  saved: string
  /** Whether the content does not look like a router file. */
  isOther: boolean
}

type EditorFilesOptions = {
  workbench: Workbench
  folder: LocalFolder
  /** Returns the path of a file relative to the folder. */
  nameFile: (path: string) => string
  /**
   * Leaves the open sample, if any, and hides its explanation. Returns whether the open files are the unedited or
   * emptied files of the sample, which can be closed without losing edits.
   */
  leaveSample: () => boolean
  chooseRelease: (path: string) => void
}

/**
 * Opens and saves files of the folder. Writes only on a click, never over a change by another
 * program, and only to the file from which the text was read, even if the page shows another file
 * with the same name.
 */
export function createEditorFiles({
  workbench,
  folder,
  nameFile,
  leaveSample,
  chooseRelease,
}: EditorFilesOptions): EditorFiles {
  const conflicts = new WeakMap<OpenFile, Conflict>()
  const findOpen = (path: string): OpenFile | undefined =>
    workbench.listFiles().find(({ origin }) => origin?.path === path)
  const take = (file: OpenFile, path: string, { text, version }: LocalText): void => {
    workbench.show(file)
    workbench.replaceText(text)
    setOpened(file, { ...file.opened, text, origin: { path, version } })
    conflicts.delete(file)
  }
  /** Makes the next Save overwrite the given version on the disk. */
  const keep = (file: OpenFile, path: string, { text, version }: LocalText): void => {
    setOpened(file, { ...file.opened, text, origin: { path, version } })
    conflicts.delete(file)
  }
  /** Loads what another program wrote, unless the file has edits, including edits made while it is being read. */
  const follow = async (file: OpenFile, path: string): Promise<void> => {
    const read = await folder.readFile(path)
    if (!workbench.listFiles().includes(file)) return
    // The file is restored or unchanged.
    if (read.version === file.origin?.version) conflicts.delete(file)
    else if (readFileText(file) === read.text) keep(file, path, read)
    else if (isEdited(file)) conflicts.set(file, 'changed')
    else {
      const shown = workbench.getFile()
      take(file, path, read)
      workbench.show(shown)
    }
  }
  /** Marks a file that the board no longer lists. It can be repaired in the editor, unless it was deleted. */
  const followUnlisted = async (file: OpenFile, path: string): Promise<void> => {
    try {
      await follow(file, path)
      if (conflicts.get(file) !== 'changed') conflicts.set(file, 'unlisted')
    } catch (error) {
      if (!(error instanceof RefusedError && error.status === 404)) throw error
      conflicts.set(file, 'removed')
    }
  }
  return {
    open: async (path) => {
      const ownName = nameFile(path)
      const before = findOpen(path)
      if (before) {
        workbench.show(before)
        return `${ownName} is shown.`
      }
      const { text, version } = await folder.readFile(path)
      const meanwhile = findOpen(path)
      if (meanwhile) {
        workbench.show(meanwhile)
        return `${ownName} is shown.`
      }
      const isAlone = leaveSample()
      const other = isAlone ? undefined : workbench.makeWay(ownName)
      workbench.open([{ name: ownName, text, origin: { path, version } }], isAlone)
      chooseRelease(path)
      return other === undefined
        ? `${ownName} is open. Save writes it.`
        : `${ownName} is open. Save writes it. The file of that name that was open before is ${other} now.`
    },
    save: async () => {
      const file = workbench.getFile()
      const { name, origin } = file
      if (!origin) return `${name} was not opened from the folder, so it is not saved. Download it.`
      const text = workbench.readText()
      if (
        file.kind === 'other' &&
        !confirm(
          `The text does not look like a router file. Save it over ${nameFile(origin.path)}?`,
        )
      )
        return `${nameFile(origin.path)} is not saved.`
      try {
        const { version } = await folder.writeFile(origin.path, text, origin.version)
        keep(file, origin.path, { text, version })
        return `${nameFile(origin.path)} is saved.`
      } catch (error) {
        const conflict = error instanceof RefusedError && conflictsByStatus.get(error.status)
        if (!conflict) throw error
        conflicts.set(file, conflict)
        return refusals[conflict]
      }
    },
    write: async (path, text, version) => {
      const file = findOpen(path)
      // Checks against `version`, not the version of the open file, which may be newer.
      const written = await folder.writeFile(path, text, version)
      if (!file) return
      if (readFileText(file) !== text) {
        workbench.show(file)
        workbench.replaceText(text)
      }
      keep(file, path, { text, version: written.version })
    },
    listUnsaved: () =>
      workbench.listFiles().flatMap((file) =>
        file.origin && isEdited(file)
          ? [
              {
                ...file.origin,
                text: readFileText(file),
                saved: file.opened.text,
                isOther: file.kind === 'other',
              },
            ]
          : [],
      ),
    isUnsaved: (path) => {
      const file = findOpen(path)
      return file !== undefined && isEdited(file)
    },
    findConflict: (path) => {
      const file = findOpen(path)
      return file && conflicts.get(file)
    },
    takeDisk: (path, disk) => {
      const file = findOpen(path)
      if (file) take(file, path, disk)
      return `${nameFile(path)} is read again. Ctrl+Z brings your text back.`
    },
    keepOwn: (path, disk) => {
      const file = findOpen(path)
      if (file) keep(file, path, disk)
      return `Your text stays. Save writes it over what is on the disk.`
    },
    follow: async (versions) => {
      for (const file of workbench.listFiles()) {
        const { origin } = file
        if (!origin) continue
        const version = versions.get(origin.path)
        if (version === undefined) await followUnlisted(file, origin.path)
        else if (version !== origin.version) await follow(file, origin.path)
        // The file is restored or unchanged.
        else conflicts.delete(file)
      }
    },
  }
}

/** Messages for refused saves. They name the buttons that help. */
const refusals = {
  removed: 'The file is no longer in the folder, so it is not saved. Download keeps your text.',
  changed:
    'Another program changed the file, so it is not saved. Choose above: Compare, Take the file on the disk, or Keep mine.',
} as const

/** Reason for a refused save, by HTTP status. */
const conflictsByStatus: ReadonlyMap<number, keyof typeof refusals> = new Map([
  [404, 'removed'],
  [412, 'changed'],
])
