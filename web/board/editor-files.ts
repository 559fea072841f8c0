import type { OpenFile } from '../playground/open-files.js'
import { isEdited, readFileText, setOpened } from '../playground/open-files.js'
import type { Workbench } from '../playground/workbench.js'
import type { LocalText } from '../../src/cli/commands/ui/messages.js'
import type { LocalFolder } from '../shared/local-folder.js'
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
  listUnsaved: () => readonly { path: string; text: string; version: string; saved: string }[]
  isUnsaved: (path: string) => boolean
  /** Whether another program changed an open file that has edits. */
  isOutdated: (path: string) => boolean
  /** Takes what other programs wrote: open files without edits show it, others are marked. */
  follow: (versions: ReadonlyMap<string, string>) => Promise<void>
}

type EditorFilesOptions = {
  workbench: Workbench
  folder: LocalFolder
  /** Whether nothing is lost when the open files are closed. */
  isReplaceable: () => boolean
  /** A file of the folder is about to be opened. */
  onOpen: () => void
  chooseRelease: (path: string) => void
}

/**
 * What opens and saves the files of a folder. Nothing is written without a click, nothing over a change that another
 * program made, and a text only to the file that it was read of, whatever its name in the page.
 */
export function createEditorFiles({
  workbench,
  folder,
  isReplaceable,
  onOpen,
  chooseRelease,
}: EditorFilesOptions): EditorFiles {
  /** Open files that another program has changed. */
  const outdated = new WeakSet<OpenFile>()
  const findOpen = (path: string): OpenFile | undefined =>
    workbench.listFiles().find(({ origin }) => origin?.path === path)
  const take = (file: OpenFile, path: string, { text, version }: LocalText): void => {
    workbench.show(file)
    workbench.replaceText(text)
    setOpened(file, { name: path, text, origin: { path, version } })
    outdated.delete(file)
  }
  /** Takes what another program wrote, unless somebody edits the file, also while it is being read. */
  const follow = async (file: OpenFile, path: string): Promise<void> => {
    if (isEdited(file)) {
      outdated.add(file)
      return
    }
    const read = await folder.readFile(path)
    if (read.version === file.origin?.version || !workbench.listFiles().includes(file)) return
    if (isEdited(file)) outdated.add(file)
    else {
      const shown = workbench.getFile()
      take(file, path, read)
      workbench.show(shown)
    }
  }
  return {
    open: async (path) => {
      const before = findOpen(path)
      if (before && !outdated.has(before)) {
        workbench.show(before)
        return `${path} is shown.`
      }
      if (before) {
        take(before, path, await folder.readFile(path))
        return `${path} is read again. Ctrl+Z brings your text back.`
      }
      const { text, version } = await folder.readFile(path)
      const meanwhile = findOpen(path)
      if (meanwhile) {
        workbench.show(meanwhile)
        return `${path} is shown.`
      }
      onOpen()
      workbench.open([{ name: path, text, origin: { path, version } }], isReplaceable())
      chooseRelease(path)
      const { name } = workbench.getFile()
      return name === path
        ? `${path} is open. Save writes it.`
        : `${path} is open as ${name}, as another open file has its name. Save writes ${path}.`
    },
    save: async () => {
      const file = workbench.getFile()
      const { name, origin } = file
      if (!origin) return `${name} was not opened from the folder, so it is not saved. Download it.`
      const text = workbench.readText()
      try {
        const { version } = await folder.writeFile(origin.path, text, origin.version)
        setOpened(file, { ...file.opened, text, origin: { ...origin, version } })
        outdated.delete(file)
        return `${origin.path} is saved.`
      } catch (error) {
        if (error instanceof RefusedError && error.status === 412) outdated.add(file)
        throw error
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
      setOpened(file, { ...file.opened, text, origin: { path, version: written.version } })
      outdated.delete(file)
    },
    listUnsaved: () =>
      workbench
        .listFiles()
        .flatMap((file) =>
          file.origin && isEdited(file)
            ? [{ ...file.origin, text: readFileText(file), saved: file.opened.text }]
            : [],
        ),
    isUnsaved: (path) => {
      const file = findOpen(path)
      return file !== undefined && isEdited(file)
    },
    isOutdated: (path) => {
      const file = findOpen(path)
      return file !== undefined && outdated.has(file)
    },
    follow: async (versions) => {
      for (const file of workbench.listFiles()) {
        const { origin } = file
        const version = origin && versions.get(origin.path)
        if (!origin || version === undefined || version === origin.version) continue
        await follow(file, origin.path)
      }
    },
  }
}
