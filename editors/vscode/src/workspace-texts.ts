import type { TextDocument, Uri } from 'vscode'
import { RelativePattern, workspace } from 'vscode'
import { formatNumber } from '../../../src/document/words.js'

/** The pattern of files that may be router files. */
export const textFiles = '**/*.{yml,yaml,json}'

/** Maximum number of files to read. */
const maxFiles = 1000

/** The notice for results that lack files because there are more than `maxFiles`. */
const limitNotice = `Only ${formatNumber(maxFiles)} of the YAML and JSON files are searched for router files; exclude folders with the setting files.exclude.`

/** A file that may be a router file. If it is open, its text is that of the editor. */
type WorkspaceText = { uri: Uri; text: string; document: TextDocument | undefined }

/**
 * Reads the YAML and JSON files below a folder, or of the workspace. `notice` tells the user which files are missing in
 * `texts`, because they cannot be read or there are too many; if none are missing, it is empty.
 */
export async function readWorkspaceTexts(
  folder?: Uri,
): Promise<{ texts: WorkspaceText[]; notice: string }> {
  const uris = await workspace.findFiles(
    folder ? new RelativePattern(folder, textFiles) : textFiles,
    '**/node_modules/**',
    maxFiles + 1,
  )
  const texts = await Promise.all(
    uris.slice(0, maxFiles).map((uri) => readFile(uri).catch(() => undefined)),
  )
  const readable = texts.filter((file) => file !== undefined)
  const unread = texts.length - readable.length
  return {
    texts: readable,
    notice: [
      unread > 0 && `${formatNumber(unread)} of the YAML and JSON files cannot be read.`,
      uris.length > maxFiles && limitNotice,
    ]
      .filter(Boolean)
      .join(' '),
  }
}

async function readFile(uri: Uri): Promise<WorkspaceText> {
  const document = workspace.textDocuments.find((open) => open.uri.toString() === uri.toString())
  const text = document?.getText() ?? new TextDecoder().decode(await workspace.fs.readFile(uri))
  return { uri, text, document }
}
