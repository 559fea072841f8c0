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
 * The names that files in the folder may have: a hexadecimal digit for a cache file, the temporary name of a cache file
 * that is being written, or `.gitignore`.
 */
const ownNamePattern = /^(?:[\da-f]|\.gitignore|\.[\da-f]\.\d+\.routerfile\.tmp)$/

/** The name of the cache file for a path. The cache has 16 files, so that a run reads and writes only some. */
export const getCacheName = (path: string): string => hash('sha256', path, 'hex').charAt(0)

/** Maximum size of a file of the cache in bytes. */
const maxBytes = 2 ** 28

/**
 * The first line of a cache file: the program that wrote it, and a signature of this line, the name and the content.
 * Only somebody with the key can write a file that is accepted. The version of Node is signed, too, because it decides
 * how certificates are read.
 */
function createHeader(name: string, content: string | Uint8Array, key: string): string {
  const writer = `routerfile ${version}, Node ${process.version}`
  const signature = createHmac('sha256', key).update(`${writer}\n${name}\n`).update(content)
  return `${writer}: ${signature.digest('base64url')}\n`
}

export function checkCacheFolder(folder: string): void {
  const fault = findFault(folder)
  if (fault !== undefined)
    throw new ProjectError(`the cache cannot be in \`${folder}\`: ${fault}; name another folder`)
}

function findFault(folder: string): string | undefined {
  try {
    // `resolve` removes a trailing slash, which would make `lstat` follow a link.
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

/**
 * The content of a cache file; undefined if the file cannot be read, is damaged, or was written with another key,
 * release or Node version.
 */
export function readCacheFile(folder: string, name: string, key: string): string | undefined {
  const path = join(folder, name)
  try {
    // Opening a pipe could block forever.
    if (!lstatSync(path).isFile()) return undefined
    const bytes = Buffer.from(readFileBytes(path, maxBytes) ?? [])
    const start = bytes.indexOf('\n') + 1
    const content = bytes.subarray(start)
    return bytes.toString('utf8', 0, start) === createHeader(name, content, key)
      ? content.toString()
      : undefined
  } catch {
    return undefined
  }
}

/**
 * Writes cache files, each atomically, so that other runs read either the old file or the new one. Only the owner may
 * read them. A link at the path of a file is replaced, not followed. Throws a ProjectError if the folder must not be
 * used, and the errors of Node.
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

/** Creates a file that only its owner may read; fails if the path exists. */
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
