import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreError } from './store-error.js'

/** The version of what is on disk and in an export, which a change that older programs cannot read counts up. */
const version = 1

const format = 'routerfile store'

/** What is at the beginning of a store: which program's it is, and the version of its form. */
export const header = { format, version } as const

/** Tells what is wrong with the header of a store, with what it was read from as the subject; nothing where it is fine. */
export function faultOfHeader(subject: string, found: unknown): string | undefined {
  if (
    typeof found !== 'object' ||
    found === null ||
    !('format' in found) ||
    found.format !== format ||
    !('version' in found)
  )
    return `${subject} is no store of routerfile`
  if (typeof found.version === 'number' && found.version > version)
    return `${subject} has version ${found.version}, and this program reads version ${version}; use a newer routerfile`
  return found.version === version
    ? undefined
    : `${subject} has the unknown version ${JSON.stringify(found.version)}; this program reads version ${version}`
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
export async function checkHeader(store: string): Promise<void> {
  const text = await readFile(join(store, 'format.json'), 'utf8').catch(() => '')
  const fault = faultOfHeader(`the store in \`${store}\``, parsed(text))
  if (fault !== undefined) throw new StoreError(`${fault}, it is left as it is`)
}

/** What a text of JSON says; nothing where it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
