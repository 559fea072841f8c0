import { describe, expect, test } from 'vitest'
import type { Client } from '../../../src/management/client/index.js'
import { createClient } from '../../../src/management/client/index.js'
import {
  answer,
  createThings,
  listService,
  refusal,
  sessionRecord,
  standalone,
  thing,
} from '../../support/controller.js'

const url = 'http://embedded/edge/management/v1'
const credentials = { username: 'admin', password: 'a-good-password' }

const createTestClient = (fetch: Parameters<typeof createClient>[0]['fetch'] & {}): Client =>
  createClient({ url, fetch, credentials })

const collectIds = async (records: AsyncIterable<{ id: string }>): Promise<string[]> => {
  const ids: string[] = []
  for await (const { id } of records) ids.push(id)
  return ids
}

describe('a list', () => {
  test('sends nothing before it is wanted, and is one page where it is awaited', async () => {
    const { fetch, queries } = listService(createThings(30))
    const list = createTestClient(fetch).services.list({ limit: 4, offset: 2 })
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect(queries).toEqual([])
    expect(await list).toMatchObject({
      limit: 4,
      offset: 2,
      totalCount: 30,
      filterableFields: ['id', 'name'],
      data: [2, 3, 4, 5].map((index) => ({ id: thing(index).id })),
    })
    await list
    expect(queries).toEqual(['?limit=4&offset=2'])
  })

  test('of all records is that also behind an offset, where controllers give none', async () => {
    const { fetch } = listService(createThings(600))
    expect(await createTestClient(fetch).services.list({ limit: -1, offset: 598 })).toMatchObject({
      limit: -1,
      offset: 598,
      totalCount: 600,
      data: [{ id: 'i000598' }, { id: 'i000599' }],
    })
  })

  test('writes what is looked for in the language of the controller', async () => {
    const { fetch, queries } = listService([])
    const { services, terminators } = createTestClient(fetch)
    await services.list({
      where: ({ name, roleAttributes, tags, createdAt }) =>
        name
          .contains('a"b')
          .and(roleAttributes.anyOf.eq('x'), tags.get('rack').eq(7), createdAt.gt(new Date(0))),
      sort: ['name desc', 'createdAt'],
      limit: 1,
    })
    await terminators
      .list({ where: ({ 'service.name': name }) => name.eq('a'), filter: 'true' })
      .then(
        () => undefined,
        () => undefined,
      )
    expect(queries[0]).toBe(
      '?limit=1&filter=(name contains "a\\"b") and (anyOf(roleAttributes) = "x") and (tags.rack = 7e0) and (createdAt > datetime(1970-01-01T00:00:00.000Z))&sort=name desc, createdAt',
    )
    expect(queries[1]).toBe('?filter=(service.name = "a") and (true)')
  })

  test('repeats the parameters that are lists, and leaves out those without a value', async () => {
    const { fetch, queries } = listService([])
    await createTestClient(fetch).services.list({ roleFilter: ['#a', '@b'], roleSemantic: 'AnyOf' })
    expect(queries).toEqual(['?roleFilter=#a&roleFilter=@b&roleSemantic=AnyOf'])
  })
})

describe('an iteration', () => {
  test('gives all records, each page from behind the last one', async () => {
    const { fetch, queries } = listService(createThings(25))
    expect(
      await collectIds(
        createTestClient(fetch).services.list({ limit: 10, filter: 'true or false' }),
      ),
    ).toEqual(createThings(25).map(({ id }) => id))
    expect(queries).toEqual([
      '?limit=10&filter=true or false',
      '?limit=10&filter=(true or false) and id > "i000009"',
      '?limit=10&filter=(true or false) and id > "i000019"',
    ])
  })

  test('misses and repeats nothing where records come and go meanwhile', async () => {
    const things = createThings(40)
    const { fetch } = listService(things, (page) => {
      if (page === 1) things.splice(0, 5)
      if (page === 2) things.push({ ...thing(3), id: 'i000003x' }, { ...thing(99), id: 'z' })
    })
    const ids = await collectIds(createTestClient(fetch).services.list({ limit: 10 }))
    expect(ids).toEqual([...createThings(40).map(({ id }) => id), 'z'])
  })

  test('in an order of its own misses and repeats nothing that stays', async () => {
    const things = createThings(60)
    const inOrder = [...things].sort((a, b) => (a.name < b.name ? -1 : 1))
    const gone = new Set(inOrder.slice(2, 9))
    const { fetch } = listService(things, (page) => {
      if (page === 2)
        things.splice(0, things.length, ...things.filter((one) => !gone.has(one)), {
          id: 'new',
          name: 'a',
          updatedAt: '',
        })
    })
    const ids = await collectIds(createTestClient(fetch).services.list({ limit: 10, sort: 'name' }))
    expect(ids.filter((id) => id !== 'new')).toEqual(inOrder.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('goes by the limit in a filter', async () => {
    const { fetch, queries } = listService(createThings(25))
    await collectIds(createTestClient(fetch).services.list({ filter: 'name != "limit" limit 3' }))
    expect(queries).toHaveLength(1)
  })

  test('reads texts, which have no ids', async () => {
    const all = Array.from({ length: 23 }, (_, index) => `role-${index}`)
    const fetch = async (request: Request): Promise<Response> => {
      const { pathname, searchParams } = new URL(request.url)
      if (pathname.endsWith('/authenticate')) return answer({ token: 't', expirationSeconds: 1800 })
      const [offset, limit] = [
        Number(searchParams.get('offset') ?? 0),
        Number(searchParams.get('limit')),
      ]
      return answer(all.slice(offset, offset + limit), {
        meta: { pagination: { limit, offset, totalCount: all.length } },
      })
    }
    expect(await createTestClient(fetch).roleAttributes.services({ limit: 10 }).all()).toEqual(all)
  })

  test('reads one page ahead and no more, and stops when it is left', async () => {
    const { fetch, queries, widest } = listService(createThings(100))
    for await (const { id } of createTestClient(fetch).services.list({ limit: 10 }))
      if (id === 'i000012') break
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(queries).toHaveLength(3)
    expect(widest()).toBe(1)
  })

  test('without reading ahead asks for a page when it is needed', async () => {
    const { fetch, queries } = listService(createThings(100))
    for await (const { id } of createTestClient(fetch).services.list({ limit: 10, prefetch: 0 }))
      if (id === 'i000009') break
    expect(queries).toHaveLength(1)
  })

  test('ends with the error of a page', async () => {
    const { fetch } = listService(createThings(100), (page) => {
      if (page === 3) throw new TypeError('fetch failed')
    })
    const seen: string[] = []
    await expect(
      (async () => {
        for await (const { id } of createClient({
          url,
          fetch,
          credentials,
          retry: false,
        }).services.list({ limit: 10 }))
          seen.push(id)
      })(),
    ).rejects.toMatchObject({ code: 'NO_CONNECTION', operation: 'services.list' })
    expect(seen).toHaveLength(20)
  })

  test('in an order of its own tells that controllers pass over 100,000 records at most', async () => {
    const { fetch } = listService(createThings(100))
    await expect(
      createTestClient(fetch).services.list({ sort: 'name', offset: 100_001 }).all(),
    ).rejects.toThrow('controllers skip at most 100,000 records')
  })
})

describe('a page whose records others delete at the same time', () => {
  const vanished = (): Response =>
    refusal('NOT_FOUND', 404, {
      code: 'UNHANDLED',
      message:
        'could not convert *model.Identity with id [x] to API entity: identity with id x not found',
    })
  /** A list of which the second page is refused some times. */
  const refuseTimes = (
    times: number,
    refuse: () => Response,
  ): { client: Client; asked: string[] } => {
    const { fetch, queries } = listService(createThings(1200))
    const state = { refused: 0 }
    const client = createClient({
      url,
      credentials,
      fetch: async (request) => {
        if (!request.url.includes('id+%3E') && !request.url.includes('id%20%3E'))
          return fetch(request)
        if (state.refused >= times) return fetch(request)
        state.refused += 1
        queries.push('refused')
        return refuse()
      },
    })
    return { client, asked: queries }
  }

  test.each([1, 5])('is asked for again, %i times', async (times) => {
    const { client, asked } = refuseTimes(times, vanished)
    const names = new Set<string>()
    for await (const { id } of client.services.list()) names.add(id)
    expect([names.size, asked.filter((line) => line === 'refused').length]).toEqual([1200, times])
  })

  test('is not asked for a seventh time', async () => {
    const { client, asked } = refuseTimes(99, vanished)
    await expect(client.services.list().all()).rejects.toMatchObject({ status: 404 })
    expect(asked.filter((line) => line === 'refused')).toHaveLength(6)
  })

  test('is refused at once for other reasons', async () => {
    const { client, asked } = refuseTimes(99, () =>
      refusal('NOT_FOUND', 404, { code: 'UNHANDLED', message: 'service with id x not found' }),
    )
    await expect(client.services.list().all()).rejects.toMatchObject({ status: 404 })
    expect(asked.filter((line) => line === 'refused')).toHaveLength(1)
  })

  test('is asked for again where it is the only one', async () => {
    let asked = 0
    const client = createClient({
      url,
      credentials,
      fetch: standalone(async (request) => {
        if (request.url.includes('/authenticate')) return answer(sessionRecord('t'))
        asked += 1
        return asked < 3 ? vanished() : answer([], { meta: {} })
      }),
    })
    expect((await client.identities.list({ limit: 5 })).data).toEqual([])
    expect(asked).toBe(3)
  })
})
