/** A filter, and ways to make a larger one of it. `text` is what a list takes as `filter`. */
export type Filter = {
  readonly text: string
  /** This, and all of the others. */
  and(...others: readonly Filter[]): Filter
  /** This, or any of the others. */
  or(...others: readonly Filter[]): Filter
  not(): Filter
  toString(): string
}

/** Each part in parentheses: controllers read `a or b and c`, and all that follows a `not`, in their own way. */
function joined(filters: readonly Filter[], word: 'and' | 'or', none: 'true' | 'false'): Filter {
  const [first] = filters
  if (!first || filters.length === 1) return first ?? filterOf(none)
  return filterOf(filters.map(({ text }) => `(${text})`).join(` ${word} `))
}

/** A filter of a text that is known to be one. */
export function filterOf(text: string): Filter {
  const filter: Filter = {
    text,
    and: (...others) => every([filter, ...others]),
    or: (...others) => some([filter, ...others]),
    not: () => filterOf(`not (${text})`),
    toString: () => text,
  }
  return filter
}

/** All of the filters; of none, everything. */
export const every = (filters: readonly Filter[]): Filter => joined(filters, 'and', 'true')

/** Any of the filters; of none, nothing. */
export const some = (filters: readonly Filter[]): Filter => joined(filters, 'or', 'false')
