import { spawnSync } from 'node:child_process'

/** Runs a function, and returns its run time in ms. */
export function time(run: () => void): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

export const median = (values: readonly number[]): number =>
  [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN

/**
 * Measures median times of several functions in ms, in turn, so that temporary load on the machine affects all of them.
 */
export function compare(
  runs: Readonly<Record<string, () => void>>,
  rounds: number,
): Map<string, number> {
  const times = new Map(Object.keys(runs).map((name) => [name, new Array<number>()]))
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, run] of Object.entries(runs)) times.get(name)?.push(time(run))
  }
  return new Map([...times].map(([name, values]) => [name, median(values)]))
}

/** Creates a function that runs a program and waits until it exits. */
export const command =
  (path: string, ...argv: readonly string[]) =>
  (): void =>
    void spawnSync(path, argv, { stdio: 'ignore' })

/** Creates a function that runs a program with Node and waits until it exits. */
export const node = (...argv: readonly string[]): (() => void) => command(process.execPath, ...argv)
