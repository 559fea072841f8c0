import { describe, expect, onTestFinished, test } from 'vitest'
import type { ServiceContext } from '../../../src/management/service/call/context.js'
import type { WriteTransaction } from '../../../src/management/service/call/records.js'
import type { Deadline } from '../../../src/management/service/call/request.js'
import { createRequestHandler } from '../../../src/management/service/http/service.js'
import { selectList } from '../../support/select-list.js'
import type { FilterSymbols } from '../../../src/management/service/filter/symbols.js'
import { createServiceContext, credentials } from '../../support/management.js'

type Call = (
  method: string,
  path: string,
  parts?: { body?: unknown; deadline?: Deadline },
) => Promise<{ status: number; body: string }>

const range = <Item>(count: number, create: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => create(index))

const base = { createdAt: 0, updatedAt: 0, tags: {} }

const putService = (
  { put }: WriteTransaction,
  index: number,
  { roleAttributes = ['a'], tags = {} }: { roleAttributes?: string[]; tags?: object } = {},
): void =>
  void put('services', {
    ...base,
    tags: { ...tags },
    id: `service-${index}`,
    name: `service ${index}`,
    encryptionRequired: true,
    configs: null,
    roleAttributes,
    terminatorStrategy: 'smartrouting',
    maxIdleTimeMillis: 0,
  })

const putPolicy = (
  { put }: WriteTransaction,
  index: number,
  {
    semantic = 'AnyOf',
    serviceRoles = ['#a'],
  }: { semantic?: string; serviceRoles?: string[] } = {},
): void =>
  void put('servicePolicies', {
    ...base,
    id: `policy-${index}`,
    name: `policy ${index}`,
    type: 'Dial',
    semantic,
    identityRoles: ['#all'],
    serviceRoles,
    postureCheckRoles: null,
  })

/** A service with these records, and how its administrator calls it. */
async function startWith(fill: (records: WriteTransaction) => void): Promise<Call> {
  const context: ServiceContext = await createServiceContext(credentials)
  onTestFinished(() => context.schemaChecker.close())
  await context.write(fill)
  const handle = createRequestHandler({
    ...context,
    runningRouters: async () =>
      range(20, (index) => ({ name: `r${index}`, file: 'r.yml', version: 'v2.0.3', config: {} })),
  })
  const session = { token: '' }
  const call: Call = async (method, path, { body, deadline } = {}) => {
    const answer = await handle({
      method,
      url: `http://service${path.startsWith('/fabric') ? path : `/edge/management/v1${path}`}`,
      headers: new Headers({ 'content-type': 'application/json', 'zt-session': session.token }),
      text: async () =>
        body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body),
      ...(deadline && { deadline }),
    })
    return { status: answer.status, body: String(answer.body) }
  }
  const login = await call('POST', '/authenticate?method=password', { body: credentials })
  session.token = JSON.parse(login.body).data.token
  return call
}

/** What an attack is answered, and how many small requests are answered before it. */
async function attack(call: Call, start: () => ReturnType<Call>) {
  const state = { isOver: false, small: 0 }
  const answer = start().finally(() => void (state.isOver = true))
  while (!state.isOver) {
    const { status } = await call('GET', '/identities?limit=1')
    expect(status).toBe(200)
    if (!state.isOver) state.small += 1
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { ...(await answer), small: state.small }
}

const filtered = (path: string, filter: string): string =>
  `${path}?filter=${encodeURIComponent(filter)}`

const manySubqueries = range(
  300,
  (index) => `isEmpty(from services where name contains "x${index}")`,
).join(' and ')

const fillPolicies = (records: WriteTransaction): void => {
  range(20, (index) => putPolicy(records, index))
  range(100, (index) => putService(records, index))
}

describe('others are served during', () => {
  test.each([
    ['a filter with many queries', fillPolicies, filtered('/service-policies', manySubqueries)],
    [
      'a filter with many conditions about members',
      fillPolicies,
      filtered(
        '/service-policies',
        range(1000, (index) => `anyOf(services) = "x${index}"`).join(' or '),
      ),
    ],
    [
      'a filter that searches long tags',
      (records: WriteTransaction) =>
        putService(records, 1, { tags: { long: 'a'.repeat(500_000) } }),
      filtered('/services', range(500, (index) => `tags.long icontains "x${index}"`).join(' or ')),
    ],
    [
      'a list of what many roles name',
      (records: WriteTransaction) => {
        const names = range(20_000, (index) => `a${index}`)
        range(20, (index) => putService(records, index, { roleAttributes: names }))
        putPolicy(records, 1, {
          semantic: 'AllOf',
          serviceRoles: [...names, 'missing'].map((name) => `#${name}`),
        })
      },
      '/service-policies/policy-1/services',
    ],
  ])('%s', async (_, fill, path) => {
    const call = await startWith(fill)
    const { status, small } = await attack(call, () => call('GET', path))
    expect(status).toBe(200)
    expect(small).toBeGreaterThanOrEqual(5)
  })

  test('a regular expression that backtracks, or that is large', async () => {
    const call = await startWith(() => undefined)
    const inspect = (appRegex: string) =>
      attack(call, () =>
        call('POST', '/fabric/v1/inspections', { body: { appRegex, requestedValues: ['config'] } }),
      )
    expect(await inspect(`^${'(.*)'.repeat(12)}$[^x]x`)).toMatchObject({
      status: 200,
      body: '{"errors":null,"success":true,"values":null}',
    })
    const large = await inspect('(a|b|c){0,999}'.repeat(150))
    expect(large.small).toBeGreaterThanOrEqual(5)
    expect([200, 503]).toContain(large.status)
  })
})

test('a list ends when the time of its request is over', async () => {
  const call = await startWith(fillPolicies)
  const deadline = { isOver: false, hasChanged: false }
  const late = call('GET', filtered('/service-policies', manySubqueries), { deadline })
  await call('GET', '/version')
  deadline.isOver = true
  expect(await late).toMatchObject({ status: 503, body: expect.stringContaining('TIMEOUT') })
})

describe('a filter', () => {
  type Row = { id: string; members: string[] }
  const rows = range(10, (index): Row => ({ id: `${index}`, members: ['a', 'b'] }))

  test('that repeats conditions finds what one without them finds', () => {
    const symbols: FilterSymbols<Row> = {
      id: { kind: 'text', read: ({ id }) => id },
      members: { kind: 'set', read: ({ members }) => members },
    }
    const find = (filter: string) => selectList(rows, { filter, limit: -1 }, symbols)
    const unique = 'id = "1" or (not id = "3" and id > "7") or id = "2"'
    expect(find(range(5, () => `(${unique})`).join(' and '))).toEqual(find(unique))
  })

  test.each([
    ['in the middle', `${'a'.repeat(15_000)}b${'a'.repeat(15_000)}`, false],
    ['at its end', `${'a'.repeat(15_000)}b`, true],
    ['at its start', `b${'a'.repeat(15_000)}`, false],
    ['of the same letter', 'a'.repeat(1000), true],
    ['with a false start', `${'aab'.repeat(40)}aac`, true],
  ])('finds a long part with another letter %s in linear time', (_, part, isFound) => {
    const text = `${'a'.repeat(1_000_000)}b${'aab'.repeat(100)}aac`
    const symbols: FilterSymbols<{ id: string }> = { id: { kind: 'text', read: ({ id }) => id } }
    const found = selectList([{ id: text }], { filter: `id contains "${part}"` }, symbols)
    expect(found).toMatchObject({ value: { totalCount: isFound ? 1 : 0 } })
  })
})

describe('role attributes', () => {
  const attributes = range(45_000, (index) => `a${index}`)

  test.each([
    ['AllOf', attributes, 3],
    ['AllOf', [...attributes.slice(0, -1), 'missing'], 0],
    ['AnyOf', attributes.map((name) => `b${name}`), 0],
    ['AnyOf', [...attributes.slice(1).map((name) => `b${name}`), 'a44999'], 3],
  ])('in great number are matched with as many roles: %s', async (...row) => {
    const [semantic, names, count] = row
    const call = await startWith((records) => {
      range(3, (index) => putService(records, index, { roleAttributes: attributes }))
      putPolicy(records, 1, { semantic, serviceRoles: names.map((name) => `#${name}`) })
    })
    const related = await call('GET', '/service-policies/policy-1/services?limit=1')
    expect(JSON.parse(related.body).meta.pagination.totalCount).toBe(count)
    const found = await call(
      'GET',
      filtered('/service-policies', `not isEmpty(services) and name = "policy 1"`),
    )
    expect(JSON.parse(found.body).meta.pagination.totalCount).toBe(count === 0 ? 0 : 1)
  })
})

test('configs for many services are assigned in linear time', async () => {
  const types = ['one', 'two', 'three']
  const count = 4000
  const call = await startWith((records) => {
    for (const type of types) {
      records.put('configTypes', { ...base, id: type, name: type, schema: null })
      records.put('configs', { ...base, id: type, name: type, configTypeId: type, data: {} })
    }
    range(count, (index) => putService(records, index))
  })
  const { body } = await call('POST', '/identities', {
    body: { name: 'many', type: 'Default', isAdmin: false },
  })
  const path = `/identities/${JSON.parse(body).data.id}/service-configs`
  const pairs = types.flatMap((configId) =>
    range(count, (index) => ({ serviceId: `service-${index}`, configId })),
  )
  for (const [method, left] of [
    ['POST', pairs.length],
    ['POST', pairs.length],
    ['DELETE', 0],
  ] as const) {
    expect((await call(method, path, { body: pairs })).status).toBe(200)
    expect(JSON.parse((await call('GET', path)).body).data).toHaveLength(left)
  }
})

test('an answer that names a long name very often is refused', async () => {
  const call = await startWith((records) => {
    putService(records, 1)
    const [service] = records.list('services')
    if (service) records.put('services', { ...service, name: 'n'.repeat(1_000_000) })
    range(140, (index) => putPolicy(records, index, { serviceRoles: ['@service-1'] }))
  })
  expect((await call('GET', '/service-policies?limit=10')).status).toBe(200)
  const { status, body } = await call('GET', '/service-policies?limit=500')
  expect(status).toBe(400)
  expect(JSON.parse(body).error.cause).toMatchObject({
    field: 'limit',
    reason: 'the answer would have more than 134217728 characters; request fewer records',
  })
})
