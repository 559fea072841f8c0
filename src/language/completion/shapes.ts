import { formatScalar } from '../../edit/edit.js'
import type { LayoutStyle } from '../layout.js'
import type { SchemaNode } from '../../schema/key.js'
import type { SchemaPlace } from '../../schema/places.js'
import { memoizePerObject } from '../../document/lazy.js'
import { listChildren, getItemPlace, getPlaceName } from '../schema-places.js'
import type { CompletionFacts } from './context.js'

/**
 * A placeholder: its initial text, the choices, a name shared by placeholders that get the same text, and the fixed
 * text around it.
 */
export type SnippetPlaceholder = {
  blank: string
  choices?: readonly string[]
  name?: string
  before?: string
  after?: string
}

/** A value to be written: text, placeholders, and lists and maps of them. */
export type SnippetShape =
  string | SnippetPlaceholder | readonly SnippetShape[] | { readonly [name: string]: SnippetShape }

/** Writes shapes as a snippet; placeholders are numbered in order of appearance. */
export type SnippetWriter = { style: LayoutStyle; stops: Map<string, number>; next: () => number }

export function createWriter(style: LayoutStyle): SnippetWriter {
  let count = 0
  return { style, stops: new Map(), next: () => (count += 1) }
}

const isBlank = (shape: SnippetShape): shape is SnippetPlaceholder =>
  typeof shape === 'object' && 'blank' in shape && typeof shape.blank === 'string'

const isList = (shape: SnippetShape): shape is readonly SnippetShape[] => Array.isArray(shape)

/** Escapes the characters with a special meaning in snippets. */
const escapeSnippet = (text: string): string => text.replaceAll(/[\\$}]/g, '\\$&')

/** A placeholder in snippet syntax. */
function formatTabStop(
  { stops, next }: SnippetWriter,
  { blank, choices = [], name }: SnippetPlaceholder,
): string {
  const known = name === undefined ? undefined : stops.get(name)
  const number = known ?? next()
  if (name !== undefined) stops.set(name, number)
  if (choices.length > 1)
    return `\${${number}|${choices.map((choice) => choice.replaceAll(/[\\,|]/g, '\\$&')).join()}|}`
  return blank === '' ? `$${number}` : `\${${number}:${escapeSnippet(blank)}}`
}

function formatInline(writer: SnippetWriter, shape: string | SnippetPlaceholder): string {
  return typeof shape === 'string'
    ? escapeSnippet(formatSnippetScalar(shape))
    : escapeSnippet(shape.before ?? '') +
        formatTabStop(writer, shape) +
        escapeSnippet(shape.after ?? '')
}

/** Numbers and booleans stay unchanged; any other string becomes a scalar that reads as that string. */
const formatSnippetScalar = (text: string): string =>
  /^(?:true|false|-?\d+(?:\.\d+)?|\[\]|\{\})$/.test(text) ? text : formatScalar(text)

/** The lines of a value, relative to its indentation. */
export function formatBlockLines(writer: SnippetWriter, shape: SnippetShape): string[] {
  if (typeof shape === 'string' || isBlank(shape)) return [formatInline(writer, shape)]
  if (isList(shape))
    return shape.flatMap((item) =>
      formatBlockLines(writer, item).map((line, index) => (index === 0 ? '- ' : '  ') + line),
    )
  return Object.entries(shape).flatMap(([name, value]) => formatEntryLines(writer, name, value))
}

/** The lines of an entry of a map. */
export function formatEntryLines(
  writer: SnippetWriter,
  name: string,
  value: SnippetShape,
): string[] {
  if (typeof value === 'string' || isBlank(value))
    return [`${name}: ${formatInline(writer, value)}`]
  const indent = ' '.repeat(isList(value) ? writer.style.dash : writer.style.step)
  const lines = formatBlockLines(writer, value)
  return [
    `${name}:`,
    ...(lines.length > 0 ? lines : [formatTabStop(writer, { blank: '' })]).map(
      (line) => indent + line,
    ),
  ]
}

/** A value in braces and brackets. */
export function formatFlow(writer: SnippetWriter, shape: SnippetShape): string {
  if (typeof shape === 'string' || isBlank(shape)) return formatInline(writer, shape)
  if (isList(shape)) return `[${shape.map((item) => formatFlow(writer, item)).join(', ')}]`
  const entries = Object.entries(shape).map(
    ([name, value]) => `${name}: ${formatFlow(writer, value)}`,
  )
  return `{ ${entries.length > 0 ? entries.join(', ') : formatTabStop(writer, { blank: '' })} \\}`
}

/** Used in examples if a file has no host. */
const exampleHost = 'router.example.com'

/** A host at which the router can be reached, from the file if possible. */
export const getHost = ({ hosts }: CompletionFacts): string =>
  hosts().find((host) => host.includes('.') && !host.startsWith('127.')) ??
  hosts()[0] ??
  exampleHost

/** The usual port for a key, or the next one that the router does not listen on yet. */
export function choosePortFor(path: string, { ports }: CompletionFacts): string {
  const taken = new Set(ports())
  let port = getUsualPort(path)
  while (taken.has(String(port))) port += 1
  return String(port)
}

const getUsualPort = (path: string): number => {
  if (path.startsWith('ctrl')) return 6262
  if (path.startsWith('link')) return 10080
  if (path.startsWith('web')) return 8081
  return path.includes('binding=edge') ? 3022 : path.includes('proxy') ? 8080 : 7001
}

/** The files that the router writes when it enrolls. */
export const exampleFiles = {
  cert: 'pki/router.cert',
  server_cert: 'pki/router.server.chain.cert',
  key: 'pki/router.key',
  server_key: 'pki/router.key',
  ca: 'pki/router.cas',
} as const

const getExampleFile = (place: SchemaPlace): string =>
  new Map<string, string>(Object.entries(exampleFiles)).get(getPlaceName(place)) ?? ''

/** Example strings, by the name of the format. */
const examplesByFormat: Readonly<
  Record<string, (place: SchemaPlace, facts: CompletionFacts) => string>
> = {
  address: (place, facts) =>
    place.path.startsWith('ctrl') && !place.path.includes('listeners')
      ? 'tls:ctrl.example.com:6262'
      : `tls:0.0.0.0:${choosePortFor(place.path, facts)}`,
  'listen-address': ({ path }, facts) => `tls:0.0.0.0:${choosePortFor(path, facts)}`,
  'edge-address': ({ path }, facts) => `tls:0.0.0.0:${choosePortFor(path, facts)}`,
  'link-advertise': ({ path }, facts) => `tls:${getHost(facts)}:${choosePortFor(path, facts)}`,
  'edge-advertise': (_, facts) => `${getHost(facts)}:3022`,
  'udp-address': (_, facts) => `udp:0.0.0.0:${choosePortFor('udp', facts)}`,
  'host-port': ({ path }, facts) =>
    (path.endsWith('interface') ? '0.0.0.0' : getHost(facts)) + `:${choosePortFor(path, facts)}`,
  'listen-host-port': () => '0.0.0.0:1080',
  certificate: getExampleFile,
  key: getExampleFile,
  'tunnel-service': () => 'service:8080',
  resolver: () => 'udp://127.0.0.1:53',
}

/** A likely string for a key; empty if there is none. */
export const createExample = (place: SchemaPlace, facts: CompletionFacts): string =>
  examplesByFormat[place.key.format?.name ?? '']?.(place, facts) ?? ''

/** A number as it is written in a file: with a decimal point if the key does not accept integers. */
export function formatNumeral({ format }: SchemaNode, value: number): string {
  const isFloat =
    format !== undefined && format.accepts.includes('float') && !format.accepts.includes('int')
  return isFloat && Number.isInteger(value) ? value.toFixed(1) : String(value)
}

/** Whether a key is on or off. */
export const isSwitch = ({ format }: SchemaNode): boolean =>
  format?.name === 'boolean' || format?.name === 'flag'

/** The words that a key accepts, the default first. */
export const listWords = memoizePerObject((key: SchemaNode): readonly string[] => {
  const { source } = key
  const given = isSwitch(key)
    ? ['true', 'false']
    : [...(key.words ?? []), ...(source.const === undefined ? [] : [source.const])].filter(
        (word) => word !== '',
      )
  const usual = typeof source.default === 'object' ? undefined : String(source.default)
  return [...new Set(given)].sort((left, right) => Number(right === usual) - Number(left === usual))
})

/** The minimum for a key: for maps the required entries, for lists one entry. */
export function createRequiredShape(place: SchemaPlace, facts: CompletionFacts): SnippetShape {
  const { key } = place
  if (key.kinds.has('map') && key.names.length > 0) return createRequiredEntries(place, facts)
  const item = key.acceptsSingleItem ? undefined : getItemPlace(place)
  if (item) return [createRequiredShape(item, facts)]
  const [first = '', ...others] = listWords(key)
  if (first !== '') return others.length > 0 ? { blank: first, choices: [first, ...others] } : first
  const { bounds, source } = key
  if (bounds && bounds.least === bounds.most) return String(bounds.least)
  const written =
    typeof source.default === 'number' ? formatNumeral(key, source.default) : source.default
  const usual =
    typeof written === 'object' || written === undefined
      ? createExample(place, facts)
      : String(written)
  return {
    blank:
      usual === '' && bounds && Number.isFinite(bounds.least)
        ? (source['x-min'] ?? formatNumeral(key, bounds.least))
        : usual,
  }
}

/** The required keys of a map; if there are none, the first usual one. */
const findFirstKeys = memoizePerObject((shape: SchemaPlace): readonly SchemaPlace[] => {
  const children = listChildren([shape])
  const required = children.filter((child) => child.required)
  return required.length > 0 ? required : children.filter(isUsualKey).slice(0, 1)
})

/** The required entries of a map; if there are none, the first usual one. */
export const createRequiredEntries = (
  shape: SchemaPlace,
  facts: CompletionFacts,
): Record<string, SnippetShape> =>
  Object.fromEntries(
    findFirstKeys(shape).map((child) => [getPlaceName(child), createRequiredShape(child, facts)]),
  )

/** Keys that most router files have besides the required ones. */
const usualKeys = new Set([
  'csr',
  'edge',
  'link',
  'listeners',
  'dialers',
  'identity.server_cert',
  'identity.ca',
  'ctrl.endpoint',
  'ctrl.endpoints',
  'link.dialers',
  'link.listeners',
  'link.listeners[].advertise',
  'listeners[binding=tunnel].options',
  'listeners[binding=edge].options.advertise',
  'listeners[binding=tunnel].options.mode',
  'listeners[binding=tunnel].options.resolver',
  'listeners[binding=tunnel].options.services',
  'csr.sans.dns',
  'csr.sans.ip',
])

/** Whether most files have a key. */
export const isUsualKey = ({ path }: SchemaPlace): boolean => usualKeys.has(path)
