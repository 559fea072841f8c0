import { decodeUtf8 } from './characters.js'

/** UTF-16 offsets into the text, end exclusive. */
export type Span = { start: number; end: number }

export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded'

/** The value of a scalar when yaml.v2 decodes it into an interface{}. */
export type Value =
  | { kind: 'null'; value: null }
  | { kind: 'bool'; value: boolean }
  /** Fits a signed 64-bit integer. */
  | { kind: 'int'; value: bigint }
  /** 2^63 to 2^64-1. Go reads it as a uint64, which is not accepted where an int is expected. */
  | { kind: 'unsigned'; value: bigint }
  | { kind: 'float'; value: number }
  | { kind: 'text'; value: string }

/** The tag and the anchor of a node. The tag is resolved: `!!int` to `tag:yaml.org,2002:int`, `!own` stays `!own`. */
export type Properties = { tag?: string; anchor?: string }

/** The span covers the content with its quotes or block header, not the tag and the anchor. */
export type Scalar = Span & Properties & { style: ScalarStyle } & Value

/** An absent key or value is a null scalar with an empty span at its position. */
export type Pair = { key: Node; value: Node }

/** A map: its `pairs` as written, and the resulting `entries`, which are computed when first needed. */
export type MapNode = Span &
  Properties & { kind: 'map'; pairs: Pair[]; isFlow: boolean; entries: MapEntries | undefined }

export type ListNode = Span & Properties & { kind: 'list'; items: Node[]; isFlow: boolean }

export type AliasNode = Span & { kind: 'alias'; name: string; target: Node }

/** A node as written: aliases are not replaced by their targets. */
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

export function createAbsentNode(offset: number): Scalar {
  return { kind: 'null', value: null, start: offset, end: offset, style: 'plain' }
}

export function isCollection(node: Node): node is MapNode | ListNode {
  return node.kind === 'map' || node.kind === 'list'
}

export function resolveAlias(node: Node): Exclude<Node, AliasNode> {
  let target = node
  while (target.kind === 'alias') target = target.target
  return target
}

/** An effective entry of a map. If the key is an alias, `key` has the value of its target and the span of the alias. */
export type Field = { key: Scalar; value: Node; isMerged: boolean }

/** The effective entries of a map: entries with a string key, by name, and all others, which the router ignores. */
export type MapEntries = {
  byName: ReadonlyMap<string, Field>
  otherFields: readonly Field[]
  lostPairs: MapFields['lostPairs']
}

export type MapFields = {
  /**
   * The effective entries by the value of their key, in the order of the source. Entries of merged maps are at the
   * position of the merge key.
   */
  table: ReadonlyMap<unknown, Field>
  /** Pairs of the map itself that another entry overwrites: a later pair, or one from a merged map. */
  lostPairs: { pair: Pair; winner: Field }[]
}

const mergeTag = 'tag:yaml.org,2002:merge'

/**
 * Whether a key merges other maps into its own: a plain `<<` without a tag, or `<<` in any style with the tag `!` or
 * `!!merge`.
 */
export function isMergeKey(key: Node): key is Scalar {
  if (key.kind !== 'text' || key.value !== '<<') return false
  return key.tag === undefined ? key.style === 'plain' : key.tag === '!' || key.tag === mergeTag
}

/**
 * The nodes in the value of a merge key, in the order in which yaml.v2 applies them: the items of a list from the last
 * to the first.
 */
export function listMergedNodes(value: Node): Node[] {
  return value.kind === 'list' ? value.items.toReversed() : [value]
}

/**
 * The entries of a map as yaml.v2 decodes them. A pair overwrites an earlier pair with the same key. Each entry of a
 * merged map counts as a pair at the position of the merge key.
 */
export function readFields(map: MapNode): MapFields {
  return map.pairs.some(({ key }) => isMergeKey(key))
    ? toFields(map, createMergedTable(map))
    : readOwnFields(map)
}

/** The entries of a map whose keys are different strings and not `<<`, as in most maps; undefined for other maps. */
export function readTextFields(map: MapNode): ReadonlyMap<string, Field> | undefined {
  const fields = new Map<string, Field>()
  for (const { key, value } of map.pairs) {
    if (key.kind !== 'text' || key.value === '<<') return undefined
    fields.set(key.value, { key, value, isMerged: false })
  }
  return fields.size === map.pairs.length ? fields : undefined
}

/**
 * The entries of a map without those of merged maps: for maps without merge keys, or if merging may need too much
 * memory.
 */
export const readOwnFields = (map: MapNode): MapFields => toFields(map, buildTable(map, noTables))

const toFields = (map: MapNode, table: Table): MapFields => ({
  table,
  lostPairs: table.size === map.pairs.length ? [] : findOverwrittenPairs(map, table),
})

// Values of different kinds differ as JavaScript values too, so they never collide as keys.
type Table = Map<unknown, Field>

const noTables: ReadonlyMap<MapNode, Table> = new Map()

function createMergedTable(map: MapNode): Table {
  const tables = new Map<MapNode, Table>()
  for (const each of sortByMergeOrder(map)) tables.set(each, buildTable(each, tables))
  return tables.get(map) ?? buildTable(map, tables)
}

function toTableKey(key: Scalar): unknown {
  // In Go, NaN is not equal to itself, so each NaN is a separate key. In a JavaScript map, all NaN are the same key.
  return key.kind === 'float' && Number.isNaN(key.value) ? key : key.value
}

function buildTable(map: MapNode, tables: ReadonlyMap<MapNode, Table>): Table {
  const table: Table = new Map()
  for (const { key, value } of map.pairs) {
    if (isMergeKey(key)) merge(table, value, tables)
    else {
      const scalar = toScalarKey(key)
      if (scalar !== undefined) putLast(table, { key: scalar, value, isMerged: false })
    }
  }
  return table
}

function merge(table: Table, value: Node, tables: ReadonlyMap<MapNode, Table>): void {
  for (const node of listMergedNodes(value)) {
    const map = resolveAlias(node)
    const mergedTable = map.kind === 'map' ? tables.get(map) : undefined
    for (const field of mergedTable?.values() ?? [])
      putLast(table, { key: field.key, value: field.value, isMerged: true })
  }
}

// Unlike `Map.set`, moves an existing entry to the end.
function putLast(table: Table, field: Field): void {
  const key = toTableKey(field.key)
  const { size } = table
  table.set(key, field)
  if (table.size > size) return
  table.delete(key)
  table.set(key, field)
}

// A key with its alias resolved. Undefined for a map or a list, which cannot be a key: `findDecodingProblems` reports
// it.
function toScalarKey(key: Node): Scalar | undefined {
  if (key.kind === 'map' || key.kind === 'list') return undefined
  if (key.kind !== 'alias') return key
  const target = resolveAlias(key)
  return target.kind === 'map' || target.kind === 'list'
    ? undefined
    : { ...target, start: key.start, end: key.end }
}

function findOverwrittenPairs(map: MapNode, table: Table): MapFields['lostPairs'] {
  const lostPairs: MapFields['lostPairs'] = []
  for (const pair of map.pairs) {
    const key = isMergeKey(pair.key) ? undefined : resolveAlias(pair.key)
    if (key === undefined || key.kind === 'map' || key.kind === 'list') continue
    const winner = table.get(toTableKey(key))
    if (winner !== undefined && winner.value !== pair.value) lostPairs.push({ pair, winner })
  }
  return lostPairs
}

// Lists the map after all maps that it merges, directly or indirectly. Not recursive, because the chain may be long. A
// map that merges itself is listed once.
function sortByMergeOrder(map: MapNode): MapNode[] {
  const order: MapNode[] = []
  const visitedMaps = new Set([map])
  const path = [{ map, pendingMaps: listDirectlyMerged(map) }]
  for (let top = path[path.length - 1]; top !== undefined; top = path[path.length - 1]) {
    const next = top.pendingMaps.pop()
    if (next === undefined) {
      order.push(top.map)
      path.pop()
    } else if (!visitedMaps.has(next)) {
      visitedMaps.add(next)
      path.push({ map: next, pendingMaps: listDirectlyMerged(next) })
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

const trueValue: Value = { kind: 'bool', value: true }
const falseValue: Value = { kind: 'bool', value: false }
const nullValue: Value = { kind: 'null', value: null }

// The words that yaml.v2 does not read as strings. Other spellings, such as `tRUE`, are strings.
const wordValues = new Map<string, Value>()
for (const word of 'y Y yes Yes YES true True TRUE on On ON'.split(' '))
  wordValues.set(word, trueValue)
for (const word of 'n N no No NO false False FALSE off Off OFF'.split(' '))
  wordValues.set(word, falseValue)
for (const word of ['', '~', 'null', 'Null', 'NULL']) wordValues.set(word, nullValue)
for (const word of ['.inf', '.Inf', '.INF']) {
  wordValues.set(word, { kind: 'float', value: Infinity })
  wordValues.set(`+${word}`, { kind: 'float', value: Infinity })
  wordValues.set(`-${word}`, { kind: 'float', value: -Infinity })
}
for (const word of ['.nan', '.NaN', '.NAN']) wordValues.set(word, { kind: 'float', value: NaN })
const maxWordLength = 5

// Possible values by the ASCII code of their first character: 1 for words in `wordValues`, 2 for words and numbers, 0
// for neither.
const firstCharacterHints = new Uint8Array(128)
for (const character of 'yYnNtTfFoO~') firstCharacterHints[character.charCodeAt(0)] = 1
for (const character of '+-.0123456789') firstCharacterHints[character.charCodeAt(0)] = 2

/** The value of a scalar without quotes and tag; undefined if it is a string. */
export function readPlain(text: string): Value | undefined {
  if (text === '') return nullValue
  const hint = firstCharacterHints[text.charCodeAt(0)]
  if (hint === undefined || hint === 0) return undefined
  const wordValue = text.length <= maxWordLength ? wordValues.get(text) : undefined
  if (wordValue !== undefined || hint === 1) return wordValue
  return readNumber(text)
}

const tagPrefix = 'tag:yaml.org,2002:'
const checkedTags = new Set(
  ['str', 'bool', 'int', 'float', 'null', 'timestamp'].map((name) => tagPrefix + name),
)

/** A tag as yaml.v2 prints it: `!!int` for `tag:yaml.org,2002:int`. */
export function formatTag(tag: string): string {
  return tag.startsWith(tagPrefix) ? `!!${tag.slice(tagPrefix.length)}` : tag
}

/** The value of a scalar with a tag, or the message of yaml.v2 if the scalar does not match the tag. */
export function readTagged(tag: string, text: string): Value | string {
  if (tag === `${tagPrefix}binary`) {
    const value = decodeBinary(text)
    return value === undefined
      ? '!!binary value contains invalid base64 data'
      : { kind: 'text', value }
  }
  if (!checkedTags.has(tag) || tag === `${tagPrefix}str`) return { kind: 'text', value: text }
  const name = tag.slice(tagPrefix.length)
  if (name === 'timestamp' && isTimestamp(text)) return { kind: 'text', value: text }
  const value = readPlain(text) ?? { kind: 'text', value: text }
  if (getTagName(value) === name) return value
  if (name === 'float' && value.kind === 'int') return { kind: 'float', value: Number(value.value) }
  return `cannot decode ${formatTag(tagPrefix + getTagName(value))} \`${text}\` as a ${formatTag(tag)}`
}

function getTagName({ kind }: Value): string {
  if (kind === 'text') return 'str'
  return kind === 'unsigned' ? 'int' : kind
}

/** The tag that yaml.v2 derives for a scalar without a tag, in the form in which it prints tags: `!!int`. */
export function getImpliedTag(value: Value, isPlain: boolean, text: string): string {
  return isPlain && value.kind === 'text' && isTimestamp(text)
    ? '!!timestamp'
    : `!!${getTagName(value)}`
}

const decimalFloatPattern = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/
// In numbers that begin with a decimal point, Go allows underscores only between digits.
const pointFloatPattern = /^\.[0-9][0-9_]*(?:[eE][-+]?[0-9][0-9_]*)?$/
const strayUnderscorePattern = /_(?![0-9])/
const integerPattern =
  /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]([0-7]+)|0([0-7]*)|([1-9][0-9]*))$/
// yaml.v2 also reads `0b-1`, with the sign after the prefix.
const signedBinaryPattern = /^0b([-+])([01]+)$/

// Decimal integers with at most this many digits are read as doubles, which represent them exactly.
const exactDigits = 15
// A 64-bit integer has at most this many significant digits, whatever its base.
const maxDigits = 64
const largestInt = 2n ** 63n - 1n
const largestUnsigned = 2n ** 64n - 1n

/** Reads a number as Go does; undefined if the text is not a number. */
function readNumber(text: string): Value | undefined {
  if (text.startsWith('.')) {
    return pointFloatPattern.test(text) && !strayUnderscorePattern.test(text)
      ? readFloat(text.replaceAll('_', ''))
      : undefined
  }
  const digits = text.replaceAll('_', '')
  return (
    readInteger(digits) ??
    (decimalFloatPattern.test(digits) ? readFloat(digits) : readSignedBinary(digits))
  )
}

function readInteger(text: string): Value | undefined {
  const match = integerPattern.exec(text)
  if (match === null) return undefined
  const [, sign = '', hexadecimal, binary, octal, zeroPrefixedOctal, decimal] = match
  if (decimal !== undefined && decimal.length <= exactDigits) {
    return { kind: 'int', value: BigInt(sign === '-' ? -Number(decimal) : Number(decimal)) }
  }
  if (hexadecimal !== undefined) return fitInteger(sign, '0x', hexadecimal)
  if (binary !== undefined) return fitInteger(sign, '0b', binary)
  return decimal !== undefined
    ? fitInteger(sign, '', decimal)
    : fitInteger(sign, '0o', octal ?? zeroPrefixedOctal ?? '')
}

// Converts digits in the base of a prefix such as `0x`; undefined if the number does not fit into 64 bits. Only a
// number without a sign may be 2^63 or larger.
function fitInteger(sign: string, basePrefix: string, digits: string): Value | undefined {
  const significant = digits.replace(/^0+/, '')
  if (significant.length > maxDigits) return undefined
  const magnitude = significant === '' ? 0n : BigInt(basePrefix + significant)
  const value = sign === '-' ? -magnitude : magnitude
  if (value >= -largestInt - 1n && value <= largestInt) return { kind: 'int', value }
  return sign === '' && value <= largestUnsigned ? { kind: 'unsigned', value } : undefined
}

function readSignedBinary(text: string): Value | undefined {
  const match = signedBinaryPattern.exec(text)
  return match === null ? undefined : fitInteger(match[1] ?? '', '0b', match[2] ?? '')
}

// Go reads at most five significant digits of an exponent, and does not accept a number that is too large.
function readFloat(text: string): Value | undefined {
  const value = Number(text.replace(/([eE][-+]?0*[1-9][0-9]{4})[0-9]+$/, '$1'))
  return Number.isFinite(value) ? { kind: 'float', value } : undefined
}

const timePattern = '(\\d\\d?):(\\d\\d?):(\\d\\d?)(?:[.,]\\d+)?'
const timestampPattern = new RegExp(
  `^(\\d{4})-(\\d\\d?)-(\\d\\d?)(?:[Tt]${timePattern}(?:Z|[-+](\\d\\d):(\\d\\d))| +${timePattern})?$`,
)

/** Whether Go reads the text as a time in one of the four forms that yaml.v2 tries. */
function isTimestamp(text: string): boolean {
  const match = timestampPattern.exec(text)
  if (match === null) return false
  const [year = 0, month = 0, day = 0, ...times] = match.slice(1).map((part) => Number(part ?? 0))
  const [
    hour = 0,
    minute = 0,
    second = 0,
    zoneHour = 0,
    zoneMinute = 0,
    spacedHour = 0,
    spacedMinute = 0,
    spacedSecond = 0,
  ] = times
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= countDays(month, year) &&
    Math.max(hour, spacedHour) < 24 &&
    Math.max(minute, second, spacedMinute, spacedSecond) < 60 &&
    zoneHour <= 24 &&
    zoneMinute <= 60
  )
}

function countDays(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const base64Alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Decodes base64 that contains no white space except line feeds and carriage returns; undefined if it is invalid. */
function decodeBinary(text: string): string | undefined {
  const encodedText = text.replace(/[\r\n]/g, '')
  const content = encodedText.replace(/={1,2}$/, '')
  // Padding must complete the last group of four, and a group cannot have only one character.
  if (encodedText.length % 4 !== 0 || content.length % 4 === 1) return undefined
  const octets: number[] = []
  let bits = 0
  let count = 0
  for (const letter of content) {
    const sextet = base64Alphabet.indexOf(letter)
    if (sextet < 0) return undefined
    bits = ((bits << 6) | sextet) & 0xffff
    count += 6
    if (count < 8) continue
    count -= 8
    octets.push((bits >> count) & 0xff)
  }
  return decodeUtf8(octets)
}
