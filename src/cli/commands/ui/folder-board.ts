import {
  checkFiles,
  findLinks,
  fixFile,
  isRelease,
  findReleaseVerdicts,
  readChecked,
} from './check-folder.js'
import type { FolderChanges } from './folder-changes.js'
import type { LocalFiles } from './local-files.js'
import type { Board, BoardQuestion, FixedText, FixQuestion, ReleaseVerdicts } from './messages.js'

/** How to read files: for another release than the configured one, or with one rule only. */
export type FileChoice = { target?: string; rule?: string }

/** What the page asks about the files of a folder. */
export type FolderBoard = {
  check: (question: BoardQuestion) => Promise<Board>
  /** What each line of releases does with a listed file; undefined for others. */
  judge: (path: string, text: string | undefined) => Promise<ReleaseVerdicts | undefined>
  /** A listed file with its fixes; undefined for others. */
  fix: (question: FixQuestion) => Promise<FixedText | undefined>
}

/** Answers requests of the page with the functions of `lint`, `fix` and `mesh`, so that the results agree. */
export function createFolderBoard(
  folder: string,
  {
    files,
    changes,
    createFiles,
  }: {
    files: LocalFiles
    changes: FolderChanges
    /** The same files with the options of another project. */
    createFiles: (choice: FileChoice) => LocalFiles
  },
): FolderBoard {
  return {
    check: async ({ texts, release }) => {
      const before = changes.count()
      const targets = await (
        release !== undefined && isRelease(release) ? createFiles({ target: release }) : files
      ).select()
      // Only listed files are read and written, whatever the release.
      if (release !== undefined) await files.list()
      const unsaved = new Map(texts.map(({ path, text }) => [path, text]))
      const checked = readChecked(targets, files.read, unsaved)
      return {
        folder,
        files: await checkFiles(folder, checked),
        links: await findLinks(checked),
        changes: before,
      }
    },
    judge: async (path, text) => {
      const found = await findFile(files, path, text)
      return found && findReleaseVerdicts(found)
    },
    fix: async ({ path, text, rule, unsafe, release }) => {
      const choice = {
        ...(rule !== undefined && { rule }),
        ...(release !== undefined && isRelease(release) && { target: release }),
      }
      if (!files.read(path)) return undefined
      const found = await findFile(createFiles(choice), path, text)
      return found && fixFile(found, unsafe)
    },
  }
}

async function findFile(files: LocalFiles, path: string, text: string | undefined) {
  const targets = (await files.select()).filter((target) => target.path === path)
  const unsaved = new Map(text === undefined ? [] : [[path, text]])
  return readChecked(targets, files.read, unsaved)[0]
}
