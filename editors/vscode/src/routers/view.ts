import type { Event, TextDocument, TreeDataProvider } from 'vscode'
import {
  commands,
  DiagnosticSeverity,
  Disposable,
  EventEmitter,
  languages,
  Range,
  ThemeColor,
  ThemeIcon,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
  window,
  workspace,
} from 'vscode'
import { languageIds, viewScheme } from '../language.js'
import { onClose } from '../on-close.js'
import type { CallServer } from '../server-commands.js'
import { isVirtualWorkspace, readMesh } from '../mesh/files.js'
import type { RouterFile } from '../router-files.js'
import { searchRouterFiles } from '../router-files.js'
import type { RunningResult } from './running.js'
import type { TreeFinding, TreeRow } from './tree.js'
import { listRouters } from './tree.js'

/** The view of the router files of the workspace. */
export type RoutersView = {
  refresh: () => void
  /** Shows the running configurations beside the files; undefined shows only the files. */
  showRunning: (running: readonly RunningResult[] | undefined) => void
  dispose: () => void
}

const routersViewId = 'routerfile.routers'

/** The pause after the last change before rows are shown again, in milliseconds. */
const pause = 500

/**
 * The pause after the last change of a text before links are predicted again, in milliseconds. The server reads all router
 * files for that, which must not delay the completions of somebody who is typing.
 */
const linkPause = 3000

/**
 * Creates the view, which is only filled while it is visible. Until it is visible for the first time, it neither reads
 * folders nor starts the server.
 */
export function createRoutersView(call: CallServer, onDidChangeFolders: Event<void>): RoutersView {
  const changes = new EventEmitter<undefined>()
  const state: ViewState = {}
  const provider: TreeDataProvider<TreeRow> = {
    onDidChangeTreeData: changes.event,
    getChildren: async (row) => {
      if (row) return [...row.rows]
      const { rows, notice } = await readRows(call, state)
      view.message = notice
      return rows
    },
    getTreeItem: toTreeItem,
  }
  const view = window.createTreeView(routersViewId, {
    treeDataProvider: provider,
    showCollapseAll: true,
  })
  const refresh = (): void => {
    clearTimeout(state.timer)
    state.timer = setTimeout(() => {
      if (view.visible) changes.fire(undefined)
    }, pause)
  }
  const refreshLinks = (): void => {
    delete state.network
    refresh()
  }
  const refreshLinksLater = (document: TextDocument): void => {
    if (!mayBeRouterFile(document)) return
    clearTimeout(state.linkTimer)
    state.linkTimer = setTimeout(refreshLinks, linkPause)
  }
  const watcher = workspace.createFileSystemWatcher('**/{*.yml,*.yaml,*.json,.routerfileignore}')
  const subscriptions = Disposable.from(
    view,
    changes,
    watcher,
    watcher.onDidChange(refreshLinks),
    watcher.onDidCreate(refreshLinks),
    watcher.onDidDelete(refreshLinks),
    onDidChangeFolders(refreshLinks),
    workspace.onDidChangeTextDocument(({ document }) => {
      refreshLinksLater(document)
    }),
    workspace.onDidOpenTextDocument((document) => {
      if (mayBeRouterFile(document)) refresh()
    }),
    onClose(refreshLinksLater),
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('routerfile')) refreshLinks()
    }),
    workspace.onDidChangeWorkspaceFolders(refreshLinks),
    workspace.onDidGrantWorkspaceTrust(refreshLinks),
    view.onDidChangeVisibility(refresh),
    languages.onDidChangeDiagnostics(refresh),
  )
  return {
    refresh: refreshLinks,
    showRunning: (running) => {
      state.running = running
      refresh()
    },
    dispose: () => {
      clearTimeout(state.timer)
      clearTimeout(state.linkTimer)
      subscriptions.dispose()
    },
  }
}

type Timer = ReturnType<typeof setTimeout>

type ViewState = {
  running?: readonly RunningResult[] | undefined
  /** The router files, and their links, until a file, text, folder or setting changes. */
  network?: ReturnType<typeof readNetwork>
  timer?: Timer
  linkTimer?: Timer
}

/** The notice if the server lists only some of the links. */
const largeNotice =
  'The network is too large to list all links; run routerfile mesh for all of them.'

async function readRows(
  call: CallServer,
  state: ViewState,
): Promise<{ rows: TreeRow[]; notice: string }> {
  const network = (state.network ??= readNetwork(call))
  const forget = (): void => {
    if (state.network === network) delete state.network
  }
  const { files, mesh, notice, isCacheable } = await network.catch((error: unknown) => {
    forget()
    throw error
  })
  if (!isCacheable) forget()
  const openUris = new Set(workspace.textDocuments.map(({ uri }) => uri.toString()))
  // Hides the menu of the view if there are no router files.
  void commands.executeCommand('setContext', 'routerfile.hasRouters', files.length > 0)
  const rows = listRouters({
    files: files.map(({ uri, kind }) => ({
      uri: uri.toString(),
      path: workspace.asRelativePath(uri),
      kind,
      isChecked: openUris.has(uri.toString()) || (isCheckedClosed(kind) && !isVirtualWorkspace()),
      findings: listFindings(uri),
    })),
    mesh,
    running: state.running,
  })
  return { rows, notice: `${notice} ${mesh?.unlisted ? largeNotice : ''}`.trim() }
}

/** The error code of requests that the server refuses (`LSPErrorCodes.RequestFailed`). */
const requestFailed = -32803

/**
 * Searches the router files, and asks the server for their links. `isCacheable` is false if a new attempt may have
 * another result without any change of a file.
 */
async function readNetwork(call: CallServer) {
  const { files, notice } = await searchRouterFiles()
  // A file can become a router file without a change, when the user chooses its language.
  if (files.length === 0) return { files, notice, isCacheable: false }
  try {
    const { mesh } = await readMesh(call)
    return { files, mesh, notice, isCacheable: true }
  } catch (error) {
    // After any other error, such as a crash of the server, the next attempt may succeed.
    const isRefusal = error instanceof Error && 'code' in error && error.code === requestFailed
    return isRefusal
      ? {
          files,
          notice: `${notice} No links are shown: ${error.message}.`.trim(),
          isCacheable: true,
        }
      : { files, notice, isCacheable: false }
  }
}

/**
 * Whether the server checks files of this kind while they are closed: it then reads neither templates nor the strings
 * of files.
 */
const isCheckedClosed = (kind: RouterFile['kind']): boolean =>
  kind === 'router' || kind === 'incomplete'

const mayBeRouterFile = ({ uri, languageId }: TextDocument): boolean =>
  uri.scheme !== viewScheme && languageIds.some((id) => id === languageId)

const severities = {
  [DiagnosticSeverity.Error]: 'error',
  [DiagnosticSeverity.Warning]: 'warning',
  [DiagnosticSeverity.Information]: 'info',
  [DiagnosticSeverity.Hint]: 'info',
} as const

const listFindings = (uri: Uri): TreeFinding[] =>
  languages
    .getDiagnostics(uri)
    .filter(({ source }) => source === 'routerfile')
    .map(({ severity, message, range }) => ({
      severity: severities[severity],
      message: message.split('\n')[0] ?? '',
      line: range.start.line,
    }))
    .sort((left, right) => left.line - right.line)

const icons = {
  router: new ThemeIcon('circuit-board'),
  error: new ThemeIcon('error', new ThemeColor('list.errorForeground')),
  warning: new ThemeIcon('warning', new ThemeColor('list.warningForeground')),
  info: new ThemeIcon('info'),
  link: new ThemeIcon('link'),
  'no-link': new ThemeIcon('circle-slash'),
  running: new ThemeIcon('pass'),
  drift: new ThemeIcon('diff'),
} as const

function toTreeItem({
  label,
  description,
  tooltip,
  icon,
  uri,
  line = 0,
  kind,
  rows,
}: TreeRow): TreeItem {
  const item = new TreeItem(
    label,
    rows.length > 0 ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None,
  )
  item.iconPath = icons[icon]
  if (description !== undefined) item.description = description
  if (tooltip !== undefined) item.tooltip = tooltip
  if (kind !== undefined) item.contextValue = `routerfile.${kind}`
  if (uri !== undefined) {
    const selection = new Range(line, 0, line, 0)
    item.command = {
      command: 'vscode.open',
      title: 'Open',
      arguments: [Uri.parse(uri), { selection, preview: true }],
    }
  }
  return item
}
