import type { Stats } from 'node:fs'
import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs'
import { getErrorMessage } from '../document/errors.js'
import { maxTextLength } from '../document/limits.js'

const errorTexts: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'part of its path is not a folder',
  EISDIR: 'it is a folder',
  EEXIST: 'it exists and is not a folder',
  ELOOP: 'symbolic links in its path form a loop',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'the file system is read-only',
  EMFILE: 'too many files are open',
  ENXIO: 'no such device',
}

/** The code of a system error, such as `ENOENT`; empty for other errors. */
export const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** The reason for a system error, in words. */
export const describeError = (error: unknown): string =>
  errorTexts[getErrorCode(error)] ?? (getErrorCode(error) || getErrorMessage(error))

/** The file at a path; undefined if there is none, or if permissions hide it. */
export function findStats(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/**
 * The bytes of a file, or of an open stream, such as 0 for standard input; undefined if there are more than `maxBytes`.
 * Endless files, such as `/dev/zero`, are read only up to the limit. Throws the errors of Node.
 */
export function readFileBytes(from: string | number, maxBytes: number): Uint8Array | undefined {
  const file = typeof from === 'string' ? openSync(from, 'r') : from
  try {
    const stats = fstatSync(file)
    if (!stats.isFile()) return readStream(file, maxBytes)
    return stats.size > maxBytes ? undefined : readFileSync(file)
  } finally {
    if (typeof from === 'string') closeSync(file)
  }
}

/** Bytes to read at a time. */
const chunkSize = 65_536

function readStream(file: number, maxBytes: number): Uint8Array | undefined {
  const parts: Uint8Array[] = []
  for (let length = 0; length <= maxBytes;) {
    const part = readChunk(file)
    if (part.length === 0) return Buffer.concat(parts)
    parts.push(part)
    length += part.length
  }
  return undefined
}

/** The next bytes; empty at the end. */
function readChunk(file: number): Uint8Array {
  const part = Buffer.allocUnsafe(chunkSize)
  for (;;) {
    try {
      return part.subarray(0, readSync(file, part))
    } catch (error) {
      if (getErrorCode(error) === 'EOF') return part.subarray(0, 0)
      if (getErrorCode(error) !== 'EAGAIN') throw error
      // A non-blocking stream has no data yet.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

/** Maximum size of a text in bytes. */
const maxBytes = maxTextLength * 2

/** Why a text cannot be read; `isBarred` if the reason says nothing about its content. */
export type UnreadableFile = { why: string; isBarred?: true }

/** The text of a file, decoded like the router's YAML reader: UTF-8, or UTF-16 with a byte order mark. */
export function readText(path: string): { text: string } | UnreadableFile {
  const text = readPlainText(path)
  return text === undefined ? readTextFrom(path, `\`${path}\``) : { text }
}

/** The text of a regular file in UTF-8; undefined if it needs a closer look. Node reads such files in one step. */
function readPlainText(path: string): string | undefined {
  try {
    const stats = findStats(path)
    if (!stats?.isFile() || stats.size > maxBytes) return undefined
    const text = readFileSync(path, 'utf8')
    return text.includes('\0') || text.includes('\ufffd') ? undefined : text
  } catch {
    return undefined
  }
}

export const readStandardInput = (): { text: string } | UnreadableFile =>
  readTextFrom(0, 'standard input')

const plainReasons: Record<string, string> = { ENOENT: 'does not exist', EISDIR: 'is a folder' }

function readTextFrom(from: string | number, name: string): { text: string } | UnreadableFile {
  try {
    const bytes = readFileBytes(from, maxBytes)
    return bytes
      ? decodeText(bytes, name)
      : {
          why: `${name} has more than ${maxBytes / 1024 / 1024} MB and is not read; router files have a few kB`,
        }
  } catch (error) {
    const known = plainReasons[getErrorCode(error)]
    return known === undefined
      ? { why: `${name} cannot be read: ${describeError(error)}`, isBarred: true }
      : { why: `${name} ${known}` }
  }
}

const strictDecoding = { fatal: true, ignoreBOM: true }

const utf8 = new TextDecoder('utf-8', strictDecoding)

/** Decodes the bytes of a file; `name` is what messages call it. */
export function decodeText(bytes: Uint8Array, name: string): { text: string } | { why: string } {
  const [first, second] = bytes
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8'
  if (encoding === 'utf-8' && bytes.subarray(0, 8192).includes(0))
    return { why: `${name} is a binary file` }
  try {
    const decoder = encoding === 'utf-8' ? utf8 : new TextDecoder(encoding, strictDecoding)
    return { text: decoder.decode(bytes) }
  } catch {
    return { why: `${name} is not UTF-8 text` }
  }
}
