import type { Path } from '../diagnostic.js'
import type { Document, Value } from '../document.js'
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
  let places: Place[] = [{ key: schema, path: '', required: false }]
  let value: Value | undefined = document.root
  for (const step of path) {
    const holder: Value | undefined = value
    places = typeof step === 'number' ? places.flatMap(itemOf) : shapesOf(document, places, holder).flatMap((place) => childOf(place, step))
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

function itemOf({ key, path }: Place): Place[] {
  return key.item ? [{ key: key.item, path: `${path}[]`, required: false }] : []
}

/** The key of a name in a map, or the one that the router finds by it where it does not look at the case. */
export function childOf({ key, path }: Place, name: string): Place[] {
  const same = nameIn(key, name)
  const child = same === undefined ? undefined : key.child(same)
  return child && same !== undefined ? [{ key: child, path: path === '' ? same : `${path}.${same}`, required: key.required.includes(same) }] : []
}

/** What a map may be: the alternative that its `binding` selects; without one, every alternative. */
export function shapesOf(document: Document, places: readonly Place[], value: Value | undefined): Place[] {
  return places.flatMap((place) => {
    const { key, path } = place
    const { bindings } = key
    if (!bindings) return [place]
    const wanted = value?.kind === 'map' ? bindingIn(document.entries(value)) || undefined : undefined
    const near = wanted === undefined || bindings.includes(wanted) ? wanted : nearest(wanted, bindings)
    return bindings.filter((binding) => near === undefined || binding === near).flatMap((binding) => {
      const shape = key.variant(binding)
      return shape ? [{ key: shape, path: `${path.slice(0, -2)}[binding=${binding}]`, required: false }] : []
    })
  })
}

/** The keys that the release reads in any of some maps, the first of each name, in the order of the schema. */
export function childrenOf(shapes: readonly Place[]): Place[] {
  const known = new Map<string, Place>()
  for (const shape of shapes) {
    for (const name of shape.key.names) {
      const [child] = childOf(shape, name)
      if (child?.key.read && !known.has(name)) known.set(name, child)
    }
  }
  return [...known.values()]
}

/** The last name of a place. */
export const nameOf = ({ path }: Place): string => path.slice(path.lastIndexOf('.') + 1)
