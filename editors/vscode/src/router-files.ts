import type { Uri } from 'vscode'
import { RelativePattern, workspace } from 'vscode'
import { languageId } from './language.js'
import type { ServedKind } from './router-text.js'
import { findServedKind } from './router-text.js'

/** More files than this are not read. */
const maxFiles = 1000

/** A file of the workspace that is or contains a router file. */
export type RouterFile = { uri: Uri; kind: Exclude<ServedKind, 'configuration'> }

/** The files below a folder, or of the workspace, that are router files by their content or name, sorted by path. */
export async function searchRouterFiles(folder?: Uri): Promise<RouterFile[]> {
  const pattern = '**/*.{yml,yaml,json}'
  const found = await workspace.findFiles(
    folder ? new RelativePattern(folder, pattern) : pattern,
    '**/node_modules/**',
    maxFiles,
  )
  const checked = await Promise.all(found.map((uri) => readFile(uri).catch(() => undefined)))
  return checked
    .filter((file) => file !== undefined)
    .sort((left, right) => left.uri.path.localeCompare(right.uri.path))
}

async function readFile(uri: Uri): Promise<RouterFile | undefined> {
  const open = workspace.textDocuments.find(
    (document) => document.uri.toString() === uri.toString(),
  )
  const text = open?.getText() ?? new TextDecoder().decode(await workspace.fs.readFile(uri))
  const found = await findServedKind({ path: uri.path, text })
  const kind = found ?? (open?.languageId === languageId ? 'incomplete' : undefined)
  return kind === undefined || kind === 'configuration' ? undefined : { uri, kind }
}
