import { spawn, spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { cpSync } from 'node:fs'
import { run as runProgram } from '../../src/cli/run.js'

export { folderWith, makeFolder, remove, write } from './folders.js'

/**
 * The folder of the package as published, except types and files for browsers. Node resolves imports of the package by
 * its name from folders below this one.
 */
export const packageFolder = resolve('.cache/test/package')

/** The folder of the built files. */
export const dist = join(packageFolder, 'dist')

/**
 * Copies the package as published: without the compile cache that the program stores next to its files, because other
 * tests that run at the same time write and rename it.
 */
export const copyPackage = (to: string): void =>
  cpSync(packageFolder, to, { recursive: true, filter: (path) => !path.includes('.cjs.') })

/** The path of the built language server. */
export const serverProgram = join(dist, 'language-server.cjs')

/** The path of the built command line. */
export const program = join(dist, 'cli.cjs')

/**
 * Time after which a program is killed, in ms: the timeout of a test has no effect while the test waits synchronously.
 */
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
 * Like `run`, but in this process, which saves the time to start one. Standard input, signals, closed pipes and
 * commands that do not exit on their own need a separate process.
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

/** The working directory and the environment of this process can only be those of one command at a time. */
const here = { isBusy: false }

/**
 * Runs a command in this process if possible, which is faster. This process continues meanwhile, so the command can use
 * a server in it.
 */
export const runFast = (
  argv: readonly string[],
  { input = '', ...options }: { cwd?: string; input?: string; env?: Record<string, string> } = {},
): Promise<RunResult> =>
  needsProcess(argv, input) ? start(argv, { ...options, input }) : runHere(argv, options)

/** Whether a command needs a separate process: it reads standard input, uses threads, or does not exit on its own. */
const needsProcess = (argv: readonly string[], input: string): boolean =>
  input !== '' || argv.includes('-') || argv.includes('--jobs') || argv[0] === 'serve'

/** Like `run`, but asynchronous, so that the program can use a server in this process. */
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
