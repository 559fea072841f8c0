/**
 * Thrown for an invalid filter, with the message of a controller; `compileSelector` turns it into a refusal. `isInSort`
 * is set if the error is in the sort order.
 */
export class FilterError extends Error {
  readonly isInSort: boolean

  constructor(message: string, { isInSort = false }: { isInSort?: boolean } = {}) {
    super(message)
    this.isInSort = isInSort
  }
}
