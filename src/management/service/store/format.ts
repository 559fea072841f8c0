import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isPlainObject } from '../../../document/record.js'
import { parseJsonText } from '../../plain.js'

/**
 * Thrown if the store cannot be opened, written, exported or imported. The message is for the user, and does not
 * contain fields of records.
 */
export class StoreError extends Error {
  /** Identifies the error type even if several copies of the package are loaded. */
  override readonly name = 'StoreError'
  /** Whether records on disk are missing or damaged, so that only a backup helps. */
  readonly isDamaged: boolean

  constructor(message: string, options: ErrorOptions & { isDamaged?: boolean } = {}) {
    super(message, options)
    this.isDamaged = options.isDamaged ?? false
  }
}

/** The version of the format on disk and of exports. Increase it for changes that older releases cannot read. */
const formatVersion = 1

const formatName = 'routerfile store'

export const storeHeader = { format: formatName, version: formatVersion } as const

/**
 * Explains why a header is invalid, as a sentence with the given subject and without a full stop; undefined if the
 * header is valid.
 */
export function checkStoreHeader(subject: string, value: unknown): string | undefined {
  if (!isPlainObject(value) || value['format'] !== formatName || value['version'] === undefined)
    return `${subject} was not written by routerfile`
  const { version } = value
  if (version === formatVersion) return undefined
  return typeof version === 'number' && version > formatVersion
    ? `${subject} has version ${version}, but this release of routerfile reads version ${formatVersion}; use a newer release`
    : `${subject} has the unknown version ${JSON.stringify(version)}; this release of routerfile reads version ${formatVersion}`
}

/** Creates a file that only its owner may read, and syncs it to disk. Throws if the file exists. */
export const writeDurably = (path: string, text: string): Promise<void> =>
  writeFile(path, text, { flag: 'wx', mode: 0o600, flush: true })

export const writeHeader = (storePath: string): Promise<void> =>
  writeDurably(join(storePath, 'format.json'), `${JSON.stringify(storeHeader)}\n`)

/** Throws a StoreError if the header of a store is missing, or has an unsupported format or version. */
export async function verifyHeader(storePath: string): Promise<void> {
  const text = await readFile(join(storePath, 'format.json'), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code !== 'ENOENT') throw error
    return ''
  })
  const fault = checkStoreHeader(`the store in \`${storePath}\``, parseJsonText(text))
  if (fault !== undefined) throw new StoreError(`${fault}. The store was not changed.`)
}
