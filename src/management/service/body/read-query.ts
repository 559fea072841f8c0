import type { Operation, Shape } from '../../operation.js'
import { choices } from './check.js'
import { isInt64 } from './decode.js'
import type { Fault } from './errors.js'
import { fieldFault } from './errors.js'
import { quoteText } from './quote-text.js'
import type { Reading } from './read-body.js'

/** The parameters of a query by name: numbers, truth values, texts, lists of texts. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[]>>

const integer: Shape = { type: 'integer' }
const text: Shape = { type: 'string' }

/** What every list takes. */
const paging = { filter: text, limit: integer, offset: integer, sort: text }

/** The query of a request as an operation wants it; other parameters are left out. Of a parameter that comes twice the last counts, where it is no list. */
export function readQuery(search: URLSearchParams, { answer, query, requiredQuery }: Operation): Reading<Query> {
  const shapes = Object.entries<Shape>({ ...(answer === 'page' && paging), ...query }).sort(([a], [b]) => (a < b ? -1 : 1))
  const values: Record<string, string | number | boolean | readonly string[]> = {}
  for (const [name, shape] of shapes) {
    const all = search.has(name) ? search.getAll(name) : undefined
    const fault = faultOf(name, shape, { all, isRequired: requiredQuery.includes(name) })
    if (fault) return { fault }
    const value = all && valueOf(all, shape)
    if (value !== undefined) values[name] = value
  }
  return { value: values }
}

/** The parameters of an address. Pairs that are not well-formed are left out, as the controller does. */
export const searchOf = ({ search }: URL): URLSearchParams => new URLSearchParams(search.slice(1).split('&').filter((pair) => !pair.includes(';') && !/%(?![\da-f]{2})/i.test(pair)).join('&'))

type Given = { all: readonly string[] | undefined; isRequired: boolean }

function faultOf(name: string, shape: Shape, { all, isRequired }: Given): Fault | undefined {
  const last = all?.at(-1) ?? ''
  if (last === '') return isRequired ? fieldFault(name, `${name} in query is required`, all ? '' : []) : undefined
  if (shape.type === 'integer' && !isInt64(last)) return fieldFault(name, `${name} in query must be of type int64: ${quoteText(last)}`, last)
  return shape.enum && !shape.enum.includes(last) ? fieldFault(name, `${name} in query should be one of ${choices(shape.enum)}`, last) : undefined
}

const truths = ['true', '1', 'yes', 'ok', 'y', 'on', 'selected', 'checked', 't', 'enabled']

function valueOf(all: readonly string[], { type }: Shape): Query[string] | undefined {
  if (type === 'array') return all
  const last = all.at(-1) ?? ''
  if (type === 'string') return last
  if (last === '') return undefined
  return type === 'integer' ? Number(last) : truths.includes(last.toLowerCase())
}
