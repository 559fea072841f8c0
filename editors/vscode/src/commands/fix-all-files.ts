import type { TextDocument } from 'vscode'
import { Range, Uri, window, workspace, WorkspaceEdit } from 'vscode'
import { formatCount, formatList } from '../../../../src/document/words.js'
import { repeatForChangedTexts, showProgress } from '../changing-texts.js'
import type { EditorCommand, Services } from '../command.js'
import { isVirtualWorkspace } from '../mesh/files.js'
import { searchRouterFiles } from '../router-files.js'
import type { ServerCommands } from '../server-commands.js'

/** Shows the safe fixes of the router files below a folder, and applies those that the user selects. */
export const fixAllInFolder: EditorCommand = {
  name: 'routerfile.fixAllInFolder',
  run: (services, [folder]) => fixFiles(services, folder instanceof Uri ? folder : undefined),
}

/** Shows the safe fixes of all router files of the workspace, and applies those that the user selects. */
export const fixAllInWorkspace: EditorCommand = {
  name: 'routerfile.fixAllInWorkspace',
  run: (services) => fixFiles(services, undefined),
}

const metadata = { label: 'Safe fixes', needsConfirmation: true }

async function fixFiles({ call }: Services, folder: Uri | undefined): Promise<void> {
  const searchNotice = isVirtualWorkspace() ? await openRouterFiles(folder) : ''
  const { files, unsaved } = await findFixes(call, folder)
  const notice = [describeUnsaved(unsaved), searchNotice].filter(Boolean).join(' ')
  if (files.length === 0) {
    const answer = unsaved.length > 0 ? '' : 'No router file has a problem with a safe fix.'
    await window.showInformationMessage(`${answer} ${notice}`.trim())
    return
  }
  const edit = new WorkspaceEdit()
  for (const { uri, edits } of files) {
    for (const { range, newText } of edits) {
      const { start, end } = range
      const replaced = new Range(start.line, start.character, end.line, end.character)
      edit.replace(uri, replaced, newText, metadata)
    }
  }
  // All checkboxes of the preview are empty at first.
  void window.showInformationMessage(
    `Select the fixes in the preview, then apply them there. ${notice}`.trim(),
  )
  await workspace.applyEdit(edit)
}

type FoundFixes = Omit<ServerCommands['routerfile.findFixes']['gives'][number], 'uri'> & {
  uri: Uri
}

/** Finds the fixes for the current texts. `unsaved` are files with unsaved changes that the server does not have. */
const findFixes = (
  call: Services['call'],
  folder: Uri | undefined,
): Thenable<{ files: readonly FoundFixes[]; unsaved: readonly Uri[] }> =>
  showProgress('Searching for safe fixes', async (token) => {
    let files: readonly FoundFixes[] = []
    let unsaved: readonly Uri[] = []
    await repeatForChangedTexts(token, async () => {
      const answer = await (folder === undefined
        ? call('routerfile.findFixes')
        : call('routerfile.findFixes', folder.toString()))
      const found = answer
        .map((file) => ({ ...file, uri: Uri.parse(file.uri) }))
        .map((file) => ({ file, document: findOpen(file.uri) }))
      const isUnsaved = ({ file, document }: (typeof found)[number]): boolean =>
        file.version === null && document?.isDirty === true
      unsaved = found.filter(isUnsaved).map(({ file }) => file.uri)
      const usable = found.filter((one) => !isUnsaved(one))
      files = usable.map(({ file }) => file)
      // The edits fit only the version of the text in which the server found them.
      return usable
        .filter(
          ({ file: { version }, document }) => version !== null && document?.version !== version,
        )
        .map(({ file }) => file.uri)
    })
    return { files, unsaved }
  })

function findOpen(uri: Uri): TextDocument | undefined {
  const key = uri.toString()
  return workspace.textDocuments.find((open) => open.uri.toString() === key)
}

const describeUnsaved = (uris: readonly Uri[]): string =>
  uris.length === 0
    ? ''
    : `Save ${formatList(uris.map((uri) => workspace.asRelativePath(uri)))} to fix ${uris.length === 1 ? 'it' : 'them'}.`

/**
 * Opens the router files, because in a virtual workspace the server reads only open texts. Returns a notice about the
 * files that are left out.
 */
async function openRouterFiles(folder: Uri | undefined): Promise<string> {
  const { files, notice } = await searchRouterFiles(folder)
  const results = await Promise.allSettled(files.map(({ uri }) => workspace.openTextDocument(uri)))
  const failed = results.filter(({ status }) => status === 'rejected').length
  return [failed > 0 && `${formatCount(failed, 'router file')} cannot be opened.`, notice]
    .filter(Boolean)
    .join(' ')
}
