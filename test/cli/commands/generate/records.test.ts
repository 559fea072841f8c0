import { describe, expect, test } from 'vitest'
import type { RecordEntry } from '../../../../src/cli/commands/generate/records.js'
import type { Renewal } from '../../../../src/cli/commands/generate/flags.js'
import {
  createControllerLookup,
  createRouterRecord,
  toEdgeEntry,
  ensureEnrollment,
  applyRecord,
} from '../../../../src/cli/commands/generate/records.js'
import { fleet, generate } from '../../../../src/index.js'
import type { Fetch } from '../../../../src/management/client/index.js'
import { createClient } from '../../../../src/management/client/index.js'
import { createService } from '../../../../src/management/service/index.js'
import { answer, refusal } from '../../../support/controller.js'
import { now, tokenWith } from '../../../support/enrollment.js'

const admin = { username: 'admin', password: 'orchard-gate' }

const url = 'http://embedded/edge/management/v1'

/** A client of a service of its own, whose requests something may happen to. */
async function clientWith(
  happens: (request: Request, send: Fetch) => Promise<Response> | undefined,
) {
  const service = await createService({ data: ':memory:', admin })
  const send: Fetch = (request) => service.fetch(request)
  const plain = createClient({ url, fetch: send, credentials: admin })
  return {
    plain,
    client: createClient({
      url,
      fetch: async (request) => happens(request, send) ?? send(request),
      credentials: admin,
      retry: false,
    }),
    names: async () => (await plain.edgeRouters.list().all()).map(({ name }) => name),
  }
}

const isCreate = ({ method, url: asked }: Request): boolean =>
  method === 'POST' && asked.endsWith('/edge-routers')

const make = (client: Parameters<typeof createRouterRecord>[0]) =>
  createRouterRecord(client, 'north', {
    requestedSettings: { isTunnelerEnabled: true },
    isFabric: false,
  })

describe('a record that is to be made', () => {
  test('is taken where somebody made it meanwhile', async () => {
    const { client, plain, names } = await clientWith((request, send) => {
      if (!isCreate(request)) return undefined
      return plain.edgeRouters.create({ name: 'north' }).then(
        async () =>
          new Response((await send(request)).body, {
            status: 400,
            headers: { 'content-type': 'application/json' },
          }),
      )
    })
    expect(await make(client)).toMatchObject({
      isCreated: false,
      entry: { record: { name: 'north', isTunnelerEnabled: false } },
    })
    expect(await names()).toEqual(['north'])
  })

  test('is taken where it was made and the answer was lost', async () => {
    const { client, names } = await clientWith((request, send) =>
      isCreate(request)
        ? send(request).then(() => {
            throw Object.assign(new Error('gone'), { code: 'ECONNRESET' })
          })
        : undefined,
    )
    expect(await make(client)).toMatchObject({
      isCreated: false,
      entry: { record: { name: 'north', isTunnelerEnabled: true } },
    })
    expect(await names()).toEqual(['north'])
  })

  test('is missing where the request did not arrive, and says so', async () => {
    const { client, names } = await clientWith((request) =>
      isCreate(request)
        ? Promise.reject(Object.assign(new Error('gone'), { code: 'ECONNRESET' }))
        : undefined,
    )
    await expect(make(client)).rejects.toThrow(
      /`edgeRouters.create` failed: .* closed the connection/,
    )
    expect(await names()).toEqual([])
  })

  test('cannot be made where its tunneler would have the name of an identity', async () => {
    const { client } = await clientWith((request) =>
      isCreate(request)
        ? Promise.resolve(
            refusal('COULD_NOT_VALIDATE', 400, {
              field: 'name',
              reason: 'name must be unique',
              value: 'north',
            }),
          )
        : undefined,
    )
    await expect(make(client)).rejects.toThrow(/name must be unique/)
  })
})

const entryWith = (more: Partial<RecordEntry['record']>, expires?: number): RecordEntry => ({
  record: { id: 'kX3', name: 'north', isVerified: false, enrollmentJwt: null, ...more },
  isFabric: false,
  expires,
})

const jwt = tokenWith()

describe('an enrollment', () => {
  test.each<[what: string, entry: RecordEntry, renewal: Renewal, outcome: string]>([
    ['that is open is used', entryWith({ enrollmentJwt: jwt }, now + 1), 'none', 'kept'],
    [
      'that is open is used though all are to be made anew',
      entryWith({ enrollmentJwt: jwt }, now + 1),
      'all',
      'kept',
    ],
    [
      'that has ended is said',
      entryWith({ enrollmentJwt: jwt }, now),
      'none',
      'the enrollment token of `north` expired at 2026-01-15T12:00:00.000Z; --re-enroll=expired requests a new one',
    ],
    [
      'that has ended is made anew where that is wanted',
      entryWith({ enrollmentJwt: jwt }, now),
      'expired',
      'renewed',
    ],
    ['that was used leaves the file without one', entryWith({ isVerified: true }), 'none', 'kept'],
    ['that was used has not expired', entryWith({ isVerified: true }), 'expired', 'kept'],
    [
      'that was used is made anew where that is wanted',
      entryWith({ isVerified: true }),
      'all',
      'renewed',
    ],
    [
      'that is missing is said',
      entryWith({}),
      'none',
      '`north` is not enrolled, and its record has no enrollment token; --re-enroll=expired requests a new one',
    ],
    ['that is missing is made anew where that is wanted', entryWith({}), 'expired', 'renewed'],
    [
      'of a router without edge cannot be made anew',
      { ...entryWith({}), isFabric: true },
      'all',
      '`north` is not an edge router, and the API can re-enroll only those; delete the record and create it again',
    ],
  ])('%s', async (_, entry, renewal, outcome) => {
    const asked: string[] = []
    const fetch: Fetch = async (request) => {
      asked.push(
        `${request.method} ${new URL(request.url).pathname.replace('/edge/management/v1', '')}`,
      )
      return answer(
        request.method === 'POST'
          ? {}
          : { id: 'kX3', name: 'north', isVerified: false, enrollmentJwt: 'new' },
      )
    }
    const client = createClient({ url, fetch })
    const run = (isDry: boolean): Promise<string> =>
      ensureEnrollment(client, entry, { renewal, isDry, now }).then(
        ({ isRenewed }) => (isRenewed ? 'renewed' : 'kept'),
        (error: unknown) => (error instanceof Error ? error.message : ''),
      )
    expect(await run(true)).toBe(outcome)
    expect(asked).toEqual([])
    expect(await run(false)).toBe(outcome)
    expect(asked).toEqual(
      outcome === 'renewed' ? ['POST /edge-routers/kX3/re-enroll', 'GET /edge-routers/kX3'] : [],
    )
  })
})

describe('the controllers of a file', () => {
  const own = ['own.example.com:6262']
  const named = async (): Promise<string[]> => ['tls:api.example.com:6262']

  test.each<
    [
      what: string,
      answers: object,
      record: Partial<RecordEntry['record']>,
      controllers: readonly string[] | undefined,
    ]
  >([
    ['are those that are answered', { controllers: own }, {}, own],
    ['are those of the token, which `generate` reads', {}, { enrollmentJwt: jwt }, undefined],
    [
      'are those of the API where the token names none',
      {},
      { enrollmentJwt: tokenWith({ ctrls: null }) },
      ['tls:api.example.com:6262'],
    ],
    ['are those of the API where there is no token', {}, {}, ['tls:api.example.com:6262']],
  ])('%s', async (_, answers, record, controllers) => {
    expect((await applyRecord(answers, entryWith(record), named)).controllers).toEqual(controllers)
  })

  test.each([
    ['are none where the API does not know of any', 404, []],
    ['are asked for once', 200, ['tls:a:1', 'tls:b:1']],
  ])('%s', async (_, status, expected) => {
    const asked: string[] = []
    const fetch: Fetch = async (request) => {
      asked.push(request.url)
      return status === 404
        ? refusal('NOT_FOUND', 404)
        : answer(
            [
              { id: '1', ctrlAddress: 'tls:a:1' },
              { id: '2', ctrlAddress: 'tls:b:1' },
              { id: '3', ctrlAddress: null },
            ],
            { meta: { pagination: { limit: 500, offset: 0, totalCount: 3 } } },
          )
    }
    const ask = createControllerLookup(createClient({ url, fetch }))
    expect([await ask(), await ask()]).toEqual([expected, expected])
    expect(asked).toHaveLength(1)
  })
})

test('a record says what answers take of it, and no more', async () => {
  const service = await createService({ data: ':memory:', admin })
  const client = createClient({ url, fetch: service.fetch, credentials: admin })
  const { id } = await client.edgeRouters.create({ name: 'north', cost: 7, roleAttributes: ['a'] })
  const { record, expires } = toEdgeEntry(await client.edgeRouters.get(id))
  expect(record).toEqual({
    id,
    name: 'north',
    isVerified: false,
    disabled: false,
    noTraversal: false,
    cost: 7,
    enrollmentJwt: expect.stringMatching(/^eyJ/),
    enrollmentToken: expect.any(String),
    isTunnelerEnabled: false,
    hostname: '',
    roleAttributes: ['a'],
  })
  expect(expires).toBeGreaterThan(Date.now() + 170 * 60_000)
})

test('a record of the API is an answer, and so is what a fleet is held against', async () => {
  const service = await createService({ data: ':memory:', admin })
  const client = createClient({ url, fetch: service.fetch, credentials: admin })
  const { id } = await client.edgeRouters.create({
    name: 'north',
    isTunnelerEnabled: true,
    appData: { site: 'east' },
  })
  const edgeRouter = await client.edgeRouters.get(id)
  const made = generate({ edgeRouter, controllers: ['ctrl.example.com:6262'] })
  expect(made).toMatchObject({ ok: true, name: 'north' })
  await client.edgeRouters.patch(id, { disabled: true })
  const found = fleet([{ path: 'north.yml', text: made.ok ? made.text : '' }], {
    records: await client.edgeRouters.list().all(),
  })
  expect(found.flat().map(({ rule }) => rule)).toEqual(['fleet-record-disabled'])
})
