import { reparseYaml } from '../yaml/index.js'
import type { Document } from './document.js'
import { createDocument, parseDocument } from './document.js'

/**
 * Parses a text. If it is similar to `before`, only the changes are parsed. The nodes of `before` are then taken over,
 * and `before` must not be used any more. Never throws.
 */
export function reparseDocument(text: string, previous: Document): Document {
  const plainVersion = previous.isPlain ? previous : previous.lastPlainVersion
  const reparsed = plainVersion && reparseYaml(plainVersion, text)
  if (plainVersion && reparsed) {
    plainVersion.isSuperseded = true
    return createDocument(text, reparsed, {
      entries: plainVersion.entries,
      checkedMaps: plainVersion.checkedMaps ?? new WeakSet(),
    })
  }
  const document = parseDocument(text)
  if (!document.isPlain && plainVersion) document.lastPlainVersion = plainVersion
  return document
}
