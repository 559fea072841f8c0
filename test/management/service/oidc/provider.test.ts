import { createHash, createPrivateKey, randomBytes } from 'node:crypto'
import { createLocalJWKSet, decodeJwt, jwtVerify, SignJWT } from 'jose'
import type { JSONWebKeySet } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPlainObject } from '../../../../src/document/record.js'
import { createAuthority } from '../../../../src/management/service/pki/authority.js'
import { commonNameClaim, createOutsideAuthority } from '../../../support/certificates.js'
import type { Managed, Reply, RequestParts } from '../../../support/management.js'
import {
  createAuthPolicy,
  makeVerifiedCa,
  password,
  requireText,
  startManaged,
} from '../../../support/management.js'
import { showCode } from '../../../support/one-time-code.js'

let service: Managed
beforeAll(async () => {
  service = await startManaged()
})
afterAll(() => service.close())

const host = 'https://service.test'
const redirectUri = 'http://localhost:8080/auth/callback'
const verifier = 'v'.repeat(43)
const asked = {
  client_id: 'openziti',
  response_type: 'code',
  scope: 'openid offline_access',
  redirect_uri: redirectUri,
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 'S256',
  state: 'state 1',
  nonce: 'nonce-1',
}
type Form = Readonly<Record<string, string>>
const encode = (form: Form): string => new URLSearchParams(form).toString()
const locationOf = ({ headers }: Reply): URL => new URL(headers.get('location') ?? '', host)

/** Calls the provider without a session. */
const oidc = (method: string, path: string, parts: RequestParts = {}): Promise<Reply> =>
  service.call(method, `//oidc${path}`, { session: '', ...parts })

const post = (path: string, form: Form, parts: RequestParts = {}): Promise<Reply> =>
  oidc('POST', path, {
    text: encode(form),
    ...parts,
    headers: { ...parts.headers, 'content-type': 'application/x-www-form-urlencoded' },
  })

const authorize = async (more: Form = {}, parts: RequestParts = {}): Promise<string> =>
  locationOf(
    await oidc('GET', `/authorize?${encode({ ...asked, ...more })}`, parts),
  ).searchParams.get('authRequestID') ?? ''

const callBack = (id: string): Promise<Reply> => oidc('GET', `/authorize/callback?id=${id}`)

const exchange = (form: Form): Promise<Reply> =>
  post('/oauth/token', { client_id: 'openziti', ...form })

const takeCode = (code: string, more: Form = {}): Promise<Reply> =>
  exchange({
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
    ...more,
  })

type Tokens = { access: string; refresh: string; id: string; body: Record<string, unknown> }

const readTokens = ({ status, body }: Reply): Tokens => {
  expect({ status, body }).toMatchObject({ status: 200 })
  const value = isPlainObject(body) ? { ...body } : {}
  return {
    body: value,
    access: requireText(value, 'access_token'),
    refresh: requireText(value, 'refresh_token'),
    id: requireText(value, 'id_token'),
  }
}

/** Signs in, after whatever `login` does with the id of the request. */
async function signIn(login: (id: string) => Promise<Reply>): Promise<Tokens> {
  const id = await authorize()
  const done = await login(id)
  expect([done.status, locationOf(done).pathname]).toEqual([302, '/oidc/authorize/callback'])
  const back = locationOf(await callBack(id))
  expect(back.searchParams.get('state')).toBe('state 1')
  return readTokens(await takeCode(back.searchParams.get('code') ?? ''))
}

const signInAs = (username: string, given = password): Promise<Tokens> =>
  signIn((id) => post('/login/password', { id, username, password: given }))

const get = (path: string, token: string, parts: RequestParts = {}): Promise<Reply> =>
  service.call('GET', path, {
    session: '',
    ...parts,
    headers: { authorization: `Bearer ${token}` },
  })

describe('signing in', () => {
  test('by authorization code with PKCE gives tokens, which open both APIs with the rights of the user', async () => {
    const identity = await service.user('reader', { permissions: ['service.read'] })
    const { access, refresh, id, body } = await signInAs('reader')
    expect(body).toMatchObject({
      token_type: 'Bearer',
      expires_in: 1800,
      scope: 'openid offline_access',
    })
    const session = decodeJwt(access)['z_asid']
    const common = { sub: identity, iss: `${host}/oidc`, aud: ['openziti'], z_ia: false }
    expect(decodeJwt(access)).toMatchObject({ ...common, z_t: 'a', amr: ['password'] })
    expect(decodeJwt(refresh)).toMatchObject({ ...common, z_t: 'r', z_asid: session })
    expect(decodeJwt(id)).toMatchObject({ ...common, nonce: 'nonce-1', name: 'reader' })
    expect((await get('/services', access)).status).toBe(200)
    expect((await get('/identities', access)).status).toBe(401)
    expect((await get('/current-api-session', access)).data).toMatchObject({
      id: session,
      identityId: identity,
      expirationSeconds: 1800,
      token: access,
    })
    expect((await service.call('GET', '/services', { session: access })).status).toBe(401)
    expect(
      (await oidc('GET', '/userinfo', { headers: { authorization: `Bearer ${access}` } })).body,
    ).toEqual({
      sub: identity,
      name: 'reader',
    })
    for (const wrong of [refresh, id, `${access}x`, 'nonsense'])
      expect((await get('/services', wrong)).status).toBe(401)
  })

  test('works with JSON, and the keys and addresses that the provider publishes', async () => {
    const { body } = await oidc('GET', '/.well-known/openid-configuration')
    expect(body).toMatchObject({
      issuer: `${host}/oidc`,
      token_endpoint: `${host}/oidc/oauth/token`,
      openziti_endpoints: { password: `${host}/oidc/login/password` },
    })
    await service.user('jason')
    const { access } = await signIn((id) =>
      oidc('POST', '/login/password', { body: { id, username: 'jason', password } }),
    )
    const { body: keys } = await oidc('GET', '/keys')
    const set: JSONWebKeySet = JSON.parse(JSON.stringify(keys))
    await expect(
      jwtVerify(access, createLocalJWKSet(set), { currentDate: new Date(service.now()) }),
    ).resolves.toBeDefined()
  })

  test('reads plain fields of a form only', async () => {
    await service.user('former')
    const more = { username: 'former', password, configTypes: 'all', envInfo: 'x', sdkInfo: 'y' }
    const { access } = await signIn((id) => post('/login/password', { id, ...more }))
    expect((await get('/current-identity', access)).data).toMatchObject({
      envInfo: {},
      sdkInfo: {},
    })
    expect((await get('/current-api-session', access)).data['configTypes']).toEqual(['all'])
  })

  test('with a wrong password or name is refused, and gives no code', async () => {
    await service.user('wrong')
    const id = await authorize()
    for (const form of [
      { id, username: 'wrong', password: 'nonsense' },
      { id, username: 'nobody', password },
    ]) {
      const { status, body } = await post('/login/password', form)
      expect({ status, body }).toEqual({
        status: 401,
        body: { code: 'INVALID_AUTH', message: 'The authentication request failed' },
      })
    }
    expect((await callBack(id)).status).toBe(400)
  })

  test('with a certificate', async () => {
    const authority = createOutsideAuthority('oidc', service.now())
    await makeVerifiedCa(service, authority, {
      name: 'oidc',
      isOttCaEnrollmentEnabled: false,
      externalIdClaim: commonNameClaim,
    })
    await service.make('identities', {
      name: 'holder',
      type: 'User',
      isAdmin: false,
      externalId: 'holder',
    })
    const certificate = authority.client('holder')
    const other = authority.client('holder')
    const { access, refresh } = await signIn((id) =>
      post(`/login/cert?id=${id}`, {}, { certificate }),
    )
    const { amr, z_cfs: fingerprints } = decodeJwt(access)
    expect([amr, fingerprints]).toEqual([['cert'], [expect.stringMatching(/^[0-9a-f]{40}$/)]])
    expect((await get('/current-identity', access, { certificate })).data['name']).toBe('holder')
    const renew = (shown?: string): Promise<Reply> =>
      post(
        '/oauth/token',
        { grant_type: 'refresh_token', client_id: 'openziti', refresh_token: refresh },
        shown === undefined ? {} : { certificate: shown },
      )
    for (const shown of [{}, { certificate: other }]) {
      expect((await get('/current-identity', access, shown)).status).toBe(401)
      expect((await renew(shown.certificate)).body).toMatchObject({ error: 'access_denied' })
    }
    expect((await renew(certificate)).status).toBe(200)
  })

  test('with a token of an external issuer', async () => {
    const pair = createAuthority('issuer', { time: new Date(service.now()), random: randomBytes })
    await service.make('external-jwt-signers', {
      name: 'issuer',
      issuer: 'https://issuer.example.com',
      audience: 'here',
      kid: 'one',
      certPem: pair.certPem,
      enabled: true,
    })
    const sub = await service.make('identities', { name: 'guest', type: 'User', isAdmin: false })
    const token = await new SignJWT({ iss: 'https://issuer.example.com', aud: 'here', sub })
      .setProtectedHeader({ alg: 'ES256', kid: 'one' })
      .setExpirationTime(Math.floor(service.now() / 1000) + 600)
      .sign(createPrivateKey(pair.keyPem))
    const headers = { authorization: `Bearer ${token}` }
    const { access } = await signIn((id) => post('/login/ext-jwt', { id }, { headers }))
    expect(decodeJwt(access)).toMatchObject({ sub, amr: ['ext-jwt'] })
    expect((await post('/login/ext-jwt', { id: await authorize() })).status).toBe(401)
  })

  test('needs the one-time code of a user who has a second factor', async () => {
    await service.user('careful')
    const session = await service.login('careful')
    const own = '/current-identity/mfa'
    await service.call('POST', own, { session })
    const { data } = await service.call('GET', own, { session })
    const secret = new URL(requireText(data, 'provisioningUrl')).searchParams.get('secret') ?? ''
    const code = (): string => showCode(secret, service.now())
    await service.call('POST', `${own}/verify`, { session, body: { code: code() } })

    const id = await authorize()
    const first = await post('/login/password', { id, username: 'careful', password })
    expect([first.status, first.headers.get('totp-required')]).toEqual([200, 'true'])
    const queries = {
      authQueries: [expect.objectContaining({ typeId: 'TOTP', isTotpEnrolled: true })],
    }
    expect(first.body).toEqual(queries)
    expect((await oidc('GET', `/login/auth-queries?id=${id}`)).body).toEqual(queries)
    expect((await callBack(id)).status).toBe(400)
    const wrong = await post('/login/totp', { id, code: '000000' })
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { code: 'INVALID TOTP CODE', message: 'an invalid TOTP code was supplied' },
    ])
    expect((await callBack(id)).status).toBe(400)
    expect((await post('/login/totp', { id, code: code() })).status).toBe(302)
    const given = locationOf(await callBack(id)).searchParams.get('code') ?? ''
    const { access } = readTokens(await takeCode(given))
    expect((await get('/current-identity', access)).status).toBe(200)
  })
})

describe('a request to sign in', () => {
  test.each([
    ['another client', { client_id: 'other' }],
    ['an address elsewhere', { redirect_uri: 'https://evil.example.com/auth/callback' }],
    [
      'an address that begins like a local one',
      { redirect_uri: 'http://localhost.evil.example.com/auth/callback' },
    ],
    ['another path', { redirect_uri: 'http://localhost:8080/' }],
    ['a script', { redirect_uri: 'javascript:alert(1)//localhost/auth/callback' }],
    ['very long parameters', { state: 's'.repeat(5000) }],
  ])('of %s is refused', async (_, more) => {
    const { status, headers } = await oidc('GET', `/authorize?${encode({ ...asked, ...more })}`)
    expect([status, headers.get('location')]).toEqual([400, null])
  })

  test.each([
    ['another kind of answer', { response_type: 'token' }],
    ['a plain challenge', { code_challenge_method: 'plain' }],
    ['no challenge', { code_challenge: '' }],
  ])('for %s sends the error to the client', async (_, more) => {
    const reply = await oidc('GET', `/authorize?${encode({ ...asked, ...more })}`)
    expect(reply.status).toBe(302)
    const { origin, searchParams } = locationOf(reply)
    expect([origin, searchParams.get('state')]).toEqual(['http://localhost:8080', 'state 1'])
    expect(searchParams.get('error')).toMatch(/^(unsupported_response_type|invalid_request)$/)
  })

  test('is known for ten minutes', async () => {
    await service.user('slow')
    const id = await authorize()
    service.pass(600_000)
    expect((await post('/login/password', { id, username: 'slow', password })).body).toMatchObject({
      error: 'invalid_request',
    })
  })

  test('is completed while another address sends any number', async () => {
    await service.user('calm')
    const id = await authorize({}, { address: '10.0.0.2' })
    for (let count = 0; count < 10_000; count += 1) await authorize({}, { address: '10.0.0.1' })
    const form = { id, username: 'calm', password }
    const { status, headers } = await post('/login/password', form, { address: '10.0.0.2' })
    expect([status, headers.get('location')]).toEqual([
      302,
      `${host}/oidc/authorize/callback?id=${id}`,
    ])
    const code = locationOf(await callBack(id)).searchParams.get('code') ?? ''
    expect((await takeCode(code)).status).toBe(200)
  })
})

describe('a code', () => {
  let code = ''
  beforeAll(async () => {
    await service.user('coded')
  })
  const renew = async (): Promise<void> => {
    const id = await authorize()
    await post('/login/password', { id, username: 'coded', password })
    code = locationOf(await callBack(id)).searchParams.get('code') ?? ''
  }

  test.each([
    ['another verifier', { code_verifier: 'w'.repeat(43) }],
    ['another address', { redirect_uri: 'http://localhost:8081/auth/callback' }],
    ['another client', { client_id: 'other' }],
  ])('gives no tokens with %s', async (_, more) => {
    await renew()
    expect((await takeCode(code, more)).status).toBe(400)
  })

  test('works once, also if the first try was wrong', async () => {
    await renew()
    expect((await takeCode(code)).status).toBe(200)
    expect((await takeCode(code)).body).toMatchObject({ error: 'invalid_grant' })
    await renew()
    await takeCode(code, { code_verifier: 'w'.repeat(43) })
    expect((await takeCode(code)).body).toMatchObject({ error: 'invalid_grant' })
  })
})

describe('tokens', () => {
  const refreshWith = (token: string): Promise<Reply> =>
    exchange({ grant_type: 'refresh_token', refresh_token: token })

  test('expire after half an hour, and are refreshed for a day after their last use', async () => {
    await service.user('patient')
    const first = await signInAs('patient')
    service.pass(1_801_000)
    expect((await get('/current-identity', first.access)).status).toBe(401)
    const second = readTokens(await refreshWith(first.refresh))
    expect((await get('/current-identity', second.access)).status).toBe(200)
    expect(decodeJwt(second.access)['z_asid']).toBe(decodeJwt(first.access)['z_asid'])
    // As recorded, the token before stays usable.
    expect((await refreshWith(first.refresh)).status).toBe(200)
    service.pass(23 * 3_600_000)
    expect((await refreshWith(second.refresh)).status).toBe(200)
    service.pass(2 * 3_600_000)
    expect((await refreshWith(second.refresh)).status).toBe(400)
    await service.enter()
  })

  test('are not refreshed with access tokens or nonsense', async () => {
    await service.user('hasty')
    const { access } = await signInAs('hasty')
    for (const token of [access, 'nonsense', ''])
      expect((await refreshWith(token)).body).toMatchObject({ error: 'invalid_grant' })
    expect((await exchange({ grant_type: 'password' })).body).toMatchObject({
      error: 'unsupported_grant_type',
    })
  })

  const ends: Record<string, (tokens: Tokens, identity: string) => Promise<Reply>> = {
    'a client revokes the access token': ({ access }) => post('/revoke', { token: access }),
    'a client revokes the refresh token': ({ refresh }) => post('/revoke', { token: refresh }),
    'the session is revoked': ({ access }) =>
      service.call('POST', '/revocations', {
        body: { id: String(decodeJwt(access)['z_asid']), type: 'API_SESSION' },
      }),
    'the password changes': async (_, identity) => {
      const { list } = await service.call('GET', `/identities/${identity}/authenticators`)
      return service.call('PATCH', `/authenticators/${requireText(list[0], 'id')}`, {
        body: { password: 'another-pass' },
      })
    },
    'the user is disabled': (_, identity) =>
      service.call('POST', `/identities/${identity}/disable`, { body: { durationMinutes: 0 } }),
    'the user is deleted': (_, identity) => service.call('DELETE', `/identities/${identity}`),
  }
  test.each(Object.entries(ends))('end when %s', async (name, end) => {
    const identity = await service.user(name)
    const tokens = await signInAs(name)
    expect((await get('/current-identity', tokens.access)).status).toBe(200)
    expect((await end(tokens, identity)).status).toBeLessThan(303)
    expect((await get('/current-identity', tokens.access)).status).toBe(401)
    expect((await refreshWith(tokens.refresh)).status).toBe(400)
  })

  test.each(['openid', 'offline_access', ''])('have what the scope %j gives', async (scope) => {
    await service.user(`scope ${scope}`)
    const id = await authorize({ scope })
    await post('/login/password', { id, username: `scope ${scope}`, password })
    const code = locationOf(await callBack(id)).searchParams.get('code') ?? ''
    const { body } = await takeCode(code)
    const { access_token: _, expires_in: _seconds, ...rest } = isPlainObject(body) ? body : {}
    expect(rest).toEqual({
      token_type: 'Bearer',
      scope,
      ...(scope === 'openid' && { id_token: expect.any(String) }),
      ...(scope === 'offline_access' && { refresh_token: expect.any(String) }),
    })
  })

  test('are revoked by their id, which they share', async () => {
    await service.user('revoked')
    const { access, refresh } = await signInAs('revoked')
    await service.call('POST', '/revocations', {
      body: { id: String(decodeJwt(access).jti), type: 'JTI' },
    })
    expect((await get('/current-identity', access)).status).toBe(401)
    expect((await refreshWith(refresh)).status).toBe(400)
  })

  test('are not given where the auth policy forbids the method', async () => {
    const authPolicyId = await service.make(
      'auth-policies',
      createAuthPolicy('closed', { updb: { allowed: false } }),
    )
    await service.user('barred', { authPolicyId })
    const id = await authorize()
    expect((await post('/login/password', { id, username: 'barred', password })).status).toBe(401)
  })

  test.each(['/nothing', '/oauth/introspect', '/login/nothing'])('are not at %s', async (path) => {
    expect((await oidc('POST', path, { body: {} })).status).toBe(404)
  })
})

describe('a page of another site', () => {
  const sent: { name: string; headers: Record<string, string> }[] = [
    { name: 'with its origin', headers: { origin: 'https://evil.example.com' } },
    { name: 'with the origin of a subdomain', headers: { origin: 'https://a.service.test' } },
    { name: 'with another port', headers: { origin: 'https://service.test:1234' } },
    { name: 'without an origin', headers: { origin: 'null' } },
    { name: 'by Fetch Metadata', headers: { 'sec-fetch-site': 'cross-site' } },
    { name: 'of the same site', headers: { 'sec-fetch-site': 'same-site' } },
    { name: 'of the same host without encryption', headers: { origin: 'http://service.test' } },
    {
      name: 'that a user opened, by its origin',
      headers: { origin: 'https://evil.example.com', 'sec-fetch-site': 'none' },
    },
    {
      name: 'that seems to be of the same origin',
      headers: { origin: 'https://evil.example.com', 'sec-fetch-site': 'same-origin' },
    },
    { name: 'with the host as a user', headers: { origin: 'https://service.test@evil.example' } },
    { name: 'in another scheme', headers: { origin: 'chrome-extension://service.test' } },
    { name: 'in capitals', headers: { 'SEC-FETCH-SITE': 'CROSS-SITE' } },
  ]
  const own = { origin: host, 'sec-fetch-site': 'same-origin' }
  const ca = createOutsideAuthority('of visitors', Date.parse('2026-12-01T10:00:00.000Z'))
  const certificate = ca.client('visitor')
  beforeAll(async () => {
    await makeVerifiedCa(service, ca, {
      name: 'of visitors',
      isOttCaEnrollmentEnabled: false,
      externalIdClaim: commonNameClaim,
    })
    await service.user('visitor', { externalId: 'visitor' })
  })

  test.each(sent)('signs nobody in by certificate or password: $name', async ({ headers }) => {
    const id = await authorize()
    const refused = { status: 400, body: { error: 'access_denied' } }
    expect(await post('/login/cert', { id }, { certificate, headers })).toMatchObject(refused)
    const form = { id, username: 'visitor', password }
    expect(await post('/login/password', form, { headers })).toMatchObject(refused)
    expect((await callBack(id)).status).toBe(400)
    expect((await post('/login/cert', { id }, { certificate, headers: own })).status).toBe(302)
  })

  test.each(sent)('uses no certificate of its visitors elsewhere: $name', async ({ headers }) => {
    const ask = (path: string, more: object = {}): Promise<Reply> =>
      service.call('POST', path, { session: '', certificate, headers, ...more })
    expect((await ask('/authenticate?method=cert')).status).toBe(401)
    // Somebody else's enrollment would make the certificate one of that identity.
    const identityId = await service.make('identities', {
      name: JSON.stringify(headers),
      type: 'User',
      isAdmin: false,
    })
    const { list } = await service.call('GET', '/cas')
    const caId = requireText(list[0], 'id')
    const id = await service.make('enrollments', {
      method: 'ottca',
      identityId,
      caId,
      expiresAt: '2030-01-01T00:00:00.000Z',
    })
    const { data } = await service.call('GET', `/enrollments/${id}`)
    const path = `//edge/client/v1/enroll?method=ottca&token=${requireText(data, 'token')}`
    expect((await ask(path)).status).toBe(400)
    expect((await service.call('GET', `/identities/${identityId}/authenticators`)).list).toEqual([])
  })

  test('who began from another address or with another certificate gets no code', async () => {
    const [attacker, visitor] = ['192.0.2.1', '192.0.2.2']
    const id = await authorize({}, { address: attacker })
    const login = { certificate, address: visitor }
    expect((await post('/login/cert', { id }, login)).status).toBe(400)
    const form = { id, username: 'visitor', password }
    expect((await post('/login/password', form, { address: visitor })).status).toBe(400)
    const other = await authorize({}, { certificate: ca.client('attacker'), address: visitor })
    expect((await post('/login/cert', { id: other }, login)).status).toBe(400)
    const right = await authorize({}, { address: visitor })
    expect((await post('/login/cert', { id: right }, login)).status).toBe(302)
    const back = (address: string): Promise<Reply> =>
      oidc('GET', `/authorize/callback?id=${right}`, { address })
    expect([(await back(attacker)).status, (await back(visitor)).status]).toEqual([400, 302])
  })
})
