import { describe, expect, onTestFinished, test } from 'vitest'
import { toRecord } from '../../../../src/document/record.js'
import type { Client } from '../../../../src/management/client/index.js'
import { createClient, liveLinks, liveRouters } from '../../../../src/management/client/index.js'
import type { RunningRouter } from '../../../../src/management/service/index.js'
import { createService } from '../../../../src/management/service/index.js'
import { readRecordedAnswers, recordedReleases } from '../../../support/recorded-network.js'

const admin = { username: 'admin', password: 'a-good-password' }

async function startNetwork(
  routers: readonly RunningRouter[] | undefined,
): Promise<{ client: Client; fetch: (path: string, body?: unknown) => Promise<unknown> }> {
  const service = await createService({
    data: ':memory:',
    admin,
    ...(routers && { runningRouters: async () => routers }),
  })
  onTestFinished(() => service.close())
  const url = 'http://embedded'
  const client = createClient({ url, fetch: service.fetch, credentials: admin })
  const { token } = await createClient({ url, fetch: service.fetch, credentials: admin }).login()
  const fetch = async (path: string, body?: unknown): Promise<unknown> => {
    const response = await service.fetch(
      new Request(`${url}/fabric/v1/${path}`, {
        headers: { 'zt-session': token, 'content-type': 'application/json' },
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      }),
    )
    return response.json()
  }
  return { client, fetch }
}

const listener = (
  address: string,
  more: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> => ({ binding: 'transport', bind: address, ...more })

const router = (
  name: string,
  link?: Readonly<Record<string, unknown>>,
  version = 'v2.0.3',
): RunningRouter => ({
  name,
  file: `${name}.yml`,
  version,
  config: { v: 3, ...(link && { link }) },
})

const dialer = { binding: 'transport' }

/** The kinds of all values by path; of a list, those of its first item. */
function describeShape(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.length > 0 ? describeShape(value[0], `${path}[]`) : []
  if (typeof value !== 'object' || value === null)
    return value === null ? [] : [`${path}: ${typeof value}`]
  return Object.entries(value).flatMap(([name, item]) =>
    name === 'value' ? [`${path}.${name}`] : describeShape(item, `${path}.${name}`),
  )
}

describe.each(recordedReleases)('the fabric requests are answered as %s does', (release) => {
  const answers = readRecordedAnswers(release)
  const requests: readonly [path: string, recorded: string, body?: unknown][] = [
    ['routers', 'GET /fabric/v1/routers'],
    ['links', 'GET /fabric/v1/links'],
    ['inspections', 'POST /fabric/v1/inspections', { appRegex: '.*', requestedValues: ['config'] }],
    [
      'inspections',
      'POST /fabric/v1/inspections, no router of that name',
      { appRegex: 'nobody', requestedValues: ['config'] },
    ],
    [
      'inspections',
      'POST /fabric/v1/inspections, unknown value',
      { appRegex: '.*', requestedValues: ['nothing'] },
    ],
  ]

  test.each(requests)('%s, as in %s', async (path, recorded, body) => {
    const { fetch } = await startNetwork([
      router('a', { dialers: [dialer], listeners: [listener('tls:127.0.0.1:1')] }),
      router('b', { dialers: [dialer] }),
    ])
    const shape = new Set(describeShape(await fetch(path, body)))
    const known = new Set(describeShape(answers[recorded]))
    const isIncidental = (place: string): boolean =>
      place.startsWith('.data[].connections') ||
      place.startsWith('.data[].fingerprint') ||
      place.startsWith('.data[].listenerAddresses')
    expect([...known].filter((place) => !shape.has(place) && !isIncidental(place))).toEqual([])
    expect([...shape].filter((place) => !known.has(place) && !isIncidental(place))).toEqual([])
  })
})

describe('a network', () => {
  test('reports what its files say, as routers do', async () => {
    const { client, fetch } = await startNetwork([
      router('a', { listeners: [listener('tls:127.0.0.1:1', { advertise: 'tls:a:1' })] }),
    ])
    expect(
      await fetch('inspections', { appRegex: '.*', requestedValues: ['config'] }),
    ).toMatchObject({
      values: [{ value: { '@file': 'a.yml', link: { listeners: [{ protocol: 'ziti-link' }] } } }],
    })
    const [live] = await liveRouters(client)
    expect(live).toMatchObject({
      name: 'a',
      isConnected: true,
      release: '2.0.3',
      file: 'a.yml',
      listeners: [{ protocol: 'tls', address: 'tls:a:1' }],
    })
    expect(toRecord(live?.config)['link']).toEqual({
      listeners: [{ binding: 'transport', bind: 'tls:127.0.0.1:1', advertise: 'tls:a:1' }],
    })
  })

  test('has the ids of records, and routers that are not connected', async () => {
    const { client } = await startNetwork([router('a'), router('off')])
    const { id } = await client.edgeRouters.create({ name: 'a' })
    await client.edgeRouters.create({ name: 'c' })
    await client.edgeRouters.create({ name: 'off', disabled: true })
    expect(await liveRouters(client)).toMatchObject([
      { id, name: 'a', isConnected: true },
      { name: 'c', isConnected: false, reason: '`c` is not connected to the controller' },
      { name: 'off', isDisabled: true, reason: '`off` is disabled, so it is not connected' },
    ])
  })

  test('takes filters', async () => {
    const { client } = await startNetwork(['eu1', 'eu2', 'us1'].map((name) => router(name)))
    const routers = await liveRouters(client, { filter: 'name contains "eu" and connected = true' })
    expect(routers.map(({ name, config }) => [name, config])).toEqual([
      ['eu1', { v: 3 }],
      ['eu2', { v: 3 }],
    ])
    await expect(liveRouters(client, { filter: 'colour = 1' })).rejects.toMatchObject({
      code: 'INVALID_FILTER',
    })
  })

  test.each([
    ['every other listener', [dialer], {}, ['a-b']],
    ['no listener without a dialer', [], {}, []],
    ['no listener of another group', [{ ...dialer, groups: ['x'] }], {}, []],
    ['a listener of the same group', [{ ...dialer, groups: ['x'] }], { groups: 'x' }, ['a-b']],
  ])('dials %s', async (_, dialers, more, pairs) => {
    const { client } = await startNetwork([
      router('a', { dialers }),
      router('b', { dialers, listeners: [listener('tls:127.0.0.1:1', more)] }),
    ])
    const links = await liveLinks(client)
    expect(links.map(({ from, to }) => `${from.name}-${to.name}`)).toEqual(pairs)
  })

  test('of routers that dial each other has one link for each protocol', async () => {
    const link = {
      dialers: [dialer],
      listeners: [listener('tls:127.0.0.1:1'), listener('dtls:127.0.0.1:1')],
    }
    const { client } = await startNetwork([router('a', link), router('b', link)])
    expect((await liveLinks(client)).map(({ protocol }) => protocol).sort()).toEqual([
      'dtls',
      'tls',
    ])
  })

  test('is shown to those who sign in', async () => {
    const service = await createService({
      data: ':memory:',
      admin,
      runningRouters: async () => [router('a')],
    })
    onTestFinished(() => service.close())
    const client = createClient({ url: 'http://embedded', fetch: service.fetch })
    await expect(liveRouters(client)).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' })
  })

  test.each([
    ['(', 'missing closing ): `(`'],
    ['(?=a)', 'invalid or unsupported Perl syntax: `(?=`'],
    ['(a)\\1', 'invalid escape sequence: `\\1`'],
    ['[^]x', 'missing closing ]: `[^]x`'],
    ['a{1001}', 'invalid repeat count: `{1001}`'],
  ])('tells what is wrong with the regular expression %s, as Go does', async (appRegex, reason) => {
    const { client } = await startNetwork([router('a')])
    expect(await client.fabric.inspect({ appRegex, requestedValues: [] })).toEqual({
      errors: [`error parsing regexp: ${reason}`],
      success: false,
      values: null,
    })
  })

  test('is not served without running routers', async () => {
    const { client } = await startNetwork(undefined)
    await expect(liveRouters(client)).rejects.toMatchObject({ code: 'NO_FABRIC_API' })
  })
})
