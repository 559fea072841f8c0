import type { Finding, Path, Span } from '../document/diagnostic.js'
import type { Document, MapNode, Node, Scalar } from '../document/document.js'
import { hasEndlessAliases, getWrittenText } from '../document/document.js'
import { resolveAlias } from '../yaml/index.js'
import type { Json } from '../document/record.js'
import { findNearest } from './suggest.js'
import { formatFound, formatName, quoteText } from './messages.js'
import type { Schema } from './data-schema.js'
import { allowsText, listNamedWords, resolveReference } from './data-schema.js'

/** The valid parts of a value, the findings about invalid parts, and the spans of the text that contain secrets. */
export type CheckedData = {
  value: Json | undefined
  findings: readonly Finding[]
  secrets: readonly Span[]
}

type CheckContext = {
  document: Document
  root: Schema
  findings: Finding[]
  secrets: Span[]
  /** The number of values that may still be read. */
  remainingValues: number
}

/** The path of a value, and the span of its key, at which a missing or empty value is reported. */
type DataPlace = { path: Path; key: Span; isSecret: boolean }

/**
 * Maximum number of allowed words that a message lists. For more words, the message has examples and the command that
 * lists all of them.
 */
const maxListedWords = 20

/**
 * Checks a value of a text, or plain data (`toDataDocument`), against a schema. The returned value omits invalid parts.
 * If a broken document has so many aliases that not all values can be read, its whole text counts as secret.
 */
export function checkData(document: Document, root: Schema, node: Node, path: Path): CheckedData {
  const remainingValues = hasEndlessAliases(document) ? document.text.length : Infinity
  const context: CheckContext = { document, root, findings: [], secrets: [], remainingValues }
  const value = readValue(context, root, node, {
    path,
    key: document.findSpan(path, 'key'),
    isSecret: false,
  })
  const secrets =
    context.remainingValues > 0 ? context.secrets : [{ start: 0, end: document.text.length }]
  return { value, findings: context.findings, secrets }
}

function readValue(
  context: CheckContext,
  reference: Schema,
  node: Node,
  place: DataPlace,
): Json | undefined {
  if (context.remainingValues <= 0) return undefined
  context.remainingValues -= 1
  const schema = resolveReference(context.root, reference)
  const value = resolveAlias(node)
  const valuePlace = { ...place, isSecret: place.isSecret || schema['x-secret'] === true }
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return toPlainData(context.document, value)
  if (value.kind === 'map')
    return types.includes('object')
      ? readMap(context, schema, value, valuePlace)
      : void reportWrongValue(context, schema, value, valuePlace)
  if (value.kind !== 'list') return readScalar(context, schema, value, valuePlace)
  const { items } = schema
  if (!items) return void reportWrongValue(context, schema, value, valuePlace)
  return value.items.flatMap(
    (item, index) =>
      readValue(context, items, item, { ...valuePlace, path: [...place.path, index], key: item }) ??
      [],
  )
}

const typesByKind: Readonly<Record<Scalar['kind'], readonly string[]>> = {
  text: ['string'],
  bool: ['boolean'],
  int: ['integer', 'number'],
  unsigned: ['number'],
  float: ['number'],
  null: [],
}

/**
 * Reads a scalar. If the schema allows strings, and also names certain words or allows the type of this scalar, the
 * value is the text as written, even if YAML reads a number or a boolean (`off`, `2.0`, a port). In all other cases, a
 * number or a boolean in place of a string is an error.
 */
function readScalar(
  context: CheckContext,
  schema: Schema,
  scalar: Scalar,
  place: DataPlace,
): Json | undefined {
  const types = [schema.type ?? []].flat()
  if (scalar.kind === 'null' && types.includes('null')) return null
  const writtenText =
    scalar.kind === 'text' ? scalar.value : getWrittenText(context.document, scalar)
  const isOfType = typesByKind[scalar.kind].some((kind) => types.includes(kind))
  if (types.includes('string') && (isOfType || listNamedWords(schema))) {
    return allowsText(schema, writtenText)
      ? writtenText
      : void reportWrongValue(context, schema, scalar, place)
  }
  if (!isOfType) return void reportWrongValue(context, schema, scalar, place)
  if (scalar.kind === 'bool') return scalar.value
  const number = Number(scalar.value)
  return number < (schema.minimum ?? -Infinity) || number > (schema.maximum ?? Infinity)
    ? void reportWrongValue(context, schema, scalar, place)
    : number
}

function readMap(context: CheckContext, schema: Schema, map: MapNode, place: DataPlace): Json {
  const { byName, otherFields, lostPairs } = context.document.entries(map)
  const report = (span: Span, message: string, related?: Finding['related']): void =>
    addFinding(context, place.path, span, message, related)
  const { properties = {}, additionalProperties = true, required = [] } = schema
  const result: Record<string, Json> = {}
  if (place.isSecret) for (const { value } of map.pairs) context.secrets.push(resolveAlias(value))
  for (const [name, field] of byName) {
    const path = [...place.path, name]
    const childSchema = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    if (childSchema === undefined || typeof childSchema === 'boolean')
      addFinding(context, path, field.key, describeUnknownKey(context, schema, path))
    else {
      const value = readValue(context, childSchema, field.value, {
        path,
        key: field.key,
        isSecret: place.isSecret,
      })
      if (value !== undefined) result[name] = value
    }
  }
  for (const { key } of otherFields)
    report(
      key,
      `the key \`${context.document.text.slice(key.start, key.end)}\` is not a string; quote it`,
    )
  for (const { pair, winner } of lostPairs) {
    if (!winner.isMerged)
      report(
        pair.key,
        `${formatName([...place.path, String(winner.key.value)])} is a duplicate key; write it once`,
        [{ message: 'again', span: winner.key }],
      )
  }
  for (const name of required)
    if (!byName.has(name))
      report(
        place.key,
        `${describeHolder(context, place.path)} has no \`${name}\`, which is required`,
      )
  return result
}

const addFinding = (
  { findings, root }: CheckContext,
  path: Path,
  span: Span,
  message: string,
  related?: Finding['related'],
): void =>
  void findings.push({
    rule: root['x-rule'] ?? 'configuration',
    severity: 'error',
    message,
    path,
    span,
    ...(related && { related }),
  })

/** Maximum number of findings with suggestions: each suggestion takes time, and nobody reads more. */
const maxSuggestions = 100

const suggestName = (
  { findings }: CheckContext,
  name: string,
  names: readonly string[],
): string | undefined => (findings.length < maxSuggestions ? findNearest(name, names) : undefined)

const describeHolder = ({ root }: CheckContext, path: Path): string =>
  path.length === 0 ? (root['x-name'] ?? 'the configuration') : formatName(path)

function describeUnknownKey(context: CheckContext, schema: Schema, path: Path): string {
  const name = String(path.at(-1))
  const names = Object.keys(schema.properties ?? {})
  const suggestion = suggestName(context, name, names)
  const help =
    suggestion === undefined ? formatListHint(schema, names) : `did you mean \`${suggestion}\`?`
  return `${describeHolder(context, path.slice(0, -1))} has an unknown key \`${name}\`; ${help}`
}

const formatListHint = ({ 'x-listed-by': command }: Schema, names: readonly string[]): string =>
  command === undefined
    ? `use ${formatWords(names.map(quoteText))}`
    : `\`${command}\` lists the allowed keys`

const typeNames: Readonly<Record<string, string | readonly string[]>> = {
  string: 'a string',
  boolean: ['`true`', '`false`'],
  integer: 'an integer',
  number: 'a number',
  array: 'a list',
  object: 'a map',
  null: 'empty',
}

/** Reports an invalid value and what is expected instead. Records the value as a secret if its key is secret. */
function reportWrongValue(
  context: CheckContext,
  schema: Schema,
  value: ReturnType<typeof resolveAlias>,
  place: DataPlace,
): undefined {
  const types = [schema.type ?? []].flat().flatMap((type) => typeNames[type] ?? type)
  const rangeSuffix =
    schema.minimum === undefined
      ? ''
      : schema.maximum === undefined
        ? ` of at least ${schema.minimum}`
        : ` between ${schema.minimum} and ${schema.maximum}`
  const expected = listNamedWords(schema)
    ? formatAllowedWords(context, schema, value)
    : formatWords(types.map((type) => (/integer|number/.test(type) ? type + rangeSuffix : type)))
  const span = value.start === value.end ? place.key : value
  if (place.isSecret) context.secrets.push(value)
  const needsQuotes =
    !listNamedWords(schema) &&
    types.join() === 'a string' &&
    ['bool', 'int', 'unsigned', 'float'].includes(value.kind)
  addFinding(
    context,
    place.path,
    span,
    `${formatName(place.path)} is ${formatFound(context.document, value, place.isSecret, !listNamedWords(schema))}, but must be ${expected}${needsQuotes ? '; quote it' : ''}`,
  )
}

function formatAllowedWords(
  context: CheckContext,
  schema: Schema,
  value: ReturnType<typeof resolveAlias>,
): string {
  const { examples = [], 'x-listed-by': command } = schema
  const words = listNamedWords(schema) ?? []
  if (words.length > maxListedWords)
    return `a value from \`${command}\`, such as ${examples.join(', ')}`
  const suggestion = value.kind === 'text' ? suggestName(context, value.value, words) : undefined
  return `${formatWords(words.map(quoteText))}${suggestion === undefined ? '' : `; did you mean \`${suggestion}\`?`}`
}

const formatWords = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' or ')

/**
 * Converts a node to plain data without keys that are not strings. If the aliases of the document expand without end,
 * each alias becomes null.
 */
export function toPlainData(document: Document, node: Node): Json {
  const isEndless = hasEndlessAliases(document)
  const convert = (node: Node): Json => {
    if (isEndless && node.kind === 'alias') return null
    const value = resolveAlias(node)
    if (value.kind === 'list') return value.items.map(convert)
    if (value.kind !== 'map')
      return typeof value.value === 'bigint' ? Number(value.value) : value.value
    const { byName } = document.entries(value)
    return Object.fromEntries([...byName].map(([name, field]) => [name, convert(field.value)]))
  }
  return convert(node)
}
