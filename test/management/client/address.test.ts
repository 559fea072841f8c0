import { describe, expect, test } from 'vitest'
import { parseBaseUrl } from '../../../src/management/client/call.js'
import type { Fetch } from '../../../src/management/client/index.js'
import { createClient } from '../../../src/management/client/index.js'
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
    await expect(createClient({ url }).services.delete('')).rejects.toThrow(
      '`services.delete` needs `id`, a text that is not empty',
    )
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
      message: expect.stringContaining('came with release 2.0, and `release` is `1.6`'),
    })
    expect(asked).toEqual([])
    await expect(
      createClient({ url, fetch, credentials, release: '2.0.3' }).revocations.get('x'),
    ).resolves.toEqual({ name: 'north' })
  })
})
