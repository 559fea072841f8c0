import type { Path } from '../diagnostic.js'
import { pathOf } from '../diagnostic.js'
import type { Key } from './key.js'
import type { Place, Reader } from './reader.js'

const follow = (from: Key, steps: readonly string[]): Key | undefined =>
  steps.reduce<Key | undefined>((key, step) => key?.child(step), from)

/** A key that took the place of another: where it is written, and whether the router would read it in this file. */
export type Successor = { key: Key; path: Path; counts: boolean }

/**
 * The key that took the place of another, and where it is written: a path from the root, or from the map that has the
 * old key. Undefined where the release does not know it, or where there are several such places.
 */
export function successorOf(
  reader: Reader,
  shape: Key,
  child: Key,
  place: Place,
): Successor | undefined {
  const steps = child.replacedBy?.split('.') ?? []
  const [first] = steps
  if (first === undefined || steps.some((step) => step.endsWith(']'))) return undefined
  const isAbsolute = reader.schema.names.includes(first)
  const key = follow(isAbsolute ? reader.schema : shape, steps)
  const counts = key?.condition?.holds({ ...reader, siblings: reader.root }) ?? true
  return key?.read
    ? { key, counts, path: isAbsolute ? steps : [...pathOf(place).slice(0, -1), ...steps] }
    : undefined
}
