import type { Fix } from '../document/diagnostic.js'
import { toPath } from '../document/diagnostic.js'
import type { Document, Node, ResolvedValue, Scalar } from '../document/document.js'
import { parseDocument } from '../document/document.js'
import { createTextCache, memoizePerObject } from '../document/lazy.js'
import { copyText } from '../yaml/index.js'
import { createFix } from '../edit/edits.js'
import { formatScalar, replaceScalar } from '../edit/edit.js'
import { toMilliseconds } from '../formats/duration.js'
import type { SchemaNode } from '../schema/key.js'
import { formatValueText } from '../schema/messages.js'
import { isFatal } from '../schema/observation.js'
import type { ReadResult } from '../schema/read.js'
import type { ValuePlace } from '../schema/observation.js'
import { findNearest } from '../schema/suggest.js'

export type PlacedValue = { key: SchemaNode; value: ResolvedValue; place: ValuePlace }

/** Longer values get no suggestions. */
const maxLength = 200

/**
 * Creates a fix that replaces a rejected value with the likeliest candidate that the router accepts without a finding.
 * Undefined if there is no candidate, and for secrets, values with variables or line breaks, and empty or long values.
 */
export function suggestValueFix(
  readResult: ReadResult,
  { key, value, place }: PlacedValue,
  kind: 'safe' | 'unsafe',
): Fix | undefined {
  if (value.kind === 'map' || value.kind === 'list' || value.kind === 'null' || key.isSecret)
    return undefined
  const writtenText = getWritten(readResult.document, value)
  if (writtenText === '' || /[\r\n$]/.test(writtenText) || writtenText.length > maxLength)
    return undefined
  const likeliest = findLikeliest(readResult, key, value, place)
  return likeliest === undefined
    ? undefined
    : createValueFix(readResult.document, { value, place }, likeliest, kind)
}

/** The likeliest candidate, as YAML, that the router accepts without a finding; undefined if it accepts none. */
export function findLikeliest(
  readResult: ReadResult,
  key: SchemaNode,
  value: Scalar,
  place: ValuePlace,
): string | undefined {
  const writtenText = getWritten(readResult.document, value)
  const findAccepted = (): string | undefined =>
    listCandidates(key, value, writtenText).find((candidate) =>
      isAccepted(readResult, key, candidate, place),
    )
  const content = String(value.value)
  // The value of a variable may differ between files, so results with variables are not cached.
  if (content.includes('$')) return findAccepted()
  return recallLikeliest(key)(
    `${readResult.platform ?? ''} ${value.kind} ${writtenText}\n${content}`,
    () => {
      const found = findAccepted()
      return found === undefined ? undefined : copyText(found)
    },
  )
}

/** For each key, a cache of the results for recent values. */
const recallLikeliest = memoizePerObject((_: SchemaNode) => createTextCache<string | undefined>())

/** Creates a fix that replaces a value with YAML source. */
export function createValueFix(
  document: Document,
  { value, place }: Pick<PlacedValue, 'value' | 'place'>,
  text: string,
  kind: 'safe' | 'unsafe' = 'safe',
): Fix | undefined {
  const writtenText = getWritten(document, value)
  const title =
    text === `"${writtenText}"`
      ? `quote the value ${formatValueText(writtenText)}`
      : `replace ${formatValueText(writtenText)} with ${formatValueText(text)}`
  return createFix(title, replaceScalar(document, toPath(place), text), kind)
}

/** Whether the router accepts YAML source as the value of a key without a finding. */
export function isAccepted(
  readResult: ReadResult,
  key: SchemaNode,
  text: string,
  place: ValuePlace,
): boolean {
  const document = parseDocument(`value: ${text}`)
  const node = document.root?.pairs[0]?.value
  return (
    node !== undefined &&
    document.problems.length === 0 &&
    readResult.tryRead(key, node, place, document).observations.length === 0
  )
}

/** Whether the router would run if a value of the file were the value of another key. */
export const isAcceptedNode = (
  readResult: ReadResult,
  key: SchemaNode,
  node: Node,
  place: ValuePlace,
): boolean => !readResult.tryRead(key, node, place).observations.some(isFatal)

/** Candidates for what a value was meant to be, as YAML; the likeliest first. */
function listCandidates(key: SchemaNode, value: Scalar, writtenText: string): string[] {
  const text = value.kind === 'text' ? value.value : writtenText
  const name = key.format?.name ?? ''
  const word = key.words && findNearest(text, key.words)
  const formattedTexts = name.startsWith('duration')
    ? suggestDurations(text)
    : value.kind === 'text'
      ? suggestAddresses(text)
      : []
  const digits = text.replace(/^([+-]?)0+(?=\d)/, '$1')
  const numberTexts = /^[+-]?\d+$/.test(text)
    ? [digits, `${digits}.0`]
    : /^[+-]?\d+\.\d+$/.test(text) || /^(?:true|false)$/i.test(text)
      ? [text.toLowerCase()]
      : []
  const millisecondTexts =
    key.keyFacts['x-unit'] === 'ms'
      ? [String(toMilliseconds(text))].filter((amount) => /^\d+$/.test(amount))
      : []
  const listTexts = key.kinds.has('list') ? [`[${writtenText}]`] : []
  return [
    ...(word === undefined ? [] : [formatScalar(word)]),
    ...numberTexts,
    ...millisecondTexts,
    ...formattedTexts.map(formatScalar),
    formatScalar(text),
    ...listTexts,
  ].filter((candidate) => candidate !== writtenText)
}

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

/** Rewrites texts such as `15`, `5 s`, `2 minutes` and `1d` as durations. */
function suggestDurations(text: string): string[] {
  const [, amount, unit = ''] = /^([\d.]+)\s*([a-z]*)$/i.exec(text.trim()) ?? []
  if (amount === undefined) return []
  if (unit === '') return [`${amount}s`]
  const word = unit.toLowerCase()
  if (/^d(?:ays?)?$/.test(word)) return [`${Number(amount) * 24}h`]
  const goUnit = units[word] ?? units[word.replace(/s$/, '')]
  return goUnit === undefined ? [] : [amount + goUnit]
}

const suggestAddresses = (text: string): string[] => [
  text.replace(/^ws:/, 'wss:'),
  text.replace(/^([a-z]+:)[\s/]+/, '$1'),
  text.replace(/^[a-z]+:(?:\/\/)?/, ''),
  text.replace(/^[a-z]+:(?:\/\/)?|:\d+$/g, ''),
]

const getWritten = ({ text }: Document, { start, end }: ResolvedValue): string =>
  text.slice(start, end)
