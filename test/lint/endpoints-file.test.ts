import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { FileOptions } from '../../src/index.js'
import { lintFile } from '../../src/index.js'
import { completeExample } from '../support/fixtures.js'
import { makeFolder, runHere } from '../support/program.js'
import { yaml } from '../support/yaml.js'

const folder = makeFolder()
const path = join(folder, 'router.yaml')

beforeEach(() => {
  rmSync(folder, { recursive: true })
  mkdirSync(folder)
})

const ctrl = yaml`
  ctrl:
    endpoint: tls:new.example.com:1280
`

/** The findings about the endpoints file, and about its absence, as "severity line: message". */
async function findingsOf(sections: string, options: FileOptions = {}): Promise<string[]> {
  writeFileSync(path, completeExample(sections).text)
  const diagnostics = await lintFile(path, options)
  return diagnostics
    .filter(({ rule }) => rule === 'endpoints-file' || rule === 'no-endpoint')
    .map(({ severity, path: [, key = 'ctrl'], message }) => `${severity} ${key}: ${message}`)
}

const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)

const overridden =
  'warning endpoint: The router dials `tls:old.example.com:1280` from `endpoints.yml` and ignores `tls:new.example.com:1280`. Change the addresses in `endpoints.yml`, or delete it.'

describe('addresses of the endpoints file', () => {
  test('replace those of the router file', async () => {
    write('endpoints.yml', 'endpoints: [tls:old.example.com:1280]\n')
    expect(await findingsOf(ctrl)).toEqual([overridden])
    expect(await findingsOf(ctrl, { checks: [] })).toEqual([])
  })

  test('are no finding if the address of the router file is among them', async () => {
    write('endpoints.yml', 'endpoints: [tls:old.example.com:1280, tls:new.example.com:1280]\n')
    expect(await findingsOf(ctrl)).toEqual([])
    write('endpoints.yml', 'endpoints: [tls:old.example.com:1280]\n')
    expect(await findingsOf('ctrl: {}')).toEqual([])
  })

  test.each([
    ['1.3', 'endpoints', 'Endpoints'],
    ['1.4', 'endpoints', 'ENDPOINTS'],
    ['1.5', 'endpoints.yml', 'Endpoints'],
    ['2.0', 'endpoints.yml', 'endpoints'],
  ])('of %s are in `%s` under `%s`', async (target, name, key) => {
    write(name, `${key}: [tls:old.example.com:1280]\n`)
    expect(await findingsOf(ctrl, { target })).toEqual([
      overridden.replaceAll('endpoints.yml', name),
    ])
  })

  test('of later releases have a name that 1.3 does not read', async () => {
    write('endpoints', 'endpoints: [tls:old.example.com:1280]\n')
    const [found = ''] = await findingsOf(ctrl, { target: '1.3' })
    expect(found).toContain('as this release reads `Endpoints` and not `endpoints`')
  })

  test.each([
    ['1.3', 'endpoints.yml'],
    ['1.4', 'endpoints.yml'],
    ['1.5', 'endpoints'],
  ])('of %s are not in `%s`', async (target, name) => {
    write(name, 'endpoints: [tls:old.example.com:1280]\n')
    expect(await findingsOf(ctrl, { target })).not.toContainEqual(expect.stringContaining('dials'))
  })

  test.each([
    ['2.0', 'endpointsFile: known.yml', 'known.yml', 'endpoints'],
    ['1.3', 'dataDir: state', 'state/endpoints', 'Endpoints'],
  ])('of %s are where `%s` says', async (target, line, name, key) => {
    mkdirSync(join(folder, 'state'))
    write(name, `${key}: [tls:old.example.com:1280]\n`)
    write('endpoints.yml', 'endpoints: [tls:other.example.com:1280]\n')
    expect(await findingsOf(`${ctrl}  ${line}\n`, { target })).toEqual([
      overridden.replaceAll('endpoints.yml', name),
    ])
  })

  test('are not looked up where an unknown variable says where they are', async () => {
    write('endpoints.yml', 'endpoints: [tls:old.example.com:1280]\n')
    expect(await findingsOf(`${ctrl}  endpointsFile: $STATE/endpoints.yml\n`)).toEqual([])
  })

  test('are those of controllers with an id, from the release on that stores them', async () => {
    write(
      'endpoints.yml',
      yaml`
        endpoints: [tls:new.example.com:1280]
        controllers:
          - id: c1
            groups: [default]
            addresses: [tls:old.example.com:1280]
      `,
    )
    expect(await findingsOf(ctrl)).toEqual([overridden])
    expect(await findingsOf(ctrl, { target: '1.6' })).toEqual([])
  })

  test('are shortened where they are many', async () => {
    const addresses = Array.from({ length: 9 }, (_, index) => `tls:c${index}.example.com:1280`)
    write('endpoints.yml', `endpoints: [${addresses.join(', ')}]\n`)
    expect((await findingsOf(ctrl))[0]).toContain('`tls:c2.example.com:1280` and 6 more from')
  })
})

describe('an endpoints file that cannot be used', () => {
  const logged = 'The router logs an error and uses the addresses of this file.'

  test.each([
    ['', `\`endpoints.yml\` lists no address. ${logged}`],
    ['a text', `\`endpoints.yml\` cannot be parsed (line 1). ${logged}`],
    ['endpoints: []', `\`endpoints.yml\` lists no address. ${logged}`],
    ['other: 1', `\`endpoints.yml\` lists no address. ${logged}`],
    ['endpoints: [', `\`endpoints.yml\` cannot be parsed (line 1). ${logged}`],
  ])('%j is named, and the router runs', async (text, message) => {
    write('endpoints.yml', text)
    expect(await findingsOf(ctrl)).toEqual([
      `warning endpoint: ${message} Correct or delete \`endpoints.yml\`.`,
    ])
  })

  test.each([
    ['a: 1\nendpoints: {a: 1}', 'line 2, `endpoints` must be a list of addresses'],
    ['endpoints: tls:a.example.com:1', 'line 1, `endpoints` must be a list of addresses'],
    ['endpoints:', 'line 1, `endpoints` must be a list of addresses'],
    ['endpoints:\n- tls:a.example.com:1\n- 7', 'line 3, entry 2 of `endpoints` must be a string'],
  ])('%j crashes the router', async (text, message) => {
    write('endpoints.yml', text)
    expect(await findingsOf(ctrl)).toEqual([
      `error endpoint: In \`endpoints.yml\`, ${message}. The router crashes when it starts.`,
    ])
  })

  test('leaves a router without controllers if the router file has none either', async () => {
    write('endpoints.yml', 'endpoints: []')
    expect(await findingsOf('ctrl: {}')).toEqual([
      'error ctrl: `endpoints.yml` lists no address. The router has no controller and stops after `startupTimeout`. Correct or delete `endpoints.yml`.',
    ])
  })

  test('stops releases before 1.3.2', async () => {
    write('endpoints', 'Endpoints: 7')
    const [message] = await findingsOf(ctrl, { target: '1.3.1' })
    expect(message).toMatch(/^error .*The router refuses to start\./)
    expect((await findingsOf(ctrl, { target: '1.3.2' }))[0]).toMatch(/^warning .*logs an error/)
  })

  test('may be a folder or a pipe, which is not read', async () => {
    mkdirSync(join(folder, 'endpoints.yml'))
    expect((await findingsOf(ctrl))[0]).toContain('`endpoints.yml` is a directory')
    rmSync(join(folder, 'endpoints.yml'), { recursive: true })
    execFileSync('mkfifo', [join(folder, 'endpoints.yml')])
    expect((await findingsOf(ctrl))[0]).toContain('cannot be read: it is not a regular file')
  })
})

describe('of another file than an endpoints file', () => {
  test.each([
    ['passwords', 'root:hunter2:19000:0:99999:7:::\n'],
    ['settings', 'endpoints:\n  - hunter2\n  - https://user:hunter2@example.com/\n'],
    ['broken settings', 'password: hunter2\nendpoints: [hunter2\n'],
  ])('nothing is shown: %s', async (_, text) => {
    const outside = makeFolder()
    writeFileSync(join(outside, 'secret'), text)
    symlinkSync(join(outside, 'secret'), join(folder, 'endpoints.yml'))
    const findings = await findingsOf(ctrl)
    const { out } = await runHere(['effective', path, '--target', '2.0'], { cwd: folder })
    expect(findings.length).toBe(1)
    expect(findings.join('\n') + out).not.toContain('hunter2')
    rmSync(outside, { recursive: true })
  })
})

describe('the effective configuration', () => {
  beforeEach(() => {
    writeFileSync(path, completeExample(ctrl).text)
    write('endpoints.yml', 'endpoints:\n  - tls:old.example.com:1280\n')
  })

  test('has the addresses of the endpoints file, with their line', async () => {
    const { out } = await runHere(['effective', path], { cwd: folder })
    expect(out).toMatch(/endpoints:\n +- tls:old\.example\.com:1280 +# endpoints\.yml, line 2\n/)
    expect(out).not.toContain('new.example.com')
  })

  test('has them as JSON, with the name of the file', async () => {
    const { out } = await runHere(['effective', path, '--format', 'json'], { cwd: folder })
    expect(JSON.parse(out)).toContainEqual({
      path: ['ctrl', 'endpoints'],
      value: ['tls:old.example.com:1280'],
      written: ['tls:old.example.com:1280'],
      origin: 'endpoints file',
      file: 'endpoints.yml',
    })
    expect(out).not.toContain('new.example.com')
  })
})

describe('an endpoints file with the name that other releases look for', () => {
  const content = 'endpoints: [tls:old.example.com:1280]\n'
  test.each([
    ['1.5', 'endpoints', 'endpoints.yml'],
    ['2.0', 'endpoints', 'endpoints.yml'],
    ['1.4', 'endpoints.yml', 'endpoints'],
  ])('at %s is `%s`, which is said', async (target, name, expected) => {
    write(name, content)
    expect(await findingsOf(ctrl, { target })).toEqual([
      expect.stringMatching(
        `^info endpoint: .* looks for \`${expected}\` and ignores \`${name}\` with \`tls:old.example.com:1280\`. Rename`,
      ),
    ])
  })

  test('does not matter beside the one that is read, for the same address, or for a named file', async () => {
    write('endpoints', content)
    write('endpoints.yml', 'endpoints: [tls:new.example.com:1280]\n')
    expect(await findingsOf(ctrl)).toEqual([])
    rmSync(join(folder, 'endpoints.yml'))
    expect(await findingsOf(`${ctrl}  endpointsFile: elsewhere.yml\n`)).toEqual([])
    write('endpoints', 'endpoints: [tls:new.example.com:1280]\n')
    expect(await findingsOf(ctrl)).toEqual([])
    write('endpoints', 'no addresses\n')
    expect(await findingsOf(ctrl)).toEqual([])
  })
})
