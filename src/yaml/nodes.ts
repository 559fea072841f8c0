/** UTF-16 offsets into the text, end exclusive. */
export type Span = { start: number; end: number }

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded'

/** The value of a scalar when yaml.v2 decodes it into an interface{}. */
export type Value =
  | { kind: 'null'; value: null }
  | { kind: 'bool'; value: boolean }
  /** Fits a signed 64-bit integer. */
  | { kind: 'int'; value: bigint }
  /** 2^63 to 2^64-1: a Go uint64, which nothing that expects an int accepts. */
  | { kind: 'unsigned'; value: bigint }
  | { kind: 'float'; value: number }
  | { kind: 'text'; value: string }

/**
 * Tag and anchor as they are written before a node. The tag is resolved (`!!int` is `tag:yaml.org,2002:int`, `!own` is
 * `!own`).
 */
export type Properties = { tag?: string; anchor?: string }

/** The span covers the content with its quotes or block header, not the tag and the anchor. */
export type Scalar = Span & Properties & { style: ScalarStyle } & Value

/** An absent key or value is a null scalar with an empty span at its position. */
export type Pair = { key: Node; value: Node }

/** All pairs as written, and the entries that they result in, once somebody has asked for them. */
export type MapNode = Span &
  Properties & { kind: 'map'; pairs: Pair[]; flow: boolean; entries: MapEntries | undefined }

export type ListNode = Span & Properties & { kind: 'list'; items: Node[]; flow: boolean }

export type AliasNode = Span & { kind: 'alias'; name: string; target: Node }

/** One node as written. Scalars carry the value that yaml.v2 decodes into an interface{}. */
export type Node = Scalar | MapNode | ListNode | AliasNode

/** Creates a scalar. All kinds have the same order of properties, so that V8 reads them fast. */
export function createScalar(value: Value, span: Span, style: ScalarStyle): Scalar {
  const { start, end } = span
  switch (value.kind) {
    case 'text':
      return { kind: 'text', value: value.value, start, end, style }
    case 'int':
      return { kind: 'int', value: value.value, start, end, style }
    case 'unsigned':
      return { kind: 'unsigned', value: value.value, start, end, style }
    case 'bool':
      return { kind: 'bool', value: value.value, start, end, style }
    case 'float':
      return { kind: 'float', value: value.value, start, end, style }
    case 'null':
      return { kind: 'null', value: null, start, end, style }
  }
}

/** The null scalar of an absent value. */
export function createAbsentNode(offset: number): Scalar {
  return { kind: 'null', value: null, start: offset, end: offset, style: 'plain' }
}

export function isCollection(node: Node): node is MapNode | ListNode {
  return node.kind === 'map' || node.kind === 'list'
}

/** The target of an alias (through several aliases), or the node itself. */
export function resolveAlias(node: Node): Exclude<Node, AliasNode> {
  let target = node
  while (target.kind === 'alias') target = target.target
  return target
}

/** A final entry of a map. If the key is an alias, it has the value of the target and the span of the alias. */
export type Field = { key: Scalar; value: Node; merged: boolean }

/** The effective entries of a map: those with a string key by name, and the others, which the router never finds. */
export type MapEntries = {
  named: ReadonlyMap<string, Field>
  others: readonly Field[]
  lost: MapFields['lost']
}

/** The resulting entries of a map. */
export type MapFields = {
  /**
   * The final entries by the value of their key, in the order of the source; merged ones are at the position of the
   * merge key.
   */
  table: ReadonlyMap<unknown, Field>
  /** Pairs of this map itself whose value was overwritten by a later pair or a merged one. */
  lost: { pair: Pair; to: Field }[]
}

const mergeTag = 'tag:yaml.org,2002:merge'

/** Whether the key merges other maps into its own: a bare `<<`, in quotes only after `!`. */
export function isMergeKey(key: Node): key is Scalar {
  if (key.kind !== 'text' || key.value !== '<<') return false
  return key.tag === undefined ? key.style === 'plain' : key.tag === '!' || key.tag === mergeTag
}

/**
 * The nodes that a merge key names, in the order in which yaml.v2 applies them: in a list, the last one comes first.
 */
export function listMergedNodes(value: Node): Node[] {
  return value.kind === 'list' ? value.items.toReversed() : [value]
}

/**
 * The entries of a map as yaml.v2 decodes them. A pair overwrites an earlier one with the same key. So does, at the
 * position of the merge key, every entry of the maps that it names.
 */
export function readFields(map: MapNode): MapFields {
  return map.pairs.some(({ key }) => isMergeKey(key))
    ? toFields(map, createMergedTable(map))
    : readOwnFields(map)
}

/** The entries without merged ones, which may need more memory than is available. */
export const readOwnFields = (map: MapNode): MapFields => toFields(map, buildTable(map, noTables))

const toFields = (map: MapNode, table: Table): MapFields => ({
  table,
  lost: table.size === map.pairs.length ? [] : findLost(map, table),
})

// Values of different kinds have different JavaScript types, so they never collide as keys.
type Table = Map<unknown, Field>

const noTables: ReadonlyMap<MapNode, Table> = new Map()

function createMergedTable(map: MapNode): Table {
  const tables = new Map<MapNode, Table>()
  for (const each of sortByMergeOrder(map)) tables.set(each, buildTable(each, tables))
  return tables.get(map) ?? buildTable(map, tables)
}

function toIdentity(key: Scalar): unknown {
  // NaN differs from itself.
  return key.kind === 'float' && Number.isNaN(key.value) ? key : key.value
}

function buildTable(map: MapNode, tables: ReadonlyMap<MapNode, Table>): Table {
  const table: Table = new Map()
  for (const { key, value } of map.pairs) {
    if (isMergeKey(key)) merge(table, value, tables)
    else {
      const scalar = toScalarKey(key)
      if (scalar !== undefined) putLast(table, { key: scalar, value, merged: false })
    }
  }
  return table
}

function merge(table: Table, value: Node, tables: ReadonlyMap<MapNode, Table>): void {
  for (const node of listMergedNodes(value)) {
    const map = resolveAlias(node)
    const merged = map.kind === 'map' ? tables.get(map) : undefined
    for (const field of merged?.values() ?? [])
      putLast(table, { key: field.key, value: field.value, merged: true })
  }
}

// An entry that is set again moves to the end.
function putLast(table: Table, field: Field): void {
  const key = toIdentity(field.key)
  const { size } = table
  table.set(key, field)
  if (table.size > size) return
  table.delete(key)
  table.set(key, field)
}

// A map or a list cannot be a key; decoding reports it.
function toScalarKey(key: Node): Scalar | undefined {
  if (key.kind === 'map' || key.kind === 'list') return undefined
  if (key.kind !== 'alias') return key
  const target = resolveAlias(key)
  return target.kind === 'map' || target.kind === 'list'
    ? undefined
    : { ...target, start: key.start, end: key.end }
}

function findLost(map: MapNode, table: Table): MapFields['lost'] {
  const lost: MapFields['lost'] = []
  for (const pair of map.pairs) {
    const key = isMergeKey(pair.key) ? undefined : resolveAlias(pair.key)
    if (key === undefined || key.kind === 'map' || key.kind === 'list') continue
    const to = table.get(toIdentity(key))
    if (to !== undefined && to.value !== pair.value) lost.push({ pair, to })
  }
  return lost
}

// The map after all maps that it merges, directly or indirectly. Not recursive, as the chain may be long. A map that
// merges itself is skipped at that point.
function sortByMergeOrder(map: MapNode): MapNode[] {
  const order: MapNode[] = []
  const visited = new Set([map])
  const path = [{ map, merged: listDirectlyMerged(map) }]
  for (let top = path[path.length - 1]; top !== undefined; top = path[path.length - 1]) {
    const next = top.merged.pop()
    if (next === undefined) {
      order.push(top.map)
      path.pop()
    } else if (!visited.has(next)) {
      visited.add(next)
      path.push({ map: next, merged: listDirectlyMerged(next) })
    }
  }
  return order
}

function listDirectlyMerged(map: MapNode): MapNode[] {
  const maps: MapNode[] = []
  for (const { key, value } of map.pairs) {
    if (!isMergeKey(key)) continue
    for (const node of listMergedNodes(value)) {
      const target = resolveAlias(node)
      if (target.kind === 'map') maps.push(target)
    }
  }
  return maps
}
