import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { folderWith, runHere, write } from '../support/program.js'
import { yaml } from '../support/yaml.js'

const router = yaml`
  v: 3
  identity: { cert: a, server_cert: b, key: c, ca: d }
  ctrl: { endpoint: "tls:ctrl.example.com:6262" }
  csr: { sans: { dns: [router.example.com] } }
`
const dead = `${router}forwarder:\n  latencyProbeInterval: 10\n`

/** A repository that is attacked, and the file that is there once a program of it has run. */
type Attacked = { folder: string; marker: string; git: (...argv: string[]) => string }

const environment = {
  ...process.env,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
}

/** A repository with one committed router file and a changed one that is staged. */
function createRepository(): Attacked {
  const folder = folderWith({ 'a.yml': router, 'b.yml': router, '.gitattributes': '' })
  const git = (...argv: string[]): string =>
    execFileSync('git', argv, { cwd: folder, env: environment, encoding: 'utf8', stdio: 'pipe' })
  git('init', '--quiet', '-b', 'main')
  git('add', '.')
  git('commit', '--quiet', '-m', 'x')
  write(folder, { 'b.yml': dead })
  git('add', 'b.yml')
  return { folder, marker: join(folder, '.git', 'ran'), git }
}

/** A program that leaves the marker. */
function createProgram({ folder, marker }: Attacked): string {
  const path = join(folder, '.git', 'program')
  write(folder, { '.git/program': `#!/bin/sh\n: > '${marker}'\nexit 0\n` })
  chmodSync(path, 0o755)
  return path
}

/** Makes git look into a file again, as its time is no longer that of the index. */
const touch = ({ folder }: Attacked, name = 'a.yml', time = 1): void =>
  utimesSync(join(folder, name), time, time)

const attributes = (attacked: Attacked, text: string): void =>
  write(attacked.folder, { '.git/info/attributes': text })

type Attack = {
  what: string
  prepare: (attacked: Attacked, program: string) => void
  /** A command of git that runs the program, to show that the attack is one; those without depend on what else git does. */
  danger?: string[]
}

const attacks: Attack[] = [
  {
    what: 'core.fsmonitor',
    prepare: ({ git }, program) => void git('config', 'core.fsmonitor', program),
    danger: ['status'],
  },
  {
    what: 'core.fsmonitor of an included file',
    prepare: (attacked, program) => {
      write(attacked.folder, { '.git/more': `[core]\n\tfsmonitor = ${program}\n` })
      attacked.git('config', 'include.path', 'more')
    },
    danger: ['status'],
  },
  {
    what: 'core.fsmonitor of the configuration of a work tree',
    prepare: ({ git }, program) => {
      git('config', 'extensions.worktreeConfig', 'true')
      git('config', '--worktree', 'core.fsmonitor', program)
    },
    danger: ['status'],
  },
  {
    what: 'filter.NAME.clean',
    prepare: (attacked, program) => {
      attributes(attacked, '*.yml filter=own\n')
      attacked.git('config', 'filter.own.clean', program)
      touch(attacked)
    },
    danger: ['diff', '--name-only'],
  },
  {
    what: 'filter.NAME.clean with signs in its name',
    prepare: (attacked, program) => {
      attributes(attacked, '*.yml filter=o=w.n\n')
      attacked.git('config', 'filter.o=w.n.clean', program)
      attacked.git('config', 'filter.o=w.n.required', 'true')
      touch(attacked)
    },
    danger: ['diff', '--name-only'],
  },
  {
    what: 'filter.NAME.process',
    prepare: (attacked, program) => {
      attributes(attacked, '*.yml filter=Own\n')
      attacked.git('config', 'filter.Own.process', program)
      touch(attacked)
    },
    danger: ['diff', '--name-only'],
  },
  {
    what: 'a hook for a written index',
    prepare: (attacked, program) => {
      write(attacked.folder, { '.git/hooks/post-index-change': `#!/bin/sh\n${program}\n` })
      chmodSync(join(attacked.folder, '.git/hooks/post-index-change'), 0o755)
      touch(attacked)
    },
    danger: ['status'],
  },
  {
    what: 'hooks elsewhere',
    prepare: (attacked, program) => {
      write(attacked.folder, { '.git/elsewhere/post-index-change': `#!/bin/sh\n${program}\n` })
      chmodSync(join(attacked.folder, '.git/elsewhere/post-index-change'), 0o755)
      attacked.git('config', 'core.hooksPath', join(attacked.folder, '.git/elsewhere'))
      touch(attacked)
    },
    danger: ['status'],
  },
  {
    what: 'diff.external',
    prepare: ({ git }, program) => void git('config', 'diff.external', program),
    danger: ['diff', '--cached'],
  },
  {
    what: 'diff.NAME.command',
    prepare: (attacked, program) => {
      attributes(attacked, '*.yml diff=own\n')
      attacked.git('config', 'diff.own.command', program)
    },
    danger: ['diff', '--cached'],
  },
  {
    what: 'diff.NAME.textconv',
    prepare: (attacked, program) => {
      attributes(attacked, '*.yml diff=own\n')
      attacked.git('config', 'diff.own.textconv', program)
    },
    danger: ['diff', '--cached'],
  },
  {
    what: 'pagers',
    prepare: ({ git }, program) => {
      for (const name of ['core.pager', 'pager.diff', 'pager.ls-files', 'pager.config'])
        git('config', name, program)
    },
  },
  {
    what: 'an alias',
    prepare: ({ git }, program) => {
      for (const name of ['diff', 'own']) git('config', `alias.${name}`, `!${program}`)
    },
    danger: ['own'],
  },
  ...['ssh://example.com/x', 'ext::PROGRAM', 'https://example.com/x', '/nowhere'].map(
    (url): Attack => ({
      what: `a missing object of a partial clone from ${url}`,
      prepare: (attacked, program) => {
        const { git, folder } = attacked
        const id = git('rev-parse', ':b.yml').trim()
        git('config', 'core.repositoryFormatVersion', '1')
        git('config', 'extensions.partialClone', 'origin')
        git('config', 'remote.origin.promisor', 'true')
        git('config', 'remote.origin.url', url.replace('PROGRAM', program))
        git('config', 'remote.origin.uploadpack', program)
        git('config', 'core.sshCommand', program)
        git('config', 'credential.helper', `!${program}`)
        git('config', 'core.askPass', program)
        git('config', 'core.gitProxy', program)
        git('config', 'core.alternateRefsCommand', program)
        git('config', 'protocol.allow', 'always')
        rmSync(join(folder, '.git/objects', id.slice(0, 2), id.slice(2)))
      },
      ...(!url.startsWith('https') && { danger: ['cat-file', 'blob', ':b.yml'] }),
    }),
  ),
  {
    what: 'a helper for a remote of another kind',
    prepare: ({ git, folder }, program) => {
      const id = git('rev-parse', ':b.yml').trim()
      git('config', 'core.repositoryFormatVersion', '1')
      git('config', 'extensions.partialClone', 'origin')
      git('config', 'remote.origin.url', 'x')
      git('config', 'remote.origin.vcs', 'ext')
      git('config', 'remote.origin.uploadpack', program)
      rmSync(join(folder, '.git/objects', id.slice(0, 2), id.slice(2)))
    },
  },
  {
    what: 'a filter of the configuration of a work tree',
    prepare: (attacked, program) => {
      attributes(attacked, '*.yml filter=own\n')
      attacked.git('config', 'extensions.worktreeConfig', 'true')
      attacked.git('config', '--worktree', 'filter.own.clean', program)
      touch(attacked)
    },
    danger: ['diff', '--name-only'],
  },
  {
    what: 'a filter with quotes in its name, of a file that is only included on a branch',
    prepare: (attacked, program) => {
      attributes(attacked, '*.yml filter=O"x\n')
      write(attacked.folder, { '.git/more': `[FILTER "O\\"x"]\n\tCLEAN = ${program}\n` })
      attacked.git('config', 'includeIf.onbranch:main.path', 'more')
      touch(attacked)
    },
    danger: ['diff', '--name-only'],
  },
  {
    what: 'what checks signatures, edits and merges',
    prepare: ({ git }, program) => {
      git('config', 'log.showSignature', 'true')
      git('config', 'commit.gpgSign', 'true')
      for (const name of ['gpg.program', 'gpg.ssh.program', 'core.editor', 'sequence.editor'])
        git('config', name, program)
      for (const name of ['merge.own.driver', 'difftool.own.cmd', 'interactive.diffFilter'])
        git('config', name, program)
      for (const name of ['diff.tool', 'merge.tool', 'merge.default']) git('config', name, 'own')
    },
  },
  {
    what: 'a submodule',
    prepare: (attacked, program) => {
      const sub = join(attacked.folder, 'sub')
      mkdirSync(sub)
      const git = (...argv: string[]): void =>
        void execFileSync('git', argv, { cwd: sub, env: environment, stdio: 'pipe' })
      write(sub, { 'x.yml': router, '.gitattributes': '*.yml filter=below\n' })
      git('init', '--quiet', '-b', 'main')
      git('add', '.')
      git('commit', '--quiet', '-m', 'x')
      attacked.git('-c', 'advice.addEmbeddedRepo=false', 'add', 'sub')
      git('config', 'filter.below.clean', program)
      git('config', 'core.fsmonitor', program)
      utimesSync(join(sub, 'x.yml'), 1, 1)
    },
    danger: ['diff', '--name-only'],
  },
]

const pipe = (path: string): void => void execFileSync('mkfifo', [path])

const link =
  (target: string) =>
  (path: string): void =>
    symlinkSync(target, path)

describe.skipIf(process.platform !== 'linux')('git does not wait for a file without end', () => {
  const files: [what: string, path: string, make: (path: string) => void][] = [
    ['a device as list of alternates', 'objects/info/alternates', link('/dev/zero')],
    ['a pipe as list of alternates', 'objects/info/alternates', pipe],
    [
      'a file of the system as list of alternates',
      'objects/info/alternates',
      link('/proc/self/pagemap'),
    ],
    ['a device as alternates of an alternate', '../other/info/alternates', link('/dev/zero')],
    ['a pipe as alternates of an alternate', '../other/info/alternates', pipe],
    ['a device as `HEAD`', 'HEAD', link('/dev/zero')],
    ['a pipe as `config`', 'config', pipe],
    ['a device as `commondir`', 'commondir', link('/dev/zero')],
    ['a pipe as `index`', 'index', pipe],
    ['a device as `info/attributes`', 'info/attributes', link('/dev/zero')],
    ['a pipe as `packed-refs`', 'packed-refs', pipe],
    ['a pipe as the branch', 'refs/heads/main', pipe],
    ['a device as another branch', 'refs/heads/deep/er/other', link('/dev/zero')],
    ['a pipe as an object', 'objects/aa/bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb', pipe],
    ['a pipe as the list of a pack', 'objects/pack/pack-a.idx', pipe],
    ['a device as a pack', 'objects/pack/pack-a.pack', link('/dev/zero')],
    ['a pipe as `.gitattributes`', '../.gitattributes', pipe],
  ]
  test.each<[what: string, name: string, section: string]>([
    ['an included file', 'include', '[include]\n\tpath = '],
    ['a file that is included in some folders', 'some', '[includeIf "gitdir:/"] path = "'],
    [
      'an included file of a work tree',
      'tree',
      '[extensions]\nworktreeConfig = true\n[INCLUDE]\nPATH=',
    ],
  ])('a pipe as %s', async (_, name, section) => {
    const { folder } = createRepository()
    const own = readFileSync(join(folder, '.git/config'), 'utf8')
    pipe(join(folder, '.git', name))
    const end = section.endsWith('"') ? '"' : ''
    write(folder, { '.git/config': `${own}[include]\n\tpath = more\n` })
    write(folder, { '.git/more': `${section}${name}${end}\n` })
    const { code, err } = await runHere(['lint', '--changed'], { cwd: folder })
    expect([code, err]).toEqual([2, expect.stringContaining('is not a regular file')])
  })

  test.each(['core.excludesFile', 'core.attributesFile'])(
    'a pipe as %s, which is not opened',
    async (name) => {
      const { folder, git } = createRepository()
      pipe(join(folder, '.git/pipe'))
      git('config', name, join(folder, '.git/pipe'))
      for (const flag of ['--changed', '--staged']) {
        const argv = ['lint', flag, '--format', 'compact']
        const { out } = await runHere(argv, { cwd: folder })
        expect(out).toContain('b.yml')
      }
    },
    20_000,
  )

  test.each(files)('%s', async (_, name, make) => {
    const { folder } = createRepository()
    const path = join(folder, '.git', name)
    mkdirSync(dirname(path), { recursive: true })
    if (name.startsWith('../other'))
      write(folder, { '.git/objects/info/alternates': `# more\n../../other\n` })
    rmSync(path, { force: true })
    make(path)
    for (const argv of [
      ['lint', '--changed'],
      ['lint', '--staged'],
      ['diff', 'HEAD:a.yml', 'b.yml'],
    ]) {
      const { code, err } = await runHere(argv, { cwd: folder })
      expect([code, err]).toEqual([
        2,
        expect.stringMatching(
          /git is not run: .* (?:is not a regular file|has no end, or is too long|cannot be read: )/,
        ),
      ])
    }
  })
})

describe('git runs nothing that a repository names', () => {
  test.each(attacks.map((attack) => [attack.what, attack] as const))(
    '%s',
    async (_, { prepare, danger }) => {
      const attacked = createRepository()
      prepare(attacked, createProgram(attacked))
      rmSync(attacked.marker, { force: true })
      const argvs = [
        ['lint', '--changed'],
        ['lint', '--changed=main'],
        ['lint', '--staged'],
        ['fix', '--check', '--changed'],
        ['diff', 'HEAD:a.yml', ':b.yml'],
        ['diff', 'main:b.yml', 'b.yml'],
      ]
      for (const argv of argvs) {
        await runHere(argv, { cwd: attacked.folder, env: { HOME: attacked.folder } })
        expect([argv, existsSync(attacked.marker)]).toEqual([argv, false])
      }
      if (!danger) return
      for (const name of ['a.yml', 'sub/x.yml'])
        if (existsSync(join(attacked.folder, name))) touch(attacked, name, 2)
      spawnSync('git', danger, { cwd: attacked.folder, env: environment, timeout: 3000 })
      expect(existsSync(attacked.marker)).toBe(true)
    },
  )

  test('nor reads what stands in for a staged file', async () => {
    const { folder, git } = createRepository()
    git('replace', git('rev-parse', ':b.yml').trim(), git('rev-parse', 'HEAD:a.yml').trim())
    const { out } = await runHere(['lint', '--staged', '--format', 'compact'], { cwd: folder })
    expect(out).toContain('latencyProbeInterval')
  })

  test('and still finds what has changed, with filters and line ends', async () => {
    const attacked = createRepository()
    const { folder, git } = attacked
    git('config', 'core.autocrlf', 'true')
    attributes(attacked, '*.yml filter=own\n')
    git('config', 'filter.own.clean', 'false')
    git('config', 'filter.own.required', 'true')
    write(folder, { 'a.yml': router.replaceAll('\n', '\r\n') })
    const { out, err } = await runHere(['lint', '--changed', '-f', 'compact'], { cwd: folder })
    expect(err).toBe('')
    expect(out).toContain('b.yml')
    expect(out).not.toContain('a.yml')
  })
})

describe('a folder that is no repository of its own', () => {
  const bare = {
    'inner/HEAD': 'ref: refs/heads/main\n',
    'inner/refs/heads/x': '',
    'inner/objects/x': '',
  }

  test('a bare repository that was committed is not opened', async () => {
    const attacked = createRepository()
    const program = createProgram(attacked)
    write(attacked.folder, {
      ...bare,
      'inner/config': `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = ..\n\tfsmonitor = ${program}\n`,
      'inner/a.yml': dead,
    })
    const cwd = join(attacked.folder, 'inner')
    for (const argv of [
      ['lint', '--changed'],
      ['lint', '--staged'],
      ['diff', ':x.yml', 'a.yml'],
    ]) {
      const { err, code } = await runHere(argv, { cwd })
      expect([code, err]).toEqual([2, expect.stringMatching(/bare repository|no file/)])
      expect(existsSync(attacked.marker)).toBe(false)
    }
  })

  test('core.worktree leads no run to files outside', async () => {
    const outer = folderWith({ 'outer.yml': dead })
    const folder = join(outer, 'repository')
    mkdirSync(folder)
    const git = (...argv: string[]): string =>
      execFileSync('git', argv, { cwd: folder, env: environment, encoding: 'utf8' })
    git('init', '--quiet')
    git('config', 'core.worktree', outer)
    for (const flag of ['--changed', '--staged']) {
      const { out, err, code } = await runHere(['lint', flag, '-f', 'compact'], { cwd: folder })
      expect([code, out, err]).toEqual([2, '', expect.stringContaining('core.worktree leads out')])
    }
  })
})
