/**
 * The power with which the work of an action grows between two sizes: 1 if it grows with the size, 2 with its square.
 * Times are CPU times of this process, the best of several, so that a busy machine does not count.
 */
export function measureGrowth(run: (size: number) => unknown, from: number, to: number): number {
  const [short = 0, long = 0] = [from, to].map((size) => {
    run(size)
    return Math.min(...Array.from({ length: 5 }, () => timeRuns(() => run(size))))
  })
  return Math.log(long / short) / Math.log(to / from)
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
