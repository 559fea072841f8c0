import { describe, expect, test } from 'vitest'
import type { Managed } from '../../../support/management.js'
import { startManaged, createAuthPolicy, requireText } from '../../../support/management.js'

const read = async (service: Managed, path: string): Promise<Record<string, unknown>> =>
  (await service.call('GET', path)).data

const listed = async (service: Managed, path: string): Promise<unknown[]> =>
  (await service.call('GET', path)).list.map(({ name }) => name)

const where = (filter: string): string => `?filter=${encodeURIComponent(filter)}&sort=name`

const identity = { type: 'User', isAdmin: false }
const signer = {
  issuer: 'i',
  audience: 'a',
  enabled: true,
  jwksEndpoint: 'https://keys.test/set',
  kid: 'k',
}

/** What is created, and what is kept of it. */
const keptFieldCases: [name: string, collection: string, sent: object, shown: object][] = [
  [
    'a second factor check without a timeout has none',
    'posture-checks',
    { typeId: 'MFA' },
    { timeoutSeconds: -1 },
  ],
  [
    'a timeout of nothing is none',
    'posture-checks',
    { typeId: 'MFA', timeoutSeconds: 0 },
    { timeoutSeconds: -1 },
  ],
  [
    'a timeout below nothing is none',
    'posture-checks',
    { typeId: 'MFA', timeoutSeconds: -7 },
    { timeoutSeconds: -1 },
  ],
  [
    'a timeout stays',
    'posture-checks',
    { typeId: 'MFA', timeoutSeconds: 1 },
    { timeoutSeconds: 1 },
  ],
  [
    'hashes of a process are a set of small letters',
    'posture-checks',
    {
      typeId: 'PROCESS',
      process: { osType: 'Linux', path: '/a', hashes: ['BB', 'aa', 'bb'], signerFingerprint: 'CD' },
    },
    { process: { osType: 'Linux', path: '/a', hashes: ['aa', 'bb'], signerFingerprint: 'cd' } },
  ],
  [
    'no hashes are none',
    'posture-checks',
    { typeId: 'PROCESS', process: { osType: 'Linux', path: '/a', hashes: [] } },
    { process: { osType: 'Linux', path: '/a', hashes: null } },
  ],
  [
    'of processes at one place the last counts',
    'posture-checks',
    {
      typeId: 'PROCESS_MULTI',
      semantic: 'AnyOf',
      processes: [
        { osType: 'macOS', path: '/a' },
        { osType: 'Linux', path: '/b', hashes: ['y', 'x', 'x'] },
        { osType: 'macOS', path: '/a', signerFingerprints: ['B', 'A'] },
      ],
    },
    {
      processes: [
        { osType: 'Linux', path: '/b', hashes: ['x', 'y'], signerFingerprints: [] },
        { osType: 'macOS', path: '/a', hashes: [], signerFingerprints: ['A', 'B'] },
      ],
    },
  ],
  [
    'of an operating system that comes twice the last counts',
    'posture-checks',
    {
      typeId: 'OS',
      operatingSystems: [
        { type: 'macOS', versions: ['1.0.0'] },
        { type: 'Windows', versions: [] },
        { type: 'macOS', versions: ['3.0.0', '2.0.0', '3.0.0'] },
      ],
    },
    {
      operatingSystems: [
        { type: 'Windows', versions: null },
        { type: 'macOS', versions: ['2.0.0', '3.0.0'] },
      ],
    },
  ],
  [
    'domains are a set',
    'posture-checks',
    { typeId: 'DOMAIN', domains: ['b', 'B', 'b', 'a'] },
    { domains: ['B', 'a', 'b'] },
  ],
  [
    'hardware addresses are a set of digits',
    'posture-checks',
    { typeId: 'MAC', macAddresses: ['0A-0b', '0a:0B', 'zz'] },
    { macAddresses: ['', '0a0b'] },
  ],
  [
    'an external id of blanks is none',
    'identities',
    { ...identity, externalId: ' \t' },
    { externalId: null },
  ],
  [
    'an auth policy of blanks is the default',
    'identities',
    { ...identity, authPolicyId: '  ' },
    { authPolicyId: 'default' },
  ],
  [
    'permissions are a set',
    'identities',
    { ...identity, permissions: ['service.read', 'config', 'service.read'] },
    { permissions: ['config', 'service.read'] },
  ],
  [
    'roles are a set in the order of their bytes',
    'service-policies',
    { semantic: 'AnyOf', type: 'Dial', serviceRoles: ['#\u{1F680}', '#\uFF5E', '#a', '#a'] },
    { serviceRoles: ['#a', '#\uFF5E', '#\u{1F680}'] },
  ],
  [
    'what is blank of a signer is what it is by default',
    'external-jwt-signers',
    { ...signer, audience: ' ', claimsProperty: ' ', externalAuthUrl: '\t' },
    { audience: '', claimsProperty: '/sub', externalAuthUrl: null },
  ],
  [
    'no audience of a signer is an empty one',
    'external-jwt-signers',
    { ...signer, audience: null },
    { audience: '' },
  ],
  ['an empty schema is none', 'config-types', { schema: {} }, { schema: null }],
  [
    'scopes of a signer are a set',
    'external-jwt-signers',
    { ...signer, scopes: ['b', 'a', 'b'] },
    { scopes: ['a', 'b'] },
  ],
  [
    'tags of a signer stay from the beginning',
    'external-jwt-signers',
    { ...signer, tags: { site: 'x' } },
    { tags: { site: 'x' } },
  ],
]

describe('of what is sent', () => {
  test.each(keptFieldCases)('%s', async (_, collection, sent, shown) => {
    const service = await startManaged()
    const id = await service.make(collection, { name: 'n', ...sent })
    expect(await read(service, `/${collection}/${id}`)).toMatchObject(shown)
    await service.close()
  })

  test('the ids of other records are shown in their order', async () => {
    const service = await startManaged()
    const types = await Promise.all(
      ['a', 'b', 'c'].map((name) => service.make('config-types', { name })),
    )
    const configs = await Promise.all(
      types.map((configTypeId, index) =>
        service.make('configs', { name: `c${index}`, configTypeId, data: {} }),
      ),
    )
    const signers = await Promise.all(
      ['a', 'b', 'c'].map((name) =>
        service.make('external-jwt-signers', { ...signer, name, issuer: name, kid: name }),
      ),
    )
    const order = (ids: string[]): string[] => ids.sort()
    const [used, policy] = [
      await service.make('services', {
        name: 's',
        encryptionRequired: true,
        configs: order([...configs]).reverse(),
      }),
      await service.make(
        'auth-policies',
        createAuthPolicy('p', { extJwt: { allowedSigners: order([...signers]).reverse() } }),
      ),
    ]
    expect((await read(service, `/services/${used}`))['configs']).toEqual(order([...configs]))
    expect(await read(service, `/auth-policies/${policy}`)).toMatchObject({
      primary: { extJwt: { allowedSigners: order([...signers]) } },
    })
    await service.close()
  })
})

describe('policies', () => {
  const names: [name: string, filter: string, found: string[]][] = [
    ['by an identity', 'anyOf(identities) = "IDENTITY"', ['all', 'some']],
    ['by a service', 'anyOf(services) = "SERVICE"', ['some']],
    ['by how many identities', 'count(identities) > 1', ['all']],
    ['without services', 'isEmpty(services)', ['all']],
    ['by a field of a service', 'not isEmpty(from services where name = "s")', ['some']],
    ['by a field of an identity', 'count(from identities where isAdmin = true) = 1', ['all']],
  ]
  test.each(names)('are found %s that they name', async (_, filter, found) => {
    const service = await startManaged()
    const [user, used] = [
      await service.make('identities', { name: 'i', ...identity, roleAttributes: ['x'] }),
      await service.make('services', {
        name: 's',
        encryptionRequired: true,
        roleAttributes: ['a'],
      }),
    ]
    await service.make('service-policies', {
      name: 'some',
      semantic: 'AllOf',
      type: 'Dial',
      identityRoles: ['#x'],
      serviceRoles: ['#a'],
    })
    await service.make('service-policies', {
      name: 'all',
      semantic: 'AllOf',
      type: 'Bind',
      identityRoles: ['#all'],
    })
    expect(
      await listed(
        service,
        `/service-policies${where(filter.replace('IDENTITY', user).replace('SERVICE', used))}`,
      ),
    ).toEqual(found)
    await service.close()
  })

  test.each(['edge-router-policies', 'service-edge-router-policies'])(
    'among %s name edge routers only',
    async (collection) => {
      const service = await startManaged()
      const [edge, router] = [
        await service.make('edge-routers', { name: 'e' }),
        await service.make('routers', { name: 'r' }),
      ]
      const refused = await service.call('POST', `/${collection}`, {
        body: { name: 'p', semantic: 'AnyOf', edgeRouterRoles: [`@${router}`, `@${edge}`] },
      })
      expect(refused).toMatchObject({
        status: 400,
        body: {
          error: {
            cause: {
              field: 'edgeRouterRoles',
              reason: 'no routers found with the given ids',
              value: `[${router}]`,
            },
          },
        },
      })
      await service.make(collection, {
        name: 'p',
        semantic: 'AnyOf',
        edgeRouterRoles: [`@${edge}`],
      })
      await service.close()
    },
  )
})

describe('what is shown', () => {
  test('of an enrollment names its CA, or none, and the path of its identity', async () => {
    const service = await startManaged()
    const id = await service.make('identities', {
      name: 'i',
      ...identity,
      enrollment: { ott: true },
    })
    const [enrollment] = (await service.call('GET', `/identities/${id}/enrollments`)).list
    expect(enrollment).toMatchObject({
      ca: null,
      identity: { id, name: 'i', urlName: 'identities' },
    })
    await service.close()
  })

  test('of advice says what is not allowed, and counts to nothing', async () => {
    const service = await startManaged()
    const [id, used] = [
      await service.make('identities', { name: 'i', ...identity }),
      await service.make('services', { name: 's', encryptionRequired: true }),
    ]
    expect(await read(service, `/identities/${id}/policy-advice/${used}`)).toMatchObject({
      isBindAllowed: false,
      isDialAllowed: false,
      identityRouterCount: 0,
      serviceRouterCount: 0,
      commonRouters: null,
    })
    await service.close()
  })

  test('of an edge router that has not enrolled has no fingerprint', async () => {
    const service = await startManaged()
    expect(
      await read(service, `/edge-routers/${await service.make('edge-routers', { name: 'e' })}`),
    ).toHaveProperty('fingerprint', null)
    await service.close()
  })

  test('of a service stays as old as it is where a config of it goes', async () => {
    const service = await startManaged()
    const config = await service.make('configs', {
      name: 'c',
      configTypeId: await service.make('config-types', { name: 't' }),
      data: {},
    })
    const id = await service.make('services', {
      name: 's',
      encryptionRequired: true,
      configs: [config],
    })
    const { updatedAt } = await read(service, `/services/${id}`)
    service.pass(1000)
    await service.call('DELETE', `/configs/${config}`)
    expect(await read(service, `/services/${id}`)).toMatchObject({ configs: null, updatedAt })
    await service.close()
  })

  test('to an identity is refused where there is no such identity, and no service', async () => {
    const service = await startManaged()
    expect(await service.call('GET', '/services?asIdentity=nobody')).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    })
    expect((await service.call('GET', '/services?asIdentity=Default%20Admin')).status).toBe(200)
    await service.close()
  })

  test('of related records does not depend on roles, which only the lists of all have', async () => {
    const service = await startManaged()
    await service.make('services', { name: 's', encryptionRequired: true })
    const policy = await service.make('service-policies', {
      name: 'p',
      semantic: 'AnyOf',
      type: 'Dial',
      serviceRoles: ['#all'],
    })
    expect(
      await listed(service, `/service-policies/${policy}/services?roleFilter=nothing`),
    ).toEqual(['s'])
    expect((await service.call('GET', '/services?roleFilter=nothing')).status).toBe(400)
    await service.close()
  })

  test('of configs follows the session where a list asks for no types', async () => {
    const service = await startManaged()
    const type = await service.make('config-types', { name: 't' })
    await service.make('services', {
      name: 's',
      encryptionRequired: true,
      configs: [await service.make('configs', { name: 'c', configTypeId: type, data: { a: 1 } })],
    })
    const session = requireText(
      (await service.authenticate('admin', 'admin-pass', { configTypes: ['t'] })).data,
      'token',
    )
    const configOf = async (query: string): Promise<unknown> =>
      (await service.call('GET', `/services${query}`, { session })).list[0]?.['config']
    expect([
      await configOf(''),
      await configOf('?configTypes='),
      await configOf('?configTypes=other'),
    ]).toEqual([{ t: { a: 1 } }, { t: { a: 1 } }, {}])
    await service.close()
  })
})

describe('the schema of a config type', () => {
  const schemas: [name: string, schema: object, data: object, status: number][] = [
    [
      'has exclusive bounds as draft 4 has them',
      { minimum: 1, exclusiveMinimum: true },
      { a: 1 },
      400,
    ],
    [
      'lets pass what is beyond an exclusive bound',
      { minimum: 1, exclusiveMinimum: true, maximum: 3, exclusiveMaximum: true },
      { a: 2 },
      201,
    ],
    [
      'has bounds that are said to be included',
      { minimum: 1, exclusiveMinimum: false },
      { a: 1 },
      201,
    ],
    ['has exclusive bounds as later drafts have them', { exclusiveMinimum: 1 }, { a: 1 }, 400],
    [
      'can be about a field called like a bound',
      { properties: { minimum: { type: 'integer' }, exclusiveMinimum: false } },
      { a: { exclusiveMinimum: 1 } },
      400,
    ],
  ]
  test.each(schemas)('%s', async (_, schema, data, status) => {
    const service = await startManaged()
    const configTypeId = await service.make('config-types', {
      name: 't',
      schema: { type: 'object', properties: { a: schema } },
    })
    expect(
      (await service.call('POST', '/configs', { body: { name: 'c', configTypeId, data } })).status,
    ).toBe(status)
    await service.close()
  })
})

test.each([
  ['without a type', { properties: {} }, 'invalid config type schema, root type must be object'],
  ['of another type', { type: 'array' }, 'invalid config type schema, root type must be object'],
  [
    'of no type of JSON',
    { type: 'record' },
    'invalid schema has a primitive type that is NOT VALID -- given: /record/ Expected valid values are:[array boolean integer number null object string]',
  ],
])('the schema of a config type is refused %s', async (_, schema, reason) => {
  const service = await startManaged()
  const refusal = (reply: { body: unknown }) =>
    expect(reply.body).toMatchObject({
      error: { code: 'COULD_NOT_VALIDATE', cause: { field: 'schema', reason } },
    })
  const id = await service.make('config-types', { name: 'other' })
  refusal(await service.call('POST', '/config-types', { body: { name: 't', schema } }))
  refusal(await service.call('PUT', `/config-types/${id}`, { body: { name: 'other', schema } }))
  refusal(await service.call('PATCH', `/config-types/${id}`, { body: { schema } }))
  await service.close()
})

test('a policy whose roles are sent again, in another order, names whom it named', async () => {
  const service = await startManaged()
  await service.make('services', { name: 's', encryptionRequired: true, roleAttributes: ['a'] })
  const policy = { name: 'p', semantic: 'AllOf', type: 'Dial', serviceRoles: ['#b', '#a'] }
  const id = await service.make('service-policies', policy)
  await service.call('PUT', `/service-policies/${id}`, {
    body: { ...policy, semantic: 'AnyOf', serviceRoles: ['#a', '#b'] },
  })
  expect(await listed(service, `/service-policies/${id}/services`)).toEqual([])
  await service.call('PUT', `/service-policies/${id}`, {
    body: { ...policy, semantic: 'AnyOf', serviceRoles: ['#b', '#a', '#c'] },
  })
  expect(await listed(service, `/service-policies/${id}/services`)).toEqual(['s'])
  await service.close()
})
