import { formatScalar } from '../../edit/edit.js'
import type { LayoutStyle } from '../layout.js'
import type { SchemaNode } from '../../schema/key.js'
import type { SchemaPlace } from '../../schema/places.js'
import { memoizePerObject } from '../../document/lazy.js'
import { exampleHost, findExample, isUsualIn } from '../examples.js'
import { listChildren, getItemPlace, getPlaceName } from '../schema-places.js'
import type { CompletionFacts } from './context.js'

/** A placeholder and the fixed text around it. Placeholders with the same name get the same text. */
export type SnippetPlaceholder = {
  initialText: string
  choices?: readonly string[]
  name?: string
  prefix?: string
  suffix?: string
}

export type SnippetShape =
  string | SnippetPlaceholder | readonly SnippetShape[] | { readonly [name: string]: SnippetShape }

/** The state while shapes are written as a snippet: placeholders are numbered in order of appearance. */
export type SnippetWriter = {
  style: LayoutStyle
  numbersByName: Map<string, number>
  nextNumber: () => number
}

export function createWriter(style: LayoutStyle): SnippetWriter {
  let count = 0
  return { style, numbersByName: new Map(), nextNumber: () => (count += 1) }
}

const isPlaceholder = (shape: SnippetShape): shape is SnippetPlaceholder =>
  typeof shape === 'object' && 'initialText' in shape && typeof shape.initialText === 'string'

const isList = (shape: SnippetShape): shape is readonly SnippetShape[] => Array.isArray(shape)

const escapeSnippet = (text: string): string => text.replaceAll(/[\\$}]/g, '\\$&')

/** A snippet as plain text: placeholders become their initial text, or the first of several choices. */
export const toPlainSnippet = (snippet: string): string =>
  snippet.replaceAll(
    /\\([\\$}])|\$\{\d+\|((?:[^\\|]|\\.)*)(?:\|\})?|\$\{\d+:((?:[^\\}]|\\.)*)\}?|\$\d+/g,
    (
      _,
      escaped: string | undefined,
      choices: string | undefined,
      initialText: string | undefined,
    ) => escaped ?? (choices?.split(/(?<!\\),/)[0] ?? initialText ?? '').replaceAll(/\\(.)/g, '$1'),
  )

function formatTabStop(
  { numbersByName, nextNumber }: SnippetWriter,
  { initialText, choices = [], name }: SnippetPlaceholder,
): string {
  const knownNumber = name === undefined ? undefined : numbersByName.get(name)
  const number = knownNumber ?? nextNumber()
  if (name !== undefined) numbersByName.set(name, number)
  if (choices.length > 1)
    return `\${${number}|${choices.map((choice) => choice.replaceAll(/[\\,|]/g, '\\$&')).join()}|}`
  return initialText === '' ? `$${number}` : `\${${number}:${escapeSnippet(initialText)}}`
}

function formatInline(writer: SnippetWriter, shape: string | SnippetPlaceholder): string {
  return typeof shape === 'string'
    ? escapeSnippet(formatSnippetScalar(shape))
    : escapeSnippet(shape.prefix ?? '') +
        formatTabStop(writer, shape) +
        escapeSnippet(shape.suffix ?? '')
}

/** Numbers, booleans, `[]` and `{}` stay unchanged; any other string becomes a scalar that reads as that string. */
const formatSnippetScalar = (text: string): string =>
  /^(?:true|false|-?\d+(?:\.\d+)?|\[\]|\{\})$/.test(text) ? text : formatScalar(text)

/** The lines of a value, relative to its indentation. */
export function formatBlockLines(writer: SnippetWriter, shape: SnippetShape): string[] {
  if (typeof shape === 'string' || isPlaceholder(shape)) return [formatInline(writer, shape)]
  if (isList(shape))
    return shape.flatMap((item) =>
      formatBlockLines(writer, item).map((line, index) => (index === 0 ? '- ' : '  ') + line),
    )
  return Object.entries(shape).flatMap(([name, value]) => formatEntryLines(writer, name, value))
}

export function formatEntryLines(
  writer: SnippetWriter,
  name: string,
  value: SnippetShape,
): string[] {
  if (typeof value === 'string' || isPlaceholder(value))
    return [`${name}: ${formatInline(writer, value)}`]
  const indent = ' '.repeat(isList(value) ? writer.style.dashIndent : writer.style.mapIndent)
  const lines = formatBlockLines(writer, value)
  return [
    `${name}:`,
    ...(lines.length > 0 ? lines : [formatTabStop(writer, { initialText: '' })]).map(
      (line) => indent + line,
    ),
  ]
}

export function formatFlow(writer: SnippetWriter, shape: SnippetShape): string {
  if (typeof shape === 'string' || isPlaceholder(shape)) return formatInline(writer, shape)
  if (isList(shape)) return `[${shape.map((item) => formatFlow(writer, item)).join(', ')}]`
  const entries = Object.entries(shape).map(
    ([name, value]) => `${name}: ${formatFlow(writer, value)}`,
  )
  return `{ ${entries.length > 0 ? entries.join(', ') : formatTabStop(writer, { initialText: '' })} \\}`
}

/** The host at which clients and other routers most likely reach the router. */
export const getHost = ({ hosts }: CompletionFacts): string =>
  hosts().find((host) => host.includes('.') && !host.startsWith('127.')) ??
  hosts()[0] ??
  exampleHost

export function chooseFreePort(example: string, { ports }: CompletionFacts): string {
  const usedPorts = new Set(ports())
  let port = Number(/:(\d+)$/.exec(example)?.[1])
  while (usedPorts.has(String(port))) port += 1
  return String(port)
}

/**
 * Adapts an example address whose host is `exampleHost` or `0.0.0.0`: writes a free port, and a host of the router
 * instead of `exampleHost`. Returns other examples unchanged.
 */
export function adaptExample(example: string, facts: CompletionFacts): string {
  const [, protocol = '', host] = /^(\w+:)?([^:]+):\d+$/.exec(example) ?? []
  if (host !== exampleHost && host !== '0.0.0.0') return example
  return `${protocol}${host === exampleHost ? getHost(facts) : host}:${chooseFreePort(example, facts)}`
}

export const createExample = ({ key }: SchemaPlace, facts: CompletionFacts): string =>
  adaptExample(findExample(key) ?? '', facts)

/** A number as written in a file: with a decimal point if the key does not accept integers. */
export function formatNumeral({ format }: SchemaNode, value: number): string {
  const isFloat =
    format !== undefined && format.accepts.includes('float') && !format.accepts.includes('int')
  return isFloat && Number.isInteger(value) ? value.toFixed(1) : String(value)
}

export const isSwitch = ({ format }: SchemaNode): boolean =>
  format?.name === 'boolean' || format?.name === 'flag'

/** The words that a key accepts, the default first. */
export const listWords = memoizePerObject((key: SchemaNode): readonly string[] => {
  const { keyFacts } = key
  const words = isSwitch(key)
    ? ['true', 'false']
    : [...(key.words ?? []), ...(keyFacts.const === undefined ? [] : [keyFacts.const])].filter(
        (word) => word !== '',
      )
  const defaultWord = typeof keyFacts.default === 'object' ? undefined : String(keyFacts.default)
  return [...new Set(words)].sort(
    (left, right) => Number(right === defaultWord) - Number(left === defaultWord),
  )
})

/** The shortest value for a key: the required entries of a map, one item of a list, or a likely scalar. */
export function createRequiredShape(place: SchemaPlace, facts: CompletionFacts): SnippetShape {
  const { key } = place
  if (key.kinds.has('map') && key.names.length > 0) return createRequiredEntries(place, facts)
  const item = key.acceptsSingleItem ? undefined : getItemPlace(place)
  if (item) return [createRequiredShape(item, facts)]
  const [first = '', ...others] = listWords(key)
  if (first !== '')
    return others.length > 0 ? { initialText: first, choices: [first, ...others] } : first
  const { bounds, keyFacts } = key
  if (bounds && bounds.min === bounds.max) return String(bounds.min)
  const defaultValue =
    typeof keyFacts.default === 'number' ? formatNumeral(key, keyFacts.default) : keyFacts.default
  const example =
    typeof defaultValue === 'object' || defaultValue === undefined
      ? createExample(place, facts)
      : String(defaultValue)
  return {
    initialText:
      example === '' && bounds && Number.isFinite(bounds.min)
        ? (keyFacts['x-min'] ?? formatNumeral(key, bounds.min))
        : example,
  }
}

const findFirstKeys = memoizePerObject((shape: SchemaPlace): readonly SchemaPlace[] => {
  const children = listChildren([shape])
  const requiredPlaces = children.filter((child) => child.required)
  return requiredPlaces.length > 0 ? requiredPlaces : children.filter(isUsualKey).slice(0, 1)
})

/** The required entries of a map; if there are none, the first usual one. */
export const createRequiredEntries = (
  shape: SchemaPlace,
  facts: CompletionFacts,
): Record<string, SnippetShape> =>
  Object.fromEntries(
    findFirstKeys(shape).map((child) => [getPlaceName(child), createRequiredShape(child, facts)]),
  )

/** Whether most files that have the map around a key have the key, too. */
export const isUsualKey = (place: SchemaPlace): boolean =>
  place.parent !== undefined && isUsualIn(place.parent.key, getPlaceName(place))
