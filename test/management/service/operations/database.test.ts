import { mkdirSync, readdirSync, readFileSync, rmdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ManagementService } from '../../../../src/management/service/index.js'
import { createService } from '../../../../src/management/service/index.js'
import { exportRecords, importRecords } from '../../../../src/management/service/backup.js'
import { ask, credentials, opened, getToken } from '../../../support/management.js'
import { folderWith } from '../../../support/program.js'

const common = { createdAt: 1, updatedAt: 1, tags: {} }

/** Lines of a service with one service, and records that name what is not there. */
async function broken(): Promise<string[]> {
  const data = join(folderWith({}), 'first')
  const service = await createService({ data, admin: credentials })
  const token = await getToken(service)
  await ask(service, 'POST /services', { token, body: { name: 'whole', encryptionRequired: true } })
  await service.close()
  const texts: string[] = []
  await exportRecords(data, (text) => void texts.push(text))
  return texts.join('').split('\n').filter(Boolean)
}

const bad: readonly (readonly [kind: string, record: Record<string, unknown>])[] = [
  ['configs', { id: 'config', name: 'config', configTypeId: 'gone', data: {} }],
  [
    'services',
    {
      id: 'service',
      name: 'half',
      encryptionRequired: true,
      configs: ['config'],
      roleAttributes: null,
      terminatorStrategy: 'smartrouting',
      maxIdleTimeMillis: 0,
    },
  ],
  [
    'terminators',
    {
      id: 'terminator',
      service: 'service',
      router: 'gone',
      binding: 'b',
      address: 'a',
      identity: '',
      cost: 0,
      precedence: 'default',
    },
  ],
  [
    'servicePolicies',
    {
      id: 'policy',
      name: 'policy',
      semantic: 'AnyOf',
      type: 'Dial',
      identityRoles: ['#all'],
      serviceRoles: ['@gone', '@service'],
      postureCheckRoles: ['@gone'],
    },
  ],
  [
    'mfas',
    {
      id: 'mfa',
      identity: 'gone',
      isVerified: false,
      secret: 's',
      recoveryCodes: [],
      lastStep: null,
    },
  ],
]

async function openBroken(): Promise<{ service: ManagementService; token: string }> {
  const [head = '', ...records] = await broken()
  const lines = [
    JSON.stringify({ ...JSON.parse(head), records: records.length + bad.length }),
    ...records,
    ...bad.map(([kind, record]) => JSON.stringify({ kind, record: { ...record, ...common } })),
  ]
  const data = join(folderWith({}), 'second')
  expect(
    await importRecords(
      data,
      (async function* () {
        yield `${lines.join('\n')}\n`
      })(),
    ),
  ).toBe(lines.length - 1)
  const service = await createService({ data })
  onTestFinished(() => service.close())
  return { service, token: await getToken(service) }
}

/** Runs a search to its end. */
async function search(
  service: ManagementService,
  token: string,
  what: 'check' | 'fix',
): Promise<{ results: { description: string; fixed: boolean }[] } & Record<string, unknown>> {
  expect((await ask(service, `POST /database/${what}-data-integrity`, { token })).status).toBe(202)
  for (;;) {
    const data = Object(
      (await ask(service, 'GET /database/data-integrity-results', { token })).data,
    )
    if (!data.inProgress) return data
    await setImmediate()
  }
}

describe('a search for broken references', () => {
  test('finds none in what the service made itself', async () => {
    const { service, token } = await opened()
    await ask(service, 'POST /edge-routers', {
      token,
      body: { name: 'edge', isTunnelerEnabled: true },
    })
    expect(await search(service, token, 'check')).toMatchObject({
      results: [],
      fixingErrors: false,
      tooManyErrors: false,
      error: null,
    })
  })

  test('has no times before the first one', async () => {
    const { service, token } = await opened()
    expect(
      (await ask(service, 'GET /database/data-integrity-results', { token })).data,
    ).toMatchObject({ startTime: null, endTime: null, inProgress: false })
  })

  test('finds them, changes nothing, repairs them on request, and finds none afterwards', async () => {
    const { service, token } = await openBroken()
    const found = await search(service, token, 'check')
    expect(found.results.map(({ description }) => description)).toEqual([
      'configs config: configTypeId names configTypes gone, which does not exist',
      'mfas mfa: identity names identities gone, which does not exist',
      'servicePolicies policy: postureCheckRoles names postureChecks gone, which does not exist',
      'servicePolicies policy: serviceRoles names services gone, which does not exist',
      'terminators terminator: router names routers gone, which does not exist',
    ])
    expect(found.results.every(({ fixed }) => !fixed)).toBe(true)
    const mended = await search(service, token, 'fix')
    expect(mended).toMatchObject({ fixingErrors: true })
    expect(
      mended.results.map(({ description, fixed }) => [description.split(':')[0], fixed]),
    ).toEqual([
      ['configs config', true],
      ['services service', true],
      ['mfas mfa', true],
      ['servicePolicies policy', true],
      ['servicePolicies policy', true],
      ['terminators terminator', true],
    ])
    expect((await search(service, token, 'check')).results).toEqual([])
    expect((await ask(service, 'GET /services/service', { token })).data).toMatchObject({
      configs: null,
    })
    expect((await ask(service, 'GET /service-policies/policy', { token })).data).toMatchObject({
      serviceRoles: ['@service'],
      postureCheckRoles: null,
    })
    expect((await ask(service, 'GET /terminators/terminator', { token })).status).toBe(404)
  })

  test.each(['check', 'fix'])('is one at a time: a %s is refused while one runs', async (other) => {
    const { service, token } = await opened()
    const statuses = [
      await ask(service, 'POST /database/check-data-integrity', { token }),
      await ask(service, `POST /database/${other}-data-integrity`, { token }),
    ].map(({ status }) => status)
    expect(statuses).toEqual([202, 429])
  })
})

describe('a snapshot', () => {
  test('is a file beside the records that can be imported, for its owner only, one a minute', async () => {
    const at = { now: Date.parse('2027-01-02T03:04:05Z') }
    const data = join(folderWith({}), 'data')
    const service = await createService({ data, admin: credentials, clock: () => new Date(at.now) })
    const token = await getToken(service)
    const take = async (): Promise<number> =>
      (await ask(service, 'POST /database/snapshot', { token })).status
    expect(await take()).toBe(200)
    at.now += 59_999
    expect(await take()).toBe(429)
    at.now += 1
    expect(await take()).toBe(200)
    await service.close()
    expect(
      readdirSync(data)
        .filter((name) => name.startsWith('snapshot'))
        .sort(),
    ).toEqual(['snapshot-20270102-030405.jsonl', 'snapshot-20270102-030505.jsonl'])
    const file = join(data, 'snapshot-20270102-030405.jsonl')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const copy = join(folderWith({}), 'copy')
    await importRecords(
      copy,
      (async function* () {
        yield readFileSync(file)
      })(),
    )
    const again = await createService({ data: copy })
    expect(await getToken(again)).not.toBe('')
    await again.close()
  })

  test('that cannot be written may be asked for again at once', async () => {
    const data = join(folderWith({}), 'data')
    const service = await createService({
      data,
      admin: credentials,
      clock: () => new Date('2027-01-02T03:04:05Z'),
    })
    onTestFinished(() => service.close())
    const token = await getToken(service)
    const obstacle = join(data, 'snapshot-20270102-030405.jsonl.new')
    mkdirSync(obstacle)
    await expect(ask(service, 'POST /database/snapshot', { token })).rejects.toThrow('EISDIR')
    rmdirSync(obstacle)
    expect((await ask(service, 'POST /database/snapshot', { token })).status).toBe(200)
  })
})
