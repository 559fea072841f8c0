/**
 * Measures the exponent with which the work of an action grows between two sizes: 1 if it is linear, 2 if it is
 * quadratic. Uses the best of several CPU times of this process. Alternates between the sizes, so that temporary load
 * on the machine affects both.
 */
export function measureGrowth(
  run: (size: number) => unknown,
  from: number,
  to: number,
  rounds = 7,
): number {
  let [short, long] = [Infinity, Infinity]
  run(from)
  run(to)
  for (let round = 0; round < rounds; round += 1) {
    short = Math.min(
      short,
      timeRuns(() => run(from)),
    )
    long = Math.min(
      long,
      timeRuns(() => run(to)),
    )
  }
  return Math.log(long / short) / Math.log(to / from)
}

/** Returns the ratio of the CPU times of two actions, each the best of three alternating runs. */
export function compareWork(run: () => unknown, other: () => unknown): number {
  let [own, others] = [Infinity, Infinity]
  for (let round = 0; round < 3; round += 1) {
    own = Math.min(own, timeRuns(run))
    others = Math.min(others, timeRuns(other))
  }
  return own / others
}

/** Returns the CPU time of one run in microseconds; repeats short ones for ten milliseconds. */
function timeRuns(run: () => unknown): number {
  const start = process.cpuUsage()
  for (let runs = 1; ; runs += 1) {
    run()
    const { user, system } = process.cpuUsage(start)
    if (user + system >= 10_000) return (user + system) / runs
  }
}
