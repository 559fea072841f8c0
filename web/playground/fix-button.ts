import type { Text } from '@codemirror/state'
import { createElement } from '../shared/dom.js'
import { isChecked } from './open-files.js'
import type { ProposedFix } from './fixes.js'
import type { Workbench } from './workbench.js'

/**
 * Creates the button that previews all fixes, with their count beside it; disabled while there are
 * none. `open` shows the given fixes in the same dialog.
 */
export function createFixButton(
  workbench: Workbench,
  {
    root,
    countHidden,
    announce,
  }: {
    root: ShadowRoot
    /** Returns how many findings the filter hides. */
    countHidden: () => number
    announce: (message: string) => void
  },
): { element: HTMLElement; show: () => void; open: (fixes: readonly ProposedFix[]) => void } {
  const take = async (
    checked: Text,
    { text, count }: { text: string; count: number },
  ): Promise<void> => {
    const taken = await workbench.takeFixed(checked, text)
    workbench.view.focus()
    // Another program may have written the file, and the editor loads such changes while the dialog
    // is open.
    if (!taken) {
      announce(
        'The text changed while its fixes were shown, so none was made. Fix all shows those of the new text.',
      )
      return
    }
    const { before, after } = taken
    const fixed = Math.max(before - after, 0)
    const made =
      fixed === 0
        ? `${count === 1 ? 'One fix is' : `${count} fixes are`} made`
        : `${fixed === 1 ? 'One finding' : `${fixed} findings`} fixed`
    announce(`${made}, ${after === 0 ? 'none' : after} left. Undo with Ctrl+Z.`)
  }
  const open = (fixes: readonly ProposedFix[], note?: string): void => {
    const file = workbench.getFile()
    if (!isChecked(file))
      return announce('The text has changed, and its check is under way. Then it can be fixed.')
    const { name } = file
    const { doc } = workbench.view.state
    import('./fix-dialog.js').then(
      ({ openFixDialog }) =>
        openFixDialog({
          root,
          name,
          text: doc.toString(),
          fixes,
          note,
          preview: (chosen) => workbench.previewFixes(doc, chosen),
          apply: (fixed) => void take(doc, fixed),
        }),
      () => announce('The fixes cannot be shown, as a script of the page was blocked.'),
    )
  }
  const openAll = (): void => {
    const hidden = countHidden()
    open(
      workbench.listFixes(),
      hidden > 0
        ? `Fixes of all findings, also of ${hidden === 1 ? 'the one' : `the ${hidden}`} that the filter hides.`
        : undefined,
    )
  }
  const button = createElement(
    'button',
    { type: 'button', class: 'primary', onclick: () => openAll() },
    'Fix all',
  )
  const number = createElement('span', { class: 'number' })
  return {
    element: createElement('span', { class: 'group' }, button, number),
    open,
    show: () => {
      const { length } = workbench.listFixes()
      button.disabled = length === 0
      button.title = length === 0 ? 'No finding of this file has a fix' : 'Show what fixes change'
      number.textContent = length === 0 ? '' : String(length)
    },
  }
}
