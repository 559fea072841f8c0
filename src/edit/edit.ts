import type { Edit, Path } from '../document/diagnostic.js'
import type { Document, MapNode, Node } from '../document/document.js'
import { parseDocument } from '../document/document.js'
import {
  getColumn,
  findLineStartBefore,
  findStatementEnd,
  detectLineEnd,
  findLineStart,
  endsWithLineEnd,
  hasLineEnd,
  splitLines,
} from '../document/lines.js'
import { readPlain, writeQuoted } from '../yaml/index.js'
import type { MapEntry, ListItem } from './entry.js'
import {
  findColonEnd,
  findPlaceEnd,
  findEntry,
  isShared,
  getValue,
  findNodeEnd,
  hasAnchor,
} from './entry.js'

/** A new entry: its key, what follows the colon, and the lines below, indented relative to the key. */
export type NewEntry = { name: string; rest: string; below: readonly string[] }

/** How many spaces a text uses for indentation. */
function detectIndent({ text, root }: Document): number {
  for (const { value } of root?.pairs ?? []) {
    if (value.kind === 'map' && !value.flow) return Math.max(2, getColumn(text, value.start))
  }
  return 2
}

/** Adds an entry to the map at a path, after its last entry or after `after`. Creates missing maps. */
export function addEntry(
  document: Document,
  path: Path,
  entry: NewEntry,
  after?: MapEntry,
): Edit[] | undefined {
  if (path.length === 0) return document.root && addToMap(document, document.root, entry, after)
  const place = findEntry(document, path)
  if (!place) return addToMissingMap(document, path, entry)
  const value = getValue(place)
  if (isShared(document, value)) return undefined
  if (value.kind === 'map')
    return value.flow
      ? (openEmptyMap(document, place, entry) ?? addToFlow(document, value, entry))
      : addToMap(document, value, entry, after)
  return value.kind === 'null' &&
    value.start === value.end &&
    value.anchor === undefined &&
    value.tag === undefined
    ? fillEmptyValue(document, place, entry)
    : undefined
}

/** Creates the missing map in its parent. */
function addToMissingMap(
  document: Document,
  path: Path,
  { name, rest, below }: NewEntry,
): Edit[] | undefined {
  const last = path.at(-1)
  if (typeof last !== 'string' || document.find(path)) return undefined
  const indent = ' '.repeat(detectIndent(document))
  return addEntry(document, path.slice(0, -1), {
    name: last,
    rest: '',
    below: [`${name}:${rest}`, ...below].map((line) => (line === '' ? line : indent + line)),
  })
}

function formatEntry({ text }: Document, { name, rest, below }: NewEntry, column: number): string {
  const indent = ' '.repeat(column)
  const end = detectLineEnd(text)
  return [`${name}:${rest}`, ...below]
    .map((line) => (line === '' ? end : indent + line + end))
    .join('')
}

function addToMap(
  document: Document,
  map: MapNode,
  entry: NewEntry,
  after?: MapEntry,
): Edit[] | undefined {
  const { text } = document
  const last = map.pairs.at(-1)
  const first = map.pairs[0]
  if (!last || !first || document.entries(map).named.has(entry.name)) return undefined
  const end = findStatementEnd(
    text,
    findPlaceEnd(text, after ?? { map, pair: last, index: 0, parent: undefined }),
  )
  return end === undefined
    ? undefined
    : [insertLines(text, end, formatEntry(document, entry, getColumn(text, first.key.start)))]
}

/** Inserts lines at the start of a line, or after a last line without line end. */
export function insertLines(text: string, at: number, lines: string): Edit {
  const isOpen = at === text.length && at > 0 && !endsWithLineEnd(text)
  const end = detectLineEnd(text)
  return { start: at, end: at, text: isOpen ? end + lines.slice(0, -end.length) : lines }
}

/** Replaces `{}`, as the value of a block map's entry, by the lines of a new entry; undefined if that has one line. */
function openEmptyMap(
  document: Document,
  place: MapEntry | ListItem,
  entry: NewEntry,
): Edit[] | undefined {
  const { text } = document
  const map = getValue(place)
  const isEmpty = map.kind === 'map' && map.pairs.length === 0 && map.anchor === undefined
  if (!isEmpty || entry.below.length === 0 || !('pair' in place) || place.map.flow) return undefined
  const end = findStatementEnd(text, map.end)
  const colon = findColonEnd(text, place.pair)
  if (end === undefined || colon === undefined || text.slice(colon, map.start).trim() !== '')
    return undefined
  const column = getColumn(text, place.pair.key.start) + detectIndent(document)
  return [
    { start: colon, end: map.end, text: '' },
    insertLines(text, end, formatEntry(document, entry, column)),
  ]
}

function addToFlow(
  { text }: Document,
  map: MapNode,
  { name, rest, below }: NewEntry,
): Edit[] | undefined {
  const first = map.pairs[0]?.key
  const last = map.pairs.at(-1)
  const quotes = first?.kind === 'text' && first.style === 'double'
  const entry = formatInFlow([`${name}:${rest}`, ...below].join('\n'), quotes)
  if (entry === undefined) return undefined
  const at = last
    ? findPlaceEnd(text, { map, pair: last, index: 0, parent: undefined })
    : map.start + 1
  return [{ start: at, end: at, text: `${last ? ', ' : ''}${entry}` }]
}

/** Rewrites entries of a block map as entries of a flow map, without comments; undefined if that is impossible. */
function formatInFlow(lines: string, quotes: boolean): string | undefined {
  const { root, problems } = parseDocument(lines)
  if (!root || problems.length > 0) return undefined
  const format = (node: Node, isKey = false): string | undefined => {
    if (node.kind === 'map') {
      const entries = node.pairs.map(({ key, value }) => {
        const [name, written] = [format(key, true), format(value)]
        return name === undefined || written === undefined
          ? undefined
          : `${name}: ${written}`.trim()
      })
      return entries.includes(undefined) ? undefined : `{${entries.join(', ')}}`
    }
    if (node.kind === 'list') {
      const items = node.items.map((item) => format(item))
      return items.includes(undefined) ? undefined : `[${items.join(', ')}]`
    }
    const written = lines.slice(node.start, node.end)
    if (node.kind === 'alias' || hasLineEnd(written)) return undefined
    const isBare = node.kind === 'text' && node.style === 'plain'
    if (!isBare) return written
    return quotes || (!isKey && /[,{}[\]]/.test(written)) ? JSON.stringify(node.value) : written
  }
  return format(root)?.slice(1, -1)
}

/** Adds the map below a key without value. */
function fillEmptyValue(
  document: Document,
  place: MapEntry | ListItem,
  entry: NewEntry,
): Edit[] | undefined {
  const { text } = document
  const colon = 'pair' in place ? findColonEnd(text, place.pair) : undefined
  const end = colon === undefined ? undefined : findStatementEnd(text, colon)
  if (end === undefined || !('pair' in place)) return undefined
  return [
    insertLines(
      text,
      end,
      formatEntry(document, entry, getColumn(text, place.pair.key.start) + detectIndent(document)),
    ),
  ]
}

/** Adds an item at the end of the list at a path. Creates a missing list. */
export function addItem(document: Document, path: Path, item: string): Edit[] | undefined {
  const { text } = document
  const place = findEntry(document, path)
  const name = path.at(-1)
  if (!place)
    return typeof name === 'string' && !document.find(path)
      ? addEntry(document, path.slice(0, -1), { name, rest: ` [${item}]`, below: [] })
      : undefined
  const list = getValue(place)
  const last = list.kind === 'list' ? list.items.at(-1) : undefined
  if (list.kind !== 'list') return undefined
  if (list.flow) {
    const at = last ? findNodeEnd(last) : list.start + 1
    return [{ start: at, end: at, text: last ? `, ${item}` : item }]
  }
  const end = findStatementEnd(text, findPlaceEnd(text, place))
  if (
    !last ||
    hasLineEnd(text.slice(last.start, findNodeEnd(last))) ||
    end === undefined ||
    !/^ *- +$/.test(text.slice(findLineStart(text, last.start), last.start))
  )
    return undefined
  const line = `${' '.repeat(getColumn(text, list.start))}- ${item}`
  const isOpen = end === text.length && !endsWithLineEnd(text)
  return [
    { start: end, end, text: isOpen ? detectLineEnd(text) + line : line + detectLineEnd(text) },
  ]
}

/**
 * Adds an item of several entries at the end of the list at a path, as lines that are indented relative to its first
 * key. Creates a missing list.
 */
export function addMapItem(
  document: Document,
  path: Path,
  lines: readonly string[],
): Edit[] | undefined {
  const { text } = document
  const place = findEntry(document, path)
  const name = path.at(-1)
  const item = lines.map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`))
  const list = place && getValue(place)
  if (!list || list.kind === 'null')
    return typeof name === 'string' && (place || !document.find(path))
      ? writeBelow(document, path, item)
      : undefined
  if (list.kind !== 'list' || isShared(document, list)) return undefined
  if (list.flow) {
    if (list.items.length === 0 && 'pair' in place && !place.map.flow)
      return writeBelow(document, path, item)
    const last = list.items.at(-1)
    const entries = formatInFlow(lines.join('\n'), false)
    const at = last ? findNodeEnd(last) : list.start + 1
    return entries === undefined
      ? undefined
      : [{ start: at, end: at, text: `${last ? ', ' : ''}{${entries}}` }]
  }
  const end = findStatementEnd(text, findPlaceEnd(text, place))
  const indent = ' '.repeat(getColumn(text, list.start))
  const lineEnd = detectLineEnd(text)
  return end === undefined
    ? undefined
    : [insertLines(text, end, item.map((line) => indent + line + lineEnd).join(''))]
}

/** Writes lines below the key at a path, which has no value, an empty flow value, or is missing. */
export function writeBelow(
  document: Document,
  path: Path,
  lines: readonly string[],
): Edit[] | undefined {
  const { text } = document
  const place = findEntry(document, path)
  const name = path.at(-1)
  if (!place)
    return typeof name === 'string'
      ? addEntry(document, path.slice(0, -1), {
          name,
          rest: '',
          below: lines.map((line) => ' '.repeat(detectIndent(document)) + line),
        })
      : undefined
  const value = getValue(place)
  if (!('pair' in place) || place.map.flow || value.kind === 'alias') return undefined
  const isEmpty =
    (value.kind === 'list' && value.items.length === 0) ||
    (value.kind === 'map' && value.pairs.length === 0) ||
    value.kind === 'null'
  const colon = findColonEnd(text, place.pair)
  if (!isEmpty || colon === undefined || value.anchor !== undefined || value.tag !== undefined)
    return undefined
  const valueEnd = Math.max(colon, value.end)
  const end = findStatementEnd(text, valueEnd)
  if (end === undefined || text.slice(colon, Math.max(colon, value.start)).trim() !== '')
    return undefined
  const indent = ' '.repeat(getColumn(text, place.pair.key.start) + detectIndent(document))
  const lineEnd = detectLineEnd(text)
  return [
    ...(value.start < value.end ? [{ start: colon, end: valueEnd, text: '' }] : []),
    insertLines(text, end, lines.map((line) => indent + line + lineEnd).join('')),
  ]
}

/** Replaces the scalar at a path. Undefined if the scalar is shared with other places, or if it has a tag. */
export function replaceScalar(document: Document, path: Path, text: string): Edit[] | undefined {
  const place = findEntry(document, path)
  const node = place && getValue(place)
  if (!node || node.kind === 'alias' || node.kind === 'map' || node.kind === 'list')
    return undefined
  if (
    node.anchor !== undefined ||
    node.tag !== undefined ||
    node.style === 'literal' ||
    node.style === 'folded'
  )
    return undefined
  if (node.start < node.end) return [{ start: node.start, end: node.end, text }]
  const colon = 'pair' in place ? findColonEnd(document.text, place.pair) : undefined
  return colon === undefined ? undefined : [{ start: colon, end: colon, text: ` ${text}` }]
}

/** Renames the key at a path. Undefined if its map already has that name. */
export function renameKey(document: Document, path: Path, name: string): Edit[] | undefined {
  const place = findEntry(document, path)
  if (!place || !('pair' in place) || document.entries(place.map).named.has(name)) return undefined
  const { key } = place.pair
  if (key.kind !== 'text' || key.anchor !== undefined || key.tag !== undefined) return undefined
  return [{ start: key.start, end: key.end, text: name }]
}

/** Formats a string as a YAML scalar that the router reads as that string; quoted only if necessary. */
export function formatScalar(text: string): string {
  const isPlain = /^[\w/](?:[\w./:@+-]*[\w./@+-])?$/.test(text) && readPlain(text) === undefined
  return isPlain ? text : writeQuoted(text)
}

/** Removes the entry or item at a path, with its lines. Undefined if that would affect anything else. */
export function removeAt(document: Document, path: Path): Edit[] | undefined {
  const place = findEntry(document, path)
  return place && removePlace(document, place)
}

/** Removes a known entry or item, such as one that is overwritten further down. */
export function removePlace(document: Document, place: MapEntry | ListItem): Edit[] | undefined {
  const { text, comments } = document
  if (hasAnchor(getValue(place)) || ('pair' in place && shadowsAnother(document, place)))
    return undefined
  const holder = 'pair' in place ? place.map : place.list
  if (!holder.flow) return 'pair' in place ? removeEntry(text, place) : removeItem(text, place)
  const hasComments = comments.some(({ start }) => holder.start < start && start < holder.end)
  return hasComments ? undefined : removeFromFlow(text, place)
}

/** Whether an entry hides another of the same name, which was merged or is further up. */
function shadowsAnother(document: Document, { map, pair }: MapEntry): boolean {
  const { named } = document.entries(map)
  const name = [...named].find(([, field]) => field.value === pair.value)?.[0]
  if (name === undefined) return false
  const others = { ...map, pairs: map.pairs.filter((other) => other !== pair), entries: undefined }
  return document.entries(others).named.has(name)
}

const findPlaceStart = (place: MapEntry | ListItem): number =>
  'pair' in place ? place.pair.key.start : place.node.start

const findSibling = (
  place: MapEntry | ListItem,
  index: number,
): MapEntry | ListItem | undefined => {
  if ('pair' in place) {
    const pair = place.map.pairs[index]
    return pair && { ...place, pair, index }
  }
  const node = place.list.items[index]
  return node && { ...place, node, index }
}

/** What may come before an entry or item that is removed with its line: spaces, dashes, and a byte order mark. */
const isLead = (code: number): boolean => code === 0x20 || code === 0x2d || code === 0xfeff

function removeEntry(text: string, entry: MapEntry): Edit[] | undefined {
  const { start } = entry.pair.key
  const line = findLineStartBefore(text, start, isLead)
  if (line === undefined) return undefined
  const lead = text.slice(line, start).replace('\ufeff', '')
  const end = findStatementEnd(text, findPlaceEnd(text, entry))
  if (end === undefined || !/^ *(?:- +)*$/.test(lead)) return undefined
  if (entry.map.pairs.length === 1) return leaveEmptyMap(text, entry, { line, end })
  if (lead.trim() === '') return [{ start: start - lead.length, end, text: '' }]
  const next = findSibling(entry, entry.index + 1)
  if (!next || text.slice(end, findPlaceStart(next)).trim() !== '') return undefined
  return [{ start, end: findPlaceStart(next), text: '' }]
}

/** Leaves an empty map after its last entry is removed: without a value, its key would mean something else. */
function leaveEmptyMap(
  text: string,
  { pair, parent }: MapEntry,
  { line, end }: { line: number; end: number },
): Edit[] | undefined {
  if (!parent) return undefined
  if (!('pair' in parent))
    return [
      {
        start: pair.key.start,
        end: findPlaceEnd(text, {
          pair,
          map: { kind: 'map', pairs: [pair], start: 0, end: 0, flow: false, entries: undefined },
          index: 0,
          parent,
        }),
        text: '{}',
      },
    ]
  const colon = findColonEnd(text, parent.pair)
  if (colon === undefined || findStatementEnd(text, colon) === undefined || colon > line)
    return undefined
  return [
    { start: colon, end: colon, text: ' {}' },
    { start: line, end, text: '' },
  ]
}

function removeItem(text: string, item: ListItem): Edit[] | undefined {
  const line = findLineStartBefore(text, item.node.start, isLead)
  const end = findStatementEnd(text, findPlaceEnd(text, item))
  if (
    item.list.items.length === 1 ||
    line === undefined ||
    end === undefined ||
    !/^ *- +$/.test(text.slice(line, item.node.start))
  )
    return undefined
  return [{ start: line, end, text: '' }]
}

function removeFromFlow(text: string, place: MapEntry | ListItem): Edit[] | undefined {
  const end = findPlaceEnd(text, place)
  const before = findSibling(place, place.index - 1)
  const after = findSibling(place, place.index + 1)
  if (before) return [{ start: findPlaceEnd(text, before), end, text: '' }]
  return [{ start: findPlaceStart(place), end: after ? findPlaceStart(after) : end, text: '' }]
}

/**
 * Moves an entry, with everything below it, to another path, and gives it another value if one is passed. Undefined if
 * that would affect anything else.
 */
export function moveEntry(
  document: Document,
  from: Path,
  to: Path,
  value?: string,
): Edit[] | undefined {
  const entry = findEntry(document, from)
  const name = to.at(-1)
  if (!entry || !('pair' in entry) || typeof name !== 'string' || document.find(to))
    return undefined
  const isInside =
    from.length <= to.length && from.slice(0, -1).every((step, index) => step === to[index])
  if (isInside && from.length === to.length) {
    const renamed = renameKey(document, from, name)
    const replaced = value === undefined ? [] : replaceScalar(document, from, value)
    return renamed && replaced && [...renamed, ...replaced]
  }
  if (isInside && entry.map.pairs.length === 1) return undefined
  const out = removePlace(document, entry)
  const written = toNewEntry(document, entry, name, value)
  const into =
    out &&
    written &&
    addEntry(document, to.slice(0, -1), written, findPrecedingEntry(document, entry, to))
  return (
    into &&
    [...out, ...into].sort((left, right) => left.start - right.start || left.end - right.end)
  )
}

/** The entry of the new map that contains the old place; the moved entry is written after it. */
function findPrecedingEntry(document: Document, entry: MapEntry, to: Path): MapEntry | undefined {
  const holder = to.length === 1 ? document.root : undefined
  for (let place: MapEntry | ListItem | undefined = entry; place; place = place.parent) {
    if ('pair' in place && place.map === holder) return place
  }
  return undefined
}

/** An entry with its trailing comment, as written in another place. */
function toNewEntry(
  { text }: Document,
  entry: MapEntry,
  name: string,
  value?: string,
): NewEntry | undefined {
  const { pair } = entry
  const colon = findColonEnd(text, pair)
  if (colon === undefined) return undefined
  const column = getColumn(text, pair.key.start)
  const end = findPlaceEnd(text, entry)
  const comment = entry.map.flow ? '' : (/^[ \t]+#[^\r\n]*/.exec(text.slice(end))?.[0] ?? '')
  const kept = value === undefined ? text.slice(colon, end).trimEnd() : ` ${value}`
  const [rest = '', ...below] = splitLines(kept + comment)
  if (entry.map.flow && below.length > 0) return undefined
  return below.some((line) => /^ *\t/.test(line))
    ? undefined
    : { name, rest: rest.trimEnd(), below: below.map((line) => outdent(line, column)) }
}

/** A line without the spaces at its start, at most `columns` of them. */
function outdent(line: string, columns: number): string {
  let start = 0
  while (start < columns && line.charCodeAt(start) === spaceCode) start += 1
  return line.slice(start)
}

const spaceCode = ' '.charCodeAt(0)

/** Appends all entries of a map to the map at a path. */
export function addAll(document: Document, from: MapNode, path: Path): Edit[] | undefined {
  const edits = from.pairs.map((pair, index) => {
    const entry: MapEntry = { map: from, index, pair, parent: undefined }
    const name = pair.key.kind === 'text' && pair.key.value
    const written = typeof name === 'string' ? toNewEntry(document, entry, name) : undefined
    return written && addEntry(document, path, written)
  })
  const made = edits.flatMap((edit) => edit ?? [])
  return edits.every((edit) => edit !== undefined) ? made : undefined
}

/** Duplicates an entry at another path. */
export function copy(document: Document, from: Path, to: Path): Edit[] | undefined {
  const entry = findEntry(document, from)
  const name = to.at(-1)
  if (!entry || !('pair' in entry) || typeof name !== 'string' || document.find(to))
    return undefined
  const written = toNewEntry(document, entry, name)
  return written && addEntry(document, to.slice(0, -1), written)
}
