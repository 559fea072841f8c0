import { reparseYaml } from '../yaml/index.js'
import type { Document } from './document.js'
import { createDocument, parseDocument } from './document.js'

/**
 * Parses a text. If it differs from `previous` only inside one entry, only that entry is parsed. The nodes of
 * `previous` are then taken over, and `previous` must not be used any more (`isSuperseded`). Never throws.
 */
export function reparseDocument(text: string, previous: Document): Document {
  const plainVersion = previous.isPlain ? previous : previous.lastPlainVersion
  const reparsedYaml = plainVersion && reparseYaml(plainVersion, text)
  if (plainVersion && reparsedYaml) {
    plainVersion.isSuperseded = true
    return createDocument(text, reparsedYaml, {
      entries: plainVersion.entries,
      checkedMaps: plainVersion.checkedMaps ?? new WeakSet(),
    })
  }
  const document = parseDocument(text)
  if (!document.isPlain && plainVersion) document.lastPlainVersion = plainVersion
  return document
}
