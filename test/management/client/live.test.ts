import { describe, expect, test } from 'vitest'
import { liveLinks, liveRouters } from '../../../src/management/client/index.js'
import {
  createClientOf,
  readRecordedAnswers,
  recordedReleases,
} from '../../support/recorded-network.js'

const routerRecord = (
  name: string,
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => ({
  id: `id-${name}`,
  name,
  connected: true,
  disabled: false,
  listenerAddresses: null,
  versionInfo: { version: 'v2.0.3' },
  ...more,
})

const page = (data: readonly unknown[]): unknown => ({
  data,
  meta: { pagination: { limit: 500, offset: 0, totalCount: data.length } },
})

const inspection = (
  values: Readonly<Record<string, unknown>>,
  errors: readonly string[] | null = null,
): unknown => ({
  success: errors === null,
  errors,
  values: Object.entries(values).map(([appId, value]) => ({ appId, name: 'config', value })),
})

describe.each(recordedReleases)('a recorded network of %s', (release) => {
  const answers = readRecordedAnswers(release)

  test('gives what its routers run, without what routers add', async () => {
    const { client, asked } = createClientOf(answers)
    const routers = await liveRouters(client)
    expect(routers).toMatchObject([
      {
        name: 'hub1',
        isConnected: true,
        release: undefined,
        listeners: [{ protocol: 'tls', address: 'tls:localhost:14001' }],
        file: 'hub1.yml',
        reason: undefined,
      },
      { name: 'leaf1', listeners: [], file: 'leaf1.yml' },
      { name: 'none', listeners: [], file: 'none.yml' },
    ])
    expect(routers[0]?.config?.['link']).toEqual({
      dialers: [{ binding: 'transport' }],
      listeners: [
        {
          advertise: 'tls:localhost:14001',
          bind: 'tls:127.0.0.1:14001',
          binding: 'transport',
        },
      ],
    })
    expect(routers[0]?.config).not.toHaveProperty('@file')
    expect(asked).toEqual([
      'GET /fabric/v1/routers',
      'POST /fabric/v1/inspections {"appRegex":".*","requestedValues":["config"]}',
    ])
  })

  test('gives its links', async () => {
    expect(await liveLinks(createClientOf(answers).client)).toMatchObject([
      { from: { name: 'leaf1' }, to: { name: 'hub1' }, protocol: 'tls', state: 'Connected' },
    ])
  })
})

describe('a router', () => {
  const readOne = async (
    record: Readonly<Record<string, unknown>>,
    answer: unknown,
  ): Promise<unknown> => {
    const { client } = createClientOf({
      'GET /fabric/v1/routers': page([record]),
      'POST /fabric/v1/inspections': answer,
    })
    return (await liveRouters(client))[0]
  }

  test.each([
    ['v2.0.3', '2.0.3'],
    ['v2.1.0-pre2', '2.1.0-pre2'],
    ['v0.0.0', undefined],
    ['v0.0.0-dev', undefined],
    ['', undefined],
  ])('that reports %s runs the release %s', async (version, release) => {
    expect(
      await readOne(routerRecord('north', { versionInfo: { version } }), inspection({})),
    ).toMatchObject({ release })
  })

  test.each([
    [
      'is disabled',
      routerRecord('north', { connected: false, disabled: true }),
      inspection({}),
      '`north` is disabled, so it is not connected',
    ],
    [
      'is not connected',
      routerRecord('north', { connected: false, versionInfo: null }),
      inspection({}),
      '`north` is not connected to the controller',
    ],
    [
      'answers with an error',
      routerRecord('north'),
      inspection({}, ['id-north: timeout waiting for reply']),
      '`north` did not report its configuration: timeout waiting for reply',
    ],
    [
      'does not answer',
      routerRecord('north'),
      { success: true, errors: null, values: null },
      '`north` did not report its configuration in time',
    ],
    [
      'answers with JSON that nests 200,000 deep',
      routerRecord('north'),
      inspection({ 'id-north': `{"v":3,"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}` }),
      '`north` reported something that is not a configuration, or that is nested too deeply',
    ],
  ])('that %s has a reason', async (_, record, answer, reason) => {
    expect(await readOne(record, answer)).toMatchObject({ config: undefined, reason })
  })

  test('that reports its configuration as text is read', async () => {
    expect(
      await readOne(routerRecord('north'), inspection({ 'id-north': '{"v":3,"@file":"a.yml"}' })),
    ).toMatchObject({ config: { v: 3 }, file: 'a.yml' })
  })

  test('of a filter is asked for by its id', async () => {
    const { client, asked } = createClientOf({
      'GET /fabric/v1/routers': page([routerRecord('a.b'), routerRecord('c')]),
      'POST /fabric/v1/inspections': inspection({}),
    })
    await liveRouters(client, { filter: 'name contains "b"' })
    expect(asked.at(-1)).toContain('"appRegex":"^(id-a\\\\.b|id-c)$"')
  })
})

test.each([liveRouters, liveLinks])(
  'a controller without the fabric API is reported in one sentence',
  async (ask) => {
    await expect(ask(createClientOf({}).client)).rejects.toMatchObject({
      code: 'NO_FABRIC_API',
      message: expect.stringContaining('the controller does not serve the fabric API'),
    })
  },
)
