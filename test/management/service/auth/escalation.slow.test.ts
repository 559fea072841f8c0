import { createPrivateKey, randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPlainObject } from '../../../../src/document/record.js'
import { contract } from '../../../../src/generated/management/contract.js'
import { createAuthority } from '../../../../src/management/service/pki/authority.js'
import { commonNameClaim, createOutsideAuthority } from '../../../support/certificates.js'
import type { Managed, Reply } from '../../../support/management.js'
import {
  createAuthPolicy,
  password,
  requireText,
  startManaged,
} from '../../../support/management.js'
import { createRequestTo } from '../../../support/sample-request.js'

let service: Managed
beforeAll(async () => {
  service = await startManaged()
})
afterAll(() => service.close())

const json = { 'content-type': 'application/json' }
const expiresAt = '2030-01-01T00:00:00.000Z'

/** A user with permissions: its identity and a session. */
async function enter(
  name: string,
  permissions: string[],
): Promise<{ id: string; session: string }> {
  const id = await service.user(name, { permissions })
  return { id, session: await service.login(name) }
}

/** What of somebody with more rights is worth having. */
const victims = { administrator: { isAdmin: true }, colleague: { permissions: ['service'] } }

/** The ways to write a key and its value, so that other readers might miss it; none is to change who is trusted. */
const spellings: Readonly<Record<string, (key: string, value: unknown) => string>> = {
  plain: (key, value) => `{"${key}":${JSON.stringify(value)}}`,
  'in capitals': (key, value) => `{"${key.toUpperCase()}":${JSON.stringify(value)}}`,
  escaped: (key, value) =>
    `{"\\u${key.charCodeAt(0).toString(16).padStart(4, '0')}${key.slice(1)}":${JSON.stringify(value)}}`,
  'after null': (key, value) => `{"${key}":null,"${key}":${JSON.stringify(value)}}`,
  'before a null in capitals': (key, value) =>
    `{"${key}":${JSON.stringify(value)},"${key.toUpperCase()}x":null}`,
  'twice, once in capitals': (key, value) =>
    `{"${key.toUpperCase()}":${JSON.stringify(value)},"${key}":${JSON.stringify(value)}}`,
  'after `__proto__`': (key, value) => `{"__proto__":null,"${key}":${JSON.stringify(value)}}`,
  'inside of `__proto__`': (key, value) => `{"__proto__":{"${key}":${JSON.stringify(value)}}}`,
  'with a byte order mark': (key, value) => `\uFEFF{"${key}":${JSON.stringify(value)}}`,
  'with text after it': (key, value) => `{"${key}":${JSON.stringify(value)}} x`,
  'with another value after it': (key, value) => `{"${key}":${JSON.stringify(value)}}{}`,
  'with a NUL after it': (key, value) => `{"${key}":${JSON.stringify(value)}}\u0000`,
}
const spelled = Object.entries(spellings).map(([name, write]) => ({ name, write }))

describe('text after the JSON of a body', () => {
  // A request of the fetch API cannot have a body with GET.
  const operations = contract.operations.filter(
    ({ body, unserved, method }) => body && 'shape' in body && !unserved && method !== 'GET',
  )
  let session = ''
  beforeAll(async () => {
    const { properties } = contract.shapes['IdentityCreate'] ?? {}
    session = (
      await enter('everything', [...(properties?.['permissions']?.items?.enum ?? [])].map(String))
    ).session
  })

  test.each(operations)('is refused in the body of $id', async (operation) => {
    const { method, path, body } = createRequestTo(operation, contract.shapes)
    const { status, code } = await service.call(method, path, {
      session,
      text: `${JSON.stringify(body ?? {})} x`,
      headers: json,
    })
    expect({ status, code }).toEqual({ status: 400, code: 'COULD_NOT_PARSE_BODY' })
  })

  test('is refused in updates of administrators, and ignored where they create, as by controllers', async () => {
    const id = await service.make('services', { name: 'one', encryptionRequired: true })
    const send = (method: string, path: string, text: string): Promise<Reply> =>
      service.call(method, path, { text, headers: json })
    expect([
      (await send('PATCH', `/services/${id}`, '{"name":"two"} x')).status,
      (await send('PUT', `/services/${id}`, '{"name":"two","encryptionRequired":true} x')).status,
      (await send('POST', '/services', '{"name":"three","encryptionRequired":true} x')).status,
    ]).toEqual([400, 400, 201])
  })
})

describe('a user who may change signers cannot become somebody else', () => {
  const at = new Date('2026-12-01T00:00:00.000Z')
  test.each(spelled)('by a certificate that is written $name', async ({ name, write }) => {
    const { session } = await enter(`signers ${name}`, ['external-jwt-signer'])
    const [own, foreign] = [
      createAuthority('own', { time: at, random: randomBytes }),
      createAuthority('foreign', { time: at, random: randomBytes }),
    ]
    const issuer = `https://${encodeURIComponent(name)}.example.com`
    const id = await service.make('external-jwt-signers', {
      name,
      issuer,
      audience: 'here',
      kid: name,
      certPem: own.certPem,
      enabled: true,
    })
    await service.call('PATCH', `/external-jwt-signers/${id}`, {
      session,
      text: write('certPem', foreign.certPem),
      headers: json,
    })
    for (const more of Object.values(victims)) {
      const sub = await service.make('identities', {
        name: `${name} ${Object.keys(more)[0]}`,
        type: 'User',
        isAdmin: false,
        ...more,
      })
      const token = await new SignJWT({ iss: issuer, aud: 'here', sub })
        .setProtectedHeader({ alg: 'ES256', kid: name })
        .setExpirationTime(Math.floor(service.now() / 1000) + 600)
        .sign(createPrivateKey(foreign.keyPem))
      const { status } = await service.call('POST', '/authenticate?method=ext-jwt', {
        session: '',
        body: {},
        headers: { authorization: `Bearer ${token}` },
      })
      expect(status).toBe(401)
    }
  })
})

/** A CA of an administrator, whose keys the caller has, and which names nobody yet. */
async function makeCa(name: string, more: object = {}) {
  const authority = createOutsideAuthority(`CA ${name}`, service.now())
  const id = await service.make('cas', {
    name,
    certPem: authority.certPem,
    identityRoles: [],
    isAuthEnabled: true,
    isAutoCaEnrollmentEnabled: false,
    isOttCaEnrollmentEnabled: true,
    ...more,
  })
  const verify = async (session?: string): Promise<Reply> => {
    const { data } = await service.call('GET', `/cas/${id}`)
    const text = authority.client(requireText(data, 'verificationToken'))
    return service.call('POST', `/cas/${id}/verify`, { text, ...(session && { session }) })
  }
  const authenticate = async (commonName: string): Promise<number> =>
    (
      await service.call('POST', '/authenticate?method=cert', {
        session: '',
        body: {},
        certificate: authority.client(commonName),
      })
    ).status
  return { id, verify, authenticate }
}

describe('a user who may change certificate authorities cannot become somebody else', () => {
  test.each(spelled)('by an external id claim that is written $name', async ({ name, write }) => {
    const { session } = await enter(`authorities ${name}`, ['ca'])
    const ca = await makeCa(name)
    await ca.verify()
    await service.call('PATCH', `/cas/${ca.id}`, {
      session,
      text: write('externalIdClaim', commonNameClaim),
      headers: json,
    })
    for (const [victim, more] of Object.entries(victims)) {
      const externalId = `${victim} ${name}`
      await service.make('identities', {
        name: `named ${externalId}`,
        type: 'User',
        isAdmin: false,
        externalId,
        ...more,
      })
      expect(await ca.authenticate(externalId)).toBe(401)
    }
  })

  test('by proving one that an administrator left unproved', async () => {
    const { session } = await enter('prover', ['ca'])
    const ca = await makeCa('unproved', { externalIdClaim: commonNameClaim })
    await service.user('proved', { permissions: ['service'], externalId: 'proved' })
    await service.user('plainly proved', { externalId: 'plain' })
    expect((await ca.verify(session)).status).toBe(200)
    expect([await ca.authenticate('proved'), await ca.authenticate('plain')]).toEqual([401, 200])
  })
})

describe('who may change identities gains no right', () => {
  const fields: readonly (readonly [string, unknown])[] = [
    ['permissions', ['service']],
    ['isAdmin', true],
    ['isDefaultAdmin', true],
  ]
  test.each(spelled)('by what is written $name', async ({ name, write }) => {
    const { id, session } = await enter(`identities ${name}`, ['identity'])
    for (const [key, value] of fields) {
      const text = write(key, value)
      await service.call('PATCH', `/identities/${id}`, { session, text, headers: json })
    }
    expect((await service.call('GET', `/identities/${id}`)).data).toMatchObject({
      permissions: ['identity'],
      isAdmin: false,
      isDefaultAdmin: false,
    })
  })
})

describe('somebody with a right that the caller lacks', () => {
  const all = ['identity', 'enrollment', 'auth-policy', 'external-jwt-signer', 'ca', 'ops']
  const rows: { name: string; ask: [method: string, path: string, body?: object] }[] = [
    { name: 'another external id', ask: ['PATCH', '/identities/ID', { externalId: 'mine' }] },
    { name: 'another name', ask: ['PATCH', '/identities/ID', { name: 'renamed' }] },
    { name: 'another policy', ask: ['PATCH', '/identities/ID', { authPolicyId: 'FREE' }] },
    { name: 'a weaker policy', ask: ['PATCH', '/auth-policies/OWN', { name: 'weak' }] },
    { name: 'no second factor', ask: ['DELETE', '/identities/ID/mfa'] },
    { name: 'no access', ask: ['POST', '/identities/ID/disable', { durationMinutes: 1 }] },
    { name: 'access again', ask: ['POST', '/identities/ID/enable'] },
    { name: 'other configs', ask: ['POST', '/identities/ID/service-configs', []] },
    { name: 'an end', ask: ['DELETE', '/identities/ID'] },
    {
      name: 'an enrollment',
      ask: ['POST', '/enrollments', { identityId: 'ID', method: 'ott', expiresAt }],
    },
    {
      name: 'a password',
      ask: [
        'POST',
        '/enrollments',
        { identityId: 'ID', method: 'updb', username: 'mine', expiresAt },
      ],
    },
    {
      name: 'an authenticator',
      ask: [
        'POST',
        '/authenticators',
        { identityId: 'ID', method: 'updb', username: 'mine', password },
      ],
    },
    { name: 'another token', ask: ['POST', '/enrollments/OPEN/refresh', { expiresAt }] },
    { name: 'no enrollment', ask: ['DELETE', '/enrollments/OPEN'] },
  ]
  const ids = new Map<string, string>()
  let session = ''
  beforeAll(async () => {
    session = (await enter('changing', all)).session
    ids.set('OWN', await service.make('auth-policies', createAuthPolicy('of colleagues')))
    ids.set('FREE', await service.make('auth-policies', createAuthPolicy('of nobody')))
    const colleague = {
      name: 'colleague',
      type: 'User',
      isAdmin: false,
      permissions: ['identity.read', 'service.create'],
      authPolicyId: ids.get('OWN'),
    }
    ids.set('ID', await service.make('identities', colleague))
    ids.set(
      'OPEN',
      await service.make('enrollments', {
        identityId: ids.get('ID'),
        method: 'updb',
        username: 'colleague',
        expiresAt,
      }),
    )
  })
  const named = (text: string): string =>
    [...ids].reduce((left, [name, id]) => left.replaceAll(name, id), text)

  test.each(rows)('does not get $name', async ({ ask: [method, path, body] }) => {
    const reply = await service.call(method, named(path), {
      session,
      ...(body && { body: JSON.parse(named(JSON.stringify(body))) }),
    })
    expect({ status: reply.status, code: reply.code }).toEqual({
      status: 401,
      code: 'UNAUTHORIZED',
    })
  })

  test('is changed by who has the same rights, singly or as a whole', async () => {
    const peer = await enter('peer', ['identity', 'service'])
    const path = `/identities/${ids.get('ID')}`
    const patch = { session: peer.session, body: { tags: { a: 'b' } } }
    expect((await service.call('PATCH', path, patch)).status).toBe(200)
  })
})

describe('every operation that changes something', () => {
  const operations = contract.operations.filter(
    ({ method, right, unserved }) =>
      method !== 'GET' && !unserved && right !== 'none' && right !== 'partial',
  )
  const { properties = {} } = contract.shapes['IdentityCreate'] ?? {}
  const permissions = [...(properties['permissions']?.items?.enum ?? [])].map(String)

  test.each(operations.filter(({ right }) => right !== 'session'))(
    '$id is refused to who is no administrator any more when its body has arrived',
    async (operation) => {
      const { method, path, body, text } = createRequestTo(operation, contract.shapes)
      const name = `demoted by ${operation.id}`
      const id = await service.user(name, { isAdmin: true })
      const { status } = await service.call(method, path, {
        session: await service.login(name),
        ...(text === undefined ? body !== undefined && { body } : { text }),
        beforeBody: async () =>
          void (await service.call('PATCH', `/identities/${id}`, { body: { isAdmin: false } })),
      })
      expect([400, 401]).toContain(status)
    },
  )

  /** An administrator with all that signs one in, and a router whose tunneler has rights. */
  async function makeVictim() {
    const own = await startManaged()
    const id = await own.user('victim', { isAdmin: true })
    const session = await own.login('victim')
    await own.call('POST', '/current-identity/mfa', { session })
    const router = await own.make('edge-routers', { name: 'router', isTunnelerEnabled: true })
    await own.call('PATCH', `/identities/${router}`, { body: { isAdmin: true } })
    const enrollment = await own.make('enrollments', { identityId: id, method: 'ott', expiresAt })
    const { list } = await own.call('GET', `/identities/${id}/authenticators`)
    await own.user('attacker', { permissions })
    const paths = [
      ...[id, router].flatMap((each) => [
        `/identities/${each}`,
        `/identities/${each}/authenticators`,
        `/identities/${each}/enrollments`,
      ]),
      '/auth-policies/default',
    ]
    const show = async (): Promise<unknown> => {
      const shown = []
      for (const path of paths) {
        const { data, list: all } = await own.call('GET', path)
        const { hasApiSession: _, ...rest } = data
        shown.push([path, rest, all])
      }
      const mfa = await own.call('GET', '/current-identity/mfa', {
        session: await own.login('victim'),
      })
      return [...shown, mfa.data]
    }
    const ids = [id, router, enrollment, requireText(list[0], 'id'), 'default']
    return { own, id, ids, show, attacker: await own.login('attacker') }
  }

  test('changes no identity with further rights, nor what it signs in with', async () => {
    const { own, id, ids, show, attacker: session } = await makeVictim()
    const before = await show()
    const named = { identityId: id, isAdmin: true, isTunnelerEnabled: false, externalId: 'mine' }
    for (const operation of operations) {
      const { method, path, body, text } = createRequestTo(operation, contract.shapes)
      const { body: shape } = operation
      const { properties: fields = {} } = shape && 'shape' in shape ? shape.shape : {}
      for (const target of ids)
        for (const more of [{}, named]) {
          const known = Object.entries(more).filter(([name]) => name in fields)
          await own.call(method, path.replace('nobody', target), {
            session,
            ...(text === undefined
              ? isPlainObject(body) && { body: { ...body, ...Object.fromEntries(known) } }
              : { text }),
          })
        }
      expect([operation.id, await show()]).toEqual([operation.id, before])
    }
    await own.close()
  })
})

describe('the token of an enrollment', () => {
  const callers: { permissions: string[]; identity: boolean; router: boolean }[] = [
    { permissions: ['admin_readonly'], identity: false, router: false },
    { permissions: ['identity', 'enrollment.read', 'router.read'], identity: false, router: false },
    { permissions: ['enrollment.read', 'enrollment.update'], identity: false, router: false },
    { permissions: ['admin_readonly', 'enrollment.create'], identity: true, router: false },
    { permissions: ['enrollment', 'identity'], identity: true, router: false },
    { permissions: ['admin_readonly', 'router.update'], identity: false, router: true },
    { permissions: ['enrollment.read', 'router'], identity: false, router: true },
  ]
  test.each(callers)(
    'is shown to those who may create it: $permissions',
    async ({ permissions, identity, router }) => {
      const name = permissions.join(' ')
      const { session } = await enter(name, permissions)
      const id = await service.make('identities', {
        name: `invited by ${name}`,
        type: 'User',
        isAdmin: false,
        enrollment: { ott: true },
      })
      const routerId = await service.make('edge-routers', { name: `router of ${name}` })
      const { list } = await service.call('GET', '/enrollments?limit=500')
      const tokenOf = (key: string, value: string): string =>
        requireText(
          list.find((enrollment) => enrollment[key] === value),
          'token',
        )
      const tokens = [tokenOf('identityId', id), tokenOf('edgeRouterId', routerId)]
      const shown = new Set<string>()
      const note = (text: string): void => {
        for (const token of tokens) if (text.includes(token)) shown.add(token)
        for (const [jwt] of text.matchAll(/[\w-]+\.([\w-]+)\.[\w-]+/g)) {
          const claims = Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString()
          for (const token of tokens) if (claims.includes(token)) shown.add(token)
        }
      }
      for (const { path, method, unserved } of contract.operations) {
        if (method !== 'GET' || unserved || path.includes('mfa')) continue
        for (const subject of [id, routerId, ...list.map((one) => requireText(one, 'id'))]) {
          if (!path.includes('{id}') && subject !== id) continue
          const { body } = await service.call('GET', path.replaceAll(/\{\w+\}/g, subject), {
            session,
          })
          note(JSON.stringify(body ?? ''))
        }
      }
      expect([...shown].sort()).toEqual(
        tokens.filter((_, index) => (index === 0 ? identity : router)).sort(),
      )
      const found = await service.call(
        'GET',
        `/enrollments?filter=${encodeURIComponent(`token = "${tokens[0]}"`)}`,
        { session },
      )
      if (found.status === 200) expect(found.list.length).toBe(identity ? 1 : 0)
    },
  )
})
