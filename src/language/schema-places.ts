import type { Path } from '../document/diagnostic.js'
import type { Document, ResolvedValue } from '../document/document.js'
import { memoizePerObject } from '../document/lazy.js'
import type { SchemaNode } from '../schema/key.js'
import type { SchemaPlace } from '../schema/places.js'
import { findNearest } from '../schema/suggest.js'
import { findBinding, findKeyName } from '../schema/visit.js'

/**
 * The schema keys that a path of a file may refer to. Usually one; several if the kind of an entry depends on a
 * `binding` that is not written yet.
 */
export function findPlaces(schema: SchemaNode, document: Document, path: Path): SchemaPlace[] {
  let places: SchemaPlace[] = [getRootPlace(schema)]
  for (const [index, step] of path.entries()) {
    const holder = document.find(path.slice(0, index))?.value
    places =
      typeof step === 'number'
        ? places.flatMap((place) => getItemPlace(place) ?? [])
        : selectShapes(document, places, holder).flatMap((place) => findChildPlaces(place, step))
    if (places.length === 0) return []
  }
  return places
}

const getRootPlace = memoizePerObject((schema: SchemaNode): SchemaPlace => ({
  key: schema,
  path: '',
  required: false,
}))

export const getItemPlace = memoizePerObject(
  (list: SchemaPlace): SchemaPlace | undefined =>
    list.key.item && createPlace(list, list.key.item, `${list.path}[]`),
)

/** A key below another key. If the other key is not read, this one is not read either. */
function createPlace(
  parent: SchemaPlace,
  key: SchemaNode,
  path: string,
  required = false,
): SchemaPlace {
  const unread = parent.unread ?? (key.read ? undefined : key)
  return { key, path, required, parent, ...(unread && { unread }) }
}

/** The keys of a map by name, including those that the release does not read. */
const getKeyPlaces = memoizePerObject((map: SchemaPlace): ReadonlyMap<string, SchemaPlace> => {
  const { key, path } = map
  const toEntry = (name: string, child: SchemaNode): [string, SchemaPlace] => [
    name,
    createPlace(map, child, path === '' ? name : `${path}.${name}`, key.required.includes(name)),
  ]
  return new Map(
    key.names.flatMap((name) => {
      const child = key.child(name)
      return child ? [toEntry(name, child)] : []
    }),
  )
})

/** The possible entries of a list, by their `binding`; undefined if the entries do not depend on one. */
export const getVariants = memoizePerObject(
  (item: SchemaPlace): ReadonlyMap<string, SchemaPlace> | undefined =>
    item.key.bindings &&
    new Map(
      item.key.bindings.flatMap((binding): [string, SchemaPlace][] => {
        const shape = item.key.variant(binding)
        return shape
          ? [[binding, createPlace(item, shape, `${item.path.slice(0, -2)}[binding=${binding}]`)]]
          : []
      }),
    ),
)

/** The key with a name in a map. Ignores case for keys for which the router does. */
function findChildPlaces(place: SchemaPlace, name: string): SchemaPlace[] {
  const child = getKeyPlaces(place).get(findKeyName(place.key, name) ?? name)
  return child ? [child] : []
}

/** The possible shapes of a map: the variant that its `binding` selects; without one, all variants. */
export function selectShapes(
  document: Document,
  places: readonly SchemaPlace[],
  value: ResolvedValue | undefined,
): SchemaPlace[] {
  return places.flatMap((place) => {
    const variants = getVariants(place)
    if (!variants) return [place]
    const binding =
      value?.kind === 'map' ? findBinding(document.entries(value)) || undefined : undefined
    const near =
      binding === undefined || variants.has(binding)
        ? binding
        : findNearest(binding, [...variants.keys()])
    return near === undefined ? [...variants.values()] : (variants.get(near) ?? [])
  })
}

/** The keys that the release reads in at least one of the maps, each name once, in the order of the schema. */
export function listChildren(shapes: readonly SchemaPlace[]): SchemaPlace[] {
  const known = new Map<string, SchemaPlace>()
  for (const shape of shapes) {
    for (const [name, child] of getKeyPlaces(shape))
      if (!child.unread && !known.has(name)) known.set(name, child)
  }
  return [...known.values()]
}

export const getPlaceName = ({ path }: SchemaPlace): string => path.slice(path.lastIndexOf('.') + 1)
