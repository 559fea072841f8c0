import { reparseYaml } from '../yaml/index.js'
import type { Document } from './document.js'
import { createDocument, parseDocument } from './document.js'

/**
 * Parses a text. Parses only one entry if the text differs only inside it from `previous`, or from
 * `previous.lastPlainVersion` if `previous` cannot be reparsed in parts. The nodes of that version are then taken over,
 * and it must not be used any more (`isSuperseded`). Never throws.
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
