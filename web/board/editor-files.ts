import type { OpenFile } from '../playground/open-files.js'
import { isEdited, readFileText, setOpened } from '../playground/open-files.js'
import type { Workbench } from '../playground/workbench.js'
import type { LocalText } from '../../src/cli/commands/ui/messages.js'
import type { LocalFolder } from '../shared/local-folder.js'
import type { FileOrigin } from '../shared/opened-file.js'
import { RefusedError } from '../shared/local-folder.js'

/** The files of the folder that are open in the editor. */
export type EditorFiles = {
  /** Shows a file of the folder in the editor, and says so in a sentence. */
  open: (path: string) => Promise<string>
  /** Writes the file in the editor, and says so in a sentence. */
  save: () => Promise<string>
  /** Writes a text to a file of the folder over the version that it was read of, also to the one that is open. */
  write: (path: string, text: string, version: string) => Promise<void>
  /** The texts of open files that are not saved. */
  listUnsaved: () => readonly UnsavedFile[]
  isUnsaved: (path: string) => boolean
  /** The change that another program made to an open file whose text the editor keeps; undefined if there is none. */
  findConflict: (path: string) => Conflict | undefined
  /** Shows the text on the disk instead of the one in the editor, which undo brings back. */
  takeDisk: (path: string, disk: LocalText) => string
  /** Keeps the text in the editor, which the next Save writes over that version of the disk. */
  keepOwn: (path: string, disk: LocalText) => string
  /** Takes what other programs wrote: open files without edits show it, others are marked. */
  follow: (versions: ReadonlyMap<string, string>) => Promise<void>
}

/** An open file whose text on the disk has changed, that the folder no longer lists, or that was deleted. */
type Conflict = 'changed' | 'unlisted' | 'removed'

type UnsavedFile = FileOrigin & {
  text: string
  /** The text on the disk. */
  saved: string
  /** Whether the text does not look like a router file. */
  isOther: boolean
}

type EditorFilesOptions = {
  workbench: Workbench
  folder: LocalFolder
  /** The path of a file below the folder. */
  nameFile: (path: string) => string
  /** Ends the story of a sample; gives whether nothing is lost when the open files are closed. */
  leaveSample: () => boolean
  chooseRelease: (path: string) => void
}

/**
 * What opens and saves the files of a folder. Nothing is written without a click, nothing over a change that another
 * program made, and a text only to the file that it was read of, whatever its name in the page.
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
  /** Has the next Save write the text in the editor over a version of the disk. */
  const keep = (file: OpenFile, path: string, { text, version }: LocalText): void => {
    setOpened(file, { ...file.opened, text, origin: { path, version } })
    conflicts.delete(file)
  }
  /** Takes what another program wrote, unless somebody edits the file, also while it is being read. */
  const follow = async (file: OpenFile, path: string): Promise<void> => {
    const read = await folder.readFile(path)
    if (!workbench.listFiles().includes(file)) return
    // It is there again, or as it was.
    if (read.version === file.origin?.version) conflicts.delete(file)
    else if (readFileText(file) === read.text) keep(file, path, read)
    else if (isEdited(file)) conflicts.set(file, 'changed')
    else {
      const shown = workbench.getFile()
      take(file, path, read)
      workbench.show(shown)
    }
  }
  /** Marks a file that the board does not list: it can be repaired here, unless it is gone. */
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
      // Not over the version of the open file, which may have followed another program since.
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
        // It is there again, or as it was.
        else conflicts.delete(file)
      }
    },
  }
}

/** What was refused, and the buttons that help. */
const refusals = {
  removed: 'The file is no longer in the folder, so it is not saved. Download keeps your text.',
  changed:
    'Another program changed the file, so it is not saved. Choose above: Compare, Take the file on the disk, or Keep mine.',
} as const

/** What it means that the folder refuses to save a file. */
const conflictsByStatus: ReadonlyMap<number, keyof typeof refusals> = new Map([
  [404, 'removed'],
  [412, 'changed'],
])
