import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, openSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RunResult } from '../support/program.js'
import { makeFolder, program, run } from '../support/program.js'
import { newestRelease } from '../support/releases.js'
import { yaml } from '../support/yaml.js'

const sound = yaml`
    v: 3
    identity: {cert: a, key: b, server_cert: c, ca: d}
    link: {dialers: []}
    ctrl: {endpoint: tls:ctrl.example.com:1280}
    csr: {sans: {dns: [localhost]}}
  `

const nothing = {
  code: 0,
  out: `nothing to report in 1 file, for release ${newestRelease()}\n`,
  err: '',
}

let cwd = ''

beforeEach(() => {
  cwd = makeFolder()
  mkdirSync(join(cwd, 'routers'))
  writeFileSync(join(cwd, 'routers/router.yaml'), sound)
})

afterEach(() => {
  chmodSync(join(cwd, 'routers'), 0o755)
  rmSync(cwd, { recursive: true })
})

const routerfile = (...argv: string[]): RunResult => run(argv, { cwd })

describe('what cannot be read is said in words, with exit code 2', () => {
  test.each([
    [
      'a path through a file',
      'routers/router.yaml/x',
      '`routers/router.yaml/x` cannot be read: part of its path is not a folder',
    ],
    [
      'a name that is too long',
      'x'.repeat(300),
      `\`${'x'.repeat(300)}\` cannot be read: its name is too long`,
    ],
    [
      'links that lead to each other',
      'one.yaml',
      '`one.yaml` cannot be read: symbolic links in its path form a loop',
    ],
    ['a link to nothing', 'dangling.yaml', '`dangling.yaml` does not exist'],
  ])('%s', (_, path, message) => {
    symlinkSync('two.yaml', join(cwd, 'one.yaml'))
    symlinkSync('one.yaml', join(cwd, 'two.yaml'))
    symlinkSync('nowhere', join(cwd, 'dangling.yaml'))
    for (const command of [['lint'], ['fix'], ['effective'], ['upgrade', '--from', '1.6']]) {
      expect(routerfile(...command, path)).toEqual({
        code: 2,
        out: '',
        err: `routerfile: ${message}\n`,
      })
    }
  })

  test.skipIf(process.platform === 'win32')('a file without end', () => {
    expect(routerfile('lint', '/dev/zero')).toMatchObject({
      code: 2,
      err: 'routerfile: `/dev/zero` has more than 32 MB and is not read; router files have a few kB\n',
    })
  })

  test('a folder as standard input', () => {
    const { status, stderr } = spawnSync(process.execPath, [program, 'lint', '-'], {
      cwd,
      stdio: [openSync(cwd, 'r'), 'pipe', 'pipe'],
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([2, 'routerfile: standard input is a folder\n'])
  })

  test.skipIf(process.getuid?.() === 0)(
    'a folder, and what is in it (not as root, who can read everything)',
    () => {
      chmodSync(join(cwd, 'routers'), 0)
      expect(routerfile('lint', '.').err).toBe(
        'routerfile: folder `routers` cannot be read: permission denied\n',
      )
      expect(routerfile('lint', 'routers/router.yaml').err).toBe(
        'routerfile: `routers/router.yaml` cannot be read: permission denied\n',
      )
    },
  )

  test.skipIf(process.getuid?.() === 0)(
    'a file in a folder, which may be a router file (not as root, who can read everything)',
    () => {
      writeFileSync(join(cwd, 'routers/barred.yaml'), sound, { mode: 0 })
      expect(routerfile('lint', 'routers')).toMatchObject({
        code: 2,
        err: 'routerfile: `routers/barred.yaml` cannot be read: permission denied\n',
      })
    },
  )

  test.skipIf(process.platform !== 'linux')('a file whose name is not UTF-8', () => {
    writeFileSync(
      Buffer.concat([
        Buffer.from(join(cwd, 'routers/a')),
        Buffer.from([0xff]),
        Buffer.from('.yaml'),
      ]),
      sound,
    )
    expect(routerfile('lint', 'routers')).toMatchObject({
      code: 2,
      err: 'routerfile: `routers/a\ufffd.yaml` cannot be read: its name is not UTF-8\n',
    })
  })
})

describe('in folders, files are passed over', () => {
  test.skipIf(process.platform === 'win32')('that are pipes, or links to them', () => {
    execFileSync('mkfifo', [join(cwd, 'routers/pipe.yaml')])
    symlinkSync('pipe.yaml', join(cwd, 'routers/link.yaml'))
    expect(routerfile('lint', 'routers')).toEqual(nothing)
  })

  test('that are links to nothing, to themselves, and to folders above', () => {
    for (const [name, to] of [
      ['gone', 'nowhere'],
      ['self', 'self.yaml'],
      ['up', '..'],
    ])
      symlinkSync(String(to), join(cwd, `routers/${name}.yaml`))
    expect(routerfile('lint', '.')).toEqual(nothing)
  })
})

describe('a key that the router file names', () => {
  test.skipIf(process.platform === 'win32')(
    'is not read where it is a pipe, which would wait for ever',
    () => {
      execFileSync('mkfifo', [join(cwd, 'b')])
      writeFileSync(join(cwd, 'a'), '')
      expect(routerfile('lint', 'routers/router.yaml', '-f', 'compact').out).toContain(
        '`b` cannot be read. The router refuses to start.',
      )
    },
  )
})

test.skipIf(process.platform !== 'linux')('a disk that is full ends with exit code 2', () => {
  const [file, fixable] = ['routers/router.yaml', 'fixable.yaml']
  writeFileSync(join(cwd, fixable), `${sound}forwarder: {latencyProbeInterval: 10}\n`)
  for (const argv of [
    ['fix', fixable, '--dry-run', '--unsafe'],
    ['lint', fixable, '--fix', '--dry-run', '--unsafe'],
    ['upgrade', fixable, '--from', '1.1', '--to', '2.0', '--fix', '--dry-run'],
    ['lint', 'routers'],
    ['effective', file],
    ['fmt', file, '--dry-run', '--sort'],
    ['upgrade', file, '--from', '1.1', '--to', '2.0', '--format', 'json'],
    ['diff', file, file, '--format', 'json'],
    ['merge', file, file, '--no-check'],
    ['mesh', file, '--format', 'json'],
    ['explain', 'link.dialers'],
    ['rules'],
    ['schema'],
    ['targets'],
    ['completion', 'bash'],
    ['generate', '--import', file],
    ['--help'],
    ['--version'],
  ]) {
    const { status, stderr } = spawnSync(process.execPath, [program, ...argv], {
      cwd,
      stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
      encoding: 'utf8',
    })
    expect([argv, status, stderr]).toEqual([
      argv,
      2,
      expect.stringMatching(
        /^(?:.*\n)?routerfile: the output cannot be written: the disk is full\n$/,
      ),
    ])
  }
})

test.skipIf(process.platform !== 'linux').each([
  [['lint', 'routers', '--format', 'json=/dev/full'], 2],
  [['lint', 'routers', '--format', 'sarif=/dev/full', '--format', 'pretty'], 2],
  [['merge', 'routers/router.yaml', 'routers/router.yaml', '--no-check', '-o', '/dev/full'], 2],
  [['generate', '--import', 'routers/router.yaml', '-o', '/dev/full', '--force'], 2],
])('a full disk is no failure of the program: %j', (argv, code) => {
  const { status, stderr } = spawnSync(process.execPath, [program, ...argv], {
    cwd,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([
    code,
    expect.stringMatching(/the disk is full|is not a regular file/),
  ])
  expect(stderr).not.toContain('internal failure')
})

test.skipIf(process.platform !== 'linux')('a full disk for errors changes no exit code', () => {
  for (const [argv, code] of [
    [['lint', 'nothing-here.yaml'], 2],
    [['lint', '--unknown'], 2],
  ] as const) {
    const { status } = spawnSync(process.execPath, [program, ...argv], {
      cwd,
      stdio: ['ignore', openSync('/dev/full', 'w'), openSync('/dev/full', 'w')],
    })
    expect([argv, status]).toEqual([argv, code])
  }
})
