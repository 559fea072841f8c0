import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './time.js'

/** What a run of a program takes: wall time and time of all processors in ms, and the most memory in MB. */
export type Usage = { wall: number; cpu: number; memory: number }

const watchUsage = (path: string): string =>
  `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  require('fs').writeFileSync(${JSON.stringify(path)}, [(userCPUTime + systemCPUTime) / 1000, maxRSS / 1024].join(' '))
})
`

/** How a run of a program may end: after these seconds, with this heap in MB, in this folder. */
export type Limits = { cwd?: string; seconds?: number; heap?: number }

/**
 * Runs a program of Node and measures it; undefined if it is ended before it ends by itself, or fails. `folder` is for
 * files of the measurement.
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

/** The least and the median of what several runs of each program took, which run in turn. */
export type Measured = { least: Usage; usual: Usage }

/** Measures programs by name; slow moments of the machine hit all of them. */
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
  return new Map([...usages].map(([name, own]) => [name, summarize(own)]))
}

const summarize = (usages: readonly Usage[]): Measured => {
  const take = (choose: (values: readonly number[]) => number): Usage => ({
    wall: choose(usages.map(({ wall }) => wall)),
    cpu: choose(usages.map(({ cpu }) => cpu)),
    memory: choose(usages.map(({ memory }) => memory)),
  })
  return { least: take((values) => Math.min(...values)), usual: take(median) }
}
