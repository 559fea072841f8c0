import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  linkSync,
  lstatSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { fixtures } from '../support/fixtures.js'
import { makeFolder, run, runHere } from '../support/program.js'
import { yaml } from '../support/yaml.js'

let cwd = ''
beforeEach(() => {
  cwd = makeFolder()
})

const sound = yaml`
    v: 3
    identity: { cert: a, server_cert: b, key: c, ca: d }
    ctrl: { endpoint: tls:ctrl.example.com:6262 }
    csr: { sans: { dns: [router.example.com] } }
  `
const dead = `${sound}forwarder:\n  latencyProbeInterval: 10 # dead\n  xgressDialQueueLength: 1000\n`
const alive = `${sound}forwarder:\n  xgressDialQueueLength: 1000\n`

const put = (name: string, content: string | Uint8Array): string => {
  writeFileSync(join(cwd, name), content)
  return join(cwd, name)
}

describe('a file that is fixed', () => {
  test('keeps its mode', async () => {
    const path = put('router.yaml', dead)
    chmodSync(path, 0o640)
    expect(await runHere(['fix', 'router.yaml'], { cwd })).toMatchObject({
      code: 0,
      err: '1 finding fixed in 1 file\n  1 obsolete-key\n',
    })
    expect(readFileSync(path, 'utf8')).toBe(alive)
    expect(statSync(path).mode & 0o777).toBe(0o640)
    expect(readdirSync(cwd)).toEqual(['router.yaml'])
  })

  test('stays where a link points to', async () => {
    const path = put('real.yaml', dead)
    symlinkSync('real.yaml', join(cwd, 'router.yaml'))
    expect((await runHere(['fix', 'router.yaml'], { cwd })).code).toBe(0)
    expect(lstatSync(join(cwd, 'router.yaml')).isSymbolicLink()).toBe(true)
    expect(readFileSync(path, 'utf8')).toBe(alive)
  })

  test('stays one file under all its names', async () => {
    const path = put('router.yaml', dead)
    linkSync(path, join(cwd, 'other.yaml'))
    expect((await runHere(['fix', 'router.yaml'], { cwd })).code).toBe(0)
    expect(readFileSync(join(cwd, 'other.yaml'), 'utf8')).toBe(alive)
    expect(statSync(path).nlink).toBe(2)
    expect(readdirSync(cwd).sort()).toEqual(['other.yaml', 'router.yaml'])
  })

  const encodings: [name: string, encode: (text: string) => Uint8Array][] = [
    ['UTF-8 with a byte order mark', (text) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16, little end first', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big end first', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
    ['the line ends of Windows', (text) => Buffer.from(text.replaceAll('\n', '\r\n'))],
  ]
  test.each(encodings)('keeps %s', async (_, encode) => {
    const path = put('router.yaml', encode(dead))
    expect((await runHere(['fix', 'router.yaml'], { cwd })).code).toBe(0)
    expect(readFileSync(path)).toEqual(Buffer.from(encode(alive)))
  })

  test.skipIf(process.getuid?.() === 0)(
    'is left alone where it may not be written (the superuser may write everything)',
    async () => {
      const path = put('router.yaml', dead)
      chmodSync(path, 0o444)
      expect(await runHere(['fix', 'router.yaml'], { cwd })).toMatchObject({
        code: 2,
        err: 'routerfile: `router.yaml` cannot be written (permission denied), and was not changed\n',
      })
      expect(readFileSync(path, 'utf8')).toBe(dead)
    },
  )

  test('is left alone where only what would change is asked for', async () => {
    const path = put('router.yaml', dead)
    expect(await runHere(['fix', '--check', 'router.yaml'], { cwd })).toMatchObject({
      code: 1,
      out: 'router.yaml\n',
    })
    expect((await runHere(['fix', '--dry-run', 'router.yaml'], { cwd })).code).toBe(0)
    expect(readFileSync(path, 'utf8')).toBe(dead)
  })
})

describe('a patch', () => {
  const texts = [
    ...['samples', 'invalid', 'valid'].flatMap(fixtures),
    { name: 'a b/ü #1.yaml', text: dead, options: {} },
    { name: 'open.yaml', text: dead.trimEnd(), options: {} },
    { name: 'windows.yaml', text: dead.replaceAll('\n', '\r\n'), options: {} },
  ]

  test.each(texts)(
    'for $name is taken by git, and does what fixing does',
    ({ name, text, options: { target } }) => {
      const file = `${name.split('/').at(-1)}`
      const path = put(file, text)
      const flags = ['--unsafe', ...(target ? ['--target', target] : []), file]
      const { out } = run(['fix', '--dry-run', ...flags], { cwd })
      if (out !== '')
        execFileSync('git', ['apply', '--whitespace=nowarn', '-'], {
          cwd,
          input: out,
          env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() },
        })
      const patched = readFileSync(path)
      writeFileSync(path, text)
      run(['fix', ...flags], { cwd })
      expect(readFileSync(path)).toEqual(patched)
    },
  )
})
