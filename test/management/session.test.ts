import { describe, expect, test } from 'vitest'
import type { Fetch } from '../../src/management/index.js'
import { createClient, ManagementError } from '../../src/management/index.js'

const url = 'http://controller.test/edge/management/v1'

const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response => new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } })

const refusal = (code: string, status: number, headers: Record<string, string> = {}): Response => json({ error: { code, message: 'It was refused.', requestId: 'r1' }, meta: {} }, status, headers)

const record = (token: string) => ({ token, authQueries: [], isMfaComplete: false, isMfaRequired: false, expirationSeconds: 1800 })

/** A controller that knows one session at a time, and what it was asked. */
function controller(more: (path: string, request: Request) => Response | undefined = () => undefined): { fetch: Fetch; asked: string[]; end: () => void } {
  const state = { logins: 0, token: '' }
  const asked: string[] = []
  return {
    asked,
    end: () => void (state.token = ''),
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const path = pathname.replace('/edge/management/v1', '') + search
      asked.push(`${request.method} ${path}`)
      const own = more(path, request)
      if (own) return own
      if (path.startsWith('/authenticate?')) {
        state.logins += 1
        state.token = `token-${state.logins}`
        return json({ data: record(state.token), meta: {} })
      }
      if (request.headers.get('zt-session') !== state.token) return refusal('UNAUTHORIZED', 401)
      if (path === '/current-api-session') return json({ data: record(state.token), meta: {} })
      return json({ data: { name: 'north' }, meta: {} })
    },
  }
}

const credentials = { username: 'admin', password: 'a-good-password' }

describe('a session', () => {
  test('is opened once for calls at the same time', async () => {
    const { fetch, asked } = controller()
    const client = createClient({ url, fetch, credentials })
    await Promise.all(['a', 'b', 'c'].map((id) => client.services.get(id)))
    expect(asked).toEqual(['POST /authenticate?method=password', 'GET /services/a', 'GET /services/b', 'GET /services/c'])
  })

  test('is renewed once for all calls that find it ended', async () => {
    const { fetch, asked, end } = controller()
    const client = createClient({ url, fetch, credentials })
    await client.login()
    end()
    await Promise.all(['a', 'b', 'c'].map((id) => client.services.get(id)))
    expect(asked.filter((line) => line.startsWith('POST'))).toHaveLength(2)
  })

  test('is not renewed for what its identity has no right to', async () => {
    const { fetch, asked } = controller((path) => (path === '/services/a' ? refusal('UNAUTHORIZED', 401) : undefined))
    const client = createClient({ url, fetch, credentials })
    await expect(client.services.get('a')).rejects.toThrow('the session is good, but its identity has no right to do this')
    expect(asked).toEqual(['POST /authenticate?method=password', 'GET /services/a', 'GET /current-api-session'])
  })

  test('ends with a logout, and another one begins with the next call', async () => {
    const { fetch, asked } = controller()
    const client = createClient({ url, fetch, credentials })
    await client.services.get('a')
    await client.logout()
    await client.services.get('a')
    expect(asked.slice(2)).toEqual(['DELETE /current-api-session', 'POST /authenticate?method=password', 'GET /services/a'])
  })

  test('that cannot be opened fails the call, and is tried again with the next', async () => {
    const { fetch, asked } = controller((path) => (path.startsWith('/authenticate') ? refusal('INVALID_AUTH', 401) : undefined))
    const client = createClient({ url, fetch, credentials })
    const error = await client.services.get('a').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ManagementError)
    expect(error).toMatchObject({ code: 'INVALID_AUTH', status: 401, operation: 'authentication.authenticate', requestId: 'r1' })
    await expect(client.services.get('a')).rejects.toThrow('the user name, the password or the certificate is wrong')
    expect(asked).toHaveLength(2)
  })
})
