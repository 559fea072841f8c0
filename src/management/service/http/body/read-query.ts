import type { Operation, Shape } from '../../../operation.js'
import type { Failure, Result } from '../failure.js'
import { createFieldFailure, succeed } from '../failure.js'
import { formatChoices } from './read-body.js'

/** The query parameters by name: numbers, booleans, strings, lists of strings. */
export type QueryParameters = Readonly<
  Record<string, string | number | boolean | readonly string[]>
>

const integerShape: Shape = { type: 'integer' }
const textShape: Shape = { type: 'string' }

/** Parameters of every list operation. */
const listParameters = {
  filter: textShape,
  limit: integerShape,
  offset: integerShape,
  sort: textShape,
}

/**
 * Reads the query parameters of an operation; unknown ones are dropped. The last of repeated values
 * is used, unless the parameter is a list.
 */
export function readQuery(
  search: URLSearchParams,
  { answer, query, requiredQuery }: Operation,
): Result<QueryParameters> {
  const shapes = Object.entries<Shape>({ ...(answer === 'page' && listParameters), ...query }).sort(
    ([a], [b]) => (a < b ? -1 : 1),
  )
  const values: Record<string, string | number | boolean | readonly string[]> = {}
  for (const [name, shape] of shapes) {
    const all = search.has(name) ? search.getAll(name) : undefined
    const failure = checkParameter(name, shape, { all, isRequired: requiredQuery.includes(name) })
    if (failure) return { ok: false, failure }
    const value = all && parseParameter(all, shape)
    if (value !== undefined) values[name] = value
  }
  return succeed(values)
}

/**
 * The query parameters of a URL. Like the controller, drops pairs with `;` or an invalid percent
 * escape.
 */
export const parseSearch = ({ search }: URL): URLSearchParams =>
  new URLSearchParams(
    search
      .slice(1)
      .split('&')
      .filter((pair) => !pair.includes(';') && !/%(?![\da-f]{2})/i.test(pair))
      .join('&'),
  )

type ParameterValues = { all: readonly string[] | undefined; isRequired: boolean }

function checkParameter(
  name: string,
  shape: Shape,
  { all, isRequired }: ParameterValues,
): Failure | undefined {
  const last = all?.at(-1) ?? ''
  if (last === '')
    return isRequired ? createFieldFailure(name, `${name} is required`, all ? '' : []) : undefined
  if (shape.type === 'integer' && !isInt64(last))
    return createFieldFailure(name, `${name} must be a 64-bit integer`, last)
  return shape.enum && !shape.enum.includes(last)
    ? createFieldFailure(name, `${name} must be one of ${formatChoices(shape.enum)}`, last)
    : undefined
}

const int64Bound = 2n ** 63n

const isInt64 = (text: string): boolean =>
  /^[+-]?\d{1,400}$/.test(text) && BigInt(text) >= -int64Bound && BigInt(text) < int64Bound

const trueValues = ['true', '1', 'yes', 'ok', 'y', 'on', 'selected', 'checked', 't', 'enabled']

function parseParameter(
  all: readonly string[],
  { type }: Shape,
): QueryParameters[string] | undefined {
  if (type === 'array') return all
  const last = all.at(-1) ?? ''
  if (type === 'string') return last
  if (last === '') return undefined
  return type === 'integer' ? Number(last) : trueValues.includes(last.toLowerCase())
}
