import type { Text } from '@codemirror/state'
import type { CallServer, ReleaseChoice } from '../../shared/commands.js'
import { createElement, renderSentence } from '../../shared/dom.js'
import type { OpenFile } from '../open-files.js'

/** What a panel may use of the playground. */
export type PanelContext = {
  call: CallServer
  /** The file in the editor. */
  getFile: () => OpenFile
  listFiles: () => readonly OpenFile[]
  /** The text of the values of a template; undefined if there is none. */
  readValues: (file: OpenFile) => string | undefined
  listReleases: () => Promise<readonly ReleaseChoice[]>
  /** The release that files are checked for. */
  getRelease: () => string
  /** The place of the cursor; counts from 0. */
  getPosition: () => { line: number; character: number }
  /** Moves the cursor to the start of a line, and the focus to the editor; counts from 1. */
  goToLine: (line: number) => void
  /**
   * Replaces the text in the editor, which can be undone, by one that was made of it; gives false and does nothing if it
   * is another one by now.
   */
  replaceMade: (madeOf: Text, text: string) => boolean
  /** The address of a page of the site for a link of the language server. */
  toAddress: (target: string) => string | undefined
  announce: (message: string) => void
}

/** A tab beside the editor. */
export type Panel = {
  title: string
  element: HTMLElement
  /** Shows the file as it is now. Called when the panel is visible and something changed. */
  update: () => void
}

/**
 * Creates a function that shows the result of a task, or its refusal, in an element. Of several tasks in a row, only
 * the last result is shown. Results of another file or release are hidden until then.
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

/** What a panel says about a template that it needs the values of. */
export const createTemplateNotice = (): HTMLElement =>
  createNotice('This is a template. Add its values, below the editor, to see what a router uses.')

export const createNotice = (text: string): HTMLElement =>
  createElement('p', { class: 'notice' }, ...renderSentence(text))

/** The sentence of a refusal of the server, or of any other error. */
export function formatError(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('message' in error)) return String(error)
  const message = String(error.message)
  return message.charAt(0).toUpperCase() + message.slice(1) + (/[.!?]$/.test(message) ? '' : '.')
}
