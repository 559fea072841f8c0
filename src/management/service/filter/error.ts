/**
 * Thrown for an invalid filter, with the message of a controller; `compileSelector` turns it into a refusal. `isInSort`
 * tells that the sort order is invalid.
 */
export class FilterError extends Error {
  readonly isInSort: boolean

  constructor(message: string, { isInSort = false }: { isInSort?: boolean } = {}) {
    super(message)
    this.isInSort = isInSort
  }
}
