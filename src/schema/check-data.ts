import type { Finding, Path, Span } from '../document/diagnostic.js'
import type { Document, MapNode, Node, Scalar } from '../document/document.js'
import { hasEndlessAliases, toWritten } from '../document/document.js'
import { resolveAlias } from '../yaml/index.js'
import type { Json } from '../document/record.js'
import { findNearest } from './suggest.js'
import { formatFound, formatName, quoteText } from './messages.js'
import type { Schema } from './data-schema.js'
import { allowsText, listNamedWords, resolveReference } from './data-schema.js'

/** A value as the schema describes it, what is wrong with it, and where the text contains secrets. */
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
  remaining: number
}

/** The place of a value. The span of its key is used for findings about a value that is not written. */
type DataPlace = { path: Path; key: Span; isSecret: boolean }

/** Longer lists of names are left out of sentences. */
const maxListed = 20

/**
 * Checks a value of a text, or plain data (`toDataDocument`), against a schema, with the conventions of configurations.
 * Invalid parts are left out of the value. If aliases make too many values of a broken document, not all are read, and
 * all of its text counts as secret.
 */
export function checkData(document: Document, root: Schema, node: Node, path: Path): CheckedData {
  const remaining = hasEndlessAliases(document) ? document.text.length : Infinity
  const work: CheckContext = { document, root, findings: [], secrets: [], remaining }
  const value = readValue(work, root, node, {
    path,
    key: document.findSpan(path, 'key'),
    isSecret: false,
  })
  const secrets = work.remaining > 0 ? work.secrets : [{ start: 0, end: document.text.length }]
  return { value, findings: work.findings, secrets }
}

function readValue(
  work: CheckContext,
  reference: Schema,
  node: Node,
  place: DataPlace,
): Json | undefined {
  if (work.remaining <= 0) return undefined
  work.remaining -= 1
  const schema = resolveReference(work.root, reference)
  const value = resolveAlias(node)
  const inner = { ...place, isSecret: place.isSecret || schema['x-secret'] === true }
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return toPlainData(work.document, value)
  if (value.kind === 'map')
    return types.includes('object')
      ? readMap(work, schema, value, inner)
      : void reportWrongValue(work, schema, value, inner)
  if (value.kind !== 'list') return readScalar(work, schema, value, inner)
  const { items } = schema
  if (!items) return void reportWrongValue(work, schema, value, inner)
  return value.items.flatMap(
    (item, index) =>
      readValue(work, items, item, { ...inner, path: [...place.path, index], key: item }) ?? [],
  )
}

const scalarKinds: Readonly<Record<Scalar['kind'], readonly string[]>> = {
  text: ['string'],
  bool: ['boolean'],
  int: ['integer', 'number'],
  unsigned: ['number'],
  float: ['number'],
  null: [],
}

/**
 * Where a string is expected, values that other readers take for a number or a boolean are used as written: `off`,
 * `2.0`, a port.
 */
function readScalar(
  work: CheckContext,
  schema: Schema,
  scalar: Scalar,
  place: DataPlace,
): Json | undefined {
  const types = [schema.type ?? []].flat()
  if (scalar.kind === 'null' && types.includes('null')) return null
  const written = scalar.kind === 'text' ? scalar.value : toWritten(work.document, scalar)
  const isOfType = scalarKinds[scalar.kind].some((kind) => types.includes(kind))
  if (types.includes('string') && (isOfType || listNamedWords(schema))) {
    return allowsText(schema, written)
      ? written
      : void reportWrongValue(work, schema, scalar, place)
  }
  if (!isOfType) return void reportWrongValue(work, schema, scalar, place)
  if (scalar.kind === 'bool') return scalar.value
  const number = Number(scalar.value)
  return number < (schema.minimum ?? -Infinity) || number > (schema.maximum ?? Infinity)
    ? void reportWrongValue(work, schema, scalar, place)
    : number
}

function readMap(work: CheckContext, schema: Schema, map: MapNode, place: DataPlace): Json {
  const { named, others, lost } = work.document.entries(map)
  const report = (span: Span, message: string, related?: Finding['related']): void =>
    addFinding(work, place.path, span, message, related)
  const { properties = {}, additionalProperties = true, required = [] } = schema
  const result: Record<string, Json> = {}
  if (place.isSecret) for (const { value } of map.pairs) work.secrets.push(resolveAlias(value))
  for (const [name, field] of named) {
    const path = [...place.path, name]
    const child = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    if (child === undefined || typeof child === 'boolean')
      addFinding(work, path, field.key, describeUnknownKey(work, schema, path))
    else {
      const value = readValue(work, child, field.value, {
        path,
        key: field.key,
        isSecret: place.isSecret,
      })
      if (value !== undefined) result[name] = value
    }
  }
  for (const { key } of others)
    report(
      key,
      `the key \`${work.document.text.slice(key.start, key.end)}\` is not a string; quote it`,
    )
  for (const { pair, to } of lost) {
    if (!to.merged)
      report(
        pair.key,
        `${formatName([...place.path, String(to.key.value)])} is a duplicate key; write it once`,
        [{ message: 'again', span: to.key }],
      )
  }
  for (const name of required)
    if (!named.has(name))
      report(place.key, `${describeHolder(work, place.path)} has no \`${name}\`, which is required`)
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

/** Maximum number of suggestions: each takes time, and nobody reads more. */
const maxSuggestions = 100

const suggestName = (
  { findings }: CheckContext,
  name: string,
  names: readonly string[],
): string | undefined => (findings.length < maxSuggestions ? findNearest(name, names) : undefined)

const describeHolder = ({ root }: CheckContext, path: Path): string =>
  path.length === 0 ? (root['x-name'] ?? 'the configuration') : formatName(path)

function describeUnknownKey(work: CheckContext, schema: Schema, path: Path): string {
  const name = String(path.at(-1))
  const names = Object.keys(schema.properties ?? {})
  const near = suggestName(work, name, names)
  const help = near === undefined ? formatListHint(schema, names) : `did you mean \`${near}\`?`
  return `${describeHolder(work, path.slice(0, -1))} has an unknown key \`${name}\`; ${help}`
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

/** Reports what is expected instead of a value. */
function reportWrongValue(
  work: CheckContext,
  schema: Schema,
  value: ReturnType<typeof resolveAlias>,
  place: DataPlace,
): undefined {
  const types = [schema.type ?? []].flat().flatMap((type) => typeNames[type] ?? type)
  const least =
    schema.minimum === undefined
      ? ''
      : schema.maximum === undefined
        ? ` of at least ${schema.minimum}`
        : ` between ${schema.minimum} and ${schema.maximum}`
  const right = listNamedWords(schema)
    ? formatAllowed(work, schema, value)
    : formatWords(types.map((type) => (/integer|number/.test(type) ? type + least : type)))
  const span = value.start === value.end ? place.key : value
  if (place.isSecret) work.secrets.push(value)
  const isUnquoted =
    !listNamedWords(schema) &&
    types.join() === 'a string' &&
    ['bool', 'int', 'unsigned', 'float'].includes(value.kind)
  addFinding(
    work,
    place.path,
    span,
    `${formatName(place.path)} is ${formatFound(work.document, value, place.isSecret, !listNamedWords(schema))}, but must be ${right}${isUnquoted ? '; quote it' : ''}`,
  )
}

function formatAllowed(
  work: CheckContext,
  schema: Schema,
  value: ReturnType<typeof resolveAlias>,
): string {
  const { examples = [], 'x-listed-by': command } = schema
  const words = listNamedWords(schema) ?? []
  if (words.length > maxListed) return `a value from \`${command}\`, such as ${examples.join(', ')}`
  const near = value.kind === 'text' ? suggestName(work, value.value, words) : undefined
  return `${formatWords(words.map(quoteText))}${near === undefined ? '' : `; did you mean \`${near}\`?`}`
}

const formatWords = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' or ')

/**
 * The content of a node as plain data; non-string keys are left out. In a document whose aliases have no end, each alias
 * is null.
 */
export function toPlainData(document: Document, node: Node): Json {
  const isEndless = hasEndlessAliases(document)
  const read = (node: Node): Json => {
    if (isEndless && node.kind === 'alias') return null
    const value = resolveAlias(node)
    if (value.kind === 'list') return value.items.map(read)
    if (value.kind !== 'map')
      return typeof value.value === 'bigint' ? Number(value.value) : value.value
    const { named } = document.entries(value)
    return Object.fromEntries([...named].map(([name, field]) => [name, read(field.value)]))
  }
  return read(node)
}
