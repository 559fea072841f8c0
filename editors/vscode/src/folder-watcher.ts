import type { Event } from 'vscode'
import { Disposable, EventEmitter, FileType, RelativePattern, Uri, workspace } from 'vscode'
import type { BaseLanguageClient, FileEvent } from 'vscode-languageclient'
import { DidChangeWatchedFilesNotification, FileChangeType } from 'vscode-languageclient'
import { textFiles } from './workspace-texts.js'

/** Reports folders that appeared or disappeared with their files, after the server was told of it. */
export type FolderWatcher = { onDidChange: Event<void>; dispose: () => void }

/** The pause after the last change before folders are read, in milliseconds. */
const pause = 300

/** Maximum number of paths that are looked at together, and of files in a new folder. */
const maxPaths = 1000

/**
 * Watches for folders that are moved or deleted: VS Code reports such a folder, but not its files, so that watchers of
 * files do not notice. Tells the server the new files and the folders; the URI of a folder ends with a slash.
 */
export function watchFolders(client: BaseLanguageClient): FolderWatcher {
  const changed = new EventEmitter<void>()
  let changes = new Map<string, FileEvent>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const report = async (): Promise<void> => {
    const events = [...changes.values()]
    changes = new Map()
    const reported = (await Promise.all(events.map(listFolder))).flat()
    if (reported.length === 0) return
    if (client.isRunning())
      await client.sendNotification(DidChangeWatchedFilesNotification.method, { changes: reported })
    changed.fire()
  }
  const add = (uri: Uri, type: FileChangeType): void => {
    if (!mayBeFolder(uri) || changes.size >= maxPaths) return
    changes.set(uri.toString(), { uri: uri.toString(), type })
    clearTimeout(timer)
    timer = setTimeout(() => void report(), pause)
  }
  const watcher = workspace.createFileSystemWatcher('**/*', false, true, false)
  const subscriptions = Disposable.from(
    changed,
    watcher,
    watcher.onDidCreate((uri) => add(uri, FileChangeType.Created)),
    watcher.onDidDelete((uri) => add(uri, FileChangeType.Deleted)),
  )
  return {
    onDidChange: changed.event,
    dispose: () => {
      clearTimeout(timer)
      subscriptions.dispose()
    },
  }
}

/**
 * Whether a path may be a folder with router files: its name does not end like that of a file, and Git and npm do not
 * own it.
 */
const mayBeFolder = ({ path }: Uri): boolean =>
  !/\.[a-z]{1,8}$/i.test(path) && !/\/(?:node_modules|\.git)(?:\/|$)/.test(path)

/** Lists a folder, and its YAML and JSON files if it is new; nothing for a new path that is not a folder. */
async function listFolder({ uri, type }: FileEvent): Promise<FileEvent[]> {
  const folder = { uri: `${uri}/`, type }
  if (type === FileChangeType.Deleted) return [folder]
  const path = Uri.parse(uri)
  // The path may have been deleted again.
  const stats = await Promise.resolve(workspace.fs.stat(path)).catch(() => undefined)
  if (stats?.type !== FileType.Directory) return []
  const pattern = new RelativePattern(path, textFiles)
  const files = await workspace.findFiles(pattern, '**/node_modules/**', maxPaths)
  return [...files.map((file) => ({ uri: file.toString(), type })), folder]
}
