import type { JSONSchema } from 'json-schema-to-typescript'
import { compile } from 'json-schema-to-typescript'
import type { Json } from '../../src/schema/key.js'
import type { Bundle } from './bundle.js'
import { resolve } from './flatten.js'
import type { Written } from './written.js'

/** How a type differs from the schema: which keys it has, which of them are always there, and what their values are. */
type Projection = {
  keeps: (source: Written) => boolean
  requires: (source: Written, required: boolean) => boolean
  typeOf: (source: Written) => Partial<JSONSchema>
}

/** JSON has no number for what is none. */
const float =
  "\n\n/** A number with a fraction. Those that are none come as the text that Go prints. */\nexport type Float = number | 'NaN' | '+Inf' | '-Inf'"

const isDead = (source: Written): boolean => source['x-read-in']?.length === 0

/** The file as people write it: every key that some release reads, all optional but the required ones. */
const written: Projection = {
  keeps: () => true,
  requires: (_, required) => required,
  typeOf: (source) => (source.format === 'duration-text' ? { type: 'string' } : {}),
}

/** The file as the router uses it: defaults filled in, durations in milliseconds, one place for what may stand in two. */
const loaded: Projection = {
  keeps: (source) =>
    !isDead(source) &&
    !source['x-same-as'] &&
    !source['x-read-in']?.every((range) => range.startsWith('<')),
  requires: (source, required) => required || source.default !== undefined,
  typeOf: (source) => {
    if (source.format?.startsWith('duration')) return { type: 'number' }
    if (source.type === 'number' && source.format !== 'truncated-float') return { tsType: 'Float' }
    if (source.format === 'flag') return { type: 'boolean' }
    if (source.format === 'one-or-many') return { type: 'array', items: { type: 'string' } }
    return {}
  },
}

function project(bundle: Bundle, source: Written, by: Projection): JSONSchema {
  const { allOf, oneOf, properties, items, required = [], description, deprecated } = source
  const children = Object.entries(properties ?? {}).filter(([, child]) =>
    by.keeps(resolve(bundle, child)),
  )
  const own = typeFor(source, by)
  return {
    ...(description && { description: deprecated ? `${description}\n\n@deprecated` : description }),
    ...own,
    ...(source.const !== undefined && { const: source.const }),
    ...(source.enum && own.type !== 'number' && { enum: words(source.enum) }),
    ...(allOf && !('type' in own && source.format) && { allOf: [...allOf] }),
    ...(oneOf ? { oneOf: oneOf.map((item) => project(bundle, item, by)) } : {}),
    ...(properties &&
      !oneOf && {
        properties: Object.fromEntries(
          children.map(([name, child]) => [name, project(bundle, child, by)]),
        ),
        required: children
          .filter(([name, child]) => by.requires(resolve(bundle, child), required.includes(name)))
          .map(([name]) => name),
        additionalProperties: false,
      }),
    ...(items && own.type !== 'string' && !own.items && { items: project(bundle, items, by) }),
  }
}

const words = (values: readonly Json[]): (string | number)[] =>
  values.filter(
    (value): value is string | number =>
      typeof value === 'number' || (typeof value === 'string' && value !== ''),
  )

function typeFor(source: Written, by: Projection): Partial<JSONSchema> {
  const types = [source.type ?? []].flat().filter((type) => type !== 'null')
  const [only] = types
  const type =
    types.length > 1
      ? { type: [...types] as JSONSchema['type'] }
      : only
        ? { type: only as 'string' }
        : {}
  return source.oneOf ? {} : ({ ...type, ...by.typeOf(source) } as Partial<JSONSchema>)
}

async function emit(bundle: Bundle, name: string, by: Projection, banner: string): Promise<string> {
  const definitions = Object.entries(bundle.$defs).map(([key, source]) => [
    key,
    project(bundle, source, by),
  ])
  const schema = {
    ...project(bundle, bundle, by),
    title: name,
    $defs: Object.fromEntries(definitions),
  }
  return compile(schema, name, {
    additionalProperties: false,
    bannerComment: banner + (by === loaded ? float : ''),
    style: { semi: false, singleQuote: true, printWidth: 120 },
    unreachableDefinitions: false,
  })
}

export const documentTypes = (bundle: Bundle, banner: string): Promise<string> =>
  emit(bundle, 'RouterFile', written, banner)

export const configTypes = (bundle: Bundle, banner: string): Promise<string> =>
  emit(bundle, 'RouterConfig', loaded, banner)
