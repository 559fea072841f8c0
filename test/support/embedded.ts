import type { Fetch } from '../../src/management/index.js'
import { sessionRecord } from './controller.js'

export type Thing = { id: string; name: string; updatedAt: string }

export const answer = (
  data: unknown,
  { status = 200, meta = {} }: { status?: number; meta?: unknown } = {},
): Response =>
  new Response(JSON.stringify({ data, meta }), {
    status,
    headers: { 'content-type': 'application/json' },
  })

export const refusal = (code: string, status: number, cause?: unknown): Response =>
  new Response(
    JSON.stringify({
      error: {
        code,
        message: 'It was refused.',
        requestId: 'r-1',
        ...(cause !== undefined && { cause }),
      },
      meta: {},
    }),
    { status, headers: { 'content-type': 'application/json' } },
  )

/**
 * A service in memory with one list, `/services`, that pages like controllers: by id, or by name where `sort` is given;
 * of filters it knows `id > "x"`, behind another one or not. `after` is called after each page.
 */
export function listService(
  things: Thing[],
  after: (page: number) => void = () => undefined,
): { fetch: Fetch; queries: string[]; widest: () => number } {
  const queries: string[] = []
  const state = { open: 0, widest: 0 }
  return {
    queries,
    widest: () => state.widest,
    fetch: async (request) => {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname.endsWith('/authenticate')) return answer(sessionRecord('t'))
      queries.push(decodeURIComponent(new URL(request.url).search))
      state.open += 1
      state.widest = Math.max(state.widest, state.open)
      await new Promise((resolve) => setTimeout(resolve, 1))
      state.open -= 1
      const page = pageOf(things, searchParams)
      after(queries.length)
      return page
    },
  }
}

function pageOf(things: readonly Thing[], query: URLSearchParams): Response {
  const behind = /id > "([^"]*)"$/.exec(query.get('filter') ?? '')?.[1]
  const key = query.has('sort') ? 'name' : 'id'
  const found = things
    .filter(({ id }) => behind === undefined || id > behind)
    .sort((a, b) => (a[key] < b[key] ? -1 : 1))
  const asked = Number(query.get('limit') ?? 10)
  const limit = asked === -1 ? 9223372036854775807 : Math.min(asked, 500)
  const offset = Number(query.get('offset') ?? 0)
  const data = asked === -1 && offset > 0 ? [] : found.slice(offset, offset + limit)
  return answer(data, {
    meta: {
      filterableFields: ['name', 'id'],
      pagination: { limit, offset, totalCount: found.length },
    },
  })
}

export const thing = (index: number): Thing => ({
  id: `i${String(index).padStart(6, '0')}`,
  name: `n${String((index * 7919) % 100_003).padStart(6, '0')}`,
  updatedAt: '2026-01-31T10:00:00.000Z',
})

export const thingsOf = (count: number): Thing[] =>
  Array.from({ length: count }, (_, index) => thing(index))
