import { readPlain } from './nodes.js'
import { escapeUnreadable, writeQuoted } from './printable.js'

/** Plain data to be written, with its comments and layout. */
export type YamlNode =
  YamlScalar | { items: readonly YamlNode[] } | { entries: readonly YamlEntry[] }

/** With `isFloat`, an integer is written with a decimal point. `note` is a comment after the value. */
type YamlScalar = {
  scalar: string | number | bigint | boolean | null
  isFloat?: boolean
  note?: string | undefined
}

/** A key with its value. With `isCommentedOut`, both are written as comments. */
export type YamlEntry = {
  name: string
  value: YamlNode
  /** Comment on separate lines before the key. */
  comment?: string
  hasEmptyLineBefore?: boolean
  isCommentedOut?: boolean
  /** Whether many maps have this entry, so that its lines are cached. */
  isShared?: boolean
}

/** Maximum column of aligned notes; notes after longer lines begin further right. */
const maxNoteColumn = 60

/**
 * Converts data for writing. Omits undefined entries; values other than strings, numbers, booleans, lists and maps
 * become null.
 */
export function toYamlNode(data: unknown): YamlNode {
  if (Array.isArray(data)) return { items: data.map(toYamlNode) }
  if (typeof data === 'object' && data !== null)
    return {
      entries: Object.entries(data).flatMap(([name, value]) =>
        value === undefined ? [] : [{ name, value: toYamlNode(value) }],
      ),
    }
  return {
    scalar:
      typeof data === 'string' || typeof data === 'number' || typeof data === 'boolean'
        ? data
        : null,
  }
}

/**
 * Writes data as YAML that parsers for versions 1.1 (such as the router's) and 1.2 read identically. Strings that one
 * of these would read differently are quoted.
 */
export const writeYaml = (node: YamlNode): string => layOutYaml(node).format()

/** Data that is laid out in lines. Notes are aligned unless `alignsNotes` is false. */
export type YamlLayout = {
  format: (options?: { omitsNotes?: boolean; alignsNotes?: boolean }) => string
}

export function layOutYaml(node: YamlNode): YamlLayout {
  const rows = listRows(node, new Map())
  return {
    format: ({ omitsNotes = false, alignsNotes = true } = {}) =>
      omitsNotes ? joinLines(rows, ([code]) => code) : joinNoted(rows, alignsNotes),
  }
}

/** The prefix of the first line of a node (`firstPrefix`), and the prefix of its other lines (`indent`). */
type LinePrefixes = { firstPrefix: string; indent: string; sharedLines: SharedLines }

/** Caches the lines of entries that several maps share (`isShared`), by entry and indentation. */
type SharedLines = Map<YamlEntry, Map<string, NotedLine[]>>

function listRows(node: YamlNode, sharedLines: SharedLines): NotedLine[] {
  const rows: NotedLine[] = []
  addLines(rows, node, { firstPrefix: '', indent: '', sharedLines })
  return rows
}

function addLines(rows: NotedLine[], node: YamlNode, prefixes: LinePrefixes): void {
  const { firstPrefix, indent } = prefixes
  if ('scalar' in node) return addScalar(rows, node, prefixes)
  if (isEmpty(node)) rows.push([`${firstPrefix}${'items' in node ? '[]' : '{}'}`, undefined])
  const firstItemPrefix = isEmpty(node) ? indent : firstPrefix
  if ('items' in node)
    node.items.forEach((item, index) => {
      const dashPrefix = `${index === 0 ? firstItemPrefix : indent}- `
      addLines(rows, item, { ...prefixes, firstPrefix: dashPrefix, indent: `${indent}  ` })
    })
  else
    node.entries.forEach((entry, index) => {
      addEntry(rows, entry, { ...prefixes, firstPrefix: index === 0 ? firstItemPrefix : indent })
    })
}

/** Whether a collection is written as `[]` or `{}`: it has no entries, or only commented-out ones, written below it. */
const isEmpty = (node: Exclude<YamlNode, YamlScalar>): boolean =>
  'items' in node
    ? node.items.length === 0
    : node.entries.every(({ isCommentedOut }) => isCommentedOut)

function addScalar(
  rows: NotedLine[],
  node: YamlScalar,
  { firstPrefix, indent }: LinePrefixes,
): void {
  const note = node.note === undefined ? undefined : ` ${escapeUnreadable(node.note)}`
  if (typeof node.scalar !== 'string' || chooseStyle(node.scalar) !== 'block') {
    rows.push([firstPrefix + writeValue(node), note])
    return
  }
  rows.push([`${firstPrefix}${node.scalar.endsWith('\n') ? '|' : '|-'}`, note])
  for (const line of node.scalar.replace(/\n$/, '').split('\n'))
    // The lines of a block are indented, even if it is the whole file.
    rows.push([line === '' ? '' : `${indent === '' ? '  ' : indent}${line}`, undefined])
}

function addEntry(rows: NotedLine[], entry: YamlEntry, prefixes: LinePrefixes): void {
  const { firstPrefix, indent, sharedLines } = prefixes
  if (!entry.isShared || firstPrefix !== indent) return addUncachedEntry(rows, entry, prefixes)
  const byIndent = sharedLines.get(entry) ?? new Map<string, NotedLine[]>()
  sharedLines.set(entry, byIndent)
  const cachedRows = byIndent.get(indent) ?? []
  if (cachedRows.length === 0) addUncachedEntry(cachedRows, entry, prefixes)
  byIndent.set(indent, cachedRows)
  for (const row of cachedRows) rows.push(row)
}

function addUncachedEntry(rows: NotedLine[], entry: YamlEntry, prefixes: LinePrefixes): void {
  const { name, value, comment, hasEmptyLineBefore = false, isCommentedOut = false } = entry
  const { indent, sharedLines } = prefixes
  let { firstPrefix } = prefixes
  const addComment = (line: string, note?: string): void => {
    rows.push([`${firstPrefix}#${line === '' ? '' : ' '}${line}`, note])
    firstPrefix = indent
  }
  if (hasEmptyLineBefore) rows.push(['', undefined])
  for (const line of comment?.split('\n') ?? []) addComment(line)
  if (isCommentedOut) {
    for (const [code, note] of listRows({ entries: [{ name, value }] }, sharedLines))
      addComment(code, note)
    return
  }
  const key = writeValue({ scalar: name })
  // Parsers only look for the colon of a key within 1024 characters.
  const isLong = key.length > 1024
  if (isLong) rows.push([`${firstPrefix}? ${key}`, undefined])
  const keyStart = isLong ? `${indent}:` : `${firstPrefix}${key}:`
  const nestedIndent = `${indent}  `
  if ('scalar' in value || isEmpty(value))
    addLines(rows, value, { sharedLines, firstPrefix: `${keyStart} `, indent: nestedIndent })
  else {
    rows.push([keyStart, undefined])
    addLines(rows, value, { sharedLines, firstPrefix: nestedIndent, indent: nestedIndent })
  }
}

/** Writes a scalar on one line. */
export const writeValue = ({ scalar, isFloat = false }: YamlScalar): string =>
  typeof scalar === 'string'
    ? chooseStyle(scalar) === 'plain'
      ? scalar
      : writeQuoted(scalar)
    : typeof scalar === 'number'
      ? writeNumber(scalar, isFloat)
      : String(scalar)

function writeNumber(value: number, isFloat: boolean): string {
  if (Number.isNaN(value)) return '.nan'
  if (!Number.isFinite(value)) return value > 0 ? '.inf' : '-.inf'
  const text = Object.is(value, -0) ? '-0' : String(value)
  return isFloat && /^-?\d+$/.test(text) ? `${text}.0` : text
}

/** Matches strings that need no quotes for any reader. Shorter strings may be words such as `false`. */
const plainStringPattern = /^[a-z][\w./:@+-]{4,200}[\w./@+-]$/i

/** Characters with a meaning in YAML at the start, between words or at the end of a string. */
const indicatorPattern = /^[\s,[\]{}#&*!|>'"%@`]|^[?-](?:\s|$)|^(?:---|\.\.\.)|:(?:\s|$)|\s#|\s$/

/**
 * Matches strings that need quotes, because the router or a template would replace a part of them, or because they have
 * a special meaning as keys in YAML.
 */
const replacedPattern = /^(?:<<|=|:.*|.*[${}].*)$/s

/** Characters that need an escape: control characters, line breaks except line feeds, and lone surrogates. */
const escapedPattern = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]|\p{Surrogate}/u

/** Numbers and times of YAML 1.1 and 1.2 that the router reads as strings. */
const otherNumberPattern =
  /^(?:[-+]?(?:\d[\d_]*)?(?:\.[\d_]*)?(?:e[-+]?\d+)?|[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?|[-+]?0(?:x[\da-f_]+|o[0-7]+|b[01_]+)|\d{4}-\d\d?-\d\d?(?:[t\s].*)?)$/i

/** The style in which all parsers read a string in the same way. `block` is only used for several lines. */
function chooseStyle(text: string): 'plain' | 'quoted' | 'block' {
  if (plainStringPattern.test(text)) return 'plain'
  if (replacedPattern.test(text) || escapedPattern.test(text) || escapeUnreadable(text) !== text)
    return 'quoted'
  if (text.includes('\n')) return /^\s|\n\n$/.test(text) ? 'quoted' : 'block'
  const isAmbiguous =
    indicatorPattern.test(text) || otherNumberPattern.test(text) || readPlain(text) !== undefined
  return isAmbiguous ? 'quoted' : 'plain'
}

/** A line, and the note after it, if any. The note starts with a space and has no `#`. */
export type NotedLine = readonly [code: string, note: string | undefined]

export function alignRows(rows: readonly NotedLine[]): string[] {
  const width = Math.min(measureNotedLines(rows), maxNoteColumn)
  return rows.map((row) => formatRow(row, width))
}

const measureNotedLines = (rows: readonly NotedLine[]): number =>
  rows.reduce(
    (maxLength, [code, note]) =>
      note === undefined ? maxLength : Math.max(maxLength, code.length),
    0,
  )

const formatRow = ([code, note]: NotedLine, width: number): string =>
  note === undefined ? code : `${code.padEnd(width)} #${note}`

/** Lines to join at a time, because a list of all formatted lines may take more memory than their text. */
const linesPerChunk = 4096

function joinNoted(rows: readonly NotedLine[], areAligned: boolean): string {
  const width = areAligned ? Math.min(measureNotedLines(rows), maxNoteColumn) : 0
  return joinLines(rows, (row) => formatRow(row, width))
}

function joinLines(rows: readonly NotedLine[], format: (row: NotedLine) => string): string {
  const chunks: string[] = []
  for (let start = 0; start < rows.length; start += linesPerChunk)
    chunks.push(
      rows
        .slice(start, start + linesPerChunk)
        .map((row) => `${format(row)}\n`)
        .join(''),
    )
  return chunks.join('')
}
