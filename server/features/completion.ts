import type {
  CompletionContext,
  CompletionItem,
  CompletionList,
  Range,
} from 'vscode-languageserver'
import {
  CompletionItemKind,
  CompletionRequest,
  CompletionResolveRequest,
  CompletionTriggerKind,
  InsertTextFormat,
  InsertTextMode,
} from '../protocol.js'
import { once } from '../../src/document/lazy.js'
import { completeConfiguration } from '../../src/language/configuration/complete.js'
import { toRecord } from '../../src/document/record.js'
import type {
  Completion,
  CompletionKind,
  CompletionTrigger,
  Positions,
  CompletionOptions,
} from '../../src/language/index.js'
import { complete, resolveCompletion, toPlainSnippet } from '../../src/language/index.js'
import { summarizeRouter } from '../../src/lint/fleet/fleet.js'
import type { Router } from '../../src/lint/fleet/rule.js'
import { formatMasked } from '../../src/template/mask.js'
import { findModel } from '../../src/schema/model.js'
import type { LspClient } from '../client.js'
import { definePositionFeature, defineWorkspaceFeature } from '../feature.js'
import { toMarkup } from '../markup.js'
import type { OpenRouterFile } from '../router-files.js'
import type { Session } from '../session.js'
import { listVariables } from '../router-file-summary.js'
import { listOpenRouterFiles } from '../workspace.js'

export const completion = definePositionFeature({
  method: CompletionRequest.type,
  capability: {
    completionProvider: {
      triggerCharacters: [' ', '-', '"', "'", '$', '{', '*'],
      resolveProvider: true,
    },
  },
  empty: [],
  readsEmbedded: true,
  // If the request for the first letter of a word fails, VS Code shows no list for the rest of the word.
  allowsOutdatedText: true,
  handle: ({ file, offset, params: { context }, session }) =>
    listCompletions(file, offset, context, session),
  handleTemplate: ({ template, file, params: { context, position }, session }) => {
    if (!file || template.findTag(position)) return []
    const completions = listCompletions(file, file.convert.offset(position), context, session)
    const items = ('items' in completions ? completions.items : completions).filter(
      (item) =>
        formatMasked(item.label) === item.label &&
        !listReplacedRanges(item).some(template.touchesTag),
    )
    return 'items' in completions ? { ...completions, items } : items
  },
  handleConfiguration: ({ configuration, offset, params: { context }, session: { client } }) => {
    const { trigger } = readTrigger(context)
    const completions = completeConfiguration(configuration.content, offset, trigger)
    const file = { convert: configuration.convert, view: configuration.positions }
    return completions.map((found) => toLspCompletionItem(file, found, client))
  },
})

function listCompletions(
  file: OpenRouterFile,
  offset: number,
  context: CompletionContext | undefined,
  session: Session,
): CompletionItem[] | CompletionList {
  const { client } = session
  const completions = complete(file.view, offset, {
    ...readTrigger(context),
    canOpenValues: client.hasTriggerSuggest,
    ...createCompletionOptions(file, session),
  })
  if (client.keepsTypedItems && context && isNearlyTyped(completions, file.view.text, offset))
    return []
  const items = file.isQuoted
    ? completions.flatMap((found) => toQuotedItem(file, found, client))
    : completions.map((found) => toLspCompletionItem(file, found, client))
  return context && (client.keepsTypedItems || changesWithTyping(completions))
    ? { isIncomplete: true, items }
    : items
}

/**
 * Maximum number of missing characters with which a completion counts as nearly typed in full: a user may type them
 * before the client receives the next list.
 */
const maxMissingCharacters = 2

/**
 * Whether a completion other than a key is nearly typed in full: the user may press Enter before the next list arrives.
 */
const isNearlyTyped = (completions: readonly Completion[], text: string, offset: number): boolean =>
  completions.some(({ kind, label, insert }) => {
    const typedText = text.slice(insert.start, offset).trimStart()
    return (
      kind !== 'key' &&
      label.startsWith(typedText) &&
      label.length - typedText.length <= maxMissingCharacters
    )
  })

const listReplacedRanges = ({ textEdit, additionalTextEdits = [] }: CompletionItem): Range[] => [
  ...(!textEdit ? [] : 'range' in textEdit ? [textEdit.range] : [textEdit.replace]),
  ...additionalTextEdits.map(({ range }) => range),
]

/**
 * Whether the client must request a new list after each character. A variable, alias or directive that is typed in full
 * must leave the list, because Enter would replace it with another spelling or a longer name. All other lists are
 * complete, because VS Code loses an Enter that is typed while it waits for a list.
 */
export const changesWithTyping = (completions: readonly Completion[]): boolean =>
  completions.some(({ kind }) => kind === 'variable' || kind === 'alias' || kind === 'directive')

/** Reads the trigger of the request; empty if the client does not send it. */
function readTrigger(context: CompletionContext | undefined): { trigger?: CompletionTrigger } {
  switch (context?.triggerKind) {
    case CompletionTriggerKind.Invoked:
      return { trigger: 'invoked' }
    case CompletionTriggerKind.TriggerForIncompleteCompletions:
      return { trigger: 'incomplete' }
    case CompletionTriggerKind.TriggerCharacter:
      return { trigger: { character: context?.triggerCharacter ?? '' } }
    default:
      return {}
  }
}

/** Adds the documentation, which editors request only for the selected item. */
export const completionResolve = defineWorkspaceFeature({
  method: CompletionResolveRequest.type,
  handle: ({ params: item, session: { client } }) => {
    const { path, value, target } = toRecord(item.data)
    if (typeof target !== 'string' || !findModel(target) || typeof path !== 'string') return item
    const { documentation } = resolveCompletion(
      { options: { target } },
      { path, ...(typeof value === 'string' && { value }) },
    )
    return { ...item, documentation: toMarkup(documentation, client.readsMarkdown.completion) }
  },
})

export const toLspCompletions = (
  file: OpenRouterFile,
  offset: number,
  { client, options }: { client: LspClient; options: CompletionOptions },
): CompletionItem[] =>
  complete(file.view, offset, options).map((found) => toLspCompletionItem(file, found, client))

const itemKinds: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  key: CompletionItemKind.Property,
  value: CompletionItemKind.Value,
  snippet: CompletionItemKind.Snippet,
  file: CompletionItemKind.File,
  variable: CompletionItemKind.Variable,
  alias: CompletionItemKind.Reference,
  directive: CompletionItemKind.Keyword,
}

const triggerSuggestCommand = { title: 'Suggest values', command: 'editor.action.triggerSuggest' }

/** The text that is being completed; only a router file has a release. */
type CompletedFile = Pick<OpenRouterFile, 'convert' | 'lineIndent'> & {
  view: Positions & { options?: { target?: string } }
}

function toLspCompletionItem(
  file: CompletedFile,
  {
    label,
    kind,
    detail,
    sortText,
    filterText,
    deprecated,
    preselect,
    opensValues,
    insert,
    extra,
    documentation,
    resolve,
  }: Completion,
  client: LspClient,
): CompletionItem {
  const { convert, view } = file
  const isSnippet = insert.isSnippet && client.hasSnippets
  const replace = convert.range(insert)
  const newText = isSnippet
    ? insert.text
    : indentLikeFirst(
        file,
        insert.start,
        insert.isSnippet ? toPlainSnippet(insert.text) : insert.text,
      )
  const mode = isSnippet ? InsertTextMode.adjustIndentation : InsertTextMode.asIs
  return {
    label,
    kind: itemKinds[kind],
    ...(detail !== undefined && { detail }),
    // Editors show `detail` only in the selected row, and `labelDetails` in all rows.
    ...(detail !== undefined &&
      client.hasLabelDetails && { labelDetails: { description: detail } }),
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
    ...(opensValues && client.hasTriggerSuggest && { command: triggerSuggestCommand }),
    ...(documentation !== undefined && {
      documentation: toMarkup(documentation, client.readsMarkdown.completion),
    }),
    ...(resolve && { data: { ...resolve, target: view.options?.target } }),
  }
}

/**
 * Creates a completion inside a quoted string, as plain text with the escapes that the string needs; none if the string
 * cannot represent it.
 */
function toQuotedItem(
  file: OpenRouterFile,
  completion: Completion,
  client: LspClient,
): CompletionItem[] {
  const { insert } = completion
  const plain: Completion = {
    ...completion,
    insert: {
      start: insert.start,
      end: insert.end,
      text: insert.isSnippet ? toPlainSnippet(insert.text) : insert.text,
      isSnippet: false,
    },
    extra: [],
  }
  const item = toLspCompletionItem(file, plain, client)
  const text = indentLikeFirst({ ...file, lineIndent: '' }, insert.start, plain.insert.text)
  const [edit, ...extra] =
    file.convert.edits([{ ...plain.insert, text }, ...(completion.extra ?? [])]) ?? []
  return edit
    ? [
        {
          ...item,
          textEdit: edit,
          ...(extra.length > 0 && { additionalTextEdits: extra }),
        },
      ]
    : []
}

/**
 * Indents the lines of a plain text like the line into which it is inserted: clients do this for snippets, but insert
 * plain text unchanged.
 */
function indentLikeFirst(
  { view, lineIndent = '' }: CompletedFile,
  start: number,
  text: string,
): string {
  if (!text.includes('\n')) return text
  const line = view.text.slice(view.offsetAt(view.findPosition(start).line, 0), start)
  return text.replaceAll('\n', `\n${lineIndent}${/^[ \t]*/.exec(line)?.[0] ?? ''}`)
}

/** Creates the completion options that come from other files and the machine; each is computed when it is read. */
function createCompletionOptions(
  { uri, options }: OpenRouterFile,
  session: Pick<Session, 'machine' | 'documents' | 'routerFiles' | 'workspaceFiles'>,
): CompletionOptions {
  const { machine, workspaceFiles, routerFiles } = session
  const openFiles = once(() => listOpenRouterFiles(session).filter((other) => other.uri !== uri))
  const listClosedFiles = once(() => workspaceFiles.all().map(({ router }) => router))
  const listRouters = once((): Router[] => [
    ...openFiles().map((other) => summarizeRouter(other.uri, other.view)),
    ...listClosedFiles().map(({ summary }) => summary),
  ])
  return {
    files: (folder) => {
      const folders = routerFiles.foldersFor(uri)
      return machine && folders.length > 0
        ? machine.listNames(machine.resolvePath(folder || '.', folders))
        : []
    },
    get groups() {
      return sortDistinct(
        listRouters().flatMap(({ dialed = [], listened = [] }) =>
          [...dialed, ...listened].map(({ name }) => name),
        ),
      )
    },
    get hosts() {
      return sortDistinct(
        listRouters().flatMap(({ advertised }) => advertised.map(({ host }) => host)),
      )
    },
    get interfaces() {
      return machine?.listInterfaces() ?? []
    },
    get variables() {
      return sortDistinct([
        ...Object.keys(options.env ?? {}),
        ...openFiles().flatMap(({ view }) => listVariables(view.text)),
        ...listClosedFiles().flatMap(({ variables }) => variables),
      ])
    },
  }
}

const sortDistinct = (values: readonly string[]): string[] => [...new Set(values)].sort()
