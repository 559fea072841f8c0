import type { BoardFile, BoardFinding } from '../../src/cli/commands/ui/messages.js'
import { getErrorMessage } from '../../src/document/errors.js'
import { showFolderTitle } from '../playground/title.js'
import type { Workbench } from '../playground/workbench.js'
import type { LocalFolder } from '../shared/local-folder.js'
import { followFolder, noAnswer } from '../shared/local-folder.js'
import { adoptStyle } from '../shared/style.js'
import css from './board.css'
import { createChanges } from './changes.js'
import { createFolderChecks } from './checks.js'
import { createDiskNotice } from './disk-notice.js'
import { createEditorFiles } from './editor-files.js'
import { createPanes } from './panes.js'
import { createTools } from './tools.js'

/** The board of a folder, and the controls for moving between it and the editor. */
export type FolderView = {
  board: HTMLElement
  /** The controls above the editor. */
  tools: HTMLElement
  /** The notice above the editor that another program has changed the file. */
  notice: HTMLElement
  /** Updates the controls after the editor shows another file. */
  show: () => void
  /** Returns the findings of a file of the folder; undefined for other files. */
  listFindings: (path: string) => readonly BoardFinding[] | undefined
  save: () => void
  /** Opens the dialog that saves the unsaved edits of all files, if there are any. */
  saveAll: () => void
  stop: () => void
}

export type FolderViewOptions = {
  base: string
  root: ShadowRoot
  folder: LocalFolder
  workbench: Workbench
  /** Shows either the board or the editor. */
  setShown: (shown: 'board' | 'editor') => void
  chooseRelease: (release: string) => void
  goToLine: (line: number) => void
  /**
   * Leaves the open sample, if any, and hides its explanation. Returns whether the open files are the unedited or
   * emptied files of the sample, which can be closed without losing edits.
   */
  leaveSample: () => boolean
  announce: (message: string) => void
}

/** Creates the board of the folder, which is checked at once and after each change. */
export function createFolderView(options: FolderViewOptions): FolderView {
  const { root, base, folder, workbench, setShown } = options
  let saysNoAnswer = false
  let checkedFindings = ''
  const announce = (message: string): void => {
    saysNoAnswer = message === noAnswer
    options.announce(message)
  }
  adoptStyle(root, css)
  const stopping = new AbortController()
  const listFiles = (): readonly BoardFile[] => checks.getBoard()?.files ?? []
  const editorFiles = createEditorFiles({
    ...options,
    nameFile: (path) => listFiles().find((file) => file.path === path)?.name ?? path,
    chooseRelease: (path) => {
      const release = listFiles().find((file) => file.path === path)?.release
      options.chooseRelease(checks.getRelease() || (release ?? ''))
    },
  })
  const checks = createFolderChecks({
    folder,
    listUnsaved: editorFiles.listUnsaved,
    onBoard: (board) => {
      const findings = JSON.stringify(board.files.map((file) => [file.path, file.findings]))
      // Only if the findings changed, because each check in the editor starts another check of the board.
      if (findings !== checkedFindings) workbench.checkAgain()
      checkedFindings = findings
      showFolderTitle(root, board)
      panes.show()
      tools.show()
      notice.show()
    },
    onVerdict: () => panes.showReleases(),
    onFailure: (why) => {
      if (saysNoAnswer) announce(why)
      panes.showFailure(why)
    },
  })
  const changes = createChanges({
    root,
    folder,
    editorFiles,
    getFiles: listFiles,
    listShown: () => panes.listFiles(),
    getRelease: checks.getRelease,
    onSaved: async () => {
      await checks.check()
      show()
    },
    announce,
  })
  const show = (): void => {
    panes.showUnsaved()
    tools.show()
    notice.show()
  }
  const report = (work: Promise<string>): Promise<void> =>
    work.then(announce, (error: unknown) => announce(getErrorMessage(error))).finally(show)
  const open = (path: string, line?: number): void =>
    void report(
      editorFiles.open(path).then((sentence) => {
        setShown('editor')
        if (line !== undefined) options.goToLine(line)
        else workbench.view.focus()
        return sentence
      }),
    )
  const save = (): void => void report(editorFiles.save())
  const panes = createPanes({ base, checks, editorFiles, changes, open })
  const tools = createTools({
    workbench,
    editorFiles,
    listFiles,
    open,
    save,
    goBack: () => {
      setShown('board')
      void checks.check()
      panes.focus(workbench.getFile().origin?.path)
    },
  })
  const notice = createDiskNotice({
    root,
    folder,
    editorFiles,
    getFile: workbench.getFile,
    report,
  })
  const followDisk = async (): Promise<void> => {
    await checks.check()
    const board = checks.getBoard()
    if (!board) return
    await editorFiles.follow(new Map(board.files.map(({ path, version }) => [path, version])))
    show()
  }
  // Files that are already open may have changed on the disk since they were read.
  void followDisk().catch((error: unknown) => announce(getErrorMessage(error)))
  followFolder(folder, stopping.signal, followDisk)
  return {
    board: panes.element,
    tools: tools.element,
    notice: notice.element,
    show: () => {
      show()
      checks.checkSoon()
    },
    listFindings: (path) => listFiles().find((file) => file.path === path)?.findings,
    save,
    saveAll: () => {
      if (editorFiles.listUnsaved().length > 0) changes.saveAll()
    },
    stop: () => {
      stopping.abort()
      panes.stop()
      checks.stop()
    },
  }
}
