import type { ClassicLevel } from 'classic-level'
import { StoreError } from './store-error.js'

/** A database of LevelDB, which keeps texts under texts, in the order of their bytes. */
export type Level = ClassicLevel

/** The code of an error, or of what caused it; its text where there is none. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause !== undefined) return reasonOf(error.cause)
  return 'code' in error ? String(error.code) : error.message
}

/** Opens the database in a folder, and where asked makes it. Throws what LevelDB does; a StoreError where that is not there. */
export async function openLevel(folder: string, createIfMissing: boolean): Promise<Level> {
  // Loaded here alone: it is native code, which nobody needs who keeps nothing on disk.
  const loaded = await import('classic-level').catch((cause: unknown) => {
    throw new StoreError(
      'to keep data in a folder takes the optional package `classic-level`, which is not installed, or not made for this system; install it, or keep the data in memory',
      { cause },
    )
  })
  const level: Level = new loaded.ClassicLevel(folder, { createIfMissing })
  await level.open()
  return level
}
