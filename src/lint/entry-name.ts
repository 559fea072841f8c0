import { formatPath, toPath } from '../document/diagnostic.js'
import type { PlacedEntry, Successor } from '../schema/observation.js'

/** The name of an entry in a message; its path if the message also names another key. */
export const formatEntryName = ({ child, field, place }: PlacedEntry): string =>
  `\`${child.replacedBy ? formatPath(toPath(place)) : String(field.key.value)}\``

/** The key to use instead of an entry, if the release reads it or if it may be in several places. */
export const findReplacement = (
  { child: { replacedBy } }: PlacedEntry,
  successor: Successor | undefined,
): string | undefined =>
  successor !== undefined || replacedBy?.includes('[') ? replacedBy : undefined
