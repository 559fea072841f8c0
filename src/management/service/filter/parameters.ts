import { createFieldRefusal } from '../call/failure.js'
import { isInt64 } from './syntax.js'

export type ListParameters = {
  filter?: string
  sort?: string
  limit?: number
  offset?: number
  roleFilter?: readonly string[]
  roleSemantic?: string
}

/**
 * Parses a 64-bit decimal integer with an optional sign; undefined if the text is anything else. Beyond 2^53, the
 * result is rounded.
 */
export function parseInt64(text: string): number | undefined {
  const [, sign, digits] = /^([+-]?)0*(\d{1,19})$/.exec(text) ?? []
  if (digits === undefined) return undefined
  const signedDigits = sign === '-' ? `-${digits}` : digits
  return isInt64(signedDigits) ? Number(signedDigits) : undefined
}

/**
 * Reads the parameters of a list request. Uses all values of `roleFilter`, and the first value of each other parameter.
 * Ignores an empty `limit` or `offset`. Throws a `Refusal` if `limit` or `offset` is not an integer.
 */
export function parseParameters(searchParams: URLSearchParams): ListParameters {
  const parameters: ListParameters = {}
  for (const name of ['limit', 'offset'] as const) {
    const text = searchParams.get(name) ?? ''
    if (text === '') continue
    const value = parseInt64(text)
    if (value === undefined)
      throw createFieldRefusal(
        name,
        `${name} in query must be of type int64: ${JSON.stringify(text)}`,
        text,
      )
    parameters[name] = value
  }
  for (const name of ['filter', 'sort', 'roleSemantic'] as const) {
    const text = searchParams.get(name)
    if (text !== null) parameters[name] = text
  }
  if (searchParams.has('roleFilter')) parameters.roleFilter = searchParams.getAll('roleFilter')
  return parameters
}

/**
 * The limit that controllers report for an unlimited list: the largest 64-bit integer, which a JavaScript number cannot
 * hold.
 */
export const maxInt64Text = '9223372036854775807'

/** The limit of an unlimited list as a number: `maxInt64Text`, rounded to 2^63. */
export const noLimit = Number(maxInt64Text)

export function clampLimit(limit = 10): number {
  if (limit === -1) return noLimit
  return limit < 1 ? 10 : Math.min(limit, 500)
}

export const clampOffset = (offset = 0): number => Math.min(Math.max(offset, 0), 100_000)
