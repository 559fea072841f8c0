import type { CompletionItem, MarkupContent } from 'vscode-languageserver'
import {
  CompletionItemKind,
  InsertTextFormat,
  InsertTextMode,
  MarkupKind,
} from 'vscode-languageserver'
import type { Completion, CompletionKind, Surroundings } from '../src/language/index.js'
import { complete, resolveCompletion } from '../src/language/index.js'
import { toRecord } from '../src/record.js'
import { modelOf } from '../src/schema/router.js'
import type { Client } from './client.js'
import type { Seen } from './seeing.js'
import { plainSnippet, plainText } from './plain.js'

const kinds: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  key: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
  snippet: CompletionItemKind.Snippet,
  file: CompletionItemKind.File,
  variable: CompletionItemKind.Variable,
  directive: CompletionItemKind.Keyword,
}

/** What can be written at an offset, as far as the client understands it. */
export const completions = (
  seen: Seen,
  offset: number,
  { client, surroundings }: { client: Client; surroundings: Surroundings },
): CompletionItem[] =>
  complete(seen.view, offset, surroundings).map((completion) => itemOf(seen, completion, client))

function itemOf(
  seen: Seen,
  {
    label,
    kind,
    detail,
    sortText,
    filterText,
    deprecated,
    preselect,
    insert,
    extra,
    resolve,
  }: Completion,
  client: Client,
): CompletionItem {
  const { convert, view } = seen
  const isSnippet = insert.isSnippet && client.hasSnippets
  const replace = convert.range(insert)
  const newText = isSnippet
    ? insert.text
    : indented(seen, insert.start, insert.isSnippet ? plainSnippet(insert.text) : insert.text)
  const mode = isSnippet ? InsertTextMode.adjustIndentation : InsertTextMode.asIs
  return {
    label,
    kind: kinds[kind],
    ...(detail !== undefined && { detail }),
    sortText,
    ...(filterText !== undefined && { filterText }),
    ...(deprecated &&
      (client.hasDeprecatedTag ? { tags: [1] } : client.hasDeprecated ? { deprecated } : {})),
    ...(preselect && { preselect }),
    ...(isSnippet && { insertTextFormat: InsertTextFormat.Snippet }),
    ...(client.hasInsertTextModes && newText.includes('\n') && { insertTextMode: mode }),
    textEdit:
      client.hasInsertReplace && insert.insertEnd !== undefined
        ? {
            newText,
            insert: convert.range({ start: insert.start, end: insert.insertEnd }),
            replace,
          }
        : { newText, range: replace },
    ...(extra && extra.length > 0 && { additionalTextEdits: extra.map(convert.edit) }),
    ...(resolve && { data: { path: resolve.path, target: view.model.release } }),
  }
}

/** Clients indent the lines of snippets like the first, and leave those of other texts as they are. */
function indented({ view }: Seen, start: number, text: string): string {
  if (!text.includes('\n')) return text
  const line = view.text.slice(view.offsetAt(view.positionOf(start).line, 0), start)
  return text.replaceAll('\n', `\n${/^[ \t]*/.exec(line)?.[0] ?? ''}`)
}

/** Adds what is only read when somebody looks at an item. */
export function resolved(item: CompletionItem, client: Client): CompletionItem {
  const { path, target } = toRecord(item.data)
  const model = typeof target === 'string' ? modelOf(target) : undefined
  if (!model || typeof path !== 'string') return item
  return {
    ...item,
    documentation: markup(
      resolveCompletion({ model }, { path }).documentation,
      client.readsMarkdown.completion,
    ),
  }
}

/** A text in Markdown, or without its marks for a client that does not read it. */
export const markup = (markdown: string, readsMarkdown: boolean): MarkupContent =>
  readsMarkdown
    ? { kind: MarkupKind.Markdown, value: markdown }
    : { kind: MarkupKind.PlainText, value: plainText(markdown) }
