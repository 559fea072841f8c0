import type { Value } from './nodes.js'
import { copyText } from './copy-text.js'
import { readPlain } from './nodes.js'

/** A scalar without quotes: what is written, and its value; undefined for a string. */
export type PlainScalar = { readonly text: string; readonly value: Value | undefined }

/** The number of scalars that are remembered, a power of two, and their greatest length. */
const slotCount = 4096
const maxLength = 48

const hashes = new Int32Array(slotCount)
const seen = new Array<PlainScalar | undefined>(slotCount).fill(undefined)

/**
 * The scalar between two offsets of a text. Router files have the same keys and many of the same values: one that was
 * read before is not read again, and its text is the same string, which V8 compares and finds in maps many times as
 * fast. One that is read for the first time is not kept, as most values that differ are read once.
 */
export function readSeenScalar(text: string, start: number, end: number): PlainScalar {
  if (end - start > maxLength) return readScalar(text.slice(start, end))
  let hash = end - start
  for (let offset = start; offset < end; offset++)
    hash = (Math.imul(hash, 31) + text.charCodeAt(offset)) | 0
  const slot = (hash ^ (hash >>> 15)) & (slotCount - 1)
  const known = seen[slot]
  if (known?.text.length === end - start && text.startsWith(known.text, start)) return known
  const written = text.slice(start, end)
  const isSecond = hashes[slot] === hash
  hashes[slot] = hash
  if (!isSecond) return readScalar(written)
  const scalar = readScalar(copyText(written))
  seen[slot] = scalar
  return scalar
}

const readScalar = (text: string): PlainScalar => ({ text, value: readPlain(text) })
