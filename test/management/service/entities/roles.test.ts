import { describe, expect, it } from 'vitest'
import { startManaged } from '../../../support/management.js'

const both = ['#a', '#b']

/** A service with a policy whose two lists of roles are matched by all of their attributes, and records with all and some of them. */
async function withPolicy(
  collection: string,
  { lists, more = {} }: { lists: readonly [string, string]; more?: object },
) {
  const service = await startManaged()
  for (const [name, roleAttributes] of [
    ['all', ['a', 'b']],
    ['some', ['a']],
  ] as const) {
    await service.make('identities', { name, type: 'User', isAdmin: false, roleAttributes })
    await service.make('services', { name, encryptionRequired: true, roleAttributes })
    await service.make('edge-routers', { name, roleAttributes })
    await service.make('posture-checks', { name, typeId: 'MFA', roleAttributes })
  }
  const body = {
    name: 'p',
    semantic: 'AllOf',
    ...more,
    ...Object.fromEntries(lists.map((list) => [list, both])),
  }
  const path = `/${collection}/${await service.make(collection, body)}`
  const change = async (method: string, sent: object): Promise<number> =>
    (await service.call(method, path, { body: sent })).status
  const named = async (list: string): Promise<unknown[]> =>
    (await service.call('GET', `${path}/${pathByRoles[list]}?sort=name`)).list.map(
      ({ name }) => name,
    )
  return { body, change, both: async () => Promise.all(lists.map(named)) }
}

const pathByRoles: Readonly<Record<string, string>> = {
  identityRoles: 'identities',
  serviceRoles: 'services',
  edgeRouterRoles: 'edge-routers',
  postureCheckRoles: 'posture-checks',
}

describe.each([
  { collection: 'edge-router-policies', lists: ['edgeRouterRoles', 'identityRoles'] },
  { collection: 'service-edge-router-policies', lists: ['edgeRouterRoles', 'serviceRoles'] },
  {
    collection: 'service-policies',
    lists: ['identityRoles', 'serviceRoles'],
    more: { type: 'Dial' },
  },
  {
    collection: 'service-policies',
    lists: ['serviceRoles', 'postureCheckRoles'],
    more: { type: 'Bind' },
  },
] as const)('whom $lists of $collection name', ({ collection, ...rest }) => {
  const [first, second] = rest.lists

  it('is not found anew when the semantic alone changes', async () => {
    const policy = await withPolicy(collection, rest)
    expect(await policy.both()).toEqual([['all'], ['all']])
    expect([
      await policy.change('PATCH', { semantic: 'AnyOf' }),
      await policy.change('PUT', { ...policy.body, semantic: 'AnyOf' }),
    ]).toEqual([200, 200])
    expect(await policy.both()).toEqual([['all'], ['all']])
  })

  it('is found anew for the list that changes, with the semantic or later', async () => {
    const policy = await withPolicy(collection, rest)
    await policy.change('PATCH', { semantic: 'AnyOf', [first]: [...both, '#c'] })
    expect(await policy.both()).toEqual([['all', 'some'], ['all']])
    await policy.change('PUT', {
      ...policy.body,
      semantic: 'AnyOf',
      [first]: [...both, '#c'],
      [second]: ['#b', '#a', '#d'],
    })
    expect(await policy.both()).toEqual([
      ['all', 'some'],
      ['all', 'some'],
    ])
  })
})

it('is found anew for all lists of a service policy when its type changes', async () => {
  const policy = await withPolicy('service-policies', {
    lists: ['identityRoles', 'serviceRoles'],
    more: { type: 'Dial' },
  })
  await policy.change('PATCH', { semantic: 'AnyOf', type: 'Dial' })
  expect(await policy.both()).toEqual([['all'], ['all']])
  await policy.change('PATCH', { type: 'Bind' })
  expect(await policy.both()).toEqual([
    ['all', 'some'],
    ['all', 'some'],
  ])
})
