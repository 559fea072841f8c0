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
  note?: string
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
  const document = new Document(undefined, { version: '1.1', customTags: withoutMerge })
  document.contents = toYaml(node, mark)
  return alignNotes(asYaml(document.toString({ lineWidth: 0, nullStr: 'null' })), mark)
}

/** Characters that separate notes from data: private-use characters that the data does not contain. */
function markFor(node: YamlNode): string {
  const data = JSON.stringify(node, (_, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
  let mark = '\ue000'
  while (data.includes(mark)) mark += '\ue000'
  return mark
}

/** `<<` is an ordinary key in data. */
const withoutMerge = (tags: Tags): Tags =>
  tags.filter((tag) => tag !== 'merge' && (typeof tag === 'string' || tag.tag !== mergeTag))

const mergeTag = 'tag:yaml.org,2002:merge'

function toYaml(node: YamlNode, mark: string): Scalar | YAMLMap | YAMLSeq {
  if ('entries' in node) return toMap(node.entries, mark)
  if ('scalar' in node) return toScalar(node, mark)
  const list = new YAMLSeq()
  list.flow = node.items.length === 0
  list.items = node.items.map((item) => toYaml(item, mark))
  return list
}

function toMap(entries: readonly YamlEntry[], mark: string): YAMLMap {
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
    const key = toScalar({ scalar: name }, mark)
    key.spaceBefore = gap
    if (comments.length > 0) key.commentBefore = commentOf(comments.splice(0))
    map.items.push(new Pair(key, toYaml(value, mark)))
  }
  if (comments.length > 0) map.comment = commentOf(comments)
  map.flow = map.items.length === 0 && comments.length === 0
  return map
}

const commentOf = (lines: readonly string[]): string =>
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
