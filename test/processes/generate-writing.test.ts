import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { lint } from '../../src/core.js'
import { folderWith, runHere } from '../support/program.js'
import { yaml } from '../support/yaml.js'

const flags = ['generate', '--controller', 'ctrl.example.com:6262', '--preset', 'host']

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()

describe('a router file', () => {
  test('is readable by its owner only, and the output lists the next steps', async () => {
    const cwd = folderWith({})
    const { out, err, code } = await runHere(
      [...flags, '--name', 'north', '-o', 'routers/{name}/router.yml'],
      { cwd },
    )
    expect([out, code]).toEqual(['', 0])
    expect(err).toBe(
      yaml`
        routerfile: made routers/north/router.yml
        save:   the enrollment token of the router as routers/north/north.jwt
        enroll: ziti router enroll routers/north/router.yml --jwt routers/north/north.jwt
        run:    ziti router run routers/north/router.yml
      `,
    )
    expect(statSync(join(cwd, 'routers/north/router.yml')).mode & 0o777).toBe(0o600)
    expect(filesIn(cwd)).toEqual(['routers/north/router.yml'])
  })

  test('that is there is left alone, unless it is to be replaced, and then kept beside', async () => {
    const cwd = folderWith({ 'router.yml': 'v: 3 # mine\n' })
    const path = join(cwd, 'router.yml')
    chmodSync(path, 0o640)
    const refused = await runHere([...flags, '-o', 'router.yml'], { cwd })
    expect([refused.code, refused.err]).toEqual([
      2,
      'routerfile: `router.yml` exists and is not overwritten; --diff shows what would change, --force writes it and keeps a backup\n',
    ])
    expect(readFileSync(path, 'utf8')).toBe('v: 3 # mine\n')
    const diff = await runHere([...flags, '-o', 'router.yml', '--diff'], { cwd })
    expect(diff.out).toContain(yaml`
      -v: 3 # mine
      +v: 3
    `)
    expect(filesIn(cwd)).toEqual(['router.yml'])
    expect((await runHere([...flags, '-o', 'router.yml', '--force'], { cwd })).err).toContain(
      'replaced router.yml',
    )
    expect(readFileSync(`${path}.bak`, 'utf8')).toBe('v: 3 # mine\n')
    expect(statSync(path).mode & 0o777).toBe(0o640)
    expect(await runHere([...flags, '-o', 'router.yml'], { cwd })).toMatchObject({
      code: 0,
      err: expect.stringContaining('unchanged router.yml'),
    })
    writeFileSync(path, 'other')
    await runHere([...flags, '-o', 'router.yml', '--force'], { cwd })
    expect(readFileSync(`${path}.bak2`, 'utf8')).toBe('other')
  })

  test('is not written where one of its platform is there', async () => {
    const cwd = folderWith({ 'compose.yml': 'services: {}\n' })
    expect(
      await runHere([...flags, '--platform', 'docker', '-o', 'router.yml'], { cwd }),
    ).toMatchObject({
      code: 2,
      err: expect.stringContaining('`compose.yml` exists and is not overwritten'),
    })
    expect(filesIn(cwd)).toEqual(['compose.yml'])
    expect(
      (await runHere([...flags, '--platform', 'docker', '-o', 'router.yml', '--dry-run'], { cwd }))
        .err,
    ).toBe(
      yaml`
        routerfile: router.yml would be made
        routerfile: compose.yml exists and would not be overwritten
        routerfile: .env would be made
      `,
    )
    expect(filesIn(cwd)).toEqual(['compose.yml'])
  })

  test('cannot be a folder', async () => {
    const cwd = folderWith({ 'router.yml/a': '' })
    expect(await runHere([...flags, '-o', 'router.yml'], { cwd })).toMatchObject({
      code: 2,
      err: 'routerfile: `router.yml` cannot be written: it is a folder\n',
    })
  })

  test.each([
    '../north',
    '..',
    '/etc/north',
    'a/b',
    'a\\b',
    'a b',
    'a#b',
    'a: b',
    'Zürich',
    'a\nb',
    '-a',
    '.hidden',
    'con',
    '{name}',
  ])('named %j is refused, and nothing is written', async (name) => {
    const cwd = folderWith({})
    const { code, err } = await runHere(
      [...flags, '--name', name, '-o', 'routers/{name}/router.yml'],
      {
        cwd,
      },
    )
    expect(code).toBe(2)
    expect(err).toContain('is not a valid file name')
    expect(readdirSync(cwd)).toEqual([])
  })

  test('takes its token from the environment, too, and shows it nowhere', async () => {
    const token = readFileSync('fixtures/cli/files/generate/north.jwt', 'utf8')
    const { out, err, code } = await runHere(['generate', '--preset', 'host'], {
      env: { ROUTERFILE_JWT: token },
    })
    expect(code).toBe(0)
    expect(out).toContain('tls:ctrl.example.com:6262')
    expect(out + err).not.toContain('eyJ')
  })

  test('of another generator is imported where it is', async () => {
    const cwd = folderWith({ 'router.yml': readFileSync('fixtures/generate/edge.yml', 'utf8') })
    expect(
      (await runHere(['generate', '--import', 'router.yml', '-o', 'router.yml'], { cwd })).code,
    ).toBe(2)
    expect(
      (
        await runHere(['generate', '--import', 'router.yml', '-o', 'router.yml', '--force'], {
          cwd,
        })
      ).err,
    ).toContain('replaced router.yml')
    expect(filesIn(cwd)).toEqual(['router.yml', 'router.yml.bak'])
    expect(readFileSync(join(cwd, 'router.yml'), 'utf8')).not.toContain('latencyProbeInterval')
  })
})

describe('a list of routers', () => {
  const list = [
    'generate',
    '--list',
    'routers.csv',
    '--controller',
    'ctrl.example.com:6262',
    '-o',
    'routers/{name}/router.yml',
  ]

  const rows = (count: number): string =>
    `name,preset,advertise,edgePort,sections.forwarder.linkDialWorkerCount\n${Array.from({ length: count }, (_, index) => `r${index},public,r${index}.example.com 10.0.${index >> 8}.${index & 255},3022,${2 + (index % 50)}\n`).join('')}`

  test('gives each its file, and a second run only those that are missing', async () => {
    const cwd = folderWith({ 'routers.csv': rows(20), 'routers/r3/router.yml': 'mine\n' })
    const first = await runHere(list, { cwd })
    expect([first.code, first.out.split('\n')[3], first.err]).toEqual([
      0,
      'skipped   routers/r3/router.yml',
      'routerfile: 20 routers: 19 made, 1 not overwritten (differs; --diff shows how, --force replaces it)\n',
    ])
    expect(readFileSync(join(cwd, 'routers/r3/router.yml'), 'utf8')).toBe('mine\n')
    const text = readFileSync(join(cwd, 'routers/r19/router.yml'), 'utf8')
    expect(lint(text)).toEqual([])
    expect(text).toContain('linkDialWorkerCount: 21')
    expect(text).toContain('- 10.0.0.19')
    expect((await runHere([...list, '--force'], { cwd })).err).toContain('1 replaced, 19 unchanged')
    expect(readFileSync(join(cwd, 'routers/r3/router.yml.bak'), 'utf8')).toBe('mine\n')
  })

  test('with names that leave the folder writes none of them', async () => {
    const cwd = folderWith({
      'sub/routers.json': JSON.stringify(
        ['../../out', '/tmp/routerfile-out', 'a/../../b', '..', 'CON', 'good', 'Good'].map(
          (name) => ({ name, preset: 'host' }),
        ),
      ),
    })
    const { code, err, out } = await runHere(
      ['generate', '--list', 'routers.json', '--controller', 'a:1', '-o', '{name}.yml'],
      { cwd: join(cwd, 'sub') },
    )
    expect([code, out]).toEqual([1, 'made      good.yml\n'])
    expect(err.match(/is not a valid file name/g)).toHaveLength(5)
    expect(err).toContain('`Good.yml` is also the file of another router')
    expect(filesIn(cwd)).toEqual(['sub/good.yml', 'sub/routers.json'])
    expect(existsSync('/tmp/routerfile-out.yml')).toBe(false)
  })

  test('continues where it was interrupted, and creates no file twice', async () => {
    const cwd = folderWith({ 'routers.csv': rows(60) })
    for (const index of [0, 5, 59]) mkdirSync(join(cwd, `routers/r${index}`), { recursive: true })
    expect(
      (await runHere([...list.slice(0, -1), 'routers/{name}/router.yml'], { cwd })).err,
    ).toContain('60 routers: 60 made')
    const before = filesIn(join(cwd, 'routers'))
    expect(before).toHaveLength(60)
    expect((await runHere(list, { cwd })).err).toContain('60 routers: 60 unchanged')
    expect(filesIn(join(cwd, 'routers'))).toEqual(before)
  })

  test('writes through a link to a folder, and replaces no link to a file', async () => {
    const cwd = folderWith({ 'routers.csv': 'name,preset\nnorth,host\n', 'kept.yml': 'mine\n' })
    symlinkSync('kept.yml', join(cwd, 'north.yml'))
    expect(await runHere([...list.slice(0, -1), '{name}.yml'], { cwd })).toMatchObject({
      code: 0,
      out: 'skipped   north.yml\n',
    })
    expect(readFileSync(join(cwd, 'kept.yml'), 'utf8')).toBe('mine\n')
  })
})
