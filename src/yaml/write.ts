import type { Tags } from 'yaml'
import { Document, Pair, Scalar, YAMLMap, YAMLSeq } from 'yaml'
import { readPlain } from './dialect.js'
import { asYaml } from './printable.js'

/** Plain data to be written, with additional information for the writer. */
export type YamlNode =
  YamlScalar | { items: readonly YamlNode[] } | { entries: readonly YamlEntry[] }

/** A float keeps its decimal point; a note is a comment after the value. */
type YamlScalar = {
  scalar: string | number | bigint | boolean | null
  isFloat?: boolean
  note?: string | undefined
}

/** A key with its value. With `off`, it is written as a comment. */
export type YamlEntry = {
  name: string
  value: YamlNode
  /** Comment on separate lines before the key. */
  comment?: string
  /** Whether an empty line comes before the key. */
  gap?: boolean
  isOff?: boolean
  /** Whether many maps have this entry, so that its lines are kept. */
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

/** Data that is laid out in lines, as YAML with its notes or without them. */
export type YamlLayout = { format: (options?: { omitsNotes?: boolean }) => string }

/** Lays out data as `writeYaml` writes it. */
export function layOutYaml(node: YamlNode): YamlLayout {
  const mark = markFor(node)
  const lists: PlainList[] = []
  const rows = listRows(asYaml(print(toYaml(node, { mark, lists }))), lists, mark)
  return {
    format: ({ omitsNotes = false } = {}) =>
      omitsNotes ? joinLines(rows, ([code]) => code) : joinNoted(rows),
  }
}

function print(contents: Scalar | YAMLMap | YAMLSeq): string {
  const document = new Document(undefined, { version: '1.1', customTags: withoutMerge })
  document.contents = contents
  return document.toString({ lineWidth: 0, nullStr: 'null' })
}

/** A list that needs the YAML library only for single values; for thousands of items the library takes too long. */
type PlainList = readonly YamlNode[]

/** What marks notes, and collects lists, for which a marked item is written at first. */
type Writing = { mark: string; lists: PlainList[] }

/** Names that the library writes in one line. */
const maxNameLength = 200

const isPlainNode = (node: YamlNode): boolean => {
  if ('items' in node) return node.items.every(isPlainNode)
  if ('scalar' in node) return typeof node.scalar !== 'string' || !node.scalar.includes('\n')
  return node.entries.every(
    ({ name, value, comment, gap = false, isOff = false }) =>
      comment === undefined &&
      !gap &&
      !isOff &&
      name.length <= maxNameLength &&
      !name.includes('\n') &&
      isPlainNode(value),
  )
}

/** The lines of a text, apart from their notes, and of the lists that its marked items stand for. */
function listRows(text: string, lists: readonly PlainList[], mark: string): NotedLine[] {
  const write = createScalarWriter()
  const shared: SharedLines = new Map()
  const rows: NotedLine[] = []
  let next = 0
  for (const line of text.split('\n')) {
    const [code = '', note] = line.split(` #${mark}`)
    if (!code.endsWith(`- ${mark}`)) rows.push([code, note])
    else {
      const lead = code.slice(0, -2 - mark.length)
      addLines(
        rows,
        { items: lists[next++] ?? [] },
        { lead, indent: ' '.repeat(lead.length), write, shared },
      )
    }
  }
  return rows
}

/** What the first line of a node begins with, and its others. */
type Margin = {
  lead: string
  indent: string
  write: WriteScalar
  shared: SharedLines
}

/** The lines of entries that many maps have, by their indentation. */
type SharedLines = Map<YamlEntry, Map<string, NotedLine[]>>

type WriteScalar = (scalar: YamlScalar) => string

/** Adds the lines of a node that does not need the YAML library. */
function addLines(rows: NotedLine[], node: YamlNode, margin: Margin): void {
  const { lead, indent, write } = margin
  if ('scalar' in node) rows.push([lead + write(node), formatNote(node)])
  else if ('items' in node) {
    if (node.items.length === 0) rows.push([`${lead}[]`, undefined])
    const below = `${indent}  `
    node.items.forEach((item, index) => {
      addLines(rows, item, { ...margin, lead: `${index === 0 ? lead : indent}- `, indent: below })
    })
  } else {
    if (node.entries.length === 0) rows.push([`${lead}{}`, undefined])
    node.entries.forEach((entry, index) => {
      if (entry.isShared && (index > 0 || lead === indent))
        for (const row of listShared(entry, margin)) rows.push(row)
      else addEntry(rows, entry, index === 0 ? margin : { ...margin, lead: indent })
    })
  }
}

/** The lines of an entry that many maps have. */
function listShared(entry: YamlEntry, margin: Margin): readonly NotedLine[] {
  const { indent, shared } = margin
  const byIndent = shared.get(entry) ?? new Map<string, NotedLine[]>()
  const known = byIndent.get(indent)
  if (known) return known
  const rows: NotedLine[] = []
  addEntry(rows, entry, { ...margin, lead: indent })
  shared.set(entry, byIndent.set(indent, rows))
  return rows
}

function addEntry(rows: NotedLine[], { name, value }: YamlEntry, margin: Margin): void {
  const { lead, indent, write } = margin
  const key = `${lead}${write({ scalar: name })}:`
  const below = `${indent}  `
  if ('scalar' in value || isEmpty(value))
    addLines(rows, value, { ...margin, lead: `${key} `, indent: below })
  else {
    rows.push([key, undefined])
    addLines(rows, value, { ...margin, lead: below, indent: below })
  }
}

const isEmpty = (node: Exclude<YamlNode, YamlScalar>): boolean =>
  ('items' in node ? node.items : node.entries).length === 0

const formatNote = ({ note }: YamlScalar): string | undefined =>
  note === undefined ? undefined : ` ${asYaml(note)}`

/** Strings that every reader takes for what they are; shorter ones may be words such as `false`. */
const plainText = /^[a-z][\w./:@+-]{4,200}[\w./@+-]$/i

/** Writes single values as the library writes them. */
function createScalarWriter(): WriteScalar {
  const known = new Map<YamlScalar['scalar'], string>()
  const format = (scalar: YamlScalar): string => {
    const list = new YAMLSeq()
    list.items = [toScalar(scalar)]
    return asYaml(print(list)).trimEnd().slice('- '.length)
  }
  return ({ scalar, isFloat = false }) => {
    if (typeof scalar === 'string' && plainText.test(scalar)) return scalar
    if (isFloat) return format({ scalar, isFloat })
    const text = known.get(scalar) ?? format({ scalar })
    known.set(scalar, text)
    return text
  }
}

/** Characters that separate notes from data: private-use characters that the data does not contain. */
function markFor(node: YamlNode): string {
  let mark = '\ue000'
  while (hasText(node, mark)) mark += '\ue000'
  return mark
}

const hasText = (node: YamlNode, text: string): boolean => {
  if ('scalar' in node) return typeof node.scalar === 'string' && node.scalar.includes(text)
  if ('items' in node) return node.items.some((item) => hasText(item, text))
  return node.entries.some(
    ({ name, value, comment = '' }) =>
      name.includes(text) || comment.includes(text) || hasText(value, text),
  )
}

/** `<<` is an ordinary key in data. */
const withoutMerge = (tags: Tags): Tags =>
  tags.filter((tag) => tag !== 'merge' && (typeof tag === 'string' || tag.tag !== mergeTag))

const mergeTag = 'tag:yaml.org,2002:merge'

function toYaml(node: YamlNode, writing: Writing): Scalar | YAMLMap | YAMLSeq {
  if ('entries' in node) return toMap(node.entries, writing)
  if ('scalar' in node) return toScalar(node, writing.mark)
  const list = new YAMLSeq()
  list.flow = node.items.length === 0
  if (node.items.length > 0 && isPlainNode(node)) {
    writing.lists.push(node.items)
    list.items = [new Scalar(writing.mark)]
  } else list.items = node.items.map((item) => toYaml(item, writing))
  return list
}

function toMap(entries: readonly YamlEntry[], writing: Writing): YAMLMap {
  const map = new YAMLMap<Scalar, Scalar | YAMLMap | YAMLSeq>()
  const comments: string[] = []
  for (const { name, value, comment, gap = false, isOff } of entries) {
    if (comment !== undefined) comments.push(...comment.split('\n'))
    if (isOff) {
      comments.push(
        ...writeYaml({ entries: [{ name, value }] })
          .trimEnd()
          .split('\n'),
      )
      continue
    }
    const key = toScalar({ scalar: name }, writing.mark)
    key.spaceBefore = gap
    if (comments.length > 0) key.commentBefore = formatComment(comments.splice(0))
    map.items.push(new Pair(key, toYaml(value, writing)))
  }
  if (comments.length > 0) map.comment = formatComment(comments)
  map.flow = map.items.length === 0 && comments.length === 0
  return map
}

const formatComment = (lines: readonly string[]): string =>
  lines.map((line) => (line === '' ? '' : ` ${line}`)).join('\n')

function toScalar({ scalar, isFloat, note }: YamlScalar, mark = ''): Scalar {
  const node = new Scalar(scalar)
  if (typeof scalar === 'string' && isMistakable(scalar)) node.type = Scalar.QUOTE_DOUBLE
  if (isFloat && typeof scalar === 'number') node.minFractionDigits = 1
  if (note !== undefined) node.comment = `${mark} ${note}`
  return node
}

/**
 * Whether the router would read an unquoted string as something else, or not at all; also strings for which that is
 * true only at other positions.
 */
const isMistakable = (text: string): boolean =>
  readPlain(text) !== undefined ||
  /^(?:<<|=|:.*|.*[${}].*)$/s.test(text) ||
  // Line breaks except the usual one, and characters that must be escaped.
  /[\u0000-\u0009\u000b-\u001f\u0085\u2028\u2029]/.test(text) ||
  asYaml(text) !== text

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

/** The text of aligned lines. */
function joinNoted(rows: readonly NotedLine[]): string {
  const width = Math.min(measureNoted(rows), noteColumn)
  return joinLines(rows, (row) => formatRow(row, width))
}

function joinLines(rows: readonly NotedLine[], format: (row: NotedLine) => string): string {
  const chunks: string[] = []
  for (let start = 0; start < rows.length; start += chunkLength)
    chunks.push(
      rows
        .slice(start, start + chunkLength)
        .map(format)
        .join('\n'),
    )
  return chunks.join('\n')
}
