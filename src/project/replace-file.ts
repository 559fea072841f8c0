import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fchownSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { decodeText, encodeText, findEncoding } from '../document/decode-text.js'
import { describeError, getErrorCode, maxTextBytes, readFileBytes } from './disk.js'
import { isProjectError, ProjectError } from './project-error.js'

/** Ignores a signal, so that it does not interrupt the write. */
const ignoreSignal = (): void => undefined

/** The directories in which temporary files of killed runs were deleted. */
const cleanedFolders = new Set<string>()

/**
 * Deletes temporary files of runs that were killed before they replaced a file. The copies of hard-linked files are
 * kept, because they may be the only complete text.
 */
export function deleteLeftovers(folder: string): void {
  if (cleanedFolders.has(folder)) return
  cleanedFolders.add(folder)
  for (const name of listNames(folder)) {
    const [, pid] = /^\..+\.(\d+)\.routerfile\.tmp$/.exec(name) ?? []
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(join(folder, name), { force: true })
  }
}

/** The names in a directory; empty if it cannot be listed, because files in it may still be writable. */
function listNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return getErrorCode(error) !== 'ESRCH'
  }
}

/** The bits of a mode that `chmod` sets: permissions, and set-user-id, set-group-id and sticky. */
const modeBits = 0o7777

/**
 * Writes a file atomically: readers see either the old text or the new one. The text is written to a temporary file
 * next to it, with the same mode and owner, which then replaces it; `mode` is only used if the file did not exist. A
 * file with several names (hard links) is overwritten in place, and the temporary file is deleted after that. Special
 * files such as pipes are written to directly. Throws errors of Node, and a ProjectError if the file was only partly
 * written, cannot keep its mode, or no longer has the `expected` bytes.
 */
export function replaceFile(
  path: string,
  content: string | Uint8Array,
  mode?: number,
  expected?: Uint8Array,
): void {
  const oldStats = statSync(path, { throwIfNoEntry: false })
  if (oldStats && !oldStats.isFile()) return writeFileSync(path, content)
  const realPath = oldStats ? realpathSync(path) : path
  const hasHardLinks = (oldStats?.nlink ?? 0) > 1
  deleteLeftovers(dirname(realPath))
  const temporaryPath = join(
    dirname(realPath),
    `.${basename(realPath)}.${process.pid}.routerfile.${hasHardLinks ? 'copy' : 'tmp'}`,
  )
  // An earlier process with the same id may not have deleted its file, for example in a container.
  rmSync(temporaryPath, { force: true })
  const file = openSync(temporaryPath, 'wx', oldStats?.mode ?? mode)
  process.on('SIGINT', ignoreSignal).on('SIGTERM', ignoreSignal)
  try {
    writeFileSync(file, content)
    if (oldStats) {
      const { uid, gid } = fstatSync(file)
      if (uid !== oldStats.uid || gid !== oldStats.gid) fchownSync(file, oldStats.uid, oldStats.gid)
      // The mode is set after the owner, because changing the owner clears some bits of the mode.
      fchmodSync(file, oldStats.mode & modeBits)
      if (((fstatSync(file).mode ^ oldStats.mode) & modeBits) !== 0)
        throw new ProjectError(
          `\`${path}\` cannot keep its mode ${(oldStats.mode & modeBits).toString(8)}, and was not changed`,
        )
    }
    fsyncSync(file)
    if (expected && !hasContent(realPath, expected)) throw createChangedError(path)
    if (hasHardLinks) overwriteInPlace(realPath, content, temporaryPath)
    else renameSync(temporaryPath, realPath)
  } catch (error) {
    if (!(error instanceof PartlyWrittenError)) rmSync(temporaryPath, { force: true })
    throw error
  } finally {
    process.off('SIGINT', ignoreSignal).off('SIGTERM', ignoreSignal)
    closeSync(file)
  }
}

/** A file was only partly overwritten; the copy beside it has the whole text. */
class PartlyWrittenError extends ProjectError {}

const hasContent = (path: string, expected: Uint8Array): boolean =>
  Buffer.from(readFileBytes(path, expected.length) ?? []).equals(expected)

const createChangedError = (path: string): ProjectError =>
  new ProjectError(`\`${path}\` was changed meanwhile and was not overwritten`)

/**
 * Overwrites a file with the new text, which `copy` has too, and then deletes `copy`. If overwriting fails, `copy`
 * stays, and the error names it.
 */
function overwriteInPlace(path: string, content: string | Uint8Array, copy: string): void {
  const file = openSync(path, 'r+')
  try {
    const { mode } = fstatSync(file)
    writeFileSync(file, content)
    ftruncateSync(file, Buffer.byteLength(content))
    // Writing to a file may clear bits of its mode, such as set-user-id.
    if (fstatSync(file).mode !== mode) fchmodSync(file, mode & modeBits)
    fsyncSync(file)
    rmSync(copy)
  } catch (error) {
    throw new PartlyWrittenError(
      `\`${path}\` was only partly written (${describeError(error)}); its whole text is in \`${copy}\``,
    )
  } finally {
    closeSync(file)
  }
}

/**
 * Replaces the text of a file and keeps its encoding. Throws a ProjectError if the file cannot be written, or if its
 * text is no longer `before`.
 */
export function replaceFileText(path: string, before: string, after: string): void {
  try {
    accessSync(path, constants.W_OK)
    const bytes = readFileBytes(path, maxTextBytes)
    const current = bytes && decodeText(bytes, path)
    if (!bytes || !current || !('text' in current) || current.text !== before)
      throw createChangedError(path)
    replaceFile(path, encodeText(after, findEncoding(bytes)), undefined, bytes)
  } catch (error) {
    if (isProjectError(error)) throw error
    throw new ProjectError(
      `\`${path}\` cannot be written (${describeError(error)}), and was not changed`,
    )
  }
}
