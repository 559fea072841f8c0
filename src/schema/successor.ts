import type { Path } from '../diagnostic.js'
import { pathOf } from '../diagnostic.js'
import type { Key } from './key.js'
import type { Place, Reader } from './reader.js'

const follow = (from: Key, steps: readonly string[]): Key | undefined =>
  steps.reduce<Key | undefined>((key, step) => key?.child(step), from)

/** Another key that a key speaks of, and where it is written. */
export type Other = { key: Key; path: Path }

/** A key that took the place of another: where it is written, and whether the router would read it in this file. */
export type Successor = Other & { counts: boolean }

/** The key of a name that is a path from the root, or from the map that has the entry at a place. Undefined where the release does not read it, or where there are several such places. */
export function keyAt(reader: Reader, shape: Key, name: string, place: Place): Other | undefined {
  const steps = name.split('.')
  const [first = ''] = steps
  if (steps.some((step) => step.endsWith(']'))) return undefined
  const isAbsolute = reader.schema.names.includes(first)
  const key = follow(isAbsolute ? reader.schema : shape, steps)
  return key?.read
    ? { key, path: isAbsolute ? steps : [...pathOf(place).slice(0, -1), ...steps] }
    : undefined
}

/** The key that took the place of another. */
export function successorOf(
  reader: Reader,
  shape: Key,
  child: Key,
  place: Place,
): Successor | undefined {
  const other =
    child.replacedBy === undefined ? undefined : keyAt(reader, shape, child.replacedBy, place)
  return (
    other && {
      ...other,
      counts: other.key.condition?.holds({ ...reader, siblings: reader.root }) ?? true,
    }
  )
}
