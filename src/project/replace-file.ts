import {
  accessSync,
  chownSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { decodeText } from './file.js'
import { describeError } from './disk.js'
import { isProjectError, ProjectError } from './project-error.js'

/** Does nothing, so that a signal does not interrupt the write. */
const holdSignal = (): void => undefined

/**
 * Writes a file atomically: readers see either the old text or the new one. A new file next to it, with its mode and
 * owner, replaces it; `mode` applies to a file that did not exist. A file with several names (hard links) is
 * overwritten in place instead, and the new file is deleted only after that. Special files such as pipes are written
 * to. Throws the errors of Node, and a ProjectError if the file was written in part.
 */
export function replaceFile(path: string, content: string | Uint8Array, mode?: number): void {
  const before = statSync(path, { throwIfNoEntry: false })
  if (before && !before.isFile()) return writeFileSync(path, content)
  const place = before ? realpathSync(path) : path
  const beside = join(dirname(place), `.${basename(place)}.${process.pid}.tmp`)
  // A process with the same id may have left a file behind, for example in a container.
  rmSync(beside, { force: true })
  const file = openSync(beside, 'wx', before?.mode ?? mode)
  process.on('SIGINT', holdSignal).on('SIGTERM', holdSignal)
  try {
    writeFileSync(file, content)
    if (before) {
      fchmodSync(file, before.mode)
      const { uid, gid } = statSync(beside)
      if (uid !== before.uid || gid !== before.gid) chownSync(beside, before.uid, before.gid)
    }
    fsyncSync(file)
    if ((before?.nlink ?? 0) > 1) writeOver(place, content, beside)
    else renameSync(beside, place)
  } catch (error) {
    if (!isProjectError(error)) rmSync(beside, { force: true })
    throw error
  } finally {
    process.off('SIGINT', holdSignal).off('SIGTERM', holdSignal)
    closeSync(file)
  }
}

/** Overwrites a file in place; if that fails midway, the copy has the whole text, and the error names the copy. */
function writeOver(place: string, content: string | Uint8Array, copy: string): void {
  const file = openSync(place, 'r+')
  try {
    writeFileSync(file, content)
    ftruncateSync(file, Buffer.byteLength(content))
    fsyncSync(file)
    rmSync(copy)
  } catch (error) {
    throw new ProjectError(
      `\`${place}\` was written in part only (${describeError(error)}); its whole text is in \`${copy}\``,
    )
  } finally {
    closeSync(file)
  }
}

/** Encodes a string in the current encoding of a file. */
function encodeLike(text: string, bytes: Uint8Array): Uint8Array {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return Buffer.from(text, 'utf16le')
  return first === 0xfe && second === 0xff
    ? Buffer.from(text, 'utf16le').swap16()
    : Buffer.from(text)
}

/**
 * Replaces the text of a file that contains `before`, in its encoding. Throws a ProjectError if the file cannot be
 * written, or no longer contains `before`.
 */
export function replaceText(path: string, before: string, after: string): void {
  try {
    accessSync(path, constants.W_OK)
    const bytes = readFileSync(path)
    const now = decodeText(bytes, path)
    if (!('text' in now) || now.text !== before)
      throw new ProjectError(`\`${path}\` was changed meanwhile, and is left as it is`)
    replaceFile(path, encodeLike(after, bytes))
  } catch (error) {
    if (isProjectError(error)) throw error
    throw new ProjectError(
      `\`${path}\` cannot be written (${describeError(error)}), and is left as it is`,
    )
  }
}
