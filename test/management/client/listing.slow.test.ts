import { describe, expect, test } from 'vitest'
import type { Client } from '../../../src/management/client/index.js'
import { createClient } from '../../../src/management/client/index.js'
import { amount } from '../../support/amount.js'
import { answer, thing } from '../../support/controller.js'

const url = 'http://embedded/edge/management/v1'
const credentials = { username: 'admin', password: 'a-good-password' }

const createTestClient = (fetch: Parameters<typeof createClient>[0]['fetch'] & {}): Client =>
  createClient({ url, fetch, credentials })

describe('a list without an end', () => {
  /** A client whose controller answers every page with these records, by their number, and claims that there are more. */
  const createEndless = (give: (page: number) => unknown[], totalCount = 1e12): Client => {
    const state = { page: 0 }
    return createTestClient(async (request) => {
      if (new URL(request.url).pathname.endsWith('/authenticate'))
        return answer({ token: 't', expirationSeconds: 1800 })
      state.page += 1
      return answer(give(state.page), { meta: { pagination: { offset: 0, totalCount } } })
    })
  }

  /** As many as no list has, or few, after which a list ends in the same way. */
  const announced = amount(3, 1e12)

  const count = async (records: AsyncIterable<unknown>): Promise<number> => {
    let all = 0
    for await (const _ of records) {
      all += 1
      if (all > 100_000) throw new Error('it goes on')
    }
    return all
  }

  test.each<[string, (page: number) => unknown[]]>([
    ['repeats a page', () => [thing(1), thing(2)]],
    ['repeats two pages in turn', (page) => [thing((page % 2) * 2), thing((page % 2) * 2 + 1)]],
    ['goes back', (page) => [thing(900_000 - page)]],
  ])('that %s ends with a sentence', async (_, give) => {
    await expect(count(createEndless(give).services.list())).rejects.toMatchObject({
      code: 'LIST_WITHOUT_END',
      message: expect.stringContaining('the controller repeats records'),
    })
  })

  test.each<[string, { sort?: 'name' }, number]>([
    ['by id', {}, 1e12],
    ['by id, where few are announced', {}, 3],
    ['in an order of its own', { sort: 'name' }, announced],
  ])('of ever new records, %s, ends with a sentence', async (_, query, totalCount) => {
    const give = (page: number): unknown[] => [thing(2 * page), thing(2 * page + 1)]
    const listing = createEndless(give, totalCount).services.list(query)
    await expect(count(listing)).rejects.toMatchObject({ code: 'LIST_WITHOUT_END' })
  })

  test('of names alone ends with a sentence', async () => {
    const listing = createEndless((page) => [`a${page}`], announced).roleAttributes.services()
    await expect(count(listing)).rejects.toMatchObject({ code: 'LIST_WITHOUT_END' })
  })
})
