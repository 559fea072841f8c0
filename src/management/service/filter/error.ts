/** A fault in a filter, at an offset in UTF-16 units; `compileSelector` turns it into a refusal. */
export class FilterError extends Error {
  readonly offset: number
  readonly isInSort: boolean

  constructor(message: string, offset: number, { isInSort = false }: { isInSort?: boolean } = {}) {
    super(message)
    this.offset = offset
    this.isInSort = isInSort
  }
}
