import type { Completion, CompletionSource } from '@codemirror/autocomplete'
import { snippet } from '@codemirror/autocomplete'
import { LSPPlugin } from '@codemirror/lsp-client'
import type { Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import type { CompletionItem, CompletionList, MarkupContent } from 'vscode-languageserver-protocol'
import { renderMarkdown } from '../shared/markdown.js'
import { toOffset } from './findings.js'
import { toTemplate } from './snippets.js'

/** CodeMirror's icon names by completion kind of the Language Server Protocol. */
const types: Readonly<Record<number, string>> = {
  6: 'variable',
  10: 'property',
  12: 'constant',
  14: 'keyword',
  15: 'text',
  17: 'text',
}

/** Completes from the language server; the documentation of an item is requested when it is selected. */
export const completeFromServer: CompletionSource = async (context) => {
  const { view, state, pos, explicit } = context
  const plugin = view && LSPPlugin.get(view)
  if (!plugin) return null
  const before = state.sliceDoc(pos - 1, pos)
  const { completionProvider } = plugin.client.serverCapabilities ?? {}
  const isTrigger = completionProvider?.triggerCharacters?.includes(before) === true
  if (!explicit && !isTrigger && !/\w/.test(before)) return null
  plugin.client.sync()
  const answer = await plugin.client.request<object, CompletionItem[] | CompletionList | null>(
    'textDocument/completion',
    {
      textDocument: { uri: plugin.uri },
      position: plugin.toPosition(pos),
      context:
        isTrigger && !explicit ? { triggerKind: 2, triggerCharacter: before } : { triggerKind: 1 },
    },
  )
  if (!answer || context.aborted) return null
  const items = Array.isArray(answer) ? answer : answer.items
  const from = Math.min(pos, ...items.map((item) => findStart(item, state.doc)))
  return items.length === 0
    ? null
    : {
        from,
        options: items.map((item) => toCompletion(item, plugin)),
        // Filters an array here while the user types. A `CompletionList` is incomplete, so it is
        // requested again after each character: the server omits what is already typed completely.
        ...(Array.isArray(answer) && { validFor: /^[\w.-]*$/ }),
      }
}

const findRange = ({ textEdit }: CompletionItem) =>
  textEdit && ('range' in textEdit ? textEdit.range : textEdit.replace)

function findStart(item: CompletionItem, doc: Text): number {
  const range = findRange(item)
  return range ? toOffset(doc, range.start) : Infinity
}

function toCompletion(item: CompletionItem, plugin: LSPPlugin): Completion {
  const { label, detail, sortText, kind = 0, tags } = item
  const type = types[kind]
  return {
    label: item.filterText ?? label,
    displayLabel: label,
    ...(detail !== undefined && { detail }),
    ...(sortText !== undefined && { sortText }),
    ...(type !== undefined && { type: tags?.includes(1) ? `${type} deprecated` : type }),
    apply: (view, _completion, from, to) => apply(item, view, { from, to }),
    info: async () => {
      const { documentation } = await plugin.client.request<object, CompletionItem>(
        'completionItem/resolve',
        item,
      )
      return documentation === undefined ? null : renderDocumentation(documentation)
    },
  }
}

async function renderDocumentation(documentation: string | MarkupContent): Promise<Node> {
  const node = document.createElement('div')
  node.className = 'markdown'
  node.append(
    await renderMarkdown(typeof documentation === 'string' ? documentation : documentation.value),
  )
  return node
}

/**
 * Inserts a completion. A completion may replace more than the user has typed, and its additional edits are earlier in
 * the text.
 */
function apply(
  { textEdit, insertText, label, insertTextFormat, additionalTextEdits = [] }: CompletionItem,
  view: EditorView,
  { from, to }: { from: number; to: number },
): void {
  const { doc } = view.state
  const text = textEdit?.newText ?? insertText ?? label
  const template = insertTextFormat === 2 ? toTemplate(text) : undefined
  const extra = view.state.changes(
    additionalTextEdits.map(({ range, newText }) => ({
      from: toOffset(doc, range.start),
      to: toOffset(doc, range.end),
      insert: newText,
    })),
  )
  if (!extra.empty) view.dispatch({ changes: extra })
  const [start, end] = [extra.mapPos(from, 1), extra.mapPos(to, 1)]
  if (template !== undefined) snippet(template)(view, null, start, end)
  else
    view.dispatch({
      changes: { from: start, to: end, insert: text },
      selection: { anchor: start + text.length },
      scrollIntoView: true,
      userEvent: 'input.complete',
    })
}
