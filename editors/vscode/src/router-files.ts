import type { Uri } from 'vscode'
import { languageId } from './language.js'
import type { ServedKind } from './router-text.js'
import { findServedKind } from './router-text.js'
import { readWorkspaceTexts } from './workspace-texts.js'

/** A file of the workspace that is or contains a router file. */
export type RouterFile = { uri: Uri; kind: Exclude<ServedKind, 'configuration'> }

/**
 * The files below a folder, or of the workspace, that are or contain router files, sorted by path. `notice` tells the
 * user which files were not searched.
 */
export async function searchRouterFiles(
  folder?: Uri,
): Promise<{ files: RouterFile[]; notice: string }> {
  const { texts, notice } = await readWorkspaceTexts(folder)
  const files = await Promise.all(
    texts.map(async ({ uri, text, document }): Promise<RouterFile[]> => {
      const found = await findServedKind({ path: uri.path, text })
      const kind = found ?? (document?.languageId === languageId ? 'incomplete' : undefined)
      return kind === undefined || kind === 'configuration' ? [] : [{ uri, kind }]
    }),
  )
  return {
    files: files.flat().sort((left, right) => left.uri.path.localeCompare(right.uri.path)),
    notice,
  }
}
