import type { Path } from '../diagnostic.js'
import { pathOf } from '../diagnostic.js'
import type { Value } from '../document.js'
import type { Json, Key } from './key.js'
import type { Place, Reader } from './reader.js'
import { note } from './report.js'

/** What is loaded of a map; some keys are stored under the name of another once all are read. */
export type Loaded = { result: Record<string, Json>; late: [name: string, value: Json][] }

/** A value that is read, with its key and where it stands. */
type Stored = { child: Key; name: string; value: Json; place: Place; node: Value }

/** The path under which a value is loaded that stands at another. */
export function moved(path: Path, moves: Reader['moves']): Path {
  const move = moves.find(({ from }) => from.every((step, index) => step === path[index]))
  return move ? [...move.to, ...path.slice(move.from.length)] : path
}

const siblingOf = (place: Place, name: string): Path => [...pathOf(place).slice(0, -1), name]

/** Takes out the default of a key whose value does not count. */
export function drop({ result }: Loaded, { storedAs, sameAs }: Key, name: string): void {
  if (!storedAs && !sameAs) delete result[name]
}

/** Takes in a value, as the key under which the router keeps it. */
export function store(
  reader: Reader,
  { result, late }: Loaded,
  { child, name, value, place, node }: Stored,
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
    late.push([other, value])
    note(
      reader,
      'stored-elsewhere',
      node,
      place,
      `is stored as \`${other}\` by this release and does not do what it says`,
    )
  } else result[name] = value
}
