import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { completeExample } from '../../support/fixtures.js'
import { folderWith, runHere } from '../../support/program.js'

const router = (host: string): string =>
  completeExample(
    [
      'connectEvents:',
      '    batchInterval:   5s',
      'link:',
      '  listeners:',
      `    - {binding: transport, bind: "tls:0.0.0.0:10080", advertise: "tls:${host}:10080"}`,
      '',
    ].join('\n'),
  ).text

const indent = (text: string): string => text.replaceAll(/^(?=.)/gm, '    ')

const configMap = (name: string, text: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\ndata:\n  router.yaml: |\n${indent(text)}`

const north = router('localhost')
const south = router('127.0.0.1')

const files = {
  'both.yml': `${configMap('north', north)}---\n${configMap('south', south)}`,
  'one.yml': configMap('north', north),
  'same.yml': [north, south, south]
    .map((text) => configMap('north', text))
    .join('---\n')
    .concat(`  router-2.yaml: |\n${indent(north)}`),
  'same.tf': [north, south]
    .map((text) => `module "site" {\n  config = <<-EOT\n${indent(text)}\n  EOT\n}\n`)
    .join(''),
  'secret.yml': `apiVersion: v1\nkind: Secret\nmetadata:\n  name: north\ndata:\n  router.yaml: ${btoa(north)}\n`,
  'plain.yml': north,
  'odd#name.yml': north,
}

const lineOf = (file: keyof typeof files, part: string): number =>
  files[file].slice(0, files[file].indexOf(part)).split('\n').length

const run = async (...words: string[]) => {
  const cwd = folderWith(files)
  return { ...(await runHere(words, { cwd })), cwd }
}

describe('effective', () => {
  test('reads the only router file of another file, with the lines of that file', async () => {
    const { out, code } = await run('effective', 'one.yml')
    expect(code).toBe(0)
    expect(out).toMatch(
      new RegExp(`batchInterval: 5s +# file, line ${lineOf('one.yml', 'batchInterval')}\n`),
    )
  })

  test('reads the one that is named, also as JSON', async () => {
    const { out } = await run('effective', 'both.yml#ConfigMap/south:router.yaml', '-f', 'json')
    const rows: { path: string[]; value: unknown; range?: { start: { line: number } } }[] =
      JSON.parse(out)
    const row = rows.find(({ path }) => path.at(-1) === 'advertise')
    expect(row?.value).toBe('tls:127.0.0.1:10080')
    expect(row?.range?.start.line).toBe(lineOf('both.yml', 'tls:127.0.0.1') - 1)
  })

  test.each([
    ['both.yml', 'has 2 router config files; name one of `both.yml#ConfigMap/north:router.yaml`'],
    ['both.yml#nope', '`both.yml#nope` is not a router config file; name one of'],
    ['plain.yml#nope', '`plain.yml` has no router config file in its strings'],
  ])('refuses %s', async (name, message) => {
    const { err, code } = await run('effective', name)
    expect(err).toContain(message)
    expect(code).toBe(2)
  })

  test.each([
    ['same.yml#ConfigMap/north:router.yaml', 'localhost'],
    ['same.yml#ConfigMap/north:router-2.yaml', 'localhost'],
    ['same.yml#ConfigMap/north:router-3.yaml', '127.0.0.1'],
    ['same.yml#ConfigMap/north:router-4.yaml', '127.0.0.1'],
    ['same.tf#config', 'localhost'],
    ['same.tf#config-2', '127.0.0.1'],
  ])('tells %s from others of the same name', async (name, host) => {
    const { out } = await run('effective', name)
    expect(out).toContain(`tls:${host}:10080`)
  })

  test('reads a file whose name has the sign', async () => {
    expect((await run('effective', 'odd#name.yml')).code).toBe(0)
  })
})

describe('diff', () => {
  test('compares parts, with the lines of the files that they are in', async () => {
    const { out, code } = await run(
      ...['diff', 'one.yml', 'both.yml#ConfigMap/south:router.yaml', '-f', 'json'],
    )
    expect(code).toBe(1)
    const { before, after, differences } = JSON.parse(out)
    expect([before, after]).toEqual([
      'one.yml#ConfigMap/north:router.yaml',
      'both.yml#ConfigMap/south:router.yaml',
    ])
    expect(differences).toMatchObject([
      {
        kind: 'changed',
        before: { line: lineOf('one.yml', 'tls:localhost:10080') },
        after: { line: lineOf('both.yml', 'tls:127.0.0.1') },
      },
    ])
  })

  test('finds a part like the file that it was made of', async () => {
    expect(await run('diff', 'secret.yml', 'plain.yml')).toMatchObject({ out: '', code: 0 })
  })
})

describe('fmt', () => {
  test('formats each router file in its string, and nothing else', async () => {
    const { cwd, code } = await run('fmt', '.')
    expect(code).toBe(0)
    const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')
    const formatted = read('plain.yml')
    expect(formatted).toContain('  batchInterval: 5s\n')
    expect(read('both.yml')).toBe(
      `${configMap('north', formatted)}---\n${configMap('south', formatted.replace('tls:localhost:10080', 'tls:127.0.0.1:10080'))}`,
    )
    expect(atob(/router.yaml: (.*)/.exec(read('secret.yml'))?.[1] ?? '')).toBe(formatted)
    expect(await runHere(['fmt', '.', '--check'], { cwd })).toMatchObject({ out: '', code: 0 })
  })

  test('says which part is broken', async () => {
    const cwd = folderWith({ 'a.yml': files['one.yml'].replace('link:\n', 'link: [\n') })
    const { err, code } = await runHere(['fmt', 'a.yml'], { cwd })
    expect(err).toContain('a.yml#ConfigMap/north:router.yaml')
    expect(code).toBe(2)
  })
})

describe('upgrade', () => {
  test('reports each part by its name, with the lines of the file that it is in', async () => {
    const { out } = await run('upgrade', 'both.yml', '--from', '1.1', '--to', '1.6', '--json')
    const result: {
      files: {
        path: string
        part: string
        changes: { path: string[]; range?: { start: { line: number } } }[]
      }[]
    } = JSON.parse(out)
    expect(result.files.map(({ path, part }) => `${path}#${part}`)).toEqual([
      'both.yml#ConfigMap/north:router.yaml',
      'both.yml#ConfigMap/south:router.yaml',
    ])
    const [, after] = result.files
    const change = after?.changes.find(({ path }) => path.includes('advertise'))
    expect(change?.range?.start.line).toBe(lineOf('both.yml', 'tls:127.0.0.1') - 1)
    const pretty = await run('upgrade', 'both.yml', '--from', '1.1', '--to', '1.6')
    expect(pretty.out).toContain('both.yml#ConfigMap/south:router.yaml')
  })

  test('fixes parts where they are', async () => {
    const words = ['upgrade', 'one.yml', 'plain.yml', '--from', '1.6', '--to', '2.0', '--fix']
    const patched = await run(...words, '--dry-run')
    expect(patched.out).toContain('--- a/one.yml\n')
    const { cwd } = await run(...words)
    const read = (name: string): string => readFileSync(join(cwd, name), 'utf8')
    expect(read('plain.yml')).not.toBe(north)
    expect(read('one.yml')).toBe(configMap('north', read('plain.yml')))
  })
})
