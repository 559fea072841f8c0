import { EditorView } from '@codemirror/view'
import type { LocalText } from '../../src/cli/commands/ui/messages.js'
import { createDiff } from '../playground/fix-dialog.js'
import type { OpenFile } from '../playground/open-files.js'
import { readFileText } from '../playground/open-files.js'
import { createElement } from '../shared/dom.js'
import type { LocalFolder } from '../shared/local-folder.js'
import type { EditorFiles } from './editor-files.js'

type DiskNoticeOptions = {
  root: ShadowRoot
  folder: LocalFolder
  editorFiles: Pick<EditorFiles, 'findConflict' | 'takeDisk' | 'keepOwn'>
  /** Returns the file in the editor. */
  getFile: () => OpenFile
  /** Runs an operation and announces its result. */
  report: (work: Promise<string>) => Promise<void>
}

/** Creates the notice that the file in the editor differs from the one on the disk, with buttons to resolve that. */
export function createDiskNotice(options: DiskNoticeOptions): {
  element: HTMLElement
  /** Updates the notice after the editor shows another file. */
  show: () => void
} {
  const { editorFiles, getFile, report, folder } = options
  const words = createElement('p', { role: 'status' })
  const choices = createElement('span', { class: 'group' })
  const element = createElement('div', { class: 'disk-notice', hidden: true }, words, choices)
  const decide = (choose: (path: string, disk: LocalText) => string): void => {
    const path = getFile().origin?.path
    if (path !== undefined) void report(folder.readFile(path).then((disk) => choose(path, disk)))
  }
  const buttons = [
    { name: 'Compare', act: () => void report(compare(options)) },
    { name: 'Take the file on the disk', act: () => decide(editorFiles.takeDisk) },
    { name: 'Keep mine', act: () => decide(editorFiles.keepOwn) },
  ].map(({ name, act }) => createElement('button', { type: 'button', onclick: act }, name))
  return {
    element,
    show: () => {
      const { name, origin } = getFile()
      const conflict = origin && editorFiles.findConflict(origin.path)
      const said =
        conflict === 'changed'
          ? `Another program changed ${name} on the disk. The editor has your text, which is not saved.`
          : conflict === 'removed'
            ? `${name} is no longer in the folder. The editor has its text: Download keeps it.`
            : conflict === 'unlisted'
              ? `The board leaves out ${name}: its text on the disk is not a router file, or a configuration ignores it. You can still change and save it here.`
              : ''
      element.hidden = said === ''
      if (words.textContent === said) return
      words.textContent = said
      choices.replaceChildren(...(conflict === 'changed' ? buttons : []))
    },
  }
}

/** Shows both texts and lets the user choose one. */
async function compare({
  root,
  folder,
  editorFiles,
  getFile,
  report,
}: DiskNoticeOptions): Promise<string> {
  const file = getFile()
  const { name, origin } = file
  if (!origin) return ''
  const { path } = origin
  const disk = await folder.readFile(path)
  const view = new EditorView({ root })
  view.setState(createDiff(disk.text, readFileText(file), `Differences of ${name}`))
  const choose = (choice: () => string | Promise<string>) => (): void => {
    dialog.close()
    void report(Promise.resolve(choice()))
  }
  // Reads the file again: another program may have written it while the dialog was open.
  const takeDisk = async (): Promise<string> =>
    editorFiles.takeDisk(path, await folder.readFile(path))
  // Keeps the version that was shown: Save refuses to overwrite a later one.
  const keepOwn = (): string => editorFiles.keepOwn(path, disk)
  const dialog = createElement(
    'dialog',
    {
      class: 'fixes',
      'aria-labelledby': 'disk-title',
      onclose: () => {
        view.destroy()
        dialog.remove()
      },
    },
    createElement(
      'h2',
      { id: 'disk-title' },
      createElement('code', {}, name),
      ' on the disk and here',
    ),
    createElement(
      'p',
      { class: 'lead' },
      'Of each change, the upper lines are those on the disk, the lower ones are yours.',
    ),
    createElement('div', { class: 'diff' }, view.dom),
    createElement(
      'form',
      { method: 'dialog' },
      createElement('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'),
      createElement(
        'button',
        { type: 'button', onclick: choose(takeDisk) },
        'Take the file on the disk',
      ),
      createElement(
        'button',
        { type: 'button', class: 'primary', onclick: choose(keepOwn) },
        'Keep mine',
      ),
    ),
  )
  root.append(dialog)
  dialog.showModal()
  return ''
}
