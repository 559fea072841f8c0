import { bindsToEdge } from './definition.js'
import type { Location, Workspace } from './occurrences.js'
import { findOccurrence, toLocation, findAllOccurrences, listViews } from './occurrences.js'
import { isOnKey, findPart, listParts, isAtPlace } from './parts.js'
import type { View } from './view.js'

/** A place where something is used or, with `isDefinition`, defined. */
export type Reference = Location & {
  /** Whether the name is defined at this place. */
  isDefinition: boolean
}

/**
 * All references to the anchor, link group, host or variable at an offset; for the `edge` section, the listeners that
 * need it.
 */
export function references(view: View, offset: number, workspace: Workspace = []): Reference[] {
  const occurrence = findOccurrence(view, offset)
  if (occurrence)
    return findAllOccurrences(view, occurrence, workspace).map((found) => ({
      ...toLocation(found.occurrence, found.path),
      isDefinition: found.occurrence.role === 'write',
    }))
  const part = findPart(view, offset)
  const isEdgeKey = part && isAtPlace(part, ['edge']) && isOnKey(part, offset)
  if (!part || (!isEdgeKey && !bindsToEdge(part))) return []
  const path = listViews(view, workspace)[0]?.path
  const edgeReferences = listParts(view).flatMap((candidate): Reference[] => {
    if (isAtPlace(candidate, ['edge']) && candidate.pair)
      return [{ ...toLocation(candidate.pair.key, path), isDefinition: true }]
    return bindsToEdge(candidate)
      ? [{ ...toLocation(candidate.node, path), isDefinition: false }]
      : []
  })
  return edgeReferences.sort((left, right) => left.start - right.start)
}
