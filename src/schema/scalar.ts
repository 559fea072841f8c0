import { toPath } from '../document/diagnostic.js'
import type { Scalar } from '../document/document.js'
import { expandVariables } from '../document/environment.js'
import type { ScalarValue, LoadedValue } from '../formats/format.js'
import { formatGoValue } from '../formats/format.js'
import type { Json, Key } from './key.js'
import type { ValuePlace, Reader } from './reader.js'
import { reportFailure, reportNote, recordOrigin } from './report.js'
import { createWriteOutFix } from './repair.js'
import { formatConsequence, quoteText, formatBounds, formatText } from './messages.js'

/** Reads a scalar as the router of the target does: variables, type, form, bounds, in this order. */
export function readScalar(
  reader: Reader,
  key: Key,
  scalar: Scalar,
  place: ValuePlace,
): Json | undefined {
  if (scalar.kind !== 'text') return readScalarValue(reader, key, scalar, scalar, place)
  const { text, unknown, unset, shell } = expandVariables(scalar.value, reader.environment)
  if (shell.length > 0)
    reportNote(
      reader,
      'variable-default',
      scalar,
      place,
      `has ${formatText(shell.join(' '))}, but the router knows no default values: it looks for a variable of that whole name and puts nothing in its place`,
    )
  // A variable always gives a string: its content is unknown, its type is not.
  if (unknown && key.kinds.has('text')) {
    reader.unknown.push(toPath(place))
    recordOrigin(reader, place, scalar, 'environment')
    return key.loadsText ? scalar.value : key.absent()
  }
  const before = reader.findings.length
  const value = readScalarValue(
    reader,
    key,
    scalar,
    text === scalar.value ? scalar : { kind: 'text', value: text },
    place,
  )
  if (unset.length > 0)
    reportUnsetVariables(reader, key, scalar, place, {
      text,
      unset,
      isKnown: reader.findings.length > before,
    })
  return value
}

/** Says that variables are not set: with what came of it, where that is wrong anyway. */
function reportUnsetVariables(
  reader: Reader,
  key: Key,
  scalar: Scalar,
  place: ValuePlace,
  { text, unset, isKnown }: { text: string; unset: readonly string[]; isKnown: boolean },
): void {
  const names = formatText(unset.join(' '))
  const last = isKnown ? reader.findings.pop() : undefined
  if (last)
    reader.findings.push({
      ...last,
      message: `${last.message}; ${names} is not set, and the router puts nothing in its place`,
    })
  else
    reportNote(
      reader,
      'unset-variable',
      scalar,
      place,
      `names ${names}, which is not set; the router puts nothing in its place and reads ${formatText(text, key.secret)}`,
    )
}

function readScalarValue(
  reader: Reader,
  key: Key,
  scalar: Scalar,
  given: ScalarValue,
  place: ValuePlace,
): Json | undefined {
  const format = key.format
  if (!format || !key.kinds.has(given.kind))
    return reportFailure(reader, key, scalar, place, 'type', formatExpectedType(key))
  const read = format.read(given, key.facts)
  if ('fault' in read) {
    const empty =
      read.fault === 'format' && given.kind === 'text' && given.value === ''
        ? 'bad-format'
        : undefined
    const at = read.phase ? { ...place, phase: read.phase } : place
    return reportFailure(reader, key, scalar, at, read.fault, read.right, empty)
  }
  recordOrigin(reader, place, scalar, given === scalar ? 'file' : 'environment')
  const before = reader.findings.length
  const value =
    typeof read.value === 'number'
      ? readInBounds(reader, key, scalar, read.value, place)
      : readWord(reader, key, scalar, read.value, place)
  const isKnown = reader.findings.length > before
  if (read.note && !isKnown)
    reportNote(
      reader,
      'read-differently',
      scalar,
      place,
      `is ${formatText(given.kind === 'text' ? given.value : reader.document.text.slice(scalar.start, scalar.end))}, but ${read.note}`,
    )
  if (given.kind === 'int') reportInteger(reader, scalar, given, read.value, place, isKnown)
  return read.counts === false ? key.absent() : value
}

/** Completes "must be …" from the schema. */
export function formatExpectedType(key: Key): string {
  if (key.words?.length && key.format?.name === 'text') return formatWords(key.words)
  if (key.alone) return 'text or a list of texts'
  if (key.kinds.has('map')) return 'a map'
  if (key.kinds.has('list')) return 'a list'
  return key.format?.right ?? 'something else'
}

const formatWords = (words: readonly string[]): string => {
  const shown = words.filter((word) => word !== '').map((word) => `\`${word}\``)
  return shown.length > 1
    ? `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`
    : (shown[0] ?? 'empty')
}

/** Octal notation, and integers that Go narrows to another number: said by itself, or with what is wrong about the number anyway. */
function reportInteger(
  reader: Reader,
  scalar: Scalar,
  given: ScalarValue,
  value: LoadedValue,
  place: ValuePlace,
  isKnown: boolean,
): void {
  const written = reader.document.text.slice(scalar.start, scalar.end)
  const isOctal = /^[+-]?0[0-7_]+$/.test(written) && Number(value) !== 0
  const isWrapped = typeof value === 'number' && Number(given.value) !== value
  if (!isOctal && !isWrapped) return
  const last = isKnown ? reader.findings.pop() : undefined
  const oddity = isWrapped ? 'does not fit; the router uses' : 'is octal; the router reads'
  const used = String(isWrapped ? value : given.value)
  if (last)
    reader.findings.push({
      ...last,
      // A number of which another one is used is worth more than the doubt about that other one.
      ...(isWrapped && last.severity === 'info' && { rule: 'wrapped-number', severity: 'warning' }),
      message: `${last.message}; \`${written}\` ${oddity} ${used}`,
    })
  else
    reportNote(
      reader,
      isWrapped ? 'wrapped-number' : 'octal-number',
      scalar,
      place,
      `is \`${written}\`, which ${oddity} ${used}`,
      createWriteOutFix(reader, place, scalar, used),
    )
}

function readWord(
  reader: Reader,
  key: Key,
  scalar: Scalar,
  value: LoadedValue,
  place: ValuePlace,
): Json | undefined {
  if (typeof value !== 'string' || !key.words?.length)
    return typeof value === 'object' ? [...value] : value
  const normal = key.format?.normal ?? ((text: string) => text)
  if (key.words.some((word) => normal(word) === normal(value))) return value
  const instead = reportFailure(
    reader,
    key,
    scalar,
    place,
    'range',
    formatWords(key.words),
    'value-not-allowed',
  )
  return isLoadedAsWritten(key, 'range') ? value : instead
}

/** Whether a value that is not as it must be is still the one that is loaded. */
const isLoadedAsWritten = ({ outcome, rangePhase }: Key, failure: 'range' | 'above'): boolean =>
  ['accepts', 'changes-later', 'fails-later', 'unused'].includes(outcome[failure]) ||
  rangePhase === 'later'

/** Whether a number lies outside the bounds of a key. */
export function isOutside({ bounds }: Key, value: number): boolean {
  if (!bounds) return false
  const { least, most, open } = bounds
  return open ? value <= least || value >= most : value < least || value > most
}

function readInBounds(
  reader: Reader,
  key: Key,
  scalar: Scalar,
  read: number,
  place: ValuePlace,
): Json | undefined {
  const value = substituteNumber(reader, key, scalar, read, place)
  if (key.doubtful && value < key.doubtful.below) doubt(reader, key.doubtful, scalar, place)
  if (!key.bounds) return toFiniteNumber(reader, scalar, value, place)
  const { most, open, clamp } = key.bounds
  if (!isOutside(key, value)) return toFiniteNumber(reader, scalar, value, place)
  const above = open ? value >= most : value > most
  if (key.outcome.range !== 'clamps') {
    const failure = above ? 'above' : 'range'
    const instead = reportFailure(reader, key, scalar, place, failure, formatBounds(key, quoteText))
    return isLoadedAsWritten(key, failure) ? value : instead
  }
  const [low, high] = key.source['x-clamps-to'] ?? [key.source['x-min'], key.source['x-max']]
  const used = above ? clamp[1] : clamp[0]
  const written = formatText(reader.document.text.slice(scalar.start, scalar.end))
  const bound = (above ? high : low) ?? used
  const fix = createWriteOutFix(reader, place, scalar, String(bound))
  reportNote(
    reader,
    'value-out-of-range',
    scalar,
    place,
    `is ${written}, must be ${formatBounds(key, quoteText)}; ${formatConsequence('clamps', place.phase, bound)}`,
    fix,
  )
  recordOrigin(reader, place, scalar, 'clamped')
  return used
}

/** Says what a value does that is allowed and that hardly anybody wants. */
function doubt(
  reader: Reader,
  { effect }: NonNullable<Key['doubtful']>,
  scalar: Scalar,
  place: ValuePlace,
): void {
  const written = formatText(reader.document.text.slice(scalar.start, scalar.end))
  reportNote(reader, 'doubtful-value', scalar, place, `is ${written}; ${effect}`, undefined, 'info')
}

/** The number; JSON has none for what is none, so those become the text that Go prints. */
function toFiniteNumber(reader: Reader, scalar: Scalar, value: number, place: ValuePlace): Json {
  if (Number.isFinite(value)) return value
  const printed = formatGoValue({ kind: 'float', value })
  reportNote(
    reader,
    'not-a-number',
    scalar,
    place,
    `is \`${printed}\`, which is no number to work with`,
  )
  return printed
}

/** Some numbers stand for another one. */
function substituteNumber(
  reader: Reader,
  key: Key,
  scalar: Scalar,
  value: number,
  place: ValuePlace,
): number {
  const other = key.substitutes?.[String(value)]
  if (other === undefined) return value
  reportNote(
    reader,
    'substituted-number',
    scalar,
    place,
    `is \`${value}\`; the router uses \`${other}\` instead`,
    createWriteOutFix(reader, place, scalar, String(other)),
  )
  return other
}
