import type { JSONSchema } from 'json-schema-to-typescript'
import { isJsonMap, toJsonMap } from '../../src/document/record.js'
import type { Json } from '../../src/document/record.js'
import type { SchemaNode } from '../../src/schema/key.js'
import type { Bundle, WrittenKey } from './router-schema.js'
import { resolveKey } from './router-schema.js'
import { emitTypes } from './types.js'

/** Types that JSON Schema cannot express. */
const special = `

/** A number with a fraction. Those that are none come as the text that Go prints. */
export type Float = number | 'NaN' | '+Inf' | '-Inf'

/** A text with a variable whose content is not known. */
export type WithVariable = \`\${string}$\${string}\``

/** A key in every release that reads it; the default release is first, if it reads the key. */
type Views = readonly SchemaNode[]

/** All keys that refer to a definition: definitions are shared, and their types must fit every use. */
type Uses = Map<string, Set<SchemaNode>>

const getDefinitionName = ({ allOf }: WrittenKey): string | undefined =>
  allOf?.[0]?.$ref.slice('#/$defs/'.length)

/** The views of a key in a map with properties, one for each release that reads and loads it. */
const childViews = (views: Views, name: string): Views =>
  views.flatMap((view) => {
    const child = view.child(name)
    return child?.isRead && !child.isUnchecked ? [child] : []
  })

const itemViews = (views: Views): Views => views.flatMap((view) => view.item ?? [])

const variantViews = (views: Views, binding: string): Views =>
  views.flatMap((view) => view.variant(binding) ?? [])

/** Whether a value is stored under another name, so never under its own. */
const isMoved = (child: SchemaNode): boolean => child.sameAs !== undefined

/** Whether a release loads something under a name: the key itself, or another key that is stored there. */
const isLoaded = (view: SchemaNode, name: string): boolean => {
  const child = view.child(name)
  return (
    (child !== undefined && child.isRead && !child.isUnchecked && !isMoved(child)) ||
    view.names.some((other) => {
      const moved = view.child(other)
      return moved?.isRead === true && moved.sameAs === `.${name}`
    })
  )
}

/** Whether every map of a release has a value under a name. A value that is only required later may be missing. */
function isAlways(view: SchemaNode, name: string): boolean {
  const child = view.child(name)
  return (
    name in view.defaultValue() ||
    (view.required.includes(name) &&
      isLoaded(view, name) &&
      child?.condition === undefined &&
      view.phase !== 'later' &&
      child?.phase !== 'later')
  )
}

/**
 * Whether a loaded value may be a string that is not among the allowed words: another spelling of one of them, or a
 * value that the router accepts all the same.
 */
const isOpen = ({ format, outcome }: SchemaNode): boolean =>
  format?.normalize !== undefined || !['refuses', 'crashes', 'ignores'].includes(outcome.range)

/**
 * Formats the allowed words of a key as a type. If the router compares them loosely, other spellings are loaded as
 * written.
 */
function formatWords(key: SchemaNode): string {
  const { words = [], format } = key
  if (format?.name === 'tunnel-mode')
    return [...words.map((word) => `'${word}'`), '`tproxy:${string}`'].join(' | ')
  return words.length === 0 || isOpen(key)
    ? 'string'
    : [
        ...words.map((word) => `'${word}'`),
        ...(key.absentValue() === undefined ? ['WithVariable'] : []),
      ].join(' | ')
}

/** Returns the type of a loaded scalar. */
function scalarType(key: SchemaNode): string {
  if (key.acceptsSingleItem) return 'string[]'
  const name = key.format?.name ?? 'text'
  if (name === 'boolean' || name === 'flag') return 'boolean'
  if (name === 'float' || name === 'number') return 'Float'
  if (name.startsWith('duration') || name === 'truncated-float' || name.startsWith('whole'))
    return 'number'
  if (name === 'integer')
    return key.keyFacts.enum?.length ? key.keyFacts.enum.map(String).join(' | ') : 'number'
  return formatWords(key)
}

const unique = (types: readonly string[]): string => [...new Set(types)].join(' | ')

/** A key with the map that contains it. */
type Place = { key: SchemaNode; above: SchemaNode | undefined; name: string }

/** Formats the unit, default, bounds and releases of a key: "In ms; default 5000; at least 30, at most 60000." */
function formatFacts({ key, above, name }: Place): string {
  const isTime = key.format?.name.startsWith('duration') === true
  const unit = isTime ? 'ms' : key.keyFacts['x-unit']
  const facts = [
    unit ? `in ${unit}` : '',
    formatDefault(key.absentValue(), toJsonMap(above?.absentValue())[name]),
    formatBounds(key),
    key.readIn && above?.child(name)?.isRead !== true
      ? `only in releases ${key.readIn.join(' or ')}`
      : '',
  ].filter((text) => text !== '')
  const text = facts.join('; ')
  return text === '' ? '' : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`
}

/** Formats the default for an absent key, and the one for an absent section if it differs. */
function formatDefault(own: Json | undefined, ofSection: Json | undefined): string {
  if (own !== undefined && isJsonMap(own)) return ''
  if (ofSection === undefined || JSON.stringify(ofSection) === JSON.stringify(own))
    return own === undefined ? '' : `default ${JSON.stringify(own)}`
  return own === undefined
    ? `without the section ${JSON.stringify(ofSection)}`
    : `default ${JSON.stringify(own)}, without the section ${JSON.stringify(ofSection)}`
}

function formatBounds({ bounds }: SchemaNode): string {
  if (!bounds || bounds.min === bounds.max) return ''
  const { min, max, isExclusive } = bounds
  const nanosecond = 1e-6
  return [
    min === -Infinity
      ? ''
      : min === nanosecond
        ? 'more than 0'
        : `${isExclusive ? 'more than' : 'at least'} ${min}`,
    max === Infinity ? '' : `${isExclusive ? 'less than' : 'at most'} ${max}`,
  ]
    .filter((text) => text !== '')
    .join(', ')
}

/** Walks all keys and collects the views of each definition. */
function gather(bundle: Bundle, source: WrittenKey, views: Views, uses: Uses): void {
  if (views.length === 0) return
  const name = getDefinitionName(source)
  const base = name === undefined ? undefined : bundle.$defs[name]
  if (name !== undefined && base) {
    const known = uses.get(name) ?? new Set()
    const fresh = views.filter((view) => !known.has(view))
    uses.set(name, new Set([...known, ...fresh]))
    gather(bundle, base, fresh, uses)
  }
  for (const [key, child] of Object.entries(source.properties ?? {}))
    gather(bundle, child, childViews(views, key), uses)
  for (const variant of source.oneOf ?? [])
    gather(bundle, variant, variantViews(views, getBinding(variant)), uses)
  if (source.items) gather(bundle, source.items, itemViews(views), uses)
}

const getBinding = ({ properties }: WrittenKey): string => properties?.['binding']?.const ?? ''

/** Returns the type of a key's loaded value, with documentation. */
function project(
  bundle: Bundle,
  source: WrittenKey,
  views: Views,
  place?: Omit<Place, 'key'>,
): JSONSchema {
  const { description: text, deprecated } = resolveKey(bundle, source)
  const [first] = views
  const lines = [
    text,
    first && place && !isStructure(first) ? formatFacts({ ...place, key: first }) : '',
    deprecated ? '@deprecated' : '',
  ].filter((line) => line)
  return {
    ...(lines.length > 0 && { description: lines.join('\n\n') }),
    ...createShape(bundle, source, views),
  }
}

const isStructure = ({ kinds, acceptsSingleItem }: SchemaNode): boolean =>
  !acceptsSingleItem && (kinds.has('map') || kinds.has('list'))

function createShape(bundle: Bundle, source: WrittenKey, views: Views): JSONSchema {
  const name = getDefinitionName(source)
  const { oneOf, items, properties } = source
  if (!views.every(isStructure)) {
    const own = unique(views.map(scalarType))
    const base = name === undefined ? undefined : bundle.$defs[name]
    return name !== undefined && base && !source.format && !source.enum
      ? { allOf: [{ $ref: `#/$defs/${name}` }] }
      : { tsType: own }
  }
  if (oneOf) {
    const variants = oneOf.map((variant): JSONSchema => {
      const binding = getBinding(variant)
      return createMap(bundle, variant.properties ?? {}, variantViews(views, binding), binding)
    })
    return { oneOf: [...variants, otherEntry(bundle, source, views, variants)] }
  }
  if (items) return { type: 'array', items: project(bundle, items, itemViews(views)) }
  return {
    ...(name !== undefined && { allOf: [{ $ref: `#/$defs/${name}` }] }),
    ...((properties ?? name === undefined) && createMap(bundle, properties ?? {}, views)),
  }
}

/**
 * Returns the type of a loaded entry whose binding is unknown or absent. Keys that only entries with a known binding
 * have are never loaded, so their type is `undefined`.
 */
function otherEntry(
  bundle: Bundle,
  { properties = {} }: WrittenKey,
  views: Views,
  variants: readonly JSONSchema[],
): JSONSchema {
  const names = new Set(variants.flatMap(({ properties }) => Object.keys(properties ?? {})))
  const without = [...names].map((name): [string, JSONSchema] => [
    name,
    { tsType: 'undefined', description: 'Not loaded with such a binding.' },
  ])
  const own = createMap(bundle, properties, views)
  return {
    ...own,
    properties: {
      ...Object.fromEntries(without),
      ...own.properties,
      binding: {
        description: 'A binding that no code of the router uses, or that is not known.',
        tsType: childViews(views, 'binding').some(isOpen) ? 'string' : 'WithVariable',
      },
    },
    required: [],
  }
}

function createMap(
  bundle: Bundle,
  properties: Readonly<Record<string, WrittenKey>>,
  views: Views,
  binding?: string,
): JSONSchema {
  const loaded = Object.entries(properties).filter(([name]) =>
    views.some((view) => isLoaded(view, name)),
  )
  return {
    type: 'object',
    properties: Object.fromEntries(
      loaded.map(([name, child]) => [
        name,
        name === 'binding' && binding !== undefined
          ? { ...project(bundle, child, []), tsType: `'${binding}'` }
          : project(bundle, child, loadedViews(views, name), { above: views[0], name }),
      ]),
    ),
    required: loaded
      .filter(([name]) => views.every((view) => isAlways(view, name)))
      .map(([name]) => name),
    additionalProperties: false,
  }
}

/**
 * The views of a key in the releases that read and load it. If there are none, because another key is loaded under this
 * name, the views of the key in all releases that have it.
 */
const loadedViews = (views: Views, name: string): Views => {
  const own = childViews(views, name)
  return own.length > 0 ? own : views.flatMap((view) => view.child(name) ?? [])
}

/**
 * Generates the types of the loaded file, for all releases together: keys that only some releases have are optional.
 */
export function createConfigTypes(bundle: Bundle, models: Views, banner: string): Promise<string> {
  const uses: Uses = new Map()
  gather(bundle, bundle, models, uses)
  const definitions = [...uses].map(([name, views]): [string, JSONSchema] => [
    name,
    project(bundle, bundle.$defs[name] ?? {}, [...views]),
  ])
  return emitTypes(
    { ...project(bundle, bundle, models), $defs: Object.fromEntries(definitions) },
    'RouterConfig',
    banner + special,
  )
}
