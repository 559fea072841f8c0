import type { Node } from '../document.js'
import type { Json, Key } from './key.js'
import type { Known, Place, Reader, Sourced } from './reader.js'

/** Reads an entry of a list, unless it was read before. */
export function readOnce(
  reader: Reader,
  key: Key,
  node: Node,
  place: Place,
  read: () => Json | undefined,
): Json | undefined {
  const { kept } = reader
  if (!kept || node.kind !== 'map') return read()
  const known = kept.get(node)
  if (known?.key === key && known.place.phase === place.phase) return takeOver(reader, known, place)
  const before = traces(reader)
  const from = reader.origins.length
  const value = read()
  if (traces(reader) === before)
    kept.set(node, { key, place, value, origins: flat(reader.origins.slice(from)) })
  return value
}

/** Of one level, as a rule without making another list. */
export const flat = (origins: Reader['origins']): readonly Sourced[] =>
  origins.every((origin) => 'place' in origin) ? origins : origins.flat()

/** What grows when something is said about an entry, or depends on what stands elsewhere. */
const traces = ({ findings, moves, moved, unknown, far }: Reader): number =>
  findings.length + moves.length + moved.length + unknown.length + far

/** The places of what is inside hang on that of the entry, which may have another number now. */
function takeOver(
  reader: Reader,
  { place: own, value, origins }: Known,
  place: Place,
): Json | undefined {
  own.above = place.above
  own.step = place.step
  reader.origins.push(origins)
  return value
}
