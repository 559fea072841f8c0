import type { Event, TextDocument } from 'vscode'
import { CancellationError, Uri, window, workspace } from 'vscode'
import type { LanguageServer } from './language-server.js'
import type { RoutersView } from './routers/view.js'
import type { CallServer, FileStatus } from './server-commands.js'
import type { Views } from './views.js'

/** Runs `routerfile` in a folder. Rejects if it is not installed or takes too long. */
export type RunCommandLine = (
  parameters: readonly string[],
  cwd: string,
) => Promise<{ code: number; stdout: string; stderr: string }>

/** The services that commands use. */
export type Services = {
  server: LanguageServer
  call: CallServer
  views: Views
  /** The last status of a file from the server. */
  statusOf: (uri: Uri) => FileStatus | undefined
  onDidChangeStatus: Event<FileStatus>
  /** Fires after folders appeared or disappeared with their files. */
  onDidChangeFolders: Event<void>
  extensionUri: Uri
  routers: RoutersView
  /** Undefined in browsers. */
  runCommandLine: RunCommandLine | undefined
}

/**
 * A command of the palette, a menu or a code lens. The parameters are a URI or a row from a menu, or those of the code
 * lens.
 */
export type EditorCommand = {
  name: string
  run: (services: Services, parameters: readonly unknown[]) => unknown
}

/**
 * Finds the file for a command: the one of its first parameter, or the one in the active editor. If no editor is
 * active, as in the walkthrough, the user picks a file of the workspace.
 */
export async function findDocument([first]: readonly unknown[]): Promise<TextDocument> {
  if (first instanceof Uri) return workspace.openTextDocument(first)
  if (typeof first === 'string') return workspace.openTextDocument(Uri.parse(first))
  // A row of the view Routers.
  if (
    typeof first === 'object' &&
    first !== null &&
    'uri' in first &&
    typeof first.uri === 'string'
  )
    return workspace.openTextDocument(Uri.parse(first.uri))
  return window.activeTextEditor?.document ?? pickDocument()
}

/** Common names of router files. */
const routerFiles = '**/{router,*.router,*ziti-router*}.{yml,yaml}'

async function pickDocument(): Promise<TextDocument> {
  const uris = await workspace.findFiles(routerFiles, '**/node_modules/**')
  if (uris.length === 0) throw new Error('Open a router file first.')
  const items = uris.map((uri) => ({ label: workspace.asRelativePath(uri), uri }))
  items.sort((left, right) => left.label.localeCompare(right.label))
  const choice = await window.showQuickPick(items, { title: 'Router File' })
  if (!choice) throw new CancellationError()
  const document = await workspace.openTextDocument(choice.uri)
  await window.showTextDocument(document)
  return document
}
