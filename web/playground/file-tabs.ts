import { createElement, replaceItems } from '../shared/dom.js'
import type { OpenFile } from './open-files.js'
import { isEdited } from './open-files.js'
import type { Workbench } from './workbench.js'

/** The open files: a click shows one. */
export function createFileList(
  workbench: Workbench,
  close: (file: OpenFile) => void,
): { element: HTMLElement; show: () => void } {
  const list = createElement('ul', { role: 'list', 'aria-label': 'Files' })
  return {
    element: createElement('nav', { class: 'files', 'aria-label': 'Files' }, list),
    show: () => {
      const files = workbench.listFiles()
      replaceItems(
        list,
        files.map((file) => renderFile(file, workbench, close)),
        workbench.view.contentDOM,
      )
    },
  }
}

function renderFile(
  file: OpenFile,
  { getFile, listFiles, show }: Workbench,
  close: (file: OpenFile) => void,
): HTMLElement {
  const errors = file.findings.filter(({ severity }) => severity === 'error').length
  const isShown = file === getFile()
  return createElement(
    'li',
    { class: isShown ? 'file shown' : 'file' },
    createElement(
      'button',
      { type: 'button', 'aria-current': isShown && 'true', onclick: () => show(file) },
      file.name,
      errors > 0 &&
        createElement('span', { class: 'count error', title: `${errors} errors` }, String(errors)),
    ),
    // Beside the button, whose name stays that of the file.
    isEdited(file) &&
      createElement(
        'span',
        { class: 'unsaved', title: 'Unsaved' },
        '●',
        createElement('span', { class: 'hidden' }, ' unsaved'),
      ),
    listFiles().length > 1 &&
      createElement(
        'button',
        {
          type: 'button',
          class: 'close',
          'aria-label': `Close ${file.name}`,
          onclick: () => close(file),
        },
        '×',
      ),
  )
}
