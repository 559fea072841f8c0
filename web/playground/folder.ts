import type { FolderView, FolderViewOptions } from '../board/board.js'
import { connectFolder } from '../shared/local-folder.js'
import { readFromTab, storeInTab } from '../shared/tab-storage.js'
import { showFileTitle } from './title.js'

/** The two parts of the page of a folder; only one is visible. */
type Part = 'board' | 'editor'

/** The board and the editor of a folder; without a folder, there is only the editor. */
type FolderParts = {
  /** Returns the board with its controls; undefined until it is loaded. */
  getView: () => FolderView | undefined
  /** Shows either the board or the editor. */
  show: (part: Part) => void
  /**
   * Saves the file in the editor, or all edited files while the board is visible. Returns false if
   * there is no board.
   */
  save: () => boolean
  stop: () => void
}

/** Loads the board of the folder, if there is a folder. */
export function createFolderParts(
  body: HTMLElement,
  {
    isEditorFirst,
    ...options
  }: Omit<FolderViewOptions, 'folder' | 'setShown'> & { isEditorFirst: boolean },
): FolderParts {
  const folder = connectFolder(options.base)
  const state: { view: FolderView | undefined; isOver: boolean } = {
    view: undefined,
    isOver: false,
  }
  const show = (part: Part): void => {
    if (!folder) return
    body.classList.toggle('shows-board', part === 'board')
    storeInTab(shownPartKey, part)
    if (part === 'editor') showFileTitle(options.root, options.workbench)
  }
  const load = async (): Promise<void> => {
    if (!folder) return
    show(isEditorFirst ? 'editor' : findShownPart())
    try {
      const { createFolderView } = await import('../board/board.js')
      if (state.isOver) return
      state.view = createFolderView({ ...options, folder, setShown: show })
      body.querySelector('.space')?.before(state.view.tools)
      body.querySelector('.verdict')?.before(state.view.notice)
      body.append(state.view.board)
    } catch {
      show('editor')
      options.announce(
        'The board of the folder does not work here, as one of its scripts could not be loaded or failed. Reload the page.',
      )
    }
  }
  void load()
  return {
    getView: () => state.view,
    show,
    save: () => {
      if (body.classList.contains('shows-board')) state.view?.saveAll()
      else state.view?.save()
      return state.view !== undefined
    },
    stop: () => {
      state.isOver = true
      state.view?.stop()
    },
  }
}

const shownPartKey = 'routerfile-ui-part'

/** Returns the part that was visible before a reload; initially the board. */
const findShownPart = (): Part => (readFromTab(shownPartKey) === 'editor' ? 'editor' : 'board')
