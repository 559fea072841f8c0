import { createHmac, hash } from 'node:crypto'
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { describeError, getErrorCode, readFileBytes } from './disk.js'
import { ProjectError } from './project-error.js'
import { deleteLeftovers } from './replace-file.js'
import { version } from './version.js'

/**
 * The names that may occur in the folder: cache files, each named by a digit; cache files that are not renamed yet; and
 * `.gitignore`.
 */
const ownNamePattern = /^(?:[\da-f]|\.gitignore|\.[\da-f]\.\d+\.routerfile\.tmp)$/

/** The file of the cache for a path: one of several, so that a run reads and writes only those that it needs. */
export const getCacheName = (path: string): string => hash('sha256', path, 'hex').charAt(0)

/** Maximum size of a file of the cache in bytes. */
const maxBytes = 2 ** 28

/**
 * The first line of a cache file: a signature of its name, its content and the program that wrote it. Only the holder
 * of the key can write a file that is accepted. The version of Node is signed, too, because it decides how certificates
 * are read.
 */
function createHeader(name: string, content: string, key: string): string {
  const writer = `routerfile ${version}, Node ${process.version}`
  const signature = createHmac('sha256', key).update(`${writer}\n${name}\n`).update(content)
  return `${writer}: ${signature.digest('base64url')}\n`
}

/** Throws a ProjectError if files of ours must not be written to a folder. */
export function checkCacheFolder(folder: string): void {
  const fault = findFault(folder)
  if (fault !== undefined)
    throw new ProjectError(`the cache cannot be in \`${folder}\`: ${fault}; name another folder`)
}

function findFault(folder: string): string | undefined {
  try {
    // `resolve` drops a slash at the end, with which the system would follow a link.
    const stats = lstatSync(resolve(folder), { throwIfNoEntry: false })
    if (!stats) return undefined
    if (stats.isSymbolicLink()) return 'it is a symbolic link'
    if (!stats.isDirectory()) return 'it is not a folder'
    const foreignName = readdirSync(folder).find((name) => !ownNamePattern.test(name))
    return foreignName === undefined
      ? undefined
      : `it holds other files, such as \`${foreignName}\``
  } catch (error) {
    return describeError(error)
  }
}

/** The content of a file of the cache; undefined if there is none, or if it is not one that was written with this key. */
export function readCacheFile(folder: string, name: string, key: string): string | undefined {
  const path = join(folder, name)
  try {
    // Opening a pipe may never end.
    if (!lstatSync(path).isFile()) return undefined
    const text = Buffer.from(readFileBytes(path, maxBytes) ?? []).toString()
    const start = text.indexOf('\n') + 1
    const content = text.slice(start)
    return text.slice(0, start) === createHeader(name, content, key) ? content : undefined
  } catch {
    return undefined
  }
}

/**
 * Writes files of the cache, each atomically, so that other runs read the old one or the new one. Only their owner may
 * read them. Links at their paths are replaced, not followed. Throws the errors of Node.
 */
export function writeCacheFiles(
  folder: string,
  contents: ReadonlyMap<string, string>,
  key: string,
): void {
  checkCacheFolder(folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  createIfMissing(join(folder, '.gitignore'), '*\n')
  deleteLeftovers(folder)
  for (const [name, content] of contents) {
    const temporaryPath = join(folder, `.${name}.${process.pid}.routerfile.tmp`)
    rmSync(temporaryPath, { force: true })
    createFile(temporaryPath, createHeader(name, content, key) + content)
    renameSync(temporaryPath, join(folder, name))
  }
}

/** Creates a file for its owner only; fails if anything is at its path. */
function createFile(path: string, content: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeFileSync(file, content)
  } finally {
    closeSync(file)
  }
}

function createIfMissing(path: string, content: string): void {
  try {
    createFile(path, content)
  } catch (error) {
    if (getErrorCode(error) !== 'EEXIST') throw error
  }
}
