import type { MarkupContent } from 'vscode-languageserver'
import { MarkupKind } from './protocol.js'

/** A text in Markdown, or without its marks for a client that does not read it. */
export const toMarkup = (markdown: string, readsMarkdown: boolean): MarkupContent =>
  readsMarkdown
    ? { kind: MarkupKind.Markdown, value: markdown }
    : { kind: MarkupKind.PlainText, value: toPlainText(markdown) }

/** Markdown without its marks. */
const toPlainText = (markdown: string): string =>
  markdown
    .replaceAll(/^\|[ :|-]+\|\n/gm, '')
    .replaceAll(/^\| *(.*?) *\|$/gm, '$1')
    .replaceAll(/\[([^\]]*)\]\(([^)]*)\)/g, '$1 ($2)')
    .replaceAll(/\*\*|`/g, '')
    .replaceAll(/\\([\\`*_{}[\]()#+.!|<>-])/g, '$1')
    .replaceAll(/&nbsp;/g, ' ')
