import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './time.js'

/**
 * Resources that a run used: wall time and CPU time of all threads in ms, and peak memory in MB.
 */
export type Usage = { wall: number; cpu: number; memory: number }

const watchUsage = (path: string): string =>
  `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  require('fs').writeFileSync(${JSON.stringify(path)}, [(userCPUTime + systemCPUTime) / 1000, maxRSS / 1024].join(' '))
})
`

/** Limits of a run: its working directory, timeout in seconds, and maximum heap size in MB. */
export type Limits = { cwd?: string; seconds?: number; heap?: number }

/**
 * Runs a Node program and measures it; undefined if it crashes, exceeds a limit, or exits with a code above 2. `folder`
 * is for temporary files.
 */
export function measureRun(
  argv: readonly string[],
  folder: string,
  { cwd, seconds = 300, heap }: Limits = {},
): Usage | undefined {
  const [path, hook] = [join(folder, 'usage'), join(folder, 'hook.cjs')]
  writeFileSync(path, '')
  writeFileSync(hook, watchUsage(path))
  const start = performance.now()
  const { status } = spawnSync(
    process.execPath,
    [...(heap === undefined ? [] : [`--max-old-space-size=${heap}`]), '-r', hook, ...argv],
    {
      ...(cwd !== undefined && { cwd }),
      timeout: seconds * 1000,
      stdio: 'ignore',
      killSignal: 'SIGKILL',
    },
  )
  const wall = performance.now() - start
  const [cpu = Number.NaN, memory = Number.NaN] = readFileSync(path, 'utf8').split(' ').map(Number)
  return status === null || status > 2 || !(memory > 0) ? undefined : { wall, cpu, memory }
}

/** The minimum and the median of several runs of a program. */
export type Measured = { minimum: Usage; median: Usage }

/** Measures programs by name. They run in turn, so that temporary load on the machine affects all of them. */
export function measureInTurn(
  programs: Readonly<Record<string, readonly string[]>>,
  folder: string,
  rounds: number,
): Map<string, Measured> {
  const usages = new Map(Object.keys(programs).map((name) => [name, new Array<Usage>()]))
  for (let round = 0; round < rounds; round += 1)
    for (const [name, argv] of Object.entries(programs)) {
      const usage = measureRun(argv, folder)
      if (!usage) throw new Error(`${name} failed: node ${argv.join(' ')}`)
      usages.get(name)?.push(usage)
    }
  return new Map([...usages].map(([name, values]) => [name, summarize(values)]))
}

const summarize = (usages: readonly Usage[]): Measured => {
  const take = (choose: (values: readonly number[]) => number): Usage => ({
    wall: choose(usages.map(({ wall }) => wall)),
    cpu: choose(usages.map(({ cpu }) => cpu)),
    memory: choose(usages.map(({ memory }) => memory)),
  })
  return { minimum: take((values) => Math.min(...values)), median: take(median) }
}
