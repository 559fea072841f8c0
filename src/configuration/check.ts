import type { Finding, Path, Span } from '../diagnostic.js'
import type { Document, MapNode, Node, Scalar } from '../document.js'
import type { Json } from '../schema/key.js'
import { nearest } from '../schema/suggest.js'
import { found, nameOf, quoted } from '../schema/words.js'
import { resolve } from '../yaml/index.js'
import type { Schema } from './schema.js'
import { plainOf } from './plain.js'
import { follow } from './schema.js'

/** A value as the schema has it, what is wrong with it, and where secrets stand in the text. */
export type Checked = {
  value: Json | undefined
  findings: readonly Finding[]
  secrets: readonly Span[]
}

type Check = { document: Document; root: Schema; findings: Finding[]; secrets: Span[] }

/** Where a value stands: the span of its key is that of a finding about a value of which nothing is written. */
type Place = { path: Path; key: Span; isSecret: boolean }

/** More names than this are not listed in a sentence. */
const mostListed = 20

/** Holds a value against a schema in the way of configurations. What is wrong is left out of the value. */
export function check(document: Document, root: Schema, node: Node, path: Path): Checked {
  const work: Check = { document, root, findings: [], secrets: [] }
  const value = read(work, root, node, { path, key: document.spanOf(path, 'key'), isSecret: false })
  return { value, findings: work.findings, secrets: work.secrets }
}

function read(work: Check, reference: Schema, node: Node, place: Place): Json | undefined {
  const schema = follow(work.root, reference)
  const value = resolve(node)
  const inner = { ...place, isSecret: place.isSecret || schema['x-secret'] === true }
  const types = [schema.type ?? []].flat()
  if (types.length === 0) return plainOf(work.document, value)
  if (value.kind === 'map')
    return types.includes('object')
      ? readMap(work, schema, value, inner)
      : void wrong(work, schema, value, inner)
  if (value.kind !== 'list') return readScalar(work, schema, value, inner)
  const { items } = schema
  if (!items) return void wrong(work, schema, value, inner)
  return value.items.flatMap(
    (item, index) =>
      read(work, items, item, { ...inner, path: [...place.path, index], key: item }) ?? [],
  )
}

const kinds: Readonly<Record<Scalar['kind'], readonly string[]>> = {
  text: ['string'],
  bool: ['boolean'],
  int: ['integer', 'number'],
  unsigned: ['number'],
  float: ['number'],
  null: [],
}

/** What other readers take for a number or a boolean is text as written where text is wanted: `off`, `2.0`, a port. */
function readScalar(work: Check, schema: Schema, scalar: Scalar, place: Place): Json | undefined {
  const types = [schema.type ?? []].flat()
  if (scalar.kind === 'null' && types.includes('null')) return null
  const written =
    scalar.kind === 'text' ? scalar.value : work.document.text.slice(scalar.start, scalar.end)
  const isOfType = kinds[scalar.kind].some((kind) => types.includes(kind))
  if (types.includes('string') && (isOfType || schema.enum?.includes(written))) {
    return schema.enum?.includes(written) === false
      ? void wrong(work, schema, scalar, place)
      : written
  }
  if (!isOfType) return void wrong(work, schema, scalar, place)
  if (scalar.kind === 'bool') return scalar.value
  const number = Number(scalar.value)
  return number < (schema.minimum ?? -Infinity) || number > (schema.maximum ?? Infinity)
    ? void wrong(work, schema, scalar, place)
    : number
}

function readMap(work: Check, schema: Schema, map: MapNode, place: Place): Json {
  const { named, others, lost } = work.document.entries(map)
  const report = (span: Span, message: string, related?: Finding['related']): void =>
    add(work, place.path, span, message, related)
  const { properties = {}, additionalProperties = true, required = [] } = schema
  const result: Record<string, Json> = {}
  if (place.isSecret) work.secrets.push(...map.pairs.map(({ value }) => resolve(value)))
  for (const [name, field] of named) {
    const path = [...place.path, name]
    const child = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    if (child === undefined || typeof child === 'boolean')
      add(work, path, field.key, stranger(work, schema, path))
    else {
      const value = read(work, child, field.value, {
        path,
        key: field.key,
        isSecret: place.isSecret,
      })
      if (value !== undefined) result[name] = value
    }
  }
  for (const { key } of others)
    report(key, `the key \`${work.document.text.slice(key.start, key.end)}\` is no text; quote it`)
  for (const { pair, to } of lost) {
    if (!to.merged)
      report(
        pair.key,
        `${nameOf([...place.path, String(to.key.value)])} stands again below; write it once`,
        [{ message: 'again', span: to.key }],
      )
  }
  for (const name of required)
    if (!named.has(name))
      report(place.key, `${holderOf(work, place.path)} has no \`${name}\`, which must be there`)
  return result
}

const add = (
  { findings, root }: Check,
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

const holderOf = ({ root }: Check, path: Path): string =>
  path.length === 0 ? (root['x-name'] ?? 'the configuration') : nameOf(path)

function stranger(work: Check, schema: Schema, path: Path): string {
  const name = String(path.at(-1))
  const names = Object.keys(schema.properties ?? {})
  const near = nearest(name, names)
  const help = near === undefined ? helpFor(schema, names) : `did you mean \`${near}\`?`
  return `${holderOf(work, path.slice(0, -1))} knows no key \`${name}\`; ${help}`
}

const helpFor = ({ 'x-listed-by': command }: Schema, names: readonly string[]): string =>
  command === undefined
    ? `it takes ${listed(names.map(quoted))}`
    : `\`${command}\` lists what it takes`

const typeNames: Readonly<Record<string, string | readonly string[]>> = {
  string: 'text',
  boolean: ['`true`', '`false`'],
  integer: 'an integer',
  number: 'a number',
  array: 'a list',
  object: 'a map',
  null: 'nothing',
}

/** Says what would be right instead of a value. */
function wrong(
  work: Check,
  schema: Schema,
  value: ReturnType<typeof resolve>,
  place: Place,
): undefined {
  const types = [schema.type ?? []].flat().flatMap((type) => typeNames[type] ?? type)
  const least =
    schema.minimum === undefined
      ? ''
      : schema.maximum === undefined
        ? ` from ${schema.minimum} on`
        : ` from ${schema.minimum} to ${schema.maximum}`
  const right = schema.enum ? among(schema, schema.enum, value) : `${listed(types)}${least}`
  const span = value.start === value.end ? place.key : value
  if (place.isSecret) work.secrets.push(value)
  const isUnquoted =
    !schema.enum &&
    types.join() === 'text' &&
    ['bool', 'int', 'unsigned', 'float'].includes(value.kind)
  add(
    work,
    place.path,
    span,
    `${nameOf(place.path)} is ${found(work.document, value, place.isSecret, !schema.enum)}, must be ${right}${isUnquoted ? '; quote it' : ''}`,
  )
}

function among(
  { examples = [], 'x-listed-by': command }: Schema,
  words: readonly string[],
  value: ReturnType<typeof resolve>,
): string {
  if (words.length > mostListed)
    return `one that \`${command}\` lists, such as ${examples.join(', ')}`
  const near = value.kind === 'text' ? nearest(value.value, words) : undefined
  return `${listed(words.map(quoted))}${near === undefined ? '' : `; did you mean \`${near}\`?`}`
}

const listed = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), ...words.slice(-1)].filter((part) => part !== '').join(' or ')
