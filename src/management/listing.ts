import type { Fields, Filter, Sort, Symbols } from './filter/index.js'

/** What every call takes. */
export type CallOptions = {
  /** Ends the call early, with a `ManagementError` of code `ABORTED`. */
  signal?: AbortSignal
  /** How long one attempt may take, in ms; that of the client otherwise. */
  timeout?: number
  /** Headers to send with the call. */
  headers?: Readonly<Record<string, string>>
}

/** What every list takes. */
export type ListOptions<S extends Symbols> = CallOptions & {
  /** Records on a page: 10 where nothing is said, 500 at most, -1 for all. While iterating: 500 where nothing is said. */
  limit?: number
  /** Records to pass over, at most 100,000. */
  offset?: number
  /** Which records: `({ name, isVerified }) => name.contains('x').and(isVerified.eq(false))`. */
  where?: Filter | ((fields: Fields<S>) => Filter)
  /** A filter as text, in the language of the controller; with `where`, both hold. */
  filter?: string
  /** Fields to sort by, five at most: `['name desc', 'createdAt']`; by id where nothing is said. */
  sort?: Sort<S> | readonly Sort<S>[]
  /** Pages to read ahead while iterating; 1 where nothing is said. */
  prefetch?: number
}

/** A page of records. */
export type Page<T> = {
  data: T[]
  /** The limit that the controller went by, -1 for all. */
  limit: number
  offset: number
  /** How many records there are on all pages. */
  totalCount: number
  /** The fields that filters and sorting know, sorted. */
  filterableFields: string[]
}

/** A list: awaited, it is one page; iterated over, all records of all pages. Nothing is sent before either. */
export type Listing<T> = PromiseLike<Page<T>> &
  AsyncIterable<T> & {
    /** All pages, one after the other, each record once. */
    pages(): AsyncIterable<T[]>
    /** All records of all pages at once. */
    all(): Promise<T[]>
  }
