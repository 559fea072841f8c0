import type { Path } from '../diagnostic.js'
import { pathOf } from '../diagnostic.js'
import { written } from '../effective.js'
import { moved } from '../schema/store.js'
import type { Json, Key } from '../schema/key.js'
import { complete } from '../schema/read.js'
import type { Origin } from '../schema/reader.js'
import type { View } from './view.js'

/** The value that the router uses for a key of a file, as a file would have it, and where it comes from. */
export type Effect = { value: Json; origin: Origin }

const isSame = (left: Path, right: Path): boolean =>
  left.length === right.length && left.every((step, index) => step === right[index])

/** The effective value at a path; undefined for maps, and where nothing is loaded. */
export function effectAt(
  { model, reading }: Pick<View, 'model' | 'reading'>,
  path: Path,
  key: Key,
): Effect | undefined {
  const to = moved(path, reading.moves)
  const value = to.reduce<Json | undefined>(
    (holder, step) =>
      typeof holder === 'object' && holder !== null ? Object(holder)[step] : undefined,
    Object(complete(model.schema, reading)),
  )
  if (
    value === undefined ||
    (typeof value === 'object' &&
      value !== null &&
      !(Array.isArray(value) && value.every((item) => typeof item !== 'object')))
  )
    return undefined
  const last = path.at(-1)
  const origin = reading
    .origins()
    .findLast(({ place }) => place.step === last && isSame(pathOf(place), path))?.origin
  const inside = Array.isArray(value)
    ? reading
        .origins()
        .some(({ place }) => place.above?.step === last && isSame(pathOf(place).slice(0, -1), path))
    : false
  return { value: written(value, key), origin: origin ?? (inside ? 'file' : 'default') }
}
