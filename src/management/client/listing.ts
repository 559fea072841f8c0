import { getString } from '../plain.js'
import { isPlainObject } from '../../document/record.js'
import type { Fields, Symbols, Filter, Sort } from './filter.js'
import type { CallOptions, CallResponse, DataResponse, PreparedCall } from './call.js'
import { withData } from './call.js'
import type { ManagementError } from './error.js'
import { createCallError, isNotFound } from './error.js'
import type { OperationRow } from './operation-table.js'

/** The options of every list. */
export type ListOptions<S extends Symbols> = CallOptions & {
  /** Records per page; default 10, at most 500, -1 for all. While iterating, the default is 500. */
  limit?: number
  /** Records to skip, at most 100,000. */
  offset?: number
  /**
   * Filters the records: `({ name, isVerified }) => name.contains('x').and(isVerified.eq(false))`.
   */
  where?: Filter | ((fields: Fields<S>) => Filter)
  /** A filter in the language of the controller; combined with `where` if both are set. */
  filter?: string
  /** Fields to sort by, at most five: `['name desc', 'createdAt']`; default: by id. */
  sort?: Sort<S> | readonly Sort<S>[]
  /** Pages to prefetch while iterating; default: 1. */
  prefetch?: number
}

/** A page of records. */
export type Page<T> = {
  /** The records of this page. */
  data: T[]
  /** The limit that the controller applied, -1 for all. */
  limit: number
  /** The number of records before this page. */
  offset: number
  /** The number of records on all pages. */
  totalCount: number
  /** The fields that support filters and sorting, sorted. */
  filterableFields: string[]
}

/**
 * A list. `for await` iterates over the records of all pages; `await` returns one page. No request is sent until then.
 * `await` throws a `ManagementError` of code `MORE_PAGES` if there are more pages and neither `limit` nor `offset` is
 * set (nor `skip` or `limit` in the filter), because the other records would be missed silently.
 */
export type Listing<T> = PromiseLike<Page<T>> &
  AsyncIterable<T> & {
    /** Returns one page, even if there are more, with the status, the headers and the id of the request. */
    withResponse(): Promise<DataResponse<Page<T>>>
    /** Iterates over the pages; each record occurs once. */
    pages(): AsyncIterable<T[]>
    /** Returns all records of all pages. */
    all(): Promise<T[]>
  }

/** Creates a list that is requested when it is awaited or iterated over. */
export function createListing(
  read: ReadPage,
  options: PreparedCall['query'],
  operation: ListOperation,
): Listing<unknown> {
  const { prefetch, ...query } = options
  const state: { page?: Promise<ReadPageResult> } = {}
  const page = (): Promise<ReadPageResult> => (state.page ??= readSinglePage(read, query))
  const readCompletePage = async (): Promise<Page<unknown>> => {
    const result = await page()
    requireCompleteList(result.page, query, operation)
    return result.page
  }
  const readPage = async (...parameters: Parameters<ReadPage>): Promise<Page<unknown>> =>
    (await readPageWithRetries(read, ...parameters)).page
  const pages = (): AsyncGenerator<unknown[], void> =>
    readAhead(
      (signal) => readFirstStep(createPager(readPage, operation, signal), query),
      typeof prefetch === 'number' ? prefetch : 1,
    )
  return {
    then: (resolve, reject) => readCompletePage().then(resolve, reject),
    withResponse: async () => {
      const { page: data, response } = await page()
      return withData(data, response)
    },
    pages,
    async all() {
      const all: unknown[] = []
      for await (const records of pages()) for (const record of records) all.push(record)
      return all
    },
    async *[Symbol.asyncIterator]() {
      for await (const records of pages()) yield* records
    },
  }
}

/**
 * Requests one page. Controllers return nothing for `limit` -1 with an offset, so in this case, the client requests all
 * records and drops the first ones.
 */
async function readSinglePage(
  read: ReadPage,
  query: PreparedCall['query'],
): Promise<ReadPageResult> {
  const { offset, ...rest } = query
  if (query['limit'] !== -1 || typeof offset !== 'number' || offset <= 0)
    return readPageWithRetries(read, query)
  const { page, response } = await readPageWithRetries(read, rest)
  return { page: { ...page, data: page.data.slice(offset), offset }, response }
}

/** Maximum number of attempts to read a page while other clients delete its records. */
const maxPageAttempts = 6

/** Whether a message says that a record was deleted while the controller read the page. It comes with status 404. */
const isRecordGoneMessage = (reason: string): boolean => {
  const start = reason.indexOf('could not convert ')
  return start >= 0 && reason.includes(' to API entity', start)
}

/**
 * Reads a page. Controllers refuse the whole page if other clients delete some of its records at the same time; then
 * the request is repeated, up to `maxPageAttempts` attempts.
 */
async function readPageWithRetries(
  read: ReadPage,
  query: PreparedCall['query'],
  signal?: AbortSignal,
): Promise<ReadPageResult> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read(query, signal)
    } catch (error) {
      if (!isRecordGone(error) || attempt === maxPageAttempts) throw error
    }
  }
}

const isRecordGone = (error: unknown): boolean =>
  isNotFound(error) && listMessages(error.cause).some(isRecordGoneMessage)

const listMessages = (cause: unknown): string[] =>
  isPlainObject(cause) ? [getString(cause, 'message') ?? '', ...listMessages(cause['cause'])] : []

/**
 * Throws if a list has more pages and its query chooses no page (by `limit`, `offset`, or `skip` or `limit` in the
 * filter), because the caller then expects all records.
 */
function requireCompleteList(
  { data, limit, offset, totalCount }: Page<unknown>,
  query: PreparedCall['query'],
  operation: ListOperation,
): void {
  const isPageRequested =
    query['limit'] !== undefined ||
    query['offset'] !== undefined ||
    /\b(skip|limit)\b/i.test(findOuterClauses(getString(query, 'filter') ?? ''))
  if (isPageRequested || data.length < limit || offset + data.length >= totalCount) return
  throw createCallError(
    operation,
    'MORE_PAGES',
    `the list has ${totalCount} records, but \`await\` returns only the first ${data.length}; use \`for await\` or \`.all()\` for all of them, or set \`limit\` to get one page`,
  )
}

/** Prefetches pages one after the other, and aborts requests for pages that are no longer needed. */
async function* readAhead(
  start: (signal: AbortSignal) => Promise<ListingStep>,
  prefetch: number,
): AsyncGenerator<unknown[], void> {
  const abortController = new AbortController()
  let lastStep: Promise<ListingStep | undefined> = start(abortController.signal)
  const queue = [lastStep]
  try {
    for (;;) {
      while (queue.length <= prefetch) {
        lastStep = lastStep.then((step) => step?.next?.())
        lastStep.catch(() => undefined)
        queue.push(lastStep)
      }
      const step = await queue.shift()
      if (!step) return
      if (step.records.length > 0) yield step.records
      if (queue.length === 0) queue.push((lastStep = Promise.resolve(step.next?.())))
    }
  } finally {
    abortController.abort()
  }
}

export type ReadPage = (
  query: PreparedCall['query'],
  signal?: AbortSignal,
) => Promise<ReadPageResult>

export type ReadPageResult = { page: Page<unknown>; response: CallResponse }

/** The operation of a list, for error messages. */
type ListOperation = Pick<OperationRow, 'operation' | 'method' | 'path'>

/** Maximum number of pages of a list: ten million records at the maximum page size. */
const maxPages = 20_000

/**
 * How many pages may be read beyond twice the expected number: records may be added, and pages may have to be read
 * again.
 */
const sparePages = 1000

type Pager = {
  read: (query: PreparedCall['query']) => Promise<Page<unknown>>
  createError: (code: string, message: string) => ManagementError
}

/** Creates a pager that throws if the controller keeps announcing more records. */
function createPager(
  read: (query: PreparedCall['query'], signal: AbortSignal) => Promise<Page<unknown>>,
  operation: ListOperation,
  signal: AbortSignal,
): Pager {
  const state = { pages: 0, quota: maxPages }
  const createError: Pager['createError'] = (code, message) =>
    createCallError(operation, code, message)
  return {
    createError,
    read: async (query) => {
      state.pages += 1
      if (state.pages > state.quota)
        throw createError(
          'LIST_WITHOUT_END',
          `the controller announces more records after ${state.quota} pages; \`url\` may not be a controller`,
        )
      const page = await read(query, signal)
      if (state.pages === 1 && page.data.length > 0)
        state.quota = Math.min(
          maxPages,
          2 * Math.ceil(page.totalCount / page.data.length) + sparePages,
        )
      return page
    },
  }
}

/** Records that were not returned before. `next` reads the following records; undefined if there are none. */
export type ListingStep = { records: unknown[]; next: (() => Promise<ListingStep>) | undefined }

/** Maximum page size of the controller. */
const maxPageSize = 500

/** Maximum `offset` that controllers accept. */
const maxOffset = 100_000

/**
 * Starts to read all records of a list, each once, even if records are added or removed meanwhile. Without a sort
 * order, pages are sorted by id, and each one starts after the last id. With a sort order, each page overlaps the
 * previous one, which reveals whether records have moved. With `limit` -1, or `skip` or `limit` in the filter, sends
 * one request only.
 */
async function readFirstStep(pager: Pager, query: PreparedCall['query']): Promise<ListingStep> {
  const filter = typeof query['filter'] === 'string' ? query['filter'] : ''
  const clauses = findOuterClauses(filter)
  const pageSize =
    typeof query['limit'] === 'number' && query['limit'] > 0
      ? Math.min(maxPageSize, query['limit'])
      : maxPageSize
  if (query['limit'] === -1 || /\b(skip|limit)\b/i.test(clauses))
    return { records: (await pager.read(query)).data, next: undefined }
  const pageQuery = { ...query, limit: pageSize }
  return query['sort'] !== undefined || /\bsort\s+by\b/i.test(clauses)
    ? readByOffset(
        pager,
        { ...pageQuery, limit: Math.max(2, pageSize) },
        { offset: getOffset(query), seenKeys: new Set() },
      )
    : readById(pager, pageQuery, { filter })
}

const getOffset = ({ offset }: PreparedCall['query']): number =>
  typeof offset === 'number' && offset > 0 ? offset : 0

/** The parts of a filter outside of quotes and parentheses. */
function findOuterClauses(filter: string): string {
  let depth = 0
  let outerText = ''
  for (const [part] of filter.matchAll(/"(?:\\[^]|[^"\\])*"?|[()]|[^"()]+/g)) {
    if (part === '(') depth += 1
    else if (part === ')') depth = Math.max(0, depth - 1)
    else if (depth === 0 && !part.startsWith('"')) outerText += part
  }
  return outerText
}

/**
 * Reads the page of records after an id (without `afterId`, the first page), and prepares to read the next page: by the
 * last id, or by offset if the records have no id.
 */
async function readById(
  pager: Pager,
  query: PreparedCall['query'],
  { filter, afterId }: { filter: string; afterId?: string },
): Promise<ListingStep> {
  const idFilter = afterId === undefined ? undefined : `id > ${JSON.stringify(afterId)}`
  const page = await pager.read(
    idFilter === undefined
      ? query
      : {
          ...query,
          offset: undefined,
          filter: filter.trim() === '' ? idFilter : `(${filter}) and ${idFilter}`,
        },
  )
  const { data, totalCount, offset } = page
  const lastId = getString(data.at(-1), 'id')
  if (afterId !== undefined && data.some((record) => hasIdUpTo(record, afterId)))
    throw pager.createError(
      'LIST_WITHOUT_END',
      'the controller repeats records of earlier pages; `url` may not be a controller',
    )
  if (data.length === 0 || offset + data.length >= totalCount)
    return { records: data, next: undefined }
  return {
    records: data,
    next: () =>
      lastId === undefined
        ? readByOffset(pager, query, {
            offset: offset + data.length,
            seenKeys: new Set(data.map(getRecordKey)),
          })
        : readById(pager, query, { filter, afterId: lastId }),
  }
}

const hasIdUpTo = (record: unknown, maxId: string): boolean => {
  const id = getString(record, 'id')
  return id !== undefined && id <= maxId
}

const getRecordKey = (record: unknown): string => getString(record, 'id') ?? JSON.stringify(record)

/**
 * Reads the records of a page and prepares to read the next page, which begins with the last record of this page. If a
 * page does not begin with a known record, records have moved, and an earlier page is read again.
 */
async function readByOffset(
  pager: Pager,
  query: PreparedCall['query'],
  { offset, seenKeys }: { offset: number; seenKeys: Set<string> },
): Promise<ListingStep> {
  if (offset > maxOffset)
    throw pager.createError(
      'OFFSET_TOO_LARGE',
      'controllers skip at most 100,000 records, so a sorted list cannot have more; leave out `sort`, or narrow the filter',
    )
  const { data, totalCount } = await pager.read({ ...query, offset })
  const pageSize = Number(query['limit'])
  const hasMoved =
    seenKeys.size > 0 &&
    offset > 0 &&
    (data[0] === undefined || !seenKeys.has(getRecordKey(data[0])))
  if (hasMoved && offset > getOffset(query))
    return readByOffset(pager, query, {
      offset: Math.max(getOffset(query), offset - pageSize + 1),
      seenKeys,
    })
  const records = data.filter((record) => !seenKeys.has(getRecordKey(record)))
  for (const record of records) seenKeys.add(getRecordKey(record))
  const endOffset = offset + data.length
  return {
    records,
    next:
      data.length === 0 || endOffset >= totalCount
        ? undefined
        : () =>
            readByOffset(pager, query, { offset: Math.max(endOffset - 1, offset + 1), seenKeys }),
  }
}
