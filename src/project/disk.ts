import type { Stats } from 'node:fs'
import { closeSync, fstatSync, openSync, readFileSync, readSync, statSync } from 'node:fs'

const errorTexts: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ENOENT: 'no such file or folder',
  ENOTDIR: 'a part of its path is not a folder',
  EISDIR: 'it is a folder',
  EEXIST: 'it is there already, and no folder',
  ELOOP: 'symbolic links on the way to it lead to each other',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  EROFS: 'the file system is read-only',
  EMFILE: 'too many files are open',
  ENXIO: 'no such device',
}

/** The code of a fault of the system, such as `ENOENT`; empty where it is something else. */
export const getErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/** Why the system did not do what it was asked for, in words. */
export const describeError = (error: unknown): string =>
  errorTexts[getErrorCode(error)] ??
  (getErrorCode(error) || (error instanceof Error ? error.message : String(error)))

/** What stands at a path; undefined where nothing does, and where nobody may know. */
export function findStats(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false })
  } catch {
    return undefined
  }
}

/**
 * The bytes of a file, or of a stream that is open, such as 0 for standard input; undefined where there are more than
 * `maxBytes`. What has no end, such as `/dev/zero`, is not read to it. Throws what Node throws.
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

/** How much is read at a time, in bytes. */
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

/** The next bytes; none at the end. */
function readChunk(file: number): Uint8Array {
  const part = Buffer.allocUnsafe(chunkSize)
  for (;;) {
    try {
      return part.subarray(0, readSync(file, part))
    } catch (error) {
      if (getErrorCode(error) === 'EOF') return part.subarray(0, 0)
      if (getErrorCode(error) !== 'EAGAIN') throw error
      // A stream that does not wait has nothing yet.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}
