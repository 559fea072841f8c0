import type { Path } from '../diagnostic.js'
import type { Document, Value } from '../document.js'
import { oncePer } from '../once.js'
import type { Key } from '../schema/key.js'
import type { Place } from '../schema/places.js'
import { bindingIn, nameIn } from '../schema/read.js'
import { nearest } from '../schema/suggest.js'
import { resolve } from '../yaml/index.js'

/**
 * The keys that a path of a file may mean, as the schema names them. As a rule there is one; several where the kind of
 * an entry hangs on a `binding` that is not there yet.
 */
export function placesAt(schema: Key, document: Document, path: Path): Place[] {
  let places: Place[] = [topOf(schema)]
  let value: Value | undefined = document.root
  for (const step of path) {
    const holder: Value | undefined = value
    places =
      typeof step === 'number'
        ? places.flatMap((place) => itemOf(place) ?? [])
        : shapesOf(document, places, holder).flatMap((place) => childOf(place, step))
    value = below(document, holder, step)
    if (places.length === 0) return []
  }
  return places
}

/** What is below a value of a file. */
export function below(
  document: Document,
  value: Value | undefined,
  step: string | number,
): Value | undefined {
  const node =
    value?.kind === 'map'
      ? document.entries(value).named.get(String(step))?.value
      : value?.kind === 'list'
        ? value.items[Number(step)]
        : undefined
  return node && resolve(node)
}

const topOf = oncePer((schema: Key): Place => ({ key: schema, path: '', required: false }))

/** What the entries of a list are. */
export const itemOf = oncePer(
  (list: Place): Place | undefined =>
    list.key.item && placeIn(list, list.key.item, `${list.path}[]`),
)

/** A key below another, which is not read where that is not. */
function placeIn({ unread: above }: Place, key: Key, path: string, required = false): Place {
  const unread = above ?? (key.read ? undefined : key)
  return { key, path, required, ...(unread && { unread }) }
}

/** The keys of a map by their names, those that the release does not read among them. */
const keysIn = oncePer((map: Place): ReadonlyMap<string, Place> => {
  const { key, path } = map
  const placed = (name: string, child: Key): [string, Place] => [
    name,
    placeIn(map, child, path === '' ? name : `${path}.${name}`, key.required.includes(name)),
  ]
  return new Map(
    key.names.flatMap((name) => {
      const child = key.child(name)
      return child ? [placed(name, child)] : []
    }),
  )
})

/** What an entry of a list may be, by its `binding`; undefined where nothing hangs on it. */
export const variantsOf = oncePer(
  (item: Place): ReadonlyMap<string, Place> | undefined =>
    item.key.bindings &&
    new Map(
      item.key.bindings.flatMap((binding): [string, Place][] => {
        const shape = item.key.variant(binding)
        return shape
          ? [[binding, placeIn(item, shape, `${item.path.slice(0, -2)}[binding=${binding}]`)]]
          : []
      }),
    ),
)

/** The key of a name in a map, or the one that the router finds by it where it does not look at the case. */
function childOf(place: Place, name: string): Place[] {
  const child = keysIn(place).get(nameIn(place.key, name) ?? name)
  return child ? [child] : []
}

/** What a map may be: the alternative that its `binding` selects; without one, every alternative. */
export function shapesOf(
  document: Document,
  places: readonly Place[],
  value: Value | undefined,
): Place[] {
  return places.flatMap((place) => {
    const variants = variantsOf(place)
    if (!variants) return [place]
    const wanted =
      value?.kind === 'map' ? bindingIn(document.entries(value)) || undefined : undefined
    const near =
      wanted === undefined || variants.has(wanted) ? wanted : nearest(wanted, [...variants.keys()])
    return near === undefined ? [...variants.values()] : (variants.get(near) ?? [])
  })
}

/** The keys that the release reads in any of some maps, the first of each name, in the order of the schema. */
export function childrenOf(shapes: readonly Place[]): Place[] {
  const known = new Map<string, Place>()
  for (const shape of shapes) {
    for (const [name, child] of keysIn(shape))
      if (!child.unread && !known.has(name)) known.set(name, child)
  }
  return [...known.values()]
}

/** The last name of a place. */
export const nameOf = ({ path }: Place): string => path.slice(path.lastIndexOf('.') + 1)
