import type { KeyObject } from 'node:crypto'
import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Authority } from '../../src/management/service/certificates/authority.js'
import { createAuthority, newKey, openAuthority } from '../../src/management/service/certificates/authority.js'
import { isRecord } from '../../src/management/service/body/json-node.js'
import { clientFor } from '../../src/management/service/certificates/leaves.js'
import type { Managed, Reply } from '../support/managed.js'
import { managed, password, policyOf, textOf } from '../support/managed.js'

const minute = 60_000
const day = 24 * 60 * minute
let service: Managed
beforeAll(async () => {
  service = await managed()
})
afterAll(() => service.close())

/** What an answer tells, but for what is of this one answer. */
const told = ({ status, code, body, headers }: Reply): unknown => {
  const error = isRecord(body) && isRecord(body['error']) ? body['error'] : {}
  return { status, code, error: { ...error, requestId: '' }, challenge: headers.get('www-authenticate') }
}

describe('a password', () => {
  const rows: { name: string; of?: object; prepare?: (id: string) => Promise<unknown>; by?: string; given?: string; status: number }[] = [
    { name: 'opens a session', status: 200 },
    { name: 'of somebody else opens none', given: 'other-pass', status: 401 },
    { name: 'of nobody opens none', by: 'nobody', status: 401 },
    { name: 'needs the name letter by letter', by: 'ROW', status: 401 },
    { name: 'of one who is disabled opens none', prepare: (id) => service.call('POST', `/identities/${id}/disable`, { body: { durationMinutes: 0 } }), status: 401 },
    { name: 'of one whose time of being disabled is over opens one', prepare: async (id) => {
      await service.call('POST', `/identities/${id}/disable`, { body: { durationMinutes: 2 } })
      service.pass(2 * minute)
    }, status: 200 },
    { name: 'that the policy does not allow opens none', of: { updb: { allowed: false } }, status: 401 },
    { name: 'of one who is deleted opens none', prepare: (id) => service.call('DELETE', `/identities/${id}`), status: 401 },
  ]

  test.each(rows.map((row, index) => ({ ...row, user: `user-${index}` })))('$name', async ({ of = {}, prepare, by, given, status, user }) => {
    const authPolicyId = await service.make('auth-policies', policyOf(user, of))
    const id = await service.user(user, { authPolicyId })
    await prepare?.(id)
    const reply = await service.authenticate(by === 'ROW' ? user.toUpperCase() : by ?? user, given)
    expect({ status: reply.status, code: reply.code }).toEqual({ status, code: status === 200 ? '' : 'INVALID_AUTH' })
    expect(reply.headers.get('zt-session') === null).toBe(status !== 200)
  })

  test('that fails does not tell why', async () => {
    const id = await service.user('telling')
    const wrong = told(await service.authenticate('telling', 'wrong-pass'))
    const nobody = told(await service.authenticate('nobody-telling'))
    await service.call('POST', `/identities/${id}/disable`, { body: { durationMinutes: 0 } })
    expect([nobody, told(await service.authenticate('telling'))]).toEqual([wrong, wrong])
  })

  test('of no length, or no name, is no attempt', async () => {
    for (const body of [{ username: 'admin' }, { password }, {}, undefined]) {
      const { status, code } = await service.call('POST', '/authenticate?method=password', { session: '', ...(body && { body }) })
      expect({ status, code }).toEqual({ status: 400, code: 'COULD_NOT_VALIDATE' })
    }
  })
})

describe('who authenticates', () => {
  test('says what it is and which configs it wants, and that is kept', async () => {
    const id = await service.user('telltale')
    const { data } = await service.authenticate('telltale', password, { configTypes: ['host.v1', 'none.v1', 'g7cIWbcGg', 'host.v1'], envInfo: { os: 'linux', arch: 'x64' }, sdkInfo: { type: 'test', version: '1' } })
    expect(data['configTypes']).toEqual(['NH5p4FpGR', 'g7cIWbcGg'])
    await service.authenticate('telltale', password, { configTypes: ['all'], sdkInfo: { version: '2' } })
    expect((await service.call('GET', `/identities/${id}`)).data).toMatchObject({ envInfo: { os: 'linux', arch: 'x64' }, sdkInfo: { type: 'test', version: '2' } })
  })
})

describe('a certificate', () => {
  const at = () => ({ at: new Date(service.now()), random: randomBytes })
  const leafOf = (authority: Authority, commonName: string, made = at()): string => clientFor(authority, { commonName, publicKey: createPublicKey(newKey()) }, made).certificate.pem

  /** A CA that proved who it is. */
  async function authorityNamed(name: string, more: object = {}): Promise<{ id: string; authority: Authority }> {
    const pair = createAuthority(name, { at: new Date(service.now() - 3000 * day), random: randomBytes })
    const authority = openAuthority(pair)
    const id = await service.make('cas', { name, certPem: pair.certPem, identityRoles: [], isAuthEnabled: true, isAutoCaEnrollmentEnabled: false, isOttCaEnrollmentEnabled: false, ...more })
    const { data } = await service.call('GET', `/cas/${id}`)
    const proof = leafOf(authority, textOf(data, 'verificationToken'))
    expect((await service.call('POST', `/cas/${id}/verify`, { text: proof })).status).toBe(200)
    return { id, authority }
  }
  const authenticate = (certificate?: string): Promise<Reply> => service.call('POST', '/authenticate?method=cert', { session: '', body: {}, ...(certificate !== undefined && { certificate }) })

  const rows: { name: string; policy?: object; ca?: object; age?: number; shown?: 'other' | 'none'; status: number }[] = [
    { name: 'of an authenticator opens a session', status: 200 },
    { name: 'that nobody has opens none', shown: 'other', status: 401 },
    { name: 'that is not shown opens none', shown: 'none', status: 401 },
    { name: 'that has expired opens none', age: 400, status: 401 },
    { name: 'that has expired opens one where the policy allows it', age: 400, policy: { cert: { allowExpiredCerts: true } }, status: 200 },
    { name: 'that the policy does not allow opens none', policy: { cert: { allowed: false } }, status: 401 },
    { name: 'of a CA that may not vouch opens none', ca: { isAuthEnabled: false }, status: 401 },
  ]

  test.each(rows.map((row, index) => ({ ...row, user: `holder-${index}` })))('$name', async ({ policy, ca, age = 0, shown, status, user }) => {
    const { authority } = await authorityNamed(user, ca)
    const identityId = await service.make('identities', { name: user, type: 'User', isAdmin: false, authPolicyId: await service.make('auth-policies', policyOf(user, policy)) })
    const certPem = leafOf(authority, user, { at: new Date(service.now() - age * day), random: randomBytes })
    await service.make('authenticators', { method: 'cert', identityId, certPem })
    const reply = await authenticate(shown === 'none' ? undefined : shown === 'other' ? leafOf(authority, user) : certPem)
    expect({ status: reply.status, code: reply.code }).toEqual({ status, code: status === 200 ? '' : 'INVALID_AUTH' })
  })

  test('names an identity by its external id where its CA says so, from the moment that the CA is verified', async () => {
    const claim = { location: 'COMMON_NAME', matcher: 'PREFIX', matcherCriteria: 'id-', parser: 'NONE', parserCriteria: '', index: 0 }
    const { id, authority } = await authorityNamed('naming', { externalIdClaim: claim })
    const identity = await service.make('identities', { name: 'named', type: 'User', isAdmin: false, externalId: 'seven' })
    const { status, data } = await authenticate(leafOf(authority, 'id-seven'))
    expect({ status, identity: data['identityId'], isCertExtendable: data['isCertExtendable'] }).toEqual({ status: 200, identity, isCertExtendable: false })
    const others = [leafOf(authority, 'id-eight'), leafOf(authority, 'seven'), leafOf(openAuthority(createAuthority('naming', at())), 'id-seven')]
    expect((await Promise.all(others.map(authenticate))).map((reply) => reply.status)).toEqual([401, 401, 401])
    await service.call('PATCH', `/cas/${id}`, { body: { isAuthEnabled: false } })
    expect((await authenticate(leafOf(authority, 'id-seven'))).status).toBe(401)
  })
})

describe('a token of another issuer', () => {
  const issuer = 'https://issuer.example.com'
  const pair = createAuthority('issuer', { at: new Date('2026-12-01T00:00:00.000Z'), random: randomBytes })
  const key = createPrivateKey(pair.keyPem)
  const rotated = newKey()
  const claims = (sub: string): Record<string, unknown> => ({ iss: issuer, aud: 'here', sub, exp: Math.floor(service.now() / 1000) + 600 })
  const signed = (body: Record<string, unknown>, kid = 'one', by: KeyObject = key): Promise<string> => new SignJWT(body).setProtectedHeader({ alg: 'ES256', kid }).sign(by)
  const authenticate = async (token: Promise<string>): Promise<Reply> => service.call('POST', '/authenticate?method=ext-jwt', { session: '', body: {}, headers: { authorization: `Bearer ${await token}` } })
  const signerOf = (name: string, more: object): object => ({ name, audience: 'here', enabled: true, issuer, ...more })

  type Row = { name: string; signer?: object; policy?: 'none' | 'others'; token?: (id: string) => Promise<string>; revokes?: string; disable?: boolean; status: number }
  const tokenId = '3f2b1c1e-8a53-4d62-9e4d-0a8f6d1c2b3a'
  const rows: Row[] = [
    { name: 'opens a session', status: 200 },
    { name: 'for another audience opens none', token: (id) => signed({ ...claims(id), aud: 'there' }), status: 401 },
    { name: 'that has expired opens none', token: (id) => signed({ ...claims(id), exp: Date.parse('2026-11-30T00:00:00.000Z') / 1000 }), status: 401 },
    { name: 'of an unknown issuer opens none', token: (id) => signed({ ...claims(id), iss: 'https://other.example.com' }), status: 401 },
    { name: 'signed by another key opens none', token: (id) => signed(claims(id), 'one', rotated), status: 401 },
    { name: 'for nobody opens none', token: () => signed(claims('nobody')), status: 401 },
    { name: 'of a signer that is not enabled opens none', signer: { enabled: false }, status: 401 },
    { name: 'names the external id where the signer says so', signer: { useExternalId: true, claimsProperty: 'email' }, token: () => signed({ ...claims('x'), email: 'mail@example.com' }), status: 200 },
    { name: 'that names the id opens none where the external id is asked for', signer: { useExternalId: true }, status: 401 },
    { name: 'that the policy does not allow opens none', policy: 'none', status: 401 },
    { name: 'of a signer that the policy does not allow opens none', policy: 'others', status: 401 },
    { name: 'that is revoked opens none', token: (id) => signed({ ...claims(id), jti: tokenId }), revokes: tokenId, status: 401 },
    { name: 'for one who is disabled opens none', disable: true, status: 401 },
  ]

  test.each(rows)('$name', async ({ signer = {}, policy, token = (id: string) => signed(claims(id)), revokes, disable, status }) => {
    const own = await managed()
    try {
      const id = await own.make('external-jwt-signers', signerOf('one', { certPem: pair.certPem, kid: 'one', ...signer }))
      const other = await own.make('external-jwt-signers', signerOf('two', { issuer: 'https://two.example.com', jwksEndpoint: 'https://two.example.com/keys' }))
      const authPolicyId = await own.make('auth-policies', policyOf('tokens', { extJwt: { allowed: policy !== 'none', allowedSigners: [policy === 'others' ? other : id] } }))
      const identity = await own.make('identities', { name: 'bearer', type: 'User', isAdmin: false, externalId: 'mail@example.com', authPolicyId })
      if (revokes !== undefined) await own.make('revocations', { id: revokes, type: 'JTI' })
      if (disable) await own.call('POST', `/identities/${identity}/disable`, { body: { durationMinutes: 0 } })
      const reply = await own.call('POST', '/authenticate?method=ext-jwt', { session: '', body: {}, headers: { authorization: `Bearer ${await token(identity)}` } })
      expect({ status: reply.status, code: reply.code, identity: reply.data['identityId'], authenticator: reply.data['authenticatorId'] }).toEqual(status === 200 ? { status, code: '', identity, authenticator: `extJwtId:${id}` } : { status, code: 'UNAUTHORIZED', identity: undefined, authenticator: undefined })
    } finally {
      await own.close()
    }
  })

  test('is verified by the keys that its issuer publishes, new ones too', async () => {
    const published = new Map([['one', key]])
    const server = createServer((_, response) => void response.end(JSON.stringify({ keys: [...published].map(([kid, of]) => ({ ...createPublicKey(of).export({ format: 'jwk' }), kid })) })))
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const address = server.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    await service.make('external-jwt-signers', signerOf('published', { jwksEndpoint: `http://127.0.0.1:${port}/keys` }))
    const id = await service.make('identities', { name: 'published', type: 'User', isAdmin: false })
    expect((await authenticate(signed(claims(id)))).status).toBe(200)
    expect((await authenticate(signed(claims(id), 'two', rotated))).status).toBe(401)
    published.set('two', rotated)
    service.pass(minute)
    expect((await authenticate(signed(claims(id), 'two', rotated))).status).toBe(200)
    await new Promise((resolve) => void server.close(resolve))
  })

  test('is asked for with every request where it is a second factor', async () => {
    const second = createAuthority('second', { at: new Date(service.now()), random: randomBytes })
    const id = await service.make('external-jwt-signers', signerOf('second', { issuer: 'https://second.example.com', certPem: second.certPem, kid: 'second', clientId: 'app', externalAuthUrl: 'https://second.example.com/login', scopes: ['openid'] }))
    const authPolicyId = await service.make('auth-policies', policyOf('second', { secondary: { requireExtJwtSigner: id } }))
    const [holder, other] = [await service.user('second', { authPolicyId }), await service.user('third')]
    const tokenFor = (sub: string): Promise<string> => signed({ ...claims(sub), iss: 'https://second.example.com' }, 'second', createPrivateKey(second.keyPem))
    const query = { typeId: 'EXT-JWT', provider: 'url', id, clientId: 'app', httpUrl: 'https://second.example.com/login', scopes: ['openid'] }
    const { data } = await service.authenticate('second')
    expect(data['authQueries']).toEqual([query])
    const session = textOf(data, 'token')
    const ask = async (path: string, token?: Promise<string>): Promise<Reply> => service.call('GET', path, { session, headers: token ? { authorization: `Bearer ${await token}` } : {} })
    expect((await ask('/current-api-session')).data['authQueries']).toEqual([query])
    expect((await ask('/current-api-session', tokenFor(holder))).data['authQueries']).toEqual([])
    expect([(await ask('/current-identity')).status, (await ask('/current-identity', tokenFor(other))).status, (await ask('/current-identity', tokenFor(holder))).status, (await ask('/current-identity')).status]).toEqual([401, 401, 200, 401])
  })
})
