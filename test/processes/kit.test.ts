import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'
import { Script } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { commands } from '../../src/generated/commands.js'
import { outputFormats } from '../../src/generated/formats.js'
import { folderWith, makeFolder, run, runHere } from '../support/program.js'

const read = (path: string): string => readFileSync(path, 'utf8')

const {
  version,
  bin,
  engines,
}: { version: string; bin: Record<string, string>; engines: { node: string } } = JSON.parse(
  read('package.json'),
)

const lintFlags = Object.keys((await commands[0].load()).flags)

const known = outputFormats.map(({ name }) => name)

/** Formats that the kit names; a run with one that is not there would only say so. */
const missing = ['github', 'gitlab', 'markdown'].filter((name) => !known.includes(name))

const reason = missing.length > 0 ? ` (not run: there is no format ${missing.join(', ')})` : ''

/** Flags of a command line that `lint` does not have. */
const strange = (words: readonly string[]): string[] =>
  words
    .filter((word) => /^--./.test(word))
    .map((word) => word.slice(2).split('=')[0] ?? '')
    .filter((name) => !lintFlags.includes(name))

const folder = makeFolder()

describe('the hooks of pre-commit', () => {
  type Hook = {
    id: string
    name: string
    description: string
    language: string
    entry: string
    args: string[]
    pass_filenames: boolean
    types_or: string[]
  }
  const hooks: Hook[] = parse(read('.pre-commit-hooks.yaml'))

  test('are one for Node and one for what is installed', () => {
    expect(hooks.map(({ id, language }) => [id, language])).toEqual([
      ['routerfile', 'node'],
      ['routerfile-system', 'system'],
    ])
  })

  test.each(hooks)('$id runs', ({ entry, args, name, description, types_or }) => {
    const [program = '', ...words] = [...entry.split(' '), ...args]
    expect(Object.keys(bin)).toContain(program)
    expect(types_or).toEqual(['yaml', 'json'])
    expect(name !== '' && description !== '').toBe(true)
    expect(run(words, { cwd: 'fixtures/cli/files/fleet' })).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringContaining('of 2 files'),
    })
  })
})

describe('the action', () => {
  type Step = {
    if?: string
    uses?: string
    shell?: string
    env?: Record<string, string>
    run?: string
  }
  const action: {
    name: string
    description: string
    inputs: Record<string, { description: string; default: string }>
    runs: { using: string; steps: Step[] }
  } = parse(read('action.yml'))
  const { steps } = action.runs
  const kit: {
    argumentsOf: (env: Record<string, string>) => string[]
    run: (env: Record<string, string>, options: { npx: string | undefined }) => number
  } = createRequire(import.meta.url)(resolve('scripts/integrations/action.cjs'))

  test('is a composite one that needs Node only', () => {
    expect(action.runs.using).toBe('composite')
    expect(
      steps
        .flatMap(({ uses }) => uses ?? [])
        .filter((uses) => !uses.startsWith('actions/setup-node@')),
    ).toEqual([])
    expect(steps.flatMap(({ shell }) => shell ?? [])).toEqual(['node {0}'])
  })

  test('describes its inputs and uses each', () => {
    const text = JSON.stringify(action.runs)
    expect(
      [...text.matchAll(/inputs\.([\w-]+)/g)]
        .map(([, name]) => name)
        .filter((name) => !(name !== undefined && name in action.inputs)),
    ).toEqual([])
    for (const [name, { description }] of Object.entries(action.inputs)) {
      expect(text).toContain(`inputs.${name}`)
      expect(description).toMatch(/\.$|;/)
    }
  })

  test('puts no input into a script, where it would be code', () => {
    expect(steps.flatMap((step) => step.run ?? []).filter((text) => text.includes('${{'))).toEqual(
      [],
    )
  })

  test('its step is a script that calls the program of this package', () => {
    const [script = ''] = steps.flatMap((step) => step.run ?? [])
    expect(new Script(script)).toBeInstanceOf(Script)
    expect(script).toContain('scripts/integrations/action.cjs')
  })

  const inputs = {
    INPUT_FILES: 'fleet\nbad.yaml',
    INPUT_TARGET: '1.6',
    INPUT_FORMAT: 'github',
    INPUT_ARGS: '--fail-on=warning\n--quiet\n',
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
  }

  test('makes the arguments of the program', () => {
    const words = kit.argumentsOf(inputs)
    expect(words).toEqual([
      'lint',
      '--target=1.6',
      '--format=github',
      `--format=markdown=${inputs.GITHUB_STEP_SUMMARY}`,
      '--fail-on=warning',
      '--quiet',
      '--',
      'fleet',
      'bad.yaml',
    ])
    expect(strange(words)).toEqual([])
  })

  test.each(['--exit-zero', '-q', '--format=json=router.yml'])(
    'a file with the name of a flag is a file: %s',
    async (name) => {
      const words = kit.argumentsOf({ INPUT_FILES: `bad.yaml\n${name}`, INPUT_ARGS: '--quiet' })
      const { code, err } = await runHere(words, { cwd: 'fixtures/cli/files' })
      expect([code, err]).toEqual([2, expect.stringContaining(`\`${name}\` does not exist`)])
    },
  )

  test('the actions that it uses are pinned by their commits', () => {
    for (const { uses } of steps) if (uses) expect(uses).toMatch(/@[\da-f]{40}$/)
    expect(steps.some(({ uses }) => uses)).toBe(true)
  })

  test.skipIf(missing.length > 0)(`writes annotations and a summary${reason}`, () => {
    const { out, err, code } = run(kit.argumentsOf(inputs), { cwd: 'fixtures/cli/files' })
    expect({ err, code }).toEqual({
      err: expect.stringMatching(/^routerfile: .* at or above --fail-on warning.*\n$/),
      code: 1,
    })
    expect(out).toContain('::error ')
    expect(read(inputs.GITHUB_STEP_SUMMARY)).toContain('bad.yaml')
  })

  test('runs the version that it belongs to, or the one asked for, and passes on the exit code', () => {
    const npx = join(folder, 'npx.cjs')
    const heard = join(folder, 'heard.json')
    writeFileSync(
      npx,
      `require('node:fs').writeFileSync(${JSON.stringify(heard)}, JSON.stringify(process.argv.slice(2))); process.exit(1)`,
    )
    expect(kit.run({ INPUT_FILES: 'a b.yaml' }, { npx })).toBe(1)
    expect(JSON.parse(read(heard))).toEqual([
      expect.stringMatching(/^--prefix=./),
      '--yes',
      `routerfile@${version}`,
      'lint',
      '--',
      'a b.yaml',
    ])
    kit.run({ INPUT_VERSION: '0.2.0' }, { npx })
    expect(JSON.parse(read(heard))[2]).toBe('routerfile@0.2.0')
  })

  test('runs no package of the repository, nor one of the registry that it names', () => {
    const repository = folderWith({
      '.npmrc': 'registry=http://127.0.0.1:1/\n',
      'package.json': JSON.stringify({ dependencies: { routerfile: version } }),
      'node_modules/routerfile/package.json': JSON.stringify({
        name: 'routerfile',
        version,
        bin: { routerfile: 'x.js' },
      }),
      'node_modules/routerfile/x.js': "#!/usr/bin/env node\nconsole.log('of the repository')\n",
    })
    const bin = join(repository, 'node_modules', '.bin')
    mkdirSync(bin)
    chmodSync(join(repository, 'node_modules', 'routerfile', 'x.js'), 0o755)
    symlinkSync('../routerfile/x.js', join(bin, 'routerfile'))
    const ask = (...more: string[]): string => {
      const words = [...more, '--yes', '--offline', `routerfile@${version}`, 'lint']
      const { stdout, stderr } = spawnSync('npx', words, { cwd: repository, encoding: 'utf8' })
      return stdout + stderr
    }
    expect(ask()).toContain('of the repository')
    const safe = ask(`--prefix=${folderWith({})}`)
    expect(safe).not.toContain('of the repository')
    expect(safe).not.toContain('127.0.0.1')
    expect(safe).not.toBe('')
  })
})

describe('the job for GitLab', () => {
  type Job = {
    image: string
    variables: Record<string, string>
    script: string[]
    artifacts: { when: string; reports: { codequality: string } }
  }
  const {
    routerfile: {
      image,
      variables,
      script: [line = ''],
      artifacts,
    },
  }: { routerfile: Job } = parse(read('scripts/integrations/gitlab-ci.yml'))
  const words = line
    .replaceAll(/\$(\w+)/g, (_, name: string) => variables[name] ?? 'undefined')
    .split(' ')
    .filter((word) => word !== '')

  test('runs this version in a Node that is new enough, and hands over its report', () => {
    expect(words.slice(0, 4)).toEqual(['npx', '--prefix=/tmp', '--yes', `routerfile@${version}`])
    expect(Number(/^node:(\d+)-/.exec(image)?.[1])).toBeGreaterThanOrEqual(
      Number(/\d+/.exec(engines.node)?.[0]),
    )
    expect(strange(words.slice(4))).toEqual([])
    expect(words).toContain(`gitlab=${artifacts.reports.codequality}`)
    expect(artifacts.when).toBe('always')
  })

  test.skipIf(missing.length > 0)(`writes the report${reason}`, () => {
    const report = join(folder, 'quality.json')
    const { code } = run(
      words.slice(4).map((word) => word.replace(artifacts.reports.codequality, report)),
      { cwd: 'fixtures/cli/files/fleet' },
    )
    expect(code).toBe(0)
    expect(JSON.parse(read(report)).length).toBeGreaterThan(0)
  })
})

describe('the problem matcher', () => {
  type Matcher = {
    owner: string
    severity?: string
    pattern: [
      { regexp: string } & Record<
        'file' | 'line' | 'column' | 'message' | 'code' | 'severity',
        number | undefined
      >,
    ]
  }
  const { problemMatcher: matchers }: { problemMatcher: Matcher[] } = JSON.parse(
    read('scripts/integrations/problem-matcher.json'),
  )

  const matched = (line: string): object[] =>
    matchers.flatMap(
      ({
        severity: standard,
        pattern: [{ regexp, file, line: row, column, severity, message, code }],
      }) => {
        const groups = new RegExp(regexp).exec(line)
        const at = (index: number | undefined): string => groups?.[index ?? Infinity] ?? ''
        return groups
          ? [
              {
                file: at(file),
                line: Number(at(row)),
                column: Number(at(column)),
                severity: standard ?? at(severity),
                message: at(message),
                code: at(code),
              },
            ]
          : []
      },
    )

  test('finds in the format compact what the format json says', () => {
    const files = [
      'bad.yaml',
      'good.yaml',
      'fleet/north/router.yaml',
      'fleet/south/router.yml',
      'variables.yaml',
      '../../samples/home.yaml',
    ]
    const compact = run(['lint', ...files, '--target', '1.6', '--format', 'compact'], {
      cwd: 'fixtures/cli/files',
    })
      .out.trimEnd()
      .split('\n')
    type Found = {
      rule: string
      severity: string
      message: string
      range: { start: { line: number; character: number } }
    }
    const { files: reports }: { files: { path: string; diagnostics: Found[] }[] } = JSON.parse(
      run(['lint', ...files, '--target', '1.6', '--format', 'json'], { cwd: 'fixtures/cli/files' })
        .out,
    )
    const expected = reports.flatMap(({ path, diagnostics }) =>
      diagnostics.map(({ rule, severity, message, range: { start } }) => [
        {
          file: path,
          line: start.line + 1,
          column: start.character + 1,
          severity: severity === 'info' ? 'notice' : severity,
          message,
          code: rule,
        },
      ]),
    )
    expect(compact.map(matched)).toEqual(expected)
    expect(new Set(expected.flat().map(({ severity }) => severity))).toEqual(
      new Set(['error', 'warning', 'notice']),
    )
  })
})

describe('the image', () => {
  const lines = read('scripts/integrations/Dockerfile')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => /^([A-Z]+) (.+)$/.exec(line)?.slice(1) ?? [line])
  const of = (name: string): string[] =>
    lines.flatMap(([instruction, rest = '']) => (instruction === name ? [rest] : []))

  test('is made of instructions that exist, on a Node that is new enough', () => {
    const instructions = new Set(['FROM', 'WORKDIR', 'COPY', 'RUN', 'USER', 'ENTRYPOINT', 'CMD'])
    expect(lines.filter(([instruction = '']) => !instructions.has(instruction))).toEqual([])
    expect(of('FROM')).not.toEqual([])
    expect(
      of('FROM')
        .map((from) => Number(/^node:(\d+)-/.exec(from)?.[1]))
        .filter((major) => !(major >= Number(/\d+/.exec(engines.node)?.[0]))),
    ).toEqual([])
  })

  test('runs as a user that is not root, and runs the program on its folder', () => {
    expect(of('USER')).toEqual([expect.stringMatching(/^[1-9]\d*:[1-9]\d*$/)])
    const entry: string[] = JSON.parse(of('ENTRYPOINT')[0] ?? '[]')
    expect(entry).toEqual([
      'node',
      '--',
      `/usr/local/lib/node_modules/routerfile/${bin['routerfile']}`,
    ])
    expect(
      run(JSON.parse(of('CMD')[0] ?? '[]'), { cwd: 'fixtures/cli/files/fleet' }),
    ).toMatchObject({ code: 0, err: '' })
  })

  test('gets every file that the package is built from, and nothing else', () => {
    const [all, ...allowed] = read('.dockerignore').trim().split('\n')
    const { files }: { files: string[] } = JSON.parse(read('package.json'))
    const needed = [
      '.npmrc',
      'LICENSE',
      'README.md',
      'package-lock.json',
      'package.json',
      'schemas',
      'scripts',
      'server',
      'src',
      'tsconfig.json',
      ...files
        .filter((name) => !/^!?(?:dist|build)\b/.test(name))
        .map((name) => name.split('/')[0] ?? ''),
    ]
    expect(all).toBe('*')
    expect(allowed.map((line) => line.slice(1))).toEqual([...new Set(needed)].sort())
  })
})
