import type { Path } from '../diagnostic.js'
import { pathOf } from '../diagnostic.js'
import type { Value } from '../document.js'
import type { Json, Key } from './key.js'
import type { Place, Reader } from './reader.js'
import { fail, note } from './report.js'
import { isOutside } from './scalar.js'
import { quoted, rangeOf } from './words.js'

/** What is loaded of a map; some keys are stored under the name of another once all are read. */
export type Loaded = { result: Record<string, Json>; late: Late[] }

/** A value that takes the place of another key of the same map, by a fault of the release. */
type Late = { other: string; target: Key | undefined; value: Json; place: Place; node: Value }

/** A value that is read, with its key, the key of the map that has it, and where it stands. */
type Stored = { child: Key; shape: Key; name: string; value: Json; place: Place; node: Value }

const siblingOf = (place: Place, name: string): Path => [...pathOf(place).slice(0, -1), name]

/** The path under which a value is loaded that stands at another. */
export function loadedPath(path: Path, moves: Reader['moves']): Path {
  const move = moves.find(({ from }) => from.every((step, index) => step === path[index]))
  return move ? [...move.to, ...path.slice(move.from.length)] : path
}

/** Takes out the default of a key whose value does not count. */
export function drop({ result }: Loaded, { storedAs, sameAs }: Key, name: string): void {
  if (!storedAs && !sameAs) delete result[name]
}

/** Takes in a value, as the key under which the router keeps it. */
export function store(
  reader: Reader,
  { result, late }: Loaded,
  { child, shape, name, value, place, node }: Stored,
): void {
  const { sameAs: same, storedAs: other } = child
  if (same) {
    const sibling = same.startsWith('.')
    const to = sibling ? siblingOf(place, same.slice(1)) : same.split('.')
    reader.moves.push({
      from: pathOf(place),
      to: typeof value === 'object' || sibling ? to : [...to, 0],
    })
    if (sibling) result[same.slice(1)] = value
    else reader.moved.push({ to, value })
  } else if (other) {
    reader.moves.push({ from: pathOf(place), to: siblingOf(place, other) })
    late.push({ other, target: shape.child(other), value, place, node })
  } else result[name] = value
}

/** Stores what takes the place of other keys, held to the bounds of those; what the file says of them does not count. */
export function storeLate(reader: Reader, { result, late }: Loaded): void {
  for (const { other, target, value, place, node } of late) {
    result[other] = value
    const overwritten = JSON.stringify(siblingOf(place, other))
    const index = reader.findings.findIndex(
      ({ rule, path }) => rule === 'value-out-of-range' && JSON.stringify(path) === overwritten,
    )
    if (index >= 0) reader.findings.splice(index, 1)
    if (target && typeof value === 'number' && isOutside(target, value)) {
      const bounds = rangeOf(target, quoted)
      const right = `${bounds}, as this release stores it as ${quoted(other)}`
      fail(reader, target, node, place, 'range', right)
    } else
      note(
        reader,
        'stored-elsewhere',
        node,
        place,
        `is stored as ${quoted(other)} by this release and does not do what it says`,
      )
  }
}
