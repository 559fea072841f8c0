import { describe, expect, test } from 'vitest'
import { parseBaseUrl } from '../../../src/management/client/call.js'
import type { Fetch } from '../../../src/management/client/index.js'
import { createClient } from '../../../src/management/client/index.js'
import { nodeFetch } from '../../../src/management/client/node/index.js'
import { sessionRecord, answer } from '../../support/controller.js'

const url = 'http://controller.test/edge/management/v1'

describe('an address', () => {
  test.each([
    ['https://host:1280', 'https://host:1280/edge/management/v1'],
    ['https://host:1280/', 'https://host:1280/edge/management/v1'],
    ['https://host:1280/edge/management/v1/', 'https://host:1280/edge/management/v1'],
    ['http://embedded/edge/management/v1', 'http://embedded/edge/management/v1'],
    ['https://host/behind/a/proxy', 'https://host/behind/a/proxy'],
  ])('%s is completed to %s', (given, base) => {
    expect(parseBaseUrl(given)).toBe(base)
  })

  test.each(['host:1280', 'ftp://host', '', 'https://user:secret@host', 'https://host/?a=b'])(
    '%s is refused',
    (given) => {
      expect(() => createClient({ url: given })).toThrow(TypeError)
    },
  )

  test('with an empty id is refused, since it would be that of the list', async () => {
    await expect(
      createClient({ url: 'https://controller.test' }).services.delete(''),
    ).rejects.toThrow('`services.delete` needs `id`, a non-empty string')
  })

  test('of what a release does not have yet is not sent', async () => {
    const asked: string[] = []
    const fetch: Fetch = async (request) => {
      asked.push(request.url)
      return answer(request.url.includes('/authenticate') ? sessionRecord('t') : { name: 'north' })
    }
    const credentials = { username: 'admin', password: 'a-good-password' }
    await expect(
      createClient({ url, fetch, credentials, release: '1.6' }).revocations.list(),
    ).rejects.toMatchObject({
      code: 'NOT_SERVED',
      message: expect.stringContaining('needs release 2.0 or later, but `release` is `1.6`'),
    })
    expect(asked).toEqual([])
    await expect(
      createClient({ url, fetch, credentials, release: '2.0.3' }).revocations.get('x'),
    ).resolves.toEqual({ name: 'north' })
  })
})

describe('an address without encryption', () => {
  test.each([
    'http://controller.test:1280',
    'http://192.0.2.1',
    'http://[2001:db8::1]',
    'http://localhost.example.com',
    'http://127.0.0.1.example.com',
  ])('%s is refused on a connection of ours, unless it is allowed', async (remote) => {
    expect(() => createClient({ url: remote })).toThrow(
      'is not encrypted, so others on the network can read the password and the session; use `https:`, or allow it with `insecureHttp`',
    )
    expect(() => createClient({ url: remote, insecureHttp: true })).not.toThrow()
    await expect(
      createClient({ url: remote, fetch: nodeFetch() }).information.version(),
    ).rejects.toMatchObject({ code: 'INSECURE_HTTP', attempts: 1 })
  })

  test('is sent to by nodeFetch where it is allowed', async () => {
    const client = createClient({
      url: 'http://controller.invalid',
      fetch: nodeFetch({ insecureHttp: true }),
      retry: false,
    })
    await expect(client.information.version()).rejects.toMatchObject({ code: 'HOST_NOT_FOUND' })
  })

  test.each([
    'http://localhost:1280',
    'http://127.0.0.1:1280',
    'http://127.1',
    'http://[::1]:1280',
  ])('%s stays on this machine, so it is allowed', (local) => {
    expect(() => createClient({ url: local })).not.toThrow()
  })

  test('is allowed for a client with a `fetch` of its own', async () => {
    const client = createClient({
      url: 'http://embedded/edge/management/v1',
      fetch: async () => answer({ version: 'v2.0.3' }),
    })
    await expect(client.information.version()).resolves.toEqual({ version: 'v2.0.3' })
  })
})
