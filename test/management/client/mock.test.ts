import { expect, expectTypeOf, test } from 'vitest'
import type { Client } from '../../../src/management/client/index.js'
import {
  createClient,
  createMock,
  createMockFetch,
  isNotFound,
  ManagementError,
} from '../../../src/management/client/index.js'

test('a mock answers with the handlers of operations', async () => {
  const made: unknown[] = []
  const client = createMock({
    services: {
      get: (id) => {
        if (id === 'gone')
          throw new ManagementError({
            message: 'no such service',
            code: 'NOT_FOUND',
            status: 404,
            operation: 'services.get',
            request: 'GET /services/{id}',
          })
        return { id, name: 'orchard' }
      },
      list: () => Array.from({ length: 30 }, (_, index) => ({ id: `s${index}` })),
      create: async (body) => {
        made.push(body)
        return { id: 'new' }
      },
      delete: () => undefined,
    },
    identities: { policyAdvice: (id, serviceId) => ({ identityId: id, serviceId }) },
  })
  expectTypeOf(client).toEqualTypeOf<Client>()
  expect(await client.services.get('a/b')).toMatchObject({ id: 'a/b', name: 'orchard' })
  expect(await client.services.list().all()).toHaveLength(30)
  expect(await client.services.create({ name: 'x', encryptionRequired: true })).toEqual({
    id: 'new',
  })
  expect(made).toEqual([{ name: 'x', encryptionRequired: true }])
  await expect(client.services.delete('a')).resolves.toBeUndefined()
  expect(await client.identities.policyAdvice('i', 's')).toMatchObject({ serviceId: 's' })
  expect(isNotFound(await client.services.get('gone').catch((error: unknown) => error))).toBe(true)
  await expect(client.configs.get('x')).rejects.toMatchObject({ code: 'NOT_MOCKED', status: 501 })
})

test('a mock can replace the network, as MSW does', async () => {
  const mockFetch = createMockFetch({ services: { list: () => [{ name: 'orchard' }] } })
  const client = createClient({
    url: 'https://ctrl.example.com:1280',
    fetch: mockFetch,
    credentials: { username: 'admin', password: 'a-good-password' },
  })
  expect(await client.services.list()).toMatchObject({ data: [{ name: 'orchard' }] })
})
