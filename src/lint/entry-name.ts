import { formatPath, toPath } from '../document/diagnostic.js'
import type { PlacedEntry, Successor } from '../schema/observation.js'

/** The name of an entry for messages; its whole path if another key replaces it, because messages then name both. */
export const formatEntryName = ({ child, field, place }: PlacedEntry): string =>
  `\`${child.replacedBy ? formatPath(toPath(place)) : String(field.key.value)}\``

/**
 * The key that replaces an entry; undefined unless the release reads it, or it is in a list (its path contains `[`).
 */
export const findSuccessorPath = (
  { child: { replacedBy } }: PlacedEntry,
  successor: Successor | undefined,
): string | undefined =>
  successor !== undefined || replacedBy?.includes('[') ? replacedBy : undefined
