import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJsonText } from '../../plain.js'

/**
 * The store cannot be opened, written or filled. The message is one sentence for the user, without
 * content of records.
 */
export class StoreError extends Error {
  /** Identifies the error type. */
  override readonly name = 'StoreError'
  /** Whether records are damaged, so that only a backup helps. */
  readonly isDamaged: boolean

  constructor(message: string, options: ErrorOptions & { isDamaged?: boolean } = {}) {
    super(message, options)
    this.isDamaged = options.isDamaged ?? false
  }
}

/**
 * The version of the format on disk and of exports; increased by changes that older programs cannot
 * read.
 */
const formatVersion = 1

const formatName = 'routerfile store'

/** The header of a store: its program and format version. */
export const header = { format: formatName, version: formatVersion } as const

/**
 * Explains why a header is invalid, with `subject` as the subject of the sentence; undefined if it
 * is valid.
 */
export function checkStoreHeader(subject: string, found: unknown): string | undefined {
  if (
    typeof found !== 'object' ||
    found === null ||
    !('format' in found) ||
    found.format !== formatName ||
    !('version' in found)
  )
    return `${subject} was not written by routerfile`
  if (typeof found.version === 'number' && found.version > formatVersion)
    return `${subject} has version ${found.version}, but this release of routerfile reads version ${formatVersion}; use a newer release`
  return found.version === formatVersion
    ? undefined
    : `${subject} has the unknown version ${JSON.stringify(found.version)}; this release of routerfile reads version ${formatVersion}`
}

/** Creates a file and syncs it to disk. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Writes the header of a store. */
export const writeHeader = (store: string): Promise<void> =>
  writeDurably(join(store, 'format.json'), `${JSON.stringify(header)}\n`)

/** Throws a StoreError if the store in a folder has an unsupported format. */
export async function readHeader(store: string): Promise<void> {
  const text = await readFile(join(store, 'format.json'), 'utf8').catch(() => '')
  const fault = checkStoreHeader(`the store in \`${store}\``, parseJsonText(text))
  if (fault !== undefined) throw new StoreError(`${fault}. The store was not changed`)
}
