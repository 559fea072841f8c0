import { createPrivateKey, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createAuthority } from '../../../src/management/service/pki/authority.js'
import { showCode } from '../../support/one-time-code.js'
import type { Managed } from '../../support/management.js'
import { startManaged, createAuthPolicy, requireText } from '../../support/management.js'
import { createOutsideAuthority } from '../../support/certificates.js'
import { isPlainObject } from '../../../src/document/record.js'

/** A row of the table in the README: what is asked for it, and what comes. */
type Row = { subject: string; ask: (service: Managed) => Promise<unknown>; comes: unknown }

type Line = [method: string, path: string, body?: object]

/** The statuses of requests, one after the other. */
async function statuses({ call }: Managed, ...lines: Line[]): Promise<number[]> {
  const found: number[] = []
  for (const [method, path, body] of lines)
    found.push((await call(method, path, body ? { body } : {})).status)
  return found
}

const getMeta = async ({ call }: Managed, path: string): Promise<unknown> => {
  const { body } = await call('GET', path)
  return isPlainObject(body) ? body['meta'] : undefined
}

/** Fields of a record. */
async function getFields({ call }: Managed, path: string, ...fields: string[]): Promise<unknown[]> {
  const { data } = await call('GET', path)
  return fields.map((field) => data[field])
}

const identity = { type: 'User', isAdmin: false }
const mfa = '/current-identity/mfa'
const later = (service: Managed): string => new Date(service.now() + 60_000).toISOString()
const invitation = async (service: Managed): Promise<string> =>
  service.make('enrollments', {
    identityId: await service.make('identities', { name: 'anna', ...identity }),
    method: 'ott',
    expiresAt: later(service),
  })
const authority = (service: Managed) => createOutsideAuthority('outside', service.now())
const ca = (service: Managed) => ({
  name: 'outside',
  certPem: authority(service).certPem,
  identityRoles: [],
  isAuthEnabled: true,
  isAutoCaEnrollmentEnabled: true,
  isOttCaEnrollmentEnabled: true,
})
const signer = {
  name: 'signer',
  issuer: 'issuer',
  audience: 'audience',
  enabled: true,
  jwksEndpoint: 'https://example.com/keys',
}

/** Whoever has enrolled a second factor, with what they ask next. */
async function factored(service: Managed) {
  const session = (await service.user('anna'), await service.login('anna'))
  await service.call('POST', mfa, { session })
  const secret =
    new URL(
      requireText((await service.call('GET', mfa, { session })).data, 'provisioningUrl'),
    ).searchParams.get('secret') ?? ''
  const verify = (code: string) =>
    service.call('POST', `${mfa}/verify`, { session, body: { code } })
  return { session, verify, code: () => showCode(secret, service.now()) }
}

/** Whoever needs a password of 20 characters with a digit. */
async function strictIdentity(service: Managed): Promise<string> {
  const name = `strict ${service.now()} ${Math.random()}`
  const rules = { updb: { minPasswordLength: 20, requireNumberChar: true } }
  const authPolicyId = await service.make('auth-policies', createAuthPolicy(name, rules))
  return service.make('identities', { name, ...identity, authPolicyId })
}

const specified: Row[] = [
  {
    subject: 'versions in `meta`',
    ask: async (service) => [
      await getMeta(service, '/version'),
      await getMeta(service, '/current-identity'),
    ],
    comes: [{ apiEnrollmentVersion: '0.0.1', apiVersion: '0.0.1' }, null],
  },
  {
    subject: 'requests that break the contract',
    ask: (service) =>
      statuses(
        service,
        ['GET', '/services?limit=x'],
        ['POST', '/services'],
        ['POST', '/authenticate?method=magic', {}],
        ['GET', '/identities/x/services?limit=x'],
      ),
    comes: [400, 400, 400, 400],
  },
  {
    subject:
      'user names, external ids and names of authorities that are taken, certificates of no authority, roles without a prefix, `between` on tags, versions of systems',
    ask: async (service) => {
      await service.user('anna', { externalId: 'a' })
      const [identityId, id] = [
        await service.make('identities', { name: 'bert', ...identity }),
        await service.make('cas', ca(service)),
      ]
      return statuses(
        service,
        [
          'POST',
          '/authenticators',
          { method: 'updb', identityId, username: 'anna', password: 'bert-pass' },
        ],
        ['PATCH', `/identities/${identityId}`, { externalId: 'a' }],
        ['PATCH', `/cas/${id}`, { name: '' }],
        [
          'POST',
          '/cas',
          { ...ca(service), name: 'other', certPem: authority(service).client('x') },
        ],
        ['GET', '/services?roleFilter=x'],
        ['GET', '/services?filter=tags.n%20between%201%20and%202'],
        [
          'POST',
          '/posture-checks',
          { name: 'os', typeId: 'OS', operatingSystems: [{ type: 'Linux', versions: ['6'] }] },
        ],
      )
    },
    comes: [400, 400, 400, 400, 400, 400, 400],
  },
  {
    subject: 'deleting a config type or config in use',
    ask: async (service) => {
      const [type, id, encrypted] = [
        await service.make('config-types', { name: 'type' }),
        await service.make('identities', { name: 'anna', ...identity }),
        await service.make('services', { name: 'service', encryptionRequired: true }),
      ]
      const config = await service.make('configs', { name: 'config', configTypeId: type, data: {} })
      await service.call('POST', `/identities/${id}/service-configs`, {
        body: [{ serviceId: encrypted, configId: config }],
      })
      return statuses(
        service,
        ['DELETE', `/config-types/${type}`],
        ['DELETE', `/configs/${config}`],
      )
    },
    comes: [409, 409],
  },
  {
    subject: 'replacing or patching to a name that is taken or empty',
    ask: async (service) => {
      const [id] = [
        await service.make('auth-policies', createAuthPolicy('one')),
        await service.make('auth-policies', createAuthPolicy('two')),
      ]
      return statuses(
        service,
        ['PUT', `/auth-policies/${id}`, createAuthPolicy('two')],
        ['PATCH', `/auth-policies/${id}`, { name: '' }],
      )
    },
    comes: [400, 400],
  },
  {
    subject: 'a patch that sets nothing',
    ask: (service) =>
      statuses(
        service,
        ['PATCH', '/auth-policies/default', {}],
        ['PATCH', '/auth-policies/default', { name: null }],
      ),
    comes: [200, 200],
  },
  {
    subject: 'relations of unknown identities, edge routers and policies of both',
    ask: (service) =>
      statuses(
        service,
        ...[
          'identities/x/services',
          'identities/x/enrollments',
          'identities/x/posture-data',
          'edge-routers/x/identities',
          'edge-router-policies/x/identities',
          'service-edge-router-policies/x/services',
          'service-policies/x/services',
          'services/x/configs',
        ].map((path): Line => ['GET', `/${path}`]),
      ),
    comes: [404, 404, 404, 404, 404, 404, 200, 200],
  },
  {
    subject: '`audience` of an external JWT signer',
    ask: (service) =>
      statuses(
        service,
        ['POST', '/external-jwt-signers', { ...signer, audience: null }],
        ['POST', '/external-jwt-signers', { ...signer, name: 'other', audience: undefined }],
      ),
    comes: [201, 400],
  },
  {
    subject: 'wrong codes of a second factor',
    ask: async (service) => (await (await factored(service)).verify('000000')).status,
    comes: 401,
  },
  {
    subject: 'one-time codes of other moments',
    ask: async (service) => {
      const { verify, code } = await factored(service)
      const early = code()
      service.pass(60_000)
      const late = (await verify(early)).status
      const later = code()
      service.pass(30_000)
      return [late, (await verify(later)).status]
    },
    comes: [401, 200],
  },
  {
    subject: 'new recovery codes',
    ask: async (service) => {
      const { session, verify, code } = await factored(service)
      await verify(code())
      service.pass(60_000)
      return Array.isArray(
        (await service.call('POST', `${mfa}/recovery-codes`, { session, body: { code: code() } }))
          .data['recoveryCodes'],
      )
    },
    comes: true,
  },
  {
    subject: 'refreshing an enrollment',
    ask: async (service) =>
      Object.keys(
        (
          await service.call('POST', `/enrollments/${await invitation(service)}/refresh`, {
            body: { expiresAt: later(service) },
          })
        ).data,
      ),
    comes: ['_links', 'id'],
  },
  {
    subject: 'an enrollment',
    ask: async (service) => {
      const [known, subject] = await getFields(
        service,
        `/enrollments/${await invitation(service)}`,
        'ca',
        'identity',
      )
      return [known, isPlainObject(subject) && subject['urlName']]
    },
    comes: [null, 'identities'],
  },
  {
    subject: '`encryptionRequired` of a service',
    ask: async (service) => {
      const id = await service.make('services', { name: 'service', encryptionRequired: true })
      await service.call('PUT', `/services/${id}`, {
        body: { name: 'service', encryptionRequired: false },
      })
      return getFields(service, `/services/${id}`, 'encryptionRequired')
    },
    comes: [true],
  },
  {
    subject: 'tags of new routers and external JWT signers',
    ask: async (service) => {
      const tags = { site: 'north' }
      return [
        await getFields(
          service,
          `/routers/${await service.make('routers', { name: 'router', tags })}`,
          'tags',
        ),
        await getFields(
          service,
          `/external-jwt-signers/${await service.make('external-jwt-signers', { ...signer, tags })}`,
          'tags',
        ),
      ]
    },
    comes: [[{ site: 'north' }], [{ site: 'north' }]],
  },
  {
    subject:
      'long passwords and user names of new authenticators; passwords in changes and enrollments',
    ask: async (service) => {
      const identityId = await strictIdentity(service)
      const made = (username: string, password: string): Line => [
        'POST',
        '/authenticators',
        { method: 'updb', identityId, username, password },
      ]
      const invited = await strictIdentity(service)
      const invitation = await service.make('enrollments', {
        identityId: invited,
        method: 'updb',
        username: 'bert',
        expiresAt: later(service),
      })
      const { data } = await service.call('GET', `/enrollments/${invitation}`)
      const enroll = (password: string): Promise<{ status: number }> =>
        service.call('POST', `//edge/client/v1/enroll?method=updb&token=${data['token']}`, {
          session: '',
          body: { password },
        })
      const long = 'a1'.repeat(51)
      const found = await statuses(
        service,
        made(long, 'pass'),
        made('anna', long),
        made('anna', 'plain'),
      )
      const session = requireText((await service.authenticate('anna', 'plain')).data, 'token')
      const { list } = await service.call('GET', `/identities/${identityId}/authenticators`)
      const path = `/authenticators/${requireText(list[0], 'id')}`
      const own = { currentPassword: 'plain' }
      return [
        ...found,
        ...(await statuses(
          service,
          ['PATCH', path, { password: 'a1'.repeat(9) }],
          ['PATCH', path, { password: 'a'.repeat(20) }],
          ['PUT', path, { username: 'anna', password: 'a1'.repeat(9) }],
        )),
        (
          await service.call('PATCH', `/current-identity${path}`, {
            session,
            body: { ...own, password: 'a'.repeat(20) },
          })
        ).status,
        (await enroll('a'.repeat(20))).status,
        (await enroll('a1'.repeat(10))).status,
        ...(await statuses(service, ['PATCH', path, { password: 'a1'.repeat(10) }])),
      ]
    },
    comes: [400, 400, 201, 400, 400, 400, 400, 400, 200, 200],
  },
  {
    subject: 'a password that is too long',
    ask: async (service) =>
      JSON.stringify((await service.authenticate('admin', 'p'.repeat(101))).body).includes('ppp'),
    comes: false,
  },
]

const recorded: Row[] = [
  {
    subject: 'missing rights to delete API sessions and posture checks',
    ask: async (service) => {
      const session = (await service.user('anna'), await service.login('anna'))
      return [
        (await service.call('DELETE', '/api-sessions/x', { session })).status,
        (await service.call('DELETE', '/posture-checks/x', { session })).status,
      ]
    },
    comes: [401, 401],
  },
  {
    subject: 'deleting an unknown record',
    ask: (service) => statuses(service, ['DELETE', '/services/x'], ['DELETE', '/auth-policies/x']),
    comes: [404, 404],
  },
  {
    subject: 'deleting identities, services, routers and policies that are in use',
    ask: async (service) => {
      const [id, router] = [
        await service.make('identities', { name: 'anna', ...identity }),
        await service.make('edge-routers', { name: 'router' }),
      ]
      const policy = await service.make('edge-router-policies', {
        name: 'policy',
        semantic: 'AnyOf',
        identityRoles: [`@${id}`],
        edgeRouterRoles: [`@${router}`],
      })
      return [
        await statuses(
          service,
          ['DELETE', `/identities/${id}`],
          ['DELETE', `/edge-routers/${router}`],
        ),
        await getFields(
          service,
          `/edge-router-policies/${policy}`,
          'identityRoles',
          'edgeRouterRoles',
        ),
      ]
    },
    comes: [
      [200, 200],
      [null, null],
    ],
  },
  {
    subject: 'authenticators of a certificate authority that is deleted',
    ask: async (service) => {
      const outside = authority(service)
      const id = await service.make('cas', { ...ca(service), certPem: outside.certPem })
      await service.call('POST', `/cas/${id}/verify`, {
        text: outside.client(
          String((await getFields(service, `/cas/${id}`, 'verificationToken'))[0]),
        ),
      })
      const certificate = outside.client('anna')
      const authenticator = await service.make('authenticators', {
        method: 'cert',
        identityId: await service.make('identities', { name: 'anna', ...identity }),
        certPem: certificate,
      })
      const enter = async () =>
        (
          await service.call('POST', '/authenticate?method=cert', {
            session: '',
            body: {},
            certificate,
          })
        ).status
      return [
        await enter(),
        ...(await statuses(
          service,
          ['DELETE', `/cas/${id}`],
          ['GET', `/authenticators/${authenticator}`],
        )),
        await enter(),
      ]
    },
    comes: [200, 200, 200, 401],
  },
  {
    subject: 'enrolling a second factor while one is pending',
    ask: (service) => statuses(service, ['POST', mfa], ['POST', mfa]),
    comes: [201, 409],
  },
  {
    subject: 'removing the second factor of an unknown identity',
    ask: (service) => statuses(service, ['DELETE', '/identities/x/mfa']),
    comes: [200],
  },
  {
    subject: 'disabling an identity',
    ask: async (service) => {
      const { status, body } = await service.call(
        'POST',
        `/identities/${await service.make('identities', { name: 'anna', ...identity })}/disable`,
        { body: { durationMinutes: 1 } },
      )
      return [status, body]
    },
    comes: [200, undefined],
  },
  {
    subject:
      'patching a config without data, a config type to a taken name, or password rules of an auth policy',
    ask: async (service) => {
      const configTypeId = await service.make('config-types', {
        name: 'type',
        schema: { type: 'object' },
      })
      const config = await service.make('configs', { name: 'config', configTypeId, data: {} })
      const policy = await service.make(
        'auth-policies',
        createAuthPolicy('strict', { updb: { minPasswordLength: 20, requireMixedCase: false } }),
      )
      const updb = { minPasswordLength: 30, requireNumberChar: true }
      await service.call('PATCH', `/auth-policies/${policy}`, { body: { primary: { updb } } })
      const [primary] = await getFields(service, `/auth-policies/${policy}`, 'primary')
      return [
        await statuses(
          service,
          ['PATCH', `/configs/${config}`, { name: 'other' }],
          ['PATCH', `/config-types/${configTypeId}`, { name: 'host.v1' }],
        ),
        primary,
      ]
    },
    comes: [
      [400, 200],
      expect.objectContaining({
        updb: expect.objectContaining({ minPasswordLength: 5, requireNumberChar: false }),
      }),
    ],
  },
  {
    subject:
      'patching `externalIdClaim` of a certificate authority; the source of keys of an external JWT signer',
    ask: async (service) => {
      const { certPem } = createOutsideAuthority('claims', service.now())
      const claim = { location: 'COMMON_NAME', matcher: 'ALL', parser: 'NONE', index: 0 }
      const ca = await service.make('cas', {
        name: 'claims',
        certPem,
        isTrustedForAuth: true,
        isAuthEnabled: true,
        isAutoCaEnrollmentEnabled: false,
        isOttCaEnrollmentEnabled: false,
        identityRoles: [],
        externalIdClaim: { ...claim, matcherCriteria: '', parserCriteria: '' },
      })
      const signer = await service.make('external-jwt-signers', {
        name: 'signer',
        issuer: 'issuer',
        audience: 'audience',
        enabled: true,
        kid: 'kid',
        certPem,
      })
      const answers = await statuses(
        service,
        ['PATCH', `/cas/${ca}`, { externalIdClaim: { index: 1 } }],
        ['PATCH', `/cas/${ca}`, { externalIdClaim: null }],
        ['PATCH', `/external-jwt-signers/${signer}`, { jwksEndpoint: 'https://k.example.com' }],
      )
      return [answers, await getFields(service, `/cas/${ca}`, 'externalIdClaim')]
    },
    comes: [[200, 500, 400], [expect.objectContaining({ location: 'COMMON_NAME', index: 1 })]],
  },
  {
    subject: 'signers that an auth policy names',
    ask: async (service) => {
      const policy = createAuthPolicy('signers', { extJwt: { allowedSigners: ['nobody'] } })
      const id = await service.make('auth-policies', createAuthPolicy('signers'))
      return statuses(
        service,
        ['POST', '/auth-policies', { ...policy, name: 'more' }],
        ['PUT', `/auth-policies/${id}`, policy],
        ['PATCH', `/auth-policies/${id}`, { primary: { extJwt: { allowedSigners: ['nobody'] } } }],
      )
    },
    comes: [404, 200, 200],
  },
  {
    subject: '`cost`, `noTraversal` and `disabled` through `/routers` and `/transit-routers`',
    ask: async (service) => {
      const id = await service.make('routers', {
        name: 'router',
        cost: 3,
        noTraversal: true,
        disabled: true,
      })
      await service.call('PUT', `/routers/${id}`, {
        body: { name: 'router', cost: 9, noTraversal: false, disabled: true },
      })
      return getFields(service, `/routers/${id}`, 'cost', 'noTraversal', 'disabled')
    },
    comes: [3, true, false],
  },
  {
    subject: '`type` of identities; tags',
    ask: async (service) =>
      getFields(
        service,
        `/identities/${await service.make('identities', { name: 'device', type: 'Device', isAdmin: false, tags: { number: 1, list: [], record: {} } })}`,
        'typeId',
        'tags',
      ),
    comes: ['Default', { number: 1 }],
  },
  {
    subject: 'role attributes by page',
    ask: async (service) => {
      await service.make('identities', {
        name: 'anna',
        ...identity,
        roleAttributes: ['a', 'b', 'c'],
      })
      const { body } = await service.call('GET', '/identity-role-attributes?limit=1&offset=1')
      return isPlainObject(body) && body['data']
    },
    comes: ['a', 'b', 'c'],
  },
  {
    subject:
      'short user names, and passwords that are shorter or simpler than the policy wants, of new authenticators',
    ask: async (service) => {
      const identityId = await strictIdentity(service)
      return statuses(service, [
        'POST',
        '/authenticators',
        { method: 'updb', identityId, username: 'a', password: 'p' },
      ])
    },
    comes: [201],
  },
  {
    subject: 'fields of bodies',
    ask: async (service) => {
      const id = await service.make('posture-checks', {
        name: 'check',
        typeId: 'DOMAIN',
        domains: ['a'],
      })
      return statuses(service, ['PUT', `/posture-checks/${id}`, { name: 'check', domains: ['a'] }])
    },
    comes: [400],
  },
  {
    subject: 'values in answers',
    ask: async (service) => {
      const { verify, code } = await factored(service)
      await verify(code())
      const [query] = [(await service.authenticate('anna')).data['authQueries']].flat()
      const [permissions] = await getFields(
        service,
        `/services/${await service.make('services', { name: 'service', encryptionRequired: true })}`,
        'permissions',
      )
      const id = await service.make('enrollments', {
        identityId: await service.make('identities', { name: 'bert', ...identity }),
        method: 'ott',
        expiresAt: later(service),
      })
      return [
        isPlainObject(query) && [query['format'], query['provider']],
        permissions,
        await getFields(service, `/enrollments/${id}`, 'createdAt'),
      ]
    },
    comes: [['alphaNumeric', 'ziti'], ['Invalid'], ['0001-01-01T00:00:00.000Z']],
  },
  {
    subject: 'service policies of an edge router; an authenticator that was made; counts; specs',
    ask: async (service) => {
      const router = await service.make('edge-routers', { name: 'router' })
      await service.make('service-edge-router-policies', {
        name: 'policy',
        semantic: 'AnyOf',
        edgeRouterRoles: ['#all'],
        serviceRoles: [],
      })
      const policies = (
        await service.call('GET', `/edge-routers/${router}/service-edge-router-policies`)
      ).list.map(({ name }) => name)
      const session = (await service.user('anna'), await service.login('anna'))
      return [
        policies,
        (await service.call('GET', '/summary', { session })).status,
        (await service.call('GET', '/specs')).list.map(({ id }) => id),
      ]
    },
    comes: [['policy'], 401, ['edge-client']],
  },
]

/** One with the permissions to manage what says who may authenticate. */
async function limited(service: Managed): Promise<{ session: string }> {
  await service.user('limited', { permissions: ['external-jwt-signer', 'ca', 'auth-policy'] })
  return { session: await service.login('limited') }
}

const safer: Row[] = [
  {
    subject:
      'external JWT signers and certificate authorities that a non-administrator made, verified, or changed in more than name and tags',
    ask: async (service) => {
      const { certPem, keyPem } = createAuthority('issuer', {
        time: new Date(service.now()),
        random: randomBytes,
      })
      await service.call('POST', '/external-jwt-signers', {
        ...(await limited(service)),
        body: { name: 'own', issuer: 'i', audience: 'a', kid: 'k', enabled: true, certPem },
      })
      const { list } = await service.call('GET', '/identities?filter=isAdmin%3Dtrue')
      const token = await new SignJWT({ iss: 'i', aud: 'a', sub: requireText(list[0], 'id') })
        .setProtectedHeader({ alg: 'ES256', kid: 'k' })
        .setExpirationTime(Math.floor(service.now() / 1000) + 600)
        .sign(createPrivateKey(keyPem))
      const headers = { authorization: `Bearer ${token}` }
      const path = '/authenticate?method=ext-jwt'
      return (await service.call('POST', path, { session: '', body: {}, headers })).status
    },
    comes: 401,
  },
  {
    subject: 'identities with a right that the caller lacks, their enrollments and auth policies',
    ask: async (service) => {
      const body = { primary: { updb: { allowed: false } } }
      const { session } = await limited(service)
      return (await service.call('PATCH', '/auth-policies/default', { session, body })).status
    },
    comes: 401,
  },
  {
    subject: '`asIdentity` of callers who are not administrators',
    ask: async (service) => {
      await service.user('reader', { permissions: ['admin_readonly'] })
      const session = await service.login('reader')
      const ask = async (name: string) =>
        (await service.call('GET', `/services?asIdentity=${name}`, { session })).status
      return [await ask('reader'), await ask('nobody')]
    },
    comes: [401, 401],
  },
  {
    subject: '`configTypes` in lists of services',
    ask: async (service) => {
      const configTypeId = await service.make('config-types', { name: 'type', schema: {} })
      const config = await service.make('configs', { name: 'one', configTypeId, data: { a: 1 } })
      await service.make('services', { name: 'one', encryptionRequired: true, configs: [config] })
      await service.user('reader', { permissions: ['service.read'] })
      const session = await service.login('reader')
      const ask = async (more: object) =>
        (await service.call('GET', '/services?configTypes=all', more)).list.map(
          (record) => record['config'],
        )
      return [await ask({ session }), await ask({})]
    },
    comes: [[{}], [{ type: { a: 1 } }]],
  },
  {
    subject: 'enrollment tokens',
    ask: async (service) => {
      const id = await invitation(service)
      await service.user('reader', { permissions: ['admin_readonly'] })
      const session = await service.login('reader')
      const { data } = await service.call('GET', `/enrollments/${id}`, { session })
      return [data['token'], data['jwt']]
    },
    comes: ['', ''],
  },
  {
    subject: 'text after the JSON of a body',
    ask: async (service) => {
      const id = await service.make('services', { name: 'one', encryptionRequired: true })
      const headers = { 'content-type': 'application/json' }
      const text = '{"name":"two","encryptionRequired":true} x'
      return [
        (await service.call('PATCH', `/services/${id}`, { text, headers })).status,
        (await service.call('POST', '/services', { text, headers })).status,
      ]
    },
    comes: [400, 201],
  },
  {
    subject: 'sessions when a password changes',
    ask: async (service) => {
      const id = await service.user('anna')
      const session = await service.login('anna')
      const { list } = await service.call('GET', `/identities/${id}/authenticators`)
      const body = { password: 'new-pass' }
      await service.call('PATCH', `/authenticators/${requireText(list[0], 'id')}`, { body })
      return (await service.call('GET', '/current-identity', { session })).status
    },
    comes: 401,
  },
  {
    subject: 'OpenID Connect',
    ask: (service) => statuses(service, ['POST', '//oidc/oauth/introspect', {}]),
    comes: [404],
  },
  {
    subject: 'external tokens without `exp`',
    ask: async (service) => {
      const { certPem, keyPem } = createAuthority('issuer', {
        time: new Date(service.now()),
        random: randomBytes,
      })
      const own = { name: 'own', issuer: 'i', audience: 'a', kid: 'k', enabled: true, certPem }
      await service.make('external-jwt-signers', own)
      const sub = await service.user('anna')
      const authenticate = async (more: object): Promise<number> => {
        const token = await new SignJWT({ iss: 'i', aud: 'a', sub, ...more })
          .setProtectedHeader({ alg: 'ES256', kid: 'k' })
          .sign(createPrivateKey(keyPem))
        const headers = { authorization: `Bearer ${token}` }
        const path = '/authenticate?method=ext-jwt'
        return (await service.call('POST', path, { session: '', body: {}, headers })).status
      }
      const iat = Math.floor(service.now() / 1000)
      return [
        await authenticate({}),
        await authenticate({ iat }),
        await authenticate({ iat: iat - 601 }),
      ]
    },
    comes: [401, 200, 401],
  },
  {
    subject: 'certificates for servers only',
    ask: async (service) => {
      const outside = authority(service)
      const caId = await service.make('cas', { ...ca(service), certPem: outside.certPem })
      const { data } = await service.call('GET', `/cas/${caId}`)
      const text = outside.client(requireText(data, 'verificationToken'))
      await service.call('POST', `/cas/${caId}/verify`, { text })
      const identityId = await service.make('identities', { name: 'anna', ...identity })
      const certificate = outside.server('anna')
      await service.make('authenticators', { identityId, method: 'cert', certPem: certificate })
      const path = '/authenticate?method=cert'
      return (await service.call('POST', path, { session: '', body: {}, certificate })).status
    },
    comes: 401,
  },
  {
    subject: 'a schema with `$async`',
    ask: (service) =>
      statuses(service, [
        'POST',
        '/config-types',
        { name: 'type', schema: { $async: true, type: 'object' } },
      ]),
    comes: [400],
  },
  {
    subject: 'patching a config type with nothing',
    ask: async (service) => {
      const path = `/config-types/${await service.make('config-types', { name: 'type' })}`
      return statuses(
        service,
        ['PATCH', path, {}],
        ['PATCH', path, { name: null }],
        ['PATCH', path, { schema: null }],
      )
    },
    comes: [400, 400, 400],
  },
  {
    subject: 'revocations that have expired',
    ask: async (service) => {
      const id = '0b7f3a52-6d1e-4c8e-9a55-2f7d6f0e1c11'
      await service.call('POST', '/revocations', { body: { id, type: 'JTI' } })
      const statusAfter = async (days: number): Promise<number> => {
        service.pass(days * 86_400_000)
        await service.enter()
        return (await service.call('GET', `/revocations/${id}`)).status
      }
      // It expires after a day.
      return [await statusAfter(2), await statusAfter(1)]
    },
    comes: [200, 404],
  },
]

const table =
  readFileSync('docs/differences.md', 'utf8')
    .split('| Subject | Specification | Controllers | Here |\n')[1]
    ?.split('\n\n')[0] ?? ''

test('the table of differences has a row for each of these', () => {
  const told = table
    .split('\n')
    .slice(1)
    .map((line) => line.slice(2, -2).split(' | '))
  const here = (rows: Row[], word: string): string[] =>
    rows.map(({ subject }) => `${subject}: ${word}`)
  const sides = told.map(
    ([subject, , , side = '']) =>
      `${subject}: ${/^(controllers|safer)/.exec(side)?.[0] ?? 'specification'}`,
  )
  expect(sides).toEqual([
    ...here(specified, 'specification'),
    ...here(recorded, 'controllers'),
    ...here(safer, 'safer'),
  ])
})

describe.each([
  ['the specification says', specified],
  ['controllers do', recorded],
  ['does no harm', safer],
])('what %s', (_, rows) => {
  test.each(rows)('$subject', async ({ ask, comes }) => {
    const service = await startManaged()
    expect(await ask(service)).toEqual(comes)
    await service.close()
  })
})
