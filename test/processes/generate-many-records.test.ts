import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith, write } from '../support/program.js'
import type { Network } from '../support/network.js'
import { findRouterId, startNetwork } from '../support/network.js'

const ctrl = ['--controller', 'ctrl.example.com:6262']

const into = [...ctrl, '-o', 'routers/{name}/router.yml']

const names = async ({ client }: Network): Promise<string[]> =>
  (await client.edgeRouters.list().all()).map(({ name }) => name).sort()

const inFolder = (folder: string, name: string): string =>
  readFileSync(join(folder, 'routers', name, 'router.yml'), 'utf8')

describe('all routers of the API', () => {
  test('get a file each, and the same again changes nothing', async () => {
    const network = await startNetwork()
    for (const name of ['north', 'south', 'Norður'])
      await network.client.edgeRouters.create({ name, isTunnelerEnabled: name === 'north' })
    await network.client.transitRouters.create({ name: 'core' })
    const folder = folderWith({})
    const first = await network.generate(
      ['--all', '--advertise', '{name}.example.com', ...into],
      folder,
    )
    expect(first.code).toBe(1)
    expect(first.out.split('\n').sort()).toEqual([
      '',
      'made      routers/north/router.yml',
      'made      routers/south/router.yml',
    ])
    expect(first.err).toBe(
      'routerfile: `Norður`: edgeRouter.name: the router name `Norður` is not a valid file name: it contains `ð`; use letters, digits, `.`, `_` and `-`, or give the file another name; advertise[0]: invalid host `Norður.example.com`: enter non-ASCII names in their `xn--` form\nrouterfile: 3 routers: 2 made, 1 failed\n',
    )
    expect(inFolder(folder, 'north')).toMatch(
      /advertise: north.example.com:3022[\s\S]*binding: tunnel/,
    )
    expect(inFolder(folder, 'south')).not.toContain('tunnel')
    for (const name of ['north', 'south'])
      expect(readFileSync(join(folder, 'routers', name, `${name}.jwt`), 'utf8')).toBe(
        (await network.client.edgeRouters.get(await findRouterId(network.client, name)))
          .enrollmentJwt,
      )
    const again = await network.generate(
      ['--all', '--advertise', '{name}.example.com', ...into],
      folder,
    )
    expect(again.err).toMatch(/3 routers: 2 unchanged, 1 failed\n$/)
  })

  test.each<[what: string, argv: readonly string[], said: RegExp, code: number]>([
    [
      'are those that a filter finds',
      ['--filter', 'name = "south"'],
      /^routerfile: 1 router: 1 made\n$/,
      0,
    ],
    [
      'are not made where nothing is to be written',
      ['--dry-run'],
      /^routerfile: 2 routers: 2 made \(dry run: nothing was written\)\n$/,
      0,
    ],
    [
      'are none where the filter is none',
      ['--filter', 'name ='],
      /^routerfile: `edgeRouters.list` failed: /,
      1,
    ],
    [
      'are not re-enrolled by the way',
      ['--re-enroll'],
      /--re-enroll revokes the certificates of enrolled routers; use --re-enroll=expired/,
      2,
    ],
    [
      'take one way of re-enrollment',
      ['--re-enroll=some'],
      /--re-enroll some: expected expired or all/,
      2,
    ],
    ['are not those of a list', ['--list', '-'], /--list and --all cannot be used together/, 2],
    ['have records already', ['--create-missing'], /--create-missing needs --list FILE/, 2],
    [
      'are worked on by more than none at a time',
      ['--concurrency', '0'],
      /--concurrency 0: must be between 1 and 999/,
      2,
    ],
  ])('%s', async (_, argv, said, code) => {
    const { client, generate } = await startNetwork()
    for (const name of ['north', 'south']) await client.edgeRouters.create({ name })
    const folder = folderWith({})
    const ran = await generate(['--all', ...into, ...argv], folder)
    expect(ran.err).toMatch(said)
    expect(ran.code).toBe(code)
    expect(existsSync(join(folder, 'routers'))).toBe(argv[1] === 'name = "south"')
  })

  test('are reported as JSON, without tokens', async () => {
    const { client, generate } = await startNetwork()
    await client.edgeRouters.create({ name: 'north', disabled: true })
    const folder = folderWith({})
    const { err } = await generate(['--all', ...into, '--report', 'report.json'], folder)
    const text = readFileSync(join(folder, 'report.json'), 'utf8')
    expect(JSON.parse(text)).toEqual({
      version: 1,
      counts: { made: 1, replaced: 0, unchanged: 0, skipped: 0, failed: 0 },
      routers: [
        {
          state: 'made',
          from: '`north`',
          name: 'north',
          id: await findRouterId(client, 'north'),
          path: 'routers/north/router.yml',
          token: 'routers/north/north.jwt',
          expires: expect.stringMatching(/^20.*Z$/),
          warnings: [expect.stringContaining('disabled on the controller')],
        },
      ],
    })
    expect(text + err).not.toContain('eyJ')
    expect(err).toBe('routerfile: 1 router: 1 made; 1 with warnings (--report has them)\n')
  })

  test('whose files are kept get a token only if the run re-enrolls them', async () => {
    const state = { behind: 4 * 3_600_000 }
    const { client, generate } = await startNetwork({
      clock: () => new Date(Date.now() - state.behind),
    })
    await client.edgeRouters.create({ name: 'north' })
    state.behind = 0
    await client.edgeRouters.create({ name: 'south' })
    const [north, south] = ['routers/north/router.yml', 'routers/south/router.yml']
    const token = async (): Promise<string | null | undefined> =>
      (await client.edgeRouters.get(await findRouterId(client, 'north'))).enrollmentJwt
    const oldToken = await token()
    const folder = folderWith({
      [north]: '# mine\n',
      [south]: '# mine\n',
      'routers/north/north.jwt': `${oldToken}\n`,
    })
    const { out } = await generate(
      ['--all', ...into, '--re-enroll', 'expired', '--report', 'report.json'],
      folder,
    )
    expect(out.split('\n').sort()).toEqual([
      '',
      `skipped   ${north} (record re-enrolled)`,
      `skipped   ${south}`,
    ])
    const written = readFileSync(join(folder, 'routers/north/north.jwt'), 'utf8')
    expect([written === (await token()), written === oldToken]).toEqual([true, false])
    const report: unknown = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))
    expect(report).toMatchObject({
      routers: expect.arrayContaining([
        expect.objectContaining({
          path: north,
          token: 'routers/north/north.jwt',
          expires: expect.stringMatching(/^20.*Z$/),
        }),
        {
          state: 'skipped',
          from: '`south`',
          name: 'south',
          id: await findRouterId(client, 'south'),
          path: south,
          warnings: [],
        },
      ]),
    })
    expect(existsSync(join(folder, 'routers/south/south.jwt'))).toBe(false)
    for (const name of ['north', 'south']) expect(inFolder(folder, name)).toBe('# mine\n')
  })

  test('are re-enrolled beside a file that is no token of theirs, and it is said that this is kept', async () => {
    const state = { behind: 4 * 3_600_000 }
    const { client, generate } = await startNetwork({
      clock: () => new Date(Date.now() - state.behind),
    })
    await client.edgeRouters.create({ name: 'north' })
    state.behind = 0
    const path = 'routers/north/north.jwt'
    const folder = folderWith({ [path]: 'mine' })
    const { out } = await generate(
      ['--all', ...into, '--re-enroll', 'expired', '--report', 'report.json'],
      folder,
    )
    const why = `the new token was not written, because \`${path}\` has other content; --force replaces it`
    expect(out).toBe(`skipped   routers/north/router.yml (record re-enrolled): ${why}\n`)
    expect(readFileSync(join(folder, path), 'utf8')).toBe('mine')
    expect(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8'))).toEqual({
      version: 1,
      counts: { made: 0, replaced: 0, unchanged: 0, skipped: 1, failed: 0 },
      routers: [
        {
          state: 'skipped',
          from: '`north`',
          name: 'north',
          id: await findRouterId(client, 'north'),
          path: 'routers/north/router.yml',
          record: 're-enrolled',
          why,
          warnings: [],
        },
      ],
    })
    await generate(['--all', ...into, '--force'], folder)
    expect(readFileSync(join(folder, path), 'utf8')).toBe(
      (await client.edgeRouters.get(await findRouterId(client, 'north'))).enrollmentJwt,
    )
  })

  test('that have expired tokens fail, or are re-enrolled where that is wanted, and those alone', async () => {
    const state = { behind: 4 * 3_600_000 }
    const network = await startNetwork({ clock: () => new Date(Date.now() - state.behind) })
    await network.client.edgeRouters.create({ name: 'north' })
    state.behind = 0
    await network.client.edgeRouters.create({ name: 'south' })
    const tokens = (): Promise<(string | null | undefined)[]> =>
      Promise.all(
        ['north', 'south'].map(
          async (name) =>
            (await network.client.edgeRouters.get(await findRouterId(network.client, name)))
              .enrollmentToken,
        ),
      )
    const before = await tokens()
    const folder = folderWith({})
    const { err, out } = await network.generate(['--all', ...into], folder)
    expect([out, err]).toEqual([
      'made      routers/south/router.yml\n',
      expect.stringMatching(
        /^routerfile: `north`: the enrollment token of `north` expired at .*; --re-enroll=expired requests a new one\n.*2 routers: 1 made, 1 failed\n$/,
      ),
    ])
    expect(
      (await network.generate(['--all', ...into, '--re-enroll', 'expired', '--dry-run'], folder))
        .out,
    ).toContain('made      routers/north/router.yml (record re-enrolled)')
    expect(await tokens()).toEqual(before)
    const renewed = await network.generate(['--all', ...into, '--re-enroll', 'expired'], folder)
    expect(renewed.out.split('\n').sort()).toEqual([
      '',
      'made      routers/north/router.yml (record re-enrolled)',
      'unchanged routers/south/router.yml',
    ])
    expect(renewed.err).toBe('routerfile: 2 routers: 1 made, 1 unchanged; 1 re-enrolled\n')
    const after = await tokens()
    expect([after[0] === before[0], after[1] === before[1]]).toEqual([false, true])
  })
})

const list =
  'name,preset,advertise,roleAttributes,cost\nwest,public,west.example.com,a b,5\neast,host,,,\nsouth,fabric,south.example.com,,\n'

describe('a list of routers', () => {
  test('has its missing records made, as its rows have them', async () => {
    const network = await startNetwork()
    await network.client.edgeRouters.create({ name: 'east', isTunnelerEnabled: false })
    const folder = folderWith({})
    const { out, err, code } = await network.generate(
      ['--list', '-', '--create-missing', ...into],
      folder,
      list,
    )
    expect({ out, err, code }).toEqual({
      out: 'made      routers/west/router.yml (record made)\nmade      routers/south/router.yml (record made)\n',
      err: expect.stringMatching(
        /line 3: preset: the tunnel mode is `host`, but the tunneler is not enabled on the controller.*\n.*3 routers: 2 made, 1 failed; 2 records made\n$/,
      ),
      code: 1,
    })
    expect(
      await network.client.edgeRouters.get(await findRouterId(network.client, 'west')),
    ).toMatchObject({
      roleAttributes: ['a', 'b'],
      cost: 5,
      isTunnelerEnabled: true,
    })
    expect(
      (await network.client.transitRouters.list({ filter: 'name = "south"' })).data,
    ).toHaveLength(1)
    expect(inFolder(folder, 'south')).not.toContain('tunnel')
  })

  test('gets the token of a record that is made beside a file that is kept', async () => {
    const { client, generate } = await startNetwork()
    const path = 'routers/west/router.yml'
    const folder = folderWith({ [path]: '# mine\n' })
    const { out } = await generate(
      ['--list', '-', '--create-missing', ...into],
      folder,
      'name,preset,advertise\nwest,public,west.example.com\n',
    )
    expect(out).toBe(`skipped   ${path} (record made)\n`)
    expect(inFolder(folder, 'west')).toBe('# mine\n')
    expect(readFileSync(join(folder, 'routers/west/west.jwt'), 'utf8')).toBe(
      (await client.edgeRouters.get(await findRouterId(client, 'west'))).enrollmentJwt,
    )
  })

  test('continues where it was interrupted, and creates nothing twice', async () => {
    const network = await startNetwork()
    const folder = folderWith({})
    const argv = ['--list', '-', '--create-missing', ...into]
    await network.generate(argv, folder, list)
    const ids = (await network.client.transitRouters.list().all()).map(({ id }) => id).sort()
    for (const path of ['west/router.yml', 'south/south.jwt', 'south/router.yml'])
      rmSync(join(folder, 'routers', path))
    const { out } = await network.generate(argv, folder, list)
    expect(out).toBe(
      'made      routers/west/router.yml\nunchanged routers/east/router.yml\nmade      routers/south/router.yml\n',
    )
    expect((await network.client.transitRouters.list().all()).map(({ id }) => id).sort()).toEqual(
      ids,
    )
  })

  test.each<[what: string, rows: string, argv: readonly string[], said: RegExp]>([
    [
      'has a router without a name',
      'name,preset\n,host\n',
      [],
      /line 2: missing name: add it to find the record/,
    ],
    [
      'has a router whose files cannot be named after it',
      'name,preset\n../west,host\n',
      [],
      /line 2: name: the router name `..\/west` is not a valid file name/,
    ],
    [
      'has a router that is reached by no host',
      'name,preset,advertise\nwest,public,a b:c\n',
      [],
      /line 2: advertise/,
    ],
    ['has a mistake', 'name,edgePort\nwest,many\n', [], /line 2: edgePort: `edgePort` is `many`/],
    [
      'is only looked at',
      'name,preset\nwest,host\n',
      ['--dry-run'],
      /1 router: 1 made; 1 record made \(dry run: nothing was written\)/,
    ],
  ])('%s: no record is made', async (_, rows, argv, said) => {
    const network = await startNetwork()
    const folder = folderWith({})
    expect(
      (await network.generate(['--list', '-', '--create-missing', ...into, ...argv], folder, rows))
        .err,
    ).toMatch(said)
    expect(await names(network)).toEqual([])
    expect(existsSync(join(folder, 'routers'))).toBe(false)
  })

  test('names a router twice: it gets one record', async () => {
    const network = await startNetwork()
    const { err } = await network.generate(
      ['--list', '-', '--create-missing', ...into],
      folderWith({}),
      'name,preset\nwest,host\nWEST,host\nwest,host\n',
    )
    expect(err).toMatch(
      /line 3: `routers\/WEST\/router.yml` is also the file of another router.*\n.*line 4: .*\n.*3 routers: 1 made, 2 failed; 1 record made/,
    )
    expect(await names(network)).toEqual(['west'])
  })

  test('leaves a file alone that was changed, and says how the record differs from its row', async () => {
    const network = await startNetwork()
    const folder = folderWith({})
    const argv = ['--list', '-', '--create-missing', ...into]
    await network.generate(argv, folder, 'name,preset,cost\nwest,host,5\n')
    const path = 'routers/west/router.yml'
    write(folder, { [path]: `# mine\n${inFolder(folder, 'west')}` })
    expect((await network.generate(argv, folder, 'name,preset,cost\nwest,host,7\n')).out).toBe(
      `skipped   ${path}\n`,
    )
    expect(
      (
        await network.generate(
          [...argv, '--force', '--report', '-'],
          folder,
          'name,preset,cost\nwest,host,7\n',
        )
      ).out,
    ).toContain('`cost` of `west` is `5` on the controller, but must be `7`')
    expect(inFolder(folder, 'west')).not.toContain('# mine')
  })
})

test('a controller that is not there ends the batch at once', async () => {
  const { service, generate } = await startNetwork()
  await service.close()
  const { err, code, out } = await generate(
    ['--list', '-', '--create-missing', ...into],
    folderWith({}),
    list,
  )
  expect(err).toMatch(
    /^routerfile: `authentication.authenticate` failed: `[\w.]+:\d+` refuses connections/,
  )
  expect([code, out]).toEqual([1, ''])
})
