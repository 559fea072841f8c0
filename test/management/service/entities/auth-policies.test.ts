import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAuthority } from '../../../../src/management/service/pki/authority.js'
import { certificateIn } from '../../../support/certificates.js'
import type { Managed } from '../../../support/management.js'
import { startManaged, createAuthPolicy } from '../../../support/management.js'

let service: Managed
beforeAll(async () => {
  service = await startManaged()
})
afterAll(() => service.close())

const getStatus = async (method: string, path: string, body?: object): Promise<number> =>
  (await service.call(method, path, { ...(body && { body }) })).status

const createCertPem = (name: string): string =>
  createAuthority(name, { time: new Date(service.now()), random: randomBytes }).certPem

const createSigner = (name: string, more: object): object => ({
  name,
  issuer: `https://${name}.example.com`,
  audience: 'here',
  enabled: true,
  ...more,
})

describe('a patch of an auth policy', () => {
  const updb = {
    allowed: true,
    lockoutDurationMinutes: 5,
    maxAttempts: 3,
    minPasswordLength: 12,
    requireMixedCase: false,
    requireNumberChar: true,
    requireSpecialChar: true,
  }
  const rows: { name: string; patch: object; becomes: object }[] = [
    {
      name: 'sets one field and leaves the others',
      patch: { primary: { updb: { maxAttempts: 7 } } },
      becomes: { primary: { updb: { ...updb, maxAttempts: 7 } } },
    },
    {
      name: 'leaves out what is null',
      patch: { name: null, secondary: null },
      becomes: { primary: { updb }, secondary: { requireTotp: false } },
    },
    {
      name: 'sets several parts',
      patch: { primary: { cert: { allowed: false } }, secondary: { requireTotp: true } },
      becomes: {
        primary: { cert: { allowed: false, allowExpiredCerts: false }, updb },
        secondary: { requireTotp: true },
      },
    },
    {
      name: 'takes negative numbers for none',
      patch: { primary: { updb: { maxAttempts: -1, lockoutDurationMinutes: -1 } } },
      becomes: { primary: { updb: { ...updb, maxAttempts: 0, lockoutDurationMinutes: 0 } } },
    },
    {
      name: 'sets the shortest length to the least one, as controllers do',
      patch: { primary: { updb: { minPasswordLength: 20 } } },
      becomes: { primary: { updb: { ...updb, minPasswordLength: 5 } } },
    },
    {
      name: 'mixes up two flags, as controllers do',
      patch: { primary: { updb: { requireNumberChar: true } } },
      becomes: { primary: { updb: { ...updb, requireNumberChar: false } } },
    },
  ]

  test.each(rows.map((row, index) => ({ ...row, policy: `policy-${index}` })))(
    '$name',
    async ({ patch, becomes, policy }) => {
      const id = await service.make('auth-policies', createAuthPolicy(policy, { updb }))
      expect(await getStatus('PATCH', `/auth-policies/${id}`, patch)).toBe(200)
      expect((await service.call('GET', `/auth-policies/${id}`)).data).toMatchObject({
        name: policy,
        ...becomes,
      })
    },
  )
})

describe('an auth policy', () => {
  test('is not deleted while an identity or a signer has it', async () => {
    const id = await service.make('auth-policies', createAuthPolicy('used'))
    const identity = await service.make('identities', {
      name: 'anna',
      type: 'User',
      isAdmin: false,
      authPolicyId: id,
    })
    const signer = await service.make(
      'external-jwt-signers',
      createSigner('enrolling', {
        jwksEndpoint: 'https://enrolling.example.com/keys',
        enrollAuthPolicyId: id,
      }),
    )
    const statuses = [
      await getStatus('DELETE', `/auth-policies/${id}`),
      await getStatus('DELETE', `/identities/${identity}`),
      await getStatus('DELETE', `/auth-policies/${id}`),
      await getStatus('DELETE', `/external-jwt-signers/${signer}`),
      await getStatus('DELETE', `/auth-policies/${id}`),
    ]
    expect(statuses).toEqual([409, 200, 409, 200, 200])
  })

  test('knows the signers that it names', async () => {
    const fields = [
      createAuthPolicy('unknown', { extJwt: { allowedSigners: ['nobody'] } }),
      createAuthPolicy('unknown', { secondary: { requireExtJwtSigner: 'nobody' } }),
    ].map((body) => getStatus('POST', '/auth-policies', body))
    expect(await Promise.all(fields)).toEqual([404, 404])
  })

  // As recorded: an update stores signers that do not exist, but does not require one.
  test('names any signers in an update', async () => {
    const id = await service.make('auth-policies', createAuthPolicy('updated'))
    const path = `/auth-policies/${id}`
    const allowing = createAuthPolicy('updated', { extJwt: { allowedSigners: ['nobody'] } })
    const requiring = createAuthPolicy('updated', { secondary: { requireExtJwtSigner: 'nobody' } })
    expect(await getStatus('PUT', path, allowing)).toBe(200)
    const { data } = await service.call('GET', path)
    expect(data).toMatchObject({ primary: { extJwt: { allowedSigners: ['nobody'] } } })
    expect(await getStatus('PUT', path, requiring)).toBe(404)
    expect(await getStatus('PATCH', path, { secondary: { requireExtJwtSigner: 'x' } })).toBe(404)
  })
})

describe('an external JWT signer', () => {
  test('shows what its certificate says, and nothing of it once it has an endpoint instead', async () => {
    const certPem = createCertPem('issuer')
    const { fingerprint, notBefore, notAfter } = certificateIn(certPem)
    const id = await service.make(
      'external-jwt-signers',
      createSigner('derived', { certPem, kid: 'derived' }),
    )
    const shown = async (): Promise<object> =>
      (await service.call('GET', `/external-jwt-signers/${id}`)).data
    expect(await shown()).toMatchObject({
      commonName: 'issuer',
      fingerprint,
      notBefore: notBefore.toISOString(),
      notAfter: notAfter.toISOString(),
      jwksEndpoint: null,
      claimsProperty: '/sub',
      targetToken: 'ACCESS',
    })
    const jwksEndpoint = 'https://derived.example.com/keys'
    // As recorded, only a replacement changes where the keys come from.
    const path = `/external-jwt-signers/${id}`
    const patched = await service.call('PATCH', path, { body: { jwksEndpoint } })
    expect(patched.code).toBe('INVALID_FIELD')
    await service.call('PUT', path, { body: createSigner('derived', { jwksEndpoint }) })
    expect(await shown()).toMatchObject({
      certPem: null,
      commonName: '',
      fingerprint: null,
      notBefore: '0001-01-01T00:00:00.000Z',
      notAfter: '0001-01-01T00:00:00.000Z',
      jwksEndpoint,
    })
  })

  test.each([
    { name: 'without keys', more: {}, code: 'INVALID_FIELD' },
    {
      name: 'with two sources of keys',
      more: { certPem: 'CERTIFICATE', jwksEndpoint: 'https://two.example.com/keys' },
      code: 'INVALID_FIELD',
    },
    {
      name: 'with a text that is no certificate',
      more: { certPem: 'hello' },
      code: 'INVALID_CERT_PEM',
    },
    {
      name: 'with an endpoint that is none of the web',
      more: { jwksEndpoint: 'file:///keys' },
      code: 'INVALID_FIELD',
    },
    {
      name: 'with a blank issuer',
      more: { certPem: 'CERTIFICATE', issuer: ' ' },
      code: 'COULD_NOT_VALIDATE',
    },
    {
      name: 'with an issuer in use',
      more: { certPem: 'CERTIFICATE', issuer: 'https://taken.example.com' },
      code: 'COULD_NOT_VALIDATE',
    },
    {
      name: 'with a key id in use',
      more: { certPem: 'CERTIFICATE', kid: 'taken' },
      code: 'COULD_NOT_VALIDATE',
    },
    {
      name: 'with an auth policy that is not there',
      more: { certPem: 'CERTIFICATE', enrollAuthPolicyId: 'nobody' },
      code: 'NOT_FOUND',
    },
  ])('$name is refused', async ({ more, code }) => {
    await service.call('POST', '/external-jwt-signers', {
      body: createSigner('taken', { certPem: createCertPem('taken'), kid: 'taken' }),
    })
    const body: object = JSON.parse(
      JSON.stringify(createSigner('refused', more)).replaceAll(
        '"CERTIFICATE"',
        JSON.stringify(createCertPem('refused')),
      ),
    )
    expect((await service.call('POST', '/external-jwt-signers', { body })).code).toBe(code)
  })

  test.each([
    { name: 'allows', of: (id: string) => ({ extJwt: { allowedSigners: [id] } }) },
    { name: 'asks for', of: (id: string) => ({ secondary: { requireExtJwtSigner: id } }) },
  ])('is not deleted while a policy $name it', async ({ name, of }) => {
    const id = await service.make(
      'external-jwt-signers',
      createSigner(`kept-${name.replace(' ', '-')}`, {
        jwksEndpoint: 'https://kept.example.com/keys',
      }),
    )
    const policy = await service.make('auth-policies', createAuthPolicy(`keeping ${name}`, of(id)))
    expect([
      await getStatus('DELETE', `/external-jwt-signers/${id}`),
      await getStatus('DELETE', `/auth-policies/${policy}`),
      await getStatus('DELETE', `/external-jwt-signers/${id}`),
    ]).toEqual([409, 200, 200])
  })
})

describe('a revocation', () => {
  test.each([
    {
      name: 'of an identity that is not there',
      body: { id: 'nobody', type: 'IDENTITY' },
      status: 404,
    },
    { name: 'of a token whose id is none', body: { id: 'x', type: 'JTI' }, status: 400 },
    {
      name: 'of a token',
      body: { id: '0b7f3a52-6d1e-4c8e-9a55-2f7d6f0e1c11', type: 'JTI' },
      status: 201,
    },
    {
      name: 'of a session',
      body: { id: '0b7f3a52-6d1e-4c8e-9a55-2f7d6f0e1c12', type: 'API_SESSION' },
      status: 201,
    },
    {
      name: 'of what is revoked already',
      body: { id: '0b7f3a52-6d1e-4c8e-9a55-2f7d6f0e1c11', type: 'JTI' },
      status: 400,
    },
  ])('$name: $status', async ({ body, status }) => {
    expect(await getStatus('POST', '/revocations', body)).toBe(status)
  })

  test('lapses after a day, and is kept for two more, as the clock may be ahead', async () => {
    const id = '0b7f3a52-6d1e-4c8e-9a55-2f7d6f0e1c13'
    await service.call('POST', '/revocations', { body: { id, type: 'JTI' } })
    expect((await service.call('GET', `/revocations/${id}`)).data['expiresAt']).toBe(
      new Date(service.now() + 86_400_000).toISOString(),
    )
    service.pass(2 * 86_400_000)
    await service.enter()
    expect(await getStatus('GET', `/revocations/${id}`)).toBe(200)
    service.pass(86_400_000)
    await service.enter()
    expect(await getStatus('GET', `/revocations/${id}`)).toBe(404)
  })
})
