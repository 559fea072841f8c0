import type { Operation, Shape } from '../../operation.js'
import type { Failure, Outcome } from '../failure.js'
import { fieldFailure, given } from '../failure.js'
import { choices } from './check.js'
import { isInt64 } from './decode.js'
import { quoteText } from './quote-text.js'

/** The parameters of a query by name: numbers, truth values, texts, lists of texts. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[]>>

const integer: Shape = { type: 'integer' }
const text: Shape = { type: 'string' }

/** What every list takes. */
const paging = { filter: text, limit: integer, offset: integer, sort: text }

/** The query of a request as an operation wants it; other parameters are left out. Of a parameter that comes twice the last counts, where it is no list. */
export function readQuery(
  search: URLSearchParams,
  { answer, query, requiredQuery }: Operation,
): Outcome<Query> {
  const shapes = Object.entries<Shape>({ ...(answer === 'page' && paging), ...query }).sort(
    ([a], [b]) => (a < b ? -1 : 1),
  )
  const values: Record<string, string | number | boolean | readonly string[]> = {}
  for (const [name, shape] of shapes) {
    const all = search.has(name) ? search.getAll(name) : undefined
    const failure = failureOf(name, shape, { all, isRequired: requiredQuery.includes(name) })
    if (failure) return { ok: false, failure }
    const value = all && valueOf(all, shape)
    if (value !== undefined) values[name] = value
  }
  return given(values)
}

/** The parameters of an address. Pairs that are not well-formed are left out, as the controller does. */
export const searchOf = ({ search }: URL): URLSearchParams =>
  new URLSearchParams(
    search
      .slice(1)
      .split('&')
      .filter((pair) => !pair.includes(';') && !/%(?![\da-f]{2})/i.test(pair))
      .join('&'),
  )

type Given = { all: readonly string[] | undefined; isRequired: boolean }

function failureOf(name: string, shape: Shape, { all, isRequired }: Given): Failure | undefined {
  const last = all?.at(-1) ?? ''
  if (last === '')
    return isRequired
      ? fieldFailure(name, `${name} in query is required`, all ? '' : [])
      : undefined
  if (shape.type === 'integer' && !isInt64(last))
    return fieldFailure(name, `${name} in query must be of type int64: ${quoteText(last)}`, last)
  return shape.enum && !shape.enum.includes(last)
    ? fieldFailure(name, `${name} in query should be one of ${choices(shape.enum)}`, last)
    : undefined
}

const truths = ['true', '1', 'yes', 'ok', 'y', 'on', 'selected', 'checked', 't', 'enabled']

function valueOf(all: readonly string[], { type }: Shape): Query[string] | undefined {
  if (type === 'array') return all
  const last = all.at(-1) ?? ''
  if (type === 'string') return last
  if (last === '') return undefined
  return type === 'integer' ? Number(last) : truths.includes(last.toLowerCase())
}
