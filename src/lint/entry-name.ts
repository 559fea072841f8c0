import { formatPath, toPath } from '../document/diagnostic.js'
import type { PlacedEntry, Successor } from '../schema/observation.js'

/**
 * The name of an entry in messages: its key or, if another key replaces the entry, its whole path, because messages
 * then name both keys.
 */
export const formatEntryName = ({ child, field, place }: PlacedEntry): string =>
  `\`${child.replacedBy ? formatPath(toPath(place)) : String(field.key.value)}\``

/**
 * The path of the key that replaces an entry. Undefined if no key does, or if the release does not read that key. A
 * path through a list (with `[`) is always returned, because `findSuccessor` cannot resolve it.
 */
export const findSuccessorPath = (
  { child: { replacedBy } }: PlacedEntry,
  successor: Successor | undefined,
): string | undefined =>
  successor !== undefined || replacedBy?.includes('[') ? replacedBy : undefined
