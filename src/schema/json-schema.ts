import type { Wrap } from '../formats/format.js'
import type { Json } from '../document/record.js'
import type { SchemaNode, Texts } from './key.js'
import { hasPoint } from './key.js'
import { anyCase, createPattern, variable } from './patterns.js'
import type { Model } from './model.js'
import { textsFor } from './texts.js'
import { formatBounds, formatExpectedType } from './messages.js'

/** A JSON Schema as plain data. */
export type JsonSchema = Record<string, Json>

/** The audience of a schema: validators, which only accept standard keywords, or editors, which know more. */
export type Form = 'validator' | 'editor'

/** Maps with a definition of their own, named after the first place that has one, so names stay stable. */
type Publication = {
  texts: readonly Texts[]
  form: Form
  names: Map<number, string>
  definitions: JsonSchema
}

/** The JSON Schema (draft 2020-12) of the file for one release: strict, so that any editor reports unknown keys. */
export function toJsonSchema(
  { release, schema }: Model,
  texts: readonly Texts[],
  form: Form,
): JsonSchema {
  const publication: Publication = {
    texts: textsFor(texts, release),
    form,
    names: new Map(),
    definitions: {},
  }
  const root = createMapSchema(publication, schema, '')
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:routerfile:schema:${release}`,
    title: `Router configuration, file version 3, release ${release}`,
    ...root,
    ...createRequestCondition(schema),
    $defs: publication.definitions,
  }
}

/** When a release needs the certificate request: always since 1.4, before that only if edge is enabled. */
function createRequestCondition(schema: SchemaNode): JsonSchema {
  const [root, old] = [schema.child('csr'), schema.child('edge')?.child('csr')]
  const isRead = (child: SchemaNode | undefined): boolean =>
    child?.read === true && child.phase !== 'enroll'
  const [inRoot, inEdge] = [isRead(root), isRead(old)]
  const hasOld = has('edge', has('csr'))
  const isOn = has('edge', { type: 'object' })
  const isAlways = root?.outcome.missing === 'refuses'
  if (inRoot && isAlways) return inEdge ? { if: { not: hasOld }, then: has('csr') } : has('csr')
  if (inRoot) return { if: { allOf: [isOn, { not: hasOld }] }, then: has('csr') }
  return inEdge ? { if: isOn, then: hasOld } : {}
}

/** A map that has a key; strict validators require every required key to be among the properties. */
const has = (name: string, value: Json = true): JsonSchema => ({
  type: 'object',
  properties: { [name]: value },
  required: [name],
})

function createKeySchema(publication: Publication, key: SchemaNode, path: string): JsonSchema {
  return {
    ...createAnnotations(publication, key),
    ...(publication.form === 'editor' ? listEditorWords(key) : {}),
    ...createShapeSchema(publication, key, path),
  }
}

/** A key that the release no longer reads: allowed, but not suggested. */
function createUnreadKey(
  { texts, form }: Publication,
  { index, replacedBy }: SchemaNode,
): JsonSchema {
  const { description = 'Ignored by this release.' } = texts[index] ?? {}
  const instead = replacedBy === undefined ? '' : ` Use ${replacedBy}.`
  return {
    description: description + instead,
    deprecated: true,
    ...(form === 'editor' && { doNotSuggest: true }),
  }
}

function createAnnotations({ texts, form }: Publication, key: SchemaNode): JsonSchema {
  const { source, index } = key
  const { description, examples } = texts[index] ?? {}
  const unit = source['x-unit'] ? ` In ${source['x-unit']}.` : ''
  const usual = source.default
  const isGiven = usual !== undefined && isSound(usual, key)
  // Editors insert the default if it is the only allowed value, and write the JSON number without its point.
  const isBare = form === 'editor' && hasPoint(key)
  return {
    ...(description && { description: description + unit }),
    ...(isGiven && !isBare && { default: usual }),
    ...(examples && !(form === 'editor' && isGiven) && { examples }),
    ...(source.deprecated && { deprecated: true }),
  }
}

/** Whether a default is valid when written. Some are not: the router checks only sections that the file has. */
function isSound(value: Json, key: SchemaNode): boolean {
  if (typeof value === 'number' && key.bounds && key.outcome.range !== 'accepts') {
    const { least, most, open } = key.bounds
    return open ? value > least && value < most : value >= least && value <= most
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return true
  return (
    key.required.every((name) => name in value) &&
    Object.entries(value).every(([name, item]) => {
      const child = key.child(name)
      return child?.read === true && isSound(item, child)
    })
  )
}

/** Keywords that editors understand in addition to the standard. */
function listEditorWords(key: SchemaNode): JsonSchema {
  const { deprecated, source } = key
  const usual = source.default
  return {
    ...((deprecated || source['x-not-suggested']) && { doNotSuggest: true }),
    ...(createPattern(key) !== undefined &&
      !key.words?.length && { patternErrorMessage: formatMessage(key) }),
    ...(hasPoint(key) &&
      typeof usual === 'number' && {
        defaultSnippets: [
          { label: withPoint(usual), description: 'Default value', body: `^${withPoint(usual)}` },
        ],
      }),
  }
}

const withPoint = (value: number): string =>
  Number.isInteger(value) ? value.toFixed(1) : String(value)

const formatMessage = (key: SchemaNode): string =>
  `Must be ${formatExpectedType(key)}${key.bounds ? `, ${formatBounds(key, (text) => text)}` : ''}.`

function createShapeSchema(publication: Publication, key: SchemaNode, path: string): JsonSchema {
  if (key.isUnchecked) return {}
  if (key.bindings) return createVariants(publication, key, path)
  if (key.acceptsSingleItem) return oneOrMany(key)
  if (key.kinds.has('map')) return createReference(publication, key, path)
  if (!key.kinds.has('list')) return createScalar(key)
  return {
    type: orNull(key, 'array'),
    ...(key.minItems > 0 && { minItems: key.minItems }),
    ...(key.item && { items: createKeySchema(publication, withoutDefault(key.item), path) }),
  }
}

/** A key without its default: for a list item, that would be the default of an empty item. */
const withoutDefault = (key: SchemaNode): SchemaNode => {
  const { default: _, ...source } = key.source
  return { ...key, source }
}

const orNull = ({ nullable }: SchemaNode, type: string): Json => (nullable ? [type, 'null'] : type)

const oneOrMany = (key: SchemaNode): JsonSchema => ({
  anyOf: [
    { type: 'string' },
    { type: 'array', items: key.prints ? true : { type: 'string' } },
    ...(key.nullable ? [{ type: 'null' }] : []),
  ],
})

/** A map whose keys depend on its binding: one schema for each binding, so that a mistake is reported once. */
function createVariants(publication: Publication, key: SchemaNode, path: string): JsonSchema {
  const bindings = key.bindings ?? []
  const binding = key.child('binding')
  const texts = publication.texts[binding?.index ?? -1]
  return {
    type: 'object',
    required: ['binding'],
    properties: {
      binding: {
        ...(texts?.description !== undefined && { description: texts.description }),
        ...createWords(bindings),
      },
    },
    allOf: bindings.map((name) => {
      const place = `${path}.${name}`
      const extra = { binding: { const: name } }
      publication.definitions[place] = createMapSchema(
        publication,
        key.variant(name) ?? key,
        place,
        extra,
      )
      return { if: has('binding', extra.binding), then: { $ref: `#/$defs/${place}` } }
    }),
    ...(publication.form === 'editor' && {
      defaultSnippets: bindings.map((name) => ({
        label: name,
        ...describe(publication.texts, key.variant(name)),
        body: createSnippet(publication.texts, key.variant(name) ?? key, { binding: name }),
      })),
    }),
  }
}

const describe = (texts: readonly Texts[], key: SchemaNode | undefined): JsonSchema => {
  const { description } = texts[key?.index ?? -1] ?? {}
  return description === undefined ? {} : { description }
}

/** The required keys of a map, with examples. */
function createSnippet(texts: readonly Texts[], key: SchemaNode, known: JsonSchema): JsonSchema {
  const rest = key.required.flatMap((name): [string, Json][] => {
    const child = key.child(name)
    if (!child?.read || name in known) return []
    if (child.kinds.has('map')) return [[name, createSnippet(texts, child, {})]]
    const { examples = [] } = texts[child.index] ?? {}
    const fits = new RegExp(createPattern(child) ?? '')
    return [[name, examples.find((example) => fits.test(formatExample(example))) ?? '']]
  })
  return { ...known, ...Object.fromEntries(rest) }
}

const formatExample = (example: Json): string =>
  typeof example === 'object' ? JSON.stringify(example) : String(example)

/**
 * Allowed words, or a string with a variable. Words that the router compares loosely are listed in their usual form.
 */
const createWords = (words: readonly string[], others: readonly string[] = []): JsonSchema => ({
  type: 'string',
  anyOf: [{ enum: [...words] }, { pattern: [...others, variable].join('|') }],
})

/** JSON types of a scalar as people write it, by format name. */
const jsonTypes: Readonly<Record<string, 'boolean' | 'integer' | 'number'>> = {
  boolean: 'boolean',
  flag: 'boolean',
  integer: 'integer',
  whole: 'integer',
  'whole-or-ignored': 'integer',
  float: 'number',
  'truncated-float': 'number',
  number: 'number',
}

function createScalar(key: SchemaNode): JsonSchema {
  const type = jsonTypes[key.format?.name ?? '']
  if (type === undefined) return createText(key)
  const numbers = key.source.enum?.filter((value) => typeof value === 'number') ?? []
  const typed = {
    type: orNull(key, type),
    ...(numbers.length > 0 ? { enum: numbers } : type === 'boolean' ? {} : createLimits(key)),
  }
  const others = [
    // A string that variables may make valid.
    ...(key.kinds.has('text') ? [{ type: 'string', pattern: variable }] : []),
    // A string that is ignored in favor of the value it represents.
    ...(key.outcome.type === 'ignores' && isScalar(key.source.default)
      ? [{ const: String(key.source.default) }]
      : []),
  ]
  return others.length > 0 ? { anyOf: [typed, ...others] } : typed
}

const isScalar = (value: Json | undefined): value is number | boolean =>
  typeof value === 'number' || typeof value === 'boolean'

/** The range of the width to which the router narrows a number; numbers outside it become another number. */
const widths: Readonly<Record<Wrap, readonly [least: number, most: number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  uint16: [0, 2 ** 16 - 1],
  seconds: [-9223372036, 9223372036],
  milliseconds: [-9223372036854, 9223372036854],
}

function createLimits(key: SchemaNode): JsonSchema {
  const { bounds, outcome, facts, kinds } = key
  const width = facts.wraps && widths[facts.wraps]
  const refused = outcome.range === 'accepts' ? undefined : bounds
  const isInteger = kinds.has('int')
  const least = Math.max(
    refused?.least ?? -Infinity,
    width?.[0] ?? (isInteger ? -(2 ** 63) : -Infinity),
  )
  const most = Math.min(refused?.most ?? Infinity, width?.[1] ?? (isInteger ? 2 ** 63 : Infinity))
  return {
    ...(Number.isFinite(least) && { [refused?.open ? 'exclusiveMinimum' : 'minimum']: least }),
    ...(Number.isFinite(most) && { [refused?.open ? 'exclusiveMaximum' : 'maximum']: most }),
  }
}

function createText(key: SchemaNode): JsonSchema {
  const { words = [], format, outcome } = key
  const name = format?.name ?? 'text'
  const pattern = createPattern(key)
  const text = { ...(pattern !== undefined && { pattern: `${pattern}|${variable}` }) }
  if (name === 'duration-or-milliseconds')
    return {
      anyOf: [
        { type: 'string', ...text },
        { type: 'integer', ...createLimits(key) },
      ],
    }
  if (name === 'duration-text')
    return {
      anyOf: [
        { type: 'string', ...text },
        ...(new RegExp(pattern ?? '').test('0') ? [{ const: 0 }] : []),
      ],
    }
  if (words.length === 0 || outcome.range === 'accepts')
    return { type: orNull(key, 'string'), ...text }
  const loose =
    name === 'tunnel-mode'
      ? ['^tproxy:']
      : format?.normal
        ? [`^\\s*(?:${words.map(anyCase).join('|')})\\s*$`]
        : []
  return { ...createWords(words, loose), type: orNull(key, 'string') }
}

function createReference(publication: Publication, key: SchemaNode, path: string): JsonSchema {
  const { names, definitions } = publication
  const known = names.get(key.index)
  if (known !== undefined) return { $ref: `#/$defs/${known}` }
  names.set(key.index, path)
  // Reserves the name before the definitions below it are created.
  definitions[path] = {}
  definitions[path] = createMapSchema(publication, key, path)
  return { $ref: `#/$defs/${path}` }
}

function createMapSchema(
  publication: Publication,
  key: SchemaNode,
  path: string,
  extra: JsonSchema = {},
): JsonSchema {
  const entries = key.names.flatMap((name): [string, JsonSchema][] => {
    const child = key.child(name)
    if (!child || name.startsWith('@')) return []
    const place = path === '' ? name : `${path}.${name}`
    if (child.read) return [[name, createKeySchema(publication, child, place)]]
    return isNewer(child) ? [] : [[name, createUnreadKey(publication, child)]]
  })
  const required = key.required.filter((name) => {
    const child = key.child(name)
    return child?.read === true && child.outcome.missing !== 'accepts'
  })
  const always = required.filter((name) => !key.child(name)?.condition)
  const forUnderlay = required.filter((name) => key.child(name)?.source['x-read-when'] === underlay)
  return {
    type: orNull(key, 'object'),
    properties: { ...Object.fromEntries(entries), ...extra },
    ...(key.ignoresCase && { patternProperties: listOtherCases(entries) }),
    ...(always.length > 0 && { required: always }),
    additionalProperties: false,
    ...(forUnderlay.length > 0 && {
      if: { not: has('identity', { type: 'object' }) },
      then: {
        properties: Object.fromEntries(forUnderlay.map((name) => [name, true])),
        required: forUnderlay,
      },
    }),
  }
}

/** The condition under which a web server needs an address: it does not listen on a service. */
const underlay = 'bind-point-underlay'

/** Whether only other releases read a key, and it is not obsolete. */
const isNewer = ({ deprecated, readIn = [] }: SchemaNode): boolean =>
  !deprecated && readIn.length > 0

/** The names of keys in other than the usual case. */
const listOtherCases = (entries: readonly (readonly [string, JsonSchema])[]): JsonSchema =>
  Object.fromEntries(entries.map(([name, schema]) => [`^(?!${name}$)${anyCase(name)}$`, schema]))
