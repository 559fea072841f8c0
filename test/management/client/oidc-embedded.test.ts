import { createPrivateKey, randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Client, Credentials } from '../../../src/management/client/index.js'
import { createClient } from '../../../src/management/client/index.js'
import { createAuthority } from '../../../src/management/service/pki/authority.js'
import type { AccessEntry, ManagementService } from '../../../src/management/service/index.js'
import { createService } from '../../../src/management/service/index.js'
import { commonNameClaim, createOutsideAuthority } from '../../support/certificates.js'
import { showCode } from '../../support/one-time-code.js'

const admin = { username: 'admin', password: 'admin-pass' }
const password = 'user-pass'

let service: ManagementService
let client: Client
beforeAll(async () => {
  service = await createService({ data: ':memory:', admin, clock: () => new Date() })
  const url = 'http://embedded/edge/management/v1'
  client = createClient({ url, fetch: service.fetch, credentials: admin })
})
afterAll(() => service.close())

type Seen = {
  client: Client
  /** What was asked: method, path, and how it was authenticated. */
  asked: string[]
  /** The texts of logs and hooks. */
  shown: unknown[]
  /** What must not be in them. */
  secrets: Set<string>
}

/** The secret fields of forms and answers. */
const secretFields = /^(code|code_verifier|password|(access|refresh|id)_token)$/

function collectSecrets(text: string, secrets: Set<string>): void {
  const fields = text.startsWith('{')
    ? Object.entries<unknown>(JSON.parse(text))
    : [...new URLSearchParams(text.split('?').at(-1))]
  for (const [name, value] of fields)
    if (secretFields.test(name) && typeof value === 'string' && value.length > 5) secrets.add(value)
}

/** A client of the embedded service that signs in through OpenID Connect. */
function openClient(
  credentials: Credentials,
  {
    certificate,
    url = 'http://embedded/edge/management/v1',
  }: { certificate?: string; url?: string } = {},
): Seen {
  const seen: Omit<Seen, 'client'> = { asked: [], shown: [], secrets: new Set() }
  const show = (event: unknown): void => void seen.shown.push(event)
  return {
    ...seen,
    client: createClient({
      url,
      credentials: { ...credentials, oidc: true },
      log: show,
      onRequest: (attributes) => void show(attributes),
      onResponse: show,
      fetch: async (request) => {
        const { headers, method } = request
        const scheme = headers.get('authorization')?.split(' ')[0] ?? ''
        seen.asked.push(`${method} ${new URL(request.url).pathname} ${scheme}`.trimEnd())
        const isOidc = new URL(request.url).pathname.startsWith('/oidc')
        if (isOidc) collectSecrets(await request.clone().text(), seen.secrets)
        const response = url.startsWith('http://embedded')
          ? await service.fetch(request, certificate ? { clientCertificate: certificate } : {})
          : await fetch(request)
        if (isOidc) {
          collectSecrets(await response.clone().text(), seen.secrets)
          collectSecrets(response.headers.get('location') ?? '', seen.secrets)
        }
        return response
      },
    }),
  }
}

/** A user with a password. */
async function makeUser(name: string): Promise<string> {
  const { id } = await client.identities.create({ name, type: 'User', isAdmin: true })
  await client.authenticators.create({ method: 'updb', identityId: id, username: name, password })
  return id
}

describe('OpenID Connect at the embedded service', () => {
  test('signs in with a password, and bears the access token from then on', async () => {
    const { client: own, asked } = openClient(admin)
    const { id } = await own.edgeRouters.create({ name: 'signed-in' })
    expect((await own.edgeRouters.get(id)).name).toBe('signed-in')
    await own.logout()
    expect(asked).toEqual([
      'GET /edge/management/v1/version',
      'GET /oidc/authorize',
      'POST /oidc/login/password',
      'GET /oidc/authorize/callback',
      'POST /oidc/oauth/token',
      'POST /edge/management/v1/edge-routers Bearer',
      `GET /edge/management/v1/edge-routers/${id} Bearer`,
      'POST /oidc/revoke',
    ])
  })

  test('refuses a wrong password, and sends nothing else', async () => {
    const { client: own, asked } = openClient({ ...admin, password: 'wrong' })
    await expect(own.edgeRouters.create({ name: 'refused' })).rejects.toMatchObject({
      status: 401,
    })
    expect(asked.filter((line) => line.includes('edge-routers'))).toEqual([])
  })

  test('signs in with a second factor, and tells a wrong code', async () => {
    await makeUser('careful')
    const plain = createClient({
      url: 'http://embedded',
      fetch: service.fetch,
      credentials: { username: 'careful', password },
    })
    await plain.currentIdentity.enrollMfa()
    const { provisioningUrl = '' } = await plain.currentIdentity.mfa()
    const secret = new URL(provisioningUrl).searchParams.get('secret') ?? ''
    await plain.currentIdentity.verifyMfa({ code: showCode(secret, Date.now()) })
    const user = { username: 'careful', password }
    const {
      client: own,
      shown,
      asked,
    } = openClient({
      ...user,
      totp: () => showCode(secret, Date.now()),
    })
    await expect(own.currentIdentity.get()).resolves.toMatchObject({ name: 'careful' })
    expect(asked).toContain('POST /oidc/login/totp')
    expect(JSON.stringify(shown)).not.toContain(showCode(secret, Date.now()))
    await expect(
      openClient({ ...user, totp: '000000' }).client.currentIdentity.get(),
    ).rejects.toMatchObject({ code: 'MFA_INVALID_TOKEN' })
  })

  test('signs in with a certificate', async () => {
    const authority = createOutsideAuthority('outside', Date.now())
    const { id } = await client.cas.create({
      name: 'outside',
      certPem: authority.certPem,
      identityRoles: [],
      isAuthEnabled: true,
      isAutoCaEnrollmentEnabled: false,
      isOttCaEnrollmentEnabled: false,
      externalIdClaim: commonNameClaim,
    })
    const { verificationToken = '' } = await client.cas.get(id)
    await client.cas.verify(id, authority.client(verificationToken))
    const holder = { name: 'holder', type: 'User', isAdmin: false, externalId: 'holder' } as const
    await client.identities.create(holder)
    const certificate = authority.client('holder')
    const { client: own } = openClient({ certificate: true }, { certificate })
    await expect(own.currentIdentity.get()).resolves.toMatchObject({ name: 'holder' })
  })

  test('signs in with a token of an external signer', async () => {
    const { certPem, keyPem } = createAuthority('issuer', { time: new Date(), random: randomBytes })
    const signer = { name: 'issuer', issuer: 'i', audience: 'a', kid: 'k', enabled: true, certPem }
    await client.externalJwtSigners.create(signer)
    const sub = await makeUser('guest')
    const externalJwt = await new SignJWT({ iss: 'i', aud: 'a', sub })
      .setProtectedHeader({ alg: 'ES256', kid: 'k' })
      .setExpirationTime('10m')
      .sign(createPrivateKey(keyPem))
    const { client: own, shown } = openClient({ externalJwt })
    await expect(own.currentIdentity.get()).resolves.toMatchObject({ name: 'guest' })
    expect(JSON.stringify(shown)).not.toContain(externalJwt)
  })

  test('renews tokens before they end', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const { client: own, asked } = openClient(admin)
      await own.services.list()
      vi.setSystemTime(Date.now() + 29.5 * 60_000)
      await own.services.list()
      expect(asked.slice(-2)).toEqual([
        'POST /oidc/oauth/token',
        'GET /edge/management/v1/services Bearer',
      ])
    } finally {
      vi.useRealTimers()
    }
  })

  test('shows no token, code, verifier or password in the logs of both sides', async () => {
    const entries: AccessEntry[] = []
    const { url } = await service.listen({
      port: 0,
      tls: false,
      log: (entry) => void entries.push(entry),
    })
    const { client: own, secrets, shown } = openClient(admin, { url })
    await own.services.list()
    await own.logout()
    await expect.poll(() => entries.length).toBeGreaterThanOrEqual(7)
    expect(entries.map(({ path }) => path)).toContain('/oidc/authorize/callback')
    expect(secrets.size).toBeGreaterThanOrEqual(6)
    const text = JSON.stringify([entries, shown])
    expect([...secrets].filter((secret) => text.includes(secret))).toEqual([])
  })
})
