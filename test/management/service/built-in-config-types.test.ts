import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPlainObject } from '../../../src/document/record.js'
import { builtInConfigTypes } from '../../../src/management/service/built-in-config-types.js'
import type { Managed } from '../../support/management.js'
import { startManaged } from '../../support/management.js'

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
