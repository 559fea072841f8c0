import type { Json, Key, Texts } from './key.js'
import type { Model } from './router.js'
import { textsFor } from './texts.js'

type Schema = { [name: string]: Json }

const durationPattern = '^[-+]?(0|((\\d+(\\.\\d*)?|\\.\\d+)(ns|us|µs|μs|ms|s|m|h))+)$'

/** Patterns of texts, as far as a regular expression can say it. */
const patterns: Readonly<Record<string, string>> = {
  duration: durationPattern,
  'edge-advertise': '^[^:\\[\\]]+:\\d+$',
  'udp-address': '^(udp|udp4|udp6|unixgram):',
  'host-port': '^(\\[[^\\[\\]]+\\]|[^:\\[\\]]+):\\d+$',
  'host-port-or-empty': '^((\\[[^\\[\\]]+\\]|[^:\\[\\]]+):\\d+)?$',
  'tunnel-mode': '^(tproxy|host|proxy|tproxy:.*)$',
  'non-empty': '.',
}

/** JSON types of a scalar as people write it, by the name of its format. */
const types: Readonly<Record<string, Json>> = {
  boolean: 'boolean',
  flag: 'boolean',
  integer: 'integer',
  whole: 'integer',
  'whole-or-ignored': 'integer',
  float: 'number',
  'truncated-float': 'number',
  number: 'number',
  'duration-or-milliseconds': ['string', 'integer'],
}

/** A variable makes any text possible. */
const orVariable = (pattern: string): string => `${pattern}|\\$`

const addressPattern = (schemes: readonly string[]): string => `^(${schemes.join('|')}):.*:\\d+$`

function scalar({ source, format, words, bounds, nullable }: Key): Schema {
  const name = format?.name ?? 'text'
  const type = types[name] ?? 'string'
  const pattern =
    name.includes('address') && source['x-schemes']
      ? addressPattern(source['x-schemes'])
      : patterns[name.startsWith('duration') ? 'duration' : name]
  const limits = type === 'string' ? undefined : bounds
  const fixed =
    words?.length && name !== 'tunnel-mode' ? { enum: words.filter((word) => word !== '') } : {}
  const numbers = source.enum?.filter((value) => typeof value === 'number') ?? []
  return {
    type: nullable ? [type, 'null'].flat() : type,
    ...(pattern && !words?.length && { pattern: orVariable(pattern) }),
    ...(limits &&
      Number.isFinite(limits.least) && {
        [limits.open ? 'exclusiveMinimum' : 'minimum']: limits.least,
      }),
    ...(limits &&
      Number.isFinite(limits.most) && {
        [limits.open ? 'exclusiveMaximum' : 'maximum']: limits.most,
      }),
    ...fixed,
    ...(numbers.length > 0 && { enum: numbers }),
  }
}

function annotations({ source, index }: Key, texts: readonly Texts[]): Schema {
  const { deprecated } = source
  const { description, examples } = texts[index] ?? {}
  const unit = source['x-unit'] ? ` In ${source['x-unit']}.` : ''
  return {
    ...(description && { description: description + unit }),
    ...(source.default !== undefined && { default: source.default }),
    ...(examples && { examples }),
    ...(deprecated && { deprecated: true }),
  }
}

/** Maps that have a definition of their own, with the names of those that have one already. */
type Definitions = { texts: readonly Texts[]; names: Map<number, string>; all: Schema }

const publishKey = (definitions: Definitions, key: Key, name: string): Schema => ({
  ...annotations(key, definitions.texts),
  ...shapeOf(definitions, key, name),
})

function shapeOf(definitions: Definitions, key: Key, name: string): Schema {
  if (key.any) return {}
  if (key.bindings) {
    const variants = key.bindings.map((binding) =>
      mapOf(definitions, key.variant(binding) ?? key, { binding: { const: binding } }),
    )
    return {
      type: 'object',
      required: ['binding'],
      properties: { binding: scalar(key.child('binding') ?? key) },
      oneOf: variants,
    }
  }
  if (key.alone)
    return { oneOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] }
  if (key.kinds.has('map')) return referTo(definitions, key, name)
  if (!key.kinds.has('list')) return scalar(key)
  return {
    type: key.nullable ? ['array', 'null'] : 'array',
    ...(key.item && { items: publishKey(definitions, key.item, name) }),
  }
}

function referTo(definitions: Definitions, key: Key, name: string): Schema {
  const { names, all } = definitions
  const known = names.get(key.index)
  if (known) return { $ref: `#/$defs/${known}` }
  const unique = name in all ? `${name}-${Object.keys(all).length}` : name
  names.set(key.index, unique)
  all[unique] = {}
  all[unique] = mapOf(definitions, key, {})
  return { $ref: `#/$defs/${unique}` }
}

function mapOf(definitions: Definitions, key: Key, extra: Schema): Schema {
  const properties: Schema = {}
  for (const name of key.names) {
    const child = key.child(name)
    if (child?.read) properties[name] = publishKey(definitions, child, name)
  }
  const required = key.required.filter((name) => key.child(name)?.read)
  return {
    type: key.nullable ? ['object', 'null'] : 'object',
    properties: { ...properties, ...extra },
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

/** The JSON Schema (draft 2020-12) of the file for one release: strict, so that any editor reports unknown keys. */
export function publish({ release, schema }: Model, texts: readonly Texts[]): Schema {
  const definitions: Definitions = { texts: textsFor(texts, release), names: new Map(), all: {} }
  const root = mapOf(definitions, schema, {})
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: `Router configuration, file version 3, release ${release}`,
    ...root,
    $defs: definitions.all,
  }
}
