import type { Fault } from './error.js'
import { createParameterFault } from './error.js'

/** What a request asks of a list. */
export type ListParameters = {
  filter?: string
  sort?: string
  limit?: number
  offset?: number
  roleFilter?: readonly string[]
  roleSemantic?: string
}

const int64Bound = 2n ** 63n

/** An integer of 64 bits in decimal, with or without a sign. */
function parseInt64(text: string): number | undefined {
  const [, sign = '', digits] = /^([+-]?)0*(\d{1,19})$/.exec(text) ?? []
  if (digits === undefined) return undefined
  const value = BigInt(sign === '-' ? `-${digits}` : digits)
  return value < int64Bound && value >= -int64Bound ? Number(value) : undefined
}

/** Reads the query of a request; of what is given twice the first counts, and an empty `limit` or `offset` is none. */
export function parseParameters(
  search: URLSearchParams,
): { ok: true; parameters: ListParameters } | { ok: false; fault: Fault } {
  const parameters: ListParameters = {}
  for (const name of ['limit', 'offset'] as const) {
    const text = search.get(name) ?? ''
    const value = parseInt64(text)
    if (value !== undefined) parameters[name] = value
    else if (text !== '')
      return {
        ok: false,
        fault: createParameterFault(
          name,
          text,
          `${name} in query must be of type int64: ${JSON.stringify(text)}`,
        ),
      }
  }
  for (const name of ['filter', 'sort', 'roleSemantic'] as const) {
    const text = search.get(name)
    if (text !== null) parameters[name] = text
  }
  if (search.has('roleFilter')) parameters.roleFilter = search.getAll('roleFilter')
  return { ok: true, parameters }
}

/** What a controller reports as the limit of a list that has none: the largest integer of 64 bits. */
export const unlimited = 2 ** 63

/** The limit that a list uses: 10 if there is none or a wrong one, at most 500, and all for -1. */
export function clampLimit(limit = 10): number {
  if (limit === -1) return unlimited
  return limit < 1 ? 10 : Math.min(limit, 500)
}

/** The offset that a list uses: from 0 to 100,000. */
export const clampOffset = (offset = 0): number => Math.min(Math.max(offset, 0), 100_000)
