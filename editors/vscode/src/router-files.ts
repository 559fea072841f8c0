import type { Uri } from 'vscode'
import { RelativePattern, workspace } from 'vscode'
import { isOwnConfiguration, isServed } from './router-text.js'

/** More files than this are not read. */
const maxFiles = 1000

/** The files below a folder, or of the workspace, that are router files by their content or name, sorted by path. */
export async function searchRouterFiles(folder?: Uri): Promise<Uri[]> {
  const pattern = '**/*.{yml,yaml,json}'
  const found = await workspace.findFiles(
    folder ? new RelativePattern(folder, pattern) : pattern,
    '**/node_modules/**',
    maxFiles,
  )
  const checked = await Promise.all(
    found.map(async (uri) => ((await isRouterFile(uri).catch(() => false)) ? [uri] : [])),
  )
  return checked.flat().sort((left, right) => left.path.localeCompare(right.path))
}

async function isRouterFile(uri: Uri): Promise<boolean> {
  const open = workspace.textDocuments.find(
    (document) => document.uri.toString() === uri.toString(),
  )
  const text = open?.getText() ?? new TextDecoder().decode(await workspace.fs.readFile(uri))
  if (isOwnConfiguration(uri.path, text)) return false
  return isServed({ path: uri.path, language: open?.languageId ?? 'yaml', text })
}
