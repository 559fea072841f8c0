import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPlainObject } from '../../../src/document/record.js'
import { builtInConfigTypes } from '../../../src/management/service/built-in-config-types.js'
import { openEntityStore } from '../../../src/management/service/entity-store.js'
import type { Managed } from '../../support/management.js'
import { startManaged } from '../../support/management.js'
import { makeFolder } from '../../support/program.js'

/** A schema without descriptions, which are our own. */
function withoutDescriptions(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutDescriptions)
  if (!isPlainObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !(name === 'description' && typeof value === 'string'))
      .map(([name, value]) => [name, withoutDescriptions(value)]),
  )
}

test('are those of a controller', async () => {
  const recorded: unknown = JSON.parse(
    await readFile('fixtures/management/config-types-2.0.3.json', 'utf8'),
  )
  const own = builtInConfigTypes.map(({ name, schema }) => [name, withoutDescriptions(schema)])
  expect(Object.fromEntries(own)).toEqual(recorded)
})

describe('configs', () => {
  let service: Managed
  beforeAll(async () => {
    service = await startManaged()
  })
  afterAll(() => service.close())

  const hosted = { protocol: 'tcp', address: 'localhost', port: 80 }
  const intercepted = {
    protocols: ['tcp'],
    addresses: ['web.example.com'],
    portRanges: [{ low: 80, high: 80 }],
  }
  const forwarded = {
    protocol: 'tcp',
    port: 80,
    forwardAddress: true,
    allowedAddresses: ['10.0.0.0/8'],
  }
  test.each([
    ['host.v1', hosted, 201],
    ['host.v1', { ...hosted, address: '' }, 400],
    ['host.v1', { ...forwarded, forwardAddressTranslations: [] }, 400],
    [
      'host.v1',
      {
        ...forwarded,
        forwardAddressTranslations: [{ from: '10.0.0.0', to: '192.0.2.0', prefixLength: 33 }],
      },
      400,
    ],
    [
      'host.v1',
      {
        ...forwarded,
        forwardAddressTranslations: [{ from: '10.0.0.0', to: '192.0.2.0', prefixLength: 24 }],
      },
      201,
    ],
    ['host.v1', { protocol: 'tcp', port: 80 }, 400],
    ['host.v2', { terminators: [hosted] }, 201],
    ['host.v2', { terminators: [] }, 400],
    ['intercept.v1', intercepted, 201],
    ['intercept.v1', { ...intercepted, addresses: [''] }, 400],
    ['l2.host.v1', {}, 201],
    ['l2.host.v1', { bridgeIfs: [] }, 400],
    ['l2.intercept.v1', { ethTypes: ['0x0800'] }, 201],
    ['l2.intercept.v1', { ethTypes: ['800'] }, 400],
    ['interfaces.v1', {}, 400],
    ['proxy.v1', { port: 0, protocols: ['tcp'] }, 400],
  ])('of %s: %j gives %s', async (name, data, status) => {
    const type = builtInConfigTypes.find((one) => one.name === name)
    const body = { name: `${name} ${JSON.stringify(data)}`, configTypeId: type?.id, data }
    expect((await service.call('POST', '/configs', { body })).status).toBe(status)
  })
})

describe('records of an older version', () => {
  const open = async (folder: string): Promise<{ service: Managed; refused: string[] }> => {
    const refused: string[] = []
    const service = await startManaged({
      data: folder,
      onRefusedConfigs: (names) => refused.push(...names),
    })
    return { service, refused }
  }

  test('get the types at the next start, keep what was changed, and name the configs that are refused', async () => {
    const folder = makeFolder()
    const first = await open(folder)
    expect(first.refused).toEqual([])
    await first.service.close()
    const store = await openEntityStore({ folder })
    await store.write((records) => {
      const host = records.get('configTypes', 'NH5p4FpGR')
      const proxy = records.get('configTypes', 'proxy.v1')
      if (!host || !proxy) throw new Error('the built-in types are missing')
      records.put('configTypes', { ...host, schema: { type: 'object' } })
      records.put('configTypes', {
        ...proxy,
        schema: { type: 'object' },
        updatedAt: proxy.createdAt + 1,
      })
      records.delete('configTypes', 'l2.host.v1')
      const common = { createdAt: 1, updatedAt: 1, tags: {}, configTypeId: host.id }
      records.put('configs', { ...common, id: 'one', name: 'empty', data: { address: '' } })
      records.put('configs', {
        ...common,
        id: 'two',
        name: 'right',
        data: { protocol: 'tcp', address: 'localhost', port: 80 },
      })
    })
    await store.close()
    const { service, refused } = await open(folder)
    expect(refused).toEqual(['empty'])
    const { list } = await service.call('GET', '/config-types?limit=20')
    expect(list.map(({ name }) => name).sort()).toEqual(
      builtInConfigTypes.map(({ name }) => name).sort(),
    )
    const schemaOf = (name: string): unknown => list.find((one) => one['name'] === name)?.['schema']
    expect(schemaOf('host.v1')).toEqual(
      builtInConfigTypes.find(({ name }) => name === 'host.v1')?.schema,
    )
    expect(schemaOf('proxy.v1')).toEqual({ type: 'object' })
    expect((await service.call('GET', '/configs/one')).data['data']).toEqual({ address: '' })
    await service.call('DELETE', '/config-types/l2.host.v1')
    await service.close()

    const again = await open(folder)
    expect(again.refused).toEqual([])
    expect((await again.service.call('GET', '/config-types/l2.host.v1')).status).toBe(404)
    await again.service.close()
  })
})
