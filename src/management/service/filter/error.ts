/** Where a fault begins: an offset in UTF-16 units, and, as a controller counts, lines from 1 and columns in characters from 0. */
export type Position = { offset: number; line: number; column: number }

/** Why a list cannot be given; `message` is the sentence that a controller sends as the cause. */
export type Fault =
  | { code: 'INVALID_FILTER' | 'INVALID_SORT_IDENTIFIER'; message: string; position: Position }
  | { code: 'COULD_NOT_VALIDATE'; message: string; field: string; reason: string; value: string }

/** A fault on its way out of the parser; it leaves this folder as a value only. */
export class FilterError extends Error {
  readonly at: number
  readonly sorts: boolean

  constructor(message: string, at: number, { sorts = false }: { sorts?: boolean } = {}) {
    super(message)
    this.at = at
    this.sorts = sorts
  }
}

/** Where in a text an offset is. */
export function findPosition(text: string, offset: number): Position {
  const position = { offset, line: 1, column: 0 }
  for (const character of text.slice(0, offset)) {
    position.line += character === '\n' ? 1 : 0
    position.column = character === '\n' ? 0 : position.column + 1
  }
  return position
}

/** A field of the request that is not what it has to be. */
export function createParameterFault(field: string, value: string, reason: string): Fault {
  return { code: 'COULD_NOT_VALIDATE', message: `${field}: ${reason}`, field, reason, value }
}
