import { formatSeverityCount } from '../../src/document/words.js'
import { createElement, replaceItems } from '../shared/dom.js'
import { severitySigns } from '../shared/verdict-words.js'
import type { OpenFile } from './open-files.js'
import { isEdited } from './open-files.js'
import type { Workbench } from './workbench.js'

/** Creates the list of open files; a click shows a file. */
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

/** The severities that a tab shows, worst first. */
const severities = ['error', 'warning'] as const

function renderCount(severity: (typeof severities)[number], count: number): HTMLElement {
  const words = formatSeverityCount(count, severity)
  return createElement(
    'span',
    { class: `count ${severity}`, title: words, role: 'img', 'aria-label': words },
    `${severitySigns[severity]} ${count}`,
  )
}

function renderFile(
  file: OpenFile,
  { getFile, listFiles, show }: Workbench,
  close: (file: OpenFile) => void,
): HTMLElement {
  const worst = severities.find((severity) =>
    file.findings.some((one) => one.severity === severity),
  )
  const isShown = file === getFile()
  return createElement(
    'li',
    { class: isShown ? 'file shown' : 'file' },
    createElement(
      'button',
      { type: 'button', 'aria-current': isShown && 'true', onclick: () => show(file) },
      file.name,
    ),
    worst && renderCount(worst, file.findings.filter(({ severity }) => severity === worst).length),
    // Outside the button, so that its accessible name stays the file name.
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
