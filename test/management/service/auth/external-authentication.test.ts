import type { KeyObject } from 'node:crypto'
import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuthority, createKey } from '../../../../src/management/service/pki/authority.js'
import type { Managed, Reply } from '../../../support/management.js'
import { startManaged, createAuthPolicy, requireText } from '../../../support/management.js'

const minute = 60_000

let service: Managed
beforeAll(async () => {
  service = await startManaged({ allowLocalKeys: true })
})
afterAll(() => service.close())

describe('a token of another issuer', () => {
  const issuer = 'https://issuer.example.com'
  const pair = createAuthority('issuer', {
    time: new Date('2026-12-01T00:00:00.000Z'),
    random: randomBytes,
  })
  const key = createPrivateKey(pair.keyPem)
  const rotated = createKey()
  const claims = (sub: string): Record<string, unknown> => ({
    iss: issuer,
    aud: 'here',
    sub,
    exp: Math.floor(service.now() / 1000) + 600,
  })
  const signed = (
    body: Record<string, unknown>,
    kid = 'one',
    by: KeyObject = key,
  ): Promise<string> => new SignJWT(body).setProtectedHeader({ alg: 'ES256', kid }).sign(by)
  const authenticate = async (token: Promise<string>): Promise<Reply> =>
    service.call('POST', '/authenticate?method=ext-jwt', {
      session: '',
      body: {},
      headers: { authorization: `Bearer ${await token}` },
    })
  const signerOf = (name: string, more: object): object => ({
    name,
    audience: 'here',
    enabled: true,
    issuer,
    ...more,
  })

  type Row = {
    name: string
    signer?: object
    policy?: 'none' | 'others'
    token?: (id: string) => Promise<string>
    revokes?: string
    disable?: boolean
    status: number
  }
  const tokenId = '3f2b1c1e-8a53-4d62-9e4d-0a8f6d1c2b3a'
  const rows: Row[] = [
    { name: 'opens a session', status: 200 },
    {
      name: 'for another audience opens none',
      token: (id) => signed({ ...claims(id), aud: 'there' }),
      status: 401,
    },
    {
      name: 'that has expired opens none',
      token: (id) => signed({ ...claims(id), exp: Date.parse('2026-11-30T00:00:00.000Z') / 1000 }),
      status: 401,
    },
    {
      name: 'of an unknown issuer opens none',
      token: (id) => signed({ ...claims(id), iss: 'https://other.example.com' }),
      status: 401,
    },
    {
      name: 'signed by another key opens none',
      token: (id) => signed(claims(id), 'one', rotated),
      status: 401,
    },
    { name: 'for nobody opens none', token: () => signed(claims('nobody')), status: 401 },
    { name: 'of a signer that is not enabled opens none', signer: { enabled: false }, status: 401 },
    {
      name: 'names the external id where the signer says so',
      signer: { useExternalId: true, claimsProperty: 'email' },
      token: () => signed({ ...claims('x'), email: 'mail@example.com' }),
      status: 200,
    },
    {
      name: 'that names the id opens none where the external id is asked for',
      signer: { useExternalId: true },
      status: 401,
    },
    { name: 'that the policy does not allow opens none', policy: 'none', status: 401 },
    {
      name: 'of a signer that the policy does not allow opens none',
      policy: 'others',
      status: 401,
    },
    {
      name: 'that is revoked opens none',
      token: (id) => signed({ ...claims(id), jti: tokenId }),
      revokes: tokenId,
      status: 401,
    },
    { name: 'for one who is disabled opens none', disable: true, status: 401 },
  ]

  test.each(rows)(
    '$name',
    async ({
      signer = {},
      policy,
      token = (id: string) => signed(claims(id)),
      revokes,
      disable,
      status,
    }) => {
      const own = await startManaged()
      try {
        const id = await own.make(
          'external-jwt-signers',
          signerOf('one', { certPem: pair.certPem, kid: 'one', ...signer }),
        )
        const other = await own.make(
          'external-jwt-signers',
          signerOf('two', {
            issuer: 'https://two.example.com',
            jwksEndpoint: 'https://two.example.com/keys',
          }),
        )
        const authPolicyId = await own.make(
          'auth-policies',
          createAuthPolicy('tokens', {
            extJwt: {
              allowed: policy !== 'none',
              allowedSigners: [policy === 'others' ? other : id],
            },
          }),
        )
        const identity = await own.make('identities', {
          name: 'bearer',
          type: 'User',
          isAdmin: false,
          externalId: 'mail@example.com',
          authPolicyId,
        })
        if (revokes !== undefined) await own.make('revocations', { id: revokes, type: 'JTI' })
        if (disable)
          await own.call('POST', `/identities/${identity}/disable`, {
            body: { durationMinutes: 0 },
          })
        const reply = await own.call('POST', '/authenticate?method=ext-jwt', {
          session: '',
          body: {},
          headers: { authorization: `Bearer ${await token(identity)}` },
        })
        expect({
          status: reply.status,
          code: reply.code,
          identity: reply.data['identityId'],
          authenticator: reply.data['authenticatorId'],
        }).toEqual(
          status === 200
            ? { status, code: '', identity, authenticator: `extJwtId:${id}` }
            : { status, code: 'UNAUTHORIZED', identity: undefined, authenticator: undefined },
        )
      } finally {
        await own.close()
      }
    },
  )

  test('is verified by the keys that its issuer publishes, new ones too', async () => {
    const published = new Map([['one', key]])
    const server = createServer(
      (_, response) =>
        void response.end(
          JSON.stringify({
            keys: [...published].map(([kid, of]) => ({
              ...createPublicKey(of).export({ format: 'jwk' }),
              kid,
            })),
          }),
        ),
    )
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    await service.make(
      'external-jwt-signers',
      signerOf('published', { jwksEndpoint: `http://127.0.0.1:${port}/keys` }),
    )
    const id = await service.make('identities', { name: 'published', type: 'User', isAdmin: false })
    expect((await authenticate(signed(claims(id)))).status).toBe(200)
    expect((await authenticate(signed(claims(id), 'two', rotated))).status).toBe(401)
    published.set('two', rotated)
    service.pass(minute)
    expect((await authenticate(signed(claims(id), 'two', rotated))).status).toBe(200)
    await new Promise((resolve) => void server.close(resolve))
  })

  const changes: Readonly<Record<string, (own: Managed, at: string) => Promise<unknown>>> = {
    'disables it': (own, at) => own.call('PATCH', at, { body: { enabled: false } }),
    'deletes it': (own, at) => own.call('DELETE', at),
    'changes its audience': (own, at) => own.call('PATCH', at, { body: { audience: 'there' } }),
    'names another key': (own, at) =>
      own.call('PATCH', at, { body: { jwksEndpoint: 'https://keys.example.com' } }),
    'revokes the token': (own) =>
      own.call('POST', '/revocations', { body: { id: tokenId, type: 'JTI' } }),
  }
  const uses: Readonly<
    Record<string, (own: Managed, token: string, session: string) => Promise<Reply>>
  > = {
    'signs nobody in': (own, token) =>
      own.call('POST', '/authenticate?method=ext-jwt', {
        session: '',
        body: {},
        headers: { authorization: `Bearer ${token}` },
      }),
    'is no second factor': (own, token, session) =>
      own.call('GET', '/current-identity', {
        session,
        headers: { authorization: `Bearer ${token}` },
      }),
  }
  const pairs = Object.entries(changes).flatMap(([what, change]) =>
    Object.entries(uses).map(([use, run]) => ({ what, change, use, run })),
  )
  test.each(pairs)(
    '$use if somebody $what while its keys are fetched',
    async ({ change, run, use }) => {
      const own = await startManaged({ allowLocalKeys: true })
      let at = ''
      let isChanging = true
      const server = createServer((_, response) => {
        const body = JSON.stringify({
          keys: [{ ...createPublicKey(key).export({ format: 'jwk' }), kid: 'one' }],
        })
        void (isChanging ? change(own, at) : Promise.resolve()).then(() => response.end(body))
      })
      await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
      const address = server.address()
      const port = address !== null && typeof address === 'object' ? address.port : 0
      const signer = signerOf('slow', { jwksEndpoint: `http://127.0.0.1:${port}/keys` })
      const signerId = await own.make('external-jwt-signers', signer)
      at = `/external-jwt-signers/${signerId}`
      const policy = createAuthPolicy('slow', {
        ...(use === 'is no second factor' && { secondary: { requireExtJwtSigner: signerId } }),
      })
      const authPolicyId = await own.make('auth-policies', policy)
      const id = await own.user('slow', { authPolicyId })
      const session = requireText((await own.authenticate('slow')).data, 'token')
      const token = await signed({ ...claims(id), jti: tokenId })
      expect((await run(own, token, session)).status).toBe(
        // A signer that a policy asks for cannot be deleted.
        use === 'is no second factor' && change === changes['deletes it'] ? 200 : 401,
      )
      isChanging = false
      await own.close()
      await new Promise((resolve) => void server.close(resolve))
    },
  )

  test.each(['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]', '0x7f.1'])(
    'is not verified by keys of this machine at %s, unless that is allowed',
    async (local) => {
      let asked = 0
      const server = createServer((_, response) => {
        asked += 1
        response.end(
          JSON.stringify({
            keys: [{ ...createPublicKey(key).export({ format: 'jwk' }), kid: 'one' }],
          }),
        )
      })
      await new Promise<void>((resolve) => void server.listen(0, resolve))
      const address = server.address()
      const port = address !== null && typeof address === 'object' ? address.port : 0
      for (const [allowLocalKeys, status] of [
        [false, 401],
        [true, 200],
      ] as const) {
        const own = await startManaged({ allowLocalKeys })
        await own.make(
          'external-jwt-signers',
          signerOf('local', { jwksEndpoint: `http://${local}:${port}/keys` }),
        )
        const id = await own.make('identities', { name: 'guest', type: 'User', isAdmin: false })
        const reply = await own.call('POST', '/authenticate?method=ext-jwt', {
          session: '',
          body: {},
          headers: { authorization: `Bearer ${await signed(claims(id))}` },
        })
        expect([reply.status, asked]).toEqual([status, status === 200 ? 1 : 0])
        await own.close()
      }
      await new Promise((resolve) => void server.close(resolve))
    },
  )

  test('is asked for with every request where it is a second factor', async () => {
    const second = createAuthority('second', { time: new Date(service.now()), random: randomBytes })
    const id = await service.make(
      'external-jwt-signers',
      signerOf('second', {
        issuer: 'https://second.example.com',
        certPem: second.certPem,
        kid: 'second',
        clientId: 'app',
        externalAuthUrl: 'https://second.example.com/login',
        scopes: ['openid'],
      }),
    )
    const authPolicyId = await service.make(
      'auth-policies',
      createAuthPolicy('second', { secondary: { requireExtJwtSigner: id } }),
    )
    const [holder, other] = [
      await service.user('second', { authPolicyId }),
      await service.user('third'),
    ]
    const tokenFor = (sub: string): Promise<string> =>
      signed(
        { ...claims(sub), iss: 'https://second.example.com' },
        'second',
        createPrivateKey(second.keyPem),
      )
    const query = {
      typeId: 'EXT-JWT',
      provider: 'url',
      id,
      clientId: 'app',
      httpUrl: 'https://second.example.com/login',
      scopes: ['openid'],
    }
    const { data } = await service.authenticate('second')
    expect(data['authQueries']).toEqual([query])
    const session = requireText(data, 'token')
    const ask = async (path: string, token?: Promise<string>): Promise<Reply> =>
      service.call('GET', path, {
        session,
        headers: token ? { authorization: `Bearer ${await token}` } : {},
      })
    expect((await ask('/current-api-session')).data['authQueries']).toEqual([query])
    expect((await ask('/current-api-session', tokenFor(holder))).data['authQueries']).toEqual([])
    expect([
      (await ask('/current-identity')).status,
      (await ask('/current-identity', tokenFor(other))).status,
      (await ask('/current-identity', tokenFor(holder))).status,
      (await ask('/current-identity')).status,
    ]).toEqual([401, 401, 200, 401])
  })
})
