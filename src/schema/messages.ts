import { replaceControls } from '../document/controls.js'
import type { Path } from '../document/diagnostic.js'
import type { Document, ResolvedValue } from '../document/document.js'
import { getWrittenText } from '../document/document.js'
import { hasVariable } from '../document/environment.js'
import { hiddenSecret, quoteBeginning } from '../document/secrets.js'
import { formatList } from '../document/words.js'
import type { Json } from '../document/record.js'
import type { ValueFailure, SchemaNode, Outcome, Phase } from './key.js'

const kindNames: Record<string, string> = {
  null: 'empty',
  bool: 'a boolean',
  int: 'an integer',
  unsigned: 'an integer of more than 63 bits',
  float: 'a number with a decimal point',
  text: 'a string',
  map: 'a map',
  list: 'a list',
}

/**
 * Quotes a value for a message, a title or a hover: never a secret, never longer than a line. `isSecret` is what the
 * schema says about its key; in values of other keys, strings that look secret are masked, such as passwords in URLs.
 */
export function formatValueText(text: string, isSecret: boolean | undefined = false): string {
  if (isSecret) return '`…`'
  const line = replaceControls(quoteBeginning(text).replaceAll(/[\r\n\t]/g, ' '))
  return `\`${line.length > 60 ? `${line.slice(0, 57)}...` : line}\``
}

/**
 * Quotes references to variables for a message. In a secret, only references in braces, and names without braces in
 * only upper case or only lower case, are shown, because they look like variables. Any other reference may be part of
 * the secret.
 */
export const formatVariables = (references: readonly string[], isSecret: boolean): string =>
  formatValueText(
    references
      .map((reference) =>
        isSecret && !/^\$(?:\{\w+\}|[a-z]+|[A-Z_]+)$/.test(reference) ? hiddenSecret : reference,
      )
      .join(' '),
  )

/** The name of a value in a message: its key, its number in a list, or `the file` for the root. */
export function formatName(path: Path): string {
  const last = path.at(-1)
  if (typeof last !== 'number') return last === undefined ? 'the file' : `\`${last}\``
  const listName = path.findLast((step) => typeof step === 'string')
  return `entry ${last + 1} of \`${listName ?? ''}\``
}

/**
 * Formats a value for a message: quoted, or only its kind for a map, a list or an empty value. `includesKind` adds the
 * type to a quoted value, for messages about a wrong type: "`0x7` (an integer)".
 */
export function formatFound(
  document: Document,
  value: ResolvedValue,
  isSecret: boolean,
  includesKind: boolean,
): string {
  const kind = kindNames[value.kind] ?? value.kind
  if (value.kind === 'map' || value.kind === 'list' || value.kind === 'null') return kind
  const quotedValue =
    value.kind === 'text' && value.value === ''
      ? '`""`'
      : formatValueText(
          value.kind === 'text' ? value.value : getWrittenText(document, value),
          isSecret,
        )
  if (includesKind && value.kind === 'text' && hasVariable(value.value))
    return `${quotedValue} (always a string, whatever the variable holds)`
  return includesKind ? `${quotedValue} (${kind})` : quotedValue
}

const obviousPatterns: Readonly<Record<string, RegExp>> = { float: /\./, bool: /^(?:true|false)$/i }

/** Says how the router reads a scalar whose type is not obvious: "`08` reads as a floating-point number". */
export function formatUnexpectedType(
  { text }: Document,
  value: ResolvedValue,
  isSecret: boolean,
): string | undefined {
  const obviousPattern = obviousPatterns[value.kind]
  const writtenText = text.slice(value.start, value.end)
  if (!obviousPattern || obviousPattern.test(writtenText)) return undefined
  const kind = value.kind === 'float' ? 'a floating-point number' : kindNames[value.kind]
  return `${formatValueText(writtenText, isSecret)} reads as ${kind ?? value.kind}`
}

/** The consequences of a mistake. Messages, rules and the history of keys use these words. */
export const consequences = {
  refuses: 'refuses to start',
  crashes: 'crashes when it starts',
  crashesOnUse: 'crashes on first use',
  failsOnUse: 'fails on first use',
  ignores: 'ignores it',
} as const

export type Consequence = keyof typeof consequences

export const describeRouterAction = (consequence: Consequence): string =>
  `the router ${consequences[consequence]}`

/**
 * The consequence of a refusal or a crash, by the phase in which the router reads the key. Enrollment is omitted,
 * because it is a separate run.
 */
const failureConsequences: Record<
  'refuses' | 'crashes',
  Record<Exclude<Phase, 'enroll'>, Consequence>
> = {
  refuses: { load: 'refuses', start: 'refuses', use: 'failsOnUse', later: 'failsOnUse' },
  crashes: { load: 'crashes', start: 'crashes', use: 'crashesOnUse', later: 'failsOnUse' },
}

function formatFailure(outcome: 'refuses' | 'crashes', phase: Phase): string {
  if (phase !== 'enroll') return describeRouterAction(failureConsequences[outcome][phase])
  return `\`ziti router enroll\` ${outcome === 'refuses' ? 'fails' : 'crashes'}`
}

/**
 * The sentences of a message: what is wrong, what the router does, what to write. A single sentence gets no full stop.
 */
export function formatSentences(...parts: (string | undefined)[]): string {
  const sentences = parts
    .filter((part) => part !== undefined && part !== '')
    .map((part = '') => part.charAt(0).toUpperCase() + part.slice(1))
  if (sentences.length < 2) return sentences.join('')
  // The sentences are not added with `+`, because V8 would keep each of them in memory.
  return sentences
    .map((sentence) => (/[.?!]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ')
}

const formatFallback = (value: Json | undefined): string =>
  typeof value === 'string' ? value || '""' : JSON.stringify(value)

/** When a failure occurs: the router may check the type and the bounds of a value in other phases than the rest. */
export function toPhase(
  { typePhase, rangePhase }: SchemaNode,
  phase: Phase,
  failure: ValueFailure,
): Phase {
  if (failure === 'type') return typePhase ?? phase
  return failure === 'range' || failure === 'above' ? (rangePhase ?? phase) : phase
}

/**
 * The consequence of a mistake. `fallback` is the value that the router uses instead, as written in the schema;
 * `effect` replaces the sentence for the outcome.
 */
export function formatConsequence(
  outcome: Outcome,
  phase: Phase,
  fallback: Json | undefined,
  effect?: string,
): string {
  if (effect !== undefined) return effect
  if (outcome === 'refuses' || outcome === 'crashes') return formatFailure(outcome, phase)
  const hasPlainFallback =
    fallback !== undefined && (typeof fallback !== 'object' || Array.isArray(fallback))
  if (outcome === 'ignores')
    return hasPlainFallback
      ? `${describeRouterAction('ignores')} and falls back to \`${formatFallback(fallback)}\``
      : describeRouterAction('ignores')
  if (outcome === 'fails-later') return describeRouterAction('failsOnUse')
  if (outcome === 'unused') return 'it has no effect'
  if (!hasPlainFallback) return 'the router uses it as written'
  return `the router ${outcome === 'clamps' ? 'clamps it' : 'falls back'} to \`${formatFallback(fallback)}\``
}

/** Quotes a string that is not a value of a file, such as a limit or the name of a key. */
export const quoteText = (text: string): string => `\`${text}\``

/** The bounds of a key in words, such as `between 1 and 10`, with units for durations. */
export function formatBounds(
  { bounds, keyFacts }: SchemaNode,
  formatLimit: (text: string) => string,
): string {
  const { min = -Infinity, max = Infinity, isExclusive = false } = bounds ?? {}
  const low = formatLimit(keyFacts['x-min'] ?? String(min))
  const high = formatLimit(keyFacts['x-max'] ?? String(max))
  if (low === high) return low
  if (max === Infinity)
    return keyFacts['x-min'] === '1ns' ? `longer than ${formatLimit('0s')}` : `at least ${low}`
  if (min === -Infinity) return `at most ${high}`
  return `${isExclusive ? 'greater than' : 'between'} ${low} and ${isExclusive ? 'less than ' : ''}${high}`
}

/** Completes "must be …" for the type of a key. */
export function formatExpectedType(key: SchemaNode): string {
  if (key.words?.length && key.format?.name === 'text') return formatWords(key.words)
  if (key.acceptsSingleItem) return 'a string or a list of strings'
  if (key.kinds.has('map')) return 'a map'
  if (key.kinds.has('list')) return 'a list'
  return key.format?.expected ?? 'another type'
}

/** The empty string is only listed (as `empty`) if there are no other words. */
export function formatWords(words: readonly string[]): string {
  const quotedWords = words.filter((word) => word !== '').map((word) => `\`${word}\``)
  return quotedWords.length > 0 ? formatList(quotedWords, 'or') : 'empty'
}
