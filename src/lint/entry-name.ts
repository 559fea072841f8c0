import { formatPath, toPath } from '../document/diagnostic.js'
import type { PlacedEntry, Successor } from '../schema/observation.js'

/** The name of an entry in a message: with its path where another key is named, too. */
export const formatEntryName = ({ child, field, place }: PlacedEntry): string =>
  `\`${child.replacedBy ? formatPath(toPath(place)) : String(field.key.value)}\``

/** The key to use instead of an entry: the release reads it, or it may be in several places. */
export const findReplacement = (
  { child: { replacedBy } }: PlacedEntry,
  successor: Successor | undefined,
): string | undefined =>
  successor !== undefined || replacedBy?.includes('[') ? replacedBy : undefined
