import type { CompletionItem, MarkupContent } from 'vscode-languageserver'
import {
  CompletionItemKind,
  InsertTextFormat,
  InsertTextMode,
  MarkupKind,
} from 'vscode-languageserver'
import type { Completion, CompletionKind, Surroundings } from '../src/language/index.js'
import { complete, resolveCompletion } from '../src/language/index.js'
import { toRecord } from '../src/document/record.js'
import { findModel } from '../src/schema/model.js'
import type { Router } from '../src/lint/fleet/rule.js'
import { summarizeRouter } from '../src/lint/fleet/fleet.js'
import { once } from '../src/document/lazy.js'
import type { OpenRouterFile, DocumentCache } from './router-files.js'
import type { LspClient } from './client.js'
import type { Documents } from './documents.js'
import type { WorkspaceFiles } from './workspace-files.js'
import { listVariables } from './workspace-files.js'
import type { Machine } from './machine.js'

const itemKinds: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  key: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
  snippet: CompletionItemKind.Snippet,
  file: CompletionItemKind.File,
  variable: CompletionItemKind.Variable,
  directive: CompletionItemKind.Keyword,
}

/** What can be written at an offset, as far as the client understands it. */
export const toLspCompletions = (
  seen: OpenRouterFile,
  offset: number,
  { client, surroundings }: { client: LspClient; surroundings: Surroundings },
): CompletionItem[] =>
  complete(seen.view, offset, surroundings).map((completion) =>
    toLspCompletionItem(seen, completion, client),
  )

function toLspCompletionItem(
  seen: OpenRouterFile,
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
  client: LspClient,
): CompletionItem {
  const { convert, view } = seen
  const isSnippet = insert.isSnippet && client.hasSnippets
  const replace = convert.range(insert)
  const newText = isSnippet
    ? insert.text
    : indentLikeFirst(
        seen,
        insert.start,
        insert.isSnippet ? toPlainSnippet(insert.text) : insert.text,
      )
  const mode = isSnippet ? InsertTextMode.adjustIndentation : InsertTextMode.asIs
  return {
    label,
    kind: itemKinds[kind],
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
function indentLikeFirst({ view }: OpenRouterFile, start: number, text: string): string {
  if (!text.includes('\n')) return text
  const line = view.text.slice(view.offsetAt(view.positionOf(start).line, 0), start)
  return text.replaceAll('\n', `\n${/^[ \t]*/.exec(line)?.[0] ?? ''}`)
}

/** Adds what is only read when somebody looks at an item. */
export function resolveItem(item: CompletionItem, client: LspClient): CompletionItem {
  const { path, target } = toRecord(item.data)
  const model = typeof target === 'string' ? findModel(target) : undefined
  if (!model || typeof path !== 'string') return item
  return {
    ...item,
    documentation: toMarkup(
      resolveCompletion({ model }, { path }).documentation,
      client.readsMarkdown.completion,
    ),
  }
}

/** A text in Markdown, or without its marks for a client that does not read it. */
export const toMarkup = (markdown: string, readsMarkdown: boolean): MarkupContent =>
  readsMarkdown
    ? { kind: MarkupKind.Markdown, value: markdown }
    : { kind: MarkupKind.PlainText, value: toPlainText(markdown) }

/** A snippet as plain text: its places hold what stands in them, the first of several choices. */
const toPlainSnippet = (snippet: string): string =>
  snippet.replaceAll(
    /\\([\\$}])|\$\{\d+\|((?:[^\\|]|\\.)*)\|\}|\$\{\d+:((?:[^\\}]|\\.)*)\}|\$\d+/g,
    (_, escaped: string | undefined, choices: string | undefined, blank: string | undefined) =>
      escaped ?? (choices?.split(/(?<!\\),/)[0] ?? blank ?? '').replaceAll(/\\(.)/g, '$1'),
  )

/** Markdown without its marks. */
const toPlainText = (markdown: string): string =>
  markdown
    .replaceAll(/^\|[ :|-]+\|\n/gm, '')
    .replaceAll(/^\| *(.*?) *\|$/gm, '$1')
    .replaceAll(/\[([^\]]*)\]\(([^)]*)\)/g, '$1 ($2)')
    .replaceAll(/\*\*|`/g, '')
    .replaceAll(/\\([\\`*_{}[\]()#+.!|<>-])/g, '$1')
    .replaceAll(/&nbsp;/g, ' ')

type SurroundingsDeps = {
  world: Machine | undefined
  documents: Documents
  files: WorkspaceFiles
  seeing: DocumentCache
}

const toDistinct = (values: readonly string[]): string[] => [...new Set(values)].sort()

/** What a completion can use of the files beside a text; each is looked for when it is asked for. */
export function createSurroundings(
  { uri, options }: OpenRouterFile,
  { world, documents, files, seeing }: SurroundingsDeps,
): Surroundings {
  const others = once(() =>
    documents
      .all()
      .filter((document) => document.uri !== uri)
      .flatMap((document) => seeing.get(document) ?? [])
      .filter(({ kind: standing }) => standing === 'router'),
  )
  const closed = once(() => files.all().flatMap(({ router }) => router ?? []))
  const routers = once((): Router[] => [
    ...others().map((other) => summarizeRouter(other.uri, other.view)),
    ...closed().map(({ summary }) => summary),
  ])
  return {
    files: (folder) => {
      const folders = seeing.foldersFor(uri)
      return world && folders.length > 0 ? world.namesIn(world.locate(folder || '.', folders)) : []
    },
    get groups() {
      return toDistinct(
        routers().flatMap(({ dialed = [], listened = [] }) =>
          [...dialed, ...listened].map(({ name }) => name),
        ),
      )
    },
    get hosts() {
      return toDistinct(routers().flatMap(({ advertised }) => advertised.map(({ host }) => host)))
    },
    get variables() {
      return toDistinct([
        ...Object.keys(options.env ?? {}),
        ...others().flatMap(({ view }) => listVariables(view.text)),
        ...closed().flatMap(({ variables }) => variables),
      ])
    },
  }
}
