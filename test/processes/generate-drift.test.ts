import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith, write } from '../support/program.js'
import type { Network } from '../support/network.js'
import { findRouterId, startNetwork } from '../support/network.js'

const ctrl = ['--controller', 'ctrl.example.com:6262']

/** A network with two routers whose files were made of their records, and those files. */
async function startWithFiles(): Promise<Network & { folder: string }> {
  const network = await startNetwork()
  for (const name of ['north', 'south'])
    await network.client.edgeRouters.create({ name, isTunnelerEnabled: true, cost: 5 })
  const folder = folderWith({})
  await network.generate(['--all', ...ctrl, '-o', 'routers/{name}/router.yml'], folder)
  return { ...network, folder }
}

const check = ['--check', '--format', 'compact']

describe('files that were made of records', () => {
  test.each<
    [
      what: string,
      change: (given: Awaited<ReturnType<typeof startWithFiles>>) => Promise<unknown>,
      argv: readonly string[],
      out: RegExp,
      code: number,
    ]
  >([
    ['are as these are', async () => undefined, ['routers'], /^$/, 0],
    [
      'ask for a tunneler that the record does not allow',
      async ({ client }) =>
        client.edgeRouters.patch(await findRouterId(client, 'south'), { isTunnelerEnabled: false }),
      ['routers'],
      /^routers\/south\/router\.yml:\d+:\d+: error: .*\[fleet-record-tunneler-off\]/,
      1,
    ],
    [
      'are of routers that are disabled, which is a warning',
      async ({ client }) =>
        client.edgeRouters.patch(await findRouterId(client, 'south'), { disabled: true }),
      ['routers'],
      /^routers\/south\/router\.yml:1:1: warning: .*\[fleet-record-disabled\]/,
      0,
    ],
    [
      'are of routers that are disabled, where warnings count',
      async ({ client }) =>
        client.edgeRouters.patch(await findRouterId(client, 'south'), { disabled: true }),
      ['routers', '--fail-on', 'warning'],
      /is disabled/,
      1,
    ],
    [
      'are of routers that are disabled, which is switched off',
      async ({ client }) =>
        client.edgeRouters.patch(await findRouterId(client, 'south'), { disabled: true }),
      ['routers', '--rule', 'fleet-record-disabled=off'],
      /^$/,
      0,
    ],
    [
      'have records no more',
      async ({ client }) => client.edgeRouters.delete(await findRouterId(client, 'south')),
      ['routers'],
      /^routers\/south\/router\.yml:\d+:\d+: error: The controller has no record of this router: no router is named `south` or `router`/,
      1,
    ],
    [
      'have records no more, among those of a filter',
      async ({ client }) => client.edgeRouters.delete(await findRouterId(client, 'south')),
      ['routers', '--filter', 'name = "north"'],
      /^$/,
      0,
    ],
    [
      'do not cover a record',
      async ({ client }) => client.edgeRouters.create({ name: 'west' }),
      ['routers'],
      /^routers:1:1: info: The controller has the router `west`, but no file describes it; expected `routers\/west\.yml`/,
      0,
    ],
    [
      'do not cover a record, whose file would be elsewhere',
      async ({ client }) => client.edgeRouters.create({ name: 'west' }),
      ['routers', '-o', 'routers/{name}/router.yml'],
      /^routers:1:1: info: The controller has the router `west`, .*; expected `routers\/west\/router\.yml`/,
      0,
    ],
    [
      'do not cover a record, where only one is looked at',
      async ({ client }) => client.edgeRouters.create({ name: 'west' }),
      ['routers/north/router.yml'],
      /^$/,
      0,
    ],
    [
      'are no part of the network of a router without edge',
      async ({ client }) => client.transitRouters.create({ name: 'core' }),
      ['.'],
      /^\.:1:1: info: The controller has the router `core`, .*; expected `core\.yml`/,
      0,
    ],
    [
      'are read as those of another release',
      async () => undefined,
      ['routers', '--target', '1.6'],
      /^$/,
      0,
    ],
  ])('%s', async (_, change, argv, out, code) => {
    const given = await startWithFiles()
    await change(given)
    const ran = await given.generate([...check, ...argv], given.folder)
    expect(ran.out).toMatch(out)
    const reason = argv.includes('--fail-on')
      ? 'routerfile: 1 warning is at or above --fail-on warning\n'
      : ''
    expect([ran.code, ran.err]).toEqual([code, reason])
  })

  test('are held against what a list wants of the records', async () => {
    const { generate, folder } = await startWithFiles()
    write(folder, { 'routers.csv': 'name,cost,isTunnelerEnabled\nnorth,5,true\nsouth,10,true\n' })
    const { out } = await generate([...check, 'routers', '--list', 'routers.csv'], folder)
    expect(out.trimEnd().split('\n')).toEqual([
      'routers/south/router.yml:1:1: warning: `cost` of `south` is `5` on the controller, but must be `10` [fleet-record-settings]',
    ])
  })

  test('are reported in every format of the linter', async () => {
    const { client, generate, folder } = await startWithFiles()
    await client.edgeRouters.delete(await findRouterId(client, 'south'))
    await client.edgeRouters.create({ name: 'west' })
    const formats = [
      'json',
      'jsonl',
      'sarif',
      'junit',
      'github',
      'gitlab',
      'checkstyle',
      'markdown',
      'compact',
    ]
    const { out, code } = await generate(
      [
        '--check',
        'routers',
        '--format',
        'pretty',
        ...formats.flatMap((format) => ['--format', `${format}=${format}.txt`]),
      ],
      folder,
    )
    for (const text of [
      out,
      ...formats.map((format) => readFileSync(join(folder, `${format}.txt`), 'utf8')),
    ]) {
      expect(text).toContain('fleet-record-unknown')
      expect(text).toContain('fleet-record-without-file')
      expect(text).not.toMatch(/west\.yml:1/)
    }
    expect(out).toContain('1 error, 1 info in 1 of 2 files and 1 folder, for release')
    expect(code).toBe(1)
  })
})

test.each<[what: string, argv: readonly string[], said: RegExp]>([
  ['changes nothing', ['--re-enroll', 'expired'], /--re-enroll cannot be used with --check/],
  ['makes no records', ['--create-missing'], /--create-missing cannot be used with --check/],
  ['takes formats of findings', ['--format', 'yaml'], /--format yaml: .*expected pretty, compact/],
  ['looks at files that are there', ['none.yml'], /`none.yml` does not exist/],
])('a check %s', async (_, argv, said) => {
  const { generate } = await startNetwork()
  const folder = folderWith({})
  const { err, code } = await generate(['--check', ...argv], folder)
  expect(err).toMatch(said)
  expect([code, existsSync(join(folder, 'routers'))]).toEqual([2, false])
})
