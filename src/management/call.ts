import type { CallOptions } from './listing.js'
import { isPlain } from './plain.js'
import type { Row } from './row.js'

/** A request that is ready to be sent, but for the session. */
export type Call = {
  row: Row
  /** Relative to the base address, with the parameters in it. */
  path: string
  query: Readonly<Record<string, unknown>>
  headers: Readonly<Record<string, string>>
  body: unknown
  options: CallOptions
}

/** What a method of the client is called with: the parameters of the path, then the body, then the options. */
export function callOf(row: Row, values: readonly unknown[]): Call {
  const { signal, timeout, headers, ...named } = optionsOf(
    values[row.parameters.length + (row.body ? 1 : 0)],
  )
  const own = Object.entries(named).filter(([name]) => row.headers.has(name))
  return {
    row,
    path: row.parameters.reduce(
      (path, name, index) => path.replace(`{${name}}`, segment(row, name, values[index])),
      row.path,
    ),
    query: Object.fromEntries(Object.entries(named).filter(([name]) => !row.headers.has(name))),
    headers: {
      ...textsOf(headers),
      ...Object.fromEntries(
        own.map(([name, value]) => [row.headers.get(name) ?? name, String(value)]),
      ),
    },
    body: row.body ? values[row.parameters.length] : undefined,
    options: {
      ...(signal instanceof AbortSignal && { signal }),
      ...(typeof timeout === 'number' && { timeout }),
    },
  }
}

const textsOf = (value: unknown): Record<string, string> =>
  isPlain(value)
    ? Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]))
    : {}

const optionsOf = (value: unknown): Record<string, unknown> => (isPlain(value) ? { ...value } : {})

/** A part of a path. An empty one would make another path: that of the list. */
function segment({ operation }: Row, name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '')
    throw new TypeError(
      `\`${operation}\` needs \`${name}\`, a text that is not empty; it got ${value === '' ? 'an empty one' : `a value of type ${typeof value}`}`,
    )
  return value === '.' || value === '..' ? value.replaceAll('.', '%2E') : encodeURIComponent(value)
}

/** The query as text; a list gives a parameter for each of its items. */
export function queryOf(query: Call['query']): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((item) => item !== undefined && item !== null)
      .map((item) => [name, String(item)]),
  )
  return pairs.length > 0
    ? `?${pairs.map((pair) => pair.map((part) => encodeURIComponent(part ?? '')).join('=')).join('&')}`
    : ''
}
