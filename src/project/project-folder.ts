import { realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { findStats } from './disk.js'

/** The root of the git repository that contains a folder, or the folder itself if it is not in a repository. */
export function findProjectFolder(folder: string): string {
  const start = resolve(folder)
  for (let current = start; ; current = dirname(current)) {
    if (findStats(join(current, '.git'))) return current
    if (current === dirname(current)) return start
  }
}

/**
 * Whether a path is outside of a folder after symbolic links in both are followed. If nothing exists at the path, links
 * are not followed, and only the names in both paths are compared.
 */
export function isOutsideFolder(folder: string, path: string): boolean {
  const realFolder = findRealPath(folder)
  const realPath = findRealPath(path)
  if (realPath !== undefined) return realFolder === undefined || !isWithin(realFolder, realPath)
  return !isWithin(resolve(folder), resolve(path))
}

function isWithin(folder: string, path: string): boolean {
  const relativePath = relative(folder, path)
  return relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath)
}

function findRealPath(path: string): string | undefined {
  try {
    return realpathSync.native(path)
  } catch {
    return undefined
  }
}
