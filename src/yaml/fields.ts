import { resolve } from './nodes.js'
import type { MapNode, Node, Pair, Scalar } from './nodes.js'

/** An entry that a map ends up with. A key that is an alias has the value of its target and its own span. */
export type Field = { key: Scalar; value: Node; merged: boolean }

/** What is left of the pairs of a map. */
export type Fields = {
  /** The final entries by the value of their key, in order of writing; merged ones stand where the merge key does. */
  table: ReadonlyMap<unknown, Field>
  /** Pairs of this very map whose value was overwritten, by a later pair or a merged one. */
  lost: { pair: Pair; to: Field }[]
}

const mergeTag = 'tag:yaml.org,2002:merge'

/** Whether the key merges other maps into its own: a bare `<<`, in quotes only after `!`. */
export function isMergeKey(key: Node): key is Scalar {
  if (key.kind !== 'text' || key.value !== '<<') return false
  return key.tag === undefined ? key.style === 'plain' : key.tag === '!' || key.tag === mergeTag
}

/** What a merge key names, in the order in which yaml.v2 applies it: of a list, the last comes first. */
export function mergedNodes(value: Node): Node[] {
  return value.kind === 'list' ? value.items.toReversed() : [value]
}

/**
 * The entries of a map as yaml.v2 ends up with them. A pair overwrites what stands before it under the
 * same key, and so does every entry of the maps that a merge key names, at its place.
 */
export function fields(map: MapNode): Fields {
  const table = map.pairs.some(({ key }) => isMergeKey(key))
    ? mergedTable(map)
    : buildTable(map, noTables)
  return { table, lost: table.size === map.pairs.length ? [] : findLost(map, table) }
}

// Values of different kinds have different types, so they never meet under one key.
type Table = Map<unknown, Field>

const noTables: ReadonlyMap<MapNode, Table> = new Map()

function mergedTable(map: MapNode): Table {
  const tables = new Map<MapNode, Table>()
  for (const each of inMergeOrder(map)) tables.set(each, buildTable(each, tables))
  return tables.get(map) ?? buildTable(map, tables)
}

function identity(key: Scalar): unknown {
  // NaN differs from itself.
  return key.kind === 'float' && Number.isNaN(key.value) ? key : key.value
}

function buildTable(map: MapNode, tables: ReadonlyMap<MapNode, Table>): Table {
  const table: Table = new Map()
  for (const { key, value } of map.pairs) {
    if (isMergeKey(key)) merge(table, value, tables)
    else {
      const scalar = scalarKey(key)
      if (scalar !== undefined) put(table, { key: scalar, value, merged: false })
    }
  }
  return table
}

function merge(table: Table, value: Node, tables: ReadonlyMap<MapNode, Table>): void {
  for (const node of mergedNodes(value)) {
    const map = resolve(node)
    const merged = map.kind === 'map' ? tables.get(map) : undefined
    for (const field of merged?.values() ?? [])
      put(table, { key: field.key, value: field.value, merged: true })
  }
}

// What is put again moves to the end.
function put(table: Table, field: Field): void {
  const key = identity(field.key)
  if (table.has(key)) table.delete(key)
  table.set(key, field)
}

// A map or a list is no key; decoding complains.
function scalarKey(key: Node): Scalar | undefined {
  if (key.kind === 'map' || key.kind === 'list') return undefined
  if (key.kind !== 'alias') return key
  const target = resolve(key)
  return target.kind === 'map' || target.kind === 'list'
    ? undefined
    : { ...target, start: key.start, end: key.end }
}

function findLost(map: MapNode, table: Table): Fields['lost'] {
  const lost: Fields['lost'] = []
  for (const pair of map.pairs) {
    const key = isMergeKey(pair.key) ? undefined : resolve(pair.key)
    if (key === undefined || key.kind === 'map' || key.kind === 'list') continue
    const to = table.get(identity(key))
    if (to !== undefined && to.value !== pair.value) lost.push({ pair, to })
  }
  return lost
}

// The map after all maps that it merges, directly or not; without recursion, as the chain may be long. A
// map that merges itself is left out where it does.
function inMergeOrder(map: MapNode): MapNode[] {
  const order: MapNode[] = []
  const seen = new Set([map])
  const path = [{ map, merged: directlyMerged(map) }]
  for (let top = path[path.length - 1]; top !== undefined; top = path[path.length - 1]) {
    const next = top.merged.pop()
    if (next === undefined) {
      order.push(top.map)
      path.pop()
    } else if (!seen.has(next)) {
      seen.add(next)
      path.push({ map: next, merged: directlyMerged(next) })
    }
  }
  return order
}

function directlyMerged(map: MapNode): MapNode[] {
  const maps: MapNode[] = []
  for (const { key, value } of map.pairs) {
    if (!isMergeKey(key)) continue
    for (const node of mergedNodes(value)) {
      const target = resolve(node)
      if (target.kind === 'map') maps.push(target)
    }
  }
  return maps
}
