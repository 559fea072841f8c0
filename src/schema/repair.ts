import type { Fix } from '../document/diagnostic.js'
import { toPath } from '../document/diagnostic.js'
import type { Node, Scalar, ResolvedValue } from '../document/document.js'
import { parseDocument } from '../document/document.js'
import { createFix } from '../fix/edits.js'
import { replaceScalar, formatScalar as quoted } from '../fix/edit.js'
import { toMilliseconds } from '../formats/duration.js'
import type { Key } from './key.js'
import type { ValuePlace, Reader } from './reader.js'
import { findNearest } from './suggest.js'
import { formatText } from './messages.js'

const units: Readonly<Record<string, string>> = {
  s: 's',
  sec: 's',
  m: 'm',
  min: 'm',
  h: 'h',
  hour: 'h',
  ms: 'ms',
  millisecond: 'ms',
  msec: 'ms',
  second: 's',
  minute: 'm',
}

/** `15`, `5 s`, `2 minutes` and `1d` as durations. */
function suggestDurations(text: string): string[] {
  const [, amount, unit = ''] = /^([\d.]+)\s*([a-z]*)$/i.exec(text.trim()) ?? []
  if (amount === undefined) return []
  if (unit === '') return [`${amount}s`]
  const word = unit.toLowerCase()
  if (/^d(?:ays?)?$/.test(word)) return [`${Number(amount) * 24}h`]
  const known = units[word] ?? units[word.replace(/s$/, '')]
  return known === undefined ? [] : [amount + known]
}

const suggestAddresses = (text: string): string[] => [
  text.replace(/^ws:/, 'wss:'),
  text.replace(/^([a-z]+:)[\s/]+/, '$1'),
  text.replace(/^[a-z]+:(?:\/\/)?/, ''),
  text.replace(/^[a-z]+:(?:\/\/)?|:\d+$/g, ''),
]

/** What may have been meant by a text, as YAML; the likeliest first. */
function listCandidates(key: Key, value: Scalar, written: string): string[] {
  const text = value.kind === 'text' ? value.value : written
  const name = key.format?.name ?? ''
  const word = key.words && findNearest(text, key.words)
  const others = name.startsWith('duration')
    ? suggestDurations(text)
    : value.kind === 'text'
      ? suggestAddresses(text)
      : []
  const digits = text.replace(/^([+-]?)0+(?=\d)/, '$1')
  const number = /^[+-]?\d+$/.test(text)
    ? [digits, `${digits}.0`]
    : /^[+-]?\d+\.\d+$/.test(text) || /^(?:true|false)$/i.test(text)
      ? [text.toLowerCase()]
      : []
  const time =
    key.source['x-unit'] === 'ms'
      ? [String(toMilliseconds(text))].filter((amount) => /^\d+$/.test(amount))
      : []
  const whole = key.kinds.has('list') ? [`[${written}]`] : []
  return [
    ...(word === undefined ? [] : [quoted(word)]),
    ...number,
    ...time,
    ...others.map(quoted),
    quoted(text),
    ...whole,
  ].filter((candidate) => candidate !== written)
}

/**
 * The text that was probably meant by a value that the router does not take: the likeliest of those that it takes
 * without a word.
 */
export function suggestValueFix(
  reader: Reader,
  key: Key,
  value: ResolvedValue,
  place: ValuePlace,
  kind: 'safe' | 'unsafe',
): Fix | undefined {
  if (
    !reader.attempt ||
    value.kind === 'map' ||
    value.kind === 'list' ||
    value.kind === 'null' ||
    key.secret
  )
    return undefined
  const written = reader.document.text.slice(value.start, value.end)
  if (/[\r\n$]/.test(written) || written.length > 200) return undefined
  const right = written === '' ? undefined : likeliest(reader, key, { value, written }, place)
  return right === undefined
    ? undefined
    : rewrite(reader, place, { from: written, to: right }, kind)
}

/** The likeliest of the texts that may have been meant by a value and that the router takes without a word. */
export const likeliest = (
  reader: Reader,
  key: Key,
  { value, written }: { value: Scalar; written: string },
  place: ValuePlace,
): string | undefined =>
  listCandidates(key, value, written).find((candidate) => isTaken(reader, key, candidate, place))

/** Writes a text instead of a value. */
function rewrite(
  { document }: Reader,
  place: ValuePlace,
  { from, to }: { from: string; to: string },
  kind: 'safe' | 'unsafe',
): Fix | undefined {
  const isQuoted = to === `"${from}"`
  const title = isQuoted
    ? `quote the value ${formatText(from)}`
    : `replace ${formatText(from)} by ${formatText(to)}`
  return createFix(title, replaceScalar(document, toPath(place), to), kind)
}

/** Whether the router takes a text as the value of a key without a word. */
export function isTaken(reader: Reader, key: Key, text: string, place: ValuePlace): boolean {
  const document = parseDocument(`value: ${text}`)
  const node = document.root?.pairs[0]?.value
  return (
    node !== undefined &&
    document.problems.length === 0 &&
    reader.attempt?.(key, node, place, document).findings.length === 0
  )
}

/** Whether a value of the file would do as the value of another key, at least without an error. */
export const isAcceptedNode = (reader: Reader, key: Key, node: Node, place: ValuePlace): boolean =>
  reader.attempt?.(key, node, place).findings.every(({ severity }) => severity !== 'error') ?? false

/** The value that the router uses instead of a number, written out. */
export function createWriteOutFix(
  reader: Reader,
  place: ValuePlace,
  value: ResolvedValue,
  text: string,
): Fix | undefined {
  const from = reader.document.text.slice(value.start, value.end)
  return rewrite(reader, place, { from, to: text }, 'safe')
}
