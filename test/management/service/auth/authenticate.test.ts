import { createPublicKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Authority } from '../../../../src/management/service/call/context.js'
import {
  createAuthority,
  createKey,
  openAuthority,
  issueClientCertificate,
} from '../../../../src/management/service/pki/authority.js'
import type { Managed, Reply } from '../../../support/management.js'
import {
  startManaged,
  password,
  createAuthPolicy,
  requireText,
} from '../../../support/management.js'
import { isPlainObject } from '../../../../src/document/record.js'

const minute = 60_000
const day = 24 * 60 * minute
let service: Managed
beforeAll(async () => {
  service = await startManaged()
})
afterAll(() => service.close())

/** What an answer tells, but for what is of this one answer. */
const withoutVolatile = ({ status, code, body, headers }: Reply): unknown => {
  const error = isPlainObject(body) && isPlainObject(body['error']) ? body['error'] : {}
  return {
    status,
    code,
    error: { ...error, requestId: '' },
    challenge: headers.get('www-authenticate'),
  }
}

describe('a password', () => {
  const rows: {
    name: string
    of?: object
    prepare?: (id: string) => Promise<unknown>
    by?: string
    given?: string
    status: number
  }[] = [
    { name: 'opens a session', status: 200 },
    { name: 'of somebody else opens none', given: 'other-pass', status: 401 },
    { name: 'of nobody opens none', by: 'nobody', status: 401 },
    { name: 'needs the name letter by letter', by: 'ROW', status: 401 },
    {
      name: 'of one who is disabled opens none',
      prepare: (id) =>
        service.call('POST', `/identities/${id}/disable`, { body: { durationMinutes: 0 } }),
      status: 401,
    },
    {
      name: 'of one whose time of being disabled is over opens one',
      prepare: async (id) => {
        await service.call('POST', `/identities/${id}/disable`, { body: { durationMinutes: 2 } })
        service.pass(2 * minute)
      },
      status: 200,
    },
    {
      name: 'that the policy does not allow opens none',
      of: { updb: { allowed: false } },
      status: 401,
    },
    {
      name: 'of one who is deleted opens none',
      prepare: (id) => service.call('DELETE', `/identities/${id}`),
      status: 401,
    },
  ]

  test.each(rows.map((row, index) => ({ ...row, user: `user-${index}` })))(
    '$name',
    async ({ of = {}, prepare, by, given, status, user }) => {
      const authPolicyId = await service.make('auth-policies', createAuthPolicy(user, of))
      const id = await service.user(user, { authPolicyId })
      await prepare?.(id)
      const reply = await service.authenticate(
        by === 'ROW' ? user.toUpperCase() : (by ?? user),
        given,
      )
      expect({ status: reply.status, code: reply.code }).toEqual({
        status,
        code: status === 200 ? '' : 'INVALID_AUTH',
      })
      expect(reply.headers.get('zt-session') === null).toBe(status !== 200)
    },
  )

  test('that fails does not tell why', async () => {
    const id = await service.user('telling')
    const wrong = withoutVolatile(await service.authenticate('telling', 'wrong-pass'))
    const nobody = withoutVolatile(await service.authenticate('nobody-telling'))
    await service.call('POST', `/identities/${id}/disable`, { body: { durationMinutes: 0 } })
    expect([nobody, withoutVolatile(await service.authenticate('telling'))]).toEqual([wrong, wrong])
  })

  test('that is empty, or without a name, does not count as an attempt', async () => {
    for (const body of [{ username: 'admin' }, { password }, {}, undefined]) {
      const { status, code } = await service.call('POST', '/authenticate?method=password', {
        session: '',
        ...(body && { body }),
      })
      expect({ status, code }).toEqual({ status: 400, code: 'COULD_NOT_VALIDATE' })
    }
  })
})

describe('who authenticates', () => {
  test('says what it is and which configs it wants, and that is kept', async () => {
    const id = await service.user('telltale')
    const { data } = await service.authenticate('telltale', password, {
      configTypes: ['host.v1', 'none.v1', 'g7cIWbcGg', 'host.v1'],
      envInfo: { os: 'linux', arch: 'x64' },
      sdkInfo: { type: 'test', version: '1' },
    })
    expect(data['configTypes']).toEqual(['NH5p4FpGR', 'g7cIWbcGg'])
    await service.authenticate('telltale', password, {
      configTypes: ['all'],
      sdkInfo: { version: '2' },
    })
    expect((await service.call('GET', `/identities/${id}`)).data).toMatchObject({
      envInfo: { os: 'linux', arch: 'x64' },
      sdkInfo: { type: 'test', version: '2' },
    })
  })
})

describe('a certificate', () => {
  const at = () => ({ time: new Date(service.now()), random: randomBytes })
  const leafOf = (authority: Authority, commonName: string, made = at()): string =>
    issueClientCertificate(authority, { commonName, publicKey: createPublicKey(createKey()) }, made)
      .certificate.pem

  /** A CA that proved who it is. */
  async function authorityNamed(
    name: string,
    more: object = {},
  ): Promise<{ id: string; authority: Authority }> {
    const pair = createAuthority(name, {
      time: new Date(service.now() - 3000 * day),
      random: randomBytes,
    })
    const authority = openAuthority(pair)
    const id = await service.make('cas', {
      name,
      certPem: pair.certPem,
      identityRoles: [],
      isAuthEnabled: true,
      isAutoCaEnrollmentEnabled: false,
      isOttCaEnrollmentEnabled: false,
      ...more,
    })
    const { data } = await service.call('GET', `/cas/${id}`)
    const proof = leafOf(authority, requireText(data, 'verificationToken'))
    expect((await service.call('POST', `/cas/${id}/verify`, { text: proof })).status).toBe(200)
    return { id, authority }
  }
  const authenticate = (certificate?: string): Promise<Reply> =>
    service.call('POST', '/authenticate?method=cert', {
      session: '',
      body: {},
      ...(certificate !== undefined && { certificate }),
    })

  const rows: {
    name: string
    policy?: object
    ca?: object
    age?: number
    shown?: 'other' | 'none'
    status: number
  }[] = [
    { name: 'of an authenticator opens a session', status: 200 },
    { name: 'that nobody has opens none', shown: 'other', status: 401 },
    { name: 'that is not shown opens none', shown: 'none', status: 401 },
    { name: 'that has expired opens none', age: 400, status: 401 },
    {
      name: 'that has expired opens one where the policy allows it',
      age: 400,
      policy: { cert: { allowExpiredCerts: true } },
      status: 200,
    },
    {
      name: 'that the policy does not allow opens none',
      policy: { cert: { allowed: false } },
      status: 401,
    },
    { name: 'of a CA that may not vouch opens none', ca: { isAuthEnabled: false }, status: 401 },
  ]

  test.each(rows.map((row, index) => ({ ...row, user: `holder-${index}` })))(
    '$name',
    async ({ policy, ca, age = 0, shown, status, user }) => {
      const { authority } = await authorityNamed(user, ca)
      const identityId = await service.make('identities', {
        name: user,
        type: 'User',
        isAdmin: false,
        authPolicyId: await service.make('auth-policies', createAuthPolicy(user, policy)),
      })
      const certPem = leafOf(authority, user, {
        time: new Date(service.now() - age * day),
        random: randomBytes,
      })
      await service.make('authenticators', { method: 'cert', identityId, certPem })
      const reply = await authenticate(
        shown === 'none' ? undefined : shown === 'other' ? leafOf(authority, user) : certPem,
      )
      expect({ status: reply.status, code: reply.code }).toEqual({
        status,
        code: status === 200 ? '' : 'INVALID_AUTH',
      })
    },
  )

  test('names an identity by its external id where its CA says so, from the moment that the CA is verified', async () => {
    const claim = {
      location: 'COMMON_NAME',
      matcher: 'PREFIX',
      matcherCriteria: 'id-',
      parser: 'NONE',
      parserCriteria: '',
      index: 0,
    }
    const { id, authority } = await authorityNamed('naming', { externalIdClaim: claim })
    const identity = await service.make('identities', {
      name: 'named',
      type: 'User',
      isAdmin: false,
      externalId: 'seven',
    })
    const { status, data } = await authenticate(leafOf(authority, 'id-seven'))
    expect({
      status,
      identity: data['identityId'],
      isCertExtendable: data['isCertExtendable'],
    }).toEqual({ status: 200, identity, isCertExtendable: false })
    const others = [
      leafOf(authority, 'id-eight'),
      leafOf(authority, 'seven'),
      leafOf(openAuthority(createAuthority('naming', at())), 'id-seven'),
    ]
    expect((await Promise.all(others.map(authenticate))).map((reply) => reply.status)).toEqual([
      401, 401, 401,
    ])
    await service.call('PATCH', `/cas/${id}`, { body: { isAuthEnabled: false } })
    expect((await authenticate(leafOf(authority, 'id-seven'))).status).toBe(401)
  })
})
