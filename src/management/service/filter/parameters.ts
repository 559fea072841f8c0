import { type Fault, unusable } from './fault.js'

/** What a request asks of a list. */
export type ListParameters = {
  filter?: string
  sort?: string
  limit?: number
  offset?: number
  roleFilter?: readonly string[]
  roleSemantic?: string
}

const largest = 2n ** 63n

/** An integer of 64 bits in decimal, with or without a sign. */
function integerOf(text: string): number | undefined {
  const [, sign = '', digits] = /^([+-]?)0*(\d{1,19})$/.exec(text) ?? []
  if (digits === undefined) return undefined
  const value = BigInt(sign === '-' ? `-${digits}` : digits)
  return value < largest && value >= -largest ? Number(value) : undefined
}

/** Reads the query of a request; of what is given twice the first counts, and an empty `limit` or `offset` is none. */
export function parametersOf(
  search: URLSearchParams,
): { ok: true; parameters: ListParameters } | { ok: false; fault: Fault } {
  const parameters: ListParameters = {}
  for (const name of ['limit', 'offset'] as const) {
    const text = search.get(name) ?? ''
    const value = integerOf(text)
    if (value !== undefined) parameters[name] = value
    else if (text !== '')
      return {
        ok: false,
        fault: unusable(
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
