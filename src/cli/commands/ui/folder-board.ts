import {
  checkFiles,
  findLinks,
  fixFile,
  isRelease,
  findReleaseVerdicts,
  readCheckedFiles,
} from './check-folder.js'
import type { FolderChanges } from './folder-changes.js'
import type { LocalFiles } from './local-files.js'
import type { Board, BoardRequest, FixedText, FixRequest, ReleaseVerdicts } from './messages.js'

/** A release or a single rule to check files with, instead of the configured ones. */
export type FileChoice = { target?: string; rule?: string }

/** Functions that answer the requests of the page about the files of a folder. */
export type FolderBoard = {
  check: (request: BoardRequest) => Promise<Board>
  /** Checks a file for the newest release of each release line; undefined if the file is not listed. */
  findVerdicts: (path: string, text: string | undefined) => Promise<ReleaseVerdicts | undefined>
  /** Returns the text of a listed file after applying fixes; undefined if the file is not listed. */
  fix: (request: FixRequest) => Promise<FixedText | undefined>
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
    /** Creates the files of the folder with the release or rule of `choice` instead of the configured ones. */
    createFiles: (choice: FileChoice) => LocalFiles
  },
): FolderBoard {
  return {
    check: async ({ texts, release }) => {
      const changesBefore = changes.count()
      const targets = await (
        release !== undefined && isRelease(release) ? createFiles({ target: release }) : files
      ).select()
      // `files.read` accepts only files that `files.list` or `files.select` has returned. With `release`, the targets
      // may come from another object, so `files` must list them, too.
      if (release !== undefined) await files.list()
      const unsavedTexts = new Map(texts.map(({ path, text }) => [path, text]))
      const checkedFiles = readCheckedFiles(targets, files.read, unsavedTexts)
      return {
        folder,
        files: await checkFiles(folder, checkedFiles),
        links: await findLinks(checkedFiles),
        changes: changesBefore,
      }
    },
    findVerdicts: async (path, text) => {
      const file = await findFile(files, path, text)
      return file && findReleaseVerdicts(file)
    },
    fix: async ({ path, text, rule, unsafe, release }) => {
      const choice = {
        ...(rule !== undefined && { rule }),
        ...(release !== undefined && isRelease(release) && { target: release }),
      }
      if (!files.read(path)) return undefined
      const file = await findFile(createFiles(choice), path, text)
      return file && fixFile(file, unsafe)
    },
  }
}

async function findFile(files: LocalFiles, path: string, text: string | undefined) {
  const targets = (await files.select()).filter((target) => target.path === path)
  const unsavedTexts = new Map(text === undefined ? [] : [[path, text]])
  return readCheckedFiles(targets, files.read, unsavedTexts)[0]
}
