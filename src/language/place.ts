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
    places = typeof step === 'number' ? places.flatMap((place) => itemOf(place) ?? []) : shapesOf(document, places, holder).flatMap((place) => childOf(place, step))
    value = below(document, holder, step)
    if (places.length === 0) return []
  }
  return places
}

/** What is below a value of a file. */
export function below(document: Document, value: Value | undefined, step: string | number): Value | undefined {
  const node = value?.kind === 'map' ? document.entries(value).named.get(String(step))?.value : value?.kind === 'list' ? value.items[Number(step)] : undefined
  return node && resolve(node)
}

const topOf = oncePer((schema: Key): Place => ({ key: schema, path: '', required: false }))

/** What the entries of a list are. */
export const itemOf = oncePer(({ key, path }: Place): Place | undefined => key.item && { key: key.item, path: `${path}[]`, required: false })

/** The keys of a map by their names, those that the release does not read among them. */
const keysIn = oncePer(({ key, path }: Place): ReadonlyMap<string, Place> => {
  const placed = (name: string, child: Key): [string, Place] => [name, { key: child, path: path === '' ? name : `${path}.${name}`, required: key.required.includes(name) }]
  return new Map(key.names.flatMap((name) => {
    const child = key.child(name)
    return child ? [placed(name, child)] : []
  }))
})

/** What an entry of a list may be, by its `binding`; undefined where nothing hangs on it. */
export const variantsOf = oncePer(({ key, path }: Place): ReadonlyMap<string, Place> | undefined => key.bindings && new Map(key.bindings.flatMap((binding): [string, Place][] => {
  const shape = key.variant(binding)
  return shape ? [[binding, { key: shape, path: `${path.slice(0, -2)}[binding=${binding}]`, required: false }]] : []
})))

/** The key of a name in a map, or the one that the router finds by it where it does not look at the case. */
function childOf(place: Place, name: string): Place[] {
  const child = keysIn(place).get(nameIn(place.key, name) ?? name)
  return child ? [child] : []
}

/** What a map may be: the alternative that its `binding` selects; without one, every alternative. */
export function shapesOf(document: Document, places: readonly Place[], value: Value | undefined): Place[] {
  return places.flatMap((place) => {
    const variants = variantsOf(place)
    if (!variants) return [place]
    const wanted = value?.kind === 'map' ? bindingIn(document.entries(value)) || undefined : undefined
    const near = wanted === undefined || variants.has(wanted) ? wanted : nearest(wanted, [...variants.keys()])
    return near === undefined ? [...variants.values()] : variants.get(near) ?? []
  })
}

/** The keys that the release reads in any of some maps, the first of each name, in the order of the schema. */
export function childrenOf(shapes: readonly Place[]): Place[] {
  const known = new Map<string, Place>()
  for (const shape of shapes) {
    for (const [name, child] of keysIn(shape)) if (child.key.read && !known.has(name)) known.set(name, child)
  }
  return [...known.values()]
}

/** The last name of a place. */
export const nameOf = ({ path }: Place): string => path.slice(path.lastIndexOf('.') + 1)
