import type { Board, BoardFile, ReleaseVerdicts } from '../../src/cli/commands/ui/messages.js'
import { getErrorMessage } from '../../src/document/errors.js'
import type { LocalFolder } from '../shared/local-folder.js'

/** The results of checking the folder, and the functions that update them. */
export type FolderChecks = {
  /** The result of the last check; undefined before the first one. */
  getBoard: () => Board | undefined
  /** The verdicts of all release lines on each file, by path; newest line first. */
  getVerdicts: () => ReadonlyMap<string, { lines: ReleaseVerdicts['lines'] }>
  /** The release that overrides the configuration for all files; empty if none. */
  getRelease: () => string
  setRelease: (release: string) => void
  /** Checks the folder, including unsaved edits. */
  check: () => Promise<void>
  /** Checks the folder after a pause in typing. */
  checkSoon: () => void
  stop: () => void
}

type ChecksOptions = {
  folder: LocalFolder
  listUnsaved: () => readonly { path: string; text: string }[]
  onBoard: (board: Board) => void
  onVerdict: () => void
  /** Reports why the folder cannot be checked; empty once it can. */
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
  /** Fetches the verdicts of all releases, one file after the other. */
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
        // The file may no longer exist; the next check then removes it.
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
      // Ignores answers that are still pending.
      state.latest += 1
    },
  }
}

/** Shortens absolute paths in findings to paths relative to the folder. */
const shortenPaths = (file: BoardFile, folder: string): BoardFile => ({
  ...file,
  findings: file.findings.map((finding) => ({
    ...finding,
    message: finding.message.replaceAll(`${folder.replace(/\/$/, '')}/`, ''),
  })),
})
