import { reparseYaml } from '../yaml/index.js'
import type { Document } from './document.js'
import { createDocument, parseDocument } from './document.js'

/**
 * Parses a text. If it is similar to `before`, only the changes are parsed. The nodes of `before` are then taken over,
 * and `before` must not be used any more. Never throws.
 */
export function reparseDocument(text: string, before: Document): Document {
  const sound = before.isPlain ? before : before.sound
  const reread = sound && reparseYaml(sound, text)
  if (sound && reread) {
    sound.isSuperseded = true
    return createDocument(text, reread, {
      entries: sound.entries,
      known: sound.unique ?? new WeakSet(),
    })
  }
  const document = parseDocument(text)
  if (!document.isPlain && sound) document.sound = sound
  return document
}
