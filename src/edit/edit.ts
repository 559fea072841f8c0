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
  findEntryEnd,
  findEntry,
  isShared,
  getValue,
  findNodeEnd,
  hasAnchor,
} from './entry.js'

/** A new entry: its key, the rest of its line after the colon, and the lines below, indented relative to the key. */
export type NewEntry = { name: string; afterColon: string; linesBelow: readonly string[] }

function detectIndent({ text, root }: Document): number {
  for (const { value } of root?.pairs ?? []) {
    if (value.kind === 'map' && !value.isFlow) return Math.max(2, getColumn(text, value.start))
  }
  return 2
}

/**
 * Adds an entry to the map at a path, after its last entry or after `precedingEntry`. Creates missing maps. Undefined
 * if the map already has the key, or cannot be edited, for instance because an alias refers to it.
 */
export function addEntry(
  document: Document,
  path: Path,
  entry: NewEntry,
  precedingEntry?: MapEntry,
): Edit[] | undefined {
  if (path.length === 0)
    return document.root && addToMap(document, document.root, entry, precedingEntry)
  const parent = findEntry(document, path)
  if (!parent) return addToMissingMap(document, path, entry)
  const value = getValue(parent)
  if (isShared(document, value)) return undefined
  if (value.kind === 'map')
    return value.isFlow
      ? (openEmptyMap(document, parent, entry) ?? addToFlow(document, value, entry))
      : addToMap(document, value, entry, precedingEntry)
  return value.kind === 'null' &&
    value.start === value.end &&
    value.anchor === undefined &&
    value.tag === undefined
    ? fillEmptyValue(document, parent, entry)
    : undefined
}

/** Adds the last key of a path to its parent map, with the new entry below it. */
function addToMissingMap(
  document: Document,
  path: Path,
  { name, afterColon, linesBelow }: NewEntry,
): Edit[] | undefined {
  const last = path.at(-1)
  if (typeof last !== 'string' || document.find(path)) return undefined
  const indent = ' '.repeat(detectIndent(document))
  return addEntry(document, path.slice(0, -1), {
    name: last,
    afterColon: '',
    linesBelow: [`${name}:${afterColon}`, ...linesBelow].map((line) =>
      line === '' ? line : indent + line,
    ),
  })
}

function formatEntry(
  { text }: Document,
  { name, afterColon, linesBelow }: NewEntry,
  column: number,
): string {
  const indent = ' '.repeat(column)
  const lineEnd = detectLineEnd(text)
  return [`${name}:${afterColon}`, ...linesBelow]
    .map((line) => (line === '' ? lineEnd : indent + line + lineEnd))
    .join('')
}

function addToMap(
  document: Document,
  map: MapNode,
  entry: NewEntry,
  precedingEntry?: MapEntry,
): Edit[] | undefined {
  const { text } = document
  const last = map.pairs.at(-1)
  const first = map.pairs[0]
  if (!last || !first || document.entries(map).byName.has(entry.name)) return undefined
  const end = findStatementEnd(
    text,
    findEntryEnd(text, precedingEntry ?? { map, pair: last, index: 0, parent: undefined }),
  )
  return end === undefined
    ? undefined
    : [insertLines(text, end, formatEntry(document, entry, getColumn(text, first.key.start)))]
}

/** Inserts lines at an offset: the start of a line, or the end of a text whose last line has no line end. */
export function insertLines(text: string, offset: number, lines: string): Edit {
  const lacksLineEnd = offset === text.length && offset > 0 && !endsWithLineEnd(text)
  const lineEnd = detectLineEnd(text)
  return {
    start: offset,
    end: offset,
    text: lacksLineEnd ? lineEnd + lines.slice(0, -lineEnd.length) : lines,
  }
}

/**
 * Replaces the `{}` of an entry in a block map with the lines of a new entry. Undefined if the entry cannot be
 * rewritten this way, or if the new entry has only one line, which fits into the braces.
 */
function openEmptyMap(
  document: Document,
  parent: MapEntry | ListItem,
  entry: NewEntry,
): Edit[] | undefined {
  const { text } = document
  const map = getValue(parent)
  const isEmpty = map.kind === 'map' && map.pairs.length === 0 && map.anchor === undefined
  if (!isEmpty || entry.linesBelow.length === 0 || !('pair' in parent) || parent.map.isFlow)
    return undefined
  const end = findStatementEnd(text, map.end)
  const colonEnd = findColonEnd(text, parent.pair)
  if (end === undefined || colonEnd === undefined || text.slice(colonEnd, map.start).trim() !== '')
    return undefined
  const column = getColumn(text, parent.pair.key.start) + detectIndent(document)
  return [
    { start: colonEnd, end: map.end, text: '' },
    insertLines(text, end, formatEntry(document, entry, column)),
  ]
}

function addToFlow(
  { text }: Document,
  map: MapNode,
  { name, afterColon, linesBelow }: NewEntry,
): Edit[] | undefined {
  const first = map.pairs[0]?.key
  const last = map.pairs.at(-1)
  const usesQuotes = first?.kind === 'text' && first.style === 'double'
  const entry = formatInFlow([`${name}:${afterColon}`, ...linesBelow].join('\n'), usesQuotes)
  if (entry === undefined) return undefined
  const offset = last
    ? findEntryEnd(text, { map, pair: last, index: 0, parent: undefined })
    : map.start + 1
  return [{ start: offset, end: offset, text: `${last ? ', ' : ''}${entry}` }]
}

/** Rewrites entries of a block map as entries of a flow map, without comments; undefined if that is impossible. */
function formatInFlow(blockText: string, usesQuotes: boolean): string | undefined {
  const { root, problems } = parseDocument(blockText)
  if (!root || problems.length > 0) return undefined
  const format = (node: Node, isKey = false): string | undefined => {
    if (node.kind === 'map') {
      const entries = node.pairs.map(({ key, value }) => {
        const [keyText, valueText] = [format(key, true), format(value)]
        return keyText === undefined || valueText === undefined
          ? undefined
          : `${keyText}: ${valueText}`.trim()
      })
      return entries.includes(undefined) ? undefined : `{${entries.join(', ')}}`
    }
    if (node.kind === 'list') {
      const items = node.items.map((item) => format(item))
      return items.includes(undefined) ? undefined : `[${items.join(', ')}]`
    }
    const source = blockText.slice(node.start, node.end)
    if (node.kind === 'alias' || hasLineEnd(source)) return undefined
    const isPlain = node.kind === 'text' && node.style === 'plain'
    if (!isPlain) return source
    return usesQuotes || (!isKey && /[,{}[\]]/.test(source)) ? JSON.stringify(node.value) : source
  }
  return format(root)?.slice(1, -1)
}

/** Adds a map with a new entry below a key that has no value. */
function fillEmptyValue(
  document: Document,
  parent: MapEntry | ListItem,
  entry: NewEntry,
): Edit[] | undefined {
  const { text } = document
  const colonEnd = 'pair' in parent ? findColonEnd(text, parent.pair) : undefined
  const end = colonEnd === undefined ? undefined : findStatementEnd(text, colonEnd)
  if (end === undefined || !('pair' in parent)) return undefined
  return [
    insertLines(
      text,
      end,
      formatEntry(document, entry, getColumn(text, parent.pair.key.start) + detectIndent(document)),
    ),
  ]
}

/**
 * Adds an item at the end of the list at a path. Creates a missing list. Undefined if that is not possible, for
 * instance because the last item of a block list has several lines.
 */
export function addItem(document: Document, path: Path, item: string): Edit[] | undefined {
  const { text } = document
  const entry = findEntry(document, path)
  const name = path.at(-1)
  if (!entry)
    return typeof name === 'string' && !document.find(path)
      ? addEntry(document, path.slice(0, -1), { name, afterColon: ` [${item}]`, linesBelow: [] })
      : undefined
  const list = getValue(entry)
  const lastItem = list.kind === 'list' ? list.items.at(-1) : undefined
  if (list.kind !== 'list') return undefined
  if (list.isFlow) {
    const offset = lastItem ? findNodeEnd(lastItem) : list.start + 1
    return [{ start: offset, end: offset, text: lastItem ? `, ${item}` : item }]
  }
  const end = findStatementEnd(text, findEntryEnd(text, entry))
  if (
    !lastItem ||
    hasLineEnd(text.slice(lastItem.start, findNodeEnd(lastItem))) ||
    end === undefined ||
    !/^ *- +$/.test(text.slice(findLineStart(text, lastItem.start), lastItem.start))
  )
    return undefined
  const line = `${' '.repeat(getColumn(text, list.start))}- ${item}`
  const lacksLineEnd = end === text.length && !endsWithLineEnd(text)
  return [
    {
      start: end,
      end,
      text: lacksLineEnd ? detectLineEnd(text) + line : line + detectLineEnd(text),
    },
  ]
}

/**
 * Adds an item of several entries at the end of the list at a path. The lines are indented relative to the first key of
 * the item. Creates a missing list; undefined if the list cannot be edited.
 */
export function addMapItem(
  document: Document,
  path: Path,
  lines: readonly string[],
): Edit[] | undefined {
  const { text } = document
  const entry = findEntry(document, path)
  const name = path.at(-1)
  const itemLines = lines.map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`))
  const list = entry && getValue(entry)
  if (!list || list.kind === 'null')
    return typeof name === 'string' && (entry || !document.find(path))
      ? writeBelow(document, path, itemLines)
      : undefined
  if (list.kind !== 'list' || isShared(document, list)) return undefined
  if (list.isFlow) {
    if (list.items.length === 0 && 'pair' in entry && !entry.map.isFlow)
      return writeBelow(document, path, itemLines)
    const lastItem = list.items.at(-1)
    const entries = formatInFlow(lines.join('\n'), false)
    const offset = lastItem ? findNodeEnd(lastItem) : list.start + 1
    return entries === undefined
      ? undefined
      : [{ start: offset, end: offset, text: `${lastItem ? ', ' : ''}{${entries}}` }]
  }
  const end = findStatementEnd(text, findEntryEnd(text, entry))
  const indent = ' '.repeat(getColumn(text, list.start))
  const lineEnd = detectLineEnd(text)
  return end === undefined
    ? undefined
    : [insertLines(text, end, itemLines.map((line) => indent + line + lineEnd).join(''))]
}

/**
 * Writes lines as the value of the key at a path, below the key and indented. Adds the key if it is missing. Undefined
 * if the key has a value that is not empty, or if it cannot be edited.
 */
export function writeBelow(
  document: Document,
  path: Path,
  lines: readonly string[],
): Edit[] | undefined {
  const { text } = document
  const entry = findEntry(document, path)
  const name = path.at(-1)
  if (!entry)
    return typeof name === 'string'
      ? addEntry(document, path.slice(0, -1), {
          name,
          afterColon: '',
          linesBelow: lines.map((line) => ' '.repeat(detectIndent(document)) + line),
        })
      : undefined
  const value = getValue(entry)
  if (!('pair' in entry) || entry.map.isFlow || value.kind === 'alias') return undefined
  const isEmpty =
    (value.kind === 'list' && value.items.length === 0) ||
    (value.kind === 'map' && value.pairs.length === 0) ||
    value.kind === 'null'
  const colonEnd = findColonEnd(text, entry.pair)
  if (!isEmpty || colonEnd === undefined || value.anchor !== undefined || value.tag !== undefined)
    return undefined
  const valueEnd = Math.max(colonEnd, value.end)
  const end = findStatementEnd(text, valueEnd)
  if (end === undefined || text.slice(colonEnd, Math.max(colonEnd, value.start)).trim() !== '')
    return undefined
  const indent = ' '.repeat(getColumn(text, entry.pair.key.start) + detectIndent(document))
  const lineEnd = detectLineEnd(text)
  return [
    ...(value.start < value.end ? [{ start: colonEnd, end: valueEnd, text: '' }] : []),
    insertLines(text, end, lines.map((line) => indent + line + lineEnd).join('')),
  ]
}

/**
 * Replaces the scalar at a path. Undefined if that is not possible, for instance because the scalar has an anchor or a
 * tag, or is written as a block (`|` or `>`).
 */
export function replaceScalar(document: Document, path: Path, text: string): Edit[] | undefined {
  const entry = findEntry(document, path)
  const node = entry && getValue(entry)
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
  const colonEnd = 'pair' in entry ? findColonEnd(document.text, entry.pair) : undefined
  return colonEnd === undefined ? undefined : [{ start: colonEnd, end: colonEnd, text: ` ${text}` }]
}

/**
 * Renames the key at a path. Undefined if that is not possible, for instance because its map already has the new name,
 * or because the key has an anchor or a tag.
 */
export function renameKey(document: Document, path: Path, name: string): Edit[] | undefined {
  const entry = findEntry(document, path)
  if (!entry || !('pair' in entry) || document.entries(entry.map).byName.has(name)) return undefined
  const { key } = entry.pair
  if (key.kind !== 'text' || key.anchor !== undefined || key.tag !== undefined) return undefined
  return [{ start: key.start, end: key.end, text: name }]
}

/** Formats a string as a YAML scalar that the router reads as that string; quoted only if necessary. */
export function formatScalar(text: string): string {
  const isPlain = /^[\w/](?:[\w./:@+-]*[\w./@+-])?$/.test(text) && readPlain(text) === undefined
  return isPlain ? text : writeQuoted(text)
}

/**
 * Removes the entry or item at a path, with its lines. Undefined if the path leads to no entry or item, or if the
 * removal would change other parts of the file.
 */
export function removeAt(document: Document, path: Path): Edit[] | undefined {
  const entry = findEntry(document, path)
  return entry && removeEntryOrItem(document, entry)
}

/**
 * Removes an entry or item, even if no path leads to it, such as the first of two entries with the same key. Undefined
 * if that would change other parts of the file.
 */
export function removeEntryOrItem(
  document: Document,
  entry: MapEntry | ListItem,
): Edit[] | undefined {
  const { text, comments } = document
  if (hasAnchor(getValue(entry)) || ('pair' in entry && shadowsAnother(document, entry)))
    return undefined
  const collection = 'pair' in entry ? entry.map : entry.list
  if (!collection.isFlow)
    return 'pair' in entry ? removeEntry(text, entry) : removeItem(text, entry)
  const hasComments = comments.some(
    ({ start }) => collection.start < start && start < collection.end,
  )
  return hasComments ? undefined : removeFromFlow(text, entry)
}

/** Whether an entry overrides an entry of the same name, which comes from a merge key or is further up in the map. */
function shadowsAnother(document: Document, { map, pair }: MapEntry): boolean {
  const { byName } = document.entries(map)
  const name = [...byName].find(([, field]) => field.value === pair.value)?.[0]
  if (name === undefined) return false
  const remainingMap = {
    ...map,
    pairs: map.pairs.filter((other) => other !== pair),
    entries: undefined,
  }
  return document.entries(remainingMap).byName.has(name)
}

const findEntryStart = (entry: MapEntry | ListItem): number =>
  'pair' in entry ? entry.pair.key.start : entry.node.start

const findSibling = (
  entry: MapEntry | ListItem,
  index: number,
): MapEntry | ListItem | undefined => {
  if ('pair' in entry) {
    const pair = entry.map.pairs[index]
    return pair && { ...entry, pair, index }
  }
  const node = entry.list.items[index]
  return node && { ...entry, node, index }
}

/** Whether a character may precede, on its line, an entry or item to remove: a space, a dash, or a byte order mark. */
const isPrefixCharacter = (code: number): boolean =>
  code === 0x20 || code === 0x2d || code === 0xfeff

function removeEntry(text: string, entry: MapEntry): Edit[] | undefined {
  const { start } = entry.pair.key
  const lineStart = findLineStartBefore(text, start, isPrefixCharacter)
  if (lineStart === undefined) return undefined
  const prefix = text.slice(lineStart, start).replace('\ufeff', '')
  const end = findStatementEnd(text, findEntryEnd(text, entry))
  if (end === undefined || !/^ *(?:- +)*$/.test(prefix)) return undefined
  if (entry.map.pairs.length === 1) return leaveEmptyMap(text, entry, { line: lineStart, end })
  if (prefix.trim() === '') return [{ start: start - prefix.length, end, text: '' }]
  const next = findSibling(entry, entry.index + 1)
  if (!next || text.slice(end, findEntryStart(next)).trim() !== '') return undefined
  return [{ start, end: findEntryStart(next), text: '' }]
}

/** Replaces the only entry of a map with `{}`: a key without a value would mean something else. */
function leaveEmptyMap(
  text: string,
  { pair, parent }: MapEntry,
  { line: lineStart, end }: { line: number; end: number },
): Edit[] | undefined {
  if (!parent) return undefined
  if (!('pair' in parent))
    return [
      {
        start: pair.key.start,
        end: findEntryEnd(text, {
          pair,
          map: { kind: 'map', pairs: [pair], start: 0, end: 0, isFlow: false, entries: undefined },
          index: 0,
          parent,
        }),
        text: '{}',
      },
    ]
  const colonEnd = findColonEnd(text, parent.pair)
  if (
    colonEnd === undefined ||
    findStatementEnd(text, colonEnd) === undefined ||
    colonEnd > lineStart
  )
    return undefined
  return [
    { start: colonEnd, end: colonEnd, text: ' {}' },
    { start: lineStart, end, text: '' },
  ]
}

function removeItem(text: string, item: ListItem): Edit[] | undefined {
  const lineStart = findLineStartBefore(text, item.node.start, isPrefixCharacter)
  const end = findStatementEnd(text, findEntryEnd(text, item))
  if (
    item.list.items.length === 1 ||
    lineStart === undefined ||
    end === undefined ||
    !/^ *- +$/.test(text.slice(lineStart, item.node.start))
  )
    return undefined
  return [{ start: lineStart, end, text: '' }]
}

function removeFromFlow(text: string, entry: MapEntry | ListItem): Edit[] | undefined {
  const end = findEntryEnd(text, entry)
  const previousSibling = findSibling(entry, entry.index - 1)
  const nextSibling = findSibling(entry, entry.index + 1)
  if (previousSibling) return [{ start: findEntryEnd(text, previousSibling), end, text: '' }]
  return [
    {
      start: findEntryStart(entry),
      end: nextSibling ? findEntryStart(nextSibling) : end,
      text: '',
    },
  ]
}

/**
 * Moves an entry, with everything below it, to another path; with `value`, also replaces its value. Undefined if the
 * path `to` already has a value, or if the move would change other parts of the file.
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
    const keyEdits = renameKey(document, from, name)
    const valueEdits = value === undefined ? [] : replaceScalar(document, from, value)
    return keyEdits && valueEdits && [...keyEdits, ...valueEdits]
  }
  if (isInside && entry.map.pairs.length === 1) return undefined
  const removal = removeEntryOrItem(document, entry)
  const newEntry = toNewEntry(document, entry, name, value)
  const insertion =
    removal &&
    newEntry &&
    addEntry(document, to.slice(0, -1), newEntry, findPrecedingEntry(document, entry, to))
  return (
    insertion &&
    [...removal, ...insertion].sort(
      (left, right) => left.start - right.start || left.end - right.end,
    )
  )
}

/**
 * For a move to the top level: finds the top-level entry that contains the moved entry, to write the moved entry right
 * after it. Undefined for other moves.
 */
function findPrecedingEntry(document: Document, entry: MapEntry, to: Path): MapEntry | undefined {
  const rootMap = to.length === 1 ? document.root : undefined
  for (
    let ancestor: MapEntry | ListItem | undefined = entry;
    ancestor;
    ancestor = ancestor.parent
  ) {
    if ('pair' in ancestor && ancestor.map === rootMap) return ancestor
  }
  return undefined
}

/**
 * An entry with its trailing comment, to be added in another place. Undefined if it has no colon, if a tab indents one
 * of its lines, or if it is in braces and has several lines.
 */
function toNewEntry(
  { text }: Document,
  entry: MapEntry,
  name: string,
  value?: string,
): NewEntry | undefined {
  const { pair } = entry
  const colonEnd = findColonEnd(text, pair)
  if (colonEnd === undefined) return undefined
  const column = getColumn(text, pair.key.start)
  const end = findEntryEnd(text, entry)
  const comment = entry.map.isFlow ? '' : (/^[ \t]+#[^\r\n]*/.exec(text.slice(end))?.[0] ?? '')
  const source = value === undefined ? text.slice(colonEnd, end).trimEnd() : ` ${value}`
  const [firstLine = '', ...furtherLines] = splitLines(source + comment)
  if (entry.map.isFlow && furtherLines.length > 0) return undefined
  return furtherLines.some((line) => /^ *\t/.test(line))
    ? undefined
    : {
        name,
        afterColon: firstLine.trimEnd(),
        linesBelow: furtherLines.map((line) => outdent(line, column)),
      }
}

function outdent(line: string, columns: number): string {
  let start = 0
  while (start < columns && line.charCodeAt(start) === spaceCode) start += 1
  return line.slice(start)
}

const spaceCode = ' '.charCodeAt(0)

/** Appends all entries of a map to the map at a path; undefined if one of them cannot be added. */
export function addAllEntries(document: Document, source: MapNode, path: Path): Edit[] | undefined {
  const edits = source.pairs.map((pair, index) => {
    const entry: MapEntry = { map: source, index, pair, parent: undefined }
    const name = pair.key.kind === 'text' && pair.key.value
    const newEntry = typeof name === 'string' ? toNewEntry(document, entry, name) : undefined
    return newEntry && addEntry(document, path, newEntry)
  })
  const allEdits = edits.flatMap((edit) => edit ?? [])
  return edits.every((edit) => edit !== undefined) ? allEdits : undefined
}

/**
 * Copies an entry to another path. Undefined if there is no entry at `from`, if `to` already has a value, or if the
 * entry cannot be added there.
 */
export function copyEntry(document: Document, from: Path, to: Path): Edit[] | undefined {
  const entry = findEntry(document, from)
  const name = to.at(-1)
  if (!entry || !('pair' in entry) || typeof name !== 'string' || document.find(to))
    return undefined
  const newEntry = toNewEntry(document, entry, name)
  return newEntry && addEntry(document, to.slice(0, -1), newEntry)
}
