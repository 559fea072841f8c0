import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith, write } from '../support/program.js'
import type { Network } from '../support/network.js'
import { findRouterId, startNetwork } from '../support/network.js'
import { now, tokenWith } from '../support/enrollment.js'
import { yaml } from '../support/yaml.js'

const ctrl = ['--controller', 'ctrl.example.com:6262']

const hours = 3_600_000

/** A clock that is behind, so that what is invited now has expired. */
const behind = { clock: () => new Date(Date.now() - 4 * hours) }

const readMode = (path: string): string => (statSync(path).mode & 0o777).toString(8)

describe('the record of a router', () => {
  test('gives the file its name, tunneler and token, and the token is written next to the file, readable by its owner only', async () => {
    const { client, generate } = await startNetwork()
    await client.edgeRouters.create({ name: 'north', isTunnelerEnabled: true })
    const folder = folderWith({})
    const { out, err, code } = await generate(
      [
        '--from-record',
        'north',
        ...ctrl,
        '--advertise',
        'north.example.com',
        '-o',
        'sites/north.yml',
      ],
      folder,
    )
    expect({ out, err, code }).toEqual({
      out: '',
      err: yaml`
        routerfile: made sites/north.jwt
        routerfile: made sites/north.yml
        enroll: ziti router enroll sites/north.yml --jwt sites/north.jwt
        run:    ziti router run sites/north.yml
      `,
      code: 0,
    })
    const text = readFileSync(join(folder, 'sites/north.yml'), 'utf8')
    expect(text).toContain('cert: north.cert')
    expect(text).toContain('binding: tunnel')
    const record = await client.edgeRouters.get(await findRouterId(client, 'north'))
    expect(readFileSync(join(folder, 'sites/north.jwt'), 'utf8')).toBe(record.enrollmentJwt)
    expect(['yml', 'jwt'].map((ending) => readMode(join(folder, `sites/north.${ending}`)))).toEqual(
      ['600', '600'],
    )
  })

  test.each<
    [
      what: string,
      argv: (client: Network['client']) => Promise<string[]>,
      said: RegExp,
      code: number,
    ]
  >([
    [
      'is found by its id, and nothing is written where no file is named',
      async (client) => ['--from-record', await findRouterId(client, 'north')],
      /\nrouterfile: .*north\.jwt.*\n$/,
      0,
    ],
    [
      'is not found under another name',
      async () => ['--from-record', 'nord'],
      /^routerfile: --from-record nord: no router has this name or id/,
      2,
    ],
    [
      'is told apart by case',
      async () => ['--from-record', 'North'],
      /no router has this name or id; names are case-sensitive/,
      2,
    ],
    [
      'may have a name that would break a filter',
      async () => ['--from-record', '" or true or name = "'],
      /no router has this name or id/,
      2,
    ],
    [
      'is not clear where one has the name that another has as its id',
      async (client) => {
        const id = await findRouterId(client, 'north')
        await client.edgeRouters.create({ name: id })
        return ['--from-record', id]
      },
      /one router has this id, and another one this name; give the id of the other, `[^`]+`, or rename it/,
      2,
    ],
    [
      'does not let the router be a tunneler, which is asked for',
      async () => ['--from-record', 'north', '--tunnel', 'tproxy'],
      /^routerfile: --tunnel: the tunnel mode is `tproxy`, but the tunneler is not enabled on the controller; enable it/,
      2,
    ],
    [
      'is disabled',
      async (client) => {
        await client.edgeRouters.patch(await findRouterId(client, 'north'), { disabled: true })
        return ['--from-record', 'north']
      },
      /warning: edgeRouter.disabled: the router is disabled on the controller/,
      0,
    ],
    [
      'is one of a router without edge',
      async (client) => {
        await client.transitRouters.create({ name: 'core' })
        return [
          '--from-record',
          'core',
          '--advertise',
          'core.example.com',
          '--dry-run',
          '-o',
          'core.yml',
        ]
      },
      /core.yml would be made\nrouterfile: core.jwt would be made\n$/,
      0,
    ],
    [
      'is of another preset than a router without edge can have',
      async (client) => {
        await client.transitRouters.create({ name: 'core' })
        return ['--from-record', 'core', '--preset', 'public', '--advertise', 'core.example.com']
      },
      /^routerfile: --preset: the token enrolls a fabric router/,
      2,
    ],
    [
      'is for one router, and --all for all',
      async () => ['--from-record', 'north', '--all', '-o', '{name}.yml'],
      /--from-record is for one router and cannot be used with --all/,
      2,
    ],
  ])('%s', async (_, argv, said, code) => {
    const { client, generate } = await startNetwork()
    await client.edgeRouters.create({ name: 'north' })
    const folder = folderWith({})
    const ran = await generate([...(await argv(client)), ...ctrl], folder)
    expect(ran.err).toMatch(said)
    expect(ran.code).toBe(code)
    expect(ran.out + ran.err).not.toContain('eyJ')
    expect(readdirSync(folder)).toEqual([])
  })

  test('without a control address in token and API is reported once', async () => {
    const { client, generate } = await startNetwork()
    await client.edgeRouters.create({ name: 'north' })
    const argv = ['--from-record', 'north', '--advertise', 'north.example.com', '-o', 'north.yml']
    const { code, err } = await generate(argv, folderWith({}))
    expect([code, err]).toEqual([
      2,
      'routerfile: neither the enrollment token nor the API names a control address; add --controller HOST:PORT, or start `routerfile serve` with --ctrl-address HOST:PORT and renew the token\n',
    ])
  })

  test('has a token that expired, which is said, or another if that is wanted', async () => {
    const { client, generate } = await startNetwork(behind)
    await client.edgeRouters.create({ name: 'north' })
    const folder = folderWith({})
    const old = (await client.edgeRouters.get(await findRouterId(client, 'north'))).enrollmentToken
    const argv = ['--from-record', 'north', ...ctrl, '-o', 'north.yml']
    expect((await generate(argv, folder)).err).toMatch(
      /^routerfile: the enrollment token of `north` expired at 20[^ ]*; --re-enroll=expired requests a new one\n$/,
    )
    expect((await generate([...argv, '--re-enroll', '--advertise', 'a b'], folder)).err).toBe(
      'routerfile: --advertise: invalid host `a b`: it contains a space\n',
    )
    expect(
      (await generate([...argv, '--re-enroll', 'expired', '--dry-run'], folder)).err,
    ).toContain('the enrollment of `north` would be renewed')
    expect(
      (await client.edgeRouters.get(await findRouterId(client, 'north'))).enrollmentToken,
    ).toBe(old)
    // The clock of this network stays behind, so that the new token has expired as well.
    expect((await generate([...argv, '--re-enroll'], folder)).err).toMatch(
      /^routerfile: the enrollment of `north` was renewed\nrouterfile: edgeRouter.enrollmentJwt: the enrollment token expired/,
    )
    expect(
      (await client.edgeRouters.get(await findRouterId(client, 'north'))).enrollmentToken,
    ).not.toBe(old)
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('the file with the token', () => {
  test.each<
    [
      what: string,
      before: string | undefined,
      argv: readonly string[],
      said: RegExp,
      isWritten: boolean,
    ]
  >([
    ['is made', undefined, [], /made north.jwt/, true],
    ['takes the place of an earlier token of the router', 'stale', [], /replaced north.jwt/, true],
    ['takes the place of an empty file', '', [], /replaced north.jwt/, true],
    [
      'does not take the place of the token of another router',
      tokenWith(),
      [],
      /`north.jwt` exists and is not overwritten/,
      false,
    ],
    [
      'does not take the place of anything else',
      'my notes',
      [],
      /`north.jwt` exists and is not overwritten/,
      false,
    ],
    [
      'takes the place of anything where that is wanted',
      'my notes',
      ['--force'],
      /replaced north.jwt/,
      true,
    ],
  ])('%s', async (_, before, argv, said, isWritten) => {
    const { client, generate } = await startNetwork()
    await client.edgeRouters.create({ name: 'north' })
    const id = await findRouterId(client, 'north')
    const path = join(folderWith({}), 'north.jwt')
    if (before !== undefined)
      writeFileSync(path, before === 'stale' ? tokenWith({ sub: id, exp: now / 1000 }) : before, {
        mode: 0o644,
      })
    const { err, out } = await generate(
      ['--from-record', 'north', ...ctrl, '-o', 'north.yml', ...argv],
      join(path, '..'),
    )
    expect(err).toMatch(said)
    expect(out + err).not.toContain('eyJ')
    const { enrollmentJwt } = await client.edgeRouters.get(id)
    expect(readFileSync(path, 'utf8') === enrollmentJwt).toBe(isWritten)
    expect(existsSync(join(path, '../north.yml'))).toBe(isWritten)
    if (isWritten && before !== 'my notes') expect(readMode(path)).toBe('600')
  })

  test('that others could read is readable by its owner only after a second run', async () => {
    const { client, generate } = await startNetwork()
    await client.edgeRouters.create({ name: 'north' })
    const folder = folderWith({})
    const argv = ['--from-record', 'north', ...ctrl, '-o', 'north.yml']
    await generate(argv, folder)
    chmodSync(join(folder, 'north.jwt'), 0o644)
    expect((await generate(argv, folder)).err).toMatch(/unchanged north.jwt\n.*unchanged north.yml/)
    expect(readMode(join(folder, 'north.jwt'))).toBe('600')
  })

  test('is not shown where a patch is', async () => {
    const { client, generate } = await startNetwork()
    await client.edgeRouters.create({ name: 'north' })
    const folder = folderWith({})
    write(folder, { 'north.jwt': 'my notes' })
    const { out } = await generate(
      ['--from-record', 'north', ...ctrl, '-o', 'north.yml', '--diff'],
      folder,
    )
    expect(out).toContain('+++ b/north.yml')
    expect(out).not.toMatch(/eyJ|notes/)
  })
})
