import { EditorView } from '@codemirror/view'
import { createDiff } from '../playground/fix-dialog.js'
import { createElement } from '../shared/dom.js'
import { getErrorMessage } from '../../src/document/errors.js'
import { formatCount } from '../../src/document/words.js'

/** A change to a file, which is written if the user selects it. */
export type FileChange = {
  path: string
  name: string
  /** The text on the disk; `version` identifies it. */
  before: string
  version: string
  after: string
  note: string
}

type ChangesDialogOptions = {
  root: ShadowRoot
  title: string
  /** An additional checkbox above the files, such as the one for unsafe fixes. */
  choice?: { label: string; change: (isChosen: boolean) => Promise<readonly FileChange[]> }
  changes: readonly FileChange[]
  /** Message for when there are no changes. */
  empty: string
  /** Writes the selected files, and returns a sentence about the result. */
  save: (chosen: readonly FileChange[]) => Promise<string>
  announce: (message: string) => void
}

/** Previews changes to several files. Each file can be deselected; nothing is written before a click on Save. */
export function openChangesDialog({
  root,
  title,
  choice,
  changes,
  empty,
  save,
  announce,
}: ChangesDialogOptions): void {
  const views: EditorView[] = []
  const list = createElement('div', {
    class: 'changes',
    role: 'list',
    'aria-label': 'Changed files',
  })
  const button = createElement('button', { type: 'submit', class: 'primary' }, 'Save')
  const sum = createElement('p', { class: 'lead', role: 'status' })
  let boxes: { change: FileChange; box: HTMLInputElement }[] = []
  /** Paths of the files that the user deselected. They stay deselected when `choice` changes the list. */
  const leftOut = new Set<string>()
  const listChosen = (): FileChange[] =>
    boxes.filter(({ box }) => box.checked).map(({ change }) => change)
  const update = (): void => {
    const { length } = listChosen()
    button.textContent = `Save ${formatCount(length, 'file')}`
    button.disabled = length === 0
    sum.textContent =
      boxes.length === 0 ? empty : `${length} of ${formatCount(boxes.length, 'file')} chosen.`
  }
  const show = (all: readonly FileChange[]): void => {
    for (const view of views.splice(0)) view.destroy()
    boxes = all.map((change) => {
      const { path } = change
      const box = createElement('input', {
        type: 'checkbox',
        checked: !leftOut.has(path),
        onchange: () => {
          if (box.checked) leftOut.delete(path)
          else leftOut.add(path)
          update()
        },
      })
      return { change, box }
    })
    list.replaceChildren(
      ...boxes.map(({ change, box }, index) => {
        const diff = createElement('div', { class: 'diff' })
        const draw = (): void => {
          if (diff.childElementCount > 0) return
          const view = new EditorView({ root })
          view.setState(createDiff(change.before, change.after, `Changes of ${change.name}`))
          views.push(view)
          diff.append(view.dom)
        }
        const details = createElement(
          'details',
          { open: index < 3, ontoggle: () => details.open && draw() },
          createElement('summary', {}, change.note),
          diff,
        )
        if (index < 3) draw()
        return createElement(
          'div',
          { role: 'listitem' },
          createElement(
            'label',
            { class: 'file-choice' },
            box,
            createElement('code', {}, change.name),
          ),
          details,
        )
      }),
    )
    update()
  }
  const dialog = createElement(
    'dialog',
    {
      class: 'fixes',
      'aria-labelledby': 'changes-title',
      onclose: () => {
        for (const view of views) view.destroy()
        dialog.remove()
      },
    },
    createElement('h2', { id: 'changes-title' }, title),
    choice &&
      createElement(
        'label',
        { class: 'file-choice' },
        createElement('input', {
          type: 'checkbox',
          onchange: ({ target }) => {
            if (target instanceof HTMLInputElement)
              void choice
                .change(target.checked)
                .then(show, (error: unknown) => announce(getErrorMessage(error)))
          },
        }),
        choice.label,
      ),
    sum,
    list,
    createElement(
      'form',
      { method: 'dialog', onsubmit: () => void save(listChosen()).then(announce) },
      createElement('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'),
      button,
    ),
  )
  show(changes)
  root.append(dialog)
  dialog.showModal()
}
