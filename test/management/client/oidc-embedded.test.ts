import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createClient } from '../../../src/management/client/index.js'
import type { ManagementService } from '../../../src/management/service/index.js'
import { createService } from '../../../src/management/service/index.js'

let service: ManagementService

beforeAll(async () => {
  service = await createService({
    data: ':memory:',
    admin: { username: 'admin', password: 'admin-pass' },
  })
})
afterAll(() => service.close())

/** A client of the embedded service, and what it asked: method, path, and how it authenticated. */
function openClient(password: string) {
  const asked: string[] = []
  const client = createClient({
    url: 'http://embedded/edge/management/v1',
    credentials: { username: 'admin', password, oidc: true },
    fetch: (request) => {
      const { headers, method } = request
      const scheme = headers.get('authorization')?.split(' ')[0] ?? ''
      asked.push(`${method} ${new URL(request.url).pathname} ${scheme}`.trimEnd())
      return service.fetch(request)
    },
  })
  return { client, asked }
}

describe('OpenID Connect at the embedded service', () => {
  test('signs in with a password, and bears the access token from then on', async () => {
    const { client, asked } = openClient('admin-pass')
    const { id } = await client.edgeRouters.create({ name: 'signed-in' })
    expect((await client.edgeRouters.get(id)).name).toBe('signed-in')
    await client.logout()
    expect(asked).toEqual([
      'GET /edge/management/v1/version',
      'GET /oidc/authorize',
      'POST /oidc/login/password',
      'GET /oidc/authorize/callback',
      'POST /oidc/oauth/token',
      'POST /edge/management/v1/edge-routers Bearer',
      `GET /edge/management/v1/edge-routers/${id} Bearer`,
      'GET /oidc/end_session Bearer',
    ])
  })

  test('refuses a wrong password, and sends nothing else', async () => {
    const { client, asked } = openClient('wrong')
    await expect(client.edgeRouters.create({ name: 'refused' })).rejects.toMatchObject({
      status: 401,
    })
    expect(asked.filter((line) => line.includes('edge-routers'))).toEqual([])
  })
})
