import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { folderWith, makeFolder, program, remove, run } from '../support/program.js'

const sample = readFileSync('fixtures/samples/public.yaml', 'utf8')
const changed = sample.replace('tls:ctrl.example.com:1280', 'tls:ctrl.example.com:1281')

const folder = makeFolder({ 'router.yaml': sample, 'routers/north.yaml': sample })

const git = (...argv: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...argv], {
    cwd: folder,
    encoding: 'utf8',
  })

git('init', '--quiet')
git('add', '.')
git('commit', '--quiet', '--message', 'first')
writeFileSync(join(folder, 'router.yaml'), changed)
git('add', '.')
writeFileSync(join(folder, 'router.yaml'), `# a comment\n${changed}`)

afterAll(() => remove(folder))

describe('diff reads versions of git', () => {
  const line = (from: string, to: string): string =>
    `~ ctrl.endpoint: tls:ctrl.example.com:1280 (${from}) -> tls:ctrl.example.com:1281 (${to})\n`

  test.each([
    [
      'a revision',
      ['HEAD:router.yaml', 'router.yaml'],
      line('HEAD:router.yaml:11', 'router.yaml:12'),
    ],
    [
      'the index',
      ['HEAD:router.yaml', ':router.yaml'],
      line('HEAD:router.yaml:11', ':router.yaml:11'),
    ],
    ['only what counts', [':router.yaml', 'router.yaml'], ''],
    ['two files', ['HEAD:routers/north.yaml', 'HEAD:router.yaml'], ''],
    [
      'an absolute path',
      [`HEAD:${join(folder, 'router.yaml')}`, 'router.yaml'],
      line(`HEAD:${join(folder, 'router.yaml')}:11`, 'router.yaml:12'),
    ],
  ])('%s', (_, argv, expected) => {
    const { out, err, code } = run(['diff', ...argv], { cwd: folder })
    expect({ out, err, code }).toEqual({ out: expected, err: '', code: expected === '' ? 0 : 1 })
  })

  test.each([
    ['the root of the repository', 'HEAD:router.yaml'],
    ['the current directory', 'HEAD:north.yaml'],
  ])('from %s', (_, version) => {
    const { err, code } = run(['diff', version, 'north.yaml'], { cwd: join(folder, 'routers') })
    expect({ err, code }).toEqual({ err: '', code: 0 })
  })

  test.each([
    ['HEAD:missing.yaml', 'git has no file `missing.yaml` in `HEAD`'],
    [':missing.yaml', 'git has no file `missing.yaml` in the index'],
    ['other:router.yaml', '`other` is neither a file here nor a commit'],
  ])('and not %s', (version, message) => {
    const { err, code } = run(['diff', version, 'router.yaml'], { cwd: folder })
    expect({ err, code }).toEqual({ err: `routerfile: ${message}\n`, code: 2 })
  })

  test('and not without a repository', () => {
    const elsewhere = folderWith({ 'router.yaml': 'v: 3\n' })
    const { err, code } = run(['diff', 'HEAD:router.yaml', 'router.yaml'], { cwd: elsewhere })
    expect({ err, code }).toEqual({
      err: expect.stringMatching(/^routerfile: git says: not a git repository.*\n$/),
      code: 2,
    })
  })
})

test('git shows the canonical form with the command of the documentation', () => {
  const page = readFileSync('docs/versions.md', 'utf8')
  const [, command = ''] = /^(git config diff\.routerfile\.textconv .*)$/m.exec(page) ?? []
  writeFileSync(join(folder, '.gitattributes'), '*.yaml diff=routerfile\n')
  writeFileSync(join(folder, 'router.yaml'), `# a comment\n${changed.replace('v: 3', 'v:   3')}`)
  writeFileSync(join(folder, 'routers', 'north.yaml'), 'a: 1\n')
  const bin = makeFolder({
    routerfile: `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`,
  })
  execFileSync('chmod', ['+x', join(bin, 'routerfile')])
  execFileSync('sh', ['-c', command], { cwd: folder })
  const diff = (path: string): string =>
    execFileSync('git', ['diff', 'HEAD', '--', path], {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, PATH: `${bin}:${process.env['PATH'] ?? ''}` },
    })
  expect(diff('router.yaml').match(/^[-+] .*$/gm)).toEqual([
    '-    - tls:ctrl.example.com:1280',
    '+    - tls:ctrl.example.com:1281',
  ])
  expect(diff('routers/north.yaml')).toContain('+a: 1')
  remove(bin)
})
