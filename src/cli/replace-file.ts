import { accessSync, chownSync, closeSync, constants, fchmodSync, fsyncSync, openSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { decode } from '../file.js'
import { UsageError } from './flags.js'

/** The bytes of a text in the encoding that a file has already. */
function encode(text: string, bytes: Uint8Array): Uint8Array {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return Buffer.from(text, 'utf16le')
  return first === 0xfe && second === 0xff ? Buffer.from(text, 'utf16le').swap16() : Buffer.from(text)
}

/**
 * Writes another text into a file that holds `before`: whole or not at all, with its encoding, mode and owner. A
 * UsageError where it cannot be written, or holds something else by now.
 */
export function replaceFile(path: string, before: string, after: string): void {
  try {
    const real = realpathSync(path)
    accessSync(real, constants.W_OK)
    const bytes = readFileSync(real)
    const now = decode(bytes, path)
    if (!('text' in now) || now.text !== before) throw new UsageError(`\`${path}\` was changed meanwhile, and is left as it is`)
    writeWhole(real, encode(after, bytes))
  } catch (error) {
    if (error instanceof UsageError) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    throw new UsageError(`\`${path}\` cannot be written (${code}), and is left as it is`)
  }
}

/** Writes a file beside another and puts it in its place. */
function writeWhole(path: string, bytes: Uint8Array): void {
  const { mode, uid, gid } = statSync(path)
  const beside = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`)
  const file = openSync(beside, 'wx', mode)
  try {
    writeFileSync(file, bytes)
    fchmodSync(file, mode)
    const own = statSync(beside)
    if (own.uid !== uid || own.gid !== gid) chownSync(beside, uid, gid)
    fsyncSync(file)
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}
