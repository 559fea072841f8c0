import type { Part } from './parts.js'
import { findFilePath, isOnKey, findPart, listParts, isAtPlace } from './parts.js'
import type { Occurrence, Location, Workspace } from './occurrences.js'
import { findOccurrence, toLocation, findAllOccurrences, listViews } from './occurrences.js'
import type { View } from './view.js'

/** A whole file, by a path as a router file names it. */
export type FileTarget = { file: string }

/**
 * Where that is made which stands at an offset: the anchor of an alias, the other users of a group of links, the
 * addresses that advertise a host, the section that a binding needs, the file that a path names.
 */
export function definition(
  view: View,
  offset: number,
  workspace: Workspace = [],
): (Location | FileTarget)[] {
  const mention = findOccurrence(view, offset)
  if (mention) return findDefinitions(view, mention, workspace)
  const part = findPart(view, offset)
  if (!part || isOnKey(part, offset)) return []
  const file = findFilePath(view, part)
  if (file !== undefined) return [{ file }]
  const section = bindsToEdge(part)
    ? listParts(view)[0]?.parts.find(({ step }) => step === 'edge')
    : undefined
  return section?.pair ? [toLocation(section.pair.key, listViews(view, workspace)[0]?.path)] : []
}

function findDefinitions(view: View, mention: Occurrence, workspace: Workspace): Location[] {
  const all = findAllOccurrences(view, mention, workspace)
  const others = all.filter((found) => found.mention !== mention)
  const wanted =
    mention.kind === 'group' ? others : all.filter((found) => found.mention.role === 'write')
  return (wanted.length > 0 ? wanted : others).map((found) => toLocation(found.mention, found.path))
}

/** Listeners that the section `edge` sets up. */
export const bindsToEdge = (part: Part): boolean =>
  isAtPlace(part, ['listeners', '[]', 'binding']) &&
  part.node.kind === 'text' &&
  ['edge', 'tunnel'].includes(part.node.value)
