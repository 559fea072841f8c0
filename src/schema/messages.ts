import type { Path } from '../document/diagnostic.js'
import type { Document, ResolvedValue } from '../document/document.js'
import { hasVariable } from '../document/environment.js'
import { isSecret } from '../document/secrets.js'
import type { Failure, Json, Key, Outcome, Phase } from './key.js'

const kindNames: Record<string, string> = {
  null: 'empty',
  bool: 'a boolean',
  int: 'an integer',
  unsigned: 'an integer of more than 63 bits',
  float: 'a number with a fraction',
  text: 'text',
  map: 'a map',
  list: 'a list',
}

/** A value as a message shows it: never a secret, never longer than a line. */
export function formatText(text: string, secret: boolean | undefined = false): string {
  if (secret || isSecret(text)) return '`…`'
  const line = text
    .replaceAll(/[\r\n\t]/g, ' ')
    .replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, '\ufffd')
  return `\`${line.length > 60 ? `${line.slice(0, 57)}...` : line}\``
}

/** The name of a value in a message: its key, or its number in a list. */
export function formatName(path: Path): string {
  const last = path.at(-1)
  if (typeof last !== 'number') return last === undefined ? 'the file' : `\`${last}\``
  const list = path.findLast((step) => typeof step === 'string')
  return `entry ${last + 1} of \`${list ?? ''}\``
}

/** What was found, numbers as written, with its kind where that is the mistake: "`0x7` (an integer)". */
export function formatFound(
  { text }: Document,
  value: ResolvedValue,
  secret: boolean,
  withKind: boolean,
): string {
  const kind = kindNames[value.kind] ?? value.kind
  if (value.kind === 'map' || value.kind === 'list' || value.kind === 'null') return kind
  const shown =
    value.kind === 'text' && value.value === ''
      ? '`""`'
      : formatText(value.kind === 'text' ? value.value : text.slice(value.start, value.end), secret)
  if (withKind && value.kind === 'text' && hasVariable(value.value))
    return `${shown} (a string, whatever the variable holds)`
  return withKind ? `${shown} (${kind})` : shown
}

const failureTexts: Record<'refuses' | 'crashes', Record<Phase, string>> = {
  refuses: {
    load: 'the router refuses the file',
    start: 'the router stops while it starts',
    use: 'it fails when it is first needed',
    later: 'it fails when it is needed',
    enroll: '`ziti router enroll` fails',
  },
  crashes: {
    load: 'the router crashes while it reads the file',
    start: 'the router crashes while it starts',
    use: 'the router crashes when it is first needed',
    later: 'it fails when it is needed',
    enroll: '`ziti router enroll` crashes',
  },
}

const formatInstead = (value: Json | undefined): string =>
  typeof value === 'string' ? value || '""' : JSON.stringify(value)

/** When a failure shows: a value may be read long before its bounds count. */
export const phaseOf = ({ rangePhase }: Key, phase: Phase, failure: Failure): Phase =>
  ((failure === 'range' || failure === 'above') && rangePhase) || phase

/**
 * What the router does about it. `instead` is the value that it uses, as written in the schema; `effect` says it better
 * where the outcome says too little.
 */
export function formatConsequence(
  outcome: Outcome,
  phase: Phase,
  instead: Json | undefined,
  effect?: string,
): string {
  if (effect !== undefined) return effect
  if (outcome === 'refuses' || outcome === 'crashes') return failureTexts[outcome][phase]
  const plain = instead !== undefined && (typeof instead !== 'object' || Array.isArray(instead))
  if (outcome === 'ignores')
    return plain
      ? `the router ignores it and uses \`${formatInstead(instead)}\``
      : 'the router ignores it'
  if (outcome === 'fails-later') return 'the router takes it, and it fails when it is needed'
  if (outcome === 'unused') return 'the router takes it and never uses it'
  return plain
    ? `the router uses \`${formatInstead(instead)}\` instead`
    : 'the router takes it as it is'
}

export const quoteText = (text: string): string => `\`${text}\``

/** The bounds of a key in words; those of durations as the schema writes them. */
export function formatBounds({ bounds, source }: Key, mark: (text: string) => string): string {
  const { least = -Infinity, most = Infinity, open = false } = bounds ?? {}
  const low = mark(source['x-min'] ?? String(least))
  const high = mark(source['x-max'] ?? String(most))
  if (low === high) return low
  if (most === Infinity)
    return source['x-min'] === '1ns' ? `longer than ${mark('0s')}` : `at least ${low}`
  if (least === -Infinity) return `at most ${high}`
  return open ? `between ${low} and ${high}, both excluded` : `from ${low} to ${high}`
}

/** Completes "must be …" for the type of a key. */
export function formatExpectedType(key: Key): string {
  if (key.words?.length && key.format?.name === 'text') return formatWords(key.words)
  if (key.alone) return 'text or a list of texts'
  if (key.kinds.has('map')) return 'a map'
  if (key.kinds.has('list')) return 'a list'
  return key.format?.right ?? 'something else'
}

/** Words that a value may be, as an enumeration. */
export function formatWords(words: readonly string[]): string {
  const quoted = words.filter((word) => word !== '').map((word) => `\`${word}\``)
  return quoted.length > 1
    ? `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
    : (quoted[0] ?? 'empty')
}
