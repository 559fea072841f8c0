import { readFileSync } from 'node:fs'
import { Response as LibraryResponse } from 'undici'
import { describe, expect, test, vi } from 'vitest'
import type { ClientOptions, Credentials, LogEvent } from '../../../src/management/client/index.js'
import { createClient } from '../../../src/management/client/index.js'
import { answer, refusal } from '../../support/controller.js'

type RecordedStep = {
  note: string
  request: { method: string; path: string; body: string | null }
  answer: { status: number; headers: Record<string, string>; body: unknown }
}

/** What a real controller answered when a user signed in. */
const readSteps = (release: string): RecordedStep[] =>
  JSON.parse(readFileSync(`fixtures/management/oidc/${release}.json`, 'utf8'))

const password = 'admin-password-1'
const user = { username: 'admin', password, oidc: true }

/** The names of the fields in a query or form. */
const listNames = (text: string): string[] => [...new URLSearchParams(text).keys()].sort()

/** Part of a recording: the steps whose note begins with this. */
type Scene = 'right' | 'wrong password' | 'second factor'

/**
 * A controller that plays the answers of a scene to requests that have the same method, path and
 * fields, with the state and the id of the request put in. Tokens are valid until they are `revoke`d.
 */
function play(
  release: string,
  scene: Scene,
  { lifetime }: { lifetime?: number } = {},
): {
  fetch: NonNullable<ClientOptions['fetch']>
  asked: string[]
  sent: string[]
  revoke(): void
} {
  const steps = readSteps(release).filter(
    ({ note }) =>
      note.startsWith(`${scene}:`) ||
      ['refresh', 'end session', 'current session with the access token'].includes(note),
  )
  const asked: string[] = []
  const sent: string[] = []
  const state = { query: '', revoked: new Set<string>(), issued: '' }
  const find = (method: string, path: string, body: string): RecordedStep | undefined =>
    steps.find(
      ({ request, note }) =>
        request.method === method &&
        request.path.split('?')[0] === path &&
        (!note.includes('code') || !note.includes('wrong') || body.endsWith('000000')) &&
        (!note.includes('right code') || !body.endsWith('000000')) &&
        (path !== '/oidc/oauth/token' ||
          new URLSearchParams(body).get('grant_type') ===
            new URLSearchParams(request.body ?? '').get('grant_type')),
    )
  return {
    asked,
    sent,
    revoke: () => void state.revoked.add(state.issued),
    fetch: async (request) => {
      const { pathname, search } = new URL(request.url)
      const body = await request.text()
      asked.push(`${request.method} ${pathname}`)
      sent.push(`${search} ${body} ${request.headers.get('authorization') ?? ''}`)
      if (!pathname.startsWith('/oidc/')) {
        const token = /^Bearer (.*)/.exec(request.headers.get('authorization') ?? '')?.[1]
        if (pathname.endsWith('/version')) return refusal('NOT_FOUND', 404)
        if (token !== state.issued || state.revoked.has(token)) return refusal('UNAUTHORIZED', 401)
        return answer({ name: 'north' })
      }
      const step = find(request.method, pathname, body)
      if (!step) return new Response('', { status: 404 })
      // `nonce` is for clients that check the id token, and the method may be left out.
      const optional = (name: string): boolean => name !== 'nonce' && name !== 'method'
      expect(listNames(body || search).filter(optional)).toEqual(
        listNames(step.request.body ?? step.request.path.split('?')[1] ?? '').filter(optional),
      )
      if (pathname === '/oidc/authorize') state.query = search
      const given = new URLSearchParams(state.query).get('state') ?? ''
      const { status, headers } = step.answer
      const { location } = headers
      const data = step.answer.body
      if (typeof data === 'object' && data !== null && 'access_token' in data)
        Object.assign(data, {
          access_token: (state.issued = `${String(data.access_token)}${asked.length}`),
          ...(lifetime !== undefined && { expires_in: lifetime }),
        })
      return new Response(typeof data === 'string' ? data : JSON.stringify(data), {
        status,
        headers: {
          ...headers,
          ...(location !== undefined && {
            location: location.replace(/state=state-\d/, `state=${encodeURIComponent(given)}`),
          }),
        },
      })
    },
  }
}

type Answer = Awaited<ReturnType<NonNullable<ClientOptions['fetch']>>>

/** A response as the `fetch` for Node gives it: neither it nor its headers are of a class of the platform. */
async function toLibraryResponse({ status, headers, body }: Answer): Promise<Answer> {
  const bytes = await new Response(body).arrayBuffer()
  const copy = new LibraryResponse(bytes, { status, headers: [...headers] })
  expect([copy instanceof Response, copy.headers instanceof Headers]).toEqual([false, false])
  return copy
}

const url = 'https://127.0.0.1:1280'

describe.each(['1.6.20', '2.0.3'])('signing in through OpenID Connect at %s', (release) => {
  test('goes the recorded way, once for calls at the same time', async () => {
    const { fetch, asked, sent } = play(release, 'right')
    const client = createClient({ url, fetch, credentials: user })
    await Promise.all(['a', 'b'].map((id) => client.services.get(id)))
    expect(asked).toEqual([
      'GET /edge/management/v1/version',
      'GET /oidc/authorize',
      'POST /oidc/login/password',
      'GET /oidc/authorize/callback',
      'POST /oidc/oauth/token',
      'GET /edge/management/v1/services/a',
      'GET /edge/management/v1/services/b',
    ])
    const authorize = new URLSearchParams(sent[1])
    const verifier = new URLSearchParams(sent[4]?.trim()).get('code_verifier') ?? ''
    const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
    expect(authorize.get('code_challenge')).toBe(Buffer.from(digest).toString('base64url'))
    expect(verifier.length).toBeGreaterThanOrEqual(43)
  })

  test('reads answers whose classes are those of a library', async () => {
    const { fetch, asked } = play(release, 'right')
    const client = createClient({
      url,
      credentials: user,
      fetch: async (request) => toLibraryResponse(await fetch(request)),
    })
    expect(await client.services.get('a')).toMatchObject({ name: 'north' })
    expect(asked).toContain('POST /oidc/oauth/token')
  })

  test('tells a wrong password', async () => {
    const { fetch } = play(release, 'wrong password')
    const client = createClient({ url, fetch, credentials: user })
    await expect(client.services.get('a')).rejects.toMatchObject({
      code: 'INVALID_AUTH',
      status: 401,
      message: expect.stringContaining('wrong user name, password'),
    })
  })

  test('renews tokens before they end, once for all calls that wait', async () => {
    vi.useFakeTimers()
    try {
      const { fetch, asked } = play(release, 'right', { lifetime: 1799 })
      const client = createClient({ url, fetch, credentials: user })
      await client.services.get('a')
      vi.setSystemTime(Date.now() + 1_750_000)
      await Promise.all(['b', 'c'].map((id) => client.services.get(id)))
      expect(asked.slice(6)).toEqual([
        'POST /oidc/oauth/token',
        'GET /edge/management/v1/services/b',
        'GET /edge/management/v1/services/c',
      ])
    } finally {
      vi.useRealTimers()
    }
  })

  test('signs in again where a token is refused', async () => {
    const { fetch, asked, revoke } = play(release, 'right')
    const client = createClient({ url, fetch, credentials: user })
    await client.services.get('a')
    revoke()
    await client.services.get('b')
    expect(asked.filter((line) => line === 'POST /oidc/login/password')).toHaveLength(2)
  })

  test('ends the session', async () => {
    const { fetch, asked, sent } = play(release, 'right')
    const client = createClient({ url, fetch, credentials: user })
    await client.services.get('a')
    await client.logout()
    expect(asked.at(-1)).toBe('GET /oidc/end_session')
    expect(sent.at(-1)).toMatch(/client_id=openziti&id_token_hint=eyJ/)
  })

  test('shows no token, code or password to a log, a hook or an error', async () => {
    const { fetch, revoke } = play(release, 'right')
    const seen: unknown[] = []
    const client = createClient({
      url,
      fetch,
      credentials: user,
      log: (event: LogEvent) => void seen.push(event),
      onRequest: (attributes) => void seen.push(attributes),
      onResponse: (attributes) => void seen.push(attributes),
      onTokens: () => undefined,
    })
    await client.services.get('a')
    revoke()
    await client.logout()
    seen.push(await client.services.get('x', { retry: false }).catch((error: unknown) => error))
    const text = JSON.stringify(seen)
    expect(text).toContain('/oidc/oauth/token')
    expect(text).not.toMatch(/eyJ|admin-password|code_verifier":"[^*]|code=(?!\*)/)
  })
})

describe('other credentials', () => {
  const signIn = async (credentials: Credentials, method: string): Promise<string[]> => {
    const { fetch, sent, asked } = play('2.0.3', 'right')
    const client = createClient({
      url,
      credentials,
      fetch: (request) =>
        fetch(new Request(request.url.replace(`login/${method}`, 'login/password'), request)).catch(
          () =>
            new Response('', {
              status: 302,
              headers: { location: '/oidc/authorize/callback?id=x' },
            }),
        ),
    })
    await client.services.get('a')
    expect(asked.at(-1)).toBe('GET /edge/management/v1/services/a')
    expect(sent[1]).toContain(`method=${method}`)
    return sent
  }

  test('are a certificate, which the connection shows', async () => {
    const sent = await signIn({ certificate: true, oidc: true }, 'cert')
    expect(sent[2]).not.toContain('Bearer')
  })

  test('are a token of an external signer', async () => {
    const sent = await signIn({ externalJwt: 'eyJh.own.sig', oidc: true }, 'ext-jwt')
    expect(sent[2]).toContain('Bearer eyJh.own.sig')
  })
})

describe('a second factor', () => {
  const second = { ...user, totp: '573224' }

  test('is given in the recorded way', async () => {
    const { fetch, asked } = play('1.6.20', 'second factor')
    const totp = vi.fn(() => '573224')
    await createClient({ url, fetch, credentials: { ...user, totp } }).services.get('a')
    expect(asked.slice(2, 5)).toEqual([
      'POST /oidc/login/password',
      'POST /oidc/login/totp',
      'GET /oidc/authorize/callback',
    ])
    expect(totp.mock.calls).toMatchObject([[{ typeId: 'TOTP', minLength: 6, maxLength: 8 }]])
  })

  test('that is wrong is reported as such', async () => {
    const { fetch } = play('1.6.20', 'second factor')
    const client = createClient({ url, fetch, credentials: { ...second, totp: '000000' } })
    await expect(client.services.get('a')).rejects.toMatchObject({ code: 'MFA_INVALID_TOKEN' })
  })

  test('that nobody gives is asked for in the error', async () => {
    const { fetch } = play('1.6.20', 'second factor')
    await expect(
      createClient({ url, fetch, credentials: user }).services.get('a'),
    ).rejects.toMatchObject({ code: 'MFA_REQUIRED' })
  })
})

describe('a controller', () => {
  test('that redirects elsewhere gets no secret sent there', async () => {
    const { fetch } = play('2.0.3', 'right')
    const hosts = new Set<string>()
    const client = createClient({
      url,
      credentials: user,
      fetch: async (request) => {
        hosts.add(new URL(request.url).host)
        const { status, headers, body } = await fetch(request)
        const location = headers.get('location')
        return new Response(body, {
          status,
          headers: {
            ...Object.fromEntries(headers),
            ...(location && {
              location: location.replace(/^(https?:\/\/[^/]+)?/, 'https://evil.example.com'),
            }),
          },
        })
      },
    })
    await client.services.get('a')
    expect([...hosts]).toEqual(['127.0.0.1:1280'])
  })

  test('that does not serve it says so, unless it is only the default', async () => {
    const fetch: ClientOptions['fetch'] = async (request) =>
      new URL(request.url).pathname.startsWith('/oidc')
        ? new Response('', { status: 404 })
        : new URL(request.url).pathname.endsWith('/version')
          ? answer({ capabilities: ['HA_CONTROLLER', 'OIDC_AUTH'] })
          : answer({ token: 'a-session', name: 'north' })
    await expect(
      createClient({ url, fetch, credentials: user }).services.get('a'),
    ).rejects.toMatchObject({ code: 'OIDC_NOT_SERVED' })
    const { oidc: _, ...other } = user
    await expect(
      createClient({ url, fetch, credentials: other }).services.get('a'),
    ).resolves.toMatchObject({ name: 'north' })
  })
})
