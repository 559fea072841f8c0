import type { BoardFile } from '../../src/cli/commands/ui/messages.js'
import { createElement, replaceItems } from '../shared/dom.js'
import { describeVerdict } from '../shared/verdict-words.js'
import type { EditorFiles } from './editor-files.js'
import { renderSign } from './releases-table.js'

type FileListOptions = {
  editorFiles: EditorFiles
  open: (path: string) => void
}

/** Creates the list of the folder's files. Arrow keys move the focus. */
export function createFileList({ editorFiles, open }: FileListOptions): {
  element: HTMLElement
  /** Renders files; if the focused one is gone, `fallback` gets the focus. */
  show: (files: readonly BoardFile[], fallback: HTMLElement) => void
  /** Returns the button of a file; undefined if the list does not show it. */
  findButton: (path: string) => HTMLElement | undefined
} {
  const element = createElement('ul', {
    role: 'list',
    'aria-label': 'Files',
    onkeydown: moveInList,
  })
  return {
    element,
    show: (files, fallback) =>
      replaceItems(
        element,
        files.map((file) => renderFile(file, editorFiles, open)),
        fallback,
      ),
    findButton: (path) =>
      element.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"]`) ?? undefined,
  }
}

function moveInList(event: Event): void {
  if (!(event instanceof KeyboardEvent) || !(event.target instanceof HTMLElement)) return
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  const list = event.currentTarget
  if (step === undefined || !(list instanceof HTMLElement)) return
  event.preventDefault()
  const buttons = Array.from(list.querySelectorAll('button'))
  buttons[buttons.findIndex((button) => button === event.target) + step]?.focus()
}

function renderFile(
  file: BoardFile,
  { isUnsaved, findConflict }: EditorFiles,
  open: (path: string) => void,
): HTMLElement {
  const { path, name, findings } = file
  return createElement(
    'li',
    {},
    renderSign(file),
    createElement(
      'button',
      { type: 'button', class: 'link', 'data-path': path, title: path, onclick: () => open(path) },
      name,
    ),
    createElement('span', { class: 'words' }, describeVerdict(file)),
    isUnsaved(path) && createElement('span', { class: 'badge unsafe' }, 'Unsaved'),
    findConflict(path) === 'changed' &&
      createElement('span', { class: 'badge unsafe' }, 'Changed on disk'),
    findings.length > 0 && createElement('span', { class: 'number' }, String(findings.length)),
  )
}
