import { pathOf } from '../diagnostic.js'
import type { Scalar } from '../document.js'
import { expand } from '../expand.js'
import type { Given, Loaded } from '../formats/format.js'
import { print } from '../formats/format.js'
import type { Json, Key } from './key.js'
import type { Place, Reader } from './reader.js'
import { fail, note, remember } from './report.js'
import { writeOut } from './repair.js'
import { consequence, quoted, rangeOf, show } from './words.js'

/** Reads a scalar as the router of the target does: variables, type, form, bounds, in this order. */
export function readScalar(
  reader: Reader,
  key: Key,
  scalar: Scalar,
  place: Place,
): Json | undefined {
  if (scalar.kind !== 'text') return readGiven(reader, key, scalar, scalar, place)
  const { text, unknown, unset, shell } = expand(scalar.value, reader.environment)
  if (shell.length > 0)
    note(
      reader,
      'variable-default',
      scalar,
      place,
      `has ${show(shell.join(' '))}, but the router knows no default values: it looks for a variable of that whole name and puts nothing in its place`,
    )
  // A variable always gives a string: its content is unknown, its type is not.
  if (unknown && key.kinds.has('text')) {
    reader.unknown.push(pathOf(place))
    remember(reader, place, scalar, 'environment')
    return key.loadsText ? scalar.value : key.absent()
  }
  const before = reader.findings.length
  const value = readGiven(
    reader,
    key,
    scalar,
    text === scalar.value ? scalar : { kind: 'text', value: text },
    place,
  )
  if (unset.length > 0)
    reportUnset(reader, key, scalar, place, {
      text,
      unset,
      isKnown: reader.findings.length > before,
    })
  return value
}

/** Says that variables are not set: with what came of it, where that is wrong anyway. */
function reportUnset(
  reader: Reader,
  key: Key,
  scalar: Scalar,
  place: Place,
  { text, unset, isKnown }: { text: string; unset: readonly string[]; isKnown: boolean },
): void {
  const names = show(unset.join(' '))
  const last = isKnown ? reader.findings.pop() : undefined
  if (last)
    reader.findings.push({
      ...last,
      message: `${last.message}; ${names} is not set, and the router puts nothing in its place`,
    })
  else
    note(
      reader,
      'unset-variable',
      scalar,
      place,
      `names ${names}, which is not set; the router puts nothing in its place and reads ${show(text, key.secret)}`,
    )
}

function readGiven(
  reader: Reader,
  key: Key,
  scalar: Scalar,
  given: Given,
  place: Place,
): Json | undefined {
  const format = key.format
  if (!format || !key.kinds.has(given.kind))
    return fail(reader, key, scalar, place, 'type', rightType(key))
  const read = format.read(given, key.facts)
  if ('fault' in read) {
    const empty =
      read.fault === 'format' && given.kind === 'text' && given.value === ''
        ? 'bad-format'
        : undefined
    const at = read.phase ? { ...place, phase: read.phase } : place
    return fail(reader, key, scalar, at, read.fault, read.right, empty)
  }
  remember(reader, place, scalar, given === scalar ? 'file' : 'environment')
  const before = reader.findings.length
  const value =
    typeof read.value === 'number'
      ? inBounds(reader, key, scalar, read.value, place)
      : inWords(reader, key, scalar, read.value, place)
  const isKnown = reader.findings.length > before
  if (read.note && !isKnown)
    note(
      reader,
      'read-differently',
      scalar,
      place,
      `is ${show(given.kind === 'text' ? given.value : reader.document.text.slice(scalar.start, scalar.end))}, but ${read.note}`,
    )
  if (given.kind === 'int') watchInteger(reader, scalar, given, read.value, place, isKnown)
  return read.counts === false ? key.absent() : value
}

/** Completes "must be …" from the schema. */
export function rightType(key: Key): string {
  if (key.words?.length && key.format?.name === 'text') return oneOf(key.words)
  if (key.alone) return 'text or a list of texts'
  if (key.kinds.has('map')) return 'a map'
  if (key.kinds.has('list')) return 'a list'
  return key.format?.right ?? 'something else'
}

const oneOf = (words: readonly string[]): string => {
  const shown = words.filter((word) => word !== '').map((word) => `\`${word}\``)
  return shown.length > 1
    ? `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`
    : (shown[0] ?? 'empty')
}

/** Octal notation, and integers that Go narrows to another number: said by itself, or with what is wrong about the number anyway. */
function watchInteger(
  reader: Reader,
  scalar: Scalar,
  given: Given,
  value: Loaded,
  place: Place,
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
    note(
      reader,
      isWrapped ? 'wrapped-number' : 'octal-number',
      scalar,
      place,
      `is \`${written}\`, which ${oddity} ${used}`,
      writeOut(reader, place, scalar, used),
    )
}

function inWords(
  reader: Reader,
  key: Key,
  scalar: Scalar,
  value: Loaded,
  place: Place,
): Json | undefined {
  if (typeof value !== 'string' || !key.words?.length)
    return typeof value === 'object' ? [...value] : value
  const normal = key.format?.normal ?? ((text: string) => text)
  if (key.words.some((word) => normal(word) === normal(value))) return value
  const instead = fail(reader, key, scalar, place, 'range', oneOf(key.words), 'value-not-allowed')
  return keeps(key, 'range') ? value : instead
}

/** Whether a value that is not as it must be is still the one that is loaded. */
const keeps = ({ outcome, rangePhase }: Key, failure: 'range' | 'above'): boolean =>
  ['accepts', 'changes-later', 'fails-later', 'unused'].includes(outcome[failure]) ||
  rangePhase === 'later'

/** Whether a number lies outside the bounds of a key. */
export function isOutside({ bounds }: Key, value: number): boolean {
  if (!bounds) return false
  const { least, most, open } = bounds
  return open ? value <= least || value >= most : value < least || value > most
}

function inBounds(
  reader: Reader,
  key: Key,
  scalar: Scalar,
  read: number,
  place: Place,
): Json | undefined {
  const value = substitute(reader, key, scalar, read, place)
  if (key.doubtful && value < key.doubtful.below) doubt(reader, key.doubtful, scalar, place)
  if (!key.bounds) return finite(reader, scalar, value, place)
  const { most, open, clamp } = key.bounds
  if (!isOutside(key, value)) return finite(reader, scalar, value, place)
  const above = open ? value >= most : value > most
  if (key.outcome.range !== 'clamps') {
    const failure = above ? 'above' : 'range'
    const instead = fail(reader, key, scalar, place, failure, rangeOf(key, quoted))
    return keeps(key, failure) ? value : instead
  }
  const [low, high] = key.source['x-clamps-to'] ?? [key.source['x-min'], key.source['x-max']]
  const used = above ? clamp[1] : clamp[0]
  const written = show(reader.document.text.slice(scalar.start, scalar.end))
  const bound = (above ? high : low) ?? used
  const fix = writeOut(reader, place, scalar, String(bound))
  note(
    reader,
    'value-out-of-range',
    scalar,
    place,
    `is ${written}, must be ${rangeOf(key, quoted)}; ${consequence('clamps', place.phase, bound)}`,
    fix,
  )
  remember(reader, place, scalar, 'clamped')
  return used
}

/** Says what a value does that is allowed and that hardly anybody wants. */
function doubt(
  reader: Reader,
  { effect }: NonNullable<Key['doubtful']>,
  scalar: Scalar,
  place: Place,
): void {
  const written = show(reader.document.text.slice(scalar.start, scalar.end))
  note(reader, 'doubtful-value', scalar, place, `is ${written}; ${effect}`, undefined, 'info')
}

/** The number; JSON has none for what is none, so those become the text that Go prints. */
function finite(reader: Reader, scalar: Scalar, value: number, place: Place): Json {
  if (Number.isFinite(value)) return value
  const printed = print({ kind: 'float', value })
  note(reader, 'not-a-number', scalar, place, `is \`${printed}\`, which is no number to work with`)
  return printed
}

/** Some numbers stand for another one. */
function substitute(reader: Reader, key: Key, scalar: Scalar, value: number, place: Place): number {
  const other = key.substitutes?.[String(value)]
  if (other === undefined) return value
  note(
    reader,
    'substituted-number',
    scalar,
    place,
    `is \`${value}\`; the router uses \`${other}\` instead`,
    writeOut(reader, place, scalar, String(other)),
  )
  return other
}
