import type { Board, BoardFile, ReleaseVerdicts } from '../../src/cli/commands/ui/messages.js'
import { getErrorMessage } from '../../src/document/errors.js'
import type { LocalFolder } from '../shared/local-folder.js'

/** The known facts about the folder, and the functions that update them. */
export type FolderChecks = {
  /** The folder as it was checked last. */
  getBoard: () => Board | undefined
  /** What each release line does with each file that was judged, by path; the newest lines come first. */
  getVerdicts: () => ReadonlyMap<string, { lines: ReleaseVerdicts['lines'] }>
  /** The release of all files; empty for those of their configuration. */
  getRelease: () => string
  setRelease: (release: string) => void
  /** Checks the folder, with the texts that are not saved. */
  check: () => Promise<void>
  /** Checks it after a pause in typing. */
  checkSoon: () => void
  stop: () => void
}

type ChecksOptions = {
  folder: LocalFolder
  listUnsaved: () => readonly { path: string; text: string }[]
  onBoard: (board: Board) => void
  onVerdict: () => void
  /** Why the folder cannot be checked; empty once it can be. */
  onFailure: (why: string) => void
}

/** The pause after an edit before the folder is checked again, in milliseconds. */
const checkDelay = 600

export function createFolderChecks({
  folder,
  listUnsaved,
  onBoard,
  onVerdict,
  onFailure,
}: ChecksOptions): FolderChecks {
  const verdicts = new Map<string, { key: string; lines: ReleaseVerdicts['lines'] }>()
  const state: {
    board: Board | undefined
    release: string
    timer: ReturnType<typeof setTimeout> | undefined
    latest: number
  } = { board: undefined, release: '', timer: undefined, latest: 0 }
  /** Fills in what each release does with each file, one file after the other. */
  const judgeAll = async (number: number): Promise<void> => {
    const unsaved = new Map(listUnsaved().map(({ path, text }) => [path, text]))
    for (const { path, version } of state.board?.files ?? []) {
      if (number !== state.latest) return
      const text = unsaved.get(path)
      const key = text ?? version
      if (verdicts.get(path)?.key === key) continue
      try {
        const { lines } = await folder.judge(path, text)
        verdicts.set(path, { key, lines: lines.toReversed() })
      } catch {
        // The file is gone; the next check knows.
        continue
      }
      if (number === state.latest) onVerdict()
    }
  }
  const check = async (): Promise<void> => {
    clearTimeout(state.timer)
    state.latest += 1
    const number = state.latest
    try {
      const board = await folder.check({
        texts: listUnsaved().map(({ path, text }) => ({ path, text })),
        ...(state.release !== '' && { release: state.release }),
      })
      if (number !== state.latest) return
      state.board = { ...board, files: board.files.map((file) => shortenPaths(file, board.folder)) }
      onFailure('')
      onBoard(state.board)
      void judgeAll(number)
    } catch (error) {
      if (number === state.latest) onFailure(getErrorMessage(error))
    }
  }
  return {
    getBoard: () => state.board,
    getVerdicts: () => verdicts,
    getRelease: () => state.release,
    setRelease: (release) => {
      state.release = release
      void check()
    },
    check,
    checkSoon: () => {
      clearTimeout(state.timer)
      state.timer = setTimeout(() => void check(), checkDelay)
    },
    stop: () => {
      clearTimeout(state.timer)
      // Answers that still come are ignored.
      state.latest += 1
    },
  }
}

/** A file whose findings name other files of the folder by their path below it. */
const shortenPaths = (file: BoardFile, folder: string): BoardFile => ({
  ...file,
  findings: file.findings.map((finding) => ({
    ...finding,
    message: finding.message.replaceAll(`${folder.replace(/\/$/, '')}/`, ''),
  })),
})
