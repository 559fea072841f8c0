import type { FileRename } from 'vscode-languageserver'
import { renameFiles } from '../../src/language/index.js'
import { defineWorkspaceFeature } from '../feature.js'
import type { Machine } from '../machine.js'
import { WillRenameFilesRequest } from '../protocol.js'
import type { Session } from '../session.js'
import { openWorkspace, resolveFileUri } from '../workspace.js'
import { toWorkspaceEdit } from '../workspace-edit.js'

/** Updates the paths of certificates and keys in router files when these files are renamed or moved. */
export const willRenameFiles = defineWorkspaceFeature({
  method: WillRenameFilesRequest.type,
  capability: ({ renamesFiles }) =>
    renamesFiles
      ? {
          workspace: {
            fileOperations: {
              willRename: { filters: [{ scheme: 'file', pattern: { glob: '**/*' } }] },
            },
          },
        }
      : {},
  handle: async ({ params: { files }, session, token }) => {
    const { machine, changes } = session
    if (!machine) return null
    await changes.whenSettled(token)
    const { views, find } = openWorkspace(session)
    const changedFiles = views.flatMap(({ path: uri, view }) => {
      const file = find(uri)
      // Skips embedded router files, whose paths are on another machine or in a container. Their id differs from their URI.
      if (file?.uri !== uri) return []
      const edits = renameFiles(view, (path) =>
        movePath({ uri, path }, files, { ...session, machine }),
      )
      return edits.length > 0 ? [{ uri, edits: edits.map(file.convert.edit) }] : []
    })
    return changedFiles.length > 0 ? toWorkspaceEdit(changedFiles, session) : null
  },
})

/** Returns the new path of a file that a router file names; undefined if its path in the router file stays the same. */
function movePath(
  { uri, path }: { uri: string; path: string },
  renames: readonly FileRename[],
  session: Pick<Session, 'documents' | 'routerFiles'> & { machine: Machine },
): string | undefined {
  const { machine, routerFiles } = session
  const filePath = toPath(resolveFileUri(session, uri, path), machine)
  if (filePath === undefined) return undefined
  for (const { oldUri, newUri } of renames) {
    const [oldPath, newPath] = [toPath(oldUri, machine), toPath(newUri, machine)]
    if (oldPath === undefined || newPath === undefined || !isBelow(filePath, oldPath)) continue
    const newFilePath = newPath + filePath.slice(oldPath.length)
    const folder = routerFiles
      .foldersFor(uri)
      .find((root) => machine.resolvePath(path, [root]) === filePath)
    const isAbsolute = machine.resolvePath(path, ['/']) === filePath && !path.startsWith('.')
    if (folder === undefined || (isAbsolute && /^(?:[/\\]|[A-Za-z]:)/.test(path)))
      return newFilePath
    // The folder moves together with the file, so the relative path stays the same.
    if (isBelow(folder, oldPath)) return undefined
    const relative = machine.toRelativePath(folder, newFilePath)
    return path.startsWith('./') ? `./${relative}` : relative
  }
  return undefined
}

const toPath = (uri: string | undefined, machine: Machine): string | undefined =>
  uri === undefined ? undefined : machine.toPath(uri)

/** Whether two paths are the same, or the first one is below the second. */
const isBelow = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}/`) || path.startsWith(`${folder}\\`)
