import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../src/management/client/index.js'
import { toReportedConfig } from '../../src/generate/running.js'
import type { RunningRouter } from '../../src/management/service/index.js'
import { createService } from '../../src/management/service/index.js'
import type { FakeCluster } from '../support/cluster.js'
import { createFakeCluster, serveCluster } from '../support/cluster.js'
import type { RunResult } from '../support/program.js'
import { completeExample } from '../support/fixtures.js'
import { folderWith, runFast, runHere, start, write } from '../support/program.js'

const admin = { username: 'admin', password: 'orchard-gate' }

const names = ['north', 'east', 'south', 'west']

/** A cluster whose members all have the records of one embedded service; `end` says after which request one ends. */
async function startCluster(
  ends: Readonly<Record<string, RegExp>>,
  runningRouters?: () => Promise<readonly RunningRouter[]>,
): Promise<{
  cluster: FakeCluster
  env: Record<string, string>
}> {
  const service = await createService({
    data: ':memory:',
    admin,
    ...(runningRouters && { runningRouters }),
  })
  onTestFinished(() => service.close())
  const ended = new Set<string>()
  const { token } = await createClient({
    url: 'http://embedded',
    fetch: service.fetch,
    credentials: admin,
  }).login()
  const cluster = createFakeCluster({
    election: 1,
    backend: async (request) => {
      const { pathname, search } = new URL(request.url)
      const response = await service.fetch(
        new Request(`http://embedded${pathname}${search}`, {
          method: request.method,
          headers: { 'content-type': 'application/json', 'zt-session': token },
          ...(request.method !== 'GET' && { body: await request.text() }),
        }),
      )
      for (const [member, after] of Object.entries(ends))
        if (!ended.has(member) && after.test(`${request.method} ${pathname}`)) {
          ended.add(member)
          cluster.end(member)
        }
      return response
    },
  })
  const { url } = await serveCluster(cluster)
  return {
    cluster,
    env: {
      HOME: '/nonexistent',
      ROUTERFILE_URL: url('c1'),
      ROUTERFILE_CA: resolve('fixtures/management/pki/ca.cert'),
      ROUTERFILE_USERNAME: admin.username,
      ROUTERFILE_PASSWORD: admin.password,
    },
  }
}

const router = completeExample('sfoo: 1\nlink: {dialers: [{binding: transport}]}').text

const running = async (): Promise<RunningRouter[]> =>
  names.map((name) => ({
    name,
    file: `/etc/ziti/${name}.yml`,
    version: 'v2.0.3',
    config: toReportedConfig(router, {}) ?? {},
  }))

/** The members that answered requests for a path. */
const listMembers = ({ asked }: FakeCluster, path: RegExp): string[] =>
  asked.filter((line) => path.test(line)).map((line) => line.slice(0, 2))

test('lint --live continues when the controller ends between listing and inspecting routers', async () => {
  const { cluster, env } = await startCluster({ c1: /GET \/fabric\/v1\/routers/ }, running)
  const { out, err, code } = await runHere(['lint', '--live', '--format', 'compact'], { env })
  expect({ err, code }).toEqual({ err: '', code: 0 })
  for (const name of names) expect(out).toContain(`live:${name}`)
  expect(listMembers(cluster, / \/fabric/)).toEqual(['c1', 'c1', 'c2'])
})

const list = `name,advertise\n${names.map((name) => `${name},${name}.example.com\n`).join('')}`

const generate = (folder: string, env: Record<string, string>): Promise<RunResult> =>
  runFast(
    [
      ...['generate', '--no-input', '--list', 'routers.csv', '--create-missing'],
      ...['--concurrency', '1', '--controller', 'ctrl.example.com:6262'],
      ...['-o', '{name}.yml'],
    ],
    { cwd: folder, env },
  )

test.each<[when: string, ends: Record<string, RegExp>]>([
  ['after the list of routers', { c1: /GET .*\/edge-routers$/ }],
  ['after a router was made', { c1: /POST .*\/edge-routers$/ }],
])('generate continues when the controller ends %s', async (_, ends) => {
  const { cluster, env } = await startCluster(ends)
  const folder = folderWith({})
  write(folder, { 'routers.csv': list })
  const { err, code } = await generate(folder, env)
  expect({ err, code }).toMatchObject({ err: expect.stringContaining('4 made'), code: 0 })
  expect(readdirSync(folder).filter((name) => name.endsWith('.yml'))).toHaveLength(4)
  expect(readFileSync(join(folder, 'west.yml'), 'utf8')).toContain('west.example.com')
  const members = listMembers(cluster, /edge-routers/)
  expect([members[0], members.at(-1)]).toEqual(['c1', expect.stringMatching(/c[23]/)])
})

describe('the other sign-ins of a user', () => {
  /** A sign-in at a cluster, whose client would have to sign in again once its tokens are refused. */
  const signInAside = async (): Promise<{
    env: Record<string, string>
    cluster: FakeCluster
    isAlive: () => Promise<boolean>
  }> => {
    const { cluster, env } = await startCluster({}, running)
    const client = createClient({
      url: cluster.url('c1'),
      fetch: cluster.fetch,
      credentials: { ...admin, oidc: true },
    })
    const signIns = (): number =>
      cluster.asked.filter((line) => line.endsWith('POST /oidc/login/password')).length
    await client.services.list()
    return {
      env: { ...env, XDG_CONFIG_HOME: folderWith({}), ROUTERFILE_STORE: 'file' },
      cluster,
      isAlive: async () => {
        const before = signIns()
        await client.services.list()
        return signIns() === before
      },
    }
  }
  test.each([
    'api services list',
    'api services create --name one --encryptionRequired',
    'api services delete unknown',
    'lint --live',
    'upgrade --live --to 2.0',
    'mesh --live',
    'drift north.yml',
    'diff live:north north.yml',
    'pull -o pulled-{name}.yml',
    'generate --no-input --list routers.csv --create-missing --controller ctrl.example.com:6262 -o {name}.yml',
    'generate --no-input --list routers.csv --check --controller ctrl.example.com:6262 -o {name}.yml',
  ])('outlive `%s`', async (line) => {
    const { env, cluster, isAlive } = await signInAside()
    const cwd = folderWith({ 'north.yml': router, 'routers.csv': list })
    const { err } = await runFast(line.split(' '), { cwd, env })
    expect(err).not.toMatch(/unknown flag|takes/)
    expect(cluster.asked.filter((asked) => asked.endsWith('POST /oidc/revoke'))).toHaveLength(1)
    expect(cluster.asked.filter((asked) => asked.includes('end_session'))).toEqual([])
    expect(await isAlive()).toBe(true)
  })

  test('outlive a login and a logout', async () => {
    const { env, cluster, isAlive } = await signInAside()
    expect(await runFast(['api', 'login'], { env })).toMatchObject({ code: 0 })
    expect(await runFast(['api', 'logout'], { env })).toMatchObject({ code: 0 })
    expect(cluster.asked.at(-1)).toBe('c1 POST /oidc/revoke')
    expect(await isAlive()).toBe(true)
  })

  test('are eight commands at a time, which all succeed', async () => {
    const { env, isAlive } = await signInAside()
    const runs = Array.from({ length: 8 }, async () => start(['api', 'services', 'list'], { env }))
    expect((await Promise.all(runs)).map(({ code }) => code)).toEqual(Array(8).fill(0))
    expect(await isAlive()).toBe(true)
  })
})
