import { X509Certificate } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lintFile } from '../../src/index.js'
import { enrollRouter } from '../support/enroll-router.js'
import { folderWith } from '../support/program.js'
import { findRouterId, startNetwork } from '../support/network.js'
import { yaml } from '../support/yaml.js'

const ctrl = ['--controller', 'ctrl.example.com:6262']

const hosts = ['north.example.com', '192.0.2.7', '2001:db8::7']

const advertise = hosts.flatMap((host) => ['--advertise', host])

/** What the linter says of a file and the certificates beside it, except that this release refuses browsers. */
const lintMessages = async (path: string): Promise<string[]> =>
  (await lintFile(path))
    .filter(({ severity, rule }) => severity !== 'info' && rule !== 'wss-refuses-browsers')
    .map(({ rule, message }) => `${rule}: ${message}`)

describe('a router of a record', () => {
  test.each<[what: string, argv: readonly string[], covers: readonly string[]]>([
    ['that is public', ['--preset', 'public', ...advertise], hosts],
    ['for browsers', ['--preset', 'browser', '--force', ...advertise], hosts],
    ['that is private', ['--preset', 'private', '--advertise', '192.0.2.7'], ['192.0.2.7']],
    [
      'that intercepts',
      ['--preset', 'tproxy', '--advertise', 'north.example.com'],
      ['north.example.com'],
    ],
    ['that offers services', ['--preset', 'host'], ['localhost', '127.0.0.1', '::1']],
    ['that is a proxy', ['--preset', 'proxy', '--service', 'web:8080'], ['localhost']],
    [
      'for other names, too',
      ['--answers', 'answers.yml', ...advertise],
      [...hosts, 'north.internal', '198.51.100.1'],
    ],
    ['for other routers', ['--preset', 'fabric', ...advertise], hosts],
  ])(
    '%s enrolls with its file and token, and its certificates cover every host',
    async (_, argv, covers) => {
      const { client, url, generate } = await startNetwork()
      const isFabric = argv.includes('fabric')
      if (isFabric) await client.transitRouters.create({ name: 'north' })
      else await client.edgeRouters.create({ name: 'north', isTunnelerEnabled: true })
      const folder = folderWith({
        'answers.yml': yaml`
          preset: public
          sans:
            dns: [north.internal]
            ip: [198.51.100.1]
        `,
      })
      const made = await generate(
        ['--from-record', 'north', ...ctrl, ...argv, '-o', 'north.yml'],
        folder,
      )
      expect(made.err).toContain('enroll: ziti router enroll north.yml --jwt north.jwt\n')
      expect(await enrollRouter(url, folder, { file: 'north.yml', token: 'north.jwt' })).toEqual({
        status: 200,
      })
      expect(await enrollRouter(url, folder, { file: 'north.yml', token: 'north.jwt' })).toEqual({
        status: 400,
      })
      expect(await lintMessages(join(folder, 'north.yml'))).toEqual([])
      const certificate = new X509Certificate(readFileSync(join(folder, 'north.server.chain.cert')))
      expect(
        covers.filter(
          (host) => !(isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)),
        ),
      ).toEqual([])
      const list = isFabric ? client.transitRouters : client.edgeRouters
      expect((await list.list({ filter: 'name = "north"' })).data).toMatchObject([
        { isVerified: true },
      ])
      expect(
        await generate(
          [
            '--check',
            'north.yml',
            '--format',
            'compact',
            '--fail-on',
            'info',
            ...(argv.includes('browser') ? ['--rule', 'fleet-record-tunneler-unused=off'] : []),
          ],
          folder,
        ),
      ).toEqual({ out: '', err: '', code: 0 })
    },
  )

  test('that is advertised by a host which its certificates do not cover is found out', async () => {
    const { client, url, generate } = await startNetwork()
    await client.edgeRouters.create({ name: 'north', isTunnelerEnabled: true })
    const folder = folderWith({})
    await generate(['--from-record', 'north', ...ctrl, ...advertise, '-o', 'north.yml'], folder)
    await enrollRouter(url, folder, { file: 'north.yml', token: 'north.jwt' })
    const path = join(folder, 'north.yml')
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(
        'advertise: north.example.com:3022',
        'advertise: east.example.com:3022',
      ),
    )
    expect((await lintMessages(path)).map((line) => line.split(':')[0])).toContain(
      'advertise-not-covered',
    )
  })
})

describe('a router that is enrolled', () => {
  test('has no token, and keeps its certificate unless it is enrolled again, which the output says', async () => {
    const { client, url, generate } = await startNetwork()
    await client.edgeRouters.create({ name: 'north', isTunnelerEnabled: true })
    const folder = folderWith({})
    const argv = ['--from-record', 'north', ...ctrl, '-o', 'north.yml']
    await generate(argv, folder)
    await enrollRouter(url, folder, { file: 'north.yml', token: 'north.jwt' })
    const again = await generate(argv, folder)
    expect(again.err).toMatch(
      /^routerfile: `north` is already enrolled.*--re-enroll.*\n[\s\S]*unchanged north.yml\nrun: ziti router run north.yml\n$/,
    )
    expect(
      (await generate(['--all', ...ctrl, '-o', '{name}.yml', '--re-enroll', 'expired'], folder))
        .out,
    ).toBe('unchanged north.yml\n')
    expect((await generate(['--check', 'north.yml', '--format', 'compact'], folder)).out).toBe('')
    const renewed = await generate([...argv, '--re-enroll'], folder)
    expect(renewed.err).toMatch(
      /^routerfile: the enrollment of `north` was renewed\n[\s\S]*replaced north.jwt\n[\s\S]*unchanged north.yml\nenroll: /,
    )
    const checked = await generate(['--check', 'north.yml', '--format', 'compact'], folder)
    expect([checked.out, checked.code]).toEqual([
      expect.stringMatching(
        /^north.yml:4:9: error: The router has a certificate, but `north` is waiting for enrollment.*\[fleet-record-certificate\]\n$/,
      ),
      1,
    ])
    await enrollRouter(url, folder, { file: 'north.yml', token: 'north.jwt' })
    expect((await generate(['--check', 'north.yml', '--format', 'compact'], folder)).out).toBe('')
    await client.edgeRouters.delete(await findRouterId(client, 'north'))
    await client.edgeRouters.create({ name: 'north', isTunnelerEnabled: true })
    expect((await generate(['--check', 'north.yml', '--format', 'compact'], folder)).out).toContain(
      'The router was created again',
    )
  })
})
