/** What every call takes. */
export type CallOptions = {
  /** Ends the call early. */
  signal?: AbortSignal
  /** How long the call may take, in ms. */
  timeout?: number
}

/** What every list takes. */
export type ListOptions<Symbols> = CallOptions & { limit?: number; offset?: number; filter?: string; sort?: string; where?: (fields: Symbols) => string }

/** A page of records. */
export type Page<T> = { data: T[]; limit: number; offset: number; totalCount: number; filterableFields: string[] }

/** A list: awaited, it is one page; iterated over, all records of all pages. */
export type Listing<T> = PromiseLike<Page<T>> & AsyncIterable<T>
