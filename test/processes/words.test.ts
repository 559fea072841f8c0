import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { folderWith, runHere } from '../support/program.js'
import { yaml } from '../support/yaml.js'

const router = yaml`
  v: 3
  identity: { cert: a, server_cert: b, key: c, ca: d }
  ctrl: { endpoint: tls:ctrl.example.com:6262 }
  csr: { sans: { dns: [router.example.com] } }
`
const dead = `${router}forwarder:\n  latencyProbeInterval: 10\n`

describe('a word that is not a command', () => {
  test.each([
    ['validate', 'did you mean "lint"?'],
    ['check', 'did you mean "lint"?'],
    ['test', 'did you mean "lint"?'],
    ['format', 'did you mean "fmt"?'],
    ['init', 'did you mean "generate"?'],
    ['config', 'did you mean "help configuration"?'],
    ['version', 'did you mean "--version"?'],
    ['lin', 'did you mean "lint"?'],
    ['constructor', 'routerfile --help lists the commands'],
  ])('leads from %s to what was meant, and nothing is linted', async (word, hint) => {
    const cwd = folderWith({ 'router.yml': `${router}lnk: 1\n` })
    expect(await runHere([word, '.'], { cwd })).toEqual({
      code: 2,
      out: '',
      err: `routerfile: unknown command "${word}"; ${hint}\n`,
    })
  })

  test('is linted if it is the name of a file or folder', async () => {
    const cwd = folderWith({ 'config/router.yml': router, check: router })
    for (const name of ['config', 'check'])
      expect(await runHere([name, '--check', 'none'], { cwd })).toMatchObject({ code: 0, err: '' })
  })
})

describe('settings', () => {
  test.each([
    '.routerfile.yaml',
    '.routerfilerc',
    '.routerfilerc.json',
    'routerfile.config.toml',
    'routerfile.config.js',
  ])('in %s are not read, which is said', async (name) => {
    const cwd = folderWith({ [`sites/${name}`]: 'target: "1.6"\n', 'sites/router.yml': router })
    for (const argument of ['.', 'sites', 'sites/router.yml']) {
      const { code, err } = await runHere(['lint', argument, '--check', 'none'], { cwd })
      expect([code, err]).toEqual([
        0,
        expect.stringMatching(
          /^routerfile: `sites\/\S+` is not read; rename it to `routerfile\.config\.\w+`\n$/,
        ),
      ])
      const isolated = await runHere(['lint', argument, '--check', 'none', '--isolated'], { cwd })
      expect(isolated.err).toBe('')
    }
  })

  test('go into a file that the help names, and that is read', async () => {
    const { out } = await runHere(['help', 'configuration'])
    const [name = ''] = /routerfile\.config\.\w+/.exec(out) ?? []
    expect(out).not.toContain('.routerfile.yaml')
    const cwd = folderWith({ [name]: 'target: "1.6"\n', 'router.yml': router })
    const printed = await runHere(['lint', '--print-config', 'router.yml'], { cwd })
    expect(JSON.parse(printed.out)).toMatchObject({ configurations: [name] })
  })

  test('that exclude a file say that folders leave it out, as it is linted where it is named', async () => {
    const cwd = folderWith({
      'routerfile.config.json': '{"exclude": "router.yml"}',
      'router.yml': router,
    })
    const { out } = await runHere(['lint', '--print-config', 'router.yml'], { cwd })
    const printed: unknown = JSON.parse(out)
    expect(printed).toMatchObject({ excludedInFolders: true })
    expect(printed).not.toHaveProperty('excluded')
  })
})

test('the first problems are the most severe ones, in all files', async () => {
  const cwd = folderWith({
    'a.yml': `${router}lnk: 1\n`,
    'b.yml': router.replace('tls:ctrl.example.com:6262', 'nowhere'),
  })
  const { out } = await runHere(['lint', '.', '--max-problems', '1', '--check', 'none'], { cwd })
  expect(out).toContain('nowhere')
  expect(out).not.toContain('`lnk`')
})

describe('fix --dry-run', () => {
  test('prints a report in the format that is asked for, and changes nothing', async () => {
    const cwd = folderWith({ 'router.yml': dead })
    const argv = ['fix', '--dry-run', 'router.yml', '--check', 'none']
    const { out, err } = await runHere([...argv, '-f', 'json'], { cwd })
    expect(JSON.stringify(JSON.parse(out))).toContain('latencyProbeInterval')
    expect(err).toBe('1 finding would be fixed in 1 file\n  1 obsolete-key\n')
    const written = await runHere([...argv, '-f', 'json=report.json'], { cwd })
    expect(written.out).toMatch(/^--- a\/router\.yml\n/)
    expect(JSON.parse(readFileSync(join(cwd, 'report.json'), 'utf8'))).toBeTypeOf('object')
    expect(readFileSync(join(cwd, 'router.yml'), 'utf8')).toBe(dead)
  })
})

describe('fix', () => {
  test('names the rules whose findings it fixed, the most frequent first', async () => {
    const cwd = folderWith({
      'a.yml': `${dead}  faultTxInterval: 017530\n`,
      'b.yml': dead,
    })
    const { err } = await runHere(['fix', '.', '--check', 'none'], { cwd })
    expect(err).toBe('3 findings fixed in 2 files\n  2 obsolete-key\n  1 octal-number\n')
  })
})

describe('fmt', () => {
  test.each([
    ['files that it rewrites', ['.'], 'formatted a.yml\n1 file formatted, 1 unchanged\n'],
    ['that there was nothing to do', ['b.yml'], '0 files formatted, 1 unchanged\n'],
  ])('names %s', async (_, argv, err) => {
    const cwd = folderWith({ 'a.yml': `${router}\n\n\nlink: {}\n\n\n\n\n`, 'b.yml': router })
    expect(await runHere(['fmt', ...argv], { cwd })).toEqual({ code: 0, out: '', err })
  })
})

test('a note about several templates is one sentence, and names a template that is alone', async () => {
  const template = router.replace('ctrl.example.com', '{{ ctrl }}')
  const cwd = folderWith({ 'a.yml.j2': template, 'b.yml.j2': template, 'c.yml.j2': template })
  const argv = ['lint', '--check', 'none', '--template']
  const several = await runHere([...argv, 'a.yml.j2', 'b.yml.j2', 'c.yml.j2'], { cwd })
  expect(several.err).toBe(
    'routerfile: 3 templates were not rendered: only findings that do not depend on their values are shown\n',
  )
  const one = await runHere([...argv, 'a.yml.j2'], { cwd })
  expect(one.err).toMatch(
    /^routerfile: `a\.yml\.j2` is a Jinja template\. It was not rendered: .*\n$/,
  )
})

test('a template that is cut has a finding, and no note that it was checked without values', async () => {
  const cwd = folderWith({ 'a.yml.j2': `${router}{% if a` })
  const { out, err } = await runHere(['lint', '--check', 'none', '--template', 'a.yml.j2'], { cwd })
  expect(out).toContain('this tag is not closed')
  expect(err).toBe('')
})

test('the page of generate gives answers that are all in the file that they make', async () => {
  const page = readFileSync('docs/generate.md', 'utf8')
  const [, answers = ''] =
    /<!-- file: north\.answers\.yml -->\n```yaml\n([^]*?)```/.exec(page) ?? []
  const { sections }: { sections: Record<string, Record<string, unknown>> } = parse(answers)
  const cwd = folderWith({ 'north.answers.yml': answers })
  const { out } = await runHere(['generate', '--answers', 'north.answers.yml', '-o', '-'], { cwd })
  expect(Object.keys(sections).length).toBeGreaterThan(0)
  expect(parse(out)).toMatchObject(sections)
})

test.each(['vscode', 'executable', 'build', 'bench', 'derive'])(
  'npm run %s says that packages are missing',
  (name) => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(
      readFileSync('package.json', 'utf8'),
    )
    const [, script = ''] = /^node (\S+)/.exec(scripts[`pre${name}`] ?? scripts[name] ?? '') ?? []
    const { status, stderr } = spawnSync(process.execPath, [resolve(script)], {
      cwd: folderWith({}),
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([
      1,
      'The packages that this needs are not installed; run `npm ci` first.\n',
    ])
  },
)
