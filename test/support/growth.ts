/**
 * How many times as long an action takes for twice the size: 2 if its work grows with the size, 4 if it grows with its
 * square. Times are CPU times of this process, the best of several, so that a busy machine does not count.
 */
export function measureGrowth(run: (size: number) => unknown, size: number): number {
  const [once, twice] = [size, 2 * size].map((each) => {
    run(each)
    const times = Array.from({ length: 5 }, () => timeRuns(() => run(each)))
    return Math.min(...times)
  })
  return (twice ?? 0) / (once ?? 0)
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
