import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createKey } from '../../../../src/management/service/pki/authority.js'
import type { Managed, Reply } from '../../../support/management.js'
import { makeVerifiedCa, password, requireText, startManaged } from '../../../support/management.js'
import {
  commonNameClaim,
  createOutsideAuthority,
  createCsr,
} from '../../../support/certificates.js'

const findAuthenticatorId = async (service: Managed, identity: string): Promise<string> =>
  requireText((await service.call('GET', `/identities/${identity}/authenticators`)).list[0], 'id')

const byCertificate = (service: Managed, certificate: string): Promise<Reply> =>
  service.call('POST', '/authenticate?method=cert', { session: '', body: {}, certificate })

/** An identity with a certificate of the service, and a session by it. */
async function certified() {
  const service = await startManaged()
  const key = createKey()
  const identity = await service.make('identities', {
    name: 'anna',
    type: 'User',
    isAdmin: false,
    enrollment: { ott: true },
  })
  const [enrollment] = (await service.call('GET', `/identities/${identity}/enrollments`)).list
  const { data } = await service.call(
    'POST',
    `//edge/client/v1/enroll?token=${requireText(enrollment, 'token')}`,
    { session: '', text: createCsr('anna', key) },
  )
  const certificate = requireText(data, 'cert')
  const session = requireText((await byCertificate(service, certificate)).data, 'token')
  return {
    service,
    identity,
    id: await findAuthenticatorId(service, identity),
    certificate,
    session,
    key,
  }
}

type Certified = Awaited<ReturnType<typeof certified>>

const extend = (
  { service, id, session, certificate, key }: Certified,
  more: { csr?: string; certificate?: string } = {},
): Promise<Reply> =>
  service.call('POST', `/current-identity/authenticators/${id}/extend`, {
    session,
    certificate: more.certificate ?? certificate,
    body: { clientCertCsr: more.csr ?? createCsr('x', key) },
  })

const confirm = (
  { service, id, session, certificate }: Certified,
  clientCert: string,
): Promise<Reply> =>
  service.call('POST', `/current-identity/authenticators/${id}/extend-verify`, {
    session,
    certificate,
    body: { clientCert },
  })

describe('a certificate', () => {
  test('that was extended counts once it is confirmed, and the one before no longer', async () => {
    const given = await certified()
    const next = requireText((await extend(given)).data, 'clientCert')
    expect([
      (await byCertificate(given.service, next)).status,
      (await byCertificate(given.service, given.certificate)).status,
    ]).toEqual([401, 200])
    expect((await confirm(given, given.certificate)).code).toBe('INVALID_CLIENT_CERT')
    expect((await confirm(given, next)).status).toBe(200)
    expect([
      (await byCertificate(given.service, next)).status,
      (await byCertificate(given.service, given.certificate)).status,
    ]).toEqual([200, 401])
    expect((await confirm(given, next)).code).toBe('CAN_NOT_UPDATE_AUTHENTICATOR')
    await given.service.close()
  })

  test.each([
    { name: 'the same key', csr: undefined, rolled: undefined },
    { name: 'another key', csr: createCsr('x'), rolled: true },
  ])('can be extended with $name, and a request for it is over then', async ({ csr, rolled }) => {
    const given = await certified()
    await given.service.call('POST', `/authenticators/${given.id}/request-extend`, {
      body: { rollKeys: true },
    })
    const state = async (): Promise<Reply['data']> =>
      (await given.service.call('GET', `/authenticators/${given.id}`)).data
    expect(await state()).toMatchObject({ isExtendRequested: true, isKeyRollRequested: true })
    await confirm(
      given,
      requireText((await extend(given, csr === undefined ? {} : { csr })).data, 'clientCert'),
    )
    const { isExtendRequested, isKeyRollRequested, lastExtendRolledKeys } = await state()
    expect([isExtendRequested, isKeyRollRequested, lastExtendRolledKeys]).toEqual([
      undefined,
      undefined,
      rolled,
    ])
    await given.service.close()
  })

  test('is extended for who shows it only', async () => {
    const given = await certified()
    expect(
      (
        await extend(given, {
          certificate: createOutsideAuthority('Outside', given.service.now()).client('anna'),
        })
      ).status,
    ).toBe(401)
    expect((await extend(given, { csr: 'x' })).code).toBe('COULD_NOT_PROCESS_CSR')
    const other = requireText(
      (await given.service.call('GET', '/authenticators?filter=method%20%3D%20%22updb%22')).list[0],
      'id',
    )
    expect((await extend({ ...given, id: other })).code).toBe('CAN_NOT_UPDATE_AUTHENTICATOR')
    expect((await extend({ ...given, id: 'nope' })).code).toBe('NOT_FOUND')
    await given.service.close()
  })
})

describe('a certificate that is for servers only', () => {
  test('does not authenticate clients, by its authenticator or by the name in it', async () => {
    const service = await startManaged()
    const authority = createOutsideAuthority('Outside', service.now())
    await makeVerifiedCa(service, authority, { externalIdClaim: commonNameClaim })
    const identity = { type: 'User', isAdmin: false }
    await service.make('identities', { ...identity, name: 'named', externalId: 'named' })
    const identityId = await service.make('identities', { ...identity, name: 'kept' })
    const certPem = authority.server('kept')
    await service.make('authenticators', { identityId, method: 'cert', certPem })
    expect([
      (await byCertificate(service, certPem)).status,
      (await byCertificate(service, authority.server('named'))).status,
      (await byCertificate(service, authority.client('named'))).status,
    ]).toEqual([401, 401, 200])
    await service.close()
  })
})

describe('an authenticator goes back to an enrollment', () => {
  const rows = [
    { name: 'a password to one by password', method: 'updb' },
    { name: 'a certificate of the service to one by request', method: 'ott' },
    { name: 'one of a CA that is for servers too to one by that CA', method: 'ottca' },
  ]
  test.each(rows)('$name, with its sessions', async ({ method }) => {
    const service = await startManaged()
    const identityId = await service.make('identities', {
      name: 'anna',
      type: 'User',
      isAdmin: false,
    })
    const authority = createOutsideAuthority('Outside', service.now())
    const caId = await makeVerifiedCa(service, authority)
    const own =
      method === 'updb'
        ? { method, username: 'anna', password }
        : {
            method: 'cert',
            certPem: method === 'ott' ? authority.client('anna') : authority.server('anna'),
          }
    const id = await service.make('authenticators', { identityId, ...own })
    const expiresAt = new Date(service.now() + 60_000).toISOString()
    const enrollment = requireText(
      (await service.call('POST', `/authenticators/${id}/re-enroll`, { body: { expiresAt } })).data,
      'id',
    )
    expect((await service.call('GET', `/enrollments/${enrollment}`)).data).toMatchObject({
      method,
      expiresAt,
      identityId,
      ...(method === 'ottca' && { caId }),
      ...(method === 'updb' && { username: 'anna' }),
    })
    expect((await service.call('GET', `/authenticators/${id}`)).status).toBe(404)
    await service.close()
  })

  test('unless an enrollment of the method is open', async () => {
    const service = await startManaged()
    const identity = await service.user('anna')
    const id = await findAuthenticatorId(service, identity)
    const expiresAt = new Date(service.now() + 60_000).toISOString()
    await service.call('POST', '/enrollments', {
      body: { identityId: identity, method: 'updb', username: 'anna', expiresAt },
    })
    expect(
      (await service.call('POST', `/authenticators/${id}/re-enroll`, { body: { expiresAt } })).code,
    ).toBe('ENROLLMENT_EXISTS')
    expect((await service.call('GET', `/authenticators/${id}`)).status).toBe(200)
    await service.close()
  })
})

describe('a password', () => {
  type Change = (anna: { service: Managed; id: string; session: string }) => Promise<Reply>
  const own = (id: string): string => `/current-identity/authenticators/${id}`
  const changed = { username: 'anna', password: 'new-pass' }
  const changes: { name: string; change: Change; own: number; other: number }[] = [
    {
      name: 'that its owner patches ends all sessions but that one',
      change: ({ service, id, session }) =>
        service.call('PATCH', own(id), {
          session,
          body: { currentPassword: password, password: 'new-pass' },
        }),
      own: 200,
      other: 401,
    },
    {
      name: 'that its owner replaces ends all sessions but that one',
      change: ({ service, id, session }) =>
        service.call('PUT', own(id), {
          session,
          body: { ...changed, username: 'other', currentPassword: password },
        }),
      own: 200,
      other: 401,
    },
    {
      name: 'that stays as it is ends no session',
      change: ({ service, id, session }) =>
        service.call('PATCH', own(id), {
          session,
          body: { currentPassword: password, username: 'other' },
        }),
      own: 200,
      other: 200,
    },
    {
      name: 'that an administrator patches ends all sessions',
      change: ({ service, id }) =>
        service.call('PATCH', `/authenticators/${id}`, { body: { password: 'new-pass' } }),
      own: 401,
      other: 401,
    },
    {
      name: 'that an administrator replaces ends all sessions',
      change: ({ service, id }) => service.call('PUT', `/authenticators/${id}`, { body: changed }),
      own: 401,
      other: 401,
    },
    {
      name: 'that an administrator replaces with the name suspends all sessions',
      change: ({ service, id }) =>
        service.call('PUT', `/authenticators/${id}`, { body: { ...changed, username: 'other' } }),
      own: 401,
      other: 401,
    },
    {
      name: 'that goes back to an enrollment ends all sessions',
      change: ({ service, id }) =>
        service.call('POST', `/authenticators/${id}/re-enroll`, {
          body: { expiresAt: new Date(service.now() + 60_000).toISOString() },
        }),
      own: 401,
      other: 401,
    },
  ]
  test.each(changes)('$name', async ({ change, own: ownStatus, other }) => {
    const service = await startManaged()
    await service.user('bert')
    const id = await findAuthenticatorId(service, await service.user('anna'))
    const [session, second, unrelated] = [
      await service.login('anna'),
      await service.login('anna'),
      await service.login('bert'),
    ]
    expect((await change({ service, id, session })).status).toBeLessThan(300)
    const isOpen = async (token: string): Promise<number> =>
      (await service.call('GET', '/current-identity', { session: token })).status
    expect([await isOpen(session), await isOpen(second), await isOpen(unrelated)]).toEqual([
      ownStatus,
      other,
      200,
    ])
    await service.close()
  })

  test('that is replaced with the name lets sessions go on only where the new one was entered', async () => {
    const service = await startManaged()
    const id = await findAuthenticatorId(service, await service.user('anna'))
    const [home, away] = ['192.0.2.1', '192.0.2.2']
    const login = (username: string, secret: string, address: string): Promise<Reply> =>
      service.call('POST', '/authenticate?method=password', {
        session: '',
        body: { username, password: secret },
        address,
      })
    const session = requireText((await login('anna', password, home)).data, 'token')
    const ask = async (address: string): Promise<number> =>
      (await service.call('GET', '/current-identity', { session, address })).status
    await service.call('PUT', `/authenticators/${id}`, { body: { ...changed, username: 'other' } })
    expect(await ask(home)).toBe(401)
    await login('other', password, home)
    expect((await login('other', 'new-pass', away)).status).toBe(200)
    expect([await ask(home), await ask(away)]).toEqual([401, 401])
    expect((await login('other', 'new-pass', home)).status).toBe(200)
    expect([await ask(home), await ask(away)]).toEqual([200, 401])
    await service.close()
  })

  const ways: Readonly<
    Record<string, (session: string) => [method: string, path: string, body?: object]>
  > = {
    'reads itself': () => ['GET', '/current-api-session'],
    'sets up a second factor': () => ['POST', '/current-identity/mfa'],
    'answers for a second factor': () => ['POST', '/authenticate/mfa', { code: '123456' }],
    'lists authenticators': () => ['GET', '/current-identity/authenticators'],
    'ends itself': () => ['DELETE', '/current-api-session'],
  }
  test.each(Object.entries(ways))(
    'that is replaced with the name leaves a session nothing: it %s',
    async (_, way) => {
      const service = await startManaged()
      const id = await findAuthenticatorId(service, await service.user('anna'))
      const session = await service.login('anna')
      await service.call('PUT', `/authenticators/${id}`, {
        body: { ...changed, username: 'other' },
      })
      const [method, path, body] = way(session)
      const reply = await service.call(method, path, { session, ...(body && { body }) })
      expect(reply.status).toBe(401)
      await service.restart()
      expect((await service.call(method, path, { session, ...(body && { body }) })).status).toBe(
        401,
      )
      await service.close()
    },
  )

  const racing: Readonly<Record<string, [method: string, path: string, body: object]>> = {
    'sets up a second factor': ['POST', '/current-identity/mfa', {}],
    'patches the password': [
      'PATCH',
      '/current-identity/authenticators/ID',
      { currentPassword: password, password: 'third-pass' },
    ],
  }
  test.each(
    Object.entries(racing).flatMap(([name, ask]) =>
      changes
        .filter(({ own: status }) => status === 401)
        .map((way) => ({ name, ask, by: way.name, change: way.change })),
    ),
  )('$by, also while a request $name', async ({ ask: [method, path, body], change }) => {
    const service = await startManaged()
    const identity = await service.user('anna')
    const id = await findAuthenticatorId(service, identity)
    const session = await service.login('anna')
    const before = { session: await service.login('anna'), id, service }
    const { status } = await service.call(method, path.replace('ID', id), {
      session,
      body,
      beforeBody: async () => void (await change(before)),
    })
    expect(status).toBeGreaterThanOrEqual(400)
    const { data } = await service.call('GET', `/identities/${identity}`)
    expect(data).toMatchObject({ isMfaEnabled: false })
    expect((await service.authenticate('anna', 'third-pass')).status).toBe(401)
    const again = await service.call('GET', '/current-identity/mfa', { session })
    expect(again.status).toBe(401)
    await service.close()
  })

  test.each(changes.filter(({ own: status }) => status === 401))(
    '$name, and a sign-in through OpenID Connect that was not finished',
    async ({ change }) => {
      const service = await startManaged()
      const id = await findAuthenticatorId(service, await service.user('anna'))
      const session = await service.login('anna')
      const verifier = 'v'.repeat(43)
      const address = 'http://localhost:8080/auth/callback'
      const query = new URLSearchParams({
        client_id: 'openziti',
        response_type: 'code',
        redirect_uri: address,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
      const get = (path: string): Promise<Reply> =>
        service.call('GET', `//oidc${path}`, { session: '' })
      const locate = ({ headers }: Reply): URL => new URL(headers.get('location') ?? '', address)
      const request = locate(await get(`/authorize?${query.toString()}`)).searchParams.get(
        'authRequestID',
      )
      await service.call('POST', '//oidc/login/password', {
        session: '',
        body: { id: request, username: 'anna', password },
      })
      const back = locate(await get(`/authorize/callback?id=${request}`))
      const code = back.searchParams.get('code') ?? ''
      expect(code).not.toBe('')
      await change({ service, id, session })
      const sent = {
        grant_type: 'authorization_code',
        client_id: 'openziti',
        redirect_uri: address,
        code,
        code_verifier: verifier,
      }
      const answer = await service.call('POST', '//oidc/oauth/token', {
        session: '',
        text: new URLSearchParams(sent).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect(answer.body).toMatchObject({ error: 'invalid_grant' })
      await service.close()
    },
  )

  test('is changed by its owner with the current one, and the session lives on', async () => {
    const service = await startManaged()
    const id = await findAuthenticatorId(service, await service.user('anna'))
    const session = await service.login('anna')
    const change = (body: object): Promise<Reply> =>
      service.call('PATCH', `/current-identity/authenticators/${id}`, { session, body })
    expect((await change({ currentPassword: 'wrong-pass', password: 'new-pass' })).status).toBe(401)
    expect((await change({ currentPassword: password, password: 'new-pass' })).status).toBe(200)
    expect([
      (await service.authenticate('anna')).status,
      (await service.authenticate('anna', 'new-pass')).status,
    ]).toEqual([401, 200])
    expect((await service.call('GET', '/current-identity', { session })).status).toBe(200)
    await service.close()
  })

  test('is not told in any form, not even by filters', async () => {
    const service = await startManaged()
    await service.user('anna')
    for (const symbol of ['updbPassword', 'updbSalt']) {
      expect(
        (await service.call('GET', `/authenticators?filter=${symbol}%20!%3D%20null`)).list,
      ).toEqual([])
      expect(
        (await service.call('GET', `/authenticators?filter=${symbol}%20contains%20%22%24%22`)).list,
      ).toEqual([])
    }
    const { body } = await service.call('GET', '/authenticators')
    expect(JSON.stringify(body)).not.toMatch(/argon2|passwordHash|user-pass/)
    await service.close()
  })

  test.each([
    {
      name: 'to nobody',
      body: { identityId: 'nope', method: 'updb', username: 'anna2', password },
      expected: 'NOT_FOUND',
    },
    {
      name: 'twice',
      body: { method: 'updb', username: 'anna2', password },
      expected: 'MAX_AUTHENTICATOR_METHODS_REACHED',
    },
    { name: 'by an unknown method', body: { method: 'magic' }, expected: 'COULD_NOT_VALIDATE' },
  ])('is not given $name', async ({ body, expected }) => {
    const service = await startManaged()
    const identityId = await service.user('anna')
    expect(
      (await service.call('POST', '/authenticators', { body: { identityId, ...body } })).code,
    ).toBe(expected)
    await service.close()
  })
})
