import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toRecord } from '../../src/document/record.js'
import { toReportedConfig } from '../../src/generate/running.js'
import type { RunningRouter } from '../../src/management/service/index.js'
import { send, startController } from '../support/controller.js'
import { startNetwork } from '../support/network.js'
import type { RunResult } from '../support/program.js'
import { folderWith, runHere, write } from '../support/program.js'
import { readRecordedAnswers, recordedReleases } from '../support/recorded-network.js'
import { yaml } from '../support/yaml.js'

const base = yaml`
  v: 3
  identity:
    cert: a.cert
    server_cert: a.server.cert
    key: a.key
    ca: a.ca
  ctrl:
    endpoint: tls:ctrl.example.com:6262
  csr:
    sans:
      dns: [north.example.com]
`

const north = `${base}${yaml`
  link:
    dialers:
      - binding: transport
        options:
          outQueueSize: 64.0
    listeners:
      - binding: transport
        bind: tls:0.0.0.0:6000
        advertise: tls:north.example.com:6000
  forwarder:
    faultTxInterval: 15000
`}`

const unknown = north.replace('faultTxInterval', 'faultInterval')

const secretive = `${base}${yaml`
  proxy:
    type: http
    address: proxy.example.com:3128
    username: north
    password: open-sesame
`}`

/** Routers that run these files; the release is that of the build, or the one given for all. */
const runFiles = (
  files: Readonly<Record<string, string>>,
  { version = 'v2.0.3', env = {} }: { version?: string; env?: Record<string, string> } = {},
): RunningRouter[] =>
  Object.entries(files).map(([name, text]) => ({
    name,
    file: `/etc/ziti/${name}.yml`,
    version,
    config: toReportedConfig(text, env) ?? {},
  }))

type Program = (argv: readonly string[], cwd?: string) => Promise<RunResult>

/** A network in which these routers run, and the program with a login to it. */
async function startRunning(
  routers: readonly RunningRouter[] | undefined,
  more: Readonly<Record<string, string>> = {},
): Promise<Program> {
  const { url } = await startNetwork(routers ? { runningRouters: async () => routers } : {})
  const env = {
    HOME: '/nonexistent',
    ROUTERFILE_URL: url,
    ROUTERFILE_USERNAME: 'admin',
    ROUTERFILE_PASSWORD: 'orchard-gate',
    ...more,
  }
  return (argv, cwd) => runHere(argv, { env, cwd: cwd ?? folderWith({}) })
}

describe('lint --live', () => {
  test('finds nothing in what routers add and JSON loses', async () => {
    const program = await startRunning(runFiles({ north }))
    expect(await program(['lint', '--live', '--format', 'compact'])).toEqual({
      out: '',
      err: '',
      code: 0,
    })
  })

  test('checks each router for its release, and all together', async () => {
    const program = await startRunning([
      ...runFiles({ north }),
      ...runFiles({ south: unknown }, { version: 'v1.6.14' }),
    ])
    const { out, code } = await program([
      ...['lint', '--live', '--format', 'json', '--fail-on', 'warning'],
    ])
    const report = toRecord(JSON.parse(out))
    expect(code).toBe(1)
    const withRules = (...rules: string[]): unknown =>
      expect.arrayContaining(rules.map((rule) => expect.objectContaining({ rule })))
    expect(report['files']).toMatchObject([
      { path: 'live:north', release: '2.0.3', diagnostics: withRules() },
      {
        path: 'live:south',
        release: '1.6.14',
        diagnostics: withRules('unknown-key', 'fleet-same-advertise'),
      },
    ])
  })

  test('offers no fixes, as nobody can edit what runs', async () => {
    const text = readFileSync('fixtures/cli/files/bad.yaml', 'utf8')
    const program = await startRunning(runFiles({ north: text }))
    const { out } = await program(['lint', '--live'])
    expect(out).toContain('retry-interval-order')
    expect(out).not.toContain('routerfile fix')
  })

  test('takes filters', async () => {
    const program = await startRunning(runFiles({ north, south: 'v: 3\n' }))
    const found = await program([
      ...['lint', '--live', '--filter', 'name = "north"'],
      ...['--format', 'compact'],
    ])
    expect(found).toMatchObject({ out: '', code: 0 })
    expect(await program(['lint', '--live', '--filter', 'colour = 1'])).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^routerfile: `fabric\.routers` failed: .*colour.*\n$/),
    })
  })

  test('keeps a baseline by the names of routers, wherever it is', async () => {
    const program = await startRunning(runFiles({ south: unknown }))
    const folder = folderWith({ 'known/.keep': '' })
    const flags = ['lint', '--live', '--format', 'compact', '--level', 'warning']
    expect(await program([...flags, '--fail-on', 'warning'], folder)).toMatchObject({ code: 1 })
    await program([...flags, '--write-baseline', 'known/baseline.json'], folder)
    expect(readFileSync(join(folder, 'known/baseline.json'), 'utf8')).toContain('"live:south"')
    const baseline = ['--baseline', 'baseline.json', '--fail-on', 'warning']
    expect(await program([...flags, ...baseline], join(folder, 'known'))).toMatchObject({
      out: '',
      err: '',
      code: 0,
    })
  })

  test('takes --target for a release that is not known, with a note', async () => {
    const program = await startRunning(runFiles({ a: north, b: base }, { version: 'v0.0.0' }))
    const flags = ['lint', '--live', '--format', 'json']
    const { out, err } = await program([...flags, '--target', '1.6.14'])
    expect(toRecord(JSON.parse(out))['files']).toMatchObject([{ release: '1.6.14' }, {}])
    expect(err).toBe(
      'routerfile: `a` and `b` do not report a known release and are checked for 1.6.14; --target sets another\n',
    )
  })

  test('never shows secrets', async () => {
    const wrong = secretive.replace('type: http', 'type: open-sesame-type')
    const program = await startRunning(runFiles({ north: `${wrong}password: open-sesame\n` }))
    for (const format of ['pretty', 'json', 'sarif', 'compact']) {
      const { out, err } = await program(['lint', '--live', '--format', format])
      expect(out).toContain('live')
      expect(out + err).not.toMatch(/open-sesame(?!-type)/)
    }
  })

  test('tells in one sentence that rights lack', async () => {
    const { url, client, service } = await startNetwork({ runningRouters: async () => [] })
    const { id } = await client.identities.create({
      name: 'guest',
      type: 'User',
      isAdmin: false,
      enrollment: { updb: 'guest' },
    })
    const { enrollment } = await client.identities.get(id)
    const token = enrollment.updb?.token ?? ''
    await service.fetch(
      new Request(`http://embedded/edge/client/v1/enroll?method=updb&token=${token}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ password: 'a-good-password' }),
      }),
    )
    const env = {
      ROUTERFILE_URL: url,
      ROUTERFILE_USERNAME: 'guest',
      ROUTERFILE_PASSWORD: 'a-good-password',
    }
    expect(await runHere(['drift', '.'], { env, cwd: folderWith({}) })).toMatchObject({
      err: expect.stringMatching(
        /routerfile: `fabric\.routers` failed: the session is valid, but its identity lacks the permission for this; [^\n]*\n$/,
      ),
      code: 2,
    })
  })

  test('tells in one sentence who does not answer', async () => {
    const { url, client } = await startNetwork({ runningRouters: async () => runFiles({ north }) })
    await client.edgeRouters.create({ name: 'away' })
    await client.edgeRouters.create({ name: 'off', disabled: true })
    const env = {
      ROUTERFILE_URL: url,
      ROUTERFILE_USERNAME: 'admin',
      ROUTERFILE_PASSWORD: 'orchard-gate',
    }
    expect(await runHere(['lint', '--live', '--format', 'compact'], { env })).toEqual({
      out: '',
      err: 'routerfile: `away` is not connected to the controller\nrouterfile: `off` is disabled, so it is not connected\n',
      code: 0,
    })
  })

  test.each([
    [
      'does not serve the fabric API',
      {},
      /^routerfile: `fabric\.routers` failed: the controller does not serve the fabric API .*\n$/,
    ],
    [
      'refuses the login',
      { ROUTERFILE_PASSWORD: 'wrong-password' },
      /^routerfile: .*password.*\n$/,
    ],
  ])('says in one sentence that the controller %s', async (_, more, message) => {
    const program = await startRunning(undefined, more)
    expect(await program(['lint', '--live'])).toMatchObject({
      out: '',
      err: expect.stringMatching(message),
      code: 2,
    })
  })
})

test('diff compares what a router runs with a file', async () => {
  const program = await startRunning(runFiles({ north }))
  const folder = folderWith({ 'north.yml': north.replace('15000', '20000') })
  expect(await program(['diff', 'live:north', 'north.yml'], folder)).toEqual({
    out: expect.stringMatching(
      /^~ forwarder\.faultTxInterval: 15000 \(live:north:\d+\) -> 20000 \(north\.yml:\d+\)\n$/,
    ),
    err: '',
    code: 1,
  })
  expect(await program(['diff', 'live:south', 'north.yml'], folder)).toEqual({
    out: '',
    err: 'routerfile: the network has no router `south`\n',
    code: 2,
  })
})

describe('drift', () => {
  const compare = async (
    files: Readonly<Record<string, string>>,
    routers: readonly RunningRouter[],
    argv: readonly string[] = [],
  ): Promise<RunResult> => (await startRunning(routers))(['drift', ...argv, '.'], folderWith(files))

  test.each([
    [
      'the same file',
      'north.yml',
      north,
      /^same +north\.yml {2}live:north \(2\.0\.3\)\n1 same\n$/,
      0,
    ],
    ['a file in a folder of the name', 'north/router.yml', north, /^same +north\/router\.yml/, 0],
    ['numbers with and without a point', 'north.yml', north.replace('64.0', '64'), /^same /, 0],
    [
      'other words for the same',
      'north.yml',
      `# by hand\n${north}  linkDialQueueLength: 1000\n`,
      /^differs in text only +north\.yml/,
      0,
    ],
    [
      'another value',
      'north.yml',
      north.replace('64.0', '65.0'),
      /^differs in effect +north\.yml {2}live:north \(2\.0\.3\)\n {4}link\.dialers\[0\]\.options\.outQueueSize: 65 in the file, 64 in the router\n1 differs in effect\n$/,
      1,
    ],
    [
      'one more listener',
      'north.yml',
      `${north}listeners:\n  - binding: tunnel\n`,
      /\n {4}listeners.*: .*"tunnel".* in the file, nothing in the router\n/,
      1,
    ],
    ['a variable', 'north.yml', north.replace('tls:north.example.com', 'tls:${HOST}'), /^same /, 0],
    ['a broken file', 'north.yml', `${north}x: [\n`, /^file is broken/, 1],
  ])('tells of %s', async (_, path, text, out, code) => {
    expect(await compare({ [path]: text }, runFiles({ north }))).toMatchObject({
      out: expect.stringMatching(out),
      code,
    })
  })

  test('tells why each router did not answer', async () => {
    const { url, client } = await startNetwork({ runningRouters: async () => [] })
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const name of names) await client.edgeRouters.create({ name })
    const env = {
      ROUTERFILE_URL: url,
      ROUTERFILE_USERNAME: 'admin',
      ROUTERFILE_PASSWORD: 'orchard-gate',
    }
    const { out, err } = await runHere(['drift', '.'], { env, cwd: folderWith({}) })
    expect(out.split('\n').filter((line) => line.startsWith(' '))).toEqual(
      names.map((name) => `    \`${name}\` is not connected to the controller`),
    )
    expect(err).toBe('')
  })

  test.each([
    ['HOST=north.example.com', 'same', 0],
    ['HOST=south.example.com', 'differs in effect', 1],
  ])('with --env %s a variable is compared: %s', async (variable, state, code) => {
    const text = north.replace('tls:north.example.com', 'tls:${HOST}')
    expect(
      await compare({ 'north.yml': text }, runFiles({ north }), ['--env', variable]),
    ).toMatchObject({ out: expect.stringMatching(`^${state}`), code })
  })

  test('tells of routers without a file, and of files that nobody runs', async () => {
    const { out, code } = await compare(
      { 'north.yml': north, 'west.yml': base },
      runFiles({ north, east: base }),
      ['--format', 'json'],
    )
    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      version: 1,
      results: [
        { state: 'no-file', router: 'east', release: '2.0.3' },
        { state: 'not-running', file: 'west.yml' },
        { state: 'same', file: 'north.yml', router: 'north' },
      ],
      summary: { effect: 0, 'no-file': 1, 'not-running': 1, same: 1 },
    })
  })

  test('of some routers says nothing of other files', async () => {
    expect(
      await compare({ 'north.yml': north, 'west.yml': base }, runFiles({ north, east: base }), [
        '--filter',
        'name = "north"',
      ]),
    ).toMatchObject({ out: expect.stringMatching(/^same +north.yml.*\n1 same\n$/), code: 0 })
  })

  test.each(['text', 'json'])('as %s never shows secrets', async (format) => {
    const { out, code } = await compare(
      { 'north.yml': secretive.replace('open-sesame', 'abracadabra') },
      runFiles({ north: secretive }),
      ['--format', format],
    )
    expect(code).toBe(1)
    expect(out).toMatch(/password/)
    expect(out).not.toMatch(/sesame|abracadabra/)
  })
})

describe('pull', () => {
  test('writes what runs, so that there is no drift', async () => {
    const program = await startRunning(runFiles({ north, south: base }))
    const folder = folderWith({})
    expect(await program(['pull', '-o', 'routers/{name}.yml'], folder)).toEqual({
      out: 'made      routers/north.yml\nmade      routers/south.yml\n',
      err: 'routerfile: 2 routers: 2 made\n',
      code: 0,
    })
    expect(readFileSync(join(folder, 'routers/north.yml'), 'utf8')).toContain('outQueueSize: 64.0')
    expect(await program(['drift', 'routers'], folder)).toMatchObject({ code: 0 })
    expect(
      await program(
        ['lint', 'routers', '--check', 'none', '--level', 'warning', '--format', 'compact'],
        folder,
      ),
    ).toMatchObject({ out: '', code: 0 })
  })

  test('writes variables in place of secrets', async () => {
    const program = await startRunning(runFiles({ north: secretive }))
    const folder = folderWith({})
    const { out, err } = await program(['pull', '-o', 'north.yml'], folder)
    expect(err).toContain('the router needs the variable PROXY_PASSWORD')
    const text = readFileSync(join(folder, 'north.yml'), 'utf8')
    expect(text).toContain('password: "${PROXY_PASSWORD}"')
    expect(out + err + text).not.toContain('open-sesame')
    expect(await program(['drift', 'north.yml'], folder)).toMatchObject({ code: 0 })
  })

  test('overwrites nothing unasked', async () => {
    const program = await startRunning(runFiles({ north }))
    const folder = folderWith({ 'north.yml': 'mine\n' })
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
    expect(await program(['pull', '-o', '{name}.yml'], folder)).toMatchObject({
      out: expect.stringMatching(/^skipped +north\.yml/),
      code: 0,
    })
    expect((await program(['pull', '-o', '{name}.yml', '--diff'], folder)).out).toContain('-mine')
    expect(read('north.yml')).toBe('mine\n')
    await program(['pull', '-o', '{name}.yml', '--force'], folder)
    expect(read('north.yml')).toContain('outQueueSize')
    expect(read('north.yml.bak')).toBe('mine\n')
  })

  test('writes no file outside of the pattern', async () => {
    const program = await startRunning(runFiles({ '../north': north, south: base }))
    const folder = folderWith({})
    expect(await program(['pull', '-o', 'routers/{name}.yml'], folder)).toMatchObject({
      err: expect.stringContaining('its name is not a valid file name: it is a path'),
      code: 1,
    })
    expect(existsSync(join(folder, 'routers/south.yml'))).toBe(true)
    expect(existsSync(join(folder, 'north.yml'))).toBe(false)
  })

  test('needs a name for each of several files', async () => {
    const program = await startRunning(runFiles({ north, south: base }))
    expect(await program(['pull', '-o', 'router.yml'])).toMatchObject({
      err: 'routerfile: -o router.yml: 2 routers need a file each; write {name} where their names go\n',
      code: 2,
    })
  })
})

describe('upgrade --live', () => {
  test('compares the release that each router runs', async () => {
    const program = await startRunning([
      ...runFiles({ north }, { version: 'v1.6.14' }),
      ...runFiles({ south: base }),
    ])
    const { out, code } = await program(['upgrade', '--live', '--to', '2.0', '--format', 'json'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      files: [
        { path: 'live:north', from: { release: '1.6.14' } },
        { path: 'live:south', from: { release: '2.0.3' }, verdict: 'same' },
      ],
    })
    expect((await program(['upgrade', '--live', '--to', '2.0'])).out).toContain(
      '2 files from 1.6.14 and 2.0.3 to ',
    )
  })

  test('needs --from for a release that is not known', async () => {
    const program = await startRunning(runFiles({ north }, { version: 'v0.0.0' }))
    expect(await program(['upgrade', '--live', '--to', '2.0'])).toMatchObject({
      err: 'routerfile: `live:north` does not report a known release; add the release that runs: --from RELEASE\n',
      code: 2,
    })
    expect(await program(['upgrade', '--live', '--to', '2.0', '--from', '1.6'])).toMatchObject({
      err: expect.stringContaining('is checked for 1.6'),
      code: 0,
    })
  })
})

describe('a filter that selects no router', () => {
  test.each([
    ['lint', '--live'],
    ['lint', '--live', '--format', 'json'],
    ['drift'],
    ['pull', '-o', '{name}.yml'],
    ['upgrade', '--live', '--to', '2.0'],
    ['mesh', '--live'],
    ['generate', '--all', '-o', '{name}.yml'],
    ['generate', '--check'],
  ])('is an error of %s %s %s', async (...argv) => {
    const program = await startRunning(runFiles({ north }))
    const folder = folderWith({ 'north.yml': north })
    expect(await program([...argv, '--filter', 'name = "nrth"'], folder)).toEqual({
      out: '',
      err: 'routerfile: --filter name = "nrth": no router matches; `routerfile api edge-routers list` lists the routers\n',
      code: 2,
    })
  })
})

describe.each(recordedReleases)('recorded answers of %s', (release) => {
  const answers = readRecordedAnswers(release)

  async function startRecorded(): Promise<Program> {
    const { url } = await startController(({ method, path }, answer) => {
      const recorded = answers[`${method} ${path.replace(/\?.*/, '')}`]
      if (recorded) send(answer, recorded)
    })
    const env = {
      HOME: '/nonexistent',
      ROUTERFILE_URL: url,
      ROUTERFILE_CA: resolve('fixtures/management/pki/ca.cert'),
      ROUTERFILE_USERNAME: 'admin',
      ROUTERFILE_PASSWORD: 'orchard-gate',
    }
    return (argv, cwd) => runHere(argv, { env, cwd: cwd ?? folderWith({}) })
  }

  test('are checked, pulled, compared and upgraded', async () => {
    const program = await startRecorded()
    const folder = folderWith({})
    const target = ['--target', release]
    expect(
      await program(['lint', '--live', ...target, '--level', 'warning', '--format', 'compact']),
    ).toEqual({
      out: '',
      err: `routerfile: \`hub1\`, \`leaf1\` and \`none\` do not report a known release and are checked for ${release}; --target sets another\n`,
      code: 0,
    })
    expect((await program(['pull', '-o', '{name}.yml', ...target], folder)).out).toBe(
      'made      hub1.yml\nmade      leaf1.yml\nmade      none.yml\n',
    )
    expect(await program(['drift', ...target], folder)).toMatchObject({
      out: expect.stringMatching(/\n3 same\n$/),
      code: 0,
    })
    expect(
      await program(['upgrade', '--live', '--from', release, '--to', '2.0', '--format', 'json']),
    ).toMatchObject({ out: expect.stringContaining('"path": "live:hub1"'), code: 0 })
  })
})

test('serve --routers reads its folder anew with each request', async () => {
  const { openRunningRouters } = await import('../../src/cli/commands/serve/running-routers.js')
  const folder = folderWith({
    'north.yml': north,
    'south/router.yml': base,
    'broken.yml': `${north}x: [\n`,
    'notes.md': '',
  })
  const routers = await openRunningRouters(
    { routers: folder, target: '1.6.14' },
    { err: () => undefined },
  )
  expect(routers?.brokenPaths).toEqual([expect.stringContaining('broken.yml')])
  expect(await routers?.read()).toMatchObject([
    { name: 'north', version: 'v1.6.14', file: join(folder, 'north.yml') },
    { name: 'south' },
  ])
  write(folder, { 'east.yml': base })
  expect((await routers?.read())?.map(({ name }) => name)).toEqual(['east', 'north', 'south'])
})
