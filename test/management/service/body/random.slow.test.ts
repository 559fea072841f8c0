import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '../../../../src/generated/management/contract.js'
import { toRecord } from '../../../../src/document/record.js'
import type { Operation } from '../../../../src/management/operation.js'
import type { Schema } from '../../../../src/schema/data-schema.js'
import type { Managed } from '../../../support/management.js'
import { startManaged, createAuthPolicy } from '../../../support/management.js'
import { createSample } from '../../../support/sample-request.js'
import { createOutsideAuthority } from '../../../support/certificates.js'

let service: Managed
const withBody = contract.operations.filter(
  ({ body, unserved, method }) => body && !unserved && method !== 'GET',
)

/** A record of each collection. */
const records = new Map<string, string>()

beforeAll(async () => {
  service = await startManaged()
  const make = async (collection: string, body: object): Promise<string> => {
    const id = await service.make(collection, body)
    records.set(collection, id)
    return id
  }
  const identity = await service.user('user')
  records.set('identities', identity)
  const expiresAt = '2030-01-01T00:00:00.000Z'
  const type = await make('config-types', { name: 'type', schema: { type: 'object' } })
  await make('configs', { name: 'config', configTypeId: type, data: {} })
  await make('auth-policies', createAuthPolicy('policy'))
  await make('authenticators', {
    method: 'updb',
    identityId: await service.make('identities', { name: 'x', type: 'User', isAdmin: false }),
    username: 'someone',
    password: 'some-pass',
  })
  await make('cas', {
    name: 'authority',
    certPem: createOutsideAuthority('authority', service.now()).certPem,
    isAuthEnabled: true,
    isAutoCaEnrollmentEnabled: true,
    isOttCaEnrollmentEnabled: true,
    identityRoles: [],
  })
  await make('enrollments', { identityId: identity, method: 'ott', expiresAt })
  await make('external-jwt-signers', {
    name: 'signer',
    issuer: 'i',
    audience: 'a',
    kid: 'k',
    enabled: true,
    jwksEndpoint: 'https://keys.test/set',
  })
  await make('posture-checks', { name: 'check', typeId: 'MAC', macAddresses: ['001122334455'] })
  const sold = await make('services', { name: 'service', encryptionRequired: true })
  await make('terminators', {
    service: sold,
    router: await make('routers', { name: 'router' }),
    binding: 'transport',
    address: 'tcp:a:1',
  })
  // The least that others take refers to nothing else.
  for (const { name, path, body } of withBody) {
    const collection = path.slice(1)
    const isChanged = withBody.some((operation) => operation.path === `${path}/{id}`)
    if (name !== 'create' || !isChanged || records.has(collection) || !body || 'text' in body)
      continue
    const least = toRecord(createSample(body.shape, contract.shapes))
    await make(collection, { ...least, name: collection })
  }
})
afterAll(() => service.close())

const shapeOf = (shape: Schema): Schema => {
  const referred = shape.$ref === undefined ? undefined : contract.shapes[shape.$ref.slice(8)]
  return referred ? shapeOf(referred) : shape
}

/** All fields of a body, those of its variants too. */
function fieldsOf(shape: Schema): string[] {
  const { properties = {}, oneOf = [] } = shapeOf(shape)
  return [...new Set([...Object.keys(properties), ...oneOf.flatMap(fieldsOf)])]
}

const values: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e300,
  '',
  'x',
  'constructor',
  '__proto__',
  [],
  [null],
  [[]],
  ['constructor'],
  [{}],
  {},
  { constructor: 5 },
  { constructor: 'required', toString: null, 'a\u0000b': [] },
  { x: { y: [{ z: null }] } },
]

/** Bodies that are nothing, nothing in all fields, and each field with each value, in a good body where it needs others. */
function* bodiesOf({ method, body }: Operation): Generator<string> {
  for (const value of values) yield JSON.stringify(value)
  yield '{"__proto__":{"name":"x"}}'
  yield '{"__proto__":null,"constructor":{}}'
  yield '\u0000'
  if (!body || !('shape' in body)) return
  const names = fieldsOf(body.shape)
  yield JSON.stringify(Object.fromEntries(names.map((name) => [name, null])))
  const sample = createSample(body.shape, contract.shapes)
  const good = typeof sample === 'object' && !Array.isArray(sample) ? sample : {}
  for (const name of names)
    for (const value of values)
      yield JSON.stringify({ ...(method === 'PATCH' ? {} : good), [name]: value })
}

const pathOf = ({ path, requiredQuery, query }: Operation): string => {
  const collection = path.split('/')[path.startsWith('/current-identity/') ? 2 : 1] ?? ''
  const search = requiredQuery.map(
    (name) => `${name}=${String(createSample(query[name] ?? {}, {}))}`,
  )
  return `${path.replace(/\{\w+\}/, records.get(collection) ?? 'nobody')}?${search.join('&')}`
}

describe('no body makes the service fail', () => {
  test.each(withBody.map((operation) => [`${operation.method} ${operation.path}`, operation]))(
    '%s',
    async (_, operation) => {
      const failures: string[] = []
      for (const text of bodiesOf(operation)) {
        const { status, body } = await service.call(operation.method, pathOf(operation), {
          text,
          headers: { 'content-type': 'application/json' },
        })
        // As recorded: a patch that only takes away the claim of a CA.
        const told = `${text} ${status} ${JSON.stringify(body)}`
        if (status >= 500 && !told.includes('the patch sets no field')) failures.push(told)
      }
      expect(failures).toEqual([])
    },
  )

  test('are sent to records that are there', () => {
    const named = withBody.filter(({ path }) => path.includes('{'))
    expect(
      named
        .filter((operation) => pathOf(operation).includes('nobody'))
        .map(({ path }) => path.split('/')[1]),
    ).toEqual([])
    expect(named.length).toBeGreaterThan(30)
  })
})

describe('names that all objects have', () => {
  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty'])(
    '%s is not a service that is there',
    async (name) => {
      for (const field of ['serviceHostingCosts', 'serviceHostingPrecedences']) {
        const value = field === 'serviceHostingCosts' ? '5' : '"required"'
        const reply = await service.call('POST', '/identities', {
          text: `{"name":"${name} ${field}","type":"User","isAdmin":false,"${field}":{"${name}":${value}}}`,
          headers: { 'content-type': 'application/json' },
        })
        expect({ status: reply.status, code: reply.code }).toEqual({
          status: 404,
          code: 'NOT_FOUND',
        })
      }
    },
  )

  test('are no way to authenticate, no method of enrolling, no reference in a schema', async () => {
    const authenticate = await service.call('POST', '/authenticate?method=constructor', {
      body: {},
    })
    const enroll = await service.call('POST', '//edge/client/v1/enroll?method=constructor', {
      body: {},
    })
    const schema = await service.call('POST', '/config-types', {
      body: {
        name: 'referring',
        schema: { type: 'object', properties: { a: { $ref: '#/constructor' } } },
      },
    })
    const filter = await service.call('GET', '/services?filter=constructor%3D%22x%22')
    expect([authenticate, enroll, schema, filter].map(({ status }) => status)).toEqual([
      400, 400, 400, 400,
    ])
  })
})
