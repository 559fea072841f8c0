import { realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { findStats } from './disk.js'

/**
 * The folder whose files belong together: that of the git repository around a folder, or the folder itself if there is
 * none.
 */
export function findProjectFolder(folder: string): string {
  const start = resolve(folder)
  for (let at = start; ; at = dirname(at)) {
    if (findStats(join(at, '.git'))) return at
    if (at === dirname(at)) return start
  }
}

/** Whether a path leads out of a folder, by its names or by symbolic links. What does not exist leads nowhere. */
export function isOutsideFolder(folder: string, path: string): boolean {
  const root = findRealPath(folder)
  const place = findRealPath(path)
  if (place !== undefined) return root === undefined || !isWithin(root, place)
  return !isWithin(resolve(folder), resolve(path))
}

function isWithin(folder: string, path: string): boolean {
  const relativePath = relative(folder, path)
  return relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath)
}

/** Undefined if nothing is there, or if it cannot be reached. */
function findRealPath(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}
