import { autocompletion, closeCompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { yaml } from '@codemirror/lang-yaml'
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language'
import { lintGutter, lintKeymap } from '@codemirror/lint'
import { formatKeymap, jumpToDefinitionKeymap, renameKeymap } from '@codemirror/lsp-client'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import type { Extension } from '@codemirror/state'
import { EditorState } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { completeFromServer } from './completion.js'
import { hoverFromServer } from './hover.js'
import { lineMessages } from './line-messages.js'

/** Longer texts are not taken: neither the editor nor the server would be pleasant to use with them. */
export const maxTextLength = 1_000_000

type EditorOptions = {
  /** The text or the selection changed. */
  onChange: (change: { isText: boolean }) => void
  /** Somebody asked for the fix of the line of the cursor. */
  onFix: () => void
  /** A change was refused, as the text would be too long. */
  onTooLong: (length: number) => void
}

/**
 * Replaces selected text by what is typed. If the browser does it, it gives the new text the color of the old one in an
 * attribute, which the content security policy refuses and reports.
 */
function replaceSelected({ inputType, data }: InputEvent, view: EditorView): boolean {
  const selected = inputType === 'insertText' && !view.composing && findSelected(view)
  if (!selected) return false
  const insert = view.state.toText(data ?? '')
  view.dispatch({
    changes: { ...selected, insert },
    selection: { anchor: selected.from + insert.length },
    userEvent: 'input.type',
    scrollIntoView: true,
  })
  return true
}

/** The selection of the browser, which the editor may learn of later. */
function findSelected(view: EditorView): { from: number; to: number } | undefined {
  // Not all browsers support this; those without it add no styles.
  const { getSelection } = view.root as { getSelection?: () => Selection | null }
  const selection = getSelection?.call(view.root)
  if (!selection || selection.isCollapsed) return undefined
  const { startContainer, startOffset, endContainer, endOffset } = selection.getRangeAt(0)
  if (![startContainer, endContainer].every((node) => view.contentDOM.contains(node)))
    return undefined
  return {
    from: view.posAtDOM(startContainer, startOffset),
    to: view.posAtDOM(endContainer, endOffset),
  }
}

/** What every file of the playground has in the editor. */
export const createExtensions = ({ onChange, onFix, onTooLong }: EditorOptions): Extension => [
  EditorState.transactionFilter.of((transaction) => {
    const { length } = transaction.newDoc
    if (
      !transaction.docChanged ||
      length <= maxTextLength ||
      length < transaction.startState.doc.length
    )
      return transaction
    onTooLong(length)
    return []
  }),
  EditorView.updateListener.of(({ docChanged, selectionSet }) => {
    if (docChanged || selectionSet) onChange({ isText: docChanged })
  }),
  EditorView.lineWrapping,
  lineMessages,
  EditorView.contentAttributes.of({
    'aria-label': 'Router file',
    spellcheck: 'false',
    tabindex: '0',
  }),
  EditorView.domEventHandlers({ beforeinput: replaceSelected }),
  lineNumbers(),
  lintGutter(),
  foldGutter(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  yaml(),
  syntaxHighlighting(classHighlighter),
  autocompletion({ override: [completeFromServer], icons: false }),
  hoverFromServer(),
  keymap.of([
    // Escape first closes the list of completions, and then what surrounds the editor.
    { key: 'Escape', run: closeCompletion },
    {
      key: 'Mod-.',
      run: () => {
        onFix()
        return true
      },
    },
    ...completionKeymap,
    ...lintKeymap,
    ...formatKeymap,
    ...renameKeymap,
    ...jumpToDefinitionKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...defaultKeymap,
  ]),
]
