import { createElement } from '../shared/dom.js'
import type { ReadFiles } from '../shared/read-files.js'
import { createButton } from './button.js'
import { createFileList } from './file-tabs.js'
import { acceptDrops, createOpenButtons } from './open-buttons.js'
import type { OpenFile } from './open-files.js'
import { createPartBar } from './part-bar.js'
import type { Results } from './results.js'
import { createSplitter } from './splitter.js'
import { createStatusBar } from './status-bar.js'
import type { Workbench } from './workbench.js'

/** The layout around the editor and the results. */
export type Frame = {
  body: HTMLElement
  /** Updates the open files, the number of findings and the cursor position. */
  update: () => void
  updateFiles: () => void
  updatePosition: () => void
  stop: () => void
}

type FrameOptions = {
  workbench: Workbench
  results: Results
  status: HTMLElement
  story: HTMLElement
  picker: HTMLElement
  releases: HTMLElement
  open: (read: ReadFiles) => void
  close: (file: OpenFile) => void
  share: () => void
  download: () => void
  copyCommand: () => void
  onKey: (event: Event) => void
}

/** Creates the layout: toolbar, editor beside the results of its file, and status bar. */
export function createFrame(options: FrameOptions): Frame {
  const { workbench, results, status, open, copyCommand, onKey } = options
  const fileList = createFileList(workbench, options.close)
  const statusBar = createStatusBar(workbench, copyCommand)
  const editor = createElement(
    'section',
    { class: 'pane', 'aria-label': 'Editor' },
    fileList.element,
    createElement('div', { class: 'editor' }, workbench.view.dom),
  )
  const found = createElement('div', { class: 'found' }, options.story, results.findings)
  const partBar = createPartBar([
    { title: 'Code', element: editor },
    {
      title: 'Found',
      element: found,
      note: () => String(workbench.getFile().findings.length),
    },
    { title: 'More', element: results.tabs.element },
  ])
  const body = createElement(
    'div',
    { class: 'playground', onkeydown: onKey },
    createElement('h1', { class: 'hidden' }, 'Playground'),
    createToolbar(options),
    status,
    results.verdict,
    partBar.element,
    createPanes(editor, found, results.tabs.element),
    statusBar.element,
  )
  acceptDrops(body, workbench, open)
  return {
    body,
    update: () => {
      partBar.show()
      fileList.show()
      statusBar.show()
    },
    updateFiles: fileList.show,
    updatePosition: statusBar.show,
    stop: partBar.stop,
  }
}

const createToolbar = (options: FrameOptions): HTMLElement =>
  createElement(
    'div',
    { class: 'toolbar' },
    options.picker,
    createOpenButtons(options.workbench, options.open),
    createElement('span', { class: 'space' }),
    options.releases,
    options.results.fixes,
    createButton('Share', options.share),
    createButton('Download', options.download),
  )

/** Creates the panes: the editor beside the results, whose tabs are below the findings. */
const createPanes = (editor: HTMLElement, found: HTMLElement, tabs: HTMLElement): HTMLElement =>
  createElement(
    'div',
    { class: 'panes' },
    editor,
    createSplitter({
      label: 'Width of the editor',
      orientation: 'vertical',
      name: 'editor-share',
      initial: 56,
    }),
    createElement(
      'section',
      { class: 'pane results', 'aria-label': 'Results' },
      found,
      createSplitter({
        label: 'Height of the findings',
        orientation: 'horizontal',
        name: 'found-share',
        initial: 45,
      }),
      tabs,
    ),
  )
