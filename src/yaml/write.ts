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
  above?: string
  /** Whether an empty line comes before the key. */
  gap?: boolean
  isOff?: boolean
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
export function writeYaml(node: YamlNode): string {
  const mark = markFor(node)
  const lists: PlainList[] = []
  const text = print(toYaml(node, { mark, lists }))
  return alignNotes(asYaml(lists.length > 0 ? insertLists(text, lists, mark) : text), mark)
}

function print(contents: Scalar | YAMLMap | YAMLSeq): string {
  const document = new Document(undefined, { version: '1.1', customTags: withoutMerge })
  document.contents = contents
  return document.toString({ lineWidth: 0, nullStr: 'null' })
}

/** A list of which nothing needs the YAML library but single values; for thousands of items it takes too long. */
type PlainList = readonly YamlNode[]

/** What marks notes, and collects lists, for which a marked item is written at first. */
type Writing = { mark: string; lists: PlainList[] }

/** Names that the library writes in one line. */
const maxNameLength = 200

const isPlainNode = (node: YamlNode): boolean => {
  if ('items' in node) return node.items.every(isPlainNode)
  if ('scalar' in node) return typeof node.scalar !== 'string' || !node.scalar.includes('\n')
  return node.entries.every(
    ({ name, value, above, gap = false, isOff = false }) =>
      above === undefined &&
      !gap &&
      !isOff &&
      name.length <= maxNameLength &&
      !name.includes('\n') &&
      isPlainNode(value),
  )
}

/** Replaces each marked item by the items of its list. */
function insertLists(text: string, lists: readonly PlainList[], mark: string): string {
  const write = createScalarWriter(mark)
  let next = 0
  return text
    .split('\n')
    .map((line) => {
      if (!line.endsWith(`- ${mark}`)) return line
      const lead = line.slice(0, -2 - mark.length)
      const items = writeItems(lists[next++] ?? [], ' '.repeat(lead.length), write)
      return lead + items.join('\n').slice(lead.length)
    })
    .join('\n')
}

type WriteScalar = (scalar: YamlScalar) => string

function writeItems(items: PlainList, indent: string, write: WriteScalar): string[] {
  const lines: string[] = []
  for (const item of items) {
    const own =
      'scalar' in item
        ? [`${indent}  ${write(item)}`]
        : 'items' in item
          ? writeItems(item.items, `${indent}  `, write)
          : writeEntries(item.entries, `${indent}  `, write)
    own.forEach((line, index) => {
      lines.push(index === 0 ? `${indent}- ${line.slice(indent.length + 2)}` : line)
    })
    if (own.length === 0) lines.push(`${indent}- ${'items' in item ? '[]' : '{}'}`)
  }
  return lines
}

function writeEntries(entries: readonly YamlEntry[], indent: string, write: WriteScalar): string[] {
  const lines: string[] = []
  for (const { name, value } of entries) {
    const key = `${indent}${write({ scalar: name })}:`
    if ('scalar' in value) lines.push(`${key} ${write(value)}`)
    else {
      const inner =
        'items' in value
          ? writeItems(value.items, `${indent}  `, write)
          : writeEntries(value.entries, `${indent}  `, write)
      lines.push(inner.length > 0 ? key : `${key} ${'items' in value ? '[]' : '{}'}`)
      for (const line of inner) lines.push(line)
    }
  }
  return lines
}

/** Strings that every reader takes for what they are; shorter ones may be words such as `false`. */
const plainText = /^[a-z][\w./:@+-]{4,200}[\w./@+-]$/i

/** Writes single values as the library writes them. */
function createScalarWriter(mark: string): WriteScalar {
  const known = new Map<YamlScalar['scalar'], string>()
  const format = (scalar: YamlScalar): string => {
    const list = new YAMLSeq()
    list.items = [toScalar({ ...scalar, note: undefined }, mark)]
    return print(list).trimEnd().slice('- '.length)
  }
  return ({ scalar, isFloat = false, note }) => {
    const isPlain = typeof scalar === 'string' && plainText.test(scalar)
    const text = isPlain
      ? scalar
      : isFloat
        ? format({ scalar, isFloat })
        : (known.get(scalar) ?? format({ scalar }))
    if (!isPlain && !isFloat) known.set(scalar, text)
    return note === undefined ? text : `${text} #${mark} ${note}`
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
    ({ name, value, above = '' }) =>
      name.includes(text) || above.includes(text) || hasText(value, text),
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
  for (const { name, value, above, gap = false, isOff } of entries) {
    if (above !== undefined) comments.push(...above.split('\n'))
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

function toScalar({ scalar, isFloat, note }: YamlScalar, mark: string): Scalar {
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

const alignNotes = (text: string, mark: string): string =>
  alignRows(
    text.split('\n').map((line): NotedLine => {
      const [code = '', note] = line.split(` #${mark}`)
      return [code, note]
    }),
  ).join('\n')

/** A line, and the note after it, if any. */
export type NotedLine = readonly [code: string, note: string | undefined]

/** Lines with aligned comments after them. A note starts with a space. */
export function alignRows(rows: readonly NotedLine[]): string[] {
  const width = rows.reduce(
    (most, [code, note]) => (note === undefined ? most : Math.max(most, code.length)),
    0,
  )
  return rows.map(([code, note]) =>
    note === undefined ? code : `${code.padEnd(Math.min(width, noteColumn))} #${note}`,
  )
}
