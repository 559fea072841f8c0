import type { Value } from './nodes.js'
import { decodeUtf8 } from './characters.js'

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

// The number of digits that any double represents exactly, and that of the largest number in any base.
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
  const letters = text.replace(/[\r\n]/g, '')
  const content = letters.replace(/={1,2}$/, '')
  // Two characters encode an octet, one is not enough; padding completes the last group of four.
  if (letters.length % 4 !== 0 || content.length % 4 === 1) return undefined
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
