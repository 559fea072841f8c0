import type { Path } from '../diagnostic.js'
import type { Document, MapNode, Node, Value } from '../document.js'
import type { Environment } from '../expand.js'
import type { Key } from '../schema/key.js'
import { shapeOf } from '../schema/read.js'
import { resolve } from '../yaml/index.js'
import { addressOf } from './change.js'

/** A key of the schema at a place of one file, with what is written there, if anything is. */
export type Instance = {
  path: Path
  key: Key
  value: Value | undefined
  /** Ranges of releases, each of which has to hold for a release to read the key: its own and those of the keys above it. */
  readIn: readonly (readonly string[])[]
}

/** Every key that a file has or could have where it has the map for it, by address; sections with defaults are always there. */
export function instancesOf(
  schema: Key,
  document: Document,
  environment: Environment | undefined,
): ReadonlyMap<string, Instance> {
  const found = new Map<string, Instance>()
  const visit = (key: Key, node: Node | undefined, path: Path, above: Instance['readIn']): void => {
    if (found.size > most) return
    const value = node && resolve(node)
    const own = key.readIn
    const place: Instance = { path, key, value, readIn: own ? [...above, own] : above }
    found.set(addressOf(path), place)
    const { item } = key
    if (value?.kind === 'list' && item)
      value.items.forEach((entry, index) => visit(item, entry, [...path, index], place.readIn))
    else if (value?.kind === 'map')
      visitMap(shapeOf(key, document.entries(value), environment) ?? key, value, place)
    else if (value === undefined && typeof key.absent() === 'object')
      visitMap(key, undefined, place)
  }
  const visitMap = (key: Key, map: MapNode | undefined, { path, readIn }: Instance): void => {
    const named = map && document.entries(map).named
    for (const name of key.names) {
      const child = key.child(name)
      if (child) visit(child, named?.get(name)?.value, [...path, name], readIn)
    }
  }
  visit(schema, document.root, [], [])
  return found
}

/** Aliases can make a short text long without end; a router file has a few hundred places. */
const most = 100_000
