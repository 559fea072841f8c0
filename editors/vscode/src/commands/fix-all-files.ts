import { Range, Uri, window, workspace, WorkspaceEdit } from 'vscode'
import type { EditorCommand, Services } from '../command.js'
import { isVirtualWorkspace } from '../mesh/files.js'
import { searchRouterFiles } from '../router-files.js'

/** Fixes the router files below a folder, which the user sees before. */
export const fixAllInFolder: EditorCommand = {
  name: 'routerfile.fixAllInFolder',
  run: (services, [folder]) => fixFiles(services, folder instanceof Uri ? folder : undefined),
}

/** Fixes all router files of the workspace, which the user sees before. */
export const fixAllInWorkspace: EditorCommand = {
  name: 'routerfile.fixAllInWorkspace',
  run: (services) => fixFiles(services, undefined),
}

const metadata = { label: 'Safe fixes', needsConfirmation: true }

async function fixFiles({ call }: Services, folder: Uri | undefined): Promise<void> {
  const notice = isVirtualWorkspace() ? await openRouterFiles(folder) : ''
  const findFixes = () =>
    folder === undefined
      ? call('routerfile.findFixes')
      : call('routerfile.findFixes', folder.toString())
  let files = await findFixes()
  // The places of edits are those in the texts as they were when the server found them.
  while (files.some(isOutdated)) files = await findFixes()
  if (files.length === 0) {
    await window.showInformationMessage(
      `No router file has a problem with a safe fix. ${notice}`.trim(),
    )
    return
  }
  const edit = new WorkspaceEdit()
  for (const { uri, edits } of files) {
    for (const { range, newText } of edits) {
      const { start, end } = range
      const replaced = new Range(start.line, start.character, end.line, end.character)
      edit.replace(Uri.parse(uri), replaced, newText, metadata)
    }
  }
  // The preview comes with nothing selected.
  void window.showInformationMessage(
    `Select the fixes in the preview, then apply them there. ${notice}`.trim(),
  )
  await workspace.applyEdit(edit)
}

/** Whether a text was changed since its fixes were found. */
function isOutdated({ uri, version }: { uri: string; version: number | null }): boolean {
  const key = Uri.parse(uri).toString()
  return (
    version !== null &&
    workspace.textDocuments.some((open) => open.uri.toString() === key && open.version > version)
  )
}

/** Opens the router files, because the server reads only open texts there. Returns the notice of their search. */
async function openRouterFiles(folder: Uri | undefined): Promise<string> {
  const { files, notice } = await searchRouterFiles(folder)
  await Promise.allSettled(files.map(({ uri }) => workspace.openTextDocument(uri)))
  return notice
}
