import { createPrivateKey, createPublicKey, randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createAuthority,
  createKey,
  openAuthority,
  issueClientCertificate,
} from '../../../../src/management/service/pki/authority.js'
import { commonNameClaim } from '../../../support/certificates.js'
import type { Managed } from '../../../support/management.js'
import { startManaged, createAuthPolicy, requireText } from '../../../support/management.js'

let service: Managed
/** The session of one who may manage what vouches for identities, and is no administrator. */
let limited = ''
const ids = new Map<'user' | 'ruler' | 'admin', string>()

beforeAll(async () => {
  service = await startManaged()
  await service.user('limited', {
    permissions: ['external-jwt-signer', 'ca', 'auth-policy', 'identity'],
  })
  limited = await service.login('limited')
  ids.set('user', await service.user('user', { externalId: 'user@example.com' }))
  ids.set('ruler', await service.user('ruler', { isAdmin: true, externalId: 'ruler@example.com' }))
  const { list } = await service.call('GET', '/identities?filter=isDefaultAdmin%3Dtrue')
  ids.set('admin', requireText(list[0], 'id'))
})
afterAll(() => service.close())

/** What is done to it; `isOwn` for what says whom it stands for. */
type Step = { as: 'admin' | 'limited'; method: 'PUT' | 'PATCH'; isOwn?: true; change?: object }

const sessionOf = (who: Step['as']): { session?: string } =>
  who === 'limited' ? { session: limited } : {}

/** For whom something vouches, by who made it and what became of it since. */
const rows: { name: string; made: Step['as']; then?: Step[]; admins: boolean }[] = [
  { name: 'that an administrator made', made: 'admin', admins: true },
  { name: 'that one without rights made', made: 'limited', admins: false },
  {
    name: 'of an administrator that got tags from one without rights',
    made: 'admin',
    then: [{ as: 'limited', method: 'PATCH', change: { tags: { a: 'b' } } }],
    admins: true,
  },
  {
    name: 'of an administrator that one without rights changed',
    made: 'admin',
    then: [{ as: 'limited', method: 'PATCH', isOwn: true }],
    admins: false,
  },
  {
    name: 'of an administrator that one without rights replaced',
    made: 'admin',
    then: [{ as: 'limited', method: 'PUT' }],
    admins: false,
  },
  {
    name: 'of one without rights that an administrator patched',
    made: 'limited',
    then: [{ as: 'admin', method: 'PATCH', isOwn: true }],
    admins: false,
  },
  {
    name: 'of one without rights that an administrator replaced',
    made: 'limited',
    then: [{ as: 'admin', method: 'PUT' }],
    admins: true,
  },
]

const named = rows.map((row, index) => ({ ...row, index }))

async function apply(
  path: string,
  { body, then = [], own }: { body: object; then: Step[] | undefined; own: object },
): Promise<void> {
  for (const { as, method, isOwn = false, change = {} } of then) {
    const sent = { ...(method === 'PUT' ? body : {}), ...(isOwn ? own : {}), ...change }
    const { status } = await service.call(method, path, { ...sessionOf(as), body: sent })
    expect(status).toBe(200)
  }
}

describe('a JWT signer', () => {
  test.each(named)(
    '$name authenticates only whom it may',
    async ({ made, then, admins, index }) => {
      const issuer = `https://issuer-${index}.example.com`
      const pair = createAuthority(`issuer ${index}`, {
        time: new Date('2026-12-01T00:00:00.000Z'),
        random: randomBytes,
      })
      const body = {
        name: `signer ${index}`,
        issuer,
        audience: 'here',
        kid: `kid-${index}`,
        certPem: pair.certPem,
        enabled: true,
      }
      const reply = await service.call('POST', '/external-jwt-signers', {
        ...sessionOf(made),
        body,
      })
      const id = requireText(reply.data, 'id')
      await apply(`/external-jwt-signers/${id}`, { body, then, own: { kid: `kid-${index}` } })
      const authenticate = async (sub = ''): Promise<number> => {
        const token = await new SignJWT({ iss: issuer, aud: 'here', sub })
          .setProtectedHeader({ alg: 'ES256', kid: `kid-${index}` })
          .setExpirationTime(Math.floor(service.now() / 1000) + 600)
          .sign(createPrivateKey(pair.keyPem))
        const { status } = await service.call('POST', '/authenticate?method=ext-jwt', {
          session: '',
          body: {},
          headers: { authorization: `Bearer ${token}` },
        })
        return status
      }
      expect({
        user: await authenticate(ids.get('user')),
        ruler: await authenticate(ids.get('ruler')),
        admin: await authenticate(ids.get('admin')),
      }).toEqual({ user: 200, ruler: admins ? 200 : 401, admin: admins ? 200 : 401 })
      const { data } = await service.call('GET', `/external-jwt-signers/${id}`)
      expect(Object.keys(data)).not.toContain('isUntrusted')
    },
  )

  test('of one without rights opens no session that survives when its holder becomes an administrator', async () => {
    const pair = createAuthority('early', {
      time: new Date('2026-12-01T00:00:00.000Z'),
      random: randomBytes,
    })
    const issuer = 'https://early.example.com'
    await service.call('POST', '/external-jwt-signers', {
      session: limited,
      body: {
        name: 'early',
        issuer,
        audience: 'here',
        kid: 'early',
        certPem: pair.certPem,
        enabled: true,
      },
    })
    const sub = await service.user('rising')
    const token = await new SignJWT({ iss: issuer, aud: 'here', sub })
      .setProtectedHeader({ alg: 'ES256', kid: 'early' })
      .setExpirationTime(Math.floor(service.now() / 1000) + 600)
      .sign(createPrivateKey(pair.keyPem))
    const { data } = await service.call('POST', '/authenticate?method=ext-jwt', {
      session: '',
      body: {},
      headers: { authorization: `Bearer ${token}` },
    })
    const session = requireText(data, 'token')
    const ask = async (): Promise<number> =>
      (await service.call('GET', '/current-identity', { session })).status
    expect(await ask()).toBe(200)
    await service.call('PATCH', `/identities/${sub}`, { body: { isAdmin: true } })
    expect(await ask()).toBe(401)
  })
})

describe('a certificate authority', () => {
  test.each(named)(
    '$name authenticates only whom it may',
    async ({ made, then, admins, index }) => {
      const pair = createAuthority(`authority ${index}`, {
        time: new Date('2026-12-01T00:00:00.000Z'),
        random: randomBytes,
      })
      const authority = openAuthority(pair)
      const settings = {
        name: `authority ${index}`,
        isAuthEnabled: true,
        isAutoCaEnrollmentEnabled: false,
        isOttCaEnrollmentEnabled: false,
        identityRoles: [],
        identityNameFormat: '[commonName]',
        externalIdClaim: commonNameClaim,
      }
      const reply = await service.call('POST', '/cas', {
        ...sessionOf(made),
        body: { ...settings, certPem: pair.certPem },
      })
      const id = requireText(reply.data, 'id')
      const issue = (commonName: string): string =>
        issueClientCertificate(
          authority,
          { commonName, publicKey: createPublicKey(createKey()) },
          { time: new Date(service.now()), random: randomBytes },
        ).chain
      const { data } = await service.call('GET', `/cas/${id}`)
      const proof = issue(requireText(data, 'verificationToken'))
      const { status } = await service.call('POST', `/cas/${id}/verify`, { text: proof })
      expect(status).toBe(200)
      await apply(`/cas/${id}`, { body: settings, then, own: { externalIdClaim: commonNameClaim } })
      // A patch of other fields has removed the claim; whoever sets it again does not make the CA more trusted.
      await service.call('PATCH', `/cas/${id}`, { body: { externalIdClaim: commonNameClaim } })
      const authenticate = async (name: string): Promise<number> =>
        (
          await service.call('POST', '/authenticate?method=cert', {
            session: '',
            body: {},
            certificate: issue(name),
          })
        ).status
      expect({
        user: await authenticate('user@example.com'),
        ruler: await authenticate('ruler@example.com'),
      }).toEqual({ user: 200, ruler: admins ? 200 : 401 })
      expect(Object.keys(data)).not.toContain('isUntrusted')
    },
  )
})

describe('an auth policy', () => {
  test('of an administrator is not for others to change', async () => {
    const own = await service.make('auth-policies', createAuthPolicy('of rulers'))
    const free = await service.make('auth-policies', createAuthPolicy('of users'))
    await service.user('under policy', { isAdmin: true, authPolicyId: own })
    const patch = async (id: string, session: { session?: string }): Promise<number> =>
      (
        await service.call('PATCH', `/auth-policies/${id}`, {
          ...session,
          body: { secondary: { requireTotp: false } },
        })
      ).status
    expect({
      own: await patch(own, { session: limited }),
      default: await patch('default', { session: limited }),
      free: await patch(free, { session: limited }),
      admin: await patch(own, {}),
    }).toEqual({ own: 401, default: 401, free: 200, admin: 200 })
  })
})
