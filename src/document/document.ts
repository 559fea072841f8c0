import type {
  Field,
  ListNode,
  MapEntries,
  MapNode,
  Node,
  ParsedYaml,
  Scalar,
} from '../yaml/index.js'
import {
  parseYamlWithoutErrors,
  parseYaml,
  readFields,
  readTextFields,
  readOwnFields,
  resolveAlias,
} from '../yaml/index.js'
import type { Path, Span, PathNode } from './diagnostic.js'
import { findLineStarts } from './diagnostic.js'
import { once } from './lazy.js'
import { findLineEnd } from './lines.js'

export type { Field, ListNode, MapEntries, MapNode, Node, Scalar }

export type ResolvedValue = ReturnType<typeof resolveAlias>

export type VisitedNode = PathNode & { node: Node }

/** A YAML text as the router's parser reads it. Everything readable is included, even if the text is broken. */
export type Document = Pick<ParsedYaml, 'problems' | 'comments' | 'unreadContent' | 'isPlain'> & {
  text: string
  /** The last earlier version that could be reparsed in parts; only set if this version cannot (`isPlain` is false). */
  lastPlainVersion?: Document
  /** Whether a later version took over the nodes, so that their offsets no longer fit this text. */
  isSuperseded: boolean
  /** Offsets at which the lines of the text start. */
  lineStarts: () => readonly number[]
  root: MapNode | undefined
  /** The value at the root: router files need a map there, other data may be a list. */
  rootValue: ResolvedValue | undefined
  entries: (map: MapNode) => MapEntries
  /** Maps that were checked in this or an earlier version, and have no duplicate key; absent in the first version. */
  checkedMaps: WeakSet<MapNode> | undefined
  /** Every effective node, parents first; aliases are not followed. */
  nodes: () => readonly VisitedNode[]
  hasUniqueKeys: () => boolean
  /** The value at a path and the span of its key, which list items and the root do not have; undefined if not found. */
  find: (path: Path) => { key: Span | undefined; value: ResolvedValue } | undefined
  /**
   * The span for a finding at a path. If the path does not exist, the span of the deepest key or list item on it that
   * exists, or else of the first line.
   */
  findSpan: (path: Path, part: 'key' | 'value') => Span
}

/** Parses a text. Never throws. */
export const parseDocument = (text: string): Document => createDocument(text, parseYaml(text))

/** Parses a text; undefined if it has any problem. Fast for broken texts, because nothing is repaired. */
export function parseDocumentWithoutErrors(text: string): Document | undefined {
  const parsedYaml = parseYamlWithoutErrors(text)
  return parsedYaml && createDocument(text, parsedYaml)
}

/** Creates a document from the root node of plain data, which has no text. */
export const createDataDocument = (root: Node): Document =>
  createDocument('', { root, problems: [], comments: [], isPlain: false })

/** A scalar as written in the text; for plain data, which has no text, its value as a string. */
export const getWrittenText = ({ text }: Pick<Document, 'text'>, scalar: Scalar): string =>
  text.slice(scalar.start, scalar.end) || String(scalar.value ?? '')

/**
 * Creates a document from a parsed text. Takes only `entries` and `checkedMaps` from the previous version, because
 * closures would keep a whole version in memory.
 */
export function createDocument(
  text: string,
  { root, problems, comments, unreadContent, isPlain }: ParsedYaml,
  {
    entries,
    checkedMaps,
  }: { entries: Document['entries']; checkedMaps?: Document['checkedMaps'] } = {
    entries: createEntries(problems),
  },
): Document {
  const rootValue = root && resolveAlias(root)
  const map = rootValue?.kind === 'map' ? rootValue : undefined
  const { find, findSpan } = createLookup(text, rootValue, entries)
  return {
    text,
    isSuperseded: false,
    lineStarts: once(() => findLineStarts(text)),
    problems,
    comments,
    isPlain,
    root: map,
    rootValue,
    entries,
    nodes: once(() => (map ? collectNodes(map, entries) : [])),
    hasUniqueKeys: once(() => !map || hasUniqueKeys(map, entries, checkedMaps)),
    checkedMaps,
    find,
    findSpan,
    // The spread comes last: otherwise V8 takes ten times as long to create the object.
    ...(unreadContent && { unreadContent }),
  }
}

function createLookup(
  text: string,
  rootValue: ResolvedValue | undefined,
  entries: Document['entries'],
): Pick<Document, 'find' | 'findSpan'> {
  const find: Document['find'] = (path) => {
    let value: ResolvedValue | undefined = rootValue
    let key: Span | undefined
    for (const step of path) {
      const next = findChild(value, step, entries)
      if (!next) return undefined
      key = next.key
      value = resolveAlias(next.value)
    }
    return value && { key, value }
  }
  const findSpan: Document['findSpan'] = (path, part) => {
    for (let length = path.length; length >= 0; length -= 1) {
      const entry = find(path.slice(0, length))
      if (!entry) continue
      if (length === path.length && part === 'value') return entry.value
      return entry.key ?? (length === 0 ? findFirstLine(text) : entry.value)
    }
    return findFirstLine(text)
  }
  return { find, findSpan }
}

function collectNodes(root: MapNode, entries: Document['entries']): VisitedNode[] {
  const visits: VisitedNode[] = [{ parent: undefined, step: '', node: root }]
  // The loop adds to the list that it reads.
  for (const ancestor of visits) {
    if (ancestor.node.kind === 'list')
      ancestor.node.items.forEach((node, step) => visits.push({ parent: ancestor, step, node }))
    if (ancestor.node.kind === 'map')
      for (const [step, { value }] of entries(ancestor.node).byName)
        visits.push({ parent: ancestor, step, node: value })
  }
  return visits
}

/**
 * Whether no map has a duplicate key. Skips the maps in `checkedMaps`. If there is no duplicate key, adds the maps that
 * it has checked. This is safe, because a map that changes becomes a new object, as do all maps around it.
 */
function hasUniqueKeys(
  root: MapNode,
  entries: Document['entries'],
  checkedMaps: WeakSet<MapNode> | undefined,
): boolean {
  const maps: MapNode[] = []
  const pendingNodes: Node[] = [root]
  for (let node = pendingNodes.pop(); node; node = pendingNodes.pop()) {
    if (node.kind === 'list') for (const item of node.items) pendingNodes.push(item)
    if (node.kind !== 'map' || checkedMaps?.has(node)) continue
    if (entries(node).lostPairs.length > 0) return false
    maps.push(node)
    for (const { value } of node.pairs)
      if (value.kind === 'map' || value.kind === 'list') pendingNodes.push(value)
  }
  for (const map of maps) checkedMaps?.add(map)
  return true
}

function findChild(
  value: ResolvedValue | undefined,
  step: string | number,
  entries: Document['entries'],
): { key: Span | undefined; value: Node } | undefined {
  if (value?.kind === 'map') return entries(value).byName.get(String(step))
  if (value?.kind !== 'list' || typeof step !== 'number') return undefined
  const item = value.items[step]
  return item && { key: undefined, value: item }
}

const findFirstLine = (text: string): Span => ({ start: 0, end: findLineEnd(text, 0) })

/**
 * Creates the function that reads the entries of maps. If there are too many aliases, it leaves out merged entries: the
 * router refuses such a text, and a few lines can merge more than fits in memory.
 */
function createEntries(problems: ParsedYaml['problems']): Document['entries'] {
  const isExcessive = problems.some(({ code }) => code === 'excessive-aliasing')
  const readEntries = isExcessive ? readOwnFields : readFields
  // The node keeps the result, because garbage collection would spend most of its time on a table of thousands of maps.
  return (map) =>
    (map.entries ??= toTextEntries(readTextFields(map)) ?? toEntries(readEntries(map)))
}

const emptyList: never[] = []

const toTextEntries = (byName: MapEntries['byName'] | undefined): MapEntries | undefined =>
  byName && { byName, otherFields: emptyList, lostPairs: emptyList }

function toEntries({ table, lostPairs }: ReturnType<typeof readFields>): MapEntries {
  const otherFields: Field[] = []
  for (const field of table.values()) if (field.key.kind !== 'text') otherFields.push(field)
  return { byName: indexByName({ table, otherFields }), otherFields, lostPairs }
}

type SplitFields = { table: ReadonlyMap<unknown, Field>; otherFields: readonly Field[] }

const hasTextKeys = (
  fields: SplitFields,
): fields is SplitFields & { table: ReadonlyMap<string, Field> } => fields.otherFields.length === 0

/** The entries with a string key; usually all of them. */
function indexByName(fields: SplitFields): ReadonlyMap<string, Field> {
  if (hasTextKeys(fields)) return fields.table
  return new Map(
    [...fields.table.values()].flatMap((field) =>
      field.key.kind === 'text' ? [[field.key.value, field]] : [],
    ),
  )
}

/** Whether the router refuses a text because its aliases lead to too many values, or to an endless number. */
export const hasEndlessAliases = ({ problems }: Pick<Document, 'problems'>): boolean =>
  problems.some(({ code }) => code === 'excessive-aliasing' || code === 'recursive-anchor')

/** Whether a file has more than `maxCount` values, including maps, lists, and each repetition by an alias. */
export function hasMoreValues({ root }: Document, maxCount: number): boolean {
  const pendingNodes: Node[] = root ? [root] : []
  let count = 0
  for (let node = pendingNodes.pop(); node; node = pendingNodes.pop()) {
    count += 1
    if (count > maxCount) return true
    const value = resolveAlias(node)
    if (value.kind === 'list') for (const item of value.items) pendingNodes.push(item)
    if (value.kind === 'map') for (const pair of value.pairs) pendingNodes.push(pair.value)
  }
  return false
}
