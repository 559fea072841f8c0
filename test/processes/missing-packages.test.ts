import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { copyPackage, makeFolder, remove } from '../support/program.js'

// Outside of the project, so that Node finds no package of it.
const folder = makeFolder({ 'router.yaml': readFileSync('fixtures/loaded/public.yaml', 'utf8') })

const service = 'const { createService } = await import("routerfile/management/service");'

beforeAll(() => copyPackage(folder))

afterAll(() => remove(folder))

const runNode = (
  argv: readonly string[],
  cwd = folder,
): { out: string; err: string; code: number | null } => {
  const { PATH = '' } = process.env
  const { stdout, stderr, status } = spawnSync(process.execPath, argv, {
    cwd,
    env: { PATH },
    encoding: 'utf8',
  })
  return { out: stdout, err: stderr, code: status }
}

const formatMessage = (name: string): string =>
  `the management service needs the package \`${name}\`; install it with \`npm install @node-rs/argon2 classic-level\``

describe('without the packages of the service', () => {
  test.each([
    { data: ':memory:', missing: '@node-rs/argon2' },
    { data: 'records', missing: '@node-rs/argon2' },
  ])('serve --data $data says what to install, and makes nothing', ({ data, missing }) => {
    const { out, err, code } = runNode(['dist/cli.cjs', 'serve', '--data', data, '--port', '0'])
    expect({ out, err, code }).toEqual({
      out: '',
      err: `routerfile: ${formatMessage(missing)}\n`,
      code: 2,
    })
    expect(existsSync(join(folder, 'records'))).toBe(false)
  })

  test('serve --import names the package that keeps records', () => {
    const { err, code } = runNode([
      'dist/cli.cjs',
      'serve',
      '--data',
      'old',
      '--import',
      'router.yaml',
    ])
    expect({ err, code }).toEqual({
      err: `routerfile: ${formatMessage('classic-level')}\n`,
      code: 2,
    })
  })

  test('createService throws the same sentence', () => {
    const { out } = runNode([
      '--input-type=module',
      '--eval',
      `${service} await createService({ data: ':memory:' }).catch(({ message }) => console.log(message))`,
    ])
    expect(out).toBe(`${formatMessage('@node-rs/argon2')}\n`)
  })

  test('mesh --format svg names the package that draws, and the way without it', () => {
    const { out, err, code } = runNode(['dist/cli.cjs', 'mesh', 'router.yaml', '--format', 'svg'])
    expect({ out, err, code }).toEqual({
      out: '',
      err: 'routerfile: --format svg needs the package `@viz-js/viz`; install it with `npm install @viz-js/viz`, or write --format dot and draw it with Graphviz\n',
      code: 2,
    })
  })

  test('the rest of the program works', () => {
    expect(runNode(['dist/cli.cjs', 'lint', 'router.yaml', '--exit-zero']).code).toBe(0)
  })

  test('a package that is there and fails is not called missing', () => {
    const broken = makeFolder({
      'node_modules/@node-rs/argon2/package.json': '{ "main": "index.cjs" }',
      'node_modules/@node-rs/argon2/index.cjs': 'throw new Error("no build for this system")',
    })
    cpSync(join(folder, 'dist'), join(broken, 'dist'), { recursive: true })
    const { err, code } = runNode(['dist/cli.cjs', 'serve', '--data', ':memory:'], broken)
    remove(broken)
    expect({ err, code }).toEqual({
      err: 'routerfile: the package `@node-rs/argon2`, which the management service needs, cannot be loaded on this system: no build for this system\n',
      code: 2,
    })
  })
})
