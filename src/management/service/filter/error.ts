/**
 * The position of a fault: an offset in UTF-16 units; and, as controllers report it, a line from 1
 * and a column in characters from 0.
 */
export type FilterPosition = { offset: number; line: number; column: number }

/** Why a list request is refused; `message` is the cause in the words of a controller. */
export type FilterFault =
  | {
      code: 'INVALID_FILTER' | 'INVALID_SORT_IDENTIFIER'
      message: string
      position: FilterPosition
    }
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

/** Converts an offset to a position. */
export function findPosition(text: string, offset: number): FilterPosition {
  const position = { offset, line: 1, column: 0 }
  for (const character of text.slice(0, offset)) {
    position.line += character === '\n' ? 1 : 0
    position.column = character === '\n' ? 0 : position.column + 1
  }
  return position
}

/** The fault for a query parameter with an invalid value. */
export function createParameterFault(field: string, value: string, reason: string): FilterFault {
  return { code: 'COULD_NOT_VALIDATE', message: `${field}: ${reason}`, field, reason, value }
}
