import { readPlain } from './nodes.js'
import { escapeUnreadable, writeQuoted } from './printable.js'

/** Plain data to be written, with additional information for the writer. */
export type YamlNode =
  YamlScalar | { items: readonly YamlNode[] } | { entries: readonly YamlEntry[] }

/** A float keeps its decimal point; a note is a comment after the value. */
type YamlScalar = {
  scalar: string | number | bigint | boolean | null
  isFloat?: boolean
  note?: string | undefined
}

/** A key with its value. With `isOff`, it is written as a comment. */
export type YamlEntry = {
  name: string
  value: YamlNode
  /** Comment on separate lines before the key. */
  comment?: string
  /** Whether an empty line comes before the key. */
  gap?: boolean
  isOff?: boolean
  /** Whether many maps have this entry, so that its lines are cached. */
  isShared?: boolean
}

/** Notes after values begin at this column at most. */
const noteColumn = 60

/** Plain data as a node; entries without a value are omitted. */
export function yamlNode(data: unknown): YamlNode {
  if (Array.isArray(data)) return { items: data.map(yamlNode) }
  if (typeof data === 'object' && data !== null)
    return {
      entries: Object.entries(data).flatMap(([name, value]) =>
        value === undefined ? [] : [{ name, value: yamlNode(value) }],
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
 * Data as YAML that parsers for version 1.1, such as the router's, and for version 1.2 read identically: strings that
 * one of them would read differently are quoted.
 */
export const writeYaml = (node: YamlNode): string => layOutYaml(node).format()

/**
 * Data that is laid out in lines; `format` writes them as YAML, with or without the notes. Notes are aligned unless
 * `alignsNotes` is false.
 */
export type YamlLayout = {
  format: (options?: { omitsNotes?: boolean; alignsNotes?: boolean }) => string
}

/** Lays out data as `writeYaml` writes it. */
export function layOutYaml(node: YamlNode): YamlLayout {
  const rows = listRows(node, new Map())
  return {
    format: ({ omitsNotes = false, alignsNotes = true } = {}) =>
      omitsNotes ? joinLines(rows, ([code]) => code) : joinNoted(rows, alignsNotes),
  }
}

/** What the first line of a node begins with, and what its other lines begin with. */
type Margin = { lead: string; indent: string; shared: SharedLines }

/** The lines of entries that many maps have, by their indentation. */
type SharedLines = Map<YamlEntry, Map<string, NotedLine[]>>

function listRows(node: YamlNode, shared: SharedLines): NotedLine[] {
  const rows: NotedLine[] = []
  addLines(rows, node, { lead: '', indent: '', shared })
  return rows
}

function addLines(rows: NotedLine[], node: YamlNode, margin: Margin): void {
  const { lead, indent } = margin
  if ('scalar' in node) return addScalar(rows, node, margin)
  if (isEmpty(node)) rows.push([`${lead}${'items' in node ? '[]' : '{}'}`, undefined])
  const leadOnce = isEmpty(node) ? indent : lead
  if ('items' in node)
    node.items.forEach((item, index) => {
      const dash = `${index === 0 ? leadOnce : indent}- `
      addLines(rows, item, { ...margin, lead: dash, indent: `${indent}  ` })
    })
  else
    node.entries.forEach((entry, index) => {
      addEntry(rows, entry, { ...margin, lead: index === 0 ? leadOnce : indent })
    })
}

/** Whether a collection is written as comments only; these follow its brackets. */
const isEmpty = (node: Exclude<YamlNode, YamlScalar>): boolean =>
  'items' in node ? node.items.length === 0 : node.entries.every(({ isOff }) => isOff)

function addScalar(rows: NotedLine[], node: YamlScalar, { lead, indent }: Margin): void {
  const note = node.note === undefined ? undefined : ` ${escapeUnreadable(node.note)}`
  if (typeof node.scalar !== 'string' || chooseStyle(node.scalar) !== 'block') {
    rows.push([lead + writeValue(node), note])
    return
  }
  rows.push([`${lead}${node.scalar.endsWith('\n') ? '|' : '|-'}`, note])
  for (const line of node.scalar.replace(/\n$/, '').split('\n'))
    // The lines of a block are indented, even if it is the whole file.
    rows.push([line === '' ? '' : `${indent === '' ? '  ' : indent}${line}`, undefined])
}

function addEntry(rows: NotedLine[], entry: YamlEntry, margin: Margin): void {
  const { lead, indent, shared } = margin
  if (!entry.isShared || lead !== indent) return addOwnEntry(rows, entry, margin)
  const byIndent = shared.get(entry) ?? new Map<string, NotedLine[]>()
  shared.set(entry, byIndent)
  const known = byIndent.get(indent) ?? []
  if (known.length === 0) addOwnEntry(known, entry, margin)
  byIndent.set(indent, known)
  for (const row of known) rows.push(row)
}

function addOwnEntry(rows: NotedLine[], entry: YamlEntry, margin: Margin): void {
  const { name, value, comment, gap = false, isOff = false } = entry
  const { indent, shared } = margin
  let { lead } = margin
  const addComment = (line: string, note?: string): void => {
    rows.push([`${lead}#${line === '' ? '' : ' '}${line}`, note])
    lead = indent
  }
  if (gap) rows.push(['', undefined])
  for (const line of comment?.split('\n') ?? []) addComment(line)
  if (isOff) {
    for (const [code, note] of listRows({ entries: [{ name, value }] }, shared))
      addComment(code, note)
    return
  }
  const key = writeValue({ scalar: name })
  // Readers look for the colon of a key no further than this.
  const isLong = key.length > 1024
  if (isLong) rows.push([`${lead}? ${key}`, undefined])
  const start = isLong ? `${indent}:` : `${lead}${key}:`
  const below = `${indent}  `
  if ('scalar' in value || isEmpty(value))
    addLines(rows, value, { shared, lead: `${start} `, indent: below })
  else {
    rows.push([start, undefined])
    addLines(rows, value, { shared, lead: below, indent: below })
  }
}

/** A value on one line. */
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

/** Strings that need no quotes for any reader; shorter ones may be words such as `false`. */
const certain = /^[a-z][\w./:@+-]{4,200}[\w./@+-]$/i

/** Characters with a meaning in YAML at the start, between words or at the end of a string. */
const indicators = /^[\s,[\]{}#&*!|>'"%@`]|^[?-](?:\s|$)|^(?:---|\.\.\.)|:(?:\s|$)|\s#|\s$/

/** Strings that need quotes: the router or a template would replace a part, or YAML gives them a meaning as a key. */
const replaced = /^(?:<<|=|:.*|.*[${}].*)$/s

/** Characters that need an escape: controls and line breaks except the usual one, and halves of characters. */
const escaped = /[\0-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]|\p{Surrogate}/u

/** Numbers and times of YAML 1.1 and 1.2 that the router reads as strings. */
const otherNumber =
  /^(?:[-+]?(?:\d[\d_]*)?(?:\.[\d_]*)?(?:e[-+]?\d+)?|[-+]?\d[\d_]*(?::[0-5]?\d)+(?:\.[\d_]*)?|[-+]?0(?:x[\da-f_]+|o[0-7]+|b[01_]+)|\d{4}-\d\d?-\d\d?(?:[t\s].*)?)$/i

/** How to write a string so that all readers read it alike; a block is for several lines. */
function chooseStyle(text: string): 'plain' | 'quoted' | 'block' {
  if (certain.test(text)) return 'plain'
  if (replaced.test(text) || escaped.test(text) || escapeUnreadable(text) !== text) return 'quoted'
  if (text.includes('\n')) return /^\s|\n\n$/.test(text) ? 'quoted' : 'block'
  const isAmbiguous =
    indicators.test(text) || otherNumber.test(text) || readPlain(text) !== undefined
  return isAmbiguous ? 'quoted' : 'plain'
}

/** A line, and the note after it, if any. */
export type NotedLine = readonly [code: string, note: string | undefined]

/** Lines with aligned comments after them. A note starts with a space. */
export function alignRows(rows: readonly NotedLine[]): string[] {
  const width = Math.min(measureNoted(rows), noteColumn)
  return rows.map((row) => formatRow(row, width))
}

/** The width of the widest line with a note. */
const measureNoted = (rows: readonly NotedLine[]): number =>
  rows.reduce((most, [code, note]) => (note === undefined ? most : Math.max(most, code.length)), 0)

const formatRow = ([code, note]: NotedLine, width: number): string =>
  note === undefined ? code : `${code.padEnd(width)} #${note}`

/** Lines to join at a time, as a list of all may take more memory than their text. */
const chunkLength = 4096

/** The text of lines with notes. */
function joinNoted(rows: readonly NotedLine[], areAligned: boolean): string {
  const width = areAligned ? Math.min(measureNoted(rows), noteColumn) : 0
  return joinLines(rows, (row) => formatRow(row, width))
}

function joinLines(rows: readonly NotedLine[], format: (row: NotedLine) => string): string {
  const chunks: string[] = []
  for (let start = 0; start < rows.length; start += chunkLength)
    chunks.push(
      rows
        .slice(start, start + chunkLength)
        .map((row) => `${format(row)}\n`)
        .join(''),
    )
  return chunks.join('')
}
