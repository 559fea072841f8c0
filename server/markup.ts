import type { MarkupContent } from 'vscode-languageserver'
import { MarkupKind } from './protocol.js'

export const toMarkup = (markdown: string, readsMarkdown: boolean): MarkupContent =>
  readsMarkdown
    ? { kind: MarkupKind.Markdown, value: markdown }
    : { kind: MarkupKind.PlainText, value: toPlainText(markdown) }

/**
 * Converts Markdown to plain text: removes the syntax of bold text, code, tables and escapes, and writes links as `text
 * (URL)`.
 */
const toPlainText = (markdown: string): string =>
  markdown
    .replaceAll(/^\|[ :|-]+\|\n/gm, '')
    .replaceAll(/^\|.*\|$/gm, (row) => row.slice(1, -1).trim())
    .replaceAll(/\[([^[\]]*)\]\(([^()]*)\)/g, '$1 ($2)')
    .replaceAll(/\*\*|`/g, '')
    .replaceAll(/\\([\\`*_{}[\]()#+.!|<>-])/g, '$1')
    .replaceAll(/&nbsp;/g, ' ')
