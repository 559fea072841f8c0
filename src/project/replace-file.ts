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

/** Does nothing, so that a signal waits until the work is done. */
const holdSignal = (): void => undefined

/**
 * Writes a file so that whoever reads it meanwhile sees the old text or the new one: a new file beside it, with its
 * mode and owner, takes its place; `mode` is that of a file that was not there. A file of several names (hard links) stays
 * one file: it is written over, and the new file goes only when that is done. What is no plain file, such as a pipe, is
 * written to. Throws what Node throws, and a ProjectError where the file was written in part.
 */
export function replaceFile(path: string, content: string | Uint8Array, mode?: number): void {
  const before = statSync(path, { throwIfNoEntry: false })
  if (before && !before.isFile()) return writeFileSync(path, content)
  const place = before ? realpathSync(path) : path
  const beside = join(dirname(place), `.${basename(place)}.${process.pid}.tmp`)
  // What was left behind by a process that had the same number, as in containers.
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

/** Writes over a file in place; where that breaks off, the whole text is in the copy, and the error says so. */
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

/** The bytes of a text in the encoding that a file has already. */
function encodeLike(text: string, bytes: Uint8Array): Uint8Array {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return Buffer.from(text, 'utf16le')
  return first === 0xfe && second === 0xff
    ? Buffer.from(text, 'utf16le').swap16()
    : Buffer.from(text)
}

/** Writes another text into a file that holds `before`, in its encoding. A ProjectError where it cannot be written, or holds something else by now. */
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
