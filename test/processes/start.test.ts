import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { text as readAll } from 'node:stream/consumers'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { commands } from '../../src/generated/commands.js'
import { makeFolder, program, serverProgram } from '../support/program.js'

const name = `program.cjs.${process.version}-${process.platform}-${process.arch}`

type Ran = { code: number | null; out: string; err: string }

/** A program of its own, as an installation has it. */
type Installed = {
  folder: string
  kept: string
  run: (argv: readonly string[], env?: Record<string, string>) => Ran
  lint: (env?: Record<string, string>) => Ran
}

test('reads --env-file itself, which Node would take', () => {
  const { stderr, status } = spawnSync(
    program,
    ['lint', 'fixtures/samples', '--env-file', 'nope'],
    {
      encoding: 'utf8',
    },
  )
  expect({ stderr, status }).toEqual({
    stderr: 'routerfile: --env-file: `nope` does not exist\n',
    status: 2,
  })
})

function install(): Installed {
  const folder = makeFolder()
  for (const file of ['cli.cjs', 'help.cjs', 'program.cjs'])
    copyFileSync(join(dirname(program), file), join(folder, file))
  utimesSync(join(folder, 'program.cjs'), 1000, 1000)
  const run: Installed['run'] = (argv, env = {}) => {
    const { PATH = '' } = process.env
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(folder, 'cli.cjs'), ...argv],
      { env: { PATH, ...env }, encoding: 'utf8' },
    )
    return { code: status, out: stdout, err: stderr }
  }
  return {
    folder,
    kept: join(folder, name),
    run,
    lint: (env) => run(['lint', 'fixtures/samples/home.yaml'], env),
  }
}

describe('the code that V8 made of the program', () => {
  test('is stored next to it by a run of lint, and later runs that use it print the same', () => {
    const { folder, kept, lint } = install()
    const first = lint()
    expect(readdirSync(folder)).toEqual(['cli.cjs', 'help.cjs', 'program.cjs', name])
    const code = readFileSync(kept)
    expect(first).toMatchObject({ code: 1, err: '' })
    expect([lint(), lint()]).toEqual([first, first])
    expect(readFileSync(kept).equals(code)).toBe(true)
  })

  test('is kept apart by other commands, which call other functions', () => {
    const { folder, kept, run } = install()
    expect(run(['help', 'configuration'])).toMatchObject({ code: 0, err: '' })
    const kinds = readdirSync(folder).filter((file) => file.startsWith('program.cjs'))
    expect(kinds).toEqual(['program.cjs', `${name}-other`])
    expect(existsSync(kept)).toBe(false)
  })

  test.each([
    ['--version', ['--version'], 0],
    ['help', ['lint', '--help'], 0],
    ['an unknown command', ['topics'], 2],
    ['a file that is missing', ['lint', 'missing.yml'], 2],
  ])('is not kept by %s, of which few functions would be in it', (_, argv, code) => {
    const { folder, run } = install()
    expect(run(argv)).toMatchObject({ code })
    expect(readdirSync(folder)).toEqual(['cli.cjs', 'help.cjs', 'program.cjs'])
  })

  test('is neither stored nor used when Node disables it', () => {
    const { kept, lint } = install()
    writeFileSync(kept, 'no code')
    expect(lint({ NODE_DISABLE_COMPILE_CACHE: '1' })).toMatchObject({ code: 1, err: '' })
    expect(readFileSync(kept, 'utf8')).toBe('no code')
  })

  test('is made anew where it is of an earlier build', () => {
    const { kept, lint } = install()
    writeFileSync(kept, 'of an earlier build')
    utimesSync(kept, 999, 999)
    expect(lint()).toMatchObject({ code: 1, err: '' })
    expect(readFileSync(kept, 'latin1')).not.toContain('of an earlier build')
  })

  test('is not used when V8 rejects it', () => {
    const { kept, lint } = install()
    writeFileSync(kept, 'no code')
    expect(lint()).toMatchObject({ code: 1, err: '' })
  })

  test.each([0.01, 0.5, 0.99])('is made anew where only %d of it was written', (part) => {
    const { kept, lint } = install()
    const first = lint()
    const code = readFileSync(kept)
    writeFileSync(kept, code.subarray(0, Math.floor(code.length * part)))
    expect(lint()).toEqual(first)
    expect(readFileSync(kept).length).toBeGreaterThan(code.length * 0.9)
  })

  test('is kept once by runs at the same time, which say the same', async () => {
    const { folder, run } = install()
    const runs = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const child = spawn(
          process.execPath,
          [join(folder, 'cli.cjs'), 'lint', 'fixtures/samples/home.yaml'],
          { env: { PATH: process.env['PATH'] ?? '' } },
        )
        const [out] = await Promise.all([readAll(child.stdout), once(child, 'exit')])
        return out
      }),
    )
    expect(readdirSync(folder)).toEqual(['cli.cjs', 'help.cjs', 'program.cjs', name])
    const { out } = run(['lint', 'fixtures/samples/home.yaml'])
    expect(runs).toEqual([out, out, out])
  })

  test('is that of one version of Node', () => {
    const { folder, kept, lint } = install()
    const other = join(folder, name.replace(process.version, 'v18.0.0'))
    writeFileSync(other, 'of another version')
    const first = lint()
    expect(existsSync(kept)).toBe(true)
    expect(lint()).toEqual(first)
    expect(readFileSync(other, 'utf8')).toBe('of another version')
  })

  test('is left alone where it can be neither read nor written', () => {
    const { kept, lint } = install()
    mkdirSync(kept)
    expect(lint()).toMatchObject({ code: 1, err: '' })
    expect(readdirSync(kept)).toEqual([])
  })
})

/** The files that a program reads before it does anything: parts that it loads later have names of their own. */
function readAtStart(file: string, known = new Set<string>()): Set<string> {
  if (known.has(file)) return known
  known.add(file)
  for (const [, part = ''] of readFileSync(file, 'utf8').matchAll(
    /require\("\.\/(chunk-[^"]+)"\)/g,
  ))
    readAtStart(join(dirname(file), part), known)
  return known
}

const countBytes = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + readFileSync(file).length, 0)

/** In kB: what is read for a command, besides what every start reads. Twice as much fails, and so does a limit above that. */
describe('what is read for a command stays small:', () => {
  const limits: Readonly<Record<string, number>> = {
    api: 1000,
    completion: 230,
    diff: 845,
    drift: 845,
    effective: 695,
    explain: 606,
    fix: 628,
    fmt: 660,
    generate: 1045,
    'language-server': 1062,
    merge: 760,
    mesh: 865,
    pull: 1020,
    rules: 506,
    schema: 860,
    serve: 230,
    targets: 230,
    ui: 230,
    upgrade: 1020,
  }

  test('each command has a limit, but for `lint`, which every start reads', () => {
    const names = commands.map(({ name }) => name).filter((name) => name !== 'lint')
    expect(names.sort()).toEqual(Object.keys(limits).sort())
  })

  test.each(Object.entries(limits))('%s', (command, limit) => {
    const kilobytes = countBytes(readAtStart(join(dirname(program), `${command}.cjs`))) / 1000
    expect(kilobytes).toBeLessThan(limit)
    expect(kilobytes).toBeGreaterThan(limit / 2)
  })
})

test('the program is ASCII, which V8 stores and reads in half of the bytes', () => {
  const folder = dirname(program)
  const parts = readdirSync(folder).filter((file) => file.endsWith('.cjs'))
  expect(parts).toContain('program.cjs')
  expect(
    parts.filter((file) => readFileSync(join(folder, file)).some((byte) => byte > 0x7f)),
  ).toEqual([])
})

test('`lint` imports nothing later that it has loaded, which would wrap each module in a function', () => {
  const imports = readFileSync(program.replace('cli.cjs', 'program.cjs'), 'utf8').match(
    /Promise\.resolve\(\)\.then\(\(\)=>.{1,9}/g,
  )
  expect(imports).not.toBe(null)
  expect(imports?.filter((text) => !/=>\w+\(require/.test(text))).toEqual([])
})

test('no command loads Ajv when it starts, which only checks schemas of users in the service', () => {
  const folder = dirname(program)
  const withAjv = readdirSync(folder).filter(
    (file) =>
      /\.c?js$/.test(file) && readFileSync(join(folder, file), 'utf8').includes('ajv/dist/runtime'),
  )
  expect(withAjv).not.toEqual([])
  const atStart = [
    'cli',
    'program',
    ...commands.map(({ name }) => name).filter((name) => name !== 'lint'),
  ]
    .flatMap((name) => [...readAtStart(join(folder, `${name}.cjs`))])
    .map((file) => basename(file))
  expect(withAjv.filter((file) => atStart.includes(file))).toEqual([])
})

describe('the language server starts without', () => {
  const texts = [...readAtStart(serverProgram)].map((file) => readFileSync(file, 'utf8'))
  test.each([
    ['the YAML library', 'YAMLParseError', 'embedded.cjs'],
    ['the code of seldom commands', 'useradd', 'server-commands.cjs'],
  ])('%s, which it loads later', (_, sign, file) => {
    const later = [...readAtStart(join(dirname(serverProgram), file))]
    expect(later.some((part) => readFileSync(part, 'utf8').includes(sign))).toBe(true)
    expect(texts.filter((text) => text.includes(sign))).toEqual([])
  })
})

/** Says at the end which files of the program were loaded, and which modules of Node besides those of every start. */
const watchLoads = `
const atStart = new Set(process.moduleLoadList)
const vm = require('vm')
const { Script } = vm
const parts = []
vm.Script = class extends Script {
  constructor(code, options) {
    // What has no name is compiled to try the flags of V8.
    if (options) parts.push({ name: require('path').basename(options.filename), bytes: code.length })
    super(code, options)
  }
}
process.on('exit', () => {
  const modules = process.moduleLoadList.filter((name) => !atStart.has(name))
  require('fs').writeFileSync(process.env.LOADS, JSON.stringify({ parts, modules }))
})
`

type Loads = { parts: { name: string; bytes: number }[]; modules: string[] }

function findLoads(argv: readonly string[]): Loads {
  const folder = makeFolder()
  const hook = join(folder, 'hook.cjs')
  writeFileSync(hook, watchLoads)
  const loads = join(folder, 'loads.json')
  const { PATH = '' } = process.env
  const env = { PATH, LOADS: loads }
  // The first run stores compiled code, for which it loads more.
  spawnSync(process.execPath, [program, ...argv], { env })
  spawnSync(process.execPath, ['-r', hook, program, ...argv], { env })
  return JSON.parse(readFileSync(loads, 'utf8')) as Loads
}

/** Twice as many files, bytes or modules fail; the limits of modules leave some for other versions of Node. */
describe('what a command loads stays small:', () => {
  const file = 'fixtures/loaded/public.yaml'
  test.each([
    { argv: ['--version'], files: 1, kilobytes: 520, modules: 3 },
    { argv: ['lint', file], files: 1, kilobytes: 520, modules: 6 },
    { argv: ['lint', file, '--format', 'json'], files: 18, kilobytes: 600, modules: 6 },
    { argv: ['fix', file, '--dry-run'], files: 64, kilobytes: 1332, modules: 6 },
    { argv: ['effective', file], files: 50, kilobytes: 1200, modules: 6 },
    { argv: ['explain', 'link'], files: 36, kilobytes: 1145, modules: 6 },
    { argv: ['upgrade', file], files: 76, kilobytes: 1562, modules: 80 },
    { argv: ['mesh', file], files: 70, kilobytes: 1400, modules: 90 },
    { argv: ['generate', '--help'], files: 82, kilobytes: 1600, modules: 6 },
    { argv: ['api', '--help'], files: 50, kilobytes: 1600, modules: 80 },
    { argv: ['serve', '--help'], files: 20, kilobytes: 800, modules: 6 },
    // It does without the command line, and without what other connections than standard streams need.
    { argv: ['language-server', '--stdio'], files: 48, kilobytes: 1065, modules: 45 },
  ])('$argv', ({ argv, files, kilobytes, modules }) => {
    const loads = findLoads(argv)
    const bytes = loads.parts.reduce((sum, part) => sum + part.bytes, 0)
    expect(bytes / 1000).toBeLessThan(kilobytes)
    expect(bytes / 1000).toBeGreaterThan(kilobytes / 2)
    expect(loads.parts.length).toBeLessThanOrEqual(files)
    expect(loads.parts.length).toBeGreaterThan(files / 2)
    expect(loads.modules.length).toBeLessThanOrEqual(modules)
  })
})

test('the command `language-server` serves editors, also from its stored code', async () => {
  const body = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { processId: null, rootUri: null, capabilities: {} },
  })
  for (const run of [1, 2]) {
    const server = spawn(process.execPath, [program, 'language-server', '--stdio'])
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    const [answer] = await once(server.stdout, 'data')
    server.kill()
    expect({ run, answer: String(answer) }).toEqual({
      run,
      answer: expect.stringMatching(/^Content-Length: \d{3}/),
    })
  }
})
