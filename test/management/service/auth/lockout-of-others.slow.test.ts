import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createOutsideAuthority } from '../../../support/certificates.js'
import type { Managed, Reply } from '../../../support/management.js'
import { password, requireText, startManaged } from '../../../support/management.js'
import { showCode } from '../../../support/one-time-code.js'

let service: Managed
beforeAll(async () => {
  service = await startManaged()
})
afterAll(() => service.close())

const address = '192.0.2.1'

describe('anonymous failures by certificate and by token', () => {
  const { client } = createOutsideAuthority('nobody', Date.parse('2026-12-01T10:00:00.000Z'))
  const certificate = client('nobody')
  const attempts: { name: string; fail: () => Promise<Reply> }[] = [
    {
      name: 'certificate',
      fail: () =>
        service.call('POST', '/authenticate?method=cert', {
          session: '',
          body: { username: 'anna' },
          certificate,
          address,
        }),
    },
    {
      name: 'token',
      fail: () =>
        service.call('POST', '/authenticate?method=ext-jwt', {
          session: '',
          body: { username: 'anna' },
          headers: { authorization: 'Bearer nonsense' },
          address,
        }),
    },
  ]
  test.each(attempts)('lock out no $name, and no password', async ({ fail }) => {
    const name = `anna ${Math.random()}`
    await service.user(name)
    for (let count = 0; count < 110; count += 1) expect((await fail()).status).toBe(401)
    const right = { session: '', body: { username: name, password }, address }
    expect((await service.call('POST', '/authenticate?method=password', right)).status).toBe(200)
  })
})

describe('wrong one-time codes', () => {
  async function enrollMfa(name: string) {
    await service.user(name)
    const session = await service.login(name)
    await service.call('POST', '/current-identity/mfa', { session })
    const { data } = await service.call('GET', '/current-identity/mfa', { session })
    const secret = new URL(requireText(data, 'provisioningUrl')).searchParams.get('secret') ?? ''
    const codes = Array.isArray(data['recoveryCodes']) ? data['recoveryCodes'].map(String) : []
    const code = showCode(secret, service.now())
    await service.call('POST', '/current-identity/mfa/verify', { session, body: { code } })
    service.pass(60_000)
    const submit = async (given: string, from: string): Promise<number> => {
      const credentials = { session: '', body: { username: name, password }, address: from }
      const login = await service.call('POST', '/authenticate?method=password', credentials)
      const session = requireText(login.data, 'token')
      const sent = { session, body: { code: given }, address: from }
      return (await service.call('POST', '/authenticate/mfa', sent)).status
    }
    return { submit, codes, show: () => showCode(secret, service.now()) }
  }
  const wrong = 'wrong!'

  test('of one address hold up neither codes nor recovery codes from others', async () => {
    const { submit, codes, show } = await enrollMfa('carl')
    for (let count = 0; count < 15; count += 1) expect(await submit(wrong, address)).toBe(401)
    expect(await submit(show(), '192.0.2.2')).toBe(200)
    expect(await submit(codes[0] ?? '', '192.0.2.3')).toBe(200)
    // The guesser is slowed down, right or wrong.
    expect(await submit(codes[1] ?? '', address)).toBe(401)
    service.pass(30_000)
    expect(await submit(codes[1] ?? '', address)).toBe(200)
  })

  test('of many addresses are slowed down together, but hold up nobody where the user is known', async () => {
    const { submit, codes } = await enrollMfa('dora')
    expect(await submit(codes[0] ?? '', '192.0.2.9')).toBe(200)
    for (let host = 1; host <= 10; host += 1)
      for (let count = 0; count < 10; count += 1) await submit(wrong, `198.51.100.${host}`)
    expect(await submit(codes[1] ?? '', '198.51.100.99')).toBe(401)
    expect(await submit(codes[1] ?? '', '192.0.2.9')).toBe(200)
  })
})

describe('failures of one way to sign in', () => {
  const { client } = createOutsideAuthority('nobody', Date.parse('2026-12-01T10:00:00.000Z'))
  const redirectUri = 'http://localhost:8080/auth/callback'
  const begin = async (): Promise<string> => {
    const asked = new URLSearchParams({
      client_id: 'openziti',
      response_type: 'code',
      scope: 'openid',
      redirect_uri: redirectUri,
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 'S256',
    })
    const { headers } = await service.call('GET', `//oidc/authorize?${asked}`, {
      session: '',
      address,
    })
    const location = new URL(headers.get('location') ?? '', 'https://service.test')
    return location.searchParams.get('authRequestID') ?? ''
  }
  const logIn = (method: string, form: Record<string, string>, more: object): Promise<Reply> =>
    service.call('POST', `//oidc/login/${method}`, {
      session: '',
      address,
      text: new URLSearchParams(form).toString(),
      ...more,
      headers: {
        authorization: 'Bearer nonsense',
        'content-type': 'application/x-www-form-urlencoded',
      },
    })

  test.each(['cert', 'ext-jwt'])(
    'through OpenID Connect, by %s, lock out no password',
    async (method) => {
      const name = `erna ${method}`
      await service.user(name)
      const id = await begin()
      const certificate = client('nobody')
      for (let count = 0; count < 110; count += 1)
        expect((await logIn(method, { id, username: name }, { certificate })).status).not.toBe(302)
      expect((await logIn('password', { id, username: name, password }, {})).status).toBe(302)
    },
  )

  test('with other names, or by requests that are no guess, lock out nobody', async () => {
    await service.user('fred')
    const attempt = (body: object, from = address): Promise<Reply> =>
      service.call('POST', '/authenticate?method=password', { session: '', body, address: from })
    for (const username of ['Fred', 'fred ', 'fred\0', `fred${' '.repeat(300)}`])
      for (let count = 0; count < 110; count += 1) await attempt({ username, password: 'wrong' })
    for (let count = 0; count < 110; count += 1)
      await service.call('POST', '/authenticate?method=password&method=cert', {
        session: '',
        body: { username: 'fred', password: 'wrong' },
        address,
      })
    expect((await attempt({ username: 'fred', password })).status).toBe(200)
  })

  test('by wrong codes for another operation hold up codes from elsewhere as little', async () => {
    await service.user('gerd')
    const own = await service.login('gerd')
    await service.call('POST', '/current-identity/mfa', { session: own })
    const { data } = await service.call('GET', '/current-identity/mfa', { session: own })
    const secret = new URL(requireText(data, 'provisioningUrl')).searchParams.get('secret') ?? ''
    const code = showCode(secret, service.now())
    const verify = { session: own, body: { code } }
    await service.call('POST', '/current-identity/mfa/verify', verify)
    service.pass(60_000)
    for (let count = 0; count < 15; count += 1) {
      const parts = { session: own, headers: { 'mfa-validation-code': 'wrong!' } }
      const away = { ...parts, address: '192.0.2.66' }
      expect((await service.call('DELETE', '/current-identity/mfa', away)).status).toBe(401)
      await service.call('GET', '/current-identity/mfa/recovery-codes', away)
    }
    const right = {
      session: await service.login('gerd'),
      body: { code: showCode(secret, service.now()) },
    }
    expect((await service.call('POST', '/authenticate/mfa', right)).status).toBe(200)
  })
})
