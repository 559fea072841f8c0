import { describe, expect, test } from 'vitest'
import type { Managed, Reply } from '../../../support/management.js'
import { startManaged, requireText } from '../../../support/management.js'
import { createOutsideAuthority } from '../../../support/certificates.js'

type Steps = 'verified' | 'unverified'

/** A service with a CA outside of it. */
async function withCa(more: object = {}, steps: Steps = 'verified') {
  const service = await startManaged()
  const authority = createOutsideAuthority('Outside', service.now())
  const ca = {
    name: 'outside',
    certPem: authority.certPem,
    identityRoles: ['devices'],
    isAuthEnabled: true,
    isAutoCaEnrollmentEnabled: true,
    isOttCaEnrollmentEnabled: true,
    ...more,
  }
  const id = await service.make('cas', ca)
  const prove = async (): Promise<Reply> => {
    const token = requireText((await service.call('GET', `/cas/${id}`)).data, 'verificationToken')
    return service.call('POST', `/cas/${id}/verify`, { text: authority.client(token) })
  }
  if (steps === 'verified') await prove()
  return { service, authority, id, prove }
}

const enrollByCa = (service: Managed, certificate: string, name?: string): Promise<Reply> =>
  service.call('POST', '//edge/client/v1/enroll?method=ca', {
    session: '',
    certificate,
    ...(name !== undefined && { body: { name } }),
  })

const names = async (service: Managed): Promise<unknown[]> =>
  (await service.call('GET', '/identities?filter=isAdmin%20%3D%20false&sort=createdAt')).list.map(
    ({ name }) => name,
  )

describe('a CA', () => {
  test('is verified once, by whoever has its key', async () => {
    const { service, id, prove } = await withCa({}, 'unverified')
    const token = requireText((await service.call('GET', `/cas/${id}`)).data, 'verificationToken')
    const foreign = createOutsideAuthority('Foreign', service.now()).client(token)
    expect((await service.call('POST', `/cas/${id}/verify`, { text: foreign })).code).toBe(
      'CERTIFICATE_FAILED_VALIDATION',
    )
    expect((await service.call('GET', `/cas/${id}`)).data['isVerified']).toBe(false)
    expect((await prove()).status).toBe(200)
    expect((await service.call('GET', `/cas/${id}`)).data['isVerified']).toBe(true)
    expect((await prove()).code).toBe('CA_ALREADY_VERIFIED')
    await service.close()
  })

  test('keeps its certificate and its state through updates', async () => {
    const { service, id, authority } = await withCa()
    const body = {
      name: 'renamed',
      identityNameFormat: '',
      identityRoles: [],
      isAuthEnabled: false,
      isAutoCaEnrollmentEnabled: false,
      isOttCaEnrollmentEnabled: false,
      certPem: 'other',
      isVerified: false,
      verificationToken: 'x',
    }
    expect((await service.call('PUT', `/cas/${id}`, { body })).status).toBe(200)
    expect((await service.call('GET', `/cas/${id}`)).data).toMatchObject({
      name: 'renamed',
      certPem: authority.certPem,
      isVerified: true,
      identityNameFormat: '[caName]-[commonName]',
    })
    await service.close()
  })

  test('takes its enrollments with it, and leaves the authenticators, which open nothing any more', async () => {
    const { service, id, authority } = await withCa()
    const certificate = authority.client('device')
    await enrollByCa(service, certificate)
    const [identity] = (await service.call('GET', '/identities?filter=isAdmin%20%3D%20false')).list
    await service.call('POST', '/enrollments', {
      body: {
        identityId: requireText(identity, 'id'),
        method: 'ottca',
        caId: id,
        expiresAt: new Date(service.now() + 60_000).toISOString(),
      },
    })
    expect((await service.call('GET', '/enrollments')).list).toHaveLength(1)
    const authenticate = (): Promise<Reply> =>
      service.call('POST', '/authenticate?method=cert', { session: '', body: {}, certificate })
    expect((await authenticate()).status).toBe(200)
    await service.call('DELETE', `/cas/${id}`)
    expect((await service.call('GET', '/enrollments')).list).toHaveLength(0)
    expect(
      (await service.call('GET', `/identities/${requireText(identity, 'id')}/authenticators`)).list,
    ).toHaveLength(1)
    expect((await authenticate()).status).toBe(401)
    await service.close()
  })
})

describe('who shows a certificate', () => {
  const refusals: {
    name: string
    ca?: object
    steps?: Steps
    foreign?: boolean
    expected: string
  }[] = [
    {
      name: 'of a CA that is not verified',
      steps: 'unverified',
      expected: 'CERT_FAILED_VALIDATION',
    },
    {
      name: 'of a CA that enrolls nobody by itself',
      ca: { isAutoCaEnrollmentEnabled: false },
      expected: 'CERT_FAILED_VALIDATION',
    },
    { name: 'of another CA', foreign: true, expected: 'CERT_FAILED_VALIDATION' },
    {
      name: 'without the external id that the CA wants',
      ca: {
        externalIdClaim: {
          location: 'COMMON_NAME',
          matcher: 'PREFIX',
          matcherCriteria: 'id-',
          parser: 'NONE',
          parserCriteria: '',
          index: 0,
        },
      },
      expected: 'MISSING_CERT_CLAIM',
    },
  ]
  test.each(refusals)('$name does not enroll', async ({ ca, steps, foreign, expected }) => {
    const { service, authority } = await withCa(ca, steps)
    const issuer = foreign ? createOutsideAuthority('Foreign', service.now()) : authority
    expect((await enrollByCa(service, issuer.client('device'))).code).toBe(expected)
    expect(await names(service)).toEqual([])
    await service.close()
  })

  test('and enrolls is called as the CA says, with a number where the name is taken', async () => {
    const { service, authority } = await withCa({
      identityNameFormat: '[caName]/[commonName]/[requestedName]/[else]',
    })
    for (const name of ['one', 'one', 'two'])
      await enrollByCa(service, authority.client('device'), name)
    expect((await names(service)).sort()).toEqual([
      'outside/device/one/[else]',
      'outside/device/one/[else]000001',
      'outside/device/two/[else]',
    ])
    await service.close()
  })

  test('does not enroll by a name that a format makes longer than any that is sent', async () => {
    const { service, authority } = await withCa({
      identityNameFormat: '[requestedName]'.repeat(500),
    })
    const enrollAs = async (length: number) =>
      (await enrollByCa(service, authority.client(`device-${length}`), 'n'.repeat(length))).code
    expect(await enrollAs(10_000)).toBe('COULD_NOT_VALIDATE')
    expect(await names(service)).toEqual([])
    expect(await enrollAs(20)).toBe('')
    expect((await names(service)).map((name) => String(name).length)).toEqual([10_000])
    await service.close()
  })

  test('enrolls once with it, and has the roles of the CA', async () => {
    const { service, authority } = await withCa()
    const certificate = authority.client('device')
    expect((await enrollByCa(service, certificate)).status).toBe(200)
    expect((await enrollByCa(service, certificate)).code).toBe('CERT_IN_USE')
    expect(
      (await service.call('GET', '/identities?filter=isAdmin%20%3D%20false')).list,
    ).toMatchObject([{ name: 'outside-device', roleAttributes: ['devices'] }])
    await service.close()
  })

  test('that names an external id is known by it, whichever certificate it is', async () => {
    const externalIdClaim = {
      location: 'COMMON_NAME',
      matcher: 'PREFIX',
      matcherCriteria: 'id-',
      parser: 'NONE',
      parserCriteria: '',
      index: 0,
    }
    const { service, authority } = await withCa({ externalIdClaim })
    await enrollByCa(service, authority.client('id-7'))
    expect(
      (await service.call('GET', '/identities?filter=isAdmin%20%3D%20false')).list,
    ).toMatchObject([{ externalId: '7', authenticators: {} }])
    expect(
      (
        await service.call('POST', '/authenticate?method=cert', {
          session: '',
          body: {},
          certificate: authority.client('id-7'),
        })
      ).status,
    ).toBe(200)
    expect(
      (
        await service.call('POST', '/authenticate?method=cert', {
          session: '',
          body: {},
          certificate: authority.client('id-8'),
        })
      ).status,
    ).toBe(401)
    await service.close()
  })

  const allowed: {
    name: string
    ca?: object
    steps?: Steps
    shows: 'client' | 'server' | 'nothing'
    expected: string
  }[] = [
    { name: 'of the CA takes it up', shows: 'client', expected: '200' },
    {
      name: 'of the CA for servers does not',
      shows: 'server',
      expected: '400 CERTIFICATE_FAILED_VALIDATION',
    },
    { name: 'of none does not', shows: 'nothing', expected: '400 CERTIFICATE_FAILED_VALIDATION' },
    {
      name: 'does not while the CA is not verified',
      steps: 'unverified',
      shows: 'client',
      expected: '400 ENROLLMENT_CA_NOT_VALID',
    },
    {
      name: 'does not while the CA enrolls nobody',
      ca: { isOttCaEnrollmentEnabled: false },
      shows: 'client',
      expected: '400 ENROLLMENT_CA_NOT_VALID',
    },
  ]
  test.each(allowed)('for an enrollment $name', async ({ ca, steps, shows, expected }) => {
    const { service, authority, id } = await withCa(ca, steps)
    const identity = await service.make('identities', {
      name: 'anna',
      type: 'User',
      isAdmin: false,
      enrollment: { ottca: id },
    })
    const { data } = await service
      .call('GET', `/identities/${identity}/enrollments`)
      .then(({ list: [first] }) => ({ data: first }))
    const certificate = shows === 'nothing' ? {} : { certificate: authority[shows]('device') }
    const { status, code } = await service.call(
      'POST',
      `//edge/client/v1/enroll?method=ottca&token=${requireText(data, 'token')}`,
      { session: '', ...certificate },
    )
    expect(`${status}${code && ` ${code}`}`).toBe(expected)
    await service.close()
  })
})
