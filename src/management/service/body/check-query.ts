import { listParameters } from '../../openapi.js'
import type { Operation } from '../../operation.js'
import type { Schema } from '../../../schema/data-schema.js'
import type { Failure } from '../call/failure.js'
import { createFieldFailure } from '../call/failure.js'
import { parseInt64 } from '../filter/parameters.js'
import { describeChoices } from './read-body.js'

/**
 * Checks the query parameters of an operation; unknown ones are ignored. Of repeated values, only the last is checked.
 * Returns the first failure in the order of the parameters' names, as controllers do; undefined if there is none.
 */
export function checkQuery(
  searchParams: URLSearchParams,
  { answer, query, requiredQuery }: Operation,
): Failure | undefined {
  const shapes = Object.entries<Schema>({
    ...(answer === 'page' &&
      Object.fromEntries(listParameters.map(([name, shape]) => [name, shape]))),
    ...query,
  })
  const failures = shapes.flatMap(([name, shape]) => {
    const values = searchParams.has(name) ? searchParams.getAll(name) : undefined
    const failure = checkParameter(name, shape, {
      values,
      isRequired: requiredQuery.includes(name),
    })
    return failure ? [{ name, failure }] : []
  })
  return failures.sort((left, right) => (left.name < right.name ? -1 : 1))[0]?.failure
}

/** Parses the query parameters of a URL. Like controllers, drops pairs with `;` or an invalid percent escape. */
export const parseSearchParams = ({ search }: URL): URLSearchParams =>
  new URLSearchParams(
    search
      .slice(1)
      .split('&')
      .filter((pair) => !pair.includes(';') && !/%(?![\da-f]{2})/i.test(pair))
      .join('&'),
  )

/** The values of a parameter, undefined if it is absent, and whether it is required. */
type ParameterValues = { values: readonly string[] | undefined; isRequired: boolean }

function checkParameter(
  name: string,
  shape: Schema,
  { values, isRequired }: ParameterValues,
): Failure | undefined {
  const value = values?.at(-1) ?? ''
  if (value === '')
    return isRequired
      ? createFieldFailure(name, `${name} in query is required`, values ? '' : [])
      : undefined
  if (shape.type === 'integer' && parseInt64(value) === undefined)
    return createFieldFailure(
      name,
      `${name} in query must be of type int64: ${JSON.stringify(value)}`,
      value,
    )
  return shape.enum && !shape.enum.includes(value)
    ? createFieldFailure(name, `${name} in query ${describeChoices(shape.enum)}`, value)
    : undefined
}
