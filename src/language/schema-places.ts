import type { Path } from '../document/diagnostic.js'
import type { Document, ResolvedValue } from '../document/document.js'
import { memoizePerObject } from '../document/lazy.js'
import type { SchemaNode } from '../schema/key.js'
import type { SchemaPlace } from '../schema/places.js'
import { findNearest } from '../schema/suggest.js'
import { findBinding, findKeyName } from '../schema/visit.js'

/**
 * The schema keys that a path in a file may refer to. Usually one key. Several keys, if the kind of an entry depends on
 * a `binding` that is missing or resembles no known binding. None, if the schema has no such key.
 */
export function findPlaces(schema: SchemaNode, document: Document, path: Path): SchemaPlace[] {
  let places: SchemaPlace[] = [getRootPlace(schema)]
  for (const [index, step] of path.entries()) {
    const parentValue = document.find(path.slice(0, index))?.value
    places =
      typeof step === 'number'
        ? places.flatMap((place) => getItemPlace(place) ?? [])
        : selectShapes(document, places, parentValue).flatMap((place) =>
            findChildPlaces(place, step),
          )
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

/** If the router does not read the parent, it does not read the child either. */
function createPlace(
  parent: SchemaPlace,
  key: SchemaNode,
  path: string,
  required = false,
): SchemaPlace {
  const unreadKey = parent.unreadKey ?? (key.isRead ? undefined : key)
  return { key, path, required, parent, ...(unreadKey && { unreadKey }) }
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

/** The possible entries of a list, by their `binding`; undefined if the entries do not depend on a binding. */
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

/** The key with a name in a map, if there is one. Ignores case if the router does so in this map. */
function findChildPlaces(place: SchemaPlace, name: string): SchemaPlace[] {
  const child = getKeyPlaces(place).get(findKeyName(place.key, name) ?? name)
  return child ? [child] : []
}

/**
 * The schemas that may apply to a map: the variant for its `binding` or, if no variant has this binding, for the most
 * similar binding. All variants if the map has no `binding`, or no binding is similar.
 */
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
    const closestBinding =
      binding === undefined || variants.has(binding)
        ? binding
        : findNearest(binding, [...variants.keys()])
    return closestBinding === undefined
      ? [...variants.values()]
      : (variants.get(closestBinding) ?? [])
  })
}

/** The keys that the release reads in at least one of the maps, each name once, in the order of the schema. */
export function listChildren(shapes: readonly SchemaPlace[]): SchemaPlace[] {
  const childrenByName = new Map<string, SchemaPlace>()
  for (const shape of shapes) {
    for (const [name, child] of getKeyPlaces(shape))
      if (!child.unreadKey && !childrenByName.has(name)) childrenByName.set(name, child)
  }
  return [...childrenByName.values()]
}

export const getPlaceName = ({ path }: SchemaPlace): string => path.slice(path.lastIndexOf('.') + 1)
