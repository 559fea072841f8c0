import { toPath } from '../document/diagnostic.js'
import type { Scalar } from '../document/document.js'
import { toWritten } from '../document/document.js'
import { expandVariables, listDoubtfulVariables } from '../document/environment.js'
import { createMemory, memoizePerObject } from '../document/lazy.js'
import type { Format, FormatResult, LoadedValue, Platform, ScalarValue } from '../formats/format.js'
import { formatGoValue } from '../formats/format.js'
import type { Json } from '../document/record.js'
import type { SchemaNode } from './key.js'
import type { Reader } from './reader.js'
import type { NumberOddity, ValuePlace } from './observation.js'
import { observeRejection, recordOrigin } from './observe.js'

/** Reads a scalar as the router of the target does: variables, type, format and bounds, in this order. */
export function readScalar(
  reader: Reader,
  key: SchemaNode,
  scalar: Scalar,
  place: ValuePlace,
): Json | undefined {
  if (scalar.kind !== 'text' || !scalar.value.includes('$'))
    return readScalarValue(reader, key, scalar, scalar, place)
  const { text, unknown, unset, shell } = expandVariables(scalar.value, reader.environment)
  const facts = { key, value: scalar, place, span: scalar }
  if (shell.length > 0)
    reader.observations.push({ kind: 'variable-default', ...facts, defaults: shell })
  // The result of a variable is always a string, even if its content is unknown.
  if (unknown && key.kinds.has('text')) {
    const variables = listDoubtfulVariables(scalar.value, key.secret)
    if (variables.length > 0)
      reader.observations.push({ kind: 'unbraced-variable', ...facts, variables })
    reader.unknown.push(toPath(place))
    recordOrigin(reader, place, scalar, 'environment')
    return key.loadsText ? scalar.value : key.absent()
  }
  const before = reader.observations.length
  const expanded: ScalarValue = text === scalar.value ? scalar : { kind: 'text', value: text }
  const value = readScalarValue(reader, key, scalar, expanded, place)
  if (unset.length > 0) {
    const last = reader.observations.length > before ? reader.observations.pop() : undefined
    reader.observations.push(
      last ? { ...last, unset } : { kind: 'unset-variable', ...facts, variables: unset, text },
    )
  }
  return value
}

function readScalarValue(
  reader: Reader,
  key: SchemaNode,
  scalar: Scalar,
  expanded: ScalarValue,
  place: ValuePlace,
): Json | undefined {
  if (key.emptyIsAbsent && expanded.value === '') return key.absent()
  const format = key.format
  if (!format || !key.kinds.has(expanded.kind))
    return observeRejection(reader, key, scalar, place, 'type')
  const read = readFormat(key, format, expanded, reader.platform)
  if ('fault' in read) {
    const placeInTime = read.phase ? { ...place, phase: read.phase } : place
    return observeRejection(reader, key, scalar, placeInTime, read.fault, {
      expected: read.right,
      ...(read.refuses && { outcome: 'refuses' }),
    })
  }
  const origin = expanded === scalar ? 'file' : 'environment'
  const isReplaced = key.emptyMeans !== undefined && expanded.value === ''
  recordOrigin(reader, place, scalar, isReplaced ? 'fallback' : origin)
  const before = reader.observations.length
  const value =
    typeof read.value === 'number'
      ? readInBounds(reader, key, scalar, read.value, place)
      : readWord(reader, key, scalar, read.value, place)
  const isObserved = reader.observations.length > before
  if (read.note && !isObserved)
    reader.observations.push({
      kind: 'read-differently',
      key,
      value: scalar,
      place,
      span: scalar,
      writtenText: expanded.kind === 'text' ? expanded.value : toWritten(reader.document, scalar),
      note: read.note,
    })
  const oddity =
    expanded.kind === 'int' ? findOddity(reader, scalar, expanded, read.value) : undefined
  if (oddity) observeOddity(reader, key, scalar, place, oddity, isObserved)
  return read.counts === false ? key.absent() : value
}

const createReadings = () => memoizePerObject((_: SchemaNode) => createMemory<FormatResult>())

/** Cached results of formats for strings: routers of a fleet have many strings in common. */
const readings = { linux: createReadings(), unknown: createReadings() }

/** The result of a format for a value. On Windows, it depends on more than the key and the value. */
const readFormat = (
  key: SchemaNode,
  format: Format,
  value: ScalarValue,
  platform: Platform | undefined,
): FormatResult =>
  value.kind === 'text' && platform !== 'windows'
    ? readings[platform ?? 'unknown'](key)(value.value, () =>
        format.read(value, key.facts, platform),
      )
    : format.read(value, key.facts, platform)

/** Octal notation, and integers that Go narrows to another number. */
function findOddity(
  reader: Reader,
  scalar: Scalar,
  expanded: ScalarValue,
  value: LoadedValue,
): NumberOddity | undefined {
  const isWrapped = typeof value === 'number' && Number(expanded.value) !== value
  const written = toWritten(reader.document, scalar)
  if (!isWrapped && !/^[+-]?0/.test(written)) return undefined
  const isOctal = /^[+-]?0[0-7_]+$/.test(written) && Number(value) !== 0
  return isOctal || isWrapped
    ? { written, used: String(isWrapped ? value : expanded.value), isWrapped }
    : undefined
}

/** Observes an odd number on its own, or together with another observation about it. */
function observeOddity(
  reader: Reader,
  key: SchemaNode,
  scalar: Scalar,
  place: ValuePlace,
  oddity: NumberOddity,
  isObserved: boolean,
): void {
  const last = isObserved ? reader.observations.pop() : undefined
  const facts = { key, value: scalar, place, span: scalar, ...oddity }
  // A note that the router uses another number is more important than a doubt about that number.
  if (last?.kind === 'doubtful-value' && oddity.isWrapped)
    reader.observations.push({ kind: 'wrapped-number', ...facts, effect: last.effect })
  else if (last) reader.observations.push({ ...last, oddity })
  else
    reader.observations.push({
      kind: oddity.isWrapped ? 'wrapped-number' : 'octal-number',
      ...facts,
    })
}

function readWord(
  reader: Reader,
  key: SchemaNode,
  scalar: Scalar,
  value: LoadedValue,
  place: ValuePlace,
): Json | undefined {
  if (typeof value !== 'string' || !key.words?.length)
    return typeof value === 'object' ? [...value] : value
  const normal = key.format?.normal ?? ((text: string) => text)
  if (key.words.some((word) => normal(word) === normal(value))) return value
  const instead = observeRejection(reader, key, scalar, place, 'range', {
    kind: 'value-not-allowed',
  })
  return isLoadedAsWritten(key, 'range') ? value : instead
}

/** Whether an invalid value is still loaded as written. */
const isLoadedAsWritten = (
  { outcome, rangePhase }: SchemaNode,
  failure: 'range' | 'above',
): boolean =>
  ['accepts', 'changes-later', 'fails-later', 'unused'].includes(outcome[failure]) ||
  rangePhase === 'later'

export function isOutside({ bounds }: SchemaNode, value: number): boolean {
  if (!bounds) return false
  const { least, most, open } = bounds
  return open ? value <= least || value >= most : value < least || value > most
}

function readInBounds(
  reader: Reader,
  key: SchemaNode,
  scalar: Scalar,
  read: number,
  place: ValuePlace,
): Json | undefined {
  const value = key.substitutes ? substituteNumber(reader, key, scalar, read, place) : read
  if (
    !key.doubtful &&
    typeof value === 'number' &&
    Number.isFinite(value) &&
    (!key.bounds || !isOutside(key, value))
  )
    return value
  const facts = { key, value: scalar, place, span: scalar }
  if (key.doubtful && value < key.doubtful.below)
    reader.observations.push({ kind: 'doubtful-value', ...facts, effect: key.doubtful.effect })
  if (!key.bounds) return toFiniteNumber(reader, key, scalar, value, place)
  const { most, open, clamp } = key.bounds
  if (!isOutside(key, value)) return toFiniteNumber(reader, key, scalar, value, place)
  const isAbove = open ? value >= most : value > most
  const failure = isAbove ? 'above' : 'range'
  if (key.outcome.range !== 'clamps') {
    const instead = observeRejection(reader, key, scalar, place, failure)
    return isLoadedAsWritten(key, failure) ? value : instead
  }
  const [low, high] = key.source['x-clamps-to'] ?? [key.source['x-min'], key.source['x-max']]
  const used = isAbove ? clamp[1] : clamp[0]
  reader.observations.push({
    kind: 'value-out-of-range',
    ...facts,
    failure,
    outcome: 'clamps',
    phase: place.phase,
    clampedTo: (isAbove ? high : low) ?? used,
  })
  recordOrigin(reader, place, scalar, 'clamped')
  return used
}

/** The number as JSON; NaN and infinities, which JSON lacks, become the string that Go prints. */
function toFiniteNumber(
  reader: Reader,
  key: SchemaNode,
  scalar: Scalar,
  value: number,
  place: ValuePlace,
): Json {
  if (Number.isFinite(value)) return value
  const printed = formatGoValue({ kind: 'float', value })
  reader.observations.push({
    kind: 'not-a-number',
    key,
    value: scalar,
    place,
    span: scalar,
    printed,
  })
  return printed
}

/** The router replaces some numbers with another number. */
function substituteNumber(
  reader: Reader,
  key: SchemaNode,
  scalar: Scalar,
  number: number,
  place: ValuePlace,
): number {
  const used = key.substitutes?.[String(number)]
  if (used === undefined) return number
  const facts = { key, value: scalar, place, span: scalar }
  reader.observations.push({ kind: 'substituted-number', ...facts, number, used })
  return used
}
