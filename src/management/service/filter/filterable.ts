import type { Query } from './syntax.js'

type Maybe<Value> = Value | null | undefined

/** Counts the records linked to one that a query finds. */
export type LinkedCount<R> = (query: Query) => (record: R) => number

/**
 * A symbol of the filter language: its kind, and how to get its value from a record. Dates are in ms since 1970.
 * A set of ids of other records can have `linked` (made by `linkedTo`), for queries within queries.
 */
export type FilterableSymbol<R> =
  | { readonly kind: 'text'; readonly of: (record: R) => Maybe<string> }
  | { readonly kind: 'number'; readonly of: (record: R) => Maybe<number> }
  | { readonly kind: 'boolean'; readonly of: (record: R) => Maybe<boolean> }
  | { readonly kind: 'date'; readonly of: (record: R) => Maybe<number> }
  | { readonly kind: 'map'; readonly of: (record: R) => Maybe<Readonly<Record<string, unknown>>> }
  | {
      readonly kind: 'set'
      readonly of: (record: R) => Maybe<readonly string[]>
      readonly linked?: LinkedCount<R>
    }

/** The filterable symbols of a kind of record by name, dots and all; `id` has to be among them. */
export type Filterable<R> = {
  readonly id: { readonly kind: 'text'; readonly of: (record: R) => string }
} & Readonly<Record<string, FilterableSymbol<R>>>
