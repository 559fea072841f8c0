import { toPath } from '../document/diagnostic.js'
import type { Scalar } from '../document/document.js'
import { getWrittenText } from '../document/document.js'
import { expandVariables, listDoubtfulVariables } from '../document/environment.js'
import { createTextCache, memoizePerObject } from '../document/lazy.js'
import type { Format, FormatResult, LoadedValue, Platform, ScalarValue } from '../formats/format.js'
import { formatGoValue } from '../formats/format.js'
import type { Json } from '../document/record.js'
import type { SchemaNode } from './key.js'
import type { Reader } from './reader.js'
import type { NumberOddity, ValuePlace } from './observation.js'
import { observeRejection, recordOrigin } from './observe.js'

/** Expands variables, then checks type, format and bounds, as the router of the schema's release does. */
export function readScalar(
  reader: Reader,
  key: SchemaNode,
  scalar: Scalar,
  place: ValuePlace,
): Json | undefined {
  if (scalar.kind !== 'text' || !scalar.value.includes('$'))
    return readScalarValue(reader, key, scalar, scalar, place)
  const { text, isUnknown, unsetReferences, shellReferences } = expandVariables(
    scalar.value,
    reader.environment,
  )
  const facts = { key, value: scalar, place, span: scalar }
  if (shellReferences.length > 0)
    reader.observations.push({ kind: 'variable-default', ...facts, defaults: shellReferences })
  // A value with a variable is always a string, even if the text of the variable is unknown.
  if (isUnknown && key.kinds.has('text')) {
    const variables = listDoubtfulVariables(scalar.value, key.isSecret)
    if (variables.length > 0)
      reader.observations.push({ kind: 'unbraced-variable', ...facts, variables })
    reader.unknownPaths.push(toPath(place))
    recordOrigin(reader, place, scalar, 'environment')
    return key.loadsVerbatim ? scalar.value : key.absentValue()
  }
  const countBefore = reader.observations.length
  const expandedValue: ScalarValue = text === scalar.value ? scalar : { kind: 'text', value: text }
  const value = readScalarValue(reader, key, scalar, expandedValue, place)
  if (unsetReferences.length > 0) {
    const last = reader.observations.length > countBefore ? reader.observations.pop() : undefined
    reader.observations.push(
      last
        ? { ...last, unset: unsetReferences }
        : { kind: 'unset-variable', ...facts, variables: unsetReferences, text },
    )
  }
  return value
}

function readScalarValue(
  reader: Reader,
  key: SchemaNode,
  scalar: Scalar,
  expandedValue: ScalarValue,
  place: ValuePlace,
): Json | undefined {
  if (key.emptyIsAbsent && expandedValue.value === '') return key.absentValue()
  const format = key.format
  if (!format || !key.kinds.has(expandedValue.kind))
    return observeRejection(reader, key, scalar, place, 'type')
  const result = readFormat(key, format, expandedValue, reader.platform)
  if ('fault' in result) {
    const placeAtPhase = result.phase ? { ...place, phase: result.phase } : place
    return observeRejection(reader, key, scalar, placeAtPhase, result.fault, {
      expected: result.expected,
      ...(result.refuses && { outcome: 'refuses' }),
    })
  }
  const origin = expandedValue === scalar ? 'file' : 'environment'
  const isReplaced = key.emptyMeans !== undefined && expandedValue.value === ''
  recordOrigin(reader, place, scalar, isReplaced ? 'fallback' : origin)
  const countBefore = reader.observations.length
  const value =
    typeof result.value === 'number'
      ? readInBounds(reader, key, scalar, result.value, place)
      : readWord(reader, key, scalar, result.value, place)
  const isObserved = reader.observations.length > countBefore
  if (result.note && !isObserved)
    reader.observations.push({
      kind: 'read-differently',
      key,
      value: scalar,
      place,
      span: scalar,
      writtenText:
        expandedValue.kind === 'text'
          ? expandedValue.value
          : getWrittenText(reader.document, scalar),
      note: result.note,
    })
  const oddity =
    expandedValue.kind === 'int'
      ? findOddity(reader, scalar, expandedValue, result.value)
      : undefined
  if (oddity) observeOddity(reader, key, scalar, place, oddity, isObserved)
  return result.counts === false ? key.absentValue() : value
}

const createFormatCache = () => memoizePerObject((_: SchemaNode) => createTextCache<FormatResult>())

/** Cached results of formats for strings: routers of a fleet have many strings in common. */
const formatCaches = { linux: createFormatCache(), unknown: createFormatCache() }

/**
 * Parses a value in the format of its key. Results for strings are cached by key and string, except for routers on
 * Windows.
 */
const readFormat = (
  key: SchemaNode,
  format: Format,
  value: ScalarValue,
  platform: Platform | undefined,
): FormatResult =>
  value.kind === 'text' && platform !== 'windows'
    ? formatCaches[platform ?? 'unknown'](key)(value.value, () =>
        format.read(value, key.formatTraits, platform),
      )
    : format.read(value, key.formatTraits, platform)

/** Finds octal notation, and integers that Go wraps to another number; undefined for other integers. */
function findOddity(
  reader: Reader,
  scalar: Scalar,
  expandedValue: ScalarValue,
  value: LoadedValue,
): NumberOddity | undefined {
  const isWrapped = typeof value === 'number' && Number(expandedValue.value) !== value
  const writtenText = getWrittenText(reader.document, scalar)
  if (!isWrapped && !/^[+-]?0/.test(writtenText)) return undefined
  const isOctal = /^[+-]?0[0-7_]+$/.test(writtenText) && Number(value) !== 0
  return isOctal || isWrapped
    ? { writtenText, usedText: String(isWrapped ? value : expandedValue.value), isWrapped }
    : undefined
}

/**
 * Records that a number is octal or wraps to another number, as a separate observation or together with another
 * observation about it.
 */
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
  // The wrap to another number matters more than that number being doubtful, so it replaces the observation.
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
  const normalize = key.format?.normalize ?? ((text: string) => text)
  if (key.words.some((word) => normalize(word) === normalize(value))) return value
  const fallback = observeRejection(reader, key, scalar, place, 'range', {
    kind: 'value-not-allowed',
  })
  return isLoadedAsWritten(key, 'range') ? value : fallback
}

const isLoadedAsWritten = (
  { outcome, rangePhase }: SchemaNode,
  failure: 'range' | 'above',
): boolean =>
  ['accepts', 'changes-later', 'fails-later', 'unused'].includes(outcome[failure]) ||
  rangePhase === 'later'

export function isOutOfBounds({ bounds }: SchemaNode, value: number): boolean {
  if (!bounds) return false
  const { min, max, isExclusive } = bounds
  return isExclusive ? value <= min || value >= max : value < min || value > max
}

function readInBounds(
  reader: Reader,
  key: SchemaNode,
  scalar: Scalar,
  readNumber: number,
  place: ValuePlace,
): Json | undefined {
  const value = key.substitutes
    ? substituteNumber(reader, key, scalar, readNumber, place)
    : readNumber
  if (
    !key.doubtful &&
    typeof value === 'number' &&
    Number.isFinite(value) &&
    (!key.bounds || !isOutOfBounds(key, value))
  )
    return value
  const facts = { key, value: scalar, place, span: scalar }
  if (key.doubtful && value < key.doubtful.below)
    reader.observations.push({ kind: 'doubtful-value', ...facts, effect: key.doubtful.effect })
  if (!key.bounds) return toFiniteNumber(reader, key, scalar, value, place)
  const { max, isExclusive, clamp } = key.bounds
  if (!isOutOfBounds(key, value)) return toFiniteNumber(reader, key, scalar, value, place)
  const isAbove = isExclusive ? value >= max : value > max
  const failure = isAbove ? 'above' : 'range'
  if (key.outcome.range !== 'clamps') {
    const fallback = observeRejection(reader, key, scalar, place, failure)
    return isLoadedAsWritten(key, failure) ? value : fallback
  }
  const [minText, maxText] = key.keyFacts['x-clamps-to'] ?? [
    key.keyFacts['x-min'],
    key.keyFacts['x-max'],
  ]
  const clampedValue = isAbove ? clamp[1] : clamp[0]
  reader.observations.push({
    kind: 'value-out-of-range',
    ...facts,
    failure,
    outcome: 'clamps',
    phase: place.phase,
    clampedTo: (isAbove ? maxText : minText) ?? clampedValue,
  })
  recordOrigin(reader, place, scalar, 'clamped')
  return clampedValue
}

/** NaN and infinities, which JSON lacks, are recorded, and become the string that Go prints. */
function toFiniteNumber(
  reader: Reader,
  key: SchemaNode,
  scalar: Scalar,
  value: number,
  place: ValuePlace,
): Json {
  if (Number.isFinite(value)) return value
  const printedText = formatGoValue({ kind: 'float', value })
  reader.observations.push({
    kind: 'not-a-number',
    key,
    value: scalar,
    place,
    span: scalar,
    printed: printedText,
  })
  return printedText
}

/**
 * If the router uses another number instead of `number`, records that and returns the used number; otherwise returns
 * `number`.
 */
function substituteNumber(
  reader: Reader,
  key: SchemaNode,
  scalar: Scalar,
  number: number,
  place: ValuePlace,
): number {
  const usedNumber = key.substitutes?.[String(number)]
  if (usedNumber === undefined) return number
  const facts = { key, value: scalar, place, span: scalar }
  reader.observations.push({ kind: 'substituted-number', ...facts, number, usedNumber })
  return usedNumber
}
