import type { Event, LanguageStatusItem, StatusBarItem, TextDocument } from 'vscode'
import {
  commands,
  EventEmitter,
  languages,
  LanguageStatusSeverity,
  MarkdownString,
  StatusBarAlignment,
  Uri,
  window,
  workspace,
} from 'vscode'
import type { BaseLanguageClient } from 'vscode-languageclient'
import { languageId, languageIds } from './language.js'
import { onClose } from './on-close.js'
import { isOwnConfiguration } from './router-text.js'
import type { FileStatus } from './server-commands.js'
import type { EditorHost } from './status-text.js'
import { formatLanguageStatus, formatStatusBar, lacksConfiguration } from './status-text.js'

/** Shows the status of open files. */
export type StatusDisplay = {
  dispose: () => void
  findStatus: (uri: Uri) => FileStatus | undefined
  /** The open texts that are router files. */
  listRouterFiles: () => readonly TextDocument[]
  onDidChange: Event<FileStatus>
}

/**
 * Keeps the status bar, the language status and the context of menus up to date. Hides the status bar and the language
 * status for files that the server does not check.
 */
export function showStatus(client: BaseLanguageClient): StatusDisplay {
  const statuses = new Map<string, FileStatus>()
  /** The sources of each status; the URIs are written as in the editor. */
  const sources = new Map<string, ReadonlySet<string>>()
  const changes = new EventEmitter<FileStatus>()
  const bar = createBar()
  const item = createItem()
  const statusOf = (uri: Uri): FileStatus | undefined => statuses.get(uri.toString())
  const update = (): void => {
    const document = window.activeTextEditor?.document
    const status = document && statusOf(document.uri)
    updateBar(
      bar,
      status,
      document ? listUnsaved(document, sources.get(document.uri.toString())) : [],
    )
    updateItem(item, document, status)
    setContexts(document, [...statuses.values()])
  }
  const isConfiguration = (document: TextDocument): boolean => {
    const key = document.uri.toString()
    return [...sources.values()].some((ofFile) => ofFile.has(key)) || isConfigurationText(document)
  }
  const drop = (uri: Uri): void => {
    sources.delete(uri.toString())
    if (statuses.delete(uri.toString())) update()
  }
  const subscriptions = [
    bar,
    item,
    changes,
    client.onNotification('routerfile/status', (status: FileStatus) => {
      // The server may write a URI differently than the editor.
      const key = Uri.parse(status.uri).toString()
      if (!isOpen(key)) return
      statuses.set(key, status)
      sources.set(key, new Set(status.sources?.map((source) => Uri.parse(source).toString())))
      changes.fire(status)
      update()
    }),
    window.onDidChangeActiveTextEditor(update),
    // The editor also fires this event when a document has no unsaved changes any more.
    workspace.onDidChangeTextDocument(({ document }) => {
      if (isConfiguration(document)) update()
    }),
    onClose((document) => {
      drop(document.uri)
      if (isConfiguration(document)) update()
    }),
    // The editor also fires this event when the language of a document changes. If the server reads texts in the new
    // language, the old status stays until the server sends a new one.
    workspace.onDidOpenTextDocument((document) => {
      if (!isRead(document)) drop(document.uri)
    }),
  ]
  update()
  return {
    findStatus: statusOf,
    listRouterFiles: () =>
      workspace.textDocuments.filter(({ uri }) => statusOf(uri)?.kind === 'router'),
    onDidChange: changes.event,
    dispose: () => {
      for (const subscription of subscriptions) subscription.dispose()
    },
  }
}

/** Whether the server reads texts in the language of a document. */
const isRead = ({ languageId: language }: TextDocument): boolean =>
  languageIds.some((id) => id === language)

const isOpen = (key: string): boolean =>
  workspace.textDocuments.some(({ uri }) => uri.toString() === key)

function createBar(): StatusBarItem {
  const bar = window.createStatusBarItem('routerfile.status', StatusBarAlignment.Right, 90)
  bar.name = 'Router File'
  bar.command = 'routerfile.chooseRelease'
  return bar
}

function updateBar(
  bar: StatusBarItem,
  status: FileStatus | undefined,
  unsaved: readonly string[],
): void {
  if (status?.release === undefined) {
    bar.hide()
    return
  }
  const host = describeHost()
  const { text, tooltip } = formatStatusBar(status, host, status.isUnconfigured ? [] : unsaved)
  bar.text = text
  bar.tooltip = toTooltip(
    tooltip,
    status.isUnconfigured === true && !host.isTrusted && !host.isBrowser,
  )
  bar.accessibilityInformation = { label: tooltip }
  bar.show()
}

const isConfigurationText = (document: TextDocument): boolean =>
  isOwnConfiguration(document.uri.path, () => document.getText())

/**
 * The files with unsaved changes that the server does not see because it reads them from disk: the sources of the check
 * of a router file, and configuration files in the folder of that file and above.
 */
const listUnsaved = (
  { uri: { path } }: TextDocument,
  sources: ReadonlySet<string> | undefined,
): readonly string[] =>
  workspace.textDocuments.flatMap((document) => {
    if (!document.isDirty) return []
    const folder = document.uri.path.slice(0, document.uri.path.lastIndexOf('/') + 1)
    const isConfiguration = path.startsWith(folder) && isConfigurationText(document)
    return isConfiguration || sources?.has(document.uri.toString())
      ? [workspace.asRelativePath(document.uri)]
      : []
  })

const describeHost = (): EditorHost => ({
  isTrusted: workspace.isTrusted,
  isBrowser: 'importScripts' in globalThis,
})

/** Formats the lines of a tooltip, with links to workspace trust and to further commands. */
function toTooltip(lines: string, needsTrust: boolean): MarkdownString {
  const tooltip = new MarkdownString()
  for (const line of lines.split('\n')) tooltip.appendText(line).appendMarkdown('\n\n')
  tooltip.isTrusted = { enabledCommands: ['routerfile.showCommands', 'workbench.trust.manage'] }
  if (needsTrust) tooltip.appendMarkdown('[Trust the folder…](command:workbench.trust.manage)\n\n')
  return tooltip.appendMarkdown('[Show commands…](command:routerfile.showCommands)')
}

function createItem(): LanguageStatusItem {
  const item = languages.createLanguageStatusItem('routerfile.language', [])
  item.name = 'Router File'
  return item
}

/** An empty selector hides the item. */
function updateItem(
  item: LanguageStatusItem,
  document: TextDocument | undefined,
  status: FileStatus | undefined,
): void {
  const content =
    status &&
    formatLanguageStatus(status, {
      ...describeHost(),
      isRouterLanguage: document?.languageId === languageId,
    })
  if (!content || !document) {
    item.selector = []
    return
  }
  item.selector = [{ language: document.languageId, scheme: document.uri.scheme }]
  item.text = content.text
  item.detail = content.detail
  item.severity = lacksConfiguration(status, describeHost())
    ? LanguageStatusSeverity.Warning
    : LanguageStatusSeverity.Information
  item.command = content.offersLanguage
    ? { command: 'routerfile.treatAsRouterFile', title: 'Treat as Router File' }
    : { command: 'routerfile.showCommands', title: 'Show Commands' }
}

/**
 * Sets the context keys for `when` clauses: whether the active file is a router file or contains one, whether it is one
 * itself, and the paths of all open files that are router files or contain one.
 */
function setContexts(document: TextDocument | undefined, statuses: readonly FileStatus[]): void {
  const uris = statuses
    .filter(({ kind }) => kind === 'router' || kind === 'parts')
    .map(({ uri }) => Uri.parse(uri))
  const isRouterFile = uris.some((uri) => uri.toString() === document?.uri.toString())
  void commands.executeCommand('setContext', 'routerfile.isRouterFile', isRouterFile)
  const active = statuses.find(({ uri }) => Uri.parse(uri).toString() === document?.uri.toString())
  const isWhole = active?.kind === 'router'
  void commands.executeCommand('setContext', 'routerfile.isWholeRouterFile', isWhole)
  void commands.executeCommand('setContext', 'routerfile.files', uris.flatMap(listPaths))
}

/** The forms in which the window may write a path. It can run on a different operating system than the extension. */
const listPaths = ({ path, fsPath }: Uri): readonly string[] => [
  ...new Set([fsPath, path, path.replaceAll('/', '\\')]),
]
