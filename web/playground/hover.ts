import { LSPPlugin } from '@codemirror/lsp-client'
import type { Extension } from '@codemirror/state'
import { hoverTooltip } from '@codemirror/view'
import type { Hover, MarkupContent } from 'vscode-languageserver-protocol'
import { createElement } from '../shared/dom.js'
import { renderMarkdown } from '../shared/markdown.js'
import { toOffset } from './findings.js'

/** Shows the documentation of the key or value under the pointer. */
export const hoverFromServer = (): Extension =>
  hoverTooltip(
    async (view, pos) => {
      const plugin = LSPPlugin.get(view)
      if (!plugin) return null
      plugin.client.sync()
      const { doc } = view.state
      const hover = await plugin.client
        .request<object, Hover | null>('textDocument/hover', {
          textDocument: { uri: plugin.uri },
          position: plugin.toPosition(pos),
        })
        .catch(() => null)
      if (!hover) return null
      const text = await renderMarkdown((hover.contents as MarkupContent).value)
      if (view.state.doc !== doc) return null
      const { range } = hover
      return {
        pos: range ? toOffset(doc, range.start) : pos,
        end: range ? toOffset(doc, range.end) : pos,
        above: true,
        create: () => ({
          dom: createElement('div', { class: 'hover markdown', role: 'tooltip' }, text),
        }),
      }
    },
    { hideOnChange: true },
  )
