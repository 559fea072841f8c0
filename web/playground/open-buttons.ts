import { readChosen, readDropped } from '../shared/chosen-files.js'
import { createElement } from '../shared/dom.js'
import type { ReadFiles } from '../shared/read-files.js'
import type { Workbench } from './workbench.js'
import { readLimits } from './workbench.js'

/** Creates the buttons that open files and folders. */
export function createOpenButtons(
  { readFiles }: Workbench,
  open: (read: ReadFiles) => void,
): HTMLElement {
  const createInput = (label: string, isFolder: boolean): HTMLElement => {
    const input = createElement('input', {
      type: 'file',
      multiple: true,
      webkitdirectory: isFolder,
      'aria-label': label,
      onchange: () => {
        if (input.files) void readChosen(input.files, readLimits, readFiles()).then(open)
        input.value = ''
      },
    })
    return createElement('label', { class: 'button' }, label, input)
  }
  return createElement(
    'span',
    { class: 'group' },
    createInput('Open files', false),
    createInput('Open folder', true),
  )
}

/** Opens files that are dropped anywhere on an element. */
export function acceptDrops(
  element: HTMLElement,
  { readFiles }: Workbench,
  open: (read: ReadFiles) => void,
): void {
  const hasFiles = (event: DragEvent): boolean =>
    event.dataTransfer?.types.includes('Files') === true
  const mark = (isOver: boolean): void => void element.classList.toggle('is-over', isOver)
  element.addEventListener(
    'dragover',
    (event) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      event.stopPropagation()
      mark(true)
    },
    true,
  )
  element.addEventListener('dragleave', (event) => {
    if (event.target === element) mark(false)
  })
  element.addEventListener(
    'drop',
    (event) => {
      mark(false)
      if (!event.dataTransfer || !hasFiles(event)) return
      event.preventDefault()
      event.stopPropagation()
      void readDropped(event.dataTransfer, readLimits, readFiles()).then(open)
    },
    true,
  )
}
