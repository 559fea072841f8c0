import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createPool, OverLimitError } from '../../../../src/management/service/schemas/schemas.js'
import type { Thread } from '../../../../src/management/service/schemas/thread.js'
import { at, hostile, many } from '../../../support/hostile.js'
import type { Managed, Reply } from '../../../support/management.js'
import { startManaged, requireText } from '../../../support/management.js'

let service: Managed
beforeAll(async () => {
  service = await startManaged()
})
afterAll(() => service.close())

const namesIn = async (collection: string): Promise<unknown[]> =>
  (await service.call('GET', `/${collection}?limit=-1`)).list.map(({ name }) => name)

describe('a schema or data of a user', () => {
  test.each(hostile)('with $name are judged, or given up', async (row) => {
    const { name, schema, data, made, checked = [] } = row
    const expectGood = async (reply: Reply, among: readonly number[], collection: string) => {
      expect(among).toContain(reply.status)
      expect(JSON.stringify(reply.body)).not.toMatch(/call stack/i)
      expect((await namesIn(collection)).includes(name)).toBe(reply.status === 201)
    }
    const type = await service.call('POST', '/config-types', { body: { name, schema } })
    await expectGood(type, made, 'config-types')
    if (!data || type.status !== 201) return
    const configTypeId = requireText(type.data, 'id')
    const config = await service.call('POST', '/configs', { body: { name, configTypeId, data } })
    await expectGood(config, checked, 'configs')
  })

  test('that are given up change nothing in a config or a config type that is there', async () => {
    const [slow] = hostile.filter(({ name }) => name.startsWith('branches'))
    const configTypeId = await service.make('config-types', { name: 'slow', schema: slow?.schema })
    const id = await service.make('configs', { name: 'slow', configTypeId, data: { a: {} } })
    const before = await service.call('GET', `/configs/${id}`)
    for (const method of ['PUT', 'PATCH']) {
      const body = { name: 'other', data: slow?.data }
      const { status, code } = await service.call(method, `/configs/${id}`, { body })
      expect({ status, code }).toEqual({ status: 503, code: 'TIMEOUT' })
      expect((await service.call('GET', `/configs/${id}`)).data).toEqual(before.data)
    }
  })

  test('of a built-in type have as many port ranges as they like', async () => {
    const { status } = await service.call('POST', '/configs', {
      body: {
        name: 'ranges',
        configTypeId: 'g7cIWbcGg',
        data: {
          protocols: ['tcp'],
          addresses: ['north.example.com'],
          portRanges: many(24_000, (index) => ({ low: index, high: index + 1 })),
        },
      },
    })
    expect(status).toBe(201)
  })

  test.each([
    [
      'the same keys in another order',
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      400,
    ],
    ['an object and the list of its entries', [{ a: 1 }, { entries: [['a', 1]] }, [['a', 1]]], 201],
    ['a number and its text', [1, '1'], 201],
    ['values that are the same', ['x', 'y', 'x'], 400],
    ['a value in lists that differ', [[1], [1, 1]], 201],
  ])('are unique or not: %s', async (name, items, status) => {
    const schema = at({ type: 'array', uniqueItems: true })
    const configTypeId = await service.make('config-types', { name: `unique ${name}`, schema })
    const body = { name, configTypeId, data: { a: items } }
    expect((await service.call('POST', '/configs', { body })).status).toBe(status)
  })

  test('are checked with their own patterns', async () => {
    const schema = {
      type: 'object',
      properties: { a: { type: 'string', pattern: '^a' }, b: { type: 'string', pattern: '^b' } },
    }
    const configTypeId = await service.make('config-types', { name: 'patterns', schema })
    const ask = async (data: object): Promise<number> =>
      (await service.call('POST', '/configs', { body: { name: 'patterns', configTypeId, data } }))
        .status
    expect([await ask({ a: 'b' }), await ask({ b: 'a' }), await ask({ a: 'a', b: 'b' })]).toEqual([
      400, 400, 201,
    ])
  })
})

/** Threads that answer the schema of a question at once, but for those that never do. */
function fakeThreads() {
  const state = { started: 0, ended: 0 }
  const start = (): Thread => {
    state.started += 1
    let reject: ((error: Error) => void) | undefined
    return {
      ask: (question, begun) =>
        new Promise((resolve, refuse) => {
          begun()
          const schema = 'schema' in question ? question.schema : ''
          reject = refuse
          if (schema === 'broken') refuse(new Error('broken'))
          else if (schema !== 'endless') resolve({ fault: undefined })
        }),
      end: () => {
        state.ended += 1
        reject?.(new Error('ended'))
      },
    }
  }
  return { state, start }
}

describe('checks', () => {
  beforeAll(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate'] })
  })
  afterAll(() => {
    vi.useRealTimers()
  })

  /** What became of questions, in the order in which it became known. */
  function ask(pool: ReturnType<typeof createPool>, schemas: readonly string[]): string[] {
    const known: string[] = []
    for (const [index, schema] of schemas.entries())
      pool.ask({ schema }).then(
        () => known.push(`${schema} ${index}`),
        (error: unknown) =>
          known.push(
            `${schema} ${index}: ${error instanceof OverLimitError ? 'given up' : String(error)}`,
          ),
      )
    return known
  }

  test('use one thread one after the other', async () => {
    const { state, start } = fakeThreads()
    const known = ask(createPool(start), ['a', 'b', 'c'])
    await vi.advanceTimersByTimeAsync(0)
    expect(known).toEqual(['a 0', 'b 1', 'c 2'])
    expect(state).toEqual({ started: 1, ended: 0 })
  })

  test('that do not end let the others pass, and are given up, the oldest first', async () => {
    const { start } = fakeThreads()
    const schemas = ['endless', 'a', 'endless', 'b', 'endless', 'c', 'endless', 'd']
    const known = ask(createPool(start), schemas)
    await vi.advanceTimersByTimeAsync(100)
    expect(known).toEqual(['a 1', 'b 3'])
    await vi.advanceTimersByTimeAsync(600)
    expect(known).toEqual([
      'a 1',
      'b 3',
      'endless 0: given up',
      'c 5',
      'endless 2: given up',
      'd 7',
    ])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(known.slice(6)).toEqual(['endless 4: given up', 'endless 6: given up'])
  })

  test('that fail fail alone', async () => {
    const { start } = fakeThreads()
    const known = ask(createPool(start), ['a', 'broken', 'b'])
    await vi.advanceTimersByTimeAsync(0)
    expect(known).toEqual(['a 0', 'broken 1: Error: broken', 'b 2'])
  })

  test('end with the service', async () => {
    const { start } = fakeThreads()
    const pool = createPool(start)
    const known = ask(pool, ['endless', 'a'])
    pool.close()
    await vi.advanceTimersByTimeAsync(0)
    expect(known.map((line) => line.split(':')[0]).sort()).toEqual(['a 1', 'endless 0'])
    await expect(pool.ask({ schema: 'a' })).rejects.toThrow('closed')
  })
})
