import { describe, expect, test } from 'vitest'
import type { Client, ClientOptions, Fetch } from '../../../src/management/client/index.js'
import {
  batch,
  createClient,
  isClusterWithoutLeader,
  ManagementError,
} from '../../../src/management/client/index.js'
import type { FakeCluster } from '../../support/cluster.js'
import { createFakeCluster } from '../../support/cluster.js'
import { refusal } from '../../support/controller.js'

const credentials = { username: 'admin', password: 'a-good-password' }

const connect = ({ fetch, url }: FakeCluster, options: Partial<ClientOptions> = {}): Client =>
  createClient({
    url: url('c1'),
    fetch,
    credentials,
    retry: { delay: 2 },
    timeout: 3000,
    ...options,
  })

const service = (name: string): { name: string; encryptionRequired: boolean } => ({
  name,
  encryptionRequired: true,
})

const names = Array.from({ length: 40 }, (_, index) => `service-${index}`)

describe('the controllers of a cluster', () => {
  test('are learned from one, and the first one that answers gets the calls', async () => {
    const cluster = createFakeCluster()
    const client = connect(cluster)
    await client.services.list().all()
    await client.services.list().all()
    expect(cluster.asked.filter((line) => !line.startsWith('c1'))).toEqual([])
    cluster.end('c1')
    await client.services.list().all()
    await client.services.list().all()
    expect(cluster.asked.slice(-3)).toEqual([
      'c1 GET /services',
      'c2 GET /services',
      'c2 GET /services',
    ])
  })

  test('may all be named, also while the first one is down', async () => {
    const cluster = createFakeCluster()
    cluster.end('c1')
    const url = ['c1', 'c2', 'c3'].map(cluster.url)
    await expect(connect(cluster, { url }).services.list().all()).resolves.toEqual([])
  })

  test('are not asked for where that is not wanted', async () => {
    const cluster = createFakeCluster()
    const client = connect(cluster, { cluster: false })
    await client.services.list().all()
    expect(cluster.asked).toEqual(['c1 POST /authenticate', 'c1 GET /services'])
  })

  test.each([
    ['http://evil.example.com:1280/edge/management/v1', 'is not encrypted'],
    ['https://me@evil.example.com:1280/edge/management/v1', 'has a user name'],
    ['file:///edge/management/v1', 'is not of the web'],
  ])('are not called at %s, which %s', async (address) => {
    const cluster = createFakeCluster()
    const hosts = new Set<string>()
    const client = connect(cluster, {
      fetch: async (request) => {
        hosts.add(new URL(request.url).host)
        const response = await cluster.fetch(request)
        const { body, status, headers } = response
        const text = new TextDecoder().decode(await new Response(body).arrayBuffer())
        return new Response(text.replaceAll('https://127.0.0.1:1282/edge/management/v1', address), {
          status,
          headers,
        })
      },
    })
    await client.services.list().all()
    cluster.end('c1')
    await client.services.list().all()
    expect([...hosts]).toEqual(['127.0.0.1:1281', '127.0.0.1:1283'])
  })

  test('are tried again when all of them were down', async () => {
    const cluster = createFakeCluster()
    const client = connect(cluster)
    await client.services.list().all()
    for (const member of ['c1', 'c2', 'c3']) cluster.end(member)
    await expect(client.services.list().all()).rejects.toMatchObject({
      code: 'CONNECTION_REFUSED',
      attempts: 9,
    })
    cluster.start('c3')
    await expect(client.services.list().all()).resolves.toEqual([])
  })
})

describe('a session in a cluster', () => {
  test('of OpenID Connect is valid at all controllers, and the default', async () => {
    const cluster = createFakeCluster()
    const client = connect(cluster)
    await client.services.list().all()
    cluster.end('c1')
    await client.services.list().all()
    expect(cluster.asked.filter((line) => line.includes('authenticate'))).toEqual([])
    expect(cluster.asked.filter((line) => line.includes('/oidc/oauth/token'))).toHaveLength(1)
  })

  test('of one controller is silently replaced by one of the next controller', async () => {
    const cluster = createFakeCluster()
    const client = connect(cluster, { credentials: { ...credentials, oidc: false } })
    await client.services.list().all()
    cluster.end('c1')
    await client.services.list().all()
    expect(cluster.asked.slice(-3)).toEqual([
      'c1 GET /services',
      'c2 POST /authenticate',
      'c2 GET /services',
    ])
  })

  test('of one controller that comes from the caller is asked for at the next one', async () => {
    const cluster = createFakeCluster()
    const places: string[] = []
    const client = connect(cluster, {
      credentials: {
        token: ({ controller }) => {
          places.push(controller)
          return `c${new URL(controller).port.slice(-1)}-own`
        },
      },
    })
    await client.services.list().all()
    cluster.end('c1')
    await client.services.list().all()
    expect(places).toEqual(
      ['c1', 'c2'].map((member) => `${cluster.url(member)}/edge/management/v1`),
    )
  })
})

describe('ending the sessions in a cluster', () => {
  test('fails where the controller of one does not answer, and ends the others', async () => {
    const cluster = createFakeCluster()
    const client = connect(cluster, { credentials: { ...credentials, oidc: false } })
    await client.services.list().all()
    cluster.end('c1')
    await client.services.list().all()
    await expect(client.logout()).rejects.toMatchObject({
      code: 'CONNECTION_REFUSED',
      operation: 'currentApiSession.delete',
    })
    expect(cluster.asked.slice(-2)).toEqual([
      'c1 DELETE /current-api-session',
      'c2 DELETE /current-api-session',
    ])
    const count = cluster.asked.length
    await expect(client.logout()).rejects.toMatchObject({ code: 'CONNECTION_REFUSED' })
    await client.services.list().all()
    cluster.start('c1')
    await client.logout()
    expect(cluster.asked.slice(count).filter((line) => line.includes('DELETE'))).toEqual([
      'c1 DELETE /current-api-session',
      'c1 DELETE /current-api-session',
      'c2 DELETE /current-api-session',
    ])
  })

  test('keeps one that was not ended beside one that was opened meanwhile', async () => {
    const cluster = createFakeCluster()
    const client: Client = connect(cluster, {
      credentials: { ...credentials, oidc: false },
      retry: false,
      fetch: async (request) => {
        const isFirst = request.method === 'DELETE' && !state.isAnswered
        if (!isFirst) return cluster.fetch(request)
        state.isAnswered = true
        await client.services.list().all()
        return refusal('UNHANDLED', 500)
      },
    })
    const state = { isAnswered: false }
    await client.services.list().all()
    await expect(client.logout()).rejects.toMatchObject({ status: 500 })
    expect(cluster.asked.filter((line) => line.includes('authenticate'))).toHaveLength(2)
    await client.logout()
    expect(cluster.asked.filter((line) => line.includes('DELETE'))).toHaveLength(2)
  })

  test('of OpenID Connect works at any controller', async () => {
    const cluster = createFakeCluster()
    const client = connect(cluster)
    await client.services.list().all()
    cluster.end('c1')
    await client.logout()
    expect(cluster.asked.slice(-2)).toEqual(['c1 POST /oidc/revoke', 'c2 POST /oidc/revoke'])
    cluster.end('c2')
    await client.services.list().all()
    cluster.end('c3')
    await expect(client.logout()).rejects.toMatchObject({ code: 'CONNECTION_REFUSED' })
  })

  test.each<[how: string, code: string, fail: Fetch]>([
    ['hangs', 'NO_ANSWER_IN_TIME', () => new Promise<Response>(() => undefined)],
    [
      'breaks off',
      'CONNECTION_LOST',
      async () => {
        throw Object.assign(new TypeError('fetch failed'), {
          cause: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
        })
      },
    ],
  ])('of OpenID Connect works where a controller %s', async (_, code, fail) => {
    const cluster = createFakeCluster()
    const failures: (string | undefined)[] = []
    const client = connect(cluster, {
      timeout: 300,
      log: (event) => event.kind === 'failure' && failures.push(event.code),
      fetch: (request) =>
        request.url === `${cluster.url('c1')}/oidc/revoke` ? fail(request) : cluster.fetch(request),
    })
    await client.services.list().all()
    await client.logout()
    expect(failures).toEqual([code])
    expect(cluster.asked.at(-1)).toBe('c2 POST /oidc/revoke')
  })
})

describe('a record that was just written', () => {
  test('is found where another controller answers, which lags behind', async () => {
    const cluster = createFakeCluster({ lag: 3 })
    const client = connect(cluster)
    const { id } = await client.services.create(service('orchard'))
    cluster.end('c1')
    await expect(client.services.get(id)).resolves.toMatchObject({ name: 'orchard' })
  })

  test.each<[how: string, change: (client: Client, id: string) => Promise<unknown>, shown: object]>(
    [
      [
        'changed',
        (client, id) => client.services.patch(id, { roleAttributes: ['a', 'b'] }),
        { name: 'orchard', roleAttributes: ['a', 'b'] },
      ],
      [
        'replaced',
        (client, id) => client.services.replace(id, { name: 'garden', encryptionRequired: true }),
        { name: 'garden' },
      ],
      [
        'changed twice, at last back',
        async (client, id) => {
          await client.services.patch(id, { name: 'garden' })
          await client.services.patch(id, { name: 'orchard' })
        },
        { name: 'orchard' },
      ],
    ],
  )('and then %s is found as it is now', async (_, change, shown) => {
    const cluster = createFakeCluster({ lag: 3 })
    const client = connect(cluster)
    const { id } = await client.services.create(service('orchard'))
    await change(client, id)
    cluster.end('c1')
    await expect(client.services.get(id)).resolves.toMatchObject(shown)
  })

  test('and then deleted is not found', async () => {
    const cluster = createFakeCluster({ lag: 3 })
    const client = connect(cluster)
    const { id } = await client.services.create(service('orchard'))
    await client.services.delete(id)
    cluster.end('c1')
    await expect(client.services.get(id)).rejects.toMatchObject({ status: 404 })
    expect(await client.services.list().all()).toEqual([])
  })

  test('is in a list of another controller', async () => {
    const cluster = createFakeCluster({ lag: 3 })
    const client = connect(cluster)
    await client.services.create(service('orchard'))
    cluster.end('c1')
    expect(await client.services.list({ filter: 'name = "orchard"' }).all()).toHaveLength(1)
  })
})

describe('40 creates are each made exactly once', () => {
  const endings: [name: string, options: Parameters<typeof createFakeCluster>[0]][] = [
    ['where the leader ends', {}],
    ['where the leader ends after it has made one that it cannot confirm', { madeInSpite: true }],
    ['where a leader is found only after many tries', { election: 19 }],
  ]
  test.each(endings)('%s', async (_, options) => {
    const cluster = createFakeCluster(options)
    const client = connect(cluster, { timeout: 10_000, retry: { delay: 2, longest: 20 } })
    const report = await batch(names, async (name, { index }) => {
      if (index === 13) cluster.end('c1')
      return client.services.create(service(name))
    })
    expect(report.failed).toEqual([])
    expect(new Set(report.done.map(({ value: { id } }) => id)).size).toBe(40)
    expect(names.map(cluster.count)).toEqual(names.map(() => 1))
  })

  test('where connections break in the middle of an answer', async () => {
    const cluster = createFakeCluster({ lag: 1 })
    const client = connect(cluster)
    const report = await batch(
      names,
      async (name, { index }) => {
        if (index % 7 === 3) cluster.breakAnswer()
        return client.services.create(service(name))
      },
      { concurrency: 1 },
    )
    expect(report.failed).toEqual([])
    expect(names.map(cluster.count)).toEqual(names.map(() => 1))
  })

  test.each<[what: string, refuse: () => Response]>([
    ['a gateway that is busy', () => refusal('UNAVAILABLE', 503)],
    ['a controller that is', () => refusal('SERVER_TOO_MANY_REQUESTS', 429)],
    [
      'one that has just lost its leader',
      () =>
        refusal('UNHANDLED', 500, {
          code: 'UNHANDLED',
          message: 'leadership lost while committing log',
        }),
    ],
  ])('where %s refuses some', async (_, refuse) => {
    const cluster = createFakeCluster({ lag: 1 })
    const client = connect(cluster)
    const report = await batch(names, async (name, { index }) => {
      if (index % 5 === 2) cluster.refuseOnce(refuse())
      return client.services.create(service(name))
    })
    expect(report.failed).toEqual([])
    expect(names.map(cluster.count)).toEqual(names.map(() => 1))
  })
})

describe('a create whose first try took effect without an answer', () => {
  const asFollower = refusal('UNHANDLED', 500, {
    code: 'UNHANDLED',
    message: '{"EntityType":"services","Field":"name","Value":"raft-1"}',
  })

  test('is found by its name where a follower says that the name is taken', async () => {
    const cluster = createFakeCluster({ madeInSpite: true, lag: 0, asFollower })
    const client = connect(cluster)
    await client.services.list().all()
    cluster.end('c1')
    const { id } = await client.services.create(service('raft-1'))
    expect(await client.services.get(id)).toMatchObject({ name: 'raft-1' })
    expect(cluster.count('raft-1')).toBe(1)
  })

  test('is not found where somebody else has the name', async () => {
    const cluster = createFakeCluster({ asFollower })
    const client = connect(cluster)
    await client.services.create(service('raft-1'))
    await expect(client.services.create(service('raft-1'))).rejects.toMatchObject({
      status: 400,
      field: { field: 'name' },
      outcome: undefined,
    })
  })

  test('may have taken effect where the leader did not answer the follower in time', async () => {
    const cluster = createFakeCluster()
    const client = connect(cluster)
    await client.services.list().all()
    const late = { code: 'UNHANDLED', message: 'timeout waiting for message reply: context done' }
    cluster.refuseOnce(refusal('SERVER_TOO_MANY_REQUESTS', 429, late))
    await expect(
      client.terminators.create({ service: 's', router: 'r', binding: 'b', address: 'a' }),
    ).rejects.toMatchObject({ outcome: 'unknown' })
  })
})

test('a change whose answer breaks off is repeated at another controller', async () => {
  const cluster = createFakeCluster({ lag: 1 })
  const client = connect(cluster)
  const { id } = await client.services.create(service('orchard'))
  cluster.breakAnswer()
  await client.services.patch(id, { name: 'garden' })
  await expect(client.services.get(id)).resolves.toMatchObject({ name: 'garden' })
  expect(cluster.asked.filter((line) => line.includes('PATCH'))).toEqual([
    `c1 PATCH /services/${id}`,
    `c2 PATCH /services/${id}`,
  ])
})

test('a controller that does not answer at all is not tried in each round of an election', async () => {
  const cluster = createFakeCluster({ election: 9 })
  const client = connect(cluster, { timeout: 10_000, retry: { delay: 2, longest: 20 } })
  await client.services.list().all()
  cluster.end('c1')
  await client.services.create(service('a'))
  expect(cluster.asked.filter((line) => line === 'c1 POST /services')).toHaveLength(1)
})

describe('a write with an unknown outcome', () => {
  test('is not repeated where there is one controller, and its error says so', async () => {
    const cluster = createFakeCluster()
    const client = connect(cluster, { cluster: false })
    await client.login()
    cluster.breakAnswer()
    const error = await client.services.create(service('a')).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ code: 'CONNECTION_LOST', outcome: 'unknown', attempts: 1 })
    expect(String(error)).toContain(
      'it may have taken effect nevertheless, so check before you repeat it (CONNECTION_LOST)',
    )
    expect(cluster.count('a')).toBe(1)
  })

  test('is not repeated where a second one would do harm', async () => {
    const cluster = createFakeCluster()
    const client = connect(cluster)
    await client.services.list().all()
    cluster.end('c1')
    await expect(
      client.terminators.create({ address: 'a', binding: 'b', router: 'r', service: 's' }),
    ).rejects.toMatchObject({ status: 500, outcome: 'unknown' })
    expect(cluster.asked.filter((line) => line.includes('POST /terminators'))).toEqual([
      'c1 POST /terminators',
      'c2 POST /terminators',
    ])
  })

  test('is distinguished from one whose name is taken', async () => {
    const cluster = createFakeCluster()
    const client = connect(cluster)
    await client.services.create(service('a'))
    await expect(client.services.create(service('a'))).rejects.toMatchObject({
      status: 400,
      field: { field: 'name' },
      outcome: undefined,
    })
  })
})

describe('a cluster without a leader', () => {
  test('is read, and waits with writes as long as the client waits', async () => {
    const cluster = createFakeCluster()
    const client = connect(cluster, { timeout: 300, retry: { delay: 20 } })
    await client.services.create(service('a'))
    cluster.end('c1')
    cluster.end('c2')
    const start = Date.now()
    const error = await client.services.create(service('b')).catch((thrown: unknown) => thrown)
    expect(isClusterWithoutLeader(error)).toBe(true)
    expect(Date.now() - start).toBeGreaterThan(100)
    expect(error).toBeInstanceOf(ManagementError)
    expect(error).toMatchObject({ status: 503, outcome: undefined })
    expect(await client.services.list().all()).toMatchObject([{ name: 'a' }])
  })

  test('is waited for anew after a controller that did not answer', async () => {
    const cluster = createFakeCluster({ election: 1 })
    const client = connect(cluster, {
      timeout: 100,
      retry: { delay: 20 },
      fetch: (request) =>
        state.isSilent && new URL(request.url).port === '1281'
          ? new Promise(() => undefined)
          : cluster.fetch(request),
    })
    const state = { isSilent: false }
    await client.services.list().all()
    cluster.end('c1')
    state.isSilent = true
    await expect(client.services.create(service('b'))).resolves.toMatchObject({ id: 'id-0' })
  })

  test('is not waited for by a call that says so', async () => {
    const cluster = createFakeCluster()
    const client = connect(cluster)
    await client.services.list().all()
    cluster.end('c2')
    cluster.end('c3')
    const error = await client.services
      .create(service('b'), { retry: false })
      .catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ status: 429, attempts: 1 })
    expect(isClusterWithoutLeader(error)).toBe(true)
    expect(String(error)).toContain('the controller cluster has no leader at the moment')
  })
})
