import { describe, expect, test } from 'vitest'
import type { Managed, Reply } from '../../../support/management.js'
import { startManaged, requireText } from '../../../support/management.js'
import { certificateIn, createOutsideAuthority, createCsr } from '../../../support/certificates.js'

const minute = 60_000

const pem = { 'content-type': 'application/x-pem-file' }

const later = (service: Managed, minutes: number): string =>
  new Date(service.now() + minutes * minute).toISOString()

const open = (service: Managed, identityId: string, more: object): Promise<Reply> =>
  service.call('POST', '/enrollments', {
    body: { identityId, expiresAt: later(service, 10), ...more },
  })

const enrollment = async (service: Managed, id: string): Promise<Reply['data']> =>
  (await service.call('GET', `/enrollments/${id}`)).data

const enroll = (service: Managed, query: string, sent: object = {}): Promise<Reply> =>
  service.call('POST', `//edge/client/v1/enroll?${query}`, { session: '', ...sent })

/** An identity with an open enrollment of a method, and its token. */
async function invited(method: string, more: object = {}) {
  const service = await startManaged()
  const identity = await service.make('identities', { name: 'anna', type: 'User', isAdmin: false })
  const id = requireText((await open(service, identity, { method, ...more })).data, 'id')
  return { service, identity, id, token: requireText(await enrollment(service, id), 'token') }
}

const outcome = async (request: Promise<Reply>): Promise<string> => {
  const { status, code } = await request
  return `${status}${code && ` ${code}`}`
}

type Invited = Awaited<ReturnType<typeof invited>>

const csr = (): object => ({ text: createCsr('anna'), headers: pem })

const use = ({ service, token }: Invited, method = 'ott', sent = csr()): Promise<Reply> =>
  enroll(service, `method=${method}&token=${token}`, sent)

const transitions: {
  name: string
  before?: (given: Invited) => Promise<unknown> | void
  request: (given: Invited) => Promise<Reply>
  expected: string
}[] = [
  { name: 'is taken up by a certificate request', request: (given) => use(given), expected: '200' },
  {
    name: 'is taken up by a certificate request in JSON, at the path of its method',
    request: ({ service, token }) =>
      service.call('POST', '//edge/client/v1/enroll/ott', {
        session: '',
        body: { token, clientCsr: createCsr('x') },
      }),
    expected: '200',
  },
  {
    name: 'is taken up once',
    before: (given) => use(given),
    request: (given) => use(given),
    expected: '400 INVALID_ENROLLMENT_TOKEN',
  },
  {
    name: 'stays open after a bad request',
    before: (given) => use(given, 'ott', { text: 'x' }),
    request: (given) => use(given),
    expected: '200',
  },
  {
    name: 'refuses a bad request',
    request: (given) => use(given, 'ott', { text: 'x' }),
    expected: '400 COULD_NOT_PROCESS_CSR',
  },
  {
    name: 'refuses another method',
    request: (given) => use(given, 'updb', { body: { password: 'user-pass' } }),
    expected: '400 INVALID_ENROLL_METHOD',
  },
  {
    name: 'refuses a method that nobody has',
    request: (given) => use(given, 'magic'),
    expected: '400 INVALID_ENROLL_METHOD',
  },
  {
    name: 'refuses another token',
    request: ({ service }) => enroll(service, 'method=ott&token=x', csr()),
    expected: '400 INVALID_ENROLLMENT_TOKEN',
  },
  {
    name: 'ends at its time',
    before: ({ service }) => service.pass(10 * minute),
    request: (given) => use(given),
    expected: '400 ENROLLMENT_EXPIRED',
  },
  {
    name: 'is open until then',
    before: ({ service }) => service.pass(10 * minute - 1),
    request: (given) => use(given),
    expected: '200',
  },
  {
    name: 'is void once it was deleted',
    before: ({ service, id }) => service.call('DELETE', `/enrollments/${id}`),
    request: (given) => use(given),
    expected: '400 INVALID_ENROLLMENT_TOKEN',
  },
  {
    name: 'is void once its identity was deleted',
    before: ({ service, identity }) => service.call('DELETE', `/identities/${identity}`),
    request: (given) => use(given),
    expected: '400 INVALID_ENROLLMENT_TOKEN',
  },
  {
    name: 'has another token once it was refreshed',
    before: ({ service, id }) =>
      service.call('POST', `/enrollments/${id}/refresh`, {
        body: { expiresAt: later(service, 20) },
      }),
    request: (given) => use(given),
    expected: '400 INVALID_ENROLLMENT_TOKEN',
  },
  {
    name: 'cannot be refreshed into the past',
    request: ({ service, id }) =>
      service.call('POST', `/enrollments/${id}/refresh`, {
        body: { expiresAt: later(service, -1) },
      }),
    expected: '400 COULD_NOT_VALIDATE',
  },
  {
    name: 'can be refreshed after its time',
    before: ({ service }) => service.pass(10 * minute),
    request: ({ service, id }) =>
      service.call('POST', `/enrollments/${id}/refresh`, {
        body: { expiresAt: later(service, 20) },
      }),
    expected: '200',
  },
  {
    name: 'keeps out a second one of its method',
    request: ({ service, identity }) => open(service, identity, { method: 'ott' }),
    expected: '409 ENROLLMENT_EXISTS',
  },
  {
    name: 'does not keep out one of another method',
    request: ({ service, identity }) =>
      open(service, identity, { method: 'updb', username: 'anna' }),
    expected: '201',
  },
]

describe('an enrollment of an identity', () => {
  test.each(transitions)('$name', async ({ before, request, expected }) => {
    const given = await invited('ott')
    await before?.(given)
    expect(await outcome(request(given))).toBe(expected)
    await given.service.close()
  })

  test('that was refreshed is taken up by its new token, and lives as long as asked', async () => {
    const { service, id } = await invited('ott')
    await service.call('POST', `/enrollments/${id}/refresh`, {
      body: { expiresAt: later(service, 20) },
    })
    service.pass(19 * minute)
    expect(
      await outcome(
        enroll(service, `token=${requireText(await enrollment(service, id), 'token')}`, csr()),
      ),
    ).toBe('200')
    await service.close()
  })

  test('has no date of its own, for filters neither', async () => {
    const { service, id } = await invited('ott')
    const found = async (filter: string): Promise<unknown[]> =>
      (await service.call('GET', `/enrollments?filter=${encodeURIComponent(filter)}`)).list.map(
        (one) => one['id'],
      )
    expect(await enrollment(service, id)).toMatchObject({
      createdAt: '0001-01-01T00:00:00.000Z',
      updatedAt: '0001-01-01T00:00:00.000Z',
    })
    expect([
      await found('createdAt = null and updatedAt = null'),
      await found('createdAt > datetime(2000-01-01T00:00:00Z)'),
    ]).toEqual([[id], []])
    await service.close()
  })

  test('gives a certificate that names the identity, whatever was asked for, and opens sessions', async () => {
    const given = await invited('ott')
    const { data } = await use(given, 'ott', { text: createCsr('somebody else'), headers: pem })
    const certificate = requireText(data, 'cert')
    expect(certificateIn(certificate).commonName).toBe(given.identity)
    const session = await given.service.call('POST', '/authenticate?method=cert', {
      session: '',
      body: {},
      certificate,
    })
    expect([session.status, session.data['identityId'], session.data['isCertExtendable']]).toEqual([
      200,
      given.identity,
      true,
    ])
    await given.service.close()
  })

  test('by password takes the user name of the enrollment, and not the one that is sent', async () => {
    const given = await invited('updb', { username: 'anna' })
    expect(
      (await use(given, 'updb', { body: { username: 'other', password: 'user-pass' } })).data,
    ).toEqual({ username: 'anna' })
    expect((await given.service.authenticate('anna')).status).toBe(200)
    expect((await given.service.authenticate('other')).status).toBe(401)
    await given.service.close()
  })

  test.each([
    { name: 'without a password', body: {}, expected: '400 COULD_NOT_VALIDATE' },
    { name: 'with a short one', body: { password: 'abcd' }, expected: '400 COULD_NOT_VALIDATE' },
  ])('by password $name is refused', async ({ body, expected }) => {
    const given = await invited('updb', { username: 'anna' })
    expect(await outcome(use(given, 'updb', { body }))).toBe(expected)
    await given.service.close()
  })

  test('is of no use to an identity that has an authenticator of the method', async () => {
    const given = await invited('ott')
    await use(given)
    const again = requireText(
      (await open(given.service, given.identity, { method: 'ott' })).data,
      'id',
    )
    expect(
      await outcome(
        enroll(
          given.service,
          `token=${requireText(await enrollment(given.service, again), 'token')}`,
          csr(),
        ),
      ),
    ).toBe('409 ENROLLMENT_IDENTITY_ALREADY_ENROLLED')
    await given.service.close()
  })
})

describe('an enrollment of a router', () => {
  const collections = [
    { collection: 'edge-routers', method: 'erott' },
    { collection: 'transit-routers', method: 'trott' },
  ]

  test.each(collections)(
    'at $collection makes it verified, once',
    async ({ collection, method }) => {
      const service = await startManaged()
      const id = await service.make(collection, { name: 'north' })
      const { data } = await service.call('GET', `/${collection}/${id}`)
      const body = { certCsr: createCsr(id), serverCertCsr: createCsr(id) }
      const query = `method=${method}&token=${requireText(data, 'enrollmentToken')}`
      const given = await enroll(service, query, { body })
      expect(Object.keys(given.data).sort()).toEqual(['ca', 'cert', 'serverCert'])
      const after = (await service.call('GET', `/${collection}/${id}`)).data
      expect([after['isVerified'], after['fingerprint'], after['enrollmentToken']]).toEqual([
        true,
        certificateIn(requireText(given.data, 'cert')).fingerprint,
        undefined,
      ])
      expect(await outcome(enroll(service, query, { body }))).toBe('400 INVALID_ENROLLMENT_TOKEN')
      await service.close()
    },
  )

  test.each([
    { name: 'without requests', body: () => ({}), expected: '400 MISSING_OR_INVALID_CSR' },
    {
      name: 'for another router',
      body: () => ({ certCsr: createCsr('other'), serverCertCsr: createCsr('other') }),
      expected: '400 COULD_NOT_PROCESS_CSR',
    },
  ])('$name is refused, and stays open', async ({ body, expected }) => {
    const service = await startManaged()
    const id = await service.make('edge-routers', { name: 'north' })
    const token = requireText(
      (await service.call('GET', `/edge-routers/${id}`)).data,
      'enrollmentToken',
    )
    expect(await outcome(enroll(service, `method=erott&token=${token}`, { body: body() }))).toBe(
      expected,
    )
    expect(
      await outcome(
        enroll(service, `method=erott&token=${token}`, {
          body: { certCsr: createCsr(id), serverCertCsr: createCsr(id) },
        }),
      ),
    ).toBe('200')
    await service.close()
  })
})

test('the certificates of the service are served at the host, and below both base paths', async () => {
  const service = await startManaged()
  for (const path of [
    '//.well-known/est/cacerts',
    '//edge/client/v1/.well-known/est/cacerts',
    '/.well-known/est/cacerts',
  ]) {
    const { status, headers } = await service.call('GET', path, { session: '' })
    expect([
      path,
      status,
      headers.get('content-type'),
      headers.get('content-transfer-encoding'),
    ]).toEqual([path, 200, 'application/pkcs7-mime', 'base64'])
  }
  await service.close()
})

test('nobody enrolls by a CA that does not exist', async () => {
  const service = await startManaged()
  const certificate = createOutsideAuthority('Outside', service.now()).client('device')
  expect(await outcome(enroll(service, 'method=ca', { certificate }))).toBe(
    '400 ENROLLMENT_NO_VALID_CAS',
  )
  await service.close()
})
