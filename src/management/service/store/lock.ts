import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openLevel, reasonOf } from './level.js'
import { StoreError } from './store-error.js'

/**
 * Makes this process the only one that uses a folder, until the function that it gives is called or the process ends in
 * any way: the lock is that of an empty LevelDB, which the operating system holds, so none is ever left behind.
 * A StoreError names the process that has it.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const holder = join(folder, 'process')
  try {
    const level = await openLevel(join(folder, 'lock'), true)
    await writeFile(holder, `${process.pid}\n`, { mode: 0o600 })
    return async () => {
      await rm(holder, { force: true })
      await level.close()
    }
  } catch (cause) {
    if (cause instanceof StoreError) throw cause
    const reason = reasonOf(cause)
    if (reason !== 'LEVEL_LOCKED')
      throw new StoreError(`\`${folder}\` cannot be used (${reason})`, { cause })
    const id = (await readFile(holder, 'utf8').catch(() => '')).trim()
    throw new StoreError(
      `\`${folder}\` is in use by ${id === '' ? 'another process' : `process ${id}`}; stop that, or use another folder`,
      { cause },
    )
  }
}
