import { describe, expect, test } from 'vitest'
import type { Fetch } from '../../../src/management/client/index.js'
import {
  batch,
  createClient,
  enrollMfa,
  ensure,
  renewRecoveryCodes,
  update,
} from '../../../src/management/client/index.js'
import {
  sessionRecord,
  answer,
  listService,
  refusal,
  standalone,
  createThings,
} from '../../support/controller.js'

const url = 'http://embedded/edge/management/v1'
const credentials = { username: 'admin', password: 'a-good-password' }

describe('a batch', () => {
  test('works on some items at a time, and reports each in its place', async () => {
    const open = { now: 0, most: 0 }
    const progress: string[] = []
    const report = await batch(
      [5, 1, 4, 2, 3],
      async (item, { index }) => {
        open.most = Math.max(open.most, (open.now += 1))
        await new Promise((resolve) => setTimeout(resolve, item))
        open.now -= 1
        if (item === 4) throw new Error('four')
        return item * 10 + index
      },
      {
        concurrency: 2,
        onProgress: ({ done, failed, total }) => void progress.push(`${done}+${failed}/${total}`),
      },
    )
    expect(open.most).toBe(2)
    expect(report.done).toEqual([
      { item: 5, index: 0, value: 50 },
      { item: 1, index: 1, value: 11 },
      { item: 2, index: 3, value: 23 },
      { item: 3, index: 4, value: 34 },
    ])
    expect(report).toMatchObject({
      failed: [{ item: 4, index: 2, error: { message: 'four' } }],
      begun: 5,
      ok: false,
    })
    expect(progress.at(-1)).toBe('4+1/5')
    expect(progress).toHaveLength(5)
  })

  test('stops with the first error where that is wanted', async () => {
    const report = await batch(
      [1, 2, 3, 4],
      async (item) => {
        if (item === 2) throw new Error('two')
      },
      { concurrency: 1, stopOnError: true },
    )
    expect(report).toMatchObject({
      begun: 2,
      ok: false,
      done: [{ item: 1 }],
      failed: [{ item: 2 }],
    })
  })

  test('begins nothing more when it is ended', async () => {
    const stop = new AbortController()
    const report = await batch([1, 2, 3, 4], async (item) => void (item === 2 && stop.abort()), {
      concurrency: 1,
      signal: stop.signal,
    })
    expect(report).toMatchObject({ begun: 2, ok: false, failed: [] })
  })

  test('takes its items from a listing, as they are needed', async () => {
    const { fetch, queries } = listService(createThings(100))
    const client = createClient({ url, fetch: standalone(fetch), credentials })
    const report = await batch(
      client.services.list({ limit: 10 }),
      async ({ id }) => {
        if (id === 'i000015') throw new Error('fifteen')
      },
      { concurrency: 3, stopOnError: true },
    )
    expect(report.begun).toBeLessThan(20)
    expect(queries.length).toBeLessThan(4)
  })

  test('tells where its items stop coming because of an error', async () => {
    async function* items(): AsyncGenerator<number> {
      yield 1
      throw new Error('no more')
    }
    expect(await batch(items(), async (item) => item)).toMatchObject({
      ok: false,
      done: [{ value: 1 }],
      sourceError: { message: 'no more' },
    })
  })
})

/** A service with one record, which swallows a name in use as controllers do; `rival` changes it before a read. */
function oneService(
  rival: (reads: number) => Record<string, unknown> | undefined = () => undefined,
): { fetch: Fetch; asked: string[] } {
  const record: Record<string, unknown> = {
    id: 'x',
    name: 'north',
    roleAttributes: ['a'],
    updatedAt: '1',
  }
  const state = { reads: 0, version: 1 }
  const asked: string[] = []
  const change = (fields: Record<string, unknown>): void =>
    void Object.assign(record, fields, { updatedAt: String((state.version += 1)) })
  return {
    asked,
    fetch: async (request) => {
      const path = new URL(request.url).pathname.replace('/edge/management/v1', '')
      if (path === '/authenticate') return answer(sessionRecord('t'))
      asked.push(`${request.method} ${path}`)
      if (request.method === 'PATCH') {
        const fields = JSON.parse(await request.text())
        if (fields.name !== 'taken') change(fields)
        return answer({})
      }
      const other = rival((state.reads += 1))
      if (other) change(other)
      return answer(record)
    },
  }
}

describe('an update', () => {
  test('reads, writes and reads', async () => {
    const { fetch, asked } = oneService()
    const { services } = createClient({ url, fetch: standalone(fetch), credentials })
    const after = await update(services, 'x', ({ roleAttributes }) => ({
      roleAttributes: ['b', ...(roleAttributes ?? [])],
    }))
    expect(after.roleAttributes).toEqual(['b', 'a'])
    expect(asked).toEqual([
      'GET /services/x',
      'GET /services/x',
      'PATCH /services/x',
      'GET /services/x',
    ])
  })

  test('begins anew where someone else was faster', async () => {
    const { fetch } = oneService((reads) =>
      reads === 2 ? { roleAttributes: ['theirs'] } : undefined,
    )
    const { services } = createClient({ url, fetch: standalone(fetch), credentials })
    expect(
      (
        await update(services, 'x', ({ roleAttributes }) => ({
          roleAttributes: [...(roleAttributes ?? []), 'ours'],
        }))
      ).roleAttributes,
    ).toEqual(['theirs', 'ours'])
  })

  test('gives up where someone else always is', async () => {
    const { fetch, asked } = oneService((reads) => ({ roleAttributes: [`theirs-${reads}`] }))
    const { services } = createClient({ url, fetch: standalone(fetch), credentials })
    await expect(update(services, 'x', () => ({ name: 'ours' }))).rejects.toMatchObject({
      code: 'CHANGED_MEANWHILE',
    })
    expect(asked).not.toContain('PATCH /services/x')
  })

  test('tells where the controller drops it in silence', async () => {
    const { fetch } = oneService()
    const { services } = createClient({ url, fetch: standalone(fetch), credentials })
    await expect(update(services, 'x', () => ({ name: 'taken' }))).rejects.toThrow(
      '`name` is not `taken`; controllers do this if a name is empty or already in use (UPDATE_DROPPED)',
    )
  })

  test('of nothing writes nothing', async () => {
    const { fetch, asked } = oneService()
    const { services } = createClient({ url, fetch: standalone(fetch), credentials })
    expect(await update(services, 'x', () => undefined)).toMatchObject({ name: 'north' })
    expect(asked).toEqual(['GET /services/x'])
  })
})

describe('a record that must be there', () => {
  const taken = refusal('COULD_NOT_VALIDATE', 400, {
    field: 'name',
    reason: 'duplicate value',
    value: 'a"b',
  })
  const play = (
    answers: Record<string, (count: number) => Response>,
  ): { fetch: Fetch; filters: (string | null)[] } => {
    const counts = new Map<string, number>()
    const filters: (string | null)[] = []
    return {
      filters,
      fetch: async (request) => {
        const { pathname, searchParams } = new URL(request.url)
        const key = `${request.method} ${pathname.split('/v1')[1]}`
        counts.set(key, (counts.get(key) ?? 0) + 1)
        if (key === 'GET /services') filters.push(searchParams.get('filter'))
        return key === 'POST /authenticate'
          ? answer(sessionRecord('t'))
          : (answers[key]?.(counts.get(key) ?? 0) ?? refusal('NOT_FOUND', 404))
      },
    }
  }
  const page = (names: string[]): Response =>
    answer(
      names.map((name) => ({ id: name, name })),
      { meta: { pagination: { limit: 1, offset: 0, totalCount: names.length } } },
    )
  const body = { name: 'a"b', encryptionRequired: true }
  const cases: [
    name: string,
    answers: Record<string, (count: number) => Response>,
    created: boolean,
  ][] = [
    ['is found by its name', { 'GET /services': () => page(['a"b']) }, false],
    [
      'is created where there is none',
      {
        'GET /services': () => page([]),
        'POST /services': () => answer({ id: 'new' }, { status: 201 }),
        'GET /services/new': () => answer({ id: 'new', name: 'a"b' }),
      },
      true,
    ],
    [
      'is that of another who was faster',
      {
        'GET /services': (count) => page(count === 1 ? [] : ['a"b']),
        'POST /services': () => taken,
      },
      false,
    ],
  ]
  test.each(cases)('%s', async (_, answers, created) => {
    const { fetch, filters } = play(answers)
    const { services } = createClient({ url, fetch: standalone(fetch), credentials })
    expect(await ensure(services, body)).toMatchObject({ created, record: { name: 'a"b' } })
    expect(filters[0]).toBe('name = "a\\"b"')
  })
})

describe('a second factor', () => {
  const mfa =
    (asked: string[], isPending: boolean): Fetch =>
    async (request) => {
      const path = `${request.method} ${new URL(request.url).pathname.split('/v1')[1]}`
      if (path === 'POST /authenticate') return answer(sessionRecord('t'))
      asked.push(
        `${path} ${request.headers.get('mfa-validation-code') ?? (await request.text())}`.trim(),
      )
      if (path === 'POST /current-identity/mfa' && isPending) return refusal('MFA_EXISTS', 409)
      if (path === 'GET /current-identity/mfa')
        return answer({
          isVerified: false,
          provisioningUrl: 'otpauth://totp/x',
          recoveryCodes: ['one', 'two'],
        })
      return answer(
        path === 'GET /current-identity/mfa/recovery-codes' ? { recoveryCodes: ['three'] } : {},
      )
    }

  test.each([
    ['is enrolled', false],
    ['whose enrollment was not finished is finished', true],
  ])('%s', async (_, isPending) => {
    const asked: string[] = []
    const client = createClient({ url, fetch: standalone(mfa(asked, isPending)), credentials })
    expect(
      await enrollMfa(client, ({ provisioningUrl }) =>
        provisioningUrl === 'otpauth://totp/x' ? '123456' : '',
      ),
    ).toEqual(['one', 'two'])
    expect(asked.at(-1)).toBe('POST /current-identity/mfa/verify {"code":"123456"}')
  })

  test('gets new recovery codes', async () => {
    const asked: string[] = []
    expect(
      await renewRecoveryCodes(
        createClient({ url, fetch: standalone(mfa(asked, false)), credentials }),
        '654321',
      ),
    ).toEqual(['three'])
    expect(asked).toEqual([
      'POST /current-identity/mfa/recovery-codes {"code":"654321"}',
      'GET /current-identity/mfa/recovery-codes 654321',
    ])
  })
})
