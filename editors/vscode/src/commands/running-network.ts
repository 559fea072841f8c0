import { commands, ProgressLocation, Uri, window, workspace } from 'vscode'
import type { EditorCommand, Services } from '../command.js'
import { readRunning } from '../routers/running.js'

/** Reads the router files of the workspace again. */
export const refreshRouters: EditorCommand = {
  name: 'routerfile.refreshRouters',
  run: ({ routers }) => routers.refresh(),
}

/** Compares the files with the configurations that routers run, with the login of the command line. */
export const compareRunning: EditorCommand = {
  name: 'routerfile.compareRunning',
  run: async (services) => {
    const output = await window.withProgress(
      { location: ProgressLocation.Notification, title: 'Asking the controller what runs' },
      () =>
        runInFolder(
          services,
          ['drift', ...listFolders(), '--allow-empty', '--format', 'json'],
          [0, 1],
        ),
    )
    services.routers.showRunning(readRunning(output))
    await commands.executeCommand('routerfile.routers.focus')
  },
}

/** The paths of the workspace folders that are on a disk. */
const listFolders = (): readonly string[] =>
  (workspace.workspaceFolders ?? []).flatMap(({ uri }) =>
    uri.scheme === 'file' ? [uri.fsPath] : [],
  )

/** Shows the difference between a router's file and the configuration that it runs. */
export const showRunningDifference: EditorCommand = {
  name: 'routerfile.showRunningDifference',
  run: async (services, [row]) => {
    const { router, path } = readRow(row)
    const running = await runInFolder(services, [...pullArguments(router, path), '--diff'], [0, 1])
    const view = services.views.write({
      path: `/Difference of ${router} from what runs`,
      about: router,
      command: 'Compare with Running Routers',
      language: 'diff',
      text: running === '' ? `What ${router} runs and its file are the same.\n` : running,
    })
    await window.showTextDocument(await workspace.openTextDocument(view), { preview: true })
  },
}

/** Saves the configuration that a router runs to a file, unless the file exists. */
export const pullRunning: EditorCommand = {
  name: 'routerfile.pullRunning',
  run: async (services, [row]) => {
    const { router, path } = readRow(row)
    await runInFolder(services, pullArguments(router, path), [0])
    services.routers.refresh()
    await window.showTextDocument(Uri.file(path))
  },
}

const pullArguments = (router: string, path: string): string[] => [
  'pull',
  ...['--filter', `name = ${JSON.stringify(router)}`],
  ...['-o', path],
]

/** Reads the name of a router from a row of the view, and the path of its file or of the file to create. */
function readRow(row: unknown): { router: string; path: string } {
  if (typeof row !== 'object' || row === null || !('router' in row) || !isFileName(row.router))
    throw new Error('Choose a router in the view Routers.')
  const { router } = row
  if ('uri' in row && typeof row.uri === 'string')
    return { router, path: Uri.parse(row.uri).fsPath }
  const [folder] = workspace.workspaceFolders ?? []
  if (!folder) throw new Error('Open the folder of the router files first.')
  return { router, path: Uri.joinPath(folder.uri, `${router}.router.yml`).fsPath }
}

/** Whether the name of a router can be a file name. */
const isFileName = (name: unknown): name is string =>
  typeof name === 'string' && /^[^/\\{}]+$/.test(name)

/**
 * Runs the command line in the first folder of the workspace. Throws an error with its message, such as that a login is
 * missing.
 */
async function runInFolder(
  { runCommandLine }: Services,
  parameters: readonly string[],
  accepted: readonly number[],
): Promise<string> {
  const [folder] = workspace.workspaceFolders ?? []
  if (!runCommandLine || folder?.uri.scheme !== 'file')
    throw new Error('What runs can only be asked for from a folder on a disk, on a desktop.')
  if (!workspace.isTrusted) throw new Error('Trust this workspace to ask its controller what runs.')
  const { code, stdout, stderr } = await runCommandLine(parameters, folder.uri.fsPath)
  // Exit code 1: there are differences, or nothing was written.
  if (accepted.includes(code)) return stdout
  throw new Error(stderr.trim().replace(/^routerfile: /, '') || 'routerfile did not answer')
}
