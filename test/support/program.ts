import { spawn, spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { cpSync } from 'node:fs'
import { run as runProgram } from '../../src/cli/run.js'

export { folderWith, makeFolder, remove, write } from './folders.js'

/** The package as it is published, but for types and what browsers load, so that Node finds it from below by its name. */
export const packageFolder = resolve('.cache/test/package')

/** Its built parts. */
export const dist = join(packageFolder, 'dist')

/**
 * Copies the package as it is published: without the compiled code that the program stores beside its parts, which other
 * tests that run it at the same time write and rename.
 */
export const copyPackage = (to: string): void =>
  cpSync(packageFolder, to, { recursive: true, filter: (path) => !path.includes('.cjs.') })

/** The language server as the tests have it. */
export const serverProgram = join(dist, 'language-server.cjs')

/** The program as the tests have it. */
export const program = join(dist, 'cli.cjs')

/** When a program that does not end is ended, in ms: a test cannot be while it waits for one. */
const timeout = 100_000

export type RunResult = { out: string; err: string; code: number | null }

/** Runs the program in a folder, without a terminal. */
export function run(
  argv: readonly string[],
  {
    cwd = '.',
    input = '',
    env = {},
  }: { cwd?: string; input?: string; env?: Record<string, string> } = {},
): RunResult {
  const { PATH = '', HOME = '' } = process.env
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...argv], {
    cwd,
    input,
    env: { PATH, HOME, ...env },
    encoding: 'utf8',
    timeout,
  })
  return { out: stdout, err: stderr, code: status }
}

/**
 * The same in this process, which spares starting one. What only a process shows, such as standard input, signals and
 * closed pipes, needs `run`; so do commands that go on until they are ended.
 */
export async function runHere(
  argv: readonly string[],
  { cwd = '.', env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<RunResult> {
  if (here.isBusy) throw new Error('commands in this process can only run one after the other')
  here.isBusy = true
  const before = { cwd: process.cwd(), env: process.env }
  const { PATH = '', HOME = '' } = process.env
  const written = { out: '', err: '' }
  process.chdir(cwd)
  process.env = { PATH, HOME, ...env }
  try {
    const code = await runProgram(argv, {
      out: (text) => void (written.out += text),
      err: (text) => void (written.err += text),
      width: Number(env['COLUMNS']) || 80,
      isTerminal: false,
      isErrTerminal: () => false,
    })
    return { ...written, code }
  } finally {
    process.chdir(before.cwd)
    process.env = before.env
    here.isBusy = false
  }
}

/** The folder and the environment of this process are those of one command at a time. */
const here = { isBusy: false }

/** Runs a command in this process if possible, which is faster. The program can talk to a server in this process. */
export const runFast = (
  argv: readonly string[],
  { input = '', ...options }: { cwd?: string; input?: string; env?: Record<string, string> } = {},
): Promise<RunResult> =>
  needsProcess(argv, input) ? start(argv, { ...options, input }) : runHere(argv, options)

/** Whether a command needs a process of its own: it reads standard input, works in threads, or goes on until it is ended. */
const needsProcess = (argv: readonly string[], input: string): boolean =>
  input !== '' || argv.includes('-') || argv.includes('--jobs') || argv[0] === 'serve'

/** The same while this process goes on, so that the program can talk to a server in it. */
export function start(
  argv: readonly string[],
  {
    cwd = '.',
    input = '',
    env = {},
  }: { cwd?: string; input?: string; env?: Record<string, string> } = {},
): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(process.execPath, [program, ...argv], {
      cwd,
      env: { PATH, HOME, ...env },
      timeout,
    })
    const [out, err] = [child.stdout, child.stderr].map((stream) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      return () => Buffer.concat(parts).toString()
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ out: out?.() ?? '', err: err?.() ?? '', code }))
    child.stdin.end(input)
  })
}
