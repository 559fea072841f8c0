import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connect, full } from '../support/language-client.js'
import { folderWith, program, runHere, write } from '../support/program.js'
import { asked, hello, uriOf } from '../support/serving.js'
import { yaml } from '../support/yaml.js'

const router = yaml`
  v: 3
  identity: { cert: a, server_cert: b, key: c, ca: d }
  ctrl: { endpoint: "tls:\${HOST}:6262" }
  csr: { sans: { dns: [router.example.com] } }
`
const dead = `${router}forwarder:\n  latencyProbeInterval: 10\n`

/** What nobody who only reads a repository may see. */
const marked = 'marked-content'
const outside = {
  'secret.txt': `root:${marked}:19000:0\n`,
  'outside.json': `{"rules": {"${marked}": "off"}}`,
  'outside.env': `HOST=${marked}\n`,
  'baseline.json': `{"${marked}": 1}`,
}

/** A repository in a folder with other files. */
function repositoryWith(files: Readonly<Record<string, string>>): string {
  const folder = folderWith(outside)
  const repository = join(folder, 'repository')
  mkdirSync(join(repository, '.git'), { recursive: true })
  write(repository, { 'router.yml': router, ...files })
  return repository
}

describe('a configuration shows nothing from outside of its project', () => {
  const configurations: [what: string, text: string][] = [
    ['extends a file above', '{"extends": "../secret.txt"}'],
    ['extends one of several files', '{"extends": ["own.json", "../outside.json"]}'],
    ['extends by way of another', '{"extends": "sub/up.json"}'],
    ['extends a link', '{"extends": "link.json"}'],
    ['names a file in a linked folder', '{"extends": "linked/secret.txt"}'],
    ['names an environment file', '{"envFile": "../secret.txt"}'],
    ['names one for some files', '{"overrides": [{"files": "*", "envFile": ["../secret.txt"]}]}'],
    ['names a baseline', '{"baseline": "../baseline.json"}'],
  ]
  test.each(configurations)('that %s', async (_, text) => {
    const cwd = repositoryWith({
      'routerfile.config.json': text,
      'own.json': '{}',
      'sub/up.json': '{"extends": "../../secret.txt"}',
    })
    symlinkSync('../secret.txt', join(cwd, 'link.json'))
    symlinkSync('..', join(cwd, 'linked'))
    for (const argv of [
      ['lint', '.'],
      ['lint', '--print-config', 'router.yml'],
    ]) {
      const { code, out, err } = await runHere(argv, { cwd, env: { COLUMNS: '300' } })
      expect(out + err).not.toContain(marked)
      expect(err).toContain('is outside of the project folder')
      expect(code).toBe(2)
    }
  })

  test.each(['routerfile.config.json', 'package.json'])(
    'that is a link itself: %s',
    async (name) => {
      const cwd = repositoryWith({})
      write(join(cwd, '..'), { 'secret.txt': `{"routerfile": {"${marked}": 1}}` })
      symlinkSync('../secret.txt', join(cwd, name))
      const { code, out, err } = await runHere(['lint', '.'], { cwd })
      expect(out + err).not.toContain(marked)
      expect([code, err]).toEqual([2, expect.stringContaining('is a symbolic link out of')])
    },
  )

  test('that is in no repository, where its folder counts', async () => {
    const cwd = join(folderWith({ ...outside, 'sites/router.yml': router }), 'sites')
    write(cwd, { 'routerfile.config.json': '{"extends": "../secret.txt"}' })
    const { code, out, err } = await runHere(['lint', '.'], { cwd })
    expect(out + err).not.toContain(marked)
    expect(code).toBe(2)
  })

  test('unless the user allows it', async () => {
    const cwd = repositoryWith({ 'routerfile.config.json': '{"envFile": "../outside.env"}' })
    expect((await runHere(['lint', '.', '--check', 'none'], { cwd })).code).toBe(2)
    expect((await runHere(['lint', '.', '--check', 'none', '--trust-config'], { cwd })).code).toBe(
      0,
    )
    const env = { ROUTERFILE_TRUST_CONFIG: '1' }
    expect((await runHere(['lint', '.', '--check', 'none'], { cwd, env })).code).toBe(0)
  })

  test.each([
    ['1', 0],
    ['0', 2],
    ['off', 2],
    ['', 2],
  ])('is not read with ROUTERFILE_ISOLATED=%s: exit code %i', async (value, expected) => {
    const cwd = repositoryWith({ 'routerfile.config.json': '{"envFile": "../outside.env"}' })
    const env = { ROUTERFILE_ISOLATED: value }
    const { code } = await runHere(['lint', '.', '--check', 'none', '-q'], { cwd, env })
    expect(code).toBe(expected)
  })

  test('and names files of its repository wherever they are, also by links', async () => {
    const cwd = repositoryWith({
      'common/base.json': '{"envFile": "../router.env"}',
      'common/other.json': '{"level": "error"}',
      'router.env': 'HOST=ctrl.example.com\n',
      'sites/north/routerfile.config.json': '{"extends": ["../../common/base.json", "link.json"]}',
      'sites/north/router.yml': router,
    })
    symlinkSync('../../common/other.json', join(cwd, 'sites/north/link.json'))
    const { code, err } = await runHere(['lint', '.', '--check', 'none'], {
      cwd: join(cwd, 'sites/north'),
    })
    expect([code, err]).toEqual([0, ''])
  })
})

describe.skipIf(process.platform !== 'linux')('a file of a repository that never ends', () => {
  const pipe = (path: string): void => {
    execFileSync('mkfifo', [path])
  }
  const link =
    (target: string) =>
    (path: string): void =>
      symlinkSync(target, path)
  const files: [what: string, path: string, make: (path: string) => void, status: number][] = [
    ['a pipe as `commondir`', 'git/commondir', pipe, 0],
    ['a device as `commondir`', 'git/commondir', link('/dev/zero'), 0],
    ['a file of the system as `commondir`', 'git/commondir', link('/proc/self/pagemap'), 0],
    ['a pipe as `info/exclude`', 'git/info/exclude', pipe, 0],
    ['a device as `.gitignore`', '.gitignore', link('/dev/zero'), 0],
    ['a file of the system as `.gitignore`', '.gitignore', link('/proc/self/pagemap'), 2],
    [
      'a file of the system as `.routerfileignore`',
      '.routerfileignore',
      link('/proc/self/pagemap'),
      2,
    ],
    ['a pipe as `.routerfileignore`', '.routerfileignore', pipe, 0],
    ['a device as `package.json`', 'package.json', link('/dev/zero'), 0],
    ['a file of the system as `package.json`', 'package.json', link('/proc/self/pagemap'), 0],
  ]
  test.each(files)('%s is not read to its end', (_, path, make, expected) => {
    const cwd = folderWith({ 'router.yml': router, '.git': 'gitdir: git\n', 'git/info/x': '' })
    make(join(cwd, path))
    const { status, signal } = spawnSync(
      process.execPath,
      ['--max-old-space-size=300', program, 'lint', '.', '--check', 'none', '--isolated'],
      { cwd, encoding: 'utf8', timeout: 30_000, env: { ...process.env, HOST: 'a' } },
    )
    expect([status, signal]).toEqual([expected, null])
  })

  test.each(['/proc/self/pagemap', '/dev/zero', 'pipe'])('%s as certificate', (cert) => {
    const cwd = folderWith({ 'router.yml': router.replace('cert: a', `cert: ${cert}`) })
    pipe(join(cwd, 'pipe'))
    const { signal, stdout } = spawnSync(
      process.execPath,
      [program, 'lint', '--level', 'info', '.'],
      {
        cwd,
        encoding: 'utf8',
        timeout: 30_000,
      },
    )
    expect([signal, stdout]).toEqual([null, expect.stringContaining(cert)])
  })

  test('a pipe that a user names is read', () => {
    const cwd = folderWith({ 'router.yml': router })
    const { stdout } = spawnSync(
      'bash',
      [
        '-c',
        `"${process.execPath}" "${program}" lint --check none <(cat router.yml) --env-file <(echo HOST=a)`,
      ],
      { cwd, encoding: 'utf8', timeout: 30_000 },
    )
    expect(stdout).toMatch(/^\/dev\/fd\/\d+\n +1:1 +info/)
  })
})

describe.skipIf(process.platform === 'win32')('a pipe that a configuration names', () => {
  test.each(['extends', 'envFile', 'baseline'])('as %s is not waited for', (key) => {
    const cwd = repositoryWith({ 'routerfile.config.json': `{"${key}": "pipe"}` })
    execFileSync('mkfifo', [join(cwd, 'pipe')])
    const { status, stderr } = spawnSync(process.execPath, [program, 'lint', '.'], {
      cwd,
      encoding: 'utf8',
      timeout: 20_000,
    })
    expect([status, stderr]).toEqual([2, expect.stringContaining('is not a file that can be read')])
  })

  test('does not keep the language server waiting, nor does one that settings name', async () => {
    const folder = repositoryWith({ 'routerfile.config.json': '{"extends": "pipe"}' })
    execFileSync('mkfifo', [join(folder, 'pipe')])
    for (const options of [{}, { envFile: 'pipe' }, { baseline: 'pipe' }, { config: 'pipe' }]) {
      const client = await connect(
        hello({ capabilities: full, folders: [uriOf(folder)], options: { check: [], ...options } }),
      )
      const uri = uriOf(folder, 'router.yml')
      client.open(uri, router)
      const answer = await client.request(
        'textDocument/hover',
        asked(uri, { line: 1, character: 2 }, {}),
      )
      expect(JSON.stringify(answer)).toContain('identity')
      await client.stop()
    }
  })
})

describe('an editor', () => {
  const everything = async (
    folder: string,
    options: Readonly<Record<string, unknown>>,
  ): Promise<string> => {
    const client = await connect(
      hello({ capabilities: full, folders: [uriOf(folder)], options: { check: [], ...options } }),
    )
    const uri = uriOf(folder, 'router.yml')
    client.open(uri, router)
    const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } }
    const column = router.split('\n')[2]?.indexOf('HOST') ?? 0
    const answers = [
      await client.request('textDocument/hover', asked(uri, { line: 2, character: column }, {})),
      await client.request('textDocument/hover', asked(uri, { line: 2, character: 10 }, {})),
      await client.request('textDocument/inlayHint', { textDocument: { uri }, range }),
      await client.request(
        'textDocument/completion',
        asked(uri, { line: 2, character: column }, {}),
      ),
      client.published,
      client.heard,
    ]
    await client.stop()
    return JSON.stringify(answers)
  }

  test('shows no values of an environment file outside of the project', async () => {
    const folder = repositoryWith({
      'routerfile.config.json': '{"envFile": "../outside.env"}',
      'router.env': `HOST=${marked}\n`,
    })
    const without = await everything(folder, {})
    expect(without).not.toContain(marked)
    expect(without).toContain('is outside of the project folder')
    expect(await everything(folder, { trustConfig: true })).not.toContain(marked)
    expect(await everything(folder, { isolated: true, envFile: '../outside.env' })).not.toContain(
      marked,
    )
    expect(await everything(folder, { isolated: true, envFile: 'router.env' })).toContain(marked)
  })
})

describe('links out of a searched folder', () => {
  test.each([['fix'], ['fmt'], ['upgrade', '--from', '1.6', '--fix'], ['lint']])(
    'are skipped by %s',
    async (...argv) => {
      const folder = folderWith({
        'other.yml': `${dead}stray:   ${marked}\n`,
        'sub/deep.yml': `${dead}stray:   ${marked}\n`,
        'sites/router.yml': router,
      })
      const before = readFileSync(join(folder, 'other.yml'), 'utf8')
      symlinkSync('../other.yml', join(folder, 'sites/link.yml'))
      symlinkSync('../sub', join(folder, 'sites/linked'))
      const { out, err } = await runHere([...argv, 'sites'], { cwd: folder })
      expect(out + err).not.toContain(marked)
      for (const name of ['other.yml', 'sub/deep.yml'])
        expect(readFileSync(join(folder, name), 'utf8')).toBe(before)
    },
  )

  test('are skipped where git lists them', async () => {
    const folder = folderWith({ 'other.yml': dead, 'repository/router.yml': router })
    const cwd = join(folder, 'repository')
    execFileSync('git', ['init', '-q'], { cwd })
    symlinkSync('../other.yml', join(cwd, 'link.yml'))
    await runHere(['fix', '--changed'], { cwd })
    expect(readFileSync(join(folder, 'other.yml'), 'utf8')).toBe(dead)
  })

  test('are followed within the folder, and where a link is named', async () => {
    const folder = folderWith({ 'sites/real/router.yml': dead, 'other.yml': dead })
    symlinkSync('real/router.yml', join(folder, 'sites/link.yml'))
    symlinkSync('../other.yml', join(folder, 'sites/named.yml'))
    writeFileSync(join(folder, 'sites/.gitignore'), 'real\n')
    await runHere(['fix', 'sites', 'sites/named.yml'], { cwd: folder })
    for (const name of ['sites/real/router.yml', 'other.yml'])
      expect(readFileSync(join(folder, name), 'utf8')).not.toContain('latencyProbe')
  })
})
