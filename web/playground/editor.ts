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

/** Maximum length of a text in characters; longer ones would make the editor and the server slow. */
export const maxTextLength = 1_000_000

type EditorOptions = {
  /** Called when the text or the selection changes. */
  onChange: (change: { isText: boolean }) => void
  /** Called when the user requests the fix of the current line. */
  onFix: () => void
  /** Called when a change was refused because the text would be too long. */
  onTooLong: (length: number) => void
}

/**
 * Replaces selected text by the typed text. If the browser did it, it would copy the color of the
 * old text into a style attribute, which violates the content security policy.
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

/** Returns the browser's selection, which may be newer than the editor's. */
function findSelected(view: EditorView): { from: number; to: number } | undefined {
  // Browsers without this method do not add the style attribute either.
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

/** Creates the extensions of the editor that all files share. */
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
    // Escape closes the completion list first, and only then what surrounds the editor.
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
