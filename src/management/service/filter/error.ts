/** A fault in a filter, at an offset in UTF-16 units; `compileSelector` turns it into a refusal. */
export class FilterError extends Error {
  readonly at: number
  readonly sorts: boolean

  constructor(message: string, at: number, { sorts = false }: { sorts?: boolean } = {}) {
    super(message)
    this.at = at
    this.sorts = sorts
  }
}
