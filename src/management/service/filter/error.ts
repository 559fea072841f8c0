/** Why a list request is refused; `offset` is where in the parameter, in UTF-16 units. */
export type FilterFault =
  | { code: 'INVALID_FILTER' | 'INVALID_SORT_IDENTIFIER'; message: string; offset: number }
  | { code: 'COULD_NOT_VALIDATE'; message: string; field: string; reason: string; value: string }

/** Carries a fault out of the parser. Outside of this folder, faults are values. */
export class FilterError extends Error {
  readonly at: number
  readonly sorts: boolean

  constructor(message: string, at: number, { sorts = false }: { sorts?: boolean } = {}) {
    super(message)
    this.at = at
    this.sorts = sorts
  }
}

/** The fault for a query parameter with an invalid value. */
export function createParameterFault(field: string, value: string, reason: string): FilterFault {
  return { code: 'COULD_NOT_VALIDATE', message: `${field}: ${reason}`, field, reason, value }
}
