import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith, write, program, runFast, runHere } from '../support/program.js'
import { yaml } from '../support/yaml.js'

const router = readFileSync('fixtures/cli/files/good.yaml', 'utf8')
const faulty = `${router}stray: 1\n`

/** The paths of the files that are looked at. */
async function looked(cwd: string, ...argv: readonly string[]): Promise<string[]> {
  const { out, err } = await runFast(['lint', '-f', 'json', ...argv], { cwd, env: { HOME: cwd } })
  if (out === '') return [err]
  const { files }: { files: { path: string }[] } = JSON.parse(out)
  return files.map(({ path }) => path)
}

function tryGit(
  cwd: string,
  ...argv: readonly string[]
): { stdout: string; stderr: string; status: number | null } {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: cwd,
    GIT_AUTHOR_NAME: 'a',
    GIT_AUTHOR_EMAIL: 'a@b',
    GIT_COMMITTER_NAME: 'a',
    GIT_COMMITTER_EMAIL: 'a@b',
  }
  return spawnSync('git', [...argv], { cwd, env, encoding: 'utf8' })
}

function git(cwd: string, ...argv: readonly string[]): string {
  const { stdout, stderr, status } = tryGit(cwd, ...argv)
  expect(`git ${argv.join(' ')}: ${status} ${status === 0 ? '' : stderr}`).toBe(
    `git ${argv.join(' ')}: 0 `,
  )
  return stdout
}

/** A repository with all files but hidden ones committed. */
function repositoryWith(files: Readonly<Record<string, string>>): string {
  const folder = folderWith(files)
  git(folder, 'init', '-q', '-b', 'main')
  git(folder, 'add', '.')
  git(folder, 'commit', '-q', '-m', 'start', '--allow-empty')
  return folder
}

const places = [
  'a.yaml',
  'b.yml',
  'a/b.yaml',
  'a/c.yaml',
  'a/b/c.yaml',
  'a/b/d e.yaml',
  'b/a.yaml',
  'b/[x]/a.yaml',
  'b/c/a.yaml',
  'build/a.yaml',
  'build/keep/a.yaml',
]

const some = Object.fromEntries(places.map((path) => [path, router]))

describe('ignore files', () => {
  const cases: [what: string, files: Record<string, string>][] = [
    ['name files, folders and patterns', { '.gitignore': '# comment\nbuild/\n*.yml\n' }],
    ['name places', { '.gitignore': '/a.yaml\nb/*/a.yaml\na/**/c.yaml\n' }],
    ['take back', { '.gitignore': '*.yaml\n!a.yaml\n' }],
    [
      'cannot take back what is in an ignored folder',
      { '.gitignore': 'build/\n!build/keep/a.yaml\n' },
    ],
    [
      'of inner folders go before those of outer ones',
      {
        '.gitignore': 'c.yaml\n',
        'a/.gitignore': '!c.yaml\n/b.yaml\n',
        'a/b/.gitignore': 'c.yaml',
      },
    ],
    [
      'take back a folder that an outer one ignores',
      { '.gitignore': 'c\nkeep\nb.yml\n', 'b/.gitignore': '!c\n', 'build/.gitignore': '!keep/' },
    ],
    ['quote', { '.gitignore': String.raw`b/\[x\]/` + '\n' + String.raw`a/b/d\ e.yaml` + '\r\n' }],
    ['come with a byte order mark', { '.gitignore': '\ufeffbuild\n' }],
    ['look like folders only', { '.gitignore': 'a.yaml/\nb/\n' }],
    ['ignore all but some', { '.gitignore': '*\n!*/\n!a.yaml\n' }],
    [
      'stand in the folder of git',
      { '.git/info/exclude': 'a/b\n', '.gitignore': '!a/b/\nbuild\n' },
    ],
  ]

  test.each(cases)('that %s are read as git does', async (_, files) => {
    const folder = folderWith(some)
    git(folder, 'init', '-q')
    write(folder, files)
    const seen = git(folder, 'ls-files', '--others', '--exclude-standard', '-z')
      .split('\0')
      .filter((path) => /\.ya?ml$/.test(path))
    expect(await looked(folder)).toEqual(seen.sort())
    expect(seen.length).toBeGreaterThan(0)
    expect(seen.length).toBeLessThan(places.length)
    expect(await looked(folder, '--no-ignore')).toEqual([...places].sort())
  })

  const asked: [what: string, argv: string[], seen: string[]][] = [
    ['hold below a folder', ['a'], ['a/c.yaml']],
    ['hold for patterns', ['a/*.yaml'], ['a/c.yaml']],
    ['leave out no file that is named', ['a/b.yaml', 'build/a.yaml'], ['a/b.yaml', 'build/a.yaml']],
    [
      'do not shut the folder that is named',
      ['build', 'a/b'],
      ['a/b/c.yaml', 'a/b/d e.yaml', 'build/a.yaml'],
    ],
  ]

  test.each(asked)('%s', async (_, argv, seen) => {
    const folder = repositoryWith({
      ...some,
      '.gitignore': 'build/\n',
      'build/.routerfileignore': 'keep',
      'a/.routerfileignore': 'b*\n',
    })
    expect(await looked(folder, ...argv)).toEqual(seen)
  })

  test('hold outside of repositories, from the current folder on', async () => {
    const folder = folderWith({ ...some, '.gitignore': 'b.*\n', '.routerfileignore': 'build\n' })
    expect(await looked(folder, 'a', 'build')).toEqual([
      'a/b/c.yaml',
      'a/b/d e.yaml',
      'a/c.yaml',
      'build/a.yaml',
      'build/keep/a.yaml',
    ])
    expect(await looked(join(folder, 'a'))).toContain('b.yaml')
  })

  test('hold in further work trees', async () => {
    const folder = repositoryWith(some)
    write(folder, { '.git/info/exclude': 'build\n' })
    git(folder, 'worktree', 'add', '-q', 'b/tree')
    expect(await looked(join(folder, 'b/tree'))).toEqual(
      places.filter((path) => !path.startsWith('build')).sort(),
    )
  })
})

describe('--changed', () => {
  const files = {
    'a.yaml': router,
    'b/b.yaml': router,
    'b/c.yaml': router,
    'b/notes.yaml': 'a: 1\n',
    '.gitignore': 'new/ignored.yaml\n',
    'b/.routerfileignore': 'c.yaml\n',
  }

  test('checks what differs from HEAD, staged or not, and new files', async () => {
    const folder = repositoryWith(files)
    expect(await runHere(['--changed'], { cwd: folder })).toMatchObject({
      code: 0,
      err: 'routerfile: no router file differs from HEAD\n',
    })
    write(folder, {
      'b/b.yaml': faulty,
      'b/c.yaml': faulty,
      'b/notes.yaml': 'a: 2\n',
      'new/x.yaml': router,
      'new/ignored.yaml': router,
    })
    expect(await looked(folder, '--changed')).toEqual(['b/b.yaml', 'new/x.yaml'])
    git(folder, 'add', '.')
    expect(await looked(folder, '--changed')).toEqual(['b/b.yaml', 'new/x.yaml'])
    expect(await looked(folder, '--changed', 'b', 'a.yaml')).toEqual(['b/b.yaml'])
    expect(await looked(folder, '--changed', 'b/c.yaml', '**/x.yaml')).toEqual([
      'b/c.yaml',
      'new/x.yaml',
    ])
    expect(await looked(join(folder, 'b'), '--changed')).toEqual(['b.yaml'])
    expect(await looked(join(folder, 'b'), '--changed', '..')).toEqual([
      '../b/b.yaml',
      '../new/x.yaml',
    ])
    rmSync(join(folder, 'b/b.yaml'))
    expect(await looked(folder, '--changed')).toEqual(['new/x.yaml'])
  })

  test('=REF checks what has changed since the branch left REF', async () => {
    const folder = repositoryWith(files)
    git(folder, 'switch', '-q', '-c', 'work')
    write(folder, { 'a.yaml': faulty })
    git(folder, 'commit', '-q', '-a', '-m', 'work')
    git(folder, 'switch', '-q', 'main')
    write(folder, { 'b/b.yaml': faulty })
    git(folder, 'commit', '-q', '-a', '-m', 'elsewhere')
    git(folder, 'switch', '-q', 'work')
    expect(await looked(folder, '--changed=main')).toEqual(['a.yaml'])
    write(folder, { 'b/new.yaml': router })
    expect(await looked(folder, '--changed=main')).toEqual(['a.yaml', 'b/new.yaml'])
    expect(await looked(folder, '--changed')).toEqual(['b/new.yaml'])
    git(folder, 'switch', '-q', '--orphan', 'other')
    git(folder, 'commit', '-q', '--allow-empty', '-m', 'other')
    expect(await looked(folder, '--changed=main')).toEqual([
      'routerfile: --changed=main: `main` and HEAD have no commit in common; in a shallow clone, fetch more of the history\n',
    ])
  })

  test('needs a repository, a commit that is there, and git', async () => {
    const folder = repositoryWith({})
    expect(await runHere(['--changed=--output=x'], { cwd: folder })).toMatchObject({
      code: 2,
      err: 'routerfile: --changed=--output=x: git has no commit `--output=x` here; in a shallow clone, fetch it first\n',
    })
    expect(await runHere(['--changed'], { cwd: folderWith({}) })).toMatchObject({
      code: 2,
      err: 'routerfile: --changed: git says: not a git repository (or any of the parent directories): .git\n',
    })
    expect(await runHere(['--changed'], { cwd: folder, env: { PATH: '' } })).toMatchObject({
      code: 2,
      err: 'routerfile: git cannot be run (ENOENT), and only git knows which files have changed\n',
    })
  })

  test('checks all files before the first commit', async () => {
    const folder = folderWith(files)
    git(folder, 'init', '-q')
    git(folder, 'add', 'a.yaml')
    expect(await looked(folder, '--changed')).toEqual(['a.yaml', 'b/b.yaml'])
    expect(await looked(folder, '--staged')).toEqual(['a.yaml'])
  })
})

describe('--staged', () => {
  test('checks what is staged and not what is on disk', async () => {
    const folder = repositoryWith({ 'a.yaml': router, 'b.yaml': router, 'sub/c d.yaml': router })
    write(folder, {
      'a.yaml': faulty,
      'sub/c d.yaml': faulty,
      'b.yaml': faulty,
      'notes.yaml': 'a: 1\n',
    })
    git(folder, 'add', 'a.yaml', 'sub', 'notes.yaml')
    write(folder, { 'a.yaml': router })
    rmSync(join(folder, 'sub/c d.yaml'))
    const { out, code } = await runHere(
      ['--staged', '--no-fleet', '-f', 'compact', '--fail-on', 'warning'],
      {
        cwd: folder,
      },
    )
    expect(out.split('\n').map((line) => line.split(' warning')[0])).toEqual([
      'a.yaml:21:1:',
      'sub/c d.yaml:21:1:',
      '',
    ])
    expect(code).toBe(1)
    expect(await looked(folder, '--staged', 'b.yaml')).toEqual([])
    expect(await runHere(['--staged', 'gone.yaml'], { cwd: folder })).toMatchObject({
      code: 2,
      err: 'routerfile: `gone.yaml` does not exist\n',
    })
  })

  test('reads a hundred files and more', async () => {
    const folder = repositoryWith({})
    write(
      folder,
      Object.fromEntries(
        Array.from({ length: 130 }, (_, index) => [
          `${index}.yaml`,
          `${router}# ${'x'.repeat(index)}\n${index % 2 ? 'stray: 1\n' : ''}`,
        ]),
      ),
    )
    git(folder, 'add', '.')
    const { out } = await runHere(['--staged', '--no-fleet', '-f', 'compact'], { cwd: folder })
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => Number(line.split('.')[0]))
        .sort((left, right) => left - right),
    ).toEqual(Array.from({ length: 65 }, (_, index) => index * 2 + 1))
  })

  test('refuses a pattern that no file matches, staged or not', async () => {
    const folder = repositoryWith({ 'a.yaml': router, 'b/c.yaml': router })
    write(folder, { 'a.yaml': faulty })
    git(folder, 'add', 'a.yaml')
    const lint = (...argv: string[]): Promise<{ code: number | null; err: string }> =>
      runHere(['lint', '-f', 'compact', ...argv], { cwd: folder })
    for (const flag of ['--staged', '--changed']) {
      expect(await lint(flag, 'b/*.yaml')).toMatchObject({ code: 0 })
      expect(await lint(flag, '*.yaml', 'zzz*.yml')).toMatchObject({
        code: 2,
        err: 'routerfile: no file matches `zzz*.yml`; add --allow-empty to accept that\n',
      })
      expect(await lint(flag, 'zzz*.yml', '--allow-empty')).toMatchObject({ code: 0 })
    }
  })

  test('stops a commit from a hook', async () => {
    const folder = repositoryWith({ 'a.yaml': router })
    write(folder, {
      '.git/hooks/pre-commit': `#!/bin/sh\nexec "${process.execPath}" "${program}" lint --staged --fail-on warning -f compact >&2\n`,
      'a.yaml': faulty,
    })
    spawnSync('chmod', ['+x', join(folder, '.git/hooks/pre-commit')])
    const commit = (): number | null => tryGit(folder, 'commit', '-q', '-a', '-m', 'x').status
    expect(commit()).toBe(1)
    write(folder, { 'a.yaml': `${router}# sound\n` })
    expect(commit()).toBe(0)
  })
})

test('git selections tell router files from others by content, in every layout', async () => {
  const folder = repositoryWith({})
  write(folder, {
    'north.json': JSON.stringify({ v: 3, ctrl: { endpoint: 'tls:a:1' }, link: { dialers: [] } }),
    'compose.yaml': yaml`
      services:
        edge:
          image: nginx
    `,
    'tls.yaml': yaml`
      tls:
        certificates: []
    `,
    'south.yaml': '{v: 3, listeners: [{binding: edge}], edge: {}}\n',
  })
  git(folder, 'add', '.')
  for (const flag of ['--changed', '--staged']) {
    expect(await looked(folder, flag)).toEqual(['north.json', 'south.yaml'])
    expect(await looked(folder, flag, 'tls.yaml')).toEqual([])
    expect(
      (await runHere(['fix', '--unsafe', flag, 'compose.yaml', 'tls.yaml'], { cwd: folder })).code,
    ).toBe(0)
  }
  expect(git(folder, 'diff', '--name-only')).toBe('')
})

describe('--files-from', () => {
  test('takes paths with a NUL behind each', async () => {
    const folder = folderWith(some)
    expect(await looked(folder, '--files-from', 'list')).toEqual([
      'routerfile: --files-from list: the list cannot be read: no such file or folder\n',
    ])
    write(folder, { list: 'a/b/d e.yaml\0build/a.yaml\0' })
    expect(await looked(folder, '--files-from', 'list')).toEqual(['a/b/d e.yaml', 'build/a.yaml'])
    expect(await looked(folder, '--files-from', 'list', 'a')).toContain('a/c.yaml')
  })
})

test('--shard splits the files of a folder', async () => {
  const folder = folderWith(some)
  const parts: string[][] = []
  for (const index of [1, 2, 3]) parts.push(await looked(folder, '--shard', `${index}/3`))
  expect(parts.flat().sort()).toEqual([...places].sort())
  expect(parts.map((part) => part.length)).toEqual([4, 4, 3])
})
