import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  commonNameClaim,
  createCsr,
  createOutsideAuthority,
} from '../../../support/certificates.js'
import type { Managed, Reply } from '../../../support/management.js'
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

const pem = { 'content-type': 'application/x-pem-file' }
const expiresAt = '2030-01-01T00:00:00.000Z'

let count = 0
const createName = (): string => `user ${(count += 1)}`

/** A user who is no administrator, with permissions. */
async function enter(permissions: string[]): Promise<{ id: string; session: string }> {
  const name = createName()
  const id = await service.user(name, { permissions })
  return { id, session: await service.login(name) }
}

const makeIdentity = (more: object = {}): Promise<string> =>
  service.make('identities', { name: createName(), type: 'User', isAdmin: false, ...more })

const rights: Readonly<Record<string, object>> = {
  'becomes an administrator': { isAdmin: true },
  'gets a permission': { permissions: ['service'] },
}

const raise = async (id: string, more: object): Promise<void> =>
  expect((await service.call('PATCH', `/identities/${id}`, { body: more })).status).toBe(200)

/** Opens an enrollment in somebody's session, and gives its id and token. */
async function invite(
  session: string,
  sent: { identityId: string; method: string; [name: string]: unknown },
): Promise<{ id: string; token: string }> {
  const { data } = await service.call('POST', '/enrollments', {
    ...(session && { session }),
    body: { expiresAt, ...sent },
  })
  const id = requireText(data, 'id')
  const { data: shown } = await service.call('GET', `/enrollments/${id}`)
  return { id, token: requireText(shown, 'token') }
}

const enroll = (method: string, token: string, more: object): Promise<Reply> =>
  service.call('POST', `//edge/client/v1/enroll?method=${method}&token=${token}`, {
    session: '',
    ...more,
  })

const csr = (): object => ({ text: createCsr('anna'), headers: pem })

const authenticate = (certificate: string): Promise<Reply> =>
  service.call('POST', '/authenticate?method=cert', { session: '', body: {}, certificate })

describe.each(Object.entries(rights))('when an identity %s', (_, more) => {
  const opened: Readonly<Record<string, (identityId: string) => Promise<string>>> = {
    'an enrollment that a limited user opened': async (identityId) => {
      const { session } = await enter(['enrollment'])
      return (await invite(session, { identityId, method: 'ott' })).token
    },
    'an enrollment that a limited user refreshed': async (identityId) => {
      const { session } = await enter(['enrollment'])
      const { id } = await invite('', { identityId, method: 'ott' })
      await service.call('POST', `/enrollments/${id}/refresh`, { session, body: { expiresAt } })
      const { data } = await service.call('GET', `/enrollments/${id}`)
      return requireText(data, 'token')
    },
    'an enrollment whose token a limited user could read': async (identityId) => {
      await enter(['enrollment.create', 'enrollment.read'])
      return (await invite('', { identityId, method: 'ott' })).token
    },
  }
  test.each(Object.entries(opened))('%s enrolls nobody', async (_name, open) => {
    const id = await makeIdentity()
    const token = await open(id)
    await raise(id, more)
    expect((await enroll('ott', token, csr())).code).toBe('INVALID_ENROLLMENT_TOKEN')
  })

  test('an enrollment in the creation of the identity enrolls nobody', async () => {
    const { session } = await enter(['identity', 'enrollment'])
    const { data } = await service.call('POST', '/identities', {
      session,
      body: { name: createName(), type: 'User', isAdmin: false, enrollment: { ott: true } },
    })
    const id = requireText(data, 'id')
    const shown = await service.call(
      'GET',
      `/enrollments?filter=${encodeURIComponent(`identity="${id}"`)}`,
    )
    await raise(id, more)
    const { code } = await enroll('ott', requireText(shown.list[0], 'token'), csr())
    expect(code).toBe('INVALID_ENROLLMENT_TOKEN')
  })

  test('a password that a limited user chose opens no session, and those that it opened end', async () => {
    const { session } = await enter(['enrollment'])
    const [identityId, username] = [await makeIdentity(), createName()]
    const { token } = await invite(session, { identityId, method: 'updb', username })
    expect((await enroll('updb', token, { body: { password } })).status).toBe(200)
    const stolen = await service.login(username)
    const bearer = await signIn(username)
    // The holder of the password cannot make it trusted by changing it.
    const [authenticator] = (
      await service.call('GET', '/current-identity/authenticators', { session: stolen })
    ).list
    const path = `/current-identity/authenticators/${requireText(authenticator, 'id')}`
    const changed = await service.call('PATCH', path, {
      session: stolen,
      body: { password: 'other-pass', currentPassword: password },
    })
    expect(changed.status).toBe(200)
    await raise(identityId, more)
    expect((await service.authenticate(username, 'other-pass')).status).toBe(401)
    const ask = (given: object) => service.call('GET', '/current-identity', given)
    expect((await ask({ session: stolen })).status).toBe(401)
    expect((await ask({ session: '', headers: { authorization: bearer } })).status).toBe(401)
    const { list } = await service.call(
      'GET',
      `/api-sessions?filter=${encodeURIComponent(`identity="${identityId}"`)}`,
    )
    expect(list).toEqual([])
    // An administrator who sets the password trusts whoever gets it.
    const admin = `/authenticators/${requireText(authenticator, 'id')}`
    await service.call('PATCH', admin, { body: { password: 'third-pass' } })
    expect((await service.authenticate(username, 'third-pass')).status).toBe(200)
  })

  test('a certificate that a limited user got for it opens no session', async () => {
    const { session } = await enter(['enrollment'])
    const identityId = await makeIdentity()
    const { token } = await invite(session, { identityId, method: 'ott' })
    const { data } = await enroll('ott', token, csr())
    const certificate = requireText(data, 'cert')
    expect((await authenticate(certificate)).status).toBe(200)
    await raise(identityId, more)
    expect((await authenticate(certificate)).status).toBe(401)
  })

  test('an external id that a limited user gave it opens no session', async () => {
    const { session } = await enter(['identity'])
    const ca = await makeCa()
    const [id, externalId] = [await makeIdentity(), createName()]
    await service.call('PATCH', `/identities/${id}`, { session, body: { externalId } })
    expect((await authenticate(ca.client(externalId))).status).toBe(200)
    await raise(id, more)
    expect((await authenticate(ca.client(externalId))).status).toBe(401)
    await raise(id, { externalId })
    expect((await authenticate(ca.client(externalId))).status).toBe(200)
  })

  const forgotten: Readonly<Record<string, (own: Managed, reader: string) => Promise<Reply>>> = {
    'has lost that right': (own, reader) =>
      own.call('PATCH', `/identities/${reader}`, { body: { permissions: ['service.read'] } }),
    'is gone': (own, reader) => own.call('DELETE', `/identities/${reader}`),
  }
  test.each(Object.entries(forgotten))(
    'an enrollment whose token somebody read who %s since enrolls nobody',
    async (_name, forget) => {
      const own = await startManaged()
      const permissions = ['enrollment.create', 'enrollment.read']
      const reader = await own.user('reader', { permissions })
      const fields = { name: 'anna', type: 'User', isAdmin: false, enrollment: { ott: true } }
      const identityId = await own.make('identities', fields)
      const { list } = await own.call('GET', '/enrollments', { session: await own.login('reader') })
      const path = `//edge/client/v1/enroll?method=ott&token=${requireText(list[0], 'token')}`
      expect((await forget(own, reader)).status).toBe(200)
      await own.call('PATCH', `/identities/${identityId}`, { body: more })
      const { code } = await own.call('POST', path, { session: '', ...csr() })
      expect(code).toBe('INVALID_ENROLLMENT_TOKEN')
      await own.close()
    },
  )

  test('an external id that an administrator sent along unchanged opens no session', async () => {
    const { session } = await enter(['identity'])
    const ca = await makeCa()
    const [id, externalId] = [await makeIdentity(), createName()]
    await service.call('PATCH', `/identities/${id}`, { session, body: { externalId } })
    const { data: whole } = await service.call('GET', `/identities/${id}`)
    const { name, authPolicyId, roleAttributes } = whole
    const sent = { name, authPolicyId, roleAttributes, externalId, type: 'User', isAdmin: false }
    for (const method of ['PUT', 'PATCH']) {
      const body = { ...sent, ...more }
      expect((await service.call(method, `/identities/${id}`, { body })).status).toBe(200)
      expect((await authenticate(ca.client(externalId))).status).toBe(401)
    }
  })

  test('a second factor that was set up in a session of somebody else is gone', async () => {
    const { session } = await enter(['enrollment'])
    const [identityId, username] = [await makeIdentity(), createName()]
    const { token } = await invite(session, { identityId, method: 'updb', username })
    await enroll('updb', token, { body: { password } })
    const stolen = await service.login(username)
    await service.call('POST', '/current-identity/mfa', { session: stolen })
    const { data } = await service.call('GET', '/current-identity/mfa', { session: stolen })
    const [, secret = ''] = /secret=([A-Z2-7]+)/.exec(requireText(data, 'provisioningUrl')) ?? []
    const code = showCode(secret, service.now())
    const verified = await service.call('POST', '/current-identity/mfa/verify', {
      session: stolen,
      body: { code },
    })
    expect(verified.status).toBe(200)
    await raise(identityId, more)
    const { data: raised } = await service.call('GET', `/identities/${identityId}`)
    expect(raised).toMatchObject({ isMfaEnabled: false })
  })

  test('certificates that were extended in a session of somebody else open none', async () => {
    const { session } = await enter(['enrollment'])
    const identityId = await makeIdentity()
    const { id } = await invite(session, { identityId, method: 'ott' })
    const { data } = await service.call('GET', `/enrollments/${id}`)
    const enrolled = await enroll('ott', requireText(data, 'token'), csr())
    const certificate = requireText(enrolled.data, 'cert')
    const stolen = requireText((await authenticate(certificate)).data, 'token')
    const { list } = await service.call('GET', '/current-identity/authenticators', {
      session: stolen,
    })
    const path = `/current-identity/authenticators/${requireText(list[0], 'id')}`
    const body = { clientCertCsr: createCsr('anna') }
    const given = { session: stolen, certificate }
    const extended = await service.call('POST', `${path}/extend`, { ...given, body })
    const clientCert = requireText(extended.data, 'clientCert')
    const ask = () =>
      service.call('POST', `${path}/extend-verify`, { ...given, body: { clientCert } })
    expect((await ask()).status).toBe(200)
    await raise(identityId, more)
    expect((await authenticate(clientCert)).status).toBe(401)
    expect((await authenticate(certificate)).status).toBe(401)
  })

  test('a sign-in that was begun before gives no tokens', async () => {
    const { session } = await enter(['enrollment'])
    const [identityId, username] = [await makeIdentity(), createName()]
    const { token } = await invite(session, { identityId, method: 'updb', username })
    await enroll('updb', token, { body: { password } })
    const id = await begin()
    const body = { id, username, password }
    await service.call('POST', '//oidc/login/password', { session: '', body })
    await raise(identityId, more)
    const { body: told, headers } = await service.call(
      'GET',
      `//oidc/authorize/callback?id=${id}`,
      { session: '' },
    )
    const code = new URL(headers.get('location') ?? 'http://x').searchParams.get('code')
    if (code === null) expect(told).toMatchObject({ error: 'interaction_required' })
    const sent = { grant_type: 'authorization_code', client_id: 'openziti', code: code ?? '' }
    const answer = await service.call('POST', '//oidc/oauth/token', {
      session: '',
      text: new URLSearchParams(sent).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect(answer.body).toMatchObject({ error: 'invalid_grant' })
  })

  test('what administrators opened goes on', async () => {
    const own = await startManaged()
    const identityId = await own.user('anna')
    const session = await own.login('anna')
    const body = { identityId, method: 'ott', expiresAt }
    const { data } = await own.call('POST', '/enrollments', { body })
    const shown = await own.call('GET', `/enrollments/${requireText(data, 'id')}`)
    await own.call('PATCH', `/identities/${identityId}`, { body: more })
    const token = requireText(shown.data, 'token')
    const path = `//edge/client/v1/enroll?method=ott&token=${token}`
    expect((await own.call('POST', path, { session: '', ...csr() })).status).toBe(200)
    expect((await own.call('GET', '/current-identity', { session })).status).toBe(200)
    expect((await own.authenticate('anna')).status).toBe(200)
    await own.close()
  })
})

/** Signs a user in through OpenID Connect, and gives the header that its access token makes. */
async function signIn(username: string): Promise<string> {
  const verifier = 'v'.repeat(43)
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  const redirect = 'http://localhost:8080/auth/callback'
  const query = new URLSearchParams({
    client_id: 'openziti',
    response_type: 'code',
    scope: 'openid',
    redirect_uri: redirect,
    code_challenge: Buffer.from(digest).toString('base64url'),
    code_challenge_method: 'S256',
  })
  const get = (path: string): Promise<Reply> => service.call('GET', `/${path}`, { session: '' })
  const begun = await get(`/oidc/authorize?${query.toString()}`)
  const id = /authRequestID=(.*)/.exec(begun.headers.get('location') ?? '')?.[1] ?? ''
  const body = { id, username, password }
  await service.call('POST', '//oidc/login/password', { session: '', body })
  const back = await get(`/oidc/authorize/callback?id=${id}`)
  const code = new URL(back.headers.get('location') ?? '').searchParams.get('code') ?? ''
  const sent = {
    grant_type: 'authorization_code',
    client_id: 'openziti',
    redirect_uri: redirect,
    code,
    code_verifier: verifier,
  }
  const { body: tokens } = await service.call('POST', '//oidc/oauth/token', {
    session: '',
    text: new URLSearchParams(sent).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  return `Bearer ${requireText(tokens, 'access_token')}`
}

/** A request for a CA that may sign in and enroll. */
const describeCa = ({ certPem }: { certPem: string }, more: object) => ({
  name: createName(),
  certPem,
  identityRoles: [],
  isAuthEnabled: true,
  isAutoCaEnrollmentEnabled: true,
  isOttCaEnrollmentEnabled: true,
  ...more,
})

/** A verified CA that a user made, or an administrator without a session. */
async function makeCa(session?: string, more: object = {}) {
  const authority = createOutsideAuthority(createName(), service.now())
  const given = session === undefined ? {} : { session }
  const body = describeCa(authority, { externalIdClaim: commonNameClaim, ...more })
  const id = requireText((await service.call('POST', '/cas', { ...given, body })).data, 'id')
  const { data } = await service.call('GET', `/cas/${id}`)
  const text = authority.client(requireText(data, 'verificationToken'))
  expect((await service.call('POST', `/cas/${id}/verify`, { ...given, text })).status).toBe(200)
  return { id, client: authority.client }
}

describe('a certificate of a CA that a limited user made', () => {
  test.each(Object.values(rights))('signs nobody in who has rights: %j', async (more) => {
    const { session } = await enter(['ca'])
    const { client } = await makeCa(session)
    const certificate = client('somebody')
    const identityId = await makeIdentity()
    const body = { method: 'cert', identityId, certPem: certificate }
    expect((await service.call('POST', '/authenticators', { body })).status).toBe(201)
    expect((await authenticate(certificate)).status).toBe(200)
    await raise(identityId, more)
    expect((await authenticate(certificate)).status).toBe(401)
    const login = { session: '', certificate, body: { id: await begin() } }
    expect((await service.call('POST', '//oidc/login/cert', login)).status).toBe(401)
  })

  test.each(Object.values(rights))('enrolls nobody who has rights: %j', async (more) => {
    const { session } = await enter(['ca'])
    const { client, id: caId } = await makeCa(session, { externalIdClaim: undefined })
    const identityId = await makeIdentity(more)
    const { token } = await invite('', { identityId, method: 'ottca', caId })
    const { status } = await enroll('ottca', token, { certificate: client('somebody') })
    expect(status).toBe(400)
  })

  test('signs in by an external id nobody who has got rights since then', async () => {
    const { session } = await enter(['ca'])
    const own = await makeCa(session)
    const certificate = own.client('shared name')
    await service.call('POST', '//edge/client/v1/enroll?method=ca', {
      session: '',
      certificate,
      body: {},
    })
    expect((await authenticate(certificate)).status).toBe(200)
    const found = await service.call(
      'GET',
      `/identities?filter=${encodeURIComponent('externalId="shared name"')}`,
    )
    const trusted = await makeCa()
    await raise(requireText(found.list[0], 'id'), { isAdmin: true })
    expect((await authenticate(certificate)).status).toBe(401)
    expect((await authenticate(trusted.client('shared name'))).status).toBe(401)
  })
})

describe('a CA that a limited user had a hand in', () => {
  /** An administrator who has a certificate of a CA, and the CA. */
  async function makeVictim(more: object = {}) {
    const authority = createOutsideAuthority(createName(), service.now())
    const body = describeCa(authority, more)
    const prove = async (given: object): Promise<string> => {
      const { data } = await service.call('POST', '/cas', { ...given, body })
      const id = requireText(data, 'id')
      const shown = await service.call('GET', `/cas/${id}`)
      const text = authority.client(requireText(shown.data, 'verificationToken'))
      await service.call('POST', `/cas/${id}/verify`, { ...given, text })
      return id
    }
    const id = await prove({})
    const certificate = authority.client('somebody')
    const identityId = await makeIdentity({ isAdmin: true })
    await service.make('authenticators', { method: 'cert', identityId, certPem: certificate })
    return { id, certificate, prove }
  }
  const touched: Readonly<
    Record<
      string,
      (ca: Awaited<ReturnType<typeof makeVictim>>, session: string) => Promise<unknown>
    >
  > = {
    'by deleting it and proving it again': async ({ id, prove }, session) => {
      await service.call('DELETE', `/cas/${id}`, { session })
      await prove({ session })
    },
    'by letting it sign in': ({ id }, session) =>
      service.call('PATCH', `/cas/${id}`, { session, body: { isAuthEnabled: true } }),
    'by patching a field that stays as it is': ({ id }, session) =>
      service.call('PATCH', `/cas/${id}`, { session, body: { isAutoCaEnrollmentEnabled: true } }),
    'by deleting it': ({ id }, session) => service.call('DELETE', `/cas/${id}`, { session }),
    'by forbidding to sign in': ({ id }, session) =>
      service.call('PATCH', `/cas/${id}`, { session, body: { isAuthEnabled: false } }),
  }
  test.each(Object.entries(touched))('%s signs in no administrator', async (name, touch) => {
    const victim = await makeVictim(name.includes('letting') ? { isAuthEnabled: false } : {})
    const before = name.includes('letting') ? 401 : 200
    expect((await authenticate(victim.certificate)).status).toBe(before)
    await touch(victim, (await enter(['ca'])).session)
    expect((await authenticate(victim.certificate)).status).toBe(401)
    const login = { session: '', certificate: victim.certificate, body: { id: await begin() } }
    expect((await service.call('POST', '//oidc/login/cert', login)).status).toBe(401)
  })

  test('by renaming it is trusted as before', async () => {
    const { id, certificate } = await makeVictim()
    const { session } = await enter(['ca'])
    await service.call('PATCH', `/cas/${id}`, { session, body: { name: createName() } })
    expect((await authenticate(certificate)).status).toBe(200)
  })

  test('that expired signs nobody in, also where expired certificates may', async () => {
    const own = await startManaged()
    const authority = createOutsideAuthority('old', own.now())
    const certificate = authority.client('anna')
    await makeVerifiedCa(own, authority)
    const policy = createAuthPolicy('old', { cert: { allowed: true, allowExpiredCerts: true } })
    const authPolicyId = await own.make('auth-policies', policy)
    const identityId = await own.user('anna', { authPolicyId })
    await own.make('authenticators', { method: 'cert', identityId, certPem: certificate })
    const ask = async (): Promise<number> =>
      (await own.call('POST', '/authenticate?method=cert', { session: '', body: {}, certificate }))
        .status
    expect(await ask()).toBe(200)
    own.pass(100 * 366 * 24 * 3_600_000)
    expect(await ask()).toBe(401)
    await own.close()
  })
})

async function begin(): Promise<string> {
  const query = new URLSearchParams({
    client_id: 'openziti',
    response_type: 'code',
    redirect_uri: 'http://localhost:8080/auth/callback',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
  })
  const begun = await service.call('GET', `//oidc/authorize?${query.toString()}`, { session: '' })
  return /authRequestID=(.*)/.exec(begun.headers.get('location') ?? '')?.[1] ?? ''
}

describe('a user who may change routers', () => {
  /** A router whose tunneler has rights. */
  async function makeRouter(): Promise<string> {
    const id = await service.make('edge-routers', { name: createName(), isTunnelerEnabled: true })
    await raise(id, { permissions: ['service'] })
    return id
  }
  const attempts: {
    name: string
    ask: [method: string, path: string, body?: object]
    status?: number
  }[] = [
    { name: 'rename it', ask: ['PATCH', '/edge-routers/ID', { name: 'renamed' }] },
    {
      name: 'rename it as a whole',
      ask: ['PUT', '/edge-routers/ID', { name: 'renamed', isTunnelerEnabled: true }],
    },
    {
      name: 'rename it as another router',
      ask: ['PATCH', '/routers/ID', { name: 'renamed' }],
      status: 409,
    },
    {
      name: 'rename it as a transit router',
      ask: ['PATCH', '/transit-routers/ID', { name: 'renamed' }],
      status: 409,
    },
    { name: 'switch it off', ask: ['PATCH', '/edge-routers/ID', { isTunnelerEnabled: false }] },
    { name: 'leave it out', ask: ['PUT', '/edge-routers/ID', { name: 'renamed' }] },
    { name: 'delete it', ask: ['DELETE', '/edge-routers/ID'] },
    { name: 'delete it as another router', ask: ['DELETE', '/routers/ID'] },
    { name: 'delete it as a transit router', ask: ['DELETE', '/transit-routers/ID'] },
  ]
  test.each(attempts)(
    'cannot $name if its tunneler has rights',
    async ({ ask: [method, path, body], status = 401 }) => {
      const id = await makeRouter()
      const before = await service.call('GET', `/identities/${id}`)
      const { session } = await enter(['router'])
      const reply = await service.call(method, path.replace('ID', id), {
        session,
        ...(body && { body }),
      })
      expect(reply.status).toBe(status)
      expect((await service.call('GET', `/identities/${id}`)).data).toEqual(before.data)
      expect((await service.call('GET', `/edge-routers/${id}`)).status).toBe(200)
    },
  )

  test('can change it otherwise, and with the same rights', async () => {
    const id = await makeRouter()
    for (const permissions of [['router'], ['router', 'service']]) {
      const { session } = await enter(permissions)
      const body = permissions.length > 1 ? { name: createName() } : { cost: 3 }
      const { status } = await service.call('PATCH', `/edge-routers/${id}`, { session, body })
      expect(status).toBe(200)
    }
  })
})

test('a request whose caller loses its rights before its body has arrived is refused', async () => {
  const { id, session } = await enter(['service'])
  const send = async (beforeBody: () => Promise<void>): Promise<number> => {
    const body = { name: createName(), encryptionRequired: true }
    return (await service.call('POST', '/services', { session, body, beforeBody })).status
  }
  expect(await send(async () => undefined)).toBe(201)
  expect(await send(() => raise(id, { permissions: ['service.read'] }))).toBe(401)
})
