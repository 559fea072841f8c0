import { formatList } from '../document/words.js'
import type { Json } from '../document/record.js'
import type { Change, ValueFailure, SchemaNode, Outcome, Texts } from './key.js'
import { failures } from './key.js'
import type { SchemaPlace } from './places.js'
import { generalizePath, listPlaces } from './places.js'
import type { Model } from './model.js'
import { compareReleaseNumbers } from './release.js'
import { selectTexts } from './texts.js'
import { formatConsequence, toPhase, formatBounds, quoteText } from './messages.js'

/** The description of a key, as shown by hovers, `explain` and the reference page. */
export type Description = {
  /**
   * The path of the key, with `[]` for list entries, or `[binding=edge]` if the keys of an entry depend on its binding.
   */
  path: string
  /** What the key is for. */
  text: string
  /** The type in words, such as `duration` or `list of strings`. */
  type: string
  /** The unit of a number, such as `bytes/s` or `links`. */
  unit?: string
  /** The value that the router uses if the key is missing. */
  default?: Json
  /** The bounds in words, such as `between 2 and 10000`. */
  bounds?: string
  /** The allowed values, without the empty string; absent if the key has no list of allowed values. */
  values?: readonly string[]
  /** Sample values to start from. */
  examples?: readonly Json[]
  /** Whether the router needs the key. */
  required: boolean
  /** Whether the release reads the key. */
  read: boolean
  /** Releases that read the key, as ranges like `>=1.6.3`; absent if all do, empty if none does. */
  releases?: readonly string[]
  /** Whether the key should no longer be used: deprecated, or obsolete if `read` is false. */
  deprecated: boolean
  /** Path of the key to use instead. */
  replacedBy?: string
  /** What the router does if the key is missing or invalid; harmless outcomes are omitted. */
  outcomes: Partial<Record<ValueFailure, string>>
  /** The effect of a value that is allowed but too small to be useful. */
  doubtful?: string
  /** What changed up to this release. */
  changes: readonly Change[]
  /** What changed in later releases. */
  later: readonly Change[]
  /** Where the source code of the router reads the key. */
  source?: string
}

/** The words for a type in descriptions, by the name of its format; other formats keep their names. */
const typeNames: Readonly<Record<string, string>> = {
  'duration-text': 'duration',
  'duration-or-milliseconds': 'duration or milliseconds',
  flag: 'boolean',
  'non-empty': 'string',
  'filled-path': 'path',
  text: 'string',
  'tunnel-mode': 'string',
  word: 'string',
  'trimmed-word': 'string',
  float: 'number with a decimal point',
  'truncated-float': 'number with a decimal point',
  'whole-or-ignored': 'integer',
  whole: 'integer',
  'listen-address': 'address',
  'edge-address': 'address',
  'udp-address': 'address',
  'link-advertise': 'address',
  'edge-advertise': 'HOST:PORT',
  'host-port': 'HOST:PORT',
  'host-port-or-empty': 'HOST:PORT',
  'listen-host-port': 'HOST:PORT',
  ip: 'IP address',
  uri: 'URI',
  cidr: 'CIDR',
}

export function formatType(key: SchemaNode): string {
  if (key.isUnchecked) return 'anything'
  if (key.acceptsSingleItem) return 'string or list of strings'
  if (key.kinds.has('map')) return 'map'
  if (key.kinds.has('list'))
    return `list of ${key.item ? pluralize(formatType(key.item)) : 'anything'}`
  const name = key.format?.name ?? 'string'
  return typeNames[name] ?? name.replaceAll('-', ' ')
}

const pluralize = (type: string): string =>
  type === 'anything' || type.startsWith('string or ')
    ? type
    : type.endsWith('s')
      ? `${type}es`
      : `${type}s`

const harmlessOutcomes: readonly Outcome[] = ['accepts']

function describeOutcomes({ key, required }: SchemaPlace): Description['outcomes'] {
  const { keyFacts, outcome, bounds, words, kinds, isUnchecked, phase = 'load' } = key
  const applies: Record<ValueFailure, boolean> = {
    missing: required,
    null: !key.nullable && !isUnchecked,
    type: !isUnchecked,
    format:
      key.format !== undefined &&
      !kinds.has('bool') &&
      !['text', 'integer', 'number', 'float'].includes(key.format.name),
    range: bounds !== undefined || (words?.length ?? 0) > 0,
    above: outcome.above !== outcome.range || key.effects.above !== key.effects.range,
  }
  const fallback = keyFacts['x-instead'] ?? keyFacts.default
  const clampEffect = `the router clamps it to ${formatList(keyFacts['x-clamps-to']?.map(quoteText) ?? ['the nearest limit'], 'or')}`
  const entries = failures
    .filter((failure) => applies[failure] && !harmlessOutcomes.includes(outcome[failure]))
    .map((failure): [ValueFailure, string] => [
      failure,
      formatConsequence(
        outcome[failure],
        toPhase(key, phase, failure),
        failure === 'missing' ? undefined : fallback,
        key.effects[failure] ?? (outcome[failure] === 'clamps' ? clampEffect : undefined),
      ),
    ])
  return Object.fromEntries(entries)
}

/** Describes one key; `texts` are the texts for the release, from `selectTexts`. */
export function describePlace(place: SchemaPlace, texts: readonly Texts[]): Description {
  const { path, key, required } = place
  const { keyFacts, index } = key
  const { description = '', examples, changes = [], later = [], comment } = texts[index] ?? {}
  const values = keyFacts.enum?.map(String).filter((value) => value !== '')
  const bounds = key.bounds && !keyFacts.enum ? formatBounds(key, (text) => text) : undefined
  return {
    path,
    text: description,
    type: formatType(key),
    ...(keyFacts['x-unit'] && { unit: keyFacts['x-unit'] }),
    ...(keyFacts.default !== undefined && { default: keyFacts.default }),
    ...(bounds && { bounds }),
    ...(values?.length && { values }),
    ...(examples && { examples }),
    required,
    read: key.isRead,
    ...(key.readIn && { releases: key.readIn }),
    deprecated: key.deprecated,
    ...(key.replacedBy && { replacedBy: key.replacedBy }),
    outcomes: describeOutcomes(place),
    ...(key.doubtful && { doubtful: key.doubtful.effect }),
    changes,
    later,
    ...(comment && { source: comment }),
  }
}

/**
 * Describes the keys that a path matches: the key at the exact path; or else keys whose paths differ only in list
 * indexes and bindings; or else keys whose paths end with `name`.
 */
export function describeKeys(
  { schema, release }: Model,
  name: string,
  texts: readonly Texts[],
): Description[] {
  const places = listPlaces(schema)
  const exactMatches = places.filter(({ path }) => path === name)
  const matches =
    exactMatches.length > 0
      ? exactMatches
      : (findSimilarPlaces(places, generalizePath, name) ??
        findSimilarPlaces(places, withoutIndexes, name) ??
        [])
  const matchingPlaces =
    matches.length > 0 ? matches : places.filter(({ path }) => path.endsWith(`.${name}`))
  const releaseTexts = selectTexts(texts, release)
  return matchingPlaces.map((place) => describePlace(place, releaseTexts))
}

/** A path without indexes and bindings. */
const withoutIndexes = (path: string): string => path.replaceAll(/\[[^[\]]*\]/g, '')

function findSimilarPlaces(
  places: readonly SchemaPlace[],
  simplify: (path: string) => string,
  wantedPath: string,
): readonly SchemaPlace[] | undefined {
  const similarPlaces = places.filter(({ path }) => simplify(path) === simplify(wantedPath))
  return similarPlaces.length > 0 ? similarPlaces : undefined
}

const conditionNames: Readonly<Record<ValueFailure, string>> = {
  missing: 'missing',
  null: 'empty',
  type: 'of the wrong type',
  format: 'malformed',
  range: 'out of range',
  above: 'too large',
}

export const formatJsonValue = (value: Json): string =>
  typeof value === 'string' ? value || '""' : JSON.stringify(value)

/**
 * A fact about a key, with a name. `code` marks facts that are literal text in files. For the effect of a wrong value,
 * `condition` is the case, such as "empty".
 */
export type KeyFact = { name: string; text: string; code?: true; condition?: string }

/** Joins conditions into the name of a fact, such as "if empty, malformed or too large". */
export const formatCondition = (conditions: readonly string[]): string =>
  `if ${[conditions.slice(0, -1).join(', '), conditions.at(-1)].filter(Boolean).join(' or ')}`

const fileTypes: ReadonlySet<string> = new Set(['path', 'certificate', 'key'])

/** The facts about a key, the most frequently needed first. */
export function listFacts({
  type,
  unit,
  required,
  default: defaultValue,
  bounds,
  values,
  examples,
  releases,
  replacedBy,
  outcomes,
  doubtful,
  source,
}: Description): KeyFact[] {
  const rows: (Omit<KeyFact, 'text'> & { text: string | false | undefined })[] = [
    {
      name: 'type',
      text: [type, unit && `in ${unit}`, required && 'required'].filter(Boolean).join(', '),
    },
    {
      name: 'relative',
      text:
        fileTypes.has(type) &&
        'a relative path counts from the working directory of the router, not from the directory of this file',
    },
    {
      name: 'default',
      text: defaultValue === undefined ? undefined : formatJsonValue(defaultValue),
      code: true,
    },
    { name: 'bounds', text: bounds },
    { name: 'values', text: values?.join(', ') },
    { name: 'example', text: examples?.map(formatJsonValue).join(', ') },
    {
      name: 'read by',
      text:
        releases && (releases.length === 0 ? 'no release' : `releases ${releases.join(' or ')}`),
    },
    { name: 'instead', text: replacedBy, code: true },
    ...[
      ...failures.map((failure) => [conditionNames[failure], outcomes[failure]] as const),
      ['too small', doubtful] as const,
    ].map(([condition, text]) => ({ name: formatCondition([condition]), text, condition })),
    { name: 'source', text: source, code: true },
  ]
  return rows.flatMap(({ text, ...row }) => (text ? [{ ...row, text }] : []))
}

export const sortHistory = (changes: readonly Change[]): Change[] =>
  changes.toSorted(compareChanges)

export const formatHistory = (changes: readonly Change[]): string[] => [
  ...new Set(
    sortHistory(changes).map(
      ({ in: ranges, what, effect }) => `${ranges.join(' or ')}: ${what} ${effect}`,
    ),
  ),
]

const compareChanges = (left: Change, right: Change): number =>
  compareReleaseNumbers(getFirstRelease(left), getFirstRelease(right))

/**
 * The first release of the first range: `1.6.3` for `>=1.6.3 <2.0.0`. Empty for a range without a lower bound, so that
 * its change sorts first.
 */
const getFirstRelease = ({ in: [range = ''] }: Change): string =>
  /(?:^|[^<\d.])(\d+(?:\.\d+)*(?:-pre\d+)?)/.exec(range)?.[1] ?? ''
