import { describe, expect, test, vi } from 'vitest'
import type { Credentials, Fetch } from '../../../src/management/client/index.js'
import { createClient, enrollMfa, ManagementError } from '../../../src/management/client/index.js'
import { sessionRecord, answer, refusal, standalone } from '../../support/controller.js'

const url = 'http://controller.test/edge/management/v1'

/** A controller that knows one session at a time, and what it was asked. */
function controller(
  more: (path: string, request: Request) => Response | undefined = () => undefined,
): { fetch: Fetch; asked: string[]; end: () => void } {
  const state = { logins: 0, token: '' }
  const asked: string[] = []
  return {
    asked,
    end: () => void (state.token = ''),
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const path = pathname.replace('/edge/management/v1', '') + search
      const own = more(path, request)
      if (path === '/version' && !own) return refusal('NOT_FOUND', 404)
      asked.push(`${request.method} ${path}`)
      if (own) return own
      if (path.startsWith('/authenticate?')) {
        state.logins += 1
        state.token = `token-${state.logins}`
        return answer(sessionRecord(state.token))
      }
      if (request.headers.get('zt-session') !== state.token) return refusal('UNAUTHORIZED', 401)
      if (path === '/current-api-session') return answer(sessionRecord(state.token))
      return answer({ name: 'north' })
    },
  }
}

const credentials = { username: 'admin', password: 'a-good-password' }

const access = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ4In0.c2ln'

describe('a session', () => {
  test('is opened once for calls at the same time', async () => {
    const { fetch, asked } = controller()
    const client = createClient({ url, fetch, credentials })
    await Promise.all(['a', 'b', 'c'].map((id) => client.services.get(id)))
    expect(asked).toEqual([
      'POST /authenticate?method=password',
      'GET /services/a',
      'GET /services/b',
      'GET /services/c',
    ])
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
    const { fetch, asked } = controller((path) =>
      path === '/services/a' ? refusal('UNAUTHORIZED', 401) : undefined,
    )
    const client = createClient({ url, fetch, credentials })
    await expect(client.services.get('a')).rejects.toThrow(
      'the session is valid, but its identity lacks the permission for this',
    )
    expect(asked).toEqual([
      'POST /authenticate?method=password',
      'GET /services/a',
      'GET /current-api-session',
    ])
  })

  test('is not renewed where the token of a signer is missing, which the error says', async () => {
    const challenge =
      'Bearer realm="openziti-secondary-ext-jwt" error="missing" error_description="none came" id="a|b" issuer="https://one.example.com|https://two.example.com"'
    const { fetch, asked } = controller((path) =>
      path === '/services/a'
        ? new Response(
            JSON.stringify({ error: { code: 'UNAUTHORIZED', message: 'No.', requestId: 'r' } }),
            { status: 401, headers: { 'www-authenticate': challenge } },
          )
        : undefined,
    )
    await expect(createClient({ url, fetch, credentials }).services.get('a')).rejects.toThrow(
      'the token of the external signer is missing; accepted signers: `https://one.example.com|https://two.example.com`; give it as `externalJwt`',
    )
    expect(asked).toHaveLength(2)
  })

  test('ends with a logout, and another one begins with the next call', async () => {
    const { fetch, asked } = controller()
    const client = createClient({ url, fetch, credentials })
    await client.services.get('a')
    await client.logout()
    await client.services.get('a')
    expect(asked.slice(2)).toEqual([
      'DELETE /current-api-session',
      'POST /authenticate?method=password',
      'GET /services/a',
    ])
  })

  test('that cannot be opened fails the call, and is tried again with the next', async () => {
    const { fetch, asked } = controller((path) =>
      path.startsWith('/authenticate') ? refusal('INVALID_AUTH', 401) : undefined,
    )
    const client = createClient({ url, fetch, credentials })
    const error = await client.services.get('a').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ManagementError)
    expect(error).toMatchObject({
      code: 'INVALID_AUTH',
      status: 401,
      operation: 'authentication.authenticate',
      requestId: 'r-1',
    })
    await expect(client.services.get('a')).rejects.toThrow(
      'wrong user name, password or certificate',
    )
    expect(asked).toHaveLength(2)
  })

  test('that was not used for too long is opened anew without asking', async () => {
    vi.useFakeTimers()
    const { fetch, asked } = controller()
    const client = createClient({ url, fetch, credentials })
    await client.services.get('a')
    vi.setSystemTime(Date.now() + 1_900_000)
    await client.services.get('a')
    vi.useRealTimers()
    expect(asked).toEqual([
      'POST /authenticate?method=password',
      'GET /services/a',
      'POST /authenticate?method=password',
      'GET /services/a',
    ])
  })

  test('is touched while nothing is called, where that is wanted, until it is ended', async () => {
    vi.useFakeTimers()
    const { fetch, asked } = controller()
    const client = createClient({ url, fetch, credentials, keepAlive: true })
    await client.services.get('a')
    await vi.advanceTimersByTimeAsync(3 * 1_450_000)
    expect(asked.slice(2)).toEqual(Array(3).fill('GET /current-api-session'))
    await client.logout()
    await vi.advanceTimersByTimeAsync(1_900_000)
    vi.useRealTimers()
    expect(asked.slice(5)).toEqual(['DELETE /current-api-session'])
  })
})

describe('credentials', () => {
  const headersOf = async (given: Credentials): Promise<string[]> => {
    const sent: string[] = []
    const fetch: Fetch = async (request) => {
      const { pathname, search } = new URL(request.url)
      sent.push(
        [
          `${pathname.split('/v1')[1] ?? ''}${search}`,
          request.headers.get('zt-session') ?? '-',
          request.headers.get('authorization') ?? '-',
        ].join(' '),
      )
      return answer(pathname.endsWith('/authenticate') ? sessionRecord('t-1') : { name: 'north' })
    }
    await createClient({ url, fetch: standalone(fetch), credentials: given }).services.get('a')
    return sent
  }
  const cases: [name: string, given: Credentials, sent: string[]][] = [
    ['that are a session are sent as it', { token: 'a-token' }, ['/services/a a-token -']],
    [
      'that are an access token are sent as bearer',
      { token: () => access },
      [`/services/a - Bearer ${access}`],
    ],
    [
      'that are a certificate open a session',
      { certificate: true },
      ['/authenticate?method=cert - -', '/services/a t-1 -'],
    ],
    [
      'that are a token of a signer open a session',
      { externalJwt: async () => access },
      [`/authenticate?method=ext-jwt - Bearer ${access}`, '/services/a t-1 -'],
    ],
    [
      'with a token of a signer as second factor send it with all calls',
      { username: 'a', password: 'b', externalJwt: access },
      [`/authenticate?method=password - Bearer ${access}`, `/services/a t-1 Bearer ${access}`],
    ],
  ]
  test.each(cases)('%s', async (_, given, sent) => {
    expect(await headersOf(given)).toEqual(sent)
  })

  test('that are a function are asked again when a session has ended, those that are not are not', async () => {
    const fetch: Fetch = async (request) =>
      request.headers.get('zt-session') === 'good'
        ? answer({ name: 'north' })
        : refusal('UNAUTHORIZED', 401)
    const tokens = ['old', 'good']
    await expect(
      createClient({ url, fetch, credentials: { token: () => tokens.shift() ?? '' } }).services.get(
        'a',
      ),
    ).resolves.toMatchObject({ name: 'north' })
    await expect(
      createClient({ url, fetch, credentials: { token: 'old' } }).services.get('a'),
    ).rejects.toMatchObject({ status: 401 })
  })

  test('are not needed for operations without a session', async () => {
    const { fetch, asked } = controller((path) =>
      path === '/version' ? answer({ version: 'v1.6.20' }) : undefined,
    )
    await expect(createClient({ url, fetch }).information.version()).resolves.toEqual({
      version: 'v1.6.20',
    })
    await expect(createClient({ url, fetch }).services.get('a')).rejects.toMatchObject({
      status: 401,
    })
    expect(asked).toEqual(['GET /version', 'GET /services/a'])
  })
})

describe('a second factor', () => {
  const due = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
    ...sessionRecord('t-1'),
    authQueries: [{ typeId: 'MFA', provider: 'ziti', minLength: 4, ...more }],
    isMfaRequired: true,
  })
  const waiting = (asked: string[], more: Record<string, unknown> = {}): Fetch =>
    standalone(async (request) => {
      const path = `${request.method} ${new URL(request.url).pathname.split('/v1')[1]}`
      asked.push(`${path} ${path.includes('mfa') ? await request.text() : ''}`.trim())
      if (path === 'POST /authenticate/mfa' && asked.at(-1)?.includes('wrong'))
        return refusal('MFA_INVALID_TOKEN', 400)
      return answer(
        path === 'POST /authenticate'
          ? due(more)
          : path.endsWith('/mfa')
            ? { isVerified: false, recoveryCodes: [] }
            : { name: 'north' },
      )
    })

  test('is given once, with what the controller asks for', async () => {
    const asked: string[] = []
    const client = createClient({
      url,
      fetch: waiting(asked),
      credentials: { ...credentials, totp: async ({ minLength }) => `code-${minLength}` },
    })
    await Promise.all([client.services.get('a'), client.services.get('b')])
    expect(asked).toEqual([
      'POST /authenticate',
      'POST /authenticate/mfa {"code":"code-4"}',
      'GET /services/a',
      'GET /services/b',
    ])
  })

  test('that is wrong fails the call, and is asked for again with the next', async () => {
    const asked: string[] = []
    const codes = ['wrong', '123456']
    const client = createClient({
      url,
      fetch: waiting(asked),
      credentials: { ...credentials, totp: () => codes.shift() ?? '' },
    })
    await expect(client.services.get('a')).rejects.toThrow(
      'enter the code that the authenticator app shows now',
    )
    await expect(client.services.get('a')).resolves.toMatchObject({ name: 'north' })
    expect(asked.filter((line) => line === 'POST /authenticate')).toHaveLength(1)
  })

  test('that nobody gives is asked for in the error', async () => {
    await expect(
      createClient({ url, fetch: waiting([]), credentials }).services.get('a'),
    ).rejects.toMatchObject({
      code: 'MFA_REQUIRED',
      message: expect.stringContaining(
        'set `totp` to a code or a function that returns one, or enroll one with `enrollMfa`',
      ),
    })
  })

  test('that is not enrolled yet can be, with the session that waits for it', async () => {
    const asked: string[] = []
    const client = createClient({
      url,
      fetch: waiting(asked, { isTotpEnrolled: false }),
      credentials,
    })
    await enrollMfa(client, () => '123456')
    expect(asked.at(-1)).toBe('POST /current-identity/mfa/verify {"code":"123456"}')
  })
})
