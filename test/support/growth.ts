/**
 * The power with which the work of an action grows between two sizes: 1 if it grows with the size, 2 with its square.
 * Times are CPU times of this process, the best of several. The sizes take turns, so that a machine that is busy for a
 * while slows both.
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

/** How many times as much CPU time an action takes as another one, each the best of three runs in turn. */
export function compareWork(run: () => unknown, other: () => unknown): number {
  let [own, others] = [Infinity, Infinity]
  for (let round = 0; round < 3; round += 1) {
    own = Math.min(own, timeRuns(run))
    others = Math.min(others, timeRuns(other))
  }
  return own / others
}

/** Microseconds of CPU of one run; short ones are repeated for ten milliseconds. */
function timeRuns(run: () => unknown): number {
  const start = process.cpuUsage()
  for (let runs = 1; ; runs += 1) {
    run()
    const { user, system } = process.cpuUsage(start)
    if (user + system >= 10_000) return (user + system) / runs
  }
}
