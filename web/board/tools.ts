import type { BoardFile } from '../../src/cli/commands/ui/messages.js'
import type { Workbench } from '../playground/workbench.js'
import { createElement, offerChoices } from '../shared/dom.js'
import type { EditorFiles } from './editor-files.js'

type ToolsOptions = {
  workbench: Workbench
  editorFiles: EditorFiles
  listFiles: () => readonly BoardFile[]
  open: (path: string) => void
  save: () => void
  goBack: () => void
}

/** Creates the bar above the editor: the button back to the board, the file chooser, and the Save button. */
export function createTools(options: ToolsOptions): { element: HTMLElement; show: () => void } {
  const { workbench, editorFiles, listFiles, open, save, goBack } = options
  const select = createElement('select', {
    'aria-label': 'File of the folder',
    onchange: () => open(select.value),
  })
  const saved = createElement('span', { class: 'saved', role: 'status' })
  return {
    element: createElement(
      'span',
      { class: 'group folder-tools' },
      createElement(
        'button',
        { type: 'button', 'aria-label': 'Back to the board', onclick: goBack },
        '← Board',
      ),
      select,
      createElement('button', { type: 'button', onclick: save }, 'Save'),
      saved,
    ),
    show: () => {
      const path = workbench.getFile().origin?.path
      const conflict = path === undefined ? undefined : editorFiles.findConflict(path)
      const isSaved =
        path !== undefined &&
        !editorFiles.isUnsaved(path) &&
        (conflict === undefined || conflict === 'unlisted')
      const word = path === undefined ? '' : isSaved ? 'Saved' : 'Unsaved'
      if (saved.textContent !== word) saved.textContent = word
      offerChoices(
        select,
        [
          { value: '', label: 'Choose a file', disabled: true },
          ...listFiles().map((file) => ({ value: file.path, label: file.name })),
        ],
        path ?? '',
      )
    },
  }
}
