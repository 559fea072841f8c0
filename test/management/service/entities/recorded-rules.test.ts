import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createCsr, createOutsideAuthority } from '../../../support/certificates.js'
import type { Managed, Reply } from '../../../support/management.js'
import { createAuthPolicy, requireText, startManaged } from '../../../support/management.js'
import { isPlainObject } from '../../../../src/document/record.js'

let service: Managed
beforeAll(async () => {
  service = await startManaged()
})
afterAll(() => service.close())

/** Status, code, and the field of the cause. */
function formatReply({ status, code, body }: Reply): string {
  const error = isPlainObject(body) ? body['error'] : undefined
  const cause = isPlainObject(error) ? error['cause'] : undefined
  const field = isPlainObject(cause) && 'field' in cause ? ` ${String(cause['field'])}` : ''
  return `${status} ${code}${field}`.trim()
}

const ca = (name: string, more: object = {}): object => ({
  name,
  isAuthEnabled: true,
  isAutoCaEnrollmentEnabled: true,
  isOttCaEnrollmentEnabled: true,
  identityRoles: [],
  ...more,
})

describe('an external JWT signer', () => {
  const signer = { audience: 'a', issuer: 'i', enabled: true }
  test.each(['ftp://keys.example.com/set', '/set', 'urn:keys'])(
    'has no keys at %s',
    async (jwksEndpoint) => {
      const made = await service.call('POST', '/external-jwt-signers', {
        body: { ...signer, name: jwksEndpoint, jwksEndpoint },
      })
      expect(formatReply(made)).toBe('400 INVALID_FIELD')
    },
  )

  test('has one source of keys, which a patch does not replace by another kind', async () => {
    const { certPem } = createOutsideAuthority('signer', service.now())
    const jwksEndpoint = 'https://keys.example.com/set'
    const path = `/external-jwt-signers/${await service.make('external-jwt-signers', { ...signer, name: 'one', kid: 'k', certPem })}`
    const sources = async (): Promise<unknown[]> => {
      const { data } = await service.call('GET', path)
      return [data['certPem'], data['jwksEndpoint']]
    }
    for (const body of [
      { jwksEndpoint },
      { jwksEndpoint, certPem },
      { jwksEndpoint: 'ftp://keys.example.com/set' },
    ])
      expect(formatReply(await service.call('PATCH', path, { body }))).toBe('400 INVALID_FIELD')
    expect(await sources()).toEqual([expect.stringContaining('BEGIN CERTIFICATE'), null])
    await service.call('PUT', path, { body: { ...signer, name: 'one', jwksEndpoint } })
    expect(await sources()).toEqual([null, jwksEndpoint])
  })
})

describe('a CA', () => {
  test('is the first of several certificates', async () => {
    const [first, second] = [
      createOutsideAuthority('first', service.now()),
      createOutsideAuthority('second', service.now()),
    ]
    const id = await service.make('cas', ca('several', { certPem: first.certPem + second.certPem }))
    const { data } = await service.call('GET', `/cas/${id}`)
    const verify = (text: string): Promise<Reply> =>
      service.call('POST', `/cas/${id}/verify`, { text })
    const token = requireText(data, 'verificationToken')
    expect((await verify(second.client(token))).status).toBe(400)
    expect((await verify(first.client(token))).status).toBe(200)
  })

  test.each([
    ['a prefix', { matcher: 'PREFIX', parser: 'NONE' }],
    ['a split', { matcher: 'ALL', parser: 'SPLIT' }],
  ])('with %s without criteria is refused, also in a patch', async (name, claim) => {
    const { certPem } = createOutsideAuthority(name, service.now())
    const externalIdClaim = {
      location: 'COMMON_NAME',
      matcherCriteria: '',
      parserCriteria: '',
      index: 0,
      ...claim,
    }
    const made = await service.call('POST', '/cas', {
      body: ca(name, { certPem, externalIdClaim }),
    })
    expect(formatReply(made)).toBe('400 INVALID_FIELD')
    const id = await service.make('cas', ca(name, { certPem }))
    const patched = await service.call('PATCH', `/cas/${id}`, { body: { externalIdClaim } })
    expect(formatReply(patched)).toBe('400 INVALID_FIELD')
  })

  test('has a link to its JWT in enrollments', async () => {
    const { certPem } = createOutsideAuthority('linked', service.now())
    const id = await service.make('cas', ca('linked', { certPem }))
    const identity = await service.make('identities', {
      name: 'invited',
      type: 'User',
      isAdmin: false,
      enrollment: { ottca: id },
    })
    const shown = expect.objectContaining({
      id,
      _links: expect.objectContaining({ jwt: { href: `./cas/${id}/jwt` } }),
    })
    expect((await service.call('GET', `/identities/${identity}`)).data).toMatchObject({
      enrollment: { ottca: { ca: shown } },
    })
    expect((await service.call('GET', `/identities/${identity}/enrollments`)).list).toMatchObject([
      { ca: shown },
    ])
  })
})

test('a body with a byte order mark is refused', async () => {
  const reply = await service.call('POST', '/config-types', {
    text: '\uFEFF{"name":"marked"}',
    headers: { 'content-type': 'application/json' },
  })
  expect(formatReply(reply)).toBe('400 COULD_NOT_PARSE_BODY')
})

test('tags alone, also empty ones, may be patched onto a config', async () => {
  const configTypeId = await service.make('config-types', {
    name: 'type',
    schema: { type: 'object' },
  })
  const path = `/configs/${await service.make('configs', { name: 'config', configTypeId, data: {}, tags: { a: 'b' } })}`
  for (const tags of [{ c: 'd' }, {}]) {
    expect((await service.call('PATCH', path, { body: { tags } })).status).toBe(200)
    expect((await service.call('GET', path)).data['tags']).toEqual(tags)
  }
})

test('a policy that is neither for dialing nor for binding is refused by the name of its type', async () => {
  for (const [type, answer] of [
    ['Invalid', '400 COULD_NOT_VALIDATE policyType'],
    ['Listen', '400 COULD_NOT_VALIDATE type'],
  ] as const)
    expect(
      formatReply(
        await service.call('POST', '/service-policies', {
          body: { name: 'policy', semantic: 'AnyOf', type },
        }),
      ),
    ).toBe(answer)
})

test('the users of a record that cannot be deleted are listed with commas', async () => {
  const authPolicyId = await service.make('auth-policies', createAuthPolicy('used'))
  const users = await Promise.all(
    ['one', 'two'].map((name) => service.user(`user ${name}`, { authPolicyId })),
  )
  const { body } = await service.call('DELETE', `/auth-policies/${authPolicyId}`)
  const [a = '', b = ''] = users.sort()
  expect(body).toMatchObject({ error: { cause: { value: `[${a}, ${b}]` } } })
})

describe('enrolling', () => {
  const request = '-----BEGIN CERTIFICATE REQUEST-----\nAAAA\n-----END CERTIFICATE REQUEST-----\n'
  const enroll = (path: string, body: object): Promise<Reply> =>
    service.call('POST', `//edge/client/v1/enroll${path}`, { session: '', body })

  test('tells a missing certificate request from one that cannot be parsed', async () => {
    const router = await service.make('edge-routers', { name: 'requested' })
    const { data } = await service.call('GET', `/edge-routers/${router}`)
    const identity = await service.make('identities', {
      name: 'requested',
      type: 'User',
      isAdmin: false,
      enrollment: { ott: true },
    })
    const { list } = await service.call('GET', `/identities/${identity}/enrollments`)
    const csr = createCsr(router)
    const rows: [path: string, body: object, answer: string][] = [
      ['erott', {}, '400 MISSING_OR_INVALID_CSR'],
      ['erott', { serverCertCsr: csr }, '400 MISSING_OR_INVALID_CSR'],
      ['erott', { certCsr: request, serverCertCsr: csr }, '400 COULD_NOT_PROCESS_CSR'],
      ['erott', { certCsr: csr, serverCertCsr: 'x' }, '400 COULD_NOT_PROCESS_CSR'],
      ['ott', {}, '400 MISSING_OR_INVALID_CSR'],
      ['ott', { clientCsr: 'x' }, '400 COULD_NOT_PROCESS_CSR'],
      ['ott', { clientCsr: `${csr}x` }, '400 COULD_NOT_PROCESS_CSR'],
      ['ott', { clientCsr: `${csr}\n${csr}` }, '400 COULD_NOT_PROCESS_CSR'],
      ['erott', { certCsr: csr, serverCertCsr: `${csr}\n\n` }, '400 COULD_NOT_PROCESS_CSR'],
    ]
    for (const [method, body, answer] of rows) {
      const token =
        method === 'ott' ? requireText(list[0], 'token') : requireText(data, 'enrollmentToken')
      expect(formatReply(await enroll(`?method=${method}&token=${token}`, body))).toBe(answer)
    }
  })

  test.each([
    ['/ott', { token: 't' }, 'clientCsr'],
    ['/ott', { clientCsr: 'x' }, 'token'],
    ['/ottca', {}, 'token'],
    ['/updb', { token: 't' }, 'password'],
    ['/erott', { token: 't', clientCsr: 'x' }, 'serverCsr'],
    ['/trott', { token: 't', serverCsr: 'x' }, 'clientCsr'],
  ])('at %s with %j needs %s', async (path, body, field) => {
    expect(formatReply(await enroll(path, body))).toBe(`400 COULD_NOT_VALIDATE ${field}`)
  })
})

test('an edge router that has not enrolled is verified elsewhere than in its own collection', async () => {
  const id = await service.make('edge-routers', { name: 'verified' })
  const see = async (): Promise<unknown[]> =>
    Promise.all(
      ['routers', 'transit-routers', 'edge-routers'].map(
        async (collection) =>
          (await service.call('GET', `/${collection}/${id}`)).data['isVerified'],
      ),
    )
  expect(await see()).toEqual([true, true, false])
  const { data } = await service.call('GET', `/edge-routers/${id}`)
  const csr = createCsr(id)
  await service.call(
    'POST',
    `//edge/client/v1/enroll?method=erott&token=${requireText(data, 'enrollmentToken')}`,
    { session: '', body: { certCsr: csr, serverCertCsr: csr } },
  )
  expect(await see()).toEqual([true, true, true])
})

describe('a taken name is refused', () => {
  const signer = {
    audience: 'a',
    issuer: 'taken',
    enabled: true,
    jwksEndpoint: 'https://k.example.com/set',
  }
  test.each([
    ['services', { encryptionRequired: true }, { roleAttributes: ['#x'] }],
    ['edge-routers', {}, { roleAttributes: ['#x'] }],
    ['posture-checks', { typeId: 'DOMAIN', domains: ['a.example'] }, { roleAttributes: [''] }],
    ['service-policies', { type: 'Dial', semantic: 'AnyOf' }, { serviceRoles: ['#all', '#x'] }],
    ['edge-router-policies', { semantic: 'AnyOf' }, { edgeRouterRoles: ['x'] }],
    ['service-edge-router-policies', { semantic: 'AnyOf' }, { serviceRoles: ['x'] }],
    ['external-jwt-signers', signer, { enrollAuthPolicyId: 'nope' }],
  ])('before other faults of %s', async (kind, body, fault) => {
    await service.make(kind, { ...body, name: 'taken' })
    const again = await service.call('POST', `/${kind}`, {
      body: { ...body, ...fault, name: 'taken' },
    })
    expect(formatReply(again)).toBe('400 COULD_NOT_VALIDATE name')
  })

  test('after faults of a schema and of data', async () => {
    const schema = { type: 'object', properties: { p: { type: 'string' } } }
    const configTypeId = await service.make('config-types', { name: 'taken', schema })
    await service.make('configs', { name: 'taken', configTypeId, data: {} })
    const type = { name: 'taken', schema: { type: 'object', required: [5] } }
    expect(formatReply(await service.call('POST', '/config-types', { body: type }))).toBe(
      '400 COULD_NOT_VALIDATE schema',
    )
    const config = { name: 'taken', configTypeId, data: { p: 5 } }
    expect(formatReply(await service.call('POST', '/configs', { body: config }))).toBe(
      '400 COULD_NOT_VALIDATE p',
    )
  })
})

test.each([
  ['service-policies', { type: 'Dial' }, ['identityRoles', 'serviceRoles', 'postureCheckRoles']],
  ['edge-router-policies', {}, ['identityRoles', 'edgeRouterRoles']],
  ['service-edge-router-policies', {}, ['serviceRoles', 'edgeRouterRoles']],
])('%s name the first role list that is wrong', async (kind, body, lists) => {
  for (const [index, first] of lists.entries()) {
    const roles = Object.fromEntries(lists.slice(index).map((list) => [list, ['no-sign']]))
    const made = await service.call('POST', `/${kind}`, {
      body: { name: `wrong ${first}`, semantic: 'AnyOf', ...body, ...roles },
    })
    expect(formatReply(made)).toBe(`400 COULD_NOT_VALIDATE ${first}`)
  }
})

test('role attributes of posture checks may begin like a role', async () => {
  const body = {
    typeId: 'DOMAIN',
    domains: ['a.example'],
    name: 'signs',
    roleAttributes: ['#a', '@b'],
  }
  const path = `/posture-checks/${await service.make('posture-checks', body)}`
  const { data } = await service.call('GET', path)
  expect(data['roleAttributes']).toEqual(['#a', '@b'])
  const emptied = await service.call('PATCH', path, {
    body: { typeId: 'DOMAIN', roleAttributes: [''] },
  })
  expect(formatReply(emptied)).toBe('400 COULD_NOT_VALIDATE roleAttributes')
})

test('an edge router cannot be changed as a transit router', async () => {
  const id = await service.make('edge-routers', { name: 'edge' })
  for (const method of ['PUT', 'PATCH'])
    for (const path of ['transit-routers', 'routers'])
      expect(
        formatReply(await service.call(method, `/${path}/${id}`, { body: { name: 'other' } })),
      ).toBe('409 CAN_NOT_UPDATE_ROUTER')
})
