import type { Span } from '../document/diagnostic.js'
import { isSameOccurrence, findOccurrence, listOccurrences } from './occurrences.js'
import type { DocumentPart } from './parts.js'
import { isOnKey, findPart, listParts } from './parts.js'
import type { View } from './view.js'

/** An occurrence of the name at the cursor. */
export type DocumentHighlight = Span & {
  /** `write` where the name is defined, and for keys; `read` where it is used. */
  kind: 'read' | 'write'
}

/**
 * All occurrences of the anchor, link group, host, variable or key at an offset, including the one at the offset, in
 * the order of the text.
 */
export function documentHighlights(view: View, offset: number): DocumentHighlight[] {
  const occurrence = findOccurrence(view, offset)
  if (occurrence)
    return listOccurrences(view)
      .filter((other) => isSameOccurrence(occurrence, other))
      .map(({ start, end, role }) => ({ start, end, kind: role }))
  const part = findPart(view, offset)
  if (!part?.pair || !isOnKey(part, offset)) return []
  const highlights = listParts(view).flatMap((other) =>
    isSameKey(part, other) && other.pair
      ? [{ start: other.pair.key.start, end: other.pair.key.end, kind: 'write' as const }]
      : [],
  )
  return highlights.sort((left, right) => left.start - right.start)
}

/**
 * Whether two keys have the same name and the same schema. Two unknown keys have no schema, so only their names count.
 */
const isSameKey = (left: DocumentPart, right: DocumentPart): boolean =>
  left.step === right.step && left.key?.index === right.key?.index
