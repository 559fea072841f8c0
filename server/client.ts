import type { Connection, InitializeParams } from 'vscode-languageserver'
import { toRecord } from '../src/document/record.js'
import { getRuleUrl, toRuleFile } from '../src/schema/site.js'
import {
  MessageType,
  ShowMessageNotification,
  CodeLensRefreshRequest,
  InlayHintRefreshRequest,
  SemanticTokensRefreshRequest,
} from './protocol.js'
import type { Encoding } from './convert.js'
import { encodings } from './convert.js'

/** The capabilities of a client that the server uses; the server also works without any of them. */
export type LspClient = ReturnType<typeof readClient>

/** Reads the capabilities of a client. Some clients send null for capabilities that they lack, against the protocol. */
export function readClient(
  { capabilities, clientInfo }: Pick<InitializeParams, 'capabilities' | 'clientInfo'>,
  findRulePage = getRuleUrl,
) {
  const { textDocument, workspace, window, general } = capabilities
  const completionItem = textDocument?.completion?.completionItem
  const publishCapability = textDocument?.publishDiagnostics
  const pullCapability = textDocument?.diagnostic
  const workspaceEdit = workspace?.workspaceEdit
  return {
    encoding: chooseEncoding(general?.positionEncodings ?? []),
    hasSnippets: completionItem?.snippetSupport === true,
    hasLabelDetails: completionItem?.labelDetailsSupport === true,
    hasInsertReplace: completionItem?.insertReplaceSupport === true,
    hasInsertTextModes: isSet(completionItem?.insertTextModeSupport),
    readsStatus: toRecord(capabilities.experimental)['routerfileStatus'] === true,
    runsCommands: isSet(workspace?.executeCommand) || isSet(textDocument?.codeLens),
    ownCommands: readOwnCommands(capabilities.experimental),
    hasTriggerSuggest: hasClientCommand(capabilities.experimental, 'editor.action.triggerSuggest'),
    /**
     * Whether the client keeps a fully typed completion in its list, so that Enter accepts it instead of starting a new
     * line. The server marks the lists for such a client as incomplete, so that the client asks again after each
     * character.
     */
    keepsTypedItems: clientInfo?.name === 'Neovim',
    hasDeprecatedTag: completionItem?.tagSupport?.valueSet?.includes(1) === true,
    hasDeprecated: completionItem?.deprecatedSupport === true,
    readsMarkdown: {
      hover: acceptsMarkdown(textDocument?.hover?.contentFormat),
      completion: acceptsMarkdown(completionItem?.documentationFormat),
    },
    pullsDiagnostics: isSet(pullCapability),
    hasRelatedInformation:
      publishCapability?.relatedInformation === true || pullCapability?.relatedInformation === true,
    hasCodeDescription:
      publishCapability?.codeDescriptionSupport === true ||
      pullCapability?.codeDescriptionSupport === true,
    diagnosticTags:
      publishCapability?.tagSupport?.valueSet ?? pullCapability?.tagSupport?.valueSet ?? [],
    hasConfiguration: workspace?.configuration === true,
    registersConfiguration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    watchesFiles: workspace?.didChangeWatchedFiles?.dynamicRegistration === true,
    hasProgress: window?.workDoneProgress === true,
    showsDocuments: window?.showDocument?.support === true,
    appliesEdits: workspace?.applyEdit === true,
    renamesFiles: workspace?.fileOperations?.willRename === true,
    hasDocumentChanges: workspaceEdit?.documentChanges === true,
    createsFiles: workspaceEdit?.resourceOperations?.includes('create') === true,
    hasCodeActionLiterals: isSet(textDocument?.codeAction?.codeActionLiteralSupport),
    hasSymbolTree: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    /** Returns the URL of a page that describes a rule and that the client can open; undefined if there is none. */
    findRulePage: createPageFinder(capabilities.experimental, findRulePage),
    maxFolds: textDocument?.foldingRange?.rangeLimit ?? Infinity,
    preparesRename: textDocument?.rename?.prepareSupport === true,
    refreshSupport: {
      diagnostics: workspace?.diagnostics?.refreshSupport === true,
      hints: workspace?.inlayHint?.refreshSupport === true,
      tokens: workspace?.semanticTokens?.refreshSupport === true,
      lenses: workspace?.codeLens?.refreshSupport === true,
    },
  }
}

/** Creates a function like `findRulePage` that falls back to the folder in `experimental.routerfilePages`, if any. */
function createPageFinder(
  experimental: unknown,
  findRulePage: typeof getRuleUrl,
): typeof getRuleUrl {
  const folder = toRecord(experimental)['routerfilePages']
  return typeof folder === 'string'
    ? (rule) => findRulePage(rule) ?? `${folder}/${toRuleFile(rule)}`
    : findRulePage
}

const isSet = (value: unknown): boolean => value !== undefined && value !== null

/** Whether the client lists a command under `experimental.commands.commands`, as clients of rust-analyzer do. */
function hasClientCommand(experimental: unknown, name: string): boolean {
  const { commands } = toRecord(toRecord(experimental)['commands'])
  return Array.isArray(commands) && commands.includes(name)
}

/** Reads the commands that an editor implements itself, which it lists under `experimental.routerfileCommands`. */
function readOwnCommands(experimental: unknown): ReadonlySet<string> {
  const names = toRecord(experimental)['routerfileCommands']
  return new Set(Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [])
}

const acceptsMarkdown = (formats: readonly string[] | undefined): boolean =>
  formats?.includes('markdown') === true

/** Returns the supported encoding that the client prefers; by default UTF-16, which every client supports. */
const chooseEncoding = (names: readonly string[]): Encoding =>
  names.flatMap((name) => encodings.filter((encoding) => encoding === name))[0] ?? 'utf-16'

type ShowMessage = (message: string) => void

/** Creates a function that shows messages as notifications, because not every client answers message requests. */
export const createMessenger =
  (connection: Connection, type: MessageType): ShowMessage =>
  (message) =>
    void connection.sendNotification(ShowMessageNotification.type, {
      type,
      message: `routerfile: ${message}`,
    })

/** Creates a function that shows each message only once, for messages that do not answer an action of the user. */
export function showOnce(showMessage: ShowMessage): ShowMessage {
  const sentMessages = new Set<string>()
  return (message) => {
    if (sentMessages.has(message)) return
    sentMessages.add(message)
    showMessage(message)
  }
}

/** Creates a function that asks the client to request hints, tokens and code lenses again, if it supports that. */
export function createRefresher({
  connection,
  client: { refreshSupport },
}: {
  connection: Connection
  client: LspClient
}): () => void {
  const requests = [
    ...(refreshSupport.hints ? [InlayHintRefreshRequest.type] : []),
    ...(refreshSupport.tokens ? [SemanticTokensRefreshRequest.type] : []),
    ...(refreshSupport.lenses ? [CodeLensRefreshRequest.type] : []),
  ]
  return () => {
    for (const { method } of requests) connection.sendRequest(method).catch(() => undefined)
  }
}

/** Timeout of a request to the client, in milliseconds. */
const requestTimeout = 2000

/** Waits for the client's answer to a request; undefined if the client refuses it or does not answer in time. */
export const waitForAnswer = <Answer>(response: Promise<Answer>): Promise<Answer | undefined> =>
  Promise.race([
    response.catch(() => undefined),
    new Promise<undefined>((resolve) =>
      setTimeout(() => resolve(undefined), requestTimeout).unref?.(),
    ),
  ])

/** Number of files that the server reads in a row. It then handles pending messages of the client before it goes on. */
export const filesPerTurn = 16

/** Lets pending events run first, especially messages of the client. Browsers have no `setImmediate`. */
export function yieldToClient(milliseconds = 0): Promise<void> {
  return new Promise((resolve) => {
    if (milliseconds > 0 || typeof setImmediate !== 'function') setTimeout(resolve, milliseconds)
    else setImmediate(resolve)
  })
}
