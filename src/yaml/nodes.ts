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
  /** 2^63 to 2^64-1: a Go uint64, which nothing that expects an int accepts. */
  | { kind: 'unsigned'; value: bigint }
  | { kind: 'float'; value: number }
  | { kind: 'text'; value: string }

/**
 * Tag and anchor as written before a node. The tag is resolved (`!!int` is `tag:yaml.org,2002:int`, `!own` is
 * `!own`).
 */
export type Properties = { tag?: string; anchor?: string }

/** The span covers the content with its quotes or block header, not the tag and the anchor. */
export type Scalar = Span & Properties & { style: ScalarStyle } & Value

/** An absent key or value is a null scalar with an empty span at its position. */
export type Pair = { key: Node; value: Node }

/** All pairs as written, and the entries that they result in, once somebody has asked for them. */
export type MapNode = Span &
  Properties & { kind: 'map'; pairs: Pair[]; flow: boolean; entries: MapEntries | undefined }

export type ListNode = Span & Properties & { kind: 'list'; items: Node[]; flow: boolean }

export type AliasNode = Span & { kind: 'alias'; name: string; target: Node }

/** One node as written. Scalars carry the value that yaml.v2 decodes into an interface{}. */
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

/** The null scalar of an absent value. */
export function createAbsentNode(offset: number): Scalar {
  return { kind: 'null', value: null, start: offset, end: offset, style: 'plain' }
}

export function isCollection(node: Node): node is MapNode | ListNode {
  return node.kind === 'map' || node.kind === 'list'
}

/** The target of an alias (through several aliases), or the node itself. */
export function resolveAlias(node: Node): Exclude<Node, AliasNode> {
  let target = node
  while (target.kind === 'alias') target = target.target
  return target
}

/** A final entry of a map. If the key is an alias, it has the value of the target and the span of the alias. */
export type Field = { key: Scalar; value: Node; merged: boolean }

/** The effective entries of a map: those with a string key by name, and the others, which the router never finds. */
export type MapEntries = {
  named: ReadonlyMap<string, Field>
  others: readonly Field[]
  lost: MapFields['lost']
}

/** The resulting entries of a map. */
export type MapFields = {
  /**
   * The final entries by the value of their key, in the order of the source; merged ones are at the position of the
   * merge key.
   */
  table: ReadonlyMap<unknown, Field>
  /** Pairs of this map itself whose value was overwritten by a later pair or a merged one. */
  lost: { pair: Pair; to: Field }[]
}

const mergeTag = 'tag:yaml.org,2002:merge'

/** Whether the key merges other maps into its own: a bare `<<`, in quotes only after `!`. */
export function isMergeKey(key: Node): key is Scalar {
  if (key.kind !== 'text' || key.value !== '<<') return false
  return key.tag === undefined ? key.style === 'plain' : key.tag === '!' || key.tag === mergeTag
}

/**
 * The nodes that a merge key names, in the order in which yaml.v2 applies them: in a list, the last one comes first.
 */
export function listMergedNodes(value: Node): Node[] {
  return value.kind === 'list' ? value.items.toReversed() : [value]
}

/**
 * The entries of a map as yaml.v2 decodes them. A pair overwrites an earlier one with the same key. So does, at the
 * position of the merge key, every entry of the maps that it names.
 */
export function readFields(map: MapNode): MapFields {
  return map.pairs.some(({ key }) => isMergeKey(key))
    ? toFields(map, createMergedTable(map))
    : readOwnFields(map)
}

/** The entries of a map that has only strings as keys, each once, and merges nothing, as most do; undefined for others. */
export function readTextFields(map: MapNode): ReadonlyMap<string, Field> | undefined {
  const fields = new Map<string, Field>()
  for (const { key, value } of map.pairs) {
    if (key.kind !== 'text' || key.value === '<<') return undefined
    fields.set(key.value, { key, value, merged: false })
  }
  return fields.size === map.pairs.length ? fields : undefined
}

/** The entries without merged ones, which may need more memory than is available. */
export const readOwnFields = (map: MapNode): MapFields => toFields(map, buildTable(map, noTables))

const toFields = (map: MapNode, table: Table): MapFields => ({
  table,
  lost: table.size === map.pairs.length ? [] : findLost(map, table),
})

// Values of different kinds have different JavaScript types, so they never collide as keys.
type Table = Map<unknown, Field>

const noTables: ReadonlyMap<MapNode, Table> = new Map()

function createMergedTable(map: MapNode): Table {
  const tables = new Map<MapNode, Table>()
  for (const each of sortByMergeOrder(map)) tables.set(each, buildTable(each, tables))
  return tables.get(map) ?? buildTable(map, tables)
}

function toIdentity(key: Scalar): unknown {
  // NaN differs from itself.
  return key.kind === 'float' && Number.isNaN(key.value) ? key : key.value
}

function buildTable(map: MapNode, tables: ReadonlyMap<MapNode, Table>): Table {
  const table: Table = new Map()
  for (const { key, value } of map.pairs) {
    if (isMergeKey(key)) merge(table, value, tables)
    else {
      const scalar = toScalarKey(key)
      if (scalar !== undefined) putLast(table, { key: scalar, value, merged: false })
    }
  }
  return table
}

function merge(table: Table, value: Node, tables: ReadonlyMap<MapNode, Table>): void {
  for (const node of listMergedNodes(value)) {
    const map = resolveAlias(node)
    const merged = map.kind === 'map' ? tables.get(map) : undefined
    for (const field of merged?.values() ?? [])
      putLast(table, { key: field.key, value: field.value, merged: true })
  }
}

// An entry that is set again moves to the end.
function putLast(table: Table, field: Field): void {
  const key = toIdentity(field.key)
  const { size } = table
  table.set(key, field)
  if (table.size > size) return
  table.delete(key)
  table.set(key, field)
}

// A map or a list cannot be a key; decoding reports it.
function toScalarKey(key: Node): Scalar | undefined {
  if (key.kind === 'map' || key.kind === 'list') return undefined
  if (key.kind !== 'alias') return key
  const target = resolveAlias(key)
  return target.kind === 'map' || target.kind === 'list'
    ? undefined
    : { ...target, start: key.start, end: key.end }
}

function findLost(map: MapNode, table: Table): MapFields['lost'] {
  const lost: MapFields['lost'] = []
  for (const pair of map.pairs) {
    const key = isMergeKey(pair.key) ? undefined : resolveAlias(pair.key)
    if (key === undefined || key.kind === 'map' || key.kind === 'list') continue
    const to = table.get(toIdentity(key))
    if (to !== undefined && to.value !== pair.value) lost.push({ pair, to })
  }
  return lost
}

// The map after all maps that it merges, directly or indirectly. Not recursive, as the chain may be long. A map that
// merges itself is skipped at that point.
function sortByMergeOrder(map: MapNode): MapNode[] {
  const order: MapNode[] = []
  const visited = new Set([map])
  const path = [{ map, merged: listDirectlyMerged(map) }]
  for (let top = path[path.length - 1]; top !== undefined; top = path[path.length - 1]) {
    const next = top.merged.pop()
    if (next === undefined) {
      order.push(top.map)
      path.pop()
    } else if (!visited.has(next)) {
      visited.add(next)
      path.push({ map: next, merged: listDirectlyMerged(next) })
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

// The words that are not strings, in exactly these spellings.
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

// The first characters of such words and of numbers.
const firstCharacterHints = new Uint8Array(128)
for (const character of 'yYnNtTfFoO~') firstCharacterHints[character.charCodeAt(0)] = 1
for (const character of '+-.0123456789') firstCharacterHints[character.charCodeAt(0)] = 2

/** The value of a scalar without quotes and tag, or undefined if it is a string. */
export function readPlain(text: string): Value | undefined {
  if (text === '') return nullValue
  const hint = firstCharacterHints[text.charCodeAt(0)]
  if (hint === undefined || hint === 0) return undefined
  const word = text.length <= maxWordLength ? wordValues.get(text) : undefined
  if (word !== undefined || hint === 1) return word
  return readNumber(text)
}

const tagPrefix = 'tag:yaml.org,2002:'
const resolvable = new Set(
  ['str', 'bool', 'int', 'float', 'null', 'timestamp'].map((name) => tagPrefix + name),
)

/** A tag as yaml.v2 prints it: `!!int` for `tag:yaml.org,2002:int`. */
export function formatTag(tag: string): string {
  return tag.startsWith(tagPrefix) ? `!!${tag.slice(tagPrefix.length)}` : tag
}

/** The value of a scalar with a tag, or the message of yaml.v2 if it does not match the tag. */
export function readTagged(tag: string, text: string): Value | string {
  if (tag === `${tagPrefix}binary`) {
    const value = decodeBinary(text)
    return value === undefined
      ? '!!binary value contains invalid base64 data'
      : { kind: 'text', value }
  }
  if (!resolvable.has(tag) || tag === `${tagPrefix}str`) return { kind: 'text', value: text }
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

/** The tag that yaml.v2 finds for a scalar, as it prints it. */
export function getImpliedTag(value: Value, plain: boolean, text: string): string {
  return plain && value.kind === 'text' && isTimestamp(text)
    ? '!!timestamp'
    : `!!${getTagName(value)}`
}

const decimalFloat = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/
// In numbers that begin with a decimal point, Go allows underscores only between digits.
const pointFloat = /^\.[0-9][0-9_]*(?:[eE][-+]?[0-9][0-9_]*)?$/
const strayUnderscore = /_(?![0-9])/
const integer =
  /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]([0-7]+)|0([0-7]*)|([1-9][0-9]*))$/
// Go accepts a sign after this prefix.
const signedBinary = /^0b([-+])([01]+)$/

// The number of digits that every double represents exactly, and the most digits of a 64-bit integer in any base.
const exactDigits = 15
const maxDigits = 64
const largestInt = 2n ** 63n - 1n
const largestUnsigned = 2n ** 64n - 1n

/** A number as Go reads it, or undefined if the text is not a number. */
function readNumber(text: string): Value | undefined {
  if (text.startsWith('.')) {
    return pointFloat.test(text) && !strayUnderscore.test(text)
      ? readFloat(text.replaceAll('_', ''))
      : undefined
  }
  const digits = text.replaceAll('_', '')
  return (
    readInteger(digits) ??
    (decimalFloat.test(digits) ? readFloat(digits) : readSignedBinary(digits))
  )
}

function readInteger(text: string): Value | undefined {
  const match = integer.exec(text)
  if (match === null) return undefined
  const [, sign = '', hexadecimal, binary, octal, leading, decimal] = match
  if (decimal !== undefined && decimal.length <= exactDigits) {
    return { kind: 'int', value: BigInt(sign === '-' ? -Number(decimal) : Number(decimal)) }
  }
  if (hexadecimal !== undefined) return fitInteger(sign, '0x', hexadecimal)
  if (binary !== undefined) return fitInteger(sign, '0b', binary)
  return decimal !== undefined
    ? fitInteger(sign, '', decimal)
    : fitInteger(sign, '0o', octal ?? leading ?? '')
}

// Only a number without a sign can use the sign bit.
function fitInteger(sign: string, base: string, digits: string): Value | undefined {
  const significant = digits.replace(/^0+/, '')
  if (significant.length > maxDigits) return undefined
  const size = significant === '' ? 0n : BigInt(base + significant)
  const value = sign === '-' ? -size : size
  if (value >= -largestInt - 1n && value <= largestInt) return { kind: 'int', value }
  return sign === '' && value <= largestUnsigned ? { kind: 'unsigned', value } : undefined
}

function readSignedBinary(text: string): Value | undefined {
  const match = signedBinary.exec(text)
  return match === null ? undefined : fitInteger(match[1] ?? '', '0b', match[2] ?? '')
}

// Go reads at most five digits of an exponent, and does not accept a number that is too large.
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
    laterHour = 0,
    laterMinute = 0,
    laterSecond = 0,
  ] = times
  return (
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    day <= countDays(month, year) &&
    Math.max(hour, laterHour) < 24 &&
    Math.max(minute, second, laterMinute, laterSecond) < 60 &&
    zoneHour <= 24 &&
    zoneMinute <= 60
  )
}

function countDays(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28
  return [4, 6, 9, 11].includes(month) ? 30 : 31
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Decodes base64 that contains no white space except line feeds and carriage returns; undefined if it is invalid. */
function decodeBinary(text: string): string | undefined {
  const encoded = text.replace(/[\r\n]/g, '')
  const content = encoded.replace(/={1,2}$/, '')
  // Two characters encode an octet, one is not enough; padding completes the last group of four.
  if (encoded.length % 4 !== 0 || content.length % 4 === 1) return undefined
  const octets: number[] = []
  let bits = 0
  let count = 0
  for (const letter of content) {
    const six = alphabet.indexOf(letter)
    if (six < 0) return undefined
    bits = ((bits << 6) | six) & 0xffff
    count += 6
    if (count < 8) continue
    count -= 8
    octets.push((bits >> count) & 0xff)
  }
  return decodeUtf8(octets)
}
