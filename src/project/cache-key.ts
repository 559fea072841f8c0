import { randomBytes } from 'node:crypto'
import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describeError, readFileBytes } from './disk.js'
import { findProjectFolder, isOutsideFolder } from './project-folder.js'
import { getUserFolder } from './user-folder.js'

/** The environment variable that holds the key, for machines that share a cache. */
const keyVariable = 'ROUTERFILE_CACHE_KEY'

/** The number of random bytes in a new key, and the minimum length of a key in the file in characters. */
const minLength = 32

/** Maximum size of the key file in bytes. */
const maxLength = 4096

/**
 * The key that signs the files of a cache, or why there is none. Only files with this signature are used, so somebody
 * who can only write to the repository cannot plant results. The key comes from the environment variable, or is a
 * random key in the user's config folder.
 */
export type CacheKey = { key: string } | { why: string }

/** Returns the key for reading. If there is none, does not create one, because no file is signed with a new key yet. */
export const findCacheKey = (folder: string): CacheKey => getVariableKey() ?? readKey(folder)

/** The key for writing, which is created on first use. */
export function openCacheKey(folder: string): CacheKey {
  const existingKey = findCacheKey(folder)
  if ('key' in existingKey || lstatSync(getKeyPath(), { throwIfNoEntry: false })) return existingKey
  try {
    createKey(getKeyPath())
  } catch (error) {
    return { why: describeFault(describeError(error)) }
  }
  return readKey(folder)
}

/**
 * An empty string counts as unset: pipelines set the variable to an empty string if they have no access to the secret,
 * as for pull requests from forks.
 */
function getVariableKey(): CacheKey | undefined {
  const key = process.env[keyVariable]
  return key ? { key } : undefined
}

const getKeyPath = (): string => join(getUserFolder(process.env), 'routerfile', 'cache-key')

const describeFault = (reason: string): string =>
  `its key \`${getKeyPath()}\` cannot be used: ${reason}; set ${keyVariable}`

/** Creates the key file atomically, so that other runs never read an incomplete key. */
function createKey(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const temporaryPath = `${path}.${process.pid}.tmp`
  rmSync(temporaryPath, { force: true })
  writeFileSync(temporaryPath, `${randomBytes(minLength).toString('hex')}\n`, {
    flag: 'wx',
    mode: 0o600,
  })
  renameSync(temporaryPath, path)
}

function readKey(folder: string): CacheKey {
  const path = getKeyPath()
  try {
    const stats = lstatSync(path)
    if (!stats.isFile()) return { why: describeFault('it is not a regular file') }
    if (process.platform !== 'win32' && (stats.mode & 0o077) !== 0)
      return { why: describeFault('other users can read it') }
    if (['.', folder].some((start) => !isOutsideFolder(findProjectFolder(start), path)))
      return { why: describeFault('it is in the folder of the project') }
    const key = Buffer.from(readFileBytes(path, maxLength) ?? [])
      .toString()
      .trim()
    return key.length < minLength ? { why: describeFault('it is damaged') } : { key }
  } catch (error) {
    return { why: describeFault(describeError(error)) }
  }
}
