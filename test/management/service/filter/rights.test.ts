import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Managed } from '../../../support/management.js'
import { startManaged } from '../../../support/management.js'

let service: Managed
beforeAll(async () => {
  service = await startManaged()
  const target = await service.make('identities', {
    name: 'target',
    type: 'User',
    isAdmin: true,
    externalId: 'secret',
    roleAttributes: ['secret'],
    tags: { secret: 'yes' },
  })
  const configType = await service.make('config-types', { name: 'secrets', schema: {} })
  const config = await service.make('configs', {
    name: 'secret',
    configTypeId: configType,
    data: { key: 'secret' },
  })
  await service.make('services', { name: 'one', encryptionRequired: true, configs: [config] })
  await service.make('service-policies', {
    name: 'policy',
    type: 'Dial',
    semantic: 'AnyOf',
    identityRoles: ['#secret'],
    serviceRoles: ['#all'],
  })
  ids.set('TARGET', target)
})
afterAll(() => service.close())

const ids = new Map<string, string>()

let count = 0

async function enter(permissions: string[]): Promise<string> {
  const name = `user ${(count += 1)}`
  await service.user(name, { permissions })
  return service.login(name)
}

const attacks: { right: string; other: string; path: string; filter: string }[] = [
  ...[
    'not isEmpty(from identities where externalId = "secret")',
    'count(from identities where tags.secret = "yes") = 1',
    'isEmpty(from identities where isAdmin = true)',
    'count(identities) = 1',
    'anyOf(identities) = "TARGET"',
    'isEmpty(identities)',
    'true or isEmpty(from identities where externalId = "secret")',
    'name = "nothing" and anyOf(identities) = "TARGET"',
    'isEmpty(from identities where true sort by externalId)',
  ].map((filter) => ({
    right: 'service-policy.read',
    other: 'identity.read',
    path: 'service-policies',
    filter,
  })),
  {
    right: 'service-policy.read',
    other: 'service.read',
    path: 'service-policies',
    filter: 'isEmpty(from services where name = "one")',
  },
  {
    right: 'service.read',
    other: 'config.read',
    path: 'services',
    filter: 'isEmpty(from configs where name = "secret")',
  },
  {
    right: 'service.read',
    other: 'config.read',
    path: 'services',
    filter: 'not (name = "nothing" and count(from configs where true skip 1) > 0)',
  },
]

describe('a filter reaches only what its caller may list', () => {
  test.each(attacks)('$filter needs $other', async ({ right, other, path, filter }) => {
    const named = filter.replace('TARGET', ids.get('TARGET') ?? '')
    const ask = async (permissions: string[]) =>
      service.call('GET', `/${path}?filter=${encodeURIComponent(named)}`, {
        session: await enter(permissions),
      })
    const { status, list } = await ask([right])
    expect({ status, list }).toEqual({ status: 401, list: [] })
    expect((await ask([right, other])).status).toBe(200)
    expect((await ask(['admin_readonly'])).status).toBe(200)
  })

  test('ids that a record shows need no further right', async () => {
    const session = await enter(['service.read'])
    const filter = encodeURIComponent('count(configs) = 1')
    expect((await service.call('GET', `/services?filter=${filter}`, { session })).list.length).toBe(
      1,
    )
  })

  test('a filter below another record is held to the same', async () => {
    const session = await enter(['service-policy.read', 'service.read'])
    const filter = encodeURIComponent('not isEmpty(from identities where externalId = "secret")')
    const { list } = await service.call('GET', '/services')
    const path = `/services/${String(list[0]?.['id'])}/service-policies?filter=${filter}`
    expect((await service.call('GET', path, { session })).status).toBe(401)
  })

  test('nor does a filter within another one reach further', async () => {
    const filter = encodeURIComponent(
      'not isEmpty(from services where not isEmpty(from configs where name = "secret"))',
    )
    const ask = async (permissions: string[]) =>
      service.call('GET', `/service-policies?filter=${filter}`, {
        session: await enter(permissions),
      })
    expect((await ask(['service-policy.read', 'service.read'])).status).toBe(401)
    expect((await ask(['service-policy.read', 'service.read', 'config.read'])).status).toBe(200)
  })

  test('no filter and no order finds the token of an enrollment for who may not see it', async () => {
    const { list } = await service.call('GET', '/identities?filter=name="guest"')
    const guest = list[0]?.['id'] ?? (await service.make('identities', guestBody))
    const [known] = (await service.call('GET', `/identities/${String(guest)}/enrollments`)).list
    const token = String(known?.['token'])
    expect(token.length).toBeGreaterThan(10)
    const session = await enter(['enrollment.read', 'identity.read'])
    for (const condition of [
      `token = "${token}"`,
      `token contains "${token.slice(0, 4)}"`,
      `token >= "0"`,
    ]) {
      const path = `/enrollments?filter=${encodeURIComponent(condition)}`
      expect((await service.call('GET', path)).list.length).toBeGreaterThan(0)
      expect((await service.call('GET', path, { session })).list).toEqual([])
    }
  })
})

const guestBody = { name: 'guest', type: 'User', isAdmin: false, enrollment: { ott: true } }

describe('a list of services tells nothing of other identities', () => {
  const ask = async (query: string, permissions: string[]) =>
    service.call('GET', `/services?${query}`, { session: await enter(permissions) })

  test('only administrators list them as another identity', async () => {
    for (const name of ['target', ids.get('TARGET'), 'nobody'])
      expect(await ask(`asIdentity=${name}`, ['admin_readonly', 'service'])).toMatchObject({
        status: 401,
        list: [],
      })
    expect((await service.call('GET', '/services?asIdentity=target')).list).toMatchObject([
      { permissions: ['Dial'] },
    ])
  })

  test('the data of configs are shown to who may list configs, or use the service', async () => {
    const show = async (permissions: string[]) =>
      (await ask('configTypes=all', permissions)).list.map(({ config }) => config)
    expect(await show(['service.read'])).toEqual([{}])
    expect(await show(['service.read', 'config.read'])).toEqual([{ secrets: { key: 'secret' } }])
    const name = `user ${(count += 1)}`
    await service.user(name, { permissions: ['service.read'], roleAttributes: ['secret'] })
    const session = await service.login(name)
    const { list } = await service.call('GET', '/services?configTypes=all', { session })
    expect(list).toMatchObject([{ config: { secrets: { key: 'secret' } } }])
  })
})
