import { findFilePath } from './file-values.js'
import { findVariableReference } from './hover/variable.js'
import type { DocumentPart } from './parts.js'
import { isOnKey, findPart, listParts, isAtPlace } from './parts.js'
import type { Occurrence, Location, Workspace } from './occurrences.js'
import { findOccurrence, toLocation, findAllOccurrences, listViews } from './occurrences.js'
import type { View } from './view.js'

/** A file, or a place in it. */
export type FileTarget = {
  /** Path of the file; a relative path is not resolved. */
  file: string
  /** The place in the file; absent for its start. */
  place?: {
    /** Zero-based line. */
    line: number
    /** Zero-based character in the line. */
    character: number
    /** Number of characters. */
    length: number
  }
}

/**
 * The definition of the name at an offset: the anchor of an alias, the other users of a link group, the addresses that
 * advertise a host, the section that a binding needs, the line that sets a variable, or the file at a path.
 */
export function definition(
  view: View,
  offset: number,
  workspace: Workspace = [],
): (Location | FileTarget)[] {
  const occurrence = findOccurrence(view, offset)
  if (occurrence && occurrence.kind !== 'variable')
    return findDefinitions(view, occurrence, workspace)
  const part = findPart(view, offset)
  if (!part || isOnKey(part, offset)) return []
  const variable = findVariableReference(view.text, part.node, offset)
  const variableTarget = variable && view.findVariable?.(variable.name)?.target
  if (variableTarget) return [variableTarget]
  const { key, node } = part
  const file = key && findFilePath(view, { name: getValueName(part), key, node })
  if (file !== undefined) return [{ file }]
  const section = bindsToEdge(part)
    ? listParts(view)[0]?.parts.find(({ step }) => step === 'edge')
    : undefined
  return section?.pair ? [toLocation(section.pair.key, listViews(view, workspace)[0]?.path)] : []
}

/** The `name` of the `KnownValue` for a part: its key or, for an item, the key of its list with `[]`. */
const getValueName = ({ step, parent }: DocumentPart): string =>
  typeof step === 'number' ? `${parent?.step ?? ''}[]` : step

function findDefinitions(view: View, occurrence: Occurrence, workspace: Workspace): Location[] {
  const occurrences = findAllOccurrences(view, occurrence, workspace)
  const otherOccurrences = occurrences.filter((found) => found.occurrence !== occurrence)
  const definitions =
    occurrence.kind === 'group'
      ? otherOccurrences
      : occurrences.filter((found) => found.occurrence.role === 'write')
  return (definitions.length > 0 ? definitions : otherOccurrences).map((found) =>
    toLocation(found.occurrence, found.path),
  )
}

/** Whether a part is the `binding` of a listener that the `edge` section configures. */
export const bindsToEdge = (part: DocumentPart): boolean =>
  isAtPlace(part, ['listeners', '[]', 'binding']) &&
  part.node.kind === 'text' &&
  ['edge', 'tunnel'].includes(part.node.value)
