import type { Change, Failure, Json, Key, Outcome, Texts } from './key.js'
import { failures } from './key.js'
import type { Place } from './places.js'
import { general, placesOf } from './places.js'
import type { Model } from './router.js'
import { textsFor } from './texts.js'
import { consequence, rangeOf } from './words.js'

/** A key as people read about it: what hover, `explain` and the reference page show. */
export type Description = {
  /** Written with `[]` for entries of lists and `[binding=edge]` where they differ by binding. */
  path: string
  text: string
  /** For example 'integer', 'duration', 'address', 'map', 'list of text'. */
  type: string
  unit?: string
  default?: Json
  /** For example 'from 2 to 10000'. */
  bounds?: string
  values?: readonly string[]
  examples?: readonly Json[]
  required: boolean
  /** False where the release does not read the key. */
  read: boolean
  /** Releases that read the key, as ranges like '>=1.6.3'; absent where all do. */
  releases?: readonly string[]
  deprecated: boolean
  replacedBy?: string
  /** What the router does when the key is missing or wrong; what is harmless is left out. */
  outcomes: Partial<Record<Failure, string>>
  /** What changed up to the release. */
  changes: readonly Change[]
  /** What changed in later releases. */
  later: readonly Change[]
  source?: string
}

/** Names of formats for people, where the name of the format is finer than they need. */
const typeNames: Readonly<Record<string, string>> = {
  'duration-text': 'duration',
  'duration-or-milliseconds': 'duration or milliseconds',
  flag: 'boolean',
  'non-empty': 'text',
  word: 'text',
  'trimmed-word': 'text',
  float: 'number with a decimal point',
  'truncated-float': 'number with a decimal point',
  'whole-or-ignored': 'integer',
  whole: 'integer',
  'listen-address': 'address',
  'edge-address': 'address',
  'udp-address': 'address',
  'link-advertise': 'address',
  'edge-advertise': 'host:port',
  'host-port': 'host:port',
  'host-port-or-empty': 'host:port',
  'listen-host-port': 'host:port',
  ip: 'IP address',
  uri: 'URI',
  cidr: 'CIDR',
}

/** The type of a key in words. */
export function typeOf(key: Key): string {
  if (key.any) return 'anything'
  if (key.alone) return 'text or list of text'
  if (key.kinds.has('map')) return 'map'
  if (key.kinds.has('list')) return `list of ${key.item ? plural(typeOf(key.item)) : 'anything'}`
  const name = key.format?.name ?? 'text'
  return typeNames[name] ?? name.replaceAll('-', ' ')
}

const plural = (type: string): string =>
  /^(text|anything)|text$/.test(type) ? type : type.endsWith('s') ? `${type}es` : `${type}s`

const harmless: readonly Outcome[] = ['accepts']

function outcomesOf({ key, required }: Place): Description['outcomes'] {
  const { source, outcome, bounds, words, kinds, any, phase = 'load' } = key
  const applies: Record<Failure, boolean> = {
    missing: required,
    null: !key.nullable && !any,
    type: !any,
    format:
      key.format !== undefined &&
      !kinds.has('bool') &&
      !['text', 'integer', 'number', 'float'].includes(key.format.name),
    range: bounds !== undefined || (words?.length ?? 0) > 0,
  }
  const instead = source['x-instead'] ?? source.default
  const entries = failures
    .filter((failure) => applies[failure] && !harmless.includes(outcome[failure]))
    .map((failure) => [
      failure,
      consequence(outcome[failure], phase, failure === 'missing' ? undefined : instead),
    ])
  return Object.fromEntries(entries)
}

/** What is known of one key; the texts are those for the release. */
export function describePlace(place: Place, texts: readonly Texts[]): Description {
  const { path, key, required } = place
  const { source, index } = key
  const { description = '', examples, changes = [], later = [], comment } = texts[index] ?? {}
  const values = source.enum?.map(String).filter((value) => value !== '')
  const bounds = key.bounds && !source.enum ? rangeOf(key, (text) => text) : undefined
  return {
    path,
    text: description,
    type: typeOf(key),
    ...(source['x-unit'] && { unit: source['x-unit'] }),
    ...(source.default !== undefined && { default: source.default }),
    ...(bounds && { bounds }),
    ...(values?.length && { values }),
    ...(examples && { examples }),
    required,
    read: key.read,
    ...(key.readIn && { releases: key.readIn }),
    deprecated: key.deprecated,
    ...(key.replacedBy && { replacedBy: key.replacedBy }),
    outcomes: outcomesOf(place),
    changes,
    later,
    ...(comment && { source: comment }),
  }
}

/** The keys that a path or the bare name of a key stands for, as the release reads them. */
export function describeIn(
  { schema, release }: Model,
  wanted: string,
  texts: readonly Texts[],
): Description[] {
  const places = placesOf(schema)
  const exact = places.filter(({ path }) => path === wanted)
  const open =
    exact.length > 0 ? exact : places.filter(({ path }) => general(path) === general(wanted))
  const named =
    open.length > 0
      ? open
      : places.filter(({ path }) => path.endsWith(`.${wanted}`) || path === wanted)
  const own = textsFor(texts, release)
  return named.map((place) => describePlace(place, own))
}
