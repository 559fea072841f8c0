import { memoizePerObject, once } from '../document/lazy.js'
import { releases, table } from '../generated/schema.js'
import type { Json } from '../document/record.js'
import { toMilliseconds } from '../formats/duration.js'
import type { Format, FormatTraits } from '../formats/format.js'
import { formats } from '../formats/index.js'
import type {
  SchemaNode,
  Bounds,
  EarlierFacts,
  ValueFailure,
  KeyVersion,
  Outcome,
  KeyFacts,
} from './key.js'
import type { ReleaseLine } from './release.js'
import {
  isInRanges,
  listLines,
  findRelease,
  movingTargets,
  compareReleaseNumbers,
} from './release.js'
import type { Condition } from './conditions.js'
import { conditions } from './conditions.js'
import type { SchemaTable } from './table.js'

/** The schema as one release reads it, with the name of the release. */
export type Model = { release: string; schema: SchemaNode }

/** Models by requested target. This is the only cache of models; all files of a run need the same models. */
const modelsByTarget = new Map<string | undefined, Model>()

/** The model of a target such as '2.0' or '1.6.14'; undefined if no such release is known. */
export function findModel(target: string | undefined): Model | undefined {
  const cachedModel = modelsByTarget.get(target)
  if (cachedModel) return cachedModel
  const release = findRelease(target, releases)
  if (release === undefined) return undefined
  const model = modelsByTarget.get(release) ?? { release, schema: compile(table, release) }
  modelsByTarget.set(release, model)
  // Targets that are newer, unknown releases are not cached, because their number is unlimited.
  if (describeAssumption(target) === undefined) modelsByTarget.set(target, model)
  return model
}

/** A note for a target that is newer than all known releases of its line; undefined for other targets. */
export function describeAssumption(target: string | undefined): string | undefined {
  if (modelsByTarget.has(target)) return undefined
  const release = findRelease(target, releases)
  if (target === undefined || release === undefined) return undefined
  const name = target.replace(/^v/, '')
  const isKnown =
    name === release ||
    listTargetWords().includes(target) ||
    listTargets().some(({ line }) => line === name)
  return isKnown
    ? undefined
    : `release \`${target}\` is newer than the releases that are known; the file is checked for ${release}, the newest known one of its line`
}

/** The words that can be used as targets: words for the newest releases, then the release lines, oldest first. */
export const listTargetWords = (): string[] => [
  ...movingTargets,
  ...listTargets().map(({ line }) => line),
]

/** The model of a target that callers have already checked; throws a `TypeError` for an unknown target. */
export function requireModel(target: string | undefined): Model {
  const model = findModel(target)
  if (!model) throw new TypeError(describeUnknownTarget(target))
  return model
}

/** The release lines that can be targeted, oldest first. */
export const listTargets = (): ReleaseLine[] => listLines(releases)

export const describeUnknownTarget = (target: string | undefined): string =>
  `unknown release \`${String(target)}\`; use a release such as 1.6.14, or one of ${listTargets()
    .map(({ line }) => line)
    .join(', ')}`

/** Every known release, oldest first. */
export const listKnownReleases = (): string[] => releases.releases.map(({ release: name }) => name)

/** Ranges in words, the newest first: "1.5.0 or later, or 1.1.17 to 1.1.20". */
export const formatRanges = memoizePerObject((ranges: readonly string[]): string =>
  ranges.map(formatRange).reverse().join(', or '),
)

function formatRange(range: string): string {
  const releasesInRange = listKnownReleases().filter((release) => isInRanges(release, [range]))
  const [first = ''] = releasesInRange
  if (!range.includes('<')) return `${first} or later`
  const last = releasesInRange.at(-1) ?? first
  return first === last ? first : `${first} to ${last}`
}

/** The format of a JSON type if the schema names none. */
const formatByJsonType: Readonly<Record<string, string>> = {
  integer: 'integer',
  number: 'number',
  boolean: 'boolean',
  string: 'text',
}

const collectionByJsonType: Readonly<Record<string, 'map' | 'list'>> = {
  object: 'map',
  array: 'list',
}

type KeyLookups = {
  table: SchemaTable
  release: string
  isReleaseIn: (ranges: readonly string[]) => boolean
  source: (index: number) => KeyFacts
  absentValue: (index: number) => Json | undefined
  /** The content of a map before its entries are read. */
  filled: (index: number) => Readonly<Record<string, Json>>
  key: (index: number) => SchemaNode
}

/**
 * Compiles the key at an index of the table, by default the root, as a release reads it. The keys below it are compiled
 * on first use, because a file uses only a small part of the schema.
 */
export function compile(
  table: SchemaTable,
  release: string,
  index: number = table.size - 1,
): SchemaNode {
  const isReleaseIn = memoize(
    (ranges: readonly string[]) => isInRanges(release, ranges),
    (ranges) => ranges.join(),
  )
  const lookups: KeyLookups = {
    table,
    release,
    isReleaseIn,
    source: memoize((index) => restoreSource(isReleaseIn, table.get(index) ?? {})),
    absentValue: memoize((index) => computeAbsentValue(lookups, index)),
    filled: memoize(
      (index) =>
        (release === table.standard ? table.get(index)?.filled : undefined) ??
        computeFilledValue(lookups, index),
    ),
    key: memoize((index) => createKey(lookups, index)),
  }
  return lookups.key(index)
}

function computeAbsentValue(
  { source: sourceOf, filled }: KeyLookups,
  index: number,
): Json | undefined {
  const source = sourceOf(index)
  const defaultValue = source.default
  if (typeof defaultValue !== 'object' || defaultValue === null || Array.isArray(defaultValue))
    return toLoadedValue(defaultValue, source)
  const writtenEntries = Object.entries(defaultValue).map(([name, value]): [string, Json] => [
    name,
    toLoadedValue(value, sourceOf(source.properties?.[name] ?? -1)) ?? null,
  ])
  return { ...filled(index), ...Object.fromEntries(writtenEntries) }
}

function computeFilledValue(
  { table, isReleaseIn, source, absentValue }: KeyLookups,
  index: number,
): Readonly<Record<string, Json>> {
  // Created with one call, because V8 stores objects that are built key by key in a form that takes a hundred times as
  // long to copy.
  return Object.fromEntries(
    Object.entries(source(index).properties ?? {}).flatMap(([name, child]): [string, Json][] => {
      if (!mayHaveDefault(table.get(child))) return []
      const { 'x-read-in': readIn = ['*'], 'x-same-as': sameAs } = source(child)
      const value = isReleaseIn(readIn) ? absentValue(child) : undefined
      if (value === undefined || (sameAs && !sameAs.startsWith('.'))) return []
      return [[sameAs ? sameAs.slice(1) : name, value]]
    }),
  )
}

/** The facts of a key whose value the router checks, but does not use. */
const toIdleSource = (
  { 'x-outcome': outcome, 'x-phase': phase, 'x-secret': secret }: KeyFacts,
  format: string,
): KeyFacts => ({
  type: ['string', 'null'],
  format,
  ...(outcome && { 'x-outcome': outcome }),
  ...(phase && { 'x-phase': phase }),
  ...(secret && { 'x-secret': secret }),
})

function createKey(
  lookups: KeyLookups,
  index: number,
  keyFacts: KeyFacts = lookups.source(index),
): SchemaNode {
  const { properties = {}, items, variants, required = [], minItems = 0 } = keyFacts
  const {
    deprecated = false,
    'x-secret': isSecret = false,
    'x-enrolls': enrolls = false,
  } = keyFacts
  const types = listTypes(keyFacts)
  const format = findFormat(keyFacts)
  // A single literal without getters or spreads, so that V8 gives all keys the same shape, which makes reading twice as
  // fast.
  return {
    index,
    keyFacts,
    isRead: lookups.isReleaseIn(keyFacts['x-read-in'] ?? ['*']),
    names: Object.keys(properties),
    child: createLookup(lookups, properties),
    item: items === undefined ? undefined : lookups.key(items),
    bindings: variants && Object.keys(variants),
    variant: createLookup(lookups, variants ?? {}),
    defaultValue: () => lookups.filled(index),
    absentValue: () => lookups.absentValue(index),
    kinds: listKinds(types, format),
    nullable: types.includes('null'),
    isUnchecked: types.length === 0,
    format,
    emptyIsAbsent: keyFacts['x-empty-absent'] === true,
    emptyMeans: keyFacts['x-empty-means'],
    loadsVerbatim: loadsVerbatim(keyFacts, format),
    formatTraits: createFormatTraits(keyFacts),
    acceptsSingleItem: acceptsSingleItem(keyFacts),
    convertsItemsToText: keyFacts.format === 'texts',
    words: keyFacts.enum?.filter((word) => typeof word === 'string'),
    bounds: createBounds(keyFacts),
    outcome: createOutcomes(keyFacts),
    required,
    minItems,
    substitutes: keyFacts['x-substitutes'],
    phase: keyFacts['x-phase'],
    startsWhen: findCondition(keyFacts['x-starts-when']),
    typePhase: keyFacts['x-type-phase'],
    rangePhase: keyFacts['x-range-phase'],
    effects: createRangeEffects(keyFacts),
    doubtful: compileDoubtful(keyFacts),
    condition: findCondition(keyFacts['x-read-when']),
    idleKey:
      keyFacts['x-idle-format'] === undefined
        ? undefined
        : createKey(lookups, index, toIdleSource(keyFacts, keyFacts['x-idle-format'])),
    deprecated,
    isSecret,
    noEffectReason: keyFacts['x-no-effect'],
    replacedBy: keyFacts['x-replaced-by'],
    isUsedByEnroll: enrolls,
    sameAs: keyFacts['x-same-as'],
    storedAs: keyFacts['x-stored-as'],
    nullMeansDefaults: keyFacts['x-null-as'] !== undefined,
    ignoresCase: keyFacts['x-reads-names'] !== undefined,
    prefersCapitalized: keyFacts['x-reads-names'] === 'ignoring-case-capitalized',
    readIn: keyFacts['x-read-in'],
    release: lookups.release,
    versions: once(() => compileVersions(lookups, index)),
  }
}

/**
 * One version of a key for the oldest release, and one for each release at which a range of its history begins or ends.
 */
function compileVersions({ table }: KeyLookups, index: number): KeyVersion[] {
  const bounds = (table.get(index)?.['x-history'] ?? []).flatMap((change) =>
    change.in.flatMap((range) => range.match(/\d[^ ]*/g) ?? []),
  )
  return ['0.0.0', ...new Set(bounds)]
    .sort(compareReleaseNumbers)
    .map((since) => ({ since, key: compile(table, since, index) }))
}

/** Creates a function that finds a key by its name and compiles the key on demand. */
function createLookup(
  lookups: KeyLookups,
  indexes: Readonly<Record<string, number>>,
): (name: string) => SchemaNode | undefined {
  const keysByName = new Map<string, number | SchemaNode>(Object.entries(indexes))
  return (name) => {
    const found = keysByName.get(name)
    if (typeof found !== 'number') return found
    const key = lookups.key(found)
    keysByName.set(name, key)
    return key
  }
}

/** Whether a key may have a default in some release. */
const mayHaveDefault = (source: KeyFacts | undefined): boolean =>
  source?.default !== undefined || source?.['x-history'] !== undefined

function memoize<Argument, Result>(
  compute: (argument: Argument) => Result,
  toCacheKey: (argument: Argument) => unknown = (argument) => argument,
): (argument: Argument) => Result {
  const results = new Map<unknown, { result: Result }>()
  return (argument) => {
    const cacheKey = toCacheKey(argument)
    const found = results.get(cacheKey)
    if (found) return found.result
    const result = compute(argument)
    results.set(cacheKey, { result })
    return result
  }
}

/** The facts of a key as they were in a release: later changes are reverted, newest first. */
function restoreSource(
  isReleaseIn: (ranges: readonly string[]) => boolean,
  source: KeyFacts,
): KeyFacts {
  if (!source['x-history']) return source
  const laterChanges = source['x-history'].filter((change) => !isReleaseIn(change.in))
  return laterChanges.reduceRight((result, { before }) => revertChange(result, before), source)
}

/** Replaces facts with those of an earlier release. Null removes a fact; outcomes are merged. */
function revertChange(source: KeyFacts, before: EarlierFacts['before']): KeyFacts {
  const result: Record<string, unknown> = { ...source, ...before }
  for (const [name, value] of Object.entries(before)) {
    if (value === null) delete result[name]
  }
  return {
    ...result,
    ...(before['x-outcome'] && { 'x-outcome': { ...source['x-outcome'], ...before['x-outcome'] } }),
  }
}

const listTypes = ({ type = [] }: KeyFacts): readonly string[] =>
  typeof type === 'string' ? [type] : type

function findFormat(source: KeyFacts): Format | undefined {
  const scalarType = listTypes(source).find((type) => type in formatByJsonType)
  return (
    formats.get(source.format ?? formatByJsonType[scalarType ?? ''] ?? '') ??
    (scalarType ? formats.get('text') : undefined)
  )
}

const listKinds = (types: readonly string[], format: Format | undefined): SchemaNode['kinds'] =>
  new Set([
    ...types.flatMap((type) => collectionByJsonType[type] ?? []),
    ...(format?.accepts ?? []),
  ])

/**
 * Whether strings are loaded as written. Durations, flags, and keys with both allowed words and a default are parsed
 * instead.
 */
const loadsVerbatim = (source: KeyFacts, format: Format | undefined): boolean =>
  format !== undefined &&
  format.name !== 'flag' &&
  !isDuration(source) &&
  (source.enum === undefined || source.default === undefined)

const createFormatTraits = (source: KeyFacts): FormatTraits => ({
  schemes: source['x-schemes'] ?? [],
  allowsBrackets: source['x-brackets'] ?? false,
  refusesNan: source['x-refuses-nan'] ?? false,
  wrap: source['x-wraps'],
})

const createRangeEffects = ({
  'x-range-effect': range,
  'x-above-effect': above = range,
}: KeyFacts): SchemaNode['effects'] => ({ range, above })

const findCondition = (name = ''): Condition | undefined => conditions[name]

const isDuration = ({ format = '' }: KeyFacts): boolean => format.startsWith('duration')

const acceptsSingleItem = ({ format }: KeyFacts): boolean =>
  format === 'one-or-many' || format === 'texts'

/** A default as loaded: duration strings become milliseconds, and a single string for a list becomes a list of one. */
function toLoadedValue(value: Json | undefined, source: KeyFacts): Json | undefined {
  if (typeof value !== 'string') return value
  if (acceptsSingleItem(source)) return [value]
  return isDuration(source) ? toMilliseconds(value) : value
}

function createOutcomes(source: KeyFacts): Readonly<Record<ValueFailure, Outcome>> {
  const outcomes = source['x-outcome'] ?? {}
  const { type = 'refuses', range = 'refuses' } = outcomes
  return {
    missing: 'refuses',
    null: type,
    type,
    format: 'refuses',
    range,
    above: range,
    ...outcomes,
  }
}

function compileDoubtful({ 'x-doubtful': doubtful }: KeyFacts): SchemaNode['doubtful'] {
  if (!doubtful) return undefined
  const { below, effect } = doubtful
  return { below: typeof below === 'string' ? toMilliseconds(below) : below, effect }
}

function createBounds(source: KeyFacts): Bounds | undefined {
  const toLimit = (text: string | undefined): number | undefined =>
    text === undefined ? undefined : toMilliseconds(text)
  const [onlyNumber] = source.enum?.filter((value) => typeof value === 'number') ?? []
  const min = isDuration(source)
    ? toLimit(source['x-min'])
    : (onlyNumber ?? source.minimum ?? source.exclusiveMinimum)
  const max = isDuration(source)
    ? toLimit(source['x-max'])
    : (onlyNumber ?? source.maximum ?? source.exclusiveMaximum)
  if (min === undefined && max === undefined) return undefined
  const [clampMin, clampMax] = source['x-clamps-to'] ?? []
  return {
    min: min ?? -Infinity,
    max: max ?? Infinity,
    isExclusive: source.exclusiveMinimum !== undefined,
    clamp: [toLimit(clampMin) ?? min ?? -Infinity, toLimit(clampMax) ?? max ?? Infinity],
  }
}
