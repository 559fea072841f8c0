import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Managed } from '../../../support/management.js'
import { startManaged } from '../../../support/management.js'

let service: Managed
const ids: Record<'edge' | 'transit', string> = { edge: '', transit: '' }
beforeAll(async () => {
  service = await startManaged()
  ids.edge = await service.make('edge-routers', { name: 'edge', roleAttributes: ['north'] })
  ids.transit = await service.make('transit-routers', { name: 'transit' })
  await service.make('services', {
    name: 'one',
    encryptionRequired: true,
    roleAttributes: ['north'],
  })
  await service.make('services', {
    name: 'two',
    encryptionRequired: true,
    roleAttributes: ['south'],
  })
  await service.make('edge-router-policies', {
    name: 'who',
    semantic: 'AnyOf',
    edgeRouterRoles: ['#all'],
    identityRoles: ['#all'],
  })
  await service.make('service-edge-router-policies', {
    name: 'what',
    semantic: 'AnyOf',
    edgeRouterRoles: ['#all'],
    serviceRoles: ['#all'],
  })
})
afterAll(() => service.close())

const namesAt = async (path: string): Promise<unknown[]> =>
  (await service.call('GET', path)).list.map(({ name }) => name).sort()

describe('a router', () => {
  test.each([
    { what: 'edge-router-policies', ofEdge: ['who'] },
    { what: 'service-edge-router-policies', ofEdge: ['what'] },
    { what: 'identities', ofEdge: ['Default Admin'] },
    { what: 'services', ofEdge: ['one', 'two'] },
  ])('has $what by `#all`, where it is one of the edge', async ({ what, ofEdge }) => {
    expect(await namesAt(`/edge-routers/${ids.edge}/${what}`)).toEqual(ofEdge)
    expect(await namesAt(`/edge-routers/${ids.transit}/${what}`)).toEqual([])
  })

  test.each([
    { of: 'edge', collection: 'edge-router-policies', status: 201 },
    { of: 'transit', collection: 'edge-router-policies', status: 400 },
    { of: 'edge', collection: 'service-edge-router-policies', status: 201 },
    { of: 'transit', collection: 'service-edge-router-policies', status: 400 },
  ] as const)(
    'of kind $of is named in $collection: $status',
    async ({ of, collection, status }) => {
      const reply = await service.call('POST', `/${collection}`, {
        body: { name: `of ${of}`, semantic: 'AnyOf', edgeRouterRoles: [`@${ids[of]}`] },
      })
      expect(reply.status).toBe(status)
      if (status === 400)
        expect(reply.body).toMatchObject({
          error: {
            code: 'COULD_NOT_VALIDATE',
            cause: { field: 'edgeRouterRoles', value: `[${ids[of]}]` },
          },
        })
    },
  )
})

describe('a filter by roles', () => {
  test.each([
    { path: () => '/services?roleFilter=%23north', names: ['one'] },
    { path: () => `/edge-routers/${ids.edge}/services?roleFilter=%23north`, names: ['one', 'two'] },
    {
      path: () => `/edge-routers/${ids.edge}/services?roleFilter=north&roleSemantic=x`,
      names: ['one', 'two'],
    },
    {
      path: () =>
        `/edge-routers/${ids.edge}/services?filter=anyOf(roleAttributes)%20%3D%20%22north%22`,
      names: ['one'],
    },
    {
      path: () => `/edge-routers/${ids.edge}/services?sort=name%20desc&limit=1&offset=1`,
      names: ['one'],
    },
  ])(
    'counts where the operation takes it, others as everywhere: $names',
    async ({ path, names }) => {
      expect(await namesAt(path())).toEqual(names)
    },
  )
})
