import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { program, serverProgram } from '../support/program.js'

const name = `program.cjs.${process.version}-${process.platform}-${process.arch}`

type Ran = { code: number | null; out: string; err: string }

/** A program of its own, as an installation has it. */
type Installed = {
  folder: string
  kept: string
  run: (argv: readonly string[], env?: Record<string, string>) => Ran
  lint: (env?: Record<string, string>) => Ran
}

function install(): Installed {
  const folder = mkdtempSync(join(tmpdir(), 'routerfile-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of ['cli.cjs', 'program.cjs'])
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
  test('is kept beside it by a run of lint, and later runs, which take it, say the same', () => {
    const { folder, kept, lint } = install()
    const first = lint()
    expect(readdirSync(folder)).toEqual(['cli.cjs', 'program.cjs', name])
    const code = readFileSync(kept)
    expect(first).toMatchObject({ code: 1, err: '' })
    expect([lint(), lint()]).toEqual([first, first])
    expect(readFileSync(kept).equals(code)).toBe(true)
  })

  test('is not kept by other commands, of which few functions would be in it', () => {
    const { kept, run } = install()
    expect(run(['--version'])).toMatchObject({ code: 0, err: '' })
    expect(existsSync(kept)).toBe(false)
  })

  test('is neither kept nor taken where Node is told to do without', () => {
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

  test('is not taken where V8 says that it is none', () => {
    const { kept, lint } = install()
    writeFileSync(kept, 'no code')
    expect(lint()).toMatchObject({ code: 1, err: '' })
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
