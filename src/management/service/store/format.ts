import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJsonText } from '../../plain.js'

/** The store cannot be opened, written or filled: one sentence for its user, which quotes no record. */
export class StoreError extends Error {
  /** Tells it from other errors. */
  override readonly name = 'StoreError'
  /** Whether records are damaged, so that only a copy of them helps. */
  readonly isDamaged: boolean

  constructor(message: string, options: ErrorOptions & { isDamaged?: boolean } = {}) {
    super(message, options)
    this.isDamaged = options.isDamaged ?? false
  }
}

/** The version of what is on disk and in an export, which a change that older programs cannot read counts up. */
const formatVersion = 1

const formatName = 'routerfile store'

/** What is at the beginning of a store: which program's it is, and the version of its form. */
export const header = { format: formatName, version: formatVersion } as const

/** Tells what is wrong with the header of a store, with what it was read from as the subject; nothing where it is fine. */
export function checkStoreHeader(subject: string, found: unknown): string | undefined {
  if (
    typeof found !== 'object' ||
    found === null ||
    !('format' in found) ||
    found.format !== formatName ||
    !('version' in found)
  )
    return `${subject} is not a store of routerfile`
  if (typeof found.version === 'number' && found.version > formatVersion)
    return `${subject} has version ${found.version}, but this routerfile reads version ${formatVersion}; use a newer routerfile`
  return found.version === formatVersion
    ? undefined
    : `${subject} has the unknown version ${JSON.stringify(found.version)}; this routerfile reads version ${formatVersion}`
}

/** Writes a file that is not there yet, and waits for the disk. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Writes the header of the store in a folder. */
export const writeHeader = (store: string): Promise<void> =>
  writeDurably(join(store, 'format.json'), `${JSON.stringify(header)}\n`)

/** Throws a StoreError where the store in a folder has another form than this program reads. */
export async function readHeader(store: string): Promise<void> {
  const text = await readFile(join(store, 'format.json'), 'utf8').catch(() => '')
  const fault = checkStoreHeader(`the store in \`${store}\``, parseJsonText(text))
  if (fault !== undefined) throw new StoreError(`${fault}. The store was not changed`)
}
