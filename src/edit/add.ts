import type { Edit, Path } from '../diagnostic.js'
import type { Document, MapNode } from '../document.js'
import type { Entry, Item } from './entry.js'
import { endOfColon, endOfPlace, find, isShared, valueOf } from './entry.js'
import { columnOf, endOfStatement, lineEndOf } from './lines.js'

/** An entry to be written: its key, what stands behind the colon, and the lines below, indented as seen from the key. */
export type Written = { name: string; rest: string; below: readonly string[] }

/** How many spaces a text indents by. */
function stepOf({ text, root }: Document): number {
  for (const { value } of root?.pairs ?? []) {
    if (value.kind === 'map' && !value.flow) return Math.max(2, columnOf(text, value.start))
  }
  return 2
}

/** Writes an entry into the map at a path, behind its last entry or behind `after`; maps that are not there are made. */
export function add(
  document: Document,
  path: Path,
  entry: Written,
  after?: Entry,
): Edit[] | undefined {
  if (path.length === 0) return document.root && addToMap(document, document.root, entry, after)
  const place = find(document, path)
  if (!place) return addBelow(document, path, entry)
  const value = valueOf(place)
  if (isShared(document, value)) return undefined
  if (value.kind === 'map')
    return value.flow ? addToFlow(document, value, entry) : addToMap(document, value, entry, after)
  return value.kind === 'null' &&
    value.start === value.end &&
    value.anchor === undefined &&
    value.tag === undefined
    ? fill(document, place, entry)
    : undefined
}

/** The map is not there: it is written into the one above. */
function addBelow(
  document: Document,
  path: Path,
  { name, rest, below }: Written,
): Edit[] | undefined {
  const last = path.at(-1)
  if (typeof last !== 'string' || document.at(path)) return undefined
  const indent = ' '.repeat(stepOf(document))
  return add(document, path.slice(0, -1), {
    name: last,
    rest: '',
    below: [`${name}:${rest}`, ...below].map((line) => (line === '' ? line : indent + line)),
  })
}

function linesOf({ text }: Document, { name, rest, below }: Written, column: number): string {
  const indent = ' '.repeat(column)
  const end = lineEndOf(text)
  return [`${name}:${rest}`, ...below]
    .map((line) => (line === '' ? end : indent + line + end))
    .join('')
}

function addToMap(
  document: Document,
  map: MapNode,
  entry: Written,
  after?: Entry,
): Edit[] | undefined {
  const { text } = document
  const last = map.pairs.at(-1)
  const first = map.pairs[0]
  if (!last || !first || document.entries(map).named.has(entry.name)) return undefined
  const end = endOfStatement(
    text,
    endOfPlace(text, after ?? { map, pair: last, index: 0, above: undefined }),
  )
  return end === undefined
    ? undefined
    : [insert(text, end, linesOf(document, entry, columnOf(text, first.key.start)))]
}

/** Inserts lines at the start of a line, or behind a last line that has no end. */
function insert(text: string, at: number, lines: string): Edit {
  const isOpen = at === text.length && at > 0 && !/[\r\n]$/.test(text)
  const end = lineEndOf(text)
  return { start: at, end: at, text: isOpen ? end + lines.slice(0, -end.length) : lines }
}

function addToFlow(
  { text }: Document,
  map: MapNode,
  { name, rest, below }: Written,
): Edit[] | undefined {
  const last = map.pairs.at(-1)
  const value = rest.replace(/\s#.*$/, '')
  if (below.length > 0 || /[,{}[\]\r\n]/.test(value)) return undefined
  const at = last
    ? endOfPlace(text, { map, pair: last, index: 0, above: undefined })
    : map.start + 1
  return [{ start: at, end: at, text: `${last ? ', ' : ''}${name}:${value}` }]
}

/** A key without value gets the map below it. */
function fill(document: Document, place: Entry | Item, entry: Written): Edit[] | undefined {
  const { text } = document
  const colon = 'pair' in place ? endOfColon(text, place.pair) : undefined
  const end = colon === undefined ? undefined : endOfStatement(text, colon)
  if (end === undefined || !('pair' in place)) return undefined
  return [
    insert(
      text,
      end,
      linesOf(document, entry, columnOf(text, place.pair.key.start) + stepOf(document)),
    ),
  ]
}
