import { rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Store } from './store/store.js'
import { openStore } from './store/store.js'
import { exportLines, importLines } from './store/lines.js'
import type { RecordTypes, EntityRecords } from './call/records.js'
import { StoreError } from './store/format.js'
import { recordKinds } from './entity-store.js'

/** Minimum size of a chunk in characters; only the last chunk is smaller. */
const chunkSize = 65_536

/** Joins lines into chunks that are large enough to be written efficiently; the last chunk may be empty. */
async function* toChunks(lines: AsyncIterable<string>): AsyncGenerator<string, void> {
  let text = ''
  for await (const line of lines) {
    text += line
    if (text.length < chunkSize) continue
    yield text
    text = ''
  }
  yield text
}

/**
 * Writes an export of all records to a file, which has a temporary name until it is complete. Only the owner of the
 * file may read it, because it contains secrets.
 */
async function writeLines<Types extends RecordTypes<Types>>(
  store: Store<Types>,
  path: string,
): Promise<void> {
  const temporaryPath = `${path}.new`
  try {
    await writeFile(temporaryPath, toChunks(exportLines(store)), { mode: 0o600, flush: true })
  } catch (error) {
    await rm(temporaryPath, { force: true })
    throw error
  }
  await rename(temporaryPath, path)
}

/**
 * Writes an export of all records to a file in the folder of the store. The file name contains the time, to the second.
 */
export const writeSnapshot = (
  store: Store<EntityRecords>,
  folder: string,
  time: Date,
): Promise<void> =>
  writeLines(
    store,
    join(
      folder,
      `snapshot-${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-')}.jsonl`,
    ),
  )

/**
 * Opens the store in a folder, or creates it, runs work with it, and closes it. Throws a StoreError if the store cannot
 * be used.
 */
async function withStore<Result>(
  folder: string,
  work: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(recordKinds, { folder })
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

export const hasStore = (folder: string): Promise<boolean> =>
  stat(join(folder, 'store')).then(
    () => true,
    () => false,
  )

/**
 * Exports all records to a file (if `output` is a path) or in chunks to a function. Throws a StoreError if the folder
 * has no store, or cannot be used.
 */
export async function exportRecords(
  folder: string,
  output: string | ((text: string) => void),
): Promise<void> {
  // `openStore` would create a missing store.
  if (!(await hasStore(folder))) throw new StoreError(`there are no records in \`${folder}\``)
  await withStore(folder, async (store) => {
    if (typeof output === 'string') return writeLines(store, output)
    for await (const text of toChunks(exportLines(store))) output(text)
  })
}

/**
 * Imports an export into the store of a folder, and returns the number of records. If the export is invalid, or the
 * folder has records or cannot be used, throws a StoreError and imports nothing.
 */
export const importRecords = (
  folder: string,
  chunks: AsyncIterable<string | Uint8Array>,
): Promise<number> => withStore(folder, (store) => importLines(store, chunks))
