import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { outputFormats } from '../../src/generated/formats.js'
import type { LintHost } from '../../src/lint/host.js'
import { runUnmeasured } from '../../src/lint/host.js'
import { compareFiles, toVisibleDiagnostics } from '../../src/project/fleet.js'
import { openLintCache } from '../../src/project/lint-cache.js'
import { loadEmbeddedFinder } from '../../src/project/lint-embedded.js'
import { createFileLinter } from '../../src/project/lint-files.js'
import type { Check } from '../../src/project/machine.js'
import { createLintHost } from '../../src/project/machine.js'
import { openProject } from '../../src/project/project.js'
import type { LintOutcome } from '../../src/project/reports.js'
import { listReports } from '../../src/project/reports.js'
import type { ConfiguredSource } from '../../src/project/select-files.js'
import { folderWith, runHere, write } from '../support/program.js'
import { yaml } from '../support/yaml.js'

const good = readFileSync('fixtures/cli/files/good.yaml', 'utf8')
const bad = readFileSync('fixtures/cli/files/bad.yaml', 'utf8')
const day = 86_400_000

/** Certificates in fixtures/pki hold from November 2026 on for a hundred years. */
const start = Date.parse('2030-01-01')

const withIdentity = good.replace(
  /identity:\n(?: .*\n)+/,
  'identity: { cert: router.cert, server_cert: server.cert, key: router.key, ca: ca.cert }\n',
)

const map = 'kind: ConfigMap\napiVersion: v1\nmetadata: { name: north }\ndata:\n  router.yaml: |\n'

const secret = 'kind: Secret\napiVersion: v1\nmetadata: { name: south }\ndata:\n  router.yaml: '

const files = {
  'map.yaml': map + bad.replaceAll(/^(?=.)/gm, '    '),
  'encoded.yaml': `${secret}${Buffer.from(bad).toString('base64')}\n`,
  'good.yaml': good,
  'bad.yaml': bad,
  'copy.yaml': `${bad}# again\n`,
  'identity/router.yaml': withIdentity,
  'variable.yaml': good.replace('tls:ctrl', 'tls:$CONTROLLER'),
  'strict/router.yaml': `${bad}# strict\n`,
  'hidden.yaml': bad.replace('edge:\n', 'edge: # routerfile-disable-line\n'),
  'other.yaml': 'a: 1\n',
  'broken.yaml': `${good}link: [\n`,
}

const configuration = {
  'routerfile.config.yaml': yaml`
    env:
      CONTROLLER: ctrl
    overrides:
      - files: strict/**
        rules:
          unknown-key: error
  `,
}

/** Files of all kinds. */
function createFiles(): string {
  const folder = folderWith({ ...files, ...configuration })
  for (const name of ['ca.cert', 'router.cert', 'router.key', 'server.cert'])
    copyFileSync(join('fixtures/pki', name), join(folder, 'identity', name))
  for (const name of ['configmap-binary', 'configmap-two'])
    copyFileSync(`fixtures/embedded/kubernetes/${name}.yaml`, join(folder, `${name}.yaml`))
  copyFileSync('fixtures/templates/ansible/router.yml.j2', join(folder, 'router.yml.j2'))
  return folder
}

type Linted = {
  /** The files that had to be linted, and those in which findings of fleet rules had to be located. */
  linted: string[]
  located: string[]
  /** The paths that the cache looked up on the machine, once for each time. */
  asked: string[]
  reports: unknown
}

type LintOptions = { now?: number; isCached?: boolean; isFleet?: boolean; wantsFixes?: boolean }

/** Lints a folder, and counts the work. */
async function lint(
  folder: string,
  { now = start, isCached = true, isFleet = true, wantsFixes = true }: LintOptions = {},
): Promise<Linted> {
  const project = openProject({
    configuration: 'nearest',
    settings: [],
    trustsConfiguration: false,
    suppressions: true,
  })
  const { sources } = await project.selectFiles({
    arguments: [folder],
    respectsIgnoreFiles: true,
  })
  vi.setSystemTime(now)
  const needs = { isFleet, wantsFixes, isCached }
  const linted: string[] = []
  const located: string[] = []
  const asked: string[] = []
  const hosts = new Map<string, LintHost>()
  const createHost = (at: string, checks: readonly Check[]): LintHost => {
    const host = createLintHost(checks, [process.cwd(), at], now)
    return {
      ...host,
      inspectPath: (path, from) => {
        asked.push(path)
        return host.inspectPath(path, from)
      },
    }
  }
  const lintFile = createFileLinter(needs)
  const lintOthers = async (others: readonly ConfiguredSource[]): Promise<LintOutcome[]> => {
    const names = others.map(({ path }) => path.slice(folder.length + 1))
    linted.push(...names.filter((name) => name !== 'routerfile.config.yaml'))
    return Promise.all(others.map(async (other) => lintFile(other)))
  }
  const cache = isCached
    ? openLintCache(join(folder, '.routerfile_cache'), {
        needs,
        getHost: (at, checks) => {
          const host = hosts.get(at) ?? createHost(at, checks)
          hosts.set(at, host)
          return host
        },
        locate: (findings, report) => {
          if (findings.length > 0) located.push(report.path.slice(folder.length + 1))
          return toVisibleDiagnostics(findings, report)
        },
        loadEmbeddedFinder: loadEmbeddedFinder,
        time: runUnmeasured,
      })
    : undefined
  const outcomes = await (cache?.lint(sources, lintOthers) ?? lintOthers(sources))
  const reports = sources.flatMap(({ options }, index) =>
    listReports(outcomes[index]).map((report) => ({ ...report, options })),
  )
  const found = compareFiles(reports, cache?.locate)
  expect(cache?.save()).toBeUndefined()
  const printed = found.map(({ path, part, text, diagnostics, release, note }) => ({
    ...{ path, part, text, release, note },
    diagnostics: diagnostics.map((diagnostic) => ({ ...diagnostic })),
  }))
  return { linted, located, asked, reports: JSON.parse(JSON.stringify(printed)) }
}

/** The files of a cache. */
const listCacheFiles = (folder: string): string[] =>
  readdirSync(join(folder, '.routerfile_cache'))
    .filter((name) => !name.startsWith('.'))
    .map((name) => join(folder, '.routerfile_cache', name))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  return () => vi.useRealTimers()
})

describe('a run with a cache prints what one without prints', () => {
  test.each([
    ...outputFormats.map(({ name }) => ['--format', name]),
    ['--verbose'],
    ['--max-problems', '3'],
    ['--level', 'warning'],
    ['--quiet'],
    ['--no-suppressions'],
    ['--no-fleet'],
    ['--baseline', 'baseline.json'],
    ['--rule', 'unknown-key=off'],
    ['--target', '1.6'],
    ['--check', 'none'],
    ['bad.yaml'],
    ['other.yaml'],
    ['--ignore-unknown', 'other.yaml'],
    ['--kind', 'router', 'other.yaml'],
    ['--shard', '1/2'],
    ['--jobs', '1'],
  ])('%s %s', async (...given) => {
    const cwd = createFiles()
    const argv = given.filter((word) => word !== undefined)
    if (argv.includes('baseline.json'))
      await runHere(['lint', 'copy.yaml', '--write-baseline', 'baseline.json'], { cwd })
    const without = await runHere(['lint', ...argv], { cwd })
    const first = await runHere(['lint', '--cache', ...argv], { cwd })
    const second = await runHere(['lint', '--cache', ...argv], { cwd })
    expect(first).toEqual(without)
    expect(second).toEqual(without)
  })

  test('after runs with other flags', async () => {
    const cwd = createFiles()
    const variants = [
      ['--format', 'compact'],
      ['bad.yaml'],
      ['--format', 'json'],
      ['--no-fleet', '--format', 'json'],
      ['--target', '1.6', '--format', 'sarif'],
      ['--level', 'error'],
    ]
    for (const argv of [...variants, ...variants.toReversed(), ...variants])
      expect(await runHere(['lint', '--cache', ...argv], { cwd })).toEqual(
        await runHere(['lint', ...argv], { cwd }),
      )
  })

  test('and fixes what one without fixes', async () => {
    const [cwd, other] = [createFiles(), createFiles()]
    await runHere(['lint', '--cache'], { cwd })
    const fixed = await runHere(['lint', '--fix', '--cache'], { cwd })
    expect(fixed).toEqual(await runHere(['lint', '--fix'], { cwd: other }))
    for (const name of Object.keys(files))
      expect(readFileSync(join(cwd, name), 'utf8')).toBe(readFileSync(join(other, name), 'utf8'))
  })
})

describe('what is linted again', () => {
  const all = async (folder: string): Promise<string[]> =>
    (await lint(folder, { isCached: false })).linted

  test('nothing if nothing changed', async () => {
    const folder = createFiles()
    const without = await lint(folder, { isCached: false })
    const first = await lint(folder)
    expect(first).toMatchObject({ linted: without.linted, reports: without.reports })
    expect(first.located).not.toEqual([])
    expect(await lint(folder)).toMatchObject({ linted: [], located: [], reports: without.reports })
  })

  test('no text is parsed', async () => {
    const folder = createFiles()
    await runHere(['lint', '--cache'], { cwd: folder })
    const { err } = await runHere(['lint', '--cache', '--timing'], { cwd: folder })
    expect(err).toMatch(/^read /m)
    expect(err).not.toMatch(/^(?:parse|schema) /m)
  })

  const readConfiguration = (): string => configuration['routerfile.config.yaml']
  const certificates = ['identity/router.yaml']

  test.each<[string, (folder: string) => void, readonly string[] | 'all', LintOptions?]>([
    ['a text', (at) => write(at, { 'bad.yaml': `${bad}\n` }), ['bad.yaml']],
    ['a new file', (at) => write(at, { 'new.yaml': `${bad}# new\n` }), ['new.yaml']],
    ['a file is gone', (at) => rmSync(join(at, 'copy.yaml')), []],
    ['a file is no router file any more', (at) => write(at, { 'bad.yaml': 'b: 1' }), ['bad.yaml']],
    [
      'the settings of a folder',
      (at) =>
        write(at, {
          'routerfile.config.yaml': readConfiguration().replace('key: error', 'key: info'),
        }),
      ['strict/router.yaml'],
    ],
    [
      'a variable',
      (at) =>
        write(at, {
          'routerfile.config.yaml': readConfiguration().replace(
            'CONTROLLER: ctrl',
            'CONTROLLER: ""',
          ),
        }),
      'all',
    ],
    [
      'the release',
      (at) => write(at, { 'routerfile.config.yaml': `target: '1.6'\n${readConfiguration()}` }),
      'all',
    ],
    [
      'what counts as a failure',
      (at) => write(at, { 'routerfile.config.yaml': `failOn: info\n${readConfiguration()}` }),
      [],
    ],
    [
      'a certificate is replaced',
      (at) => copyFileSync('fixtures/pki/ca.cert', join(at, 'identity/server.cert')),
      certificates,
    ],
    ['a key is gone', (at) => rmSync(join(at, 'identity/router.key')), certificates],
    [
      'a folder where a file was',
      (at) => {
        rmSync(join(at, 'identity/router.key'))
        mkdirSync(join(at, 'identity/router.key'))
      },
      certificates,
    ],
    [
      'an endpoints file where none was',
      (at) => write(at, { 'identity/endpoints.yml': 'endpoints: [tls:other.example.com:1]\n' }),
      ['identity/endpoints.yml', ...certificates],
    ],
    ['another day, long before the end', () => undefined, [], { now: start + 10 * day }],
    ['the last month', () => undefined, certificates, { now: Date.parse('2126-10-10') }],
    ['the end', () => undefined, certificates, { now: Date.parse('2127-01-01') }],
    ['a time before the start', () => undefined, certificates, { now: Date.parse('2020-01-01') }],
    [
      'another version',
      (at) => {
        for (const path of listCacheFiles(at))
          writeFileSync(
            path,
            readFileSync(path, 'utf8').replace(/routerfile \S+,/, 'routerfile 0.0.1-other,'),
          )
      },
      'all',
    ],
    [
      'another Node',
      (at) => {
        for (const path of listCacheFiles(at))
          writeFileSync(path, readFileSync(path, 'utf8').replace(/Node v\S+:/, 'Node v1.0.0:'))
      },
      'all',
    ],
    [
      'the cache is gone',
      (at) => rmSync(join(at, '.routerfile_cache'), { recursive: true }),
      'all',
    ],
  ])('%s', async (_, change, expected, options) => {
    const folder = createFiles()
    await lint(folder)
    change(folder)
    const without = await lint(folder, { ...options, isCached: false })
    const second = await lint(folder, options)
    expect(second.reports).toEqual(without.reports)
    expect(second.linted).toEqual(expected === 'all' ? without.linted : expected)
    expect((await lint(folder, options)).linted).toEqual([])
  })

  test('a certificate that expires within a month once a day', async () => {
    const folder = createFiles()
    const last = Date.parse('2126-10-10T00:00:00Z')
    const runs = [last, last + 1, last + day, last + 2 * day, last + 2 * day + 1]
    const linted = []
    for (const now of runs) {
      const { linted: some, reports } = await lint(folder, { now })
      expect(reports).toEqual((await lint(folder, { now, isCached: false })).reports)
      linted.push(some.length === 1 ? some[0] : some.length)
    }
    expect(linted).toEqual([expect.any(Number), 0, ...certificates, ...certificates, 0])
  })

  test('nothing, and files of a folder ask the machine for the same answers once per cache file', async () => {
    const names = Array.from({ length: 40 }, (_, index) => `router-${index}.yaml`)
    const folder = folderWith(Object.fromEntries(names.map((name) => [name, good])))
    await lint(folder)
    const { linted, asked } = await lint(folder)
    expect(linted).toEqual([])
    expect(asked.length).toBeGreaterThan(0)
    expect(asked.length).toBeLessThanOrEqual(new Set(asked).size * listCacheFiles(folder).length)
  })

  test('only the places of findings that other files cause', async () => {
    const folder = createFiles()
    await lint(folder)
    write(folder, { 'a.yaml': `${good}# before good.yaml\n` })
    const without = await lint(folder, { isCached: false })
    const second = await lint(folder)
    expect(second.reports).toEqual(without.reports)
    expect(second.linted).toEqual(['a.yaml'])
    expect(second.located).toEqual(
      expect.arrayContaining(['good.yaml', 'map.yaml', 'encoded.yaml']),
    )
  })

  test('a file whose fixes or summary nobody needed before', async () => {
    const folder = createFiles()
    const plain = { isFleet: false, wantsFixes: false }
    await lint(folder, plain)
    expect((await lint(folder)).linted).toEqual(await all(folder))
    expect((await lint(folder, plain)).linted).toEqual([])
    expect((await lint(folder)).linted).toEqual([])
  })

  test('one of five releases in turn, as results for four are kept', async () => {
    const folder = folderWith({ 'router.yaml': bad })
    const counts = []
    for (const target of ['1.4', '1.5', '1.6', '2.0', '1.4', '2.0']) {
      write(folder, { 'routerfile.config.yaml': `target: '${target}'\n` })
      counts.push((await lint(folder)).linted.length)
    }
    expect(counts).toEqual([1, 1, 1, 1, 0, 0])
  })
})

describe('a damaged cache is dropped silently:', () => {
  const bytes = (count: number): Buffer =>
    Buffer.from(Array.from({ length: count }, (_, index) => (index * 7919) % 251))

  test('cut off at many places', async () => {
    const folder = folderWith({ 'bad.yaml': bad })
    const { reports } = await lint(folder)
    const [path = ''] = listCacheFiles(folder)
    const whole = readFileSync(path)
    for (let length = 0; length < whole.length; length += Math.ceil(whole.length / 50)) {
      writeFileSync(path, whole)
      truncateSync(path, length)
      expect(await lint(folder)).toMatchObject({ linted: ['bad.yaml'], reports })
    }
  })

  test.each<[string, (whole: Buffer) => Buffer | string]>([
    ['empty', () => ''],
    ['zeros', (whole) => Buffer.alloc(whole.length)],
    ['noise', (whole) => bytes(whole.length)],
    ['text of another program', () => '{"version":1,"files":[]}'],
    ['the header alone', (whole) => whole.subarray(0, whole.indexOf('\n') + 1)],
    ['more than was written', (whole) => Buffer.concat([whole, Buffer.from(' ')])],
    ['one other bit', (whole) => whole.map((byte, at) => (at === 500 ? byte ^ 1 : byte)) as Buffer],
    ['noise after the header', (whole) => Buffer.concat([whole.subarray(0, 80), bytes(900)])],
  ])('%s', async (_, damage) => {
    const folder = folderWith({ 'bad.yaml': bad })
    const { reports } = await lint(folder)
    const [path = ''] = listCacheFiles(folder)
    writeFileSync(path, damage(readFileSync(path)))
    expect(await lint(folder)).toMatchObject({ linted: ['bad.yaml'], reports })
    expect(await lint(folder)).toMatchObject({ linted: [], reports })
  })

  test('a folder instead of its file', async () => {
    const cwd = folderWith({ 'bad.yaml': bad })
    await runHere(['lint', '--cache'], { cwd })
    const [path = ''] = listCacheFiles(cwd)
    rmSync(path)
    mkdirSync(path)
    const { out, err, code } = await runHere(['lint', '--cache'], { cwd })
    expect({ out, code }).toEqual({ ...(await runHere(['lint'], { cwd })), err: undefined })
    expect(err).toMatch(/^routerfile: the cache in `.routerfile_cache` cannot be written: /)
  })
})

describe('the folder of the cache', () => {
  test('is for its owner, and kept out of git', async () => {
    const cwd = createFiles()
    await runHere(['lint', '--cache'], { cwd })
    const folder = join(cwd, '.routerfile_cache')
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    for (const name of readdirSync(folder))
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600)
    expect(readFileSync(join(folder, '.gitignore'), 'utf8')).toBe('*\n')
    expect(readdirSync(folder).filter((name) => name.includes('tmp'))).toEqual([])
  })

  test('is beside the config file, in the current folder, or where --cache says', async () => {
    const cwd = createFiles()
    await runHere(['lint', '--cache', '.'], { cwd: join(cwd, 'strict') })
    expect(existsSync(join(cwd, '.routerfile_cache'))).toBe(true)
    await runHere(['lint', '--cache=build/results', '.'], { cwd })
    expect(readdirSync(join(cwd, 'build/results'))).toContain('.gitignore')
    const other = folderWith({ 'router.yaml': bad })
    await runHere(['lint', '--cache'], { cwd: other })
    expect(readdirSync(other)).toEqual(['.routerfile_cache', 'router.yaml'])
  })

  test('is not made without --cache', async () => {
    const cwd = createFiles()
    await runHere(['lint'], { cwd })
    expect(existsSync(join(cwd, '.routerfile_cache'))).toBe(false)
  })

  test.each<[string, (cwd: string) => void, string]>([
    [
      'a link',
      (cwd) => symlinkSync(join(cwd, 'victim'), join(cwd, '.routerfile_cache')),
      'it is a symbolic link',
    ],
    [
      'a file',
      (cwd) => copyFileSync(join(cwd, 'victim/0'), join(cwd, '.routerfile_cache')),
      'it is not a folder',
    ],
    [
      'a folder with other files',
      (cwd) => write(cwd, { '.routerfile_cache/notes.txt': 'mine' }),
      'it holds other files, such as `notes.txt`',
    ],
  ])('is refused if it is %s', async (_, make, reason) => {
    const cwd = folderWith({ 'router.yaml': bad, 'victim/0': 'mine', 'victim/a.yaml': 'mine' })
    make(cwd)
    const before = readdirSync(cwd, { recursive: true })
    expect(await runHere(['lint', '--cache', 'router.yaml'], { cwd })).toEqual({
      out: '',
      err: `routerfile: the cache cannot be in \`.routerfile_cache\`: ${reason}; name another folder\n`,
      code: 2,
    })
    expect(readdirSync(cwd, { recursive: true })).toEqual(before)
    expect(readFileSync(join(cwd, 'victim/0'), 'utf8')).toBe('mine')
  })

  test('is refused if it is a link with a slash at its end', async () => {
    const cwd = folderWith({ 'router.yaml': bad })
    mkdirSync(join(cwd, 'victim'))
    symlinkSync('victim', join(cwd, 'link'))
    expect(await runHere(['lint', '--cache=link/', 'router.yaml'], { cwd })).toMatchObject({
      err: 'routerfile: the cache cannot be in `link/`: it is a symbolic link; name another folder\n',
      code: 2,
    })
    expect(readdirSync(join(cwd, 'victim'))).toEqual([])
  })

  test('has no links that are followed', async () => {
    const cwd = folderWith({ 'router.yaml': bad, victim: 'mine' })
    await runHere(['lint', '--cache'], { cwd })
    const [path = ''] = listCacheFiles(cwd)
    for (const name of [basename(path), '.gitignore']) {
      rmSync(join(cwd, '.routerfile_cache', name))
      symlinkSync(join(cwd, 'victim'), join(cwd, '.routerfile_cache', name))
    }
    const { err } = await runHere(['lint', '--cache'], { cwd })
    expect(err).toBe('')
    expect(readFileSync(join(cwd, 'victim'), 'utf8')).toBe('mine')
    expect(lstatSync(path).isFile()).toBe(true)
  })

  test('forgets files that are gone', async () => {
    const folder = folderWith(
      Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${index}.yaml`, `${bad}#\n`])),
    )
    await lint(folder)
    for (let index = 1; index < 40; index += 1) {
      rmSync(join(folder, `${index}.yaml`))
      write(folder, { [`new-${index}.yaml`]: good })
    }
    await lint(folder)
    const kept = listCacheFiles(folder).map((path) => readFileSync(path, 'utf8'))
    expect(kept.join('').match(/"[^"]*\/\d+\.yaml",\[\{"digest"/g)?.length ?? 0).toBeLessThan(20)
  })
})

describe('a cache that somebody else wrote is not believed:', () => {
  const faults = { 'bad.yaml': bad }

  /** A cache in which the findings are missing, as a stranger with another key would write it. */
  async function forge(cwd: string, env: Record<string, string>): Promise<void> {
    await runHere(['lint', '--cache'], { cwd, env })
    for (const path of listCacheFiles(cwd)) {
      const [header = '', ...rest] = readFileSync(path, 'utf8').split('\n')
      const content = rest.join('\n').replace(/"findings":\[.*?\}\]/s, '"findings":[]')
      const digest = createHash('sha256').update(content).digest('base64url')
      writeFileSync(path, `${header.split(': ')[0]}: ${digest}\n${content}`)
    }
  }

  test('with a digest of its content', async () => {
    const cwd = folderWith(faults)
    await forge(cwd, {})
    expect(await runHere(['lint', '--cache'], { cwd })).toEqual(await runHere(['lint'], { cwd }))
  })

  test.each<[string, Record<string, string>, Record<string, string>]>([
    ['on another machine', { XDG_CONFIG_HOME: 'THEIRS' }, { XDG_CONFIG_HOME: 'OURS' }],
    ['with another key', { ROUTERFILE_CACHE_KEY: 'theirs' }, { ROUTERFILE_CACHE_KEY: 'ours' }],
    ['with a key, read without one', { ROUTERFILE_CACHE_KEY: 'a' }, { ROUTERFILE_CACHE_KEY: '' }],
    ['without one, read with a key', {}, { ROUTERFILE_CACHE_KEY: 'a' }],
  ])('%s', async (_, theirs, ours) => {
    const cwd = folderWith(faults)
    const homes = folderWith({})
    const toEnv = (env: Record<string, string>): Record<string, string> => ({
      ...env,
      ...(env['XDG_CONFIG_HOME'] && { XDG_CONFIG_HOME: join(homes, env['XDG_CONFIG_HOME']) }),
    })
    await runHere(['lint', '--cache'], { cwd, env: toEnv(theirs) })
    const isLinted = async (env: Record<string, string>): Promise<boolean> =>
      (await runHere(['lint', '--cache', '--timing'], { cwd, env: toEnv(env) })).err.includes(
        'parse',
      )
    expect(await isLinted(theirs)).toBe(false)
    expect(await isLinted(ours)).toBe(true)
    expect(await isLinted(ours)).toBe(false)
  })

  test('a file of it in the place of another one', async () => {
    const cwd = folderWith({ 'bad.yaml': bad })
    await runHere(['lint', '--cache'], { cwd })
    const [path = ''] = listCacheFiles(cwd)
    const folder = join(cwd, '.routerfile_cache')
    for (const name of '0123456789abcdef') copyFileSync(path, join(folder, name))
    const { err, out } = await runHere(['lint', '--cache'], { cwd })
    expect([out, err]).toEqual([(await runHere(['lint'], { cwd })).out, expect.any(String)])
  })

  test.each<[string, (path: string) => void]>([
    ['that others can read', (path) => writeFileSync(path, 'k'.repeat(64), { mode: 0o644 })],
    ['that is too short', (path) => writeFileSync(path, 'k', { mode: 0o600 })],
    ['that is a link', (path) => symlinkSync('/dev/zero', path)],
    ['that is a folder', (path) => mkdirSync(path)],
  ])('a key %s is not used', async (_, create) => {
    const cwd = folderWith(faults)
    const home = folderWith({ 'routerfile/x': '' })
    create(join(home, 'routerfile/cache-key'))
    const { err } = await runHere(['lint', '--cache'], { cwd, env: { XDG_CONFIG_HOME: home } })
    expect(err).toMatch(/is not kept: its key .* cannot be used: .*; set ROUTERFILE_CACHE_KEY/)
    expect(existsSync(join(cwd, '.routerfile_cache'))).toBe(false)
  })

  test.each<[string, Record<string, string>, string[]]>([
    ['an environment file', { '.env': 'ROUTERFILE_CACHE_KEY=theirs\n' }, ['--env-file', '.env']],
    ['a file that is named so', { '.env': 'ROUTERFILE_CACHE_KEY=theirs\n' }, []],
    ['settings of npm', { '.npmrc': 'ROUTERFILE_CACHE_KEY=theirs\n' }, []],
  ])('with a key in %s of the repository', async (_, files, flags) => {
    const cwd = folderWith({ ...faults, ...files })
    const argv = ['lint', 'bad.yaml', '--cache', '--timing', ...flags]
    const home = folderWith({})
    const run = async (env: Record<string, string>): Promise<boolean> =>
      (await runHere(argv, { cwd, env: { XDG_CONFIG_HOME: home, ...env } })).err.includes('parse')
    expect(await run({ ROUTERFILE_CACHE_KEY: 'theirs' })).toBe(true)
    expect(await run({ ROUTERFILE_CACHE_KEY: 'theirs' })).toBe(false)
    expect(await run({ ROUTERFILE_CACHE_KEY: '' })).toBe(true)
  })

  test('a key in the repository is not used', async () => {
    const cwd = folderWith(faults)
    mkdirSync(join(cwd, '.git'))
    mkdirSync(join(cwd, 'home/routerfile'), { recursive: true })
    writeFileSync(join(cwd, 'home/routerfile/cache-key'), 'k'.repeat(64), { mode: 0o600 })
    const env = { XDG_CONFIG_HOME: join(cwd, 'home') }
    const { err } = await runHere(['lint', '--cache', 'bad.yaml'], { cwd, env })
    expect(err).toContain('it is in the folder of the project')
  })

  test('the steps of docs/ci.md hit on the next runner', async () => {
    const text = readFileSync('docs/ci.md', 'utf8')
    expect(text.match(/ROUTERFILE_CACHE_KEY/g)?.length).toBeGreaterThan(3)
    const cwd = folderWith(faults)
    const homes = ['first', 'second'].map((name) => join(folderWith({}), name))
    const runs = []
    for (const home of homes)
      runs.push(
        await runHere(['lint', '.', '--cache', '--timing'], {
          cwd,
          env: { HOME: home, ROUTERFILE_CACHE_KEY: 'of the pipeline' },
        }),
      )
    expect(runs.map(({ err }) => err.includes('parse'))).toEqual([true, false])
    expect(homes.map((home) => existsSync(home))).toEqual([false, false])
  })
})

test('no secret and no text of a file is kept', async () => {
  const cwd = folderWith({
    'router.yaml': bad
      .replace('ctrl:\n', 'ctrl:\n  password: hunter2hunter2\n')
      .replace('advertise: router.example.com', 'advertise: ${EDGE_SECRET}.example.com'),
    'other.yaml': `${bad}# a comment to recognize\n`,
    'routerfile.config.yaml':
      'env: { EDGE_SECRET: correcthorsebattery, OTHER_TOKEN: staplestaple }\n',
  })
  await runHere(['lint', '--cache', '--format', 'json'], { cwd })
  const kept = listCacheFiles(cwd)
    .map((path) => readFileSync(path, 'utf8'))
    .join('')
  expect(kept).toContain('other.yaml')
  expect(kept).not.toMatch(/hunter2|correcthorse|staplestaple|a comment to recognize/)
})

test('--live has no files to keep results of', async () => {
  const { err, code } = await runHere(['lint', '--live', '--cache'])
  expect({ err, code }).toEqual({
    err: expect.stringContaining(
      '--cache cannot be used with --live, which reads routers from their controller',
    ),
    code: 2,
  })
})
