import type { Wrap } from '../formats/format.js'
import type { Json } from '../document/record.js'
import type { SchemaNode, Texts } from './key.js'
import { needsPoint } from './key.js'
import { anyCase, createPattern, variablePattern } from './patterns.js'
import type { Model } from './model.js'
import { selectTexts } from './texts.js'
import { formatBounds, formatExpectedType } from './messages.js'

/** A JSON Schema as plain data. */
export type JsonSchema = Record<string, Json>

/** The audience of a schema: validators, which only accept standard keywords, or editors, which know more. */
export type SchemaAudience = 'validator' | 'editor'

/** `names` maps the index of a key to the name of its definition: the first path at which the key occurs. */
type SchemaContext = {
  texts: readonly Texts[]
  audience: SchemaAudience
  names: Map<number, string>
  definitions: JsonSchema
}

/** JSON Schema draft 2020-12. It allows no unknown keys, so that any editor reports them. */
export function toJsonSchema(
  { release, schema }: Model,
  texts: readonly Texts[],
  audience: SchemaAudience,
): JsonSchema {
  const context: SchemaContext = {
    texts: selectTexts(texts, release),
    audience,
    names: new Map(),
    definitions: {},
  }
  const root = createMapSchema(context, schema, '')
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `urn:routerfile:schema:${release}`,
    title: `Router configuration, file version 3, release ${release}`,
    ...root,
    ...createRequestCondition(schema),
    $defs: context.definitions,
  }
}

/**
 * Requires a certificate request (`csr`) if the release does: always, or only with an `edge` section. `edge.csr` is
 * accepted instead if the release reads it.
 */
function createRequestCondition(schema: SchemaNode): JsonSchema {
  const [rootCsr, edgeCsr] = [schema.child('csr'), schema.child('edge')?.child('csr')]
  const isRead = (child: SchemaNode | undefined): boolean =>
    child?.isRead === true && child.phase !== 'enroll'
  const [readsRootCsr, readsEdgeCsr] = [isRead(rootCsr), isRead(edgeCsr)]
  const edgeCsrSchema = requireKey('edge', requireKey('csr'))
  const edgeSchema = requireKey('edge', { type: 'object' })
  const isAlwaysRequired = rootCsr?.outcome.missing === 'refuses'
  if (readsRootCsr && isAlwaysRequired)
    return readsEdgeCsr
      ? { if: { not: edgeCsrSchema }, then: requireKey('csr') }
      : requireKey('csr')
  if (readsRootCsr)
    return { if: { allOf: [edgeSchema, { not: edgeCsrSchema }] }, then: requireKey('csr') }
  return readsEdgeCsr ? { if: edgeSchema, then: edgeCsrSchema } : {}
}

/** The key is listed under `properties` too, because strict validators require that. */
const requireKey = (name: string, value: Json = true): JsonSchema => ({
  type: 'object',
  properties: { [name]: value },
  required: [name],
})

function createKeySchema(context: SchemaContext, key: SchemaNode, path: string): JsonSchema {
  return {
    ...createAnnotations(context, key),
    ...(context.audience === 'editor' ? createEditorKeywords(key) : {}),
    ...createShapeSchema(context, key, path),
  }
}

/** Keys that are obsolete or that no release reads are valid, but deprecated and not suggested by editors. */
function createUnreadKeySchema(
  { texts, audience }: SchemaContext,
  { index, replacedBy }: SchemaNode,
): JsonSchema {
  const { description = 'Ignored by this release.' } = texts[index] ?? {}
  const replacementHint = replacedBy === undefined ? '' : ` Use ${replacedBy}.`
  return {
    description: description + replacementHint,
    deprecated: true,
    ...(audience === 'editor' && { doNotSuggest: true }),
  }
}

function createAnnotations({ texts, audience }: SchemaContext, key: SchemaNode): JsonSchema {
  const { keyFacts, index } = key
  const { description, examples } = texts[index] ?? {}
  const unit = keyFacts['x-unit'] ? ` In ${keyFacts['x-unit']}.` : ''
  const defaultValue = keyFacts.default
  const hasValidDefault = defaultValue !== undefined && isValidDefault(defaultValue, key)
  // Editors would insert the default without the decimal point that the router requires.
  const losesPoint = audience === 'editor' && needsPoint(key)
  return {
    ...(description && { description: description + unit }),
    ...(hasValidDefault && !losesPoint && { default: defaultValue }),
    ...(examples && !(audience === 'editor' && hasValidDefault) && { examples }),
    ...(keyFacts.deprecated && { deprecated: true }),
  }
}

/**
 * Whether a default is valid. Some defaults are not, because the router does not check defaults of sections that a file
 * lacks.
 */
function isValidDefault(value: Json, key: SchemaNode): boolean {
  if (typeof value === 'number' && key.bounds && key.outcome.range !== 'accepts') {
    const { min, max, isExclusive } = key.bounds
    return isExclusive ? value > min && value < max : value >= min && value <= max
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return true
  return (
    key.required.every((name) => name in value) &&
    Object.entries(value).every(([name, item]) => {
      const child = key.child(name)
      return child?.isRead === true && isValidDefault(item, child)
    })
  )
}

function createEditorKeywords(key: SchemaNode): JsonSchema {
  const { deprecated, keyFacts } = key
  const defaultValue = keyFacts.default
  return {
    ...((deprecated || keyFacts['x-not-suggested']) && { doNotSuggest: true }),
    ...(createPattern(key) !== undefined &&
      !key.words?.length && { patternErrorMessage: formatPatternError(key) }),
    ...(needsPoint(key) &&
      typeof defaultValue === 'number' && {
        defaultSnippets: [
          {
            label: formatWithPoint(defaultValue),
            description: 'Default value',
            body: `^${formatWithPoint(defaultValue)}`,
          },
        ],
      }),
  }
}

const formatWithPoint = (value: number): string =>
  Number.isInteger(value) ? value.toFixed(1) : String(value)

const formatPatternError = (key: SchemaNode): string =>
  `Must be ${formatExpectedType(key)}${key.bounds ? `, ${formatBounds(key, (text) => text)}` : ''}.`

function createShapeSchema(context: SchemaContext, key: SchemaNode, path: string): JsonSchema {
  if (key.isUnchecked) return {}
  if (key.bindings) return createVariantsSchema(context, key, path)
  if (key.acceptsSingleItem) return createOneOrManySchema(key)
  if (key.kinds.has('map')) return createReference(context, key, path)
  if (!key.kinds.has('list')) return createScalarSchema(key)
  return {
    type: addNullType(key, 'array'),
    ...(key.minItems > 0 && { minItems: key.minItems }),
    ...(key.item && { items: createKeySchema(context, withoutDefault(key.item), path) }),
  }
}

/**
 * Copies the schema of a list item without its default. In JSON Schema, a default is for a missing value, but the router
 * uses this one for an empty item.
 */
const withoutDefault = (key: SchemaNode): SchemaNode => {
  const { default: _, ...keyFacts } = key.keyFacts
  return { ...key, keyFacts }
}

const addNullType = ({ nullable }: SchemaNode, type: string): Json =>
  nullable ? [type, 'null'] : type

const createOneOrManySchema = (key: SchemaNode): JsonSchema => ({
  anyOf: [
    { type: 'string' },
    { type: 'array', items: key.convertsItemsToText ? true : { type: 'string' } },
    ...(key.nullable ? [{ type: 'null' }] : []),
  ],
})

/** Each binding has its own `if` and `then`, so that validators report a mistake once and not for each binding. */
function createVariantsSchema(context: SchemaContext, key: SchemaNode, path: string): JsonSchema {
  const bindings = key.bindings ?? []
  const binding = key.child('binding')
  const texts = context.texts[binding?.index ?? -1]
  return {
    type: 'object',
    required: ['binding'],
    properties: {
      binding: {
        ...(texts?.description !== undefined && { description: texts.description }),
        ...createWordsSchema(bindings),
      },
    },
    allOf: bindings.map((name) => {
      const variantPath = `${path}.${name}`
      const bindingProperty = { binding: { const: name } }
      context.definitions[variantPath] = createMapSchema(
        context,
        key.variant(name) ?? key,
        variantPath,
        bindingProperty,
      )
      return {
        if: requireKey('binding', bindingProperty.binding),
        then: { $ref: `#/$defs/${variantPath}` },
      }
    }),
    ...(context.audience === 'editor' && {
      defaultSnippets: bindings.map((name) => ({
        label: name,
        ...createDescription(context.texts, key.variant(name)),
        body: createSnippet(context.texts, key.variant(name) ?? key, { binding: name }),
      })),
    }),
  }
}

const createDescription = (texts: readonly Texts[], key: SchemaNode | undefined): JsonSchema => {
  const { description } = texts[key?.index ?? -1] ?? {}
  return description === undefined ? {} : { description }
}

/**
 * The body of a snippet: the preset entries and the other required keys. Maps contain their own required keys; for
 * other keys, the value is the first valid example, or an empty string.
 */
function createSnippet(
  texts: readonly Texts[],
  key: SchemaNode,
  presetEntries: JsonSchema,
): JsonSchema {
  const requiredEntries = key.required.flatMap((name): [string, Json][] => {
    const child = key.child(name)
    if (!child?.isRead || name in presetEntries) return []
    if (child.kinds.has('map')) return [[name, createSnippet(texts, child, {})]]
    const { examples = [] } = texts[child.index] ?? {}
    const pattern = new RegExp(createPattern(child) ?? '')
    return [[name, examples.find((example) => pattern.test(formatExample(example))) ?? '']]
  })
  return { ...presetEntries, ...Object.fromEntries(requiredEntries) }
}

const formatExample = (example: Json): string =>
  typeof example === 'object' ? JSON.stringify(example) : String(example)

/**
 * A schema for allowed words and for strings with a variable or another allowed pattern. Words that the router compares
 * ignoring case are listed in their usual form.
 */
const createWordsSchema = (
  words: readonly string[],
  otherPatterns: readonly string[] = [],
): JsonSchema => ({
  type: 'string',
  anyOf: [{ enum: [...words] }, { pattern: [...otherPatterns, variablePattern].join('|') }],
})

/** The JSON types of formats whose values are written as booleans or numbers, by format name. */
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

function createScalarSchema(key: SchemaNode): JsonSchema {
  const type = jsonTypes[key.format?.name ?? '']
  if (type === undefined) return createTextSchema(key)
  const allowedNumbers = key.keyFacts.enum?.filter((value) => typeof value === 'number') ?? []
  const typedSchema = {
    type: addNullType(key, type),
    ...(allowedNumbers.length > 0
      ? { enum: allowedNumbers }
      : type === 'boolean'
        ? {}
        : createLimits(key)),
  }
  const alternatives = [
    // A string that variables may make valid.
    ...(key.kinds.has('text') ? [{ type: 'string', pattern: variablePattern }] : []),
    // The default as a string: the router ignores the string and uses its default, which is the same value.
    ...(key.outcome.type === 'ignores' && isScalar(key.keyFacts.default)
      ? [{ const: String(key.keyFacts.default) }]
      : []),
  ]
  return alternatives.length > 0 ? { anyOf: [typedSchema, ...alternatives] } : typedSchema
}

const isScalar = (value: Json | undefined): value is number | boolean =>
  typeof value === 'number' || typeof value === 'boolean'

/** The ranges of numbers that the router reads as written. A number outside of its range wraps to another number. */
const wrapRanges: Readonly<Record<Wrap, readonly [least: number, most: number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  uint32: [0, 2 ** 32 - 1],
  uint16: [0, 2 ** 16 - 1],
  seconds: [-9223372036, 9223372036],
  milliseconds: [-9223372036854, 9223372036854],
}

function createLimits(key: SchemaNode): JsonSchema {
  const { bounds, outcome, formatTraits, kinds } = key
  const wrapRange = formatTraits.wrap && wrapRanges[formatTraits.wrap]
  const checkedBounds = outcome.range === 'accepts' ? undefined : bounds
  const isInteger = kinds.has('int')
  const min = Math.max(
    checkedBounds?.min ?? -Infinity,
    wrapRange?.[0] ?? (isInteger ? -(2 ** 63) : -Infinity),
  )
  const max = Math.min(
    checkedBounds?.max ?? Infinity,
    wrapRange?.[1] ?? (isInteger ? 2 ** 63 : Infinity),
  )
  return {
    ...(Number.isFinite(min) && {
      [checkedBounds?.isExclusive ? 'exclusiveMinimum' : 'minimum']: min,
    }),
    ...(Number.isFinite(max) && {
      [checkedBounds?.isExclusive ? 'exclusiveMaximum' : 'maximum']: max,
    }),
  }
}

function createTextSchema(key: SchemaNode): JsonSchema {
  const { words = [], format, outcome } = key
  const name = format?.name ?? 'text'
  const pattern = createPattern(key)
  const patternKeyword = {
    ...(pattern !== undefined && { pattern: `${pattern}|${variablePattern}` }),
  }
  if (name === 'duration-or-milliseconds')
    return {
      anyOf: [
        { type: 'string', ...patternKeyword },
        { type: 'integer', ...createLimits(key) },
      ],
    }
  if (name === 'duration-text')
    return {
      anyOf: [
        { type: 'string', ...patternKeyword },
        ...(new RegExp(pattern ?? '').test('0') ? [{ const: 0 }] : []),
      ],
    }
  if (words.length === 0 || outcome.range === 'accepts')
    return { type: addNullType(key, 'string'), ...patternKeyword }
  const loosePatterns =
    name === 'tunnel-mode'
      ? ['^tproxy:']
      : format?.normalize
        ? [`^\\s*(?:${words.map(anyCase).join('|')})\\s*$`]
        : []
  return { ...createWordsSchema(words, loosePatterns), type: addNullType(key, 'string') }
}

function createReference(context: SchemaContext, key: SchemaNode, path: string): JsonSchema {
  const { names, definitions } = context
  const knownPath = names.get(key.index)
  if (knownPath !== undefined) return { $ref: `#/$defs/${knownPath}` }
  names.set(key.index, path)
  // Reserves the position, so that this definition comes before the definitions of the keys below it.
  definitions[path] = {}
  definitions[path] = createMapSchema(context, key, path)
  return { $ref: `#/$defs/${path}` }
}

function createMapSchema(
  context: SchemaContext,
  key: SchemaNode,
  path: string,
  extra: JsonSchema = {},
): JsonSchema {
  const entries = key.names.flatMap((name): [string, JsonSchema][] => {
    const child = key.child(name)
    if (!child || name.startsWith('@')) return []
    const childPath = path === '' ? name : `${path}.${name}`
    if (child.isRead) return [[name, createKeySchema(context, child, childPath)]]
    return isNewer(child) ? [] : [[name, createUnreadKeySchema(context, child)]]
  })
  const requiredNames = key.required.filter((name) => {
    const child = key.child(name)
    return child?.isRead === true && child.outcome.missing !== 'accepts'
  })
  const alwaysRequired = requiredNames.filter((name) => !key.child(name)?.condition)
  const requiredForUnderlay = requiredNames.filter(
    (name) => key.child(name)?.keyFacts['x-read-when'] === underlayCondition,
  )
  return {
    type: addNullType(key, 'object'),
    properties: { ...Object.fromEntries(entries), ...extra },
    ...(key.ignoresCase && { patternProperties: createCasePatterns(entries) }),
    ...(alwaysRequired.length > 0 && { required: alwaysRequired }),
    additionalProperties: false,
    ...(requiredForUnderlay.length > 0 && {
      if: { not: requireKey('identity', { type: 'object' }) },
      then: {
        properties: Object.fromEntries(requiredForUnderlay.map((name) => [name, true])),
        required: requiredForUnderlay,
      },
    }),
  }
}

/**
 * The condition under which a web server needs an address, because it does not listen on a service of the overlay
 * network.
 */
const underlayCondition = 'bind-point-underlay'

/** Whether a key that this release does not read is read by other releases and is not obsolete. */
const isNewer = ({ deprecated, readIn = [] }: SchemaNode): boolean =>
  !deprecated && readIn.length > 0

/** Patterns for key names in any capitalization but the usual one, with the schemas of the keys. */
const createCasePatterns = (entries: readonly (readonly [string, JsonSchema])[]): JsonSchema =>
  Object.fromEntries(entries.map(([name, schema]) => [`^(?!${name}$)${anyCase(name)}$`, schema]))
