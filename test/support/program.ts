import { spawn, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { build } from 'tsup'
import config from '../../tsup.config.js'

const folder = resolve('.cache/test')

/** Builds the program as the package has it, once for a run of the tests. */
export async function setup(): Promise<void> {
  const options = [config]
    .flat()
    .find((item) => typeof item === 'object' && 'cli' in Object(item.entry))
  await build({ ...Object(options), config: false, outDir: folder })
}

/** The language server as the tests have it. */
export const serverProgram = `${folder}/language-server.cjs`

/** The program as the tests have it. */
export const program = `${folder}/cli.cjs`

export type Ran = { out: string; err: string; code: number | null }

/** Runs the program in a folder, without a terminal. */
export function run(
  argv: readonly string[],
  {
    cwd = '.',
    input = '',
    env = {},
  }: { cwd?: string; input?: string; env?: Record<string, string> } = {},
): Ran {
  const { PATH = '', HOME = '' } = process.env
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...argv], {
    cwd,
    input,
    env: { PATH, HOME, ...env },
    encoding: 'utf8',
  })
  return { out: stdout, err: stderr, code: status }
}

/** The same while this process goes on, so that the program can talk to a server in it. */
export function start(
  argv: readonly string[],
  {
    cwd = '.',
    input = '',
    env = {},
  }: { cwd?: string; input?: string; env?: Record<string, string> } = {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const { PATH = '' } = process.env
    const child = spawn(process.execPath, [program, ...argv], { cwd, env: { PATH, ...env } })
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
