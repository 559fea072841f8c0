import { isPlainObject } from '../../../document/record.js'
import { isParsedAsReference, isPattern } from './formats.js'

type JsonObject = Readonly<Record<string, unknown>>

/**
 * The draft of JSON Schema that `$schema` names; `any` if `$schema` is absent, or names no draft that controllers know.
 */
type Draft = 4 | 6 | 7 | 'any'

const draftByUri: ReadonlyMap<string, Draft> = new Map([
  ['http://json-schema.org/draft-04/schema', 4],
  ['http://json-schema.org/draft-06/schema', 6],
  ['http://json-schema.org/draft-07/schema', 7],
])

/** The JSON types, in the order in which controllers list them. */
const jsonTypes = ['array', 'boolean', 'integer', 'number', 'null', 'object', 'string']

/**
 * Explains why the value of a keyword is invalid; undefined if it is valid. `schema` is the schema with the keyword.
 */
type KeywordCheck = (
  value: unknown,
  keyword: string,
  schema: JsonObject,
  draft: Draft,
) => string | undefined

/**
 * Explains why a controller cannot use a schema, by the first keyword with an invalid value; undefined if it can.
 * Keywords that the controller does not know may have any value. The rules are those of the validator in controllers,
 * as observed with release 2.0.3. Unlike the meta-schema of JSON Schema, these rules allow, for example, `enum: []` and
 * `type: []`, which accept all values.
 */
export const findKeywordFault = (root: JsonObject): string | undefined =>
  typeof (root['$schema'] ?? '') === 'string'
    ? findFault(root, findDraft(root))
    : '$schema must be a string'

const findDraft = ({ $schema: schemaUri }: JsonObject): Draft =>
  (typeof schemaUri === 'string' && draftByUri.get(schemaUri.replace(/#$/, ''))) || 'any'

/**
 * Lists the keywords that have no meaning in a schema because only drafts later than the schema's own draft define
 * them.
 */
export const listLaterKeywords = (root: JsonObject): readonly string[] =>
  listKeywordsAfter(findDraft(root))

const listKeywordsAfter = (draft: Draft): readonly string[] =>
  draft === 4 ? [...keywordsOfDraft6, ...keywordsOfDraft7] : draft === 6 ? keywordsOfDraft7 : []

const keywordsOfDraft6 = ['contains', 'propertyNames', 'const']
const keywordsOfDraft7 = ['if', 'then', 'else']

function findFault(schema: unknown, draft: Draft): string | undefined {
  if (typeof schema === 'boolean' && draft !== 4) return undefined
  if (!isPlainObject(schema))
    return 'expected a schema: an object, or true or false from draft 6 on'
  const laterKeywords = listKeywordsAfter(draft)
  for (const [keyword, check] of keywordChecks) {
    if (!Object.hasOwn(schema, keyword) || laterKeywords.includes(keyword)) continue
    const fault = check(schema[keyword], keyword, schema, draft)
    if (fault !== undefined) return fault
    // Like controllers, ignores the keywords that `keywordChecks` lists after `$ref`.
    if (keyword === '$ref') return undefined
  }
  return undefined
}

const checkString: KeywordCheck = (value, keyword) =>
  typeof value === 'string' ? undefined : `${keyword} must be a string`

const checkReference: KeywordCheck = (value, keyword) => {
  if (typeof value !== 'string') return `${keyword} must be a string`
  return isParsedAsReference(value) ? undefined : `${keyword} must be a valid reference`
}

const checkBoolean: KeywordCheck = (value, keyword) =>
  typeof value === 'boolean' ? undefined : `${keyword} must be true or false`

const checkNumber: KeywordCheck = (value, keyword) =>
  typeof value === 'number' ? undefined : `${keyword} must be a number`

const checkCount: KeywordCheck = (value, keyword) =>
  typeof value !== 'number' || !Number.isInteger(value)
    ? `${keyword} must be an integer`
    : value < 0
      ? `${keyword} must be at least 0`
      : undefined

/** Creates the check of a maximum, which must not be below the minimum in another keyword. */
const checkCountAtLeast =
  (lowerKeyword: string): KeywordCheck =>
  (value, keyword, schema, draft) => {
    const limit = schema[lowerKeyword]
    return (
      checkCount(value, keyword, schema, draft) ??
      (typeof limit === 'number' && Number(value) < limit
        ? `${lowerKeyword} cannot be greater than ${keyword}`
        : undefined)
    )
  }

const checkPattern: KeywordCheck = (value, keyword) =>
  typeof value !== 'string'
    ? `${keyword} must be a string`
    : isPattern(value)
      ? undefined
      : `${keyword} must be a valid regular expression`

/**
 * Creates the check of `exclusiveMinimum` or `exclusiveMaximum`. In draft 4, it must be true or false, and needs the
 * keyword `bound`; in drafts 6 and 7, it must be a number; if the draft is unknown, both forms are allowed.
 */
const checkExclusive =
  (bound: string): KeywordCheck =>
  (value, keyword, schema, draft) => {
    if (typeof value === 'number' && draft !== 4) return undefined
    if (typeof value !== 'boolean' || draft === 6 || draft === 7)
      return `${keyword} must be ${draft === 4 ? 'true or false' : 'a number'}`
    return typeof schema[bound] === 'number'
      ? undefined
      : `${keyword} cannot be used without ${bound}`
  }

const checkType: KeywordCheck = (value, keyword) => {
  const types: readonly unknown[] = Array.isArray(value) ? value : [value]
  for (const type of types) {
    if (typeof type !== 'string') return `${keyword} must be a string or a list of strings`
    if (!jsonTypes.includes(type))
      return `has a primitive type that is NOT VALID -- given: /${type}/ Expected valid values are:[${jsonTypes.join(' ')}]`
  }
  return new Set(types).size < types.length ? `${keyword} items must be unique` : undefined
}

const checkNames: KeywordCheck = (value, keyword) => {
  if (!Array.isArray(value)) return `${keyword} must be a list`
  if (!value.every((name) => typeof name === 'string')) return `${keyword} items must be strings`
  return new Set(value).size < value.length ? `${keyword} items must be unique` : undefined
}

const checkValues: KeywordCheck = (value, keyword) => {
  if (!Array.isArray(value)) return `${keyword} must be a list`
  const texts = new Set(value.map((item) => JSON.stringify(withSortedKeys(item))))
  return texts.size < value.length ? `${keyword} items must be unique` : undefined
}

const checkSchema: KeywordCheck = (value, _keyword, _schema, draft) => findFault(value, draft)

const checkSchemas: KeywordCheck = (value, keyword, _schema, draft) =>
  Array.isArray(value) ? findFirstFault(value, draft) : `${keyword} must be a list`

const checkSchemaMap: KeywordCheck = (value, keyword, _schema, draft) =>
  isPlainObject(value)
    ? findFirstFault(Object.values(value), draft)
    : `${keyword} must be an object`

function findFirstFault(schemas: readonly unknown[], draft: Draft): string | undefined {
  for (const schema of schemas) {
    const fault = findFault(schema, draft)
    if (fault !== undefined) return fault
  }
  return undefined
}

const checkPatternMap: KeywordCheck = (value, keyword, schema, draft) => {
  const invalidPattern = isPlainObject(value) && Object.keys(value).find((key) => !isPattern(key))
  return typeof invalidPattern === 'string'
    ? `${keyword}: ${invalidPattern} is not a valid regular expression`
    : checkSchemaMap(value, keyword, schema, draft)
}

const checkSchemaOrList: KeywordCheck = (value, keyword, schema, draft) =>
  Array.isArray(value)
    ? checkSchemas(value, keyword, schema, draft)
    : isPlainObject(value) || typeof value === 'boolean'
      ? findFault(value, draft)
      : `${keyword} must be a schema or a list of schemas`

/**
 * Checks `additionalProperties` or `additionalItems`: true, false or a schema. True and false are allowed in draft 4
 * too, although they are not schemas there.
 */
const checkBooleanOrSchema: KeywordCheck = (value, keyword, _schema, draft) =>
  typeof value === 'boolean'
    ? undefined
    : isPlainObject(value)
      ? findFault(value, draft)
      : `${keyword} must be true, false or a schema`

const checkDependencies: KeywordCheck = (value, keyword, _schema, draft) => {
  if (!isPlainObject(value)) return `${keyword} must be an object`
  for (const dependency of Object.values(value)) {
    const isList = Array.isArray(dependency)
    if (isList ? !dependency.every((name) => typeof name === 'string') : !isSchemaLike(dependency))
      return `${keyword} must have schemas or lists of strings`
    const fault = isList ? undefined : findFault(dependency, draft)
    if (fault !== undefined) return fault
  }
  return undefined
}

const isSchemaLike = (value: unknown): boolean => isPlainObject(value) || typeof value === 'boolean'

const checkPositive: KeywordCheck = (value, keyword) =>
  typeof value === 'number' && value > 0 ? undefined : `${keyword} must be a number above 0`

/**
 * Checks the name of a schema: `id` in draft 4, `$id` in later drafts. If the draft is unknown, the name is `id` if the
 * schema has one, or else `$id`. The other keyword may have any value.
 */
const checkId: KeywordCheck = (value, keyword, schema, draft) => {
  const usesId = draft === 4 || (draft === 'any' && Object.hasOwn(schema, 'id'))
  return usesId === (keyword === 'id') ? checkReference(value, keyword, schema, draft) : undefined
}

/** The keywords that controllers know, in the order in which they read them. */
const keywordChecks: ReadonlyMap<string, KeywordCheck> = new Map<string, KeywordCheck>([
  ['id', checkId],
  ['$id', checkId],
  ['definitions', checkSchemaMap],
  ['title', checkString],
  ['description', checkString],
  ['$ref', checkReference],
  ['type', checkType],
  ['properties', checkSchemaMap],
  ['additionalProperties', checkBooleanOrSchema],
  ['patternProperties', checkPatternMap],
  ['propertyNames', checkSchema],
  ['dependencies', checkDependencies],
  ['items', checkSchemaOrList],
  ['additionalItems', checkBooleanOrSchema],
  ['multipleOf', checkPositive],
  ['minimum', checkNumber],
  ['exclusiveMinimum', checkExclusive('minimum')],
  ['maximum', checkNumber],
  ['exclusiveMaximum', checkExclusive('maximum')],
  ['minLength', checkCount],
  ['maxLength', checkCountAtLeast('minLength')],
  ['pattern', checkPattern],
  ['format', checkString],
  ['minProperties', checkCount],
  ['maxProperties', checkCountAtLeast('minProperties')],
  ['required', checkNames],
  ['minItems', checkCount],
  ['maxItems', checkCount],
  ['uniqueItems', checkBoolean],
  ['contains', checkSchema],
  ['enum', checkValues],
  ['oneOf', checkSchemas],
  ['anyOf', checkSchemas],
  ['allOf', checkSchemas],
  ['not', checkSchema],
  ['if', checkSchema],
  ['then', checkSchema],
  ['else', checkSchema],
])

/** Replaces each object by its sorted entries: values that differ only in the order of keys then have the same JSON. */
export const withSortedKeys = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(withSortedKeys)
    : isPlainObject(value)
      ? {
          entries: Object.entries(value)
            .sort(([left], [right]) => (left < right ? -1 : 1))
            .map(([key, item]) => [key, withSortedKeys(item)]),
        }
      : value
