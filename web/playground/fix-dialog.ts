import { unifiedMergeView } from '@codemirror/merge'
import { yaml } from '@codemirror/lang-yaml'
import { syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorState } from '@codemirror/state'
import { Decoration, EditorView, lineNumbers } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { createElement, renderSentence } from '../shared/dom.js'
import type { ProposedFix } from './fixes.js'

type FixDialogOptions = {
  root: ShadowRoot
  /** The name and the checked text of the file. */
  name: string
  text: string
  fixes: readonly ProposedFix[]
  /** A note about the listed fixes, such as that the filter hides the findings of some of them. */
  note: string | undefined
  /** Applies fixes to the text, and returns how many of them could be combined. */
  preview: (chosen: readonly ProposedFix[]) => Promise<{ text: string; count: number }>
  /** Replaces the text in the editor by the fixed one. */
  apply: (fixed: { text: string; count: number }) => void
}

/** Opens the dialog that previews fixes. Safe ones are selected; each can be toggled. */
export function openFixDialog({
  root,
  name,
  text,
  fixes,
  note,
  preview,
  apply,
}: FixDialogOptions): void {
  const view = new EditorView({ root })
  const boxes = fixes.map(({ isSafe }) => {
    const box = createElement('input', { type: 'checkbox', onchange: () => void update() })
    box.checked = isSafe
    return box
  })
  const sum = createElement('p', { class: 'lead', role: 'status' })
  const button = createElement('button', { type: 'submit', class: 'primary' }, 'Apply')
  const state: { fixed: { text: string; count: number }; latest: number } = {
    fixed: { text, count: 0 },
    latest: 0,
  }
  const update = async (): Promise<void> => {
    state.latest += 1
    const number = state.latest
    const chosen = fixes.filter((_, index) => boxes[index]?.checked)
    const fixed = await preview(chosen)
    if (number !== state.latest) return
    state.fixed = fixed
    button.disabled = fixed.text === text
    sum.textContent =
      chosen.length === 0
        ? describeNoChoice(fixes)
        : fixed.count < chosen.length
          ? `${fixed.count} of ${chosen.length} chosen fixes can be made together; the others are offered again afterwards.`
          : `${fixed.count === 1 ? 'One fix' : `${fixed.count} fixes`} of ${fixes.length} chosen.`
    view.setState(
      createDiff(text, fixed.text, 'Changes', fixed.text === text ? markLines(fixes) : []),
    )
    const [first] = fixes
    if (first && fixed.text === text)
      view.dispatch({
        effects: EditorView.scrollIntoView(view.state.doc.line(first.line).from, { y: 'center' }),
      })
  }
  const dialog = createElement(
    'dialog',
    {
      class: 'fixes',
      'aria-labelledby': 'fixes-title',
      onclose: () => {
        view.destroy()
        dialog.remove()
      },
    },
    createElement('h2', { id: 'fixes-title' }, 'Fixes for ', createElement('code', {}, name)),
    note !== undefined && createElement('p', { class: 'lead' }, note),
    createElement(
      'ul',
      { role: 'list', 'aria-label': 'Fixes' },
      ...fixes.map((fix, index) => renderFix(fix, boxes[index])),
    ),
    sum,
    createElement('div', { class: 'diff' }, view.dom),
    createElement(
      'form',
      { method: 'dialog', onsubmit: () => apply(state.fixed) },
      createElement('button', { type: 'button', onclick: () => dialog.close() }, 'Cancel'),
      button,
    ),
  )
  root.append(dialog)
  dialog.showModal()
  void update()
}

/** Tells the user what to do while no fix is selected. */
function describeNoChoice(fixes: readonly ProposedFix[]): string {
  if (fixes.some(({ isSafe }) => isSafe))
    return 'No fix is chosen. Tick one to see what it changes.'
  return fixes.length === 1
    ? 'This fix may change what the router does: tick it to see and apply it.'
    : 'These fixes may change what the router does: tick one to see and apply it.'
}

/** Highlights the lines that have fixes. */
const markLines = (fixes: readonly ProposedFix[]): Extension =>
  EditorView.decorations.of(({ state: { doc } }) =>
    Decoration.set(
      [...new Set(fixes.map(({ line }) => line))].map((line) =>
        Decoration.line({ class: 'offered' }).range(doc.line(line).from),
      ),
      true,
    ),
  )

const renderFix = (
  { title, line, isSafe }: ProposedFix,
  box: HTMLInputElement | undefined,
): HTMLElement =>
  createElement(
    'li',
    {},
    createElement(
      'label',
      {},
      box,
      createElement('span', { class: 'line' }, `Line ${line}: `),
      createElement('span', {}, ...renderSentence(title)),
      ' ',
      createElement(
        'span',
        { class: isSafe ? 'badge' : 'badge unsafe' },
        isSafe ? 'safe' : 'unsafe',
      ),
    ),
  )

/** Creates the state of an editor that shows a text with its changes. */
export const createDiff = (
  original: string,
  fixed: string,
  label: string,
  more: Extension = [],
): EditorState =>
  EditorState.create({
    doc: fixed,
    extensions: [
      EditorState.readOnly.of(true),
      EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
      EditorView.lineWrapping,
      lineNumbers(),
      yaml(),
      syntaxHighlighting(classHighlighter),
      more,
      unifiedMergeView({
        original,
        mergeControls: false,
        // A text without changes is shown in full.
        ...(fixed !== original && { collapseUnchanged: { margin: 2, minSize: 5 } }),
      }),
    ],
  })
