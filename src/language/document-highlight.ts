import type { Span } from '../document/diagnostic.js'
import { isSameOccurrence, findOccurrence, listOccurrences } from './occurrences.js'
import type { DocumentPart } from './parts.js'
import { isOnKey, findPart, listParts } from './parts.js'
import type { View } from './view.js'

/** Another occurrence of a name. */
export type DocumentHighlight = Span & {
  /** Whether the name is defined here, or used. */
  kind: 'read' | 'write'
}

/** Other occurrences of the anchor, link group, host or key at an offset. */
export function documentHighlights(view: View, offset: number): DocumentHighlight[] {
  const occurrence = findOccurrence(view, offset)
  if (occurrence)
    return listOccurrences(view)
      .filter((other) => isSameOccurrence(occurrence, other))
      .map(({ start, end, role }) => ({ start, end, kind: role }))
  const part = findPart(view, offset)
  if (!part?.pair || !isOnKey(part, offset)) return []
  const same = listParts(view).flatMap((other) =>
    isSameKey(part, other) && other.pair
      ? [{ start: other.pair.key.start, end: other.pair.key.end, kind: 'write' as const }]
      : [],
  )
  return same.sort((left, right) => left.start - right.start)
}

/** Keys that the router knows are the same if they mean the same; unknown keys, if their names are equal. */
const isSameKey = (left: DocumentPart, right: DocumentPart): boolean =>
  left.step === right.step && left.key?.index === right.key?.index
