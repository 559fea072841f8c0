import { readFileSync } from 'node:fs'
import { Response as LibraryResponse } from 'undici'
import { describe, expect, test, vi } from 'vitest'
import type {
  Client,
  ClientOptions,
  Credentials,
  LogEvent,
} from '../../../src/management/client/index.js'
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
      ['refresh', 'current session with the access token'].includes(note),
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
      if (pathname === '/oidc/revoke') return new Response('', { status: 200 })
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
    expect(asked.at(-1)).toBe('POST /oidc/revoke')
    expect(sent.at(-1)).toMatch(/^ token=eyJ.*&token_type_hint=refresh_token&client_id=openziti $/)
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

type RecordedEnd = {
  way: string
  request: { method: string; path: string; body: string | null }
  answer: { status: number; headers: Record<string, string>; body: string }
  /** The status of calls of the ended sign-in and of another one of the same identity, and of renewing the ended one. */
  first: number
  second: number
  refreshFirst: number
}

/** How a real controller answered to each way of ending one of two sign-ins, and what held after it. */
const readEnds = (release: string): RecordedEnd[] =>
  JSON.parse(readFileSync('fixtures/management/oidc/ending.json', 'utf8'))[release]

type Issued = { access: string; refresh: string; id: string }

/** A controller that ends sign-ins as recorded, each of which has tokens of its own. */
function playEnds(release: string): {
  open(credentials: Credentials): Client
  issued: Issued[]
  ended: string[]
} {
  const issued: Issued[] = []
  const ended: string[] = []
  const refused = new Set<string>()
  const { fetch: signIn } = play(release, 'right')
  const issue = (): Response => {
    const make = (kind: string): string => `eyJhbGciOiJSUzI1NiJ9.${kind}${issued.length}.c2ln`
    const [access, refresh, id] = [make('access'), make('refresh'), make('id')]
    issued.push({ access, refresh, id })
    return Response.json({ access_token: access, refresh_token: refresh, id_token: id })
  }
  const end = (text: string): RecordedEnd | undefined => {
    const own = issued.find((tokens) => Object.values(tokens).some((token) => text.includes(token)))
    if (!own) return undefined
    const anonymous = text
      .replace(own.access, 'ACCESS')
      .replace(own.refresh, 'REFRESH')
      .replace(own.id, 'ID')
    const known = readEnds(release).find(
      ({ request }) => `${request.method} ${request.path} ${request.body ?? ''}` === anonymous,
    )
    for (const tokens of known ? issued : []) {
      if ((tokens === own ? known?.first : known?.second) === 401) refused.add(tokens.access)
      if (tokens === own && known?.refreshFirst === 400) refused.add(tokens.refresh)
    }
    return known
  }
  const fetch: ClientOptions['fetch'] = async (request) => {
    const { pathname, search } = new URL(request.url)
    const body = await request.clone().text()
    const known = end(`${request.method} ${pathname}${search} ${body}`)
    if (known) {
      ended.push(known.way)
      return new Response(known.answer.body, known.answer)
    }
    const bearer = request.headers.get('authorization') ?? ''
    if ([...refused].some((token) => `${bearer} ${body}`.includes(token)))
      return refusal('UNAUTHORIZED', 401)
    if (pathname.startsWith('/edge/')) return answer([])
    return pathname === '/oidc/oauth/token' ? issue() : signIn(request)
  }
  return {
    issued,
    ended,
    open: (credentials) => createClient({ url, fetch, credentials, cluster: false }),
  }
}

describe.each(['1.6.20', '2.0.3'])('ending one of two sign-ins of an identity at %s', (release) => {
  test('leaves the other one, which need not sign in again', async () => {
    const { open, issued, ended } = playEnds(release)
    const [first, second] = [open(user), open(user)]
    await first.services.list()
    await second.services.list()
    await first.logout()
    await second.services.list()
    expect([issued.length, ended]).toEqual([2, ['revoke refresh token']])
    await first.services.list()
    expect(issued).toHaveLength(3)
  })

  test('takes the access token if the caller has no other', async () => {
    const { open, issued, ended } = playEnds(release)
    const second = open(user)
    await open(user).services.list()
    await second.services.list()
    const first = open({ token: issued[0]?.access ?? '' })
    await first.services.list()
    await first.logout()
    expect(ended).toEqual(['revoke access token'])
    await second.services.list()
    expect(issued).toHaveLength(2)
  })

  test('says why the controller does not, and tries again with the next logout', async () => {
    const { fetch } = play(release, 'right')
    const disk = { isFull: true }
    const client = createClient({
      url,
      credentials: user,
      fetch: async (request) =>
        disk.isFull && request.url.endsWith('/oidc/revoke')
          ? Response.json(
              { error: 'server_error', error_description: 'the disk is full' },
              { status: 500 },
            )
          : fetch(request),
    })
    await client.services.get('a')
    for (const _ of ['first', 'second'])
      await expect(client.logout()).rejects.toThrow(
        /^`currentApiSession.delete` failed: the controller failed to handle the request: the disk is full \(status 500\)$/,
      )
    disk.isFull = false
    await client.logout()
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
