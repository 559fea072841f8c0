import { milliseconds } from '../formats/duration.js'
import type { Format } from '../formats/format.js'
import { formats } from '../formats/index.js'
import type { Bounds, Bundle, Change, Failure, Json, Key, Outcome, Source } from './key.js'
import { within } from './target.js'

/** Lays one source over another; null removes, outcomes and properties are joined name by name. */
function lay(base: Source, over: object): Source {
  const result: Record<string, unknown> = { ...base, ...over }
  for (const [name, value] of Object.entries(over)) {
    if (value === null) delete result[name]
    else if (name === 'x-outcome' || name === 'properties') result[name] = { ...base[name], ...value }
  }
  delete result['allOf']
  return result as Source
}

/** The source as it was in a release: of the changes that came later, the newest is taken back first. */
function asIn(release: string, source: Source): Source {
  const later = (change: Change): boolean => change.before !== undefined && !within(release, change.in)
  const changes = (source['x-history'] ?? []).filter(later).reverse()
  return changes.reduce((result, { before }) => lay(result, Object(before)), source)
}

const kindsOf: Readonly<Record<string, Key['kinds'] extends ReadonlySet<infer Kind> ? Kind : never>> = {
  object: 'map',
  array: 'list',
}

/** The format of a JSON type where the schema names none. */
const plain: Readonly<Record<string, string>> = { integer: 'integer', number: 'number', boolean: 'boolean', string: 'text' }

function outcomeOf(source: Source): Readonly<Record<Failure, Outcome>> {
  const given = source['x-outcome'] ?? {}
  const type = given.type ?? 'refuses'
  return { missing: 'refuses', null: type, type, format: 'refuses', range: 'refuses', ...given }
}

function boundsOf(source: Source, format: Format | undefined): Bounds | undefined {
  const time = format?.name.startsWith('duration') ?? false
  const limit = (text: string | undefined): number | undefined => (text === undefined ? undefined : milliseconds(text))
  const [only] = source.enum?.filter((value) => typeof value === 'number') ?? []
  const least = time ? limit(source['x-min']) : (only ?? source.minimum ?? source.exclusiveMinimum)
  const most = time ? limit(source['x-max']) : (only ?? source.maximum ?? source.exclusiveMaximum)
  if (least === undefined && most === undefined) return undefined
  const [low, high] = source['x-clamps-to'] ?? []
  return {
    least: least ?? -Infinity,
    most: most ?? Infinity,
    open: source.exclusiveMinimum !== undefined,
    clamp: [limit(low) ?? least ?? -Infinity, limit(high) ?? most ?? Infinity],
  }
}

/** A default as loaded: texts of durations become milliseconds. */
const loaded = (value: Json | undefined, format: Format | undefined): Json | undefined =>
  typeof value === 'string' && format?.name.startsWith('duration') ? milliseconds(value) : value

/** What is loaded without the key: its default, with the defaults of everything below. */
function absence(source: Source, key: Omit<Key, 'absent'>): Json | undefined {
  const given = source.default
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return loaded(given, key.format)
  const own = Object.entries(given).map(([name, value]) => [name, loaded(value, key.children.get(name)?.format) ?? null])
  return { ...key.filled, ...Object.fromEntries(own) }
}

/** The schema as the router of one release reads it. Sub-schemas used in several places are compiled once. */
export function compile(bundle: Bundle, release: string): Key {
  const shared = new Map<string, Source>()
  const flatten = (source: Source): Source => {
    const [reference] = source.allOf ?? []
    return asIn(release, reference ? lay(resolve(reference.$ref), source) : source)
  }
  const resolve = (reference: string): Source => {
    const known = shared.get(reference)
    if (known) return known
    const source = flatten(bundle.$defs[reference.slice('#/$defs/'.length)] ?? {})
    shared.set(reference, source)
    return source
  }
  const built = new Map<Source, Key>()
  const build = (raw: Source): Key => {
    const known = built.get(raw)
    if (known) return known
    const source = flatten(raw)
    const types = [source.type ?? []].flat()
    const scalar = types.find((type) => type in plain)
    const format = formats.get(source.format ?? plain[scalar ?? ''] ?? '') ?? (scalar ? formats.get('text') : undefined)
    const children = new Map(Object.entries(source.properties ?? {}).map(([name, child]) => [name, build(child)]))
    const key = {
      source,
      read: within(release, source['x-read-in'] ?? ['*']),
      kinds: new Set([...types.flatMap((type) => kindsOf[type] ?? []), ...(format?.accepts ?? [])]),
      nullable: types.includes('null'),
      any: types.length === 0 && !source.oneOf,
      format,
      alone: source.format === 'one-or-many' || source.format === 'texts',
      prints: source.format === 'texts',
      words: source.enum?.filter((word) => typeof word === 'string'),
      bounds: boundsOf(source, format),
      outcome: outcomeOf(source),
      required: source.required ?? [],
      children,
      item: source.items && build(source.items),
      variants: source.oneOf && variantsOf(source.oneOf, children, build),
      filled: filledOf(children),
    }
    const result = { ...key, absent: absence(source, key) }
    built.set(raw, result)
    return result
  }
  return build(bundle)
}

/** The alternatives by binding; what all have in common is read in each of them. */
function variantsOf(alternatives: readonly Source[], common: ReadonlyMap<string, Key>, build: (source: Source) => Key): ReadonlyMap<string, Key> {
  return new Map(
    alternatives.map((alternative) => {
      const key = build(alternative)
      const binding = common.get('binding')
      return [alternative.properties?.['binding']?.const ?? '', binding ? { ...key, children: new Map([...key.children, ['binding', binding]]) } : key]
    }),
  )
}

function filledOf(children: ReadonlyMap<string, Key>): Record<string, Json> {
  const filled: Record<string, Json> = {}
  for (const [name, child] of children) {
    if (!child.read || child.absent === undefined) continue
    const same = child.source['x-same-as']
    if (!same) filled[name] = child.absent
    else if (same.startsWith('.')) filled[same.slice(1)] = child.absent
  }
  return filled
}
