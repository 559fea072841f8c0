import type { Text } from '@codemirror/state'
import type { CallServer, ReleaseChoice } from '../../shared/commands.js'
import { createElement, renderSentence } from '../../shared/dom.js'
import type { OpenFile } from '../open-files.js'

/** The parts of the playground that panels can use. */
export type PanelContext = {
  call: CallServer
  /** Returns the file in the editor. */
  getFile: () => OpenFile
  listFiles: () => readonly OpenFile[]
  /** Returns the content of a template's values file; undefined if there is none. */
  readValues: (file: OpenFile) => string | undefined
  listReleases: () => Promise<readonly ReleaseChoice[]>
  /** Returns the release that files are checked for. */
  getRelease: () => string
  /** Returns the cursor position; line and character count from 0. */
  getPosition: () => { line: number; character: number }
  /** Moves the cursor to the start of a line, which counts from 1, and focuses the editor. */
  goToLine: (line: number) => void
  /**
   * Replaces the text in the editor by one that was derived from `madeOf`; undo restores it.
   * Returns false and does nothing if the editor has another text by now.
   */
  replaceMade: (madeOf: Text, text: string) => boolean
  /** Converts a link of the language server to the address of a page of the site. */
  toAddress: (target: string) => string | undefined
  announce: (message: string) => void
}

/** A tab beside the editor. */
export type Panel = {
  title: string
  element: HTMLElement
  /** Renders the current file. Called when the panel is visible and something changed. */
  update: () => void
}

/**
 * Creates a function that shows the result of a task, or its error, in an element. Only the result
 * of the latest task is shown. Results of another file or release are hidden until then.
 */
export function createShower(
  element: HTMLElement,
  { getFile, getRelease }: Pick<PanelContext, 'getFile' | 'getRelease'>,
): (task: () => Promise<Node>) => void {
  let latest = 0
  let subject: unknown[] = []
  return (task) => {
    latest += 1
    const number = latest
    const before = subject
    subject = [getFile(), getRelease()]
    if (subject.some((part, index) => part !== before[index])) element.classList.add('waits')
    element.setAttribute('aria-busy', 'true')
    void task()
      .catch((error: unknown) => createNotice(formatError(error)))
      .then((node) => {
        if (number !== latest) return
        element.removeAttribute('aria-busy')
        element.classList.remove('waits')
        element.replaceChildren(node)
      })
  }
}

/** Creates the notice that a template needs its values. */
export const createTemplateNotice = (): HTMLElement =>
  createNotice('This is a template. Add its values, below the editor, to see what a router uses.')

export const createNotice = (text: string): HTMLElement =>
  createElement('p', { class: 'notice' }, ...renderSentence(text))

/** Formats the message of a server error, or of any other error, as a sentence. */
export function formatError(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('message' in error)) return String(error)
  const message = String(error.message)
  return message.charAt(0).toUpperCase() + message.slice(1) + (/[.!?]$/.test(message) ? '' : '.')
}
