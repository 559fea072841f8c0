import type { Call } from './call.js'
import type { Page } from './listing.js'
import { textAt } from './plain.js'

/** Gives the page that a query asks for. */
export type ReadPage = (query: Call['query'], signal?: AbortSignal) => Promise<Page<unknown>>

/** New records, and how to read on if there may be more. */
export type Step = { records: unknown[]; next: (() => Promise<Step>) | undefined }

/** The most records that the controller gives at once. */
const most = 500

/** The controller passes over no more records than these. */
const farthest = 100_000

/**
 * Begins to read all records of a list, so that each comes once, also where others are added or removed meanwhile.
 * Without an order of its own, the list is in that of ids, and each page begins behind the last id. With one, each page
 * overlaps the one before, which tells whether records have moved.
 */
export async function firstStep(read: ReadPage, query: Call['query']): Promise<Step> {
  const filter = typeof query['filter'] === 'string' ? query['filter'] : ''
  const clauses = clausesOf(filter)
  const size =
    typeof query['limit'] === 'number' && query['limit'] > 0 ? Math.min(most, query['limit']) : most
  if (query['limit'] === -1 || /\b(skip|limit)\b/i.test(clauses))
    return { records: (await read(query)).data, next: undefined }
  const rest = { ...query, limit: size }
  return query['sort'] !== undefined || /\bsort\s+by\b/i.test(clauses)
    ? byOffset(
        read,
        { ...rest, limit: Math.max(2, size) },
        { offset: offsetOf(query), seen: new Set() },
      )
    : byId(read, rest, { filter })
}

const offsetOf = ({ offset }: Call['query']): number =>
  typeof offset === 'number' && offset > 0 ? offset : 0

/** What of a filter is neither in quotes nor in brackets. */
function clausesOf(filter: string): string {
  const outer = filter.replace(/"(?:\\.|[^"\\])*"/g, '').replace(/\([^()]*\)/g, '')
  return outer.includes('(') && /\([^()]*\)/.test(outer) ? clausesOf(outer) : outer
}

async function byId(
  read: ReadPage,
  query: Call['query'],
  { filter, last }: { filter: string; last?: string },
): Promise<Step> {
  const behind = last === undefined ? undefined : `id > ${JSON.stringify(last)}`
  const page = await read(
    behind === undefined
      ? query
      : {
          ...query,
          offset: undefined,
          filter: filter.trim() === '' ? behind : `(${filter}) and ${behind}`,
        },
  )
  const { data, totalCount, offset } = page
  const end = textAt(data.at(-1), 'id')
  const isLast = data.length === 0 || offset + data.length >= totalCount
  if (isLast || (end !== undefined && end === last))
    return { records: end !== undefined && end === last ? [] : data, next: undefined }
  return {
    records: data,
    next: () =>
      end === undefined
        ? byOffset(read, query, { offset: offset + data.length, seen: new Set(data.map(keyOf)) })
        : byId(read, query, { filter, last: end }),
  }
}

const keyOf = (record: unknown): string => textAt(record, 'id') ?? JSON.stringify(record)

async function byOffset(
  read: ReadPage,
  query: Call['query'],
  { offset, seen }: { offset: number; seen: Set<string> },
): Promise<Step> {
  if (offset > farthest)
    throw new RangeError(
      'the controller passes over 100,000 records at most, so that more cannot be read in an order of their own; leave out `sort`, or narrow the filter',
    )
  const { data, totalCount } = await read({ ...query, offset })
  const size = Number(query['limit'])
  const hasMoved =
    seen.size > 0 && offset > 0 && (data[0] === undefined || !seen.has(keyOf(data[0])))
  if (hasMoved && offset > offsetOf(query))
    return byOffset(read, query, { offset: Math.max(offsetOf(query), offset - size + 1), seen })
  const records = data.filter((record) => !seen.has(keyOf(record)))
  for (const record of records) seen.add(keyOf(record))
  const end = offset + data.length
  return {
    records,
    next:
      data.length === 0 || end >= totalCount
        ? undefined
        : () => byOffset(read, query, { offset: Math.max(end - 1, offset + 1), seen }),
  }
}
