import { constants, writeSync } from 'node:fs'
import { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mark, Take } from './checked.js'
import { digestKey, readChecked } from './checked.js'
import { checkHeader, writeDurably, writeHeader } from './format.js'
import type { Journal } from './journal.js'
import { openLevel, reasonOf } from './level.js'
import { lockFolder } from './lock.js'
import type { Digest } from './records.js'
import { StoreError } from './store-error.js'

/** All sequence numbers have the same length, so that one is written over the other in one go. */
const sequenceText = (sequence: number): string => `${String(sequence).padStart(16, '0')}\n`

/** Waits until the names in a folder are on the disk; Windows has no such wait. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, constants.O_RDONLY).catch(() => undefined)
  await folder?.sync().catch(() => undefined)
  await folder?.close()
}

/** Makes a store without records. It gets its name when it is whole, so there never is half of one. */
async function create(folder: string, store: string): Promise<void> {
  const unnamed = `${store}.new`
  await rm(unnamed, { recursive: true, force: true })
  await mkdir(unnamed, { mode: 0o700 })
  const level = await openLevel(join(unnamed, 'records'), true)
  const mark: Mark = { sequence: 0, count: 0, checksum: 0 }
  await level.put(digestKey, JSON.stringify(mark), { sync: true })
  await level.close()
  await writeDurably(join(unnamed, 'sequence'), sequenceText(0))
  await writeHeader(unnamed)
  await syncFolder(unnamed)
  await rename(unnamed, store)
  await syncFolder(folder)
}

/** Goes on with a store that was read as far as this mark. */
async function journalOf(store: string, mark: Mark): Promise<Journal> {
  const level = await openLevel(join(store, 'records'), false)
  const noted = await open(join(store, 'sequence'), 'r+')
  let { sequence } = mark
  return {
    commit: async (changes, digest) => {
      sequence += 1
      const next: Mark = { sequence, ...digest }
      const operations = changes.map(({ kind, id, text }) => {
        const key = `${kind}\0${id}`
        return text === undefined
          ? { type: 'del' as const, key }
          : { type: 'put' as const, key, value: text }
      })
      await level.batch(
        [...operations, { type: 'put', key: digestKey, value: JSON.stringify(next) }],
        { sync: true },
      )
      // Tells of commits that are lost at the end, where a log looks like one of which no more was written. It comes
      // after them, so that it is never ahead, and need not wait for the disk.
      writeSync(noted.fd, sequenceText(sequence), 0)
    },
    close: async () => {
      await noted.close()
      await level.close()
    },
  }
}

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/**
 * Opens the store in a folder, made where there is none, and takes all its records; `digest` is that of those taken.
 * Throws a StoreError where the folder is in use, or its store is newer, damaged or cannot be read, and changes nothing then.
 */
export async function openFolder(path: string, take: Take, digest: () => Digest): Promise<Journal> {
  const unusable = (cause: unknown): never => {
    throw cause instanceof StoreError
      ? cause
      : new StoreError(`\`${path}\` cannot be used (${reasonOf(cause)})`, { cause })
  }
  const folder = await mkdir(path, { recursive: true, mode: 0o700 })
    .then(() => realpath(path))
    .catch(unusable)
  const store = join(folder, 'store')
  const unlock = await lockFolder(folder)
  try {
    if (!(await isThere(store))) await create(folder, store)
    await checkHeader(store)
    const mark = await readChecked(store, { scratch: join(folder, 'check'), take, digest })
    const journal = await journalOf(store, mark)
    const close = async (): Promise<void> => {
      await journal.close()
      await unlock()
    }
    return { ...journal, close }
  } catch (error) {
    await unlock()
    return unusable(error)
  }
}
