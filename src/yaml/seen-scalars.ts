import type { Value } from './nodes.js'
import { copyText } from './copy-text.js'
import { readPlain } from './nodes.js'

/** A scalar without quotes: its source text, and its value, which is undefined for a string. */
export type PlainScalar = { readonly text: string; readonly value: Value | undefined }

/** Maximum number of scalars in the cache, a power of two. */
const slotCount = 4096

/** Maximum length of a scalar in the cache. */
const maxLength = 48

const latestHashes = new Int32Array(slotCount)
const cachedScalars = new Array<PlainScalar | undefined>(slotCount).fill(undefined)

/**
 * The scalar between two offsets of a text. Router files share keys and many values, so scalars are cached. A cached
 * scalar is not parsed again, and its text is always the same string object, which V8 compares and finds in maps many
 * times as fast. A scalar is only cached when it is read for the second time, because most unusual values occur once.
 */
export function readCachedScalar(text: string, start: number, end: number): PlainScalar {
  if (end - start > maxLength) return readScalar(text.slice(start, end))
  let hash = end - start
  for (let offset = start; offset < end; offset++)
    hash = (Math.imul(hash, 31) + text.charCodeAt(offset)) | 0
  const slot = (hash ^ (hash >>> 15)) & (slotCount - 1)
  const cachedScalar = cachedScalars[slot]
  if (cachedScalar?.text.length === end - start && text.startsWith(cachedScalar.text, start))
    return cachedScalar
  const scalarText = text.slice(start, end)
  const isSecondRead = latestHashes[slot] === hash
  latestHashes[slot] = hash
  if (!isSecondRead) return readScalar(scalarText)
  const scalar = readScalar(copyText(scalarText))
  cachedScalars[slot] = scalar
  return scalar
}

const readScalar = (text: string): PlainScalar => ({ text, value: readPlain(text) })
