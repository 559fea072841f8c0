import { decodeBinary } from './binary.js'
import type { Value } from './nodes.js'
import { readNumber } from './number.js'
import { isTimestamp } from './timestamp.js'

const yes: Value = { kind: 'bool', value: true }
const no: Value = { kind: 'bool', value: false }
const nothing: Value = { kind: 'null', value: null }

// The words that are no text, in exactly these spellings.
const words = new Map<string, Value>()
for (const word of 'y Y yes Yes YES true True TRUE on On ON'.split(' ')) words.set(word, yes)
for (const word of 'n N no No NO false False FALSE off Off OFF'.split(' ')) words.set(word, no)
for (const word of ['', '~', 'null', 'Null', 'NULL']) words.set(word, nothing)
for (const word of ['.inf', '.Inf', '.INF']) {
  words.set(word, { kind: 'float', value: Infinity })
  words.set(`+${word}`, { kind: 'float', value: Infinity })
  words.set(`-${word}`, { kind: 'float', value: -Infinity })
}
for (const word of ['.nan', '.NaN', '.NAN']) words.set(word, { kind: 'float', value: NaN })
const longestWord = 5

// The characters that such words and numbers begin with.
const hints = new Uint8Array(128)
for (const character of 'yYnNtTfFoO~') hints[character.charCodeAt(0)] = 1
for (const character of '+-.0123456789') hints[character.charCodeAt(0)] = 2

/** What a scalar without quotes and tag means, or undefined if it is text. */
export function readPlain(text: string): Value | undefined {
  if (text === '') return nothing
  const hint = hints[text.charCodeAt(0)]
  if (hint === undefined || hint === 0) return undefined
  const word = text.length <= longestWord ? words.get(text) : undefined
  if (word !== undefined || hint === 1) return word
  return readNumber(text)
}

const prefix = 'tag:yaml.org,2002:'
const resolvable = new Set(
  ['str', 'bool', 'int', 'float', 'null', 'timestamp'].map((name) => prefix + name),
)

/** A tag as yaml.v2 prints it: `!!int` for `tag:yaml.org,2002:int`. */
export function shortTag(tag: string): string {
  return tag.startsWith(prefix) ? `!!${tag.slice(prefix.length)}` : tag
}

/** What a scalar with a tag means, or the words of yaml.v2 if it is not what the tag says. */
export function readTagged(tag: string, text: string): Value | string {
  if (tag === `${prefix}binary`) {
    const value = decodeBinary(text)
    return value === undefined
      ? '!!binary value contains invalid base64 data'
      : { kind: 'text', value }
  }
  if (!resolvable.has(tag) || tag === `${prefix}str`) return { kind: 'text', value: text }
  const name = tag.slice(prefix.length)
  if (name === 'timestamp' && isTimestamp(text)) return { kind: 'text', value: text }
  const value = readPlain(text) ?? { kind: 'text', value: text }
  if (nameOf(value) === name) return value
  if (name === 'float' && value.kind === 'int') return { kind: 'float', value: Number(value.value) }
  return `cannot decode ${shortTag(prefix + nameOf(value))} \`${text}\` as a ${shortTag(tag)}`
}

function nameOf({ kind }: Value): string {
  if (kind === 'text') return 'str'
  return kind === 'unsigned' ? 'int' : kind
}

/** The tag that yaml.v2 finds for a scalar, as it prints it. */
export function impliedTag(value: Value, plain: boolean, text: string): string {
  return plain && value.kind === 'text' && isTimestamp(text) ? '!!timestamp' : `!!${nameOf(value)}`
}
