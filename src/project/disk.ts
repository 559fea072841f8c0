import type { Stats } from 'node:fs'
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'
import { decodeText } from '../document/decode-text.js'
import { getFailureMessage } from '../document/errors.js'
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
  EAGAIN: 'it has no end',
  ENXIO: 'no such device',
}

export const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

export const describeError = (error: unknown): string =>
  errorTexts[getErrorCode(error)] ?? (getErrorCode(error) || getFailureMessage(error))

export function findStats(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/**
 * The bytes of a regular file; undefined if there are more than `maxBytes`. Reads to the end even if the reported size
 * is smaller, because that size is wrong for files in `/proc`. Throws errors of Node, and an error for a pipe or a
 * device.
 */
export function readFileBytes(path: string, maxBytes: number): Uint8Array | undefined {
  // Without `O_NONBLOCK`, opening a pipe blocks until somebody writes.
  const file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stats = fstatSync(file)
    if (!stats.isFile() && !stats.isDirectory()) throw new Error('it is not a regular file')
    if (stats.size > maxBytes) return undefined
    const first = readChunk(file, stats.size + 1)
    // If the number of bytes read equals the reported size, the file is complete. Reading once more to make sure would
    // take as long as opening the file.
    return first.length > 0 && first.length === stats.size
      ? first
      : readBounded(file, maxBytes, first, readChunk)
  } finally {
    closeSync(file)
  }
}

/**
 * The bytes of a file that a user named on the command line, which may be a pipe such as `<(…)`, or of standard input
 * (0); undefined if there are more than `maxBytes`. Throws the errors of Node.
 */
export function readNamedBytes(source: string | 0, maxBytes: number): Uint8Array | undefined {
  const file = source === 0 ? source : openSync(source, 'r')
  try {
    return readBounded(file, maxBytes, waitForChunk(file, chunkSize), waitForChunk)
  } finally {
    if (file !== 0) closeSync(file)
  }
}

/** Bytes to read at a time. */
const chunkSize = 65_536

type ReadChunk = (file: number, size: number) => Uint8Array

/** Reads the rest of a file whose first bytes are known, and returns all bytes; undefined if more than `maxBytes`. */
function readBounded(
  file: number,
  maxBytes: number,
  first: Uint8Array,
  readNext: ReadChunk,
): Uint8Array | undefined {
  const parts: Uint8Array[] = []
  let length = 0
  for (let part = first; part.length > 0; part = readNext(file, chunkSize)) {
    parts.push(part)
    length += part.length
    if (length > maxBytes) return undefined
  }
  return parts.length === 1 ? parts[0] : Buffer.concat(parts)
}

/** Reads the next bytes; empty at the end. Throws `EAGAIN` if a file has no bytes yet, such as `/proc/kmsg`. */
const readChunk: ReadChunk = (file, size) => {
  const part = Buffer.allocUnsafe(size)
  try {
    return part.subarray(0, readSync(file, part))
  } catch (error) {
    if (getErrorCode(error) === 'EOF') return part.subarray(0, 0)
    throw error
  }
}

/** Blocks this thread for a time in ms. */
export const sleep = (milliseconds: number): void =>
  void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)

const waitForChunk: ReadChunk = (file, size) => {
  for (;;) {
    try {
      return readChunk(file, size)
    } catch (error) {
      if (getErrorCode(error) !== 'EAGAIN') throw error
      sleep(10)
    }
  }
}

export const maxTextBytes = maxTextLength * 2

/** `isInaccessible` is set if the file exists, or may exist, but the system does not let us read it. */
export type UnreadableFile = { why: string; isInaccessible?: true }

/** The text of a regular file, decoded like the router's YAML reader: UTF-8, or UTF-16 with a byte order mark. */
export const readText = (path: string): { text: string } | UnreadableFile =>
  readTextFrom(() => readFileBytes(path, maxTextBytes), `\`${path}\``)

/** The text of a file that a user named on the command line, which may be a pipe. */
export const readNamedText = (path: string): { text: string } | UnreadableFile =>
  readTextFrom(() => readNamedBytes(path, maxTextBytes), `\`${path}\``)

export const readStandardInput = (): { text: string } | UnreadableFile =>
  readTextFrom(() => readNamedBytes(0, maxTextBytes), 'standard input')

const plainReasons: Record<string, string> = { ENOENT: 'does not exist', EISDIR: 'is a folder' }

function readTextFrom(
  readBytes: () => Uint8Array | undefined,
  name: string,
): { text: string } | UnreadableFile {
  try {
    const bytes = readBytes()
    return bytes
      ? decodeText(bytes, name)
      : {
          why: `${name} has more than ${maxTextBytes / 1024 / 1024} MB and is not read; router files have a few kB`,
        }
  } catch (error) {
    const reason = plainReasons[getErrorCode(error)]
    return reason === undefined
      ? { why: `${name} cannot be read: ${describeError(error)}`, isInaccessible: true }
      : { why: `${name} ${reason}` }
  }
}
