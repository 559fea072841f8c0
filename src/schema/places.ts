import type { Path } from '../document/diagnostic.js'
import { groupBy } from '../document/group.js'
import type { SchemaNode } from './key.js'

/**
 * A key and its path, with `[]` for list entries, or `[binding=edge]` if the keys of an entry depend on its binding.
 */
export type SchemaPlace = {
  path: string
  key: SchemaNode
  required: boolean
  /** The outermost key on the path, up to the key itself, that the release does not read. */
  unreadKey?: SchemaNode
  /**
   * The place of the map or list that contains the key; only set if the place was found by following a path of a file.
   */
  parent?: SchemaPlace
}

/** Every key of a schema with its path, parents first. */
export function listPlaces(root: SchemaNode): SchemaPlace[] {
  const places: SchemaPlace[] = []
  const visit = (key: SchemaNode, path: string): void => {
    for (const name of key.names) {
      const child = key.child(name)
      if (!child) continue
      const childPath = path === '' ? name : `${path}.${name}`
      places.push({ path: childPath, key: child, required: key.required.includes(name) })
      descend(child, childPath)
    }
  }
  const descend = (key: SchemaNode, path: string): void => {
    for (const binding of key.bindings ?? []) {
      const variant = key.variant(binding)
      if (variant) visit(variant, `${path.slice(0, -2)}[binding=${binding}]`)
    }
    if (!key.bindings) visit(key, path)
    if (key.item && !key.acceptsSingleItem) {
      places.push({ path: `${path}[]`, key: key.item, required: false })
      descend(key.item, `${path}[]`)
    }
  }
  visit(root, '')
  return places
}

/** Replaces list indexes and `[binding=…]` with `[]`: `listeners[0].options.mtu` becomes `listeners[].options.mtu`. */
export const generalizePath = (path: string): string =>
  path.replaceAll(/\[(?:\d+|binding=[^[\]]*)?\]/g, '[]')

const placesByRoot = new WeakMap<SchemaNode, ReadonlyMap<string, readonly SchemaPlace[]>>()

/** Every place by the last name of its path, computed once for each release. */
export function getPlacesByName(root: SchemaNode): ReadonlyMap<string, readonly SchemaPlace[]> {
  const cachedPlaces = placesByRoot.get(root)
  if (cachedPlaces) return cachedPlaces
  const placesByName = groupBy(listPlaces(root), ({ path }) =>
    path.slice(path.lastIndexOf('.') + 1),
  )
  placesByRoot.set(root, placesByName)
  return placesByName
}

/** The place at a path in the notation of the schema; undefined if there is none. */
export const findPlaceByPath = (root: SchemaNode, path: string): SchemaPlace | undefined =>
  getPlacesByName(root)
    .get(path.slice(path.lastIndexOf('.') + 1))
    ?.find((place) => place.path === path)

/** The schema path of the key that replaces the key at a path. Considers all bindings. */
export function findReplacement(root: SchemaNode, path: Path): string | undefined {
  const keys = path.reduce<readonly SchemaNode[]>(
    (parents, step) =>
      parents.flatMap((key) =>
        typeof step === 'number'
          ? (key.item ?? [])
          : listShapes(key).flatMap((shape) => shape.child(step) ?? []),
      ),
    [root],
  )
  return keys.findLast(({ replacedBy }) => replacedBy !== undefined)?.replacedBy
}

/** The schemas that a map may have: one for each binding if its keys depend on a binding, else the key itself. */
const listShapes = (key: SchemaNode): readonly SchemaNode[] =>
  key.bindings?.flatMap((binding) => key.variant(binding) ?? []) ?? [key]
