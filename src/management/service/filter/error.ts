/** A fault in a filter, in the words of a controller; `compileSelector` turns it into a refusal. */
export class FilterError extends Error {
  readonly isInSort: boolean

  constructor(message: string, { isInSort = false }: { isInSort?: boolean } = {}) {
    super(message)
    this.isInSort = isInSort
  }
}
