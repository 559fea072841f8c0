import type { MeasureStep } from '../../lint/host.js'

/** The number of slowest rules in the table. */
const maxSlowRules = 10

/** The steps other than rules, in order; time outside of all of them counts as `other`. */
const steps = ['start', 'find', 'read', 'parse', 'schema', 'rules', 'format', 'other']

type TimeRow = readonly [name: string, milliseconds: number]

/** Measures the time of steps, and prints the total time since the process began as a table. */
export type Stopwatch = { time: MeasureStep; table: () => string }

export function createStopwatch(now: () => number = () => performance.now()): Stopwatch {
  const spent = new Map([['start', now()]])
  return {
    time: (step, run) => {
      const start = now()
      const stop = (): void => void spent.set(step, (spent.get(step) ?? 0) + now() - start)
      const value = run()
      if (value instanceof Promise) void value.then(stop, stop)
      else stop()
      return value
    },
    table: () => formatTimeTable(spent, now()),
  }
}

const sumTimes = (rows: readonly TimeRow[]): number =>
  rows.reduce((total, [, value]) => total + value, 0)

function formatTimeTable(spent: ReadonlyMap<string, number>, total: number): string {
  const rules = [...spent]
    .filter(([name]) => !steps.includes(name))
    .sort(([, left], [, right]) => right - left)
  const covered: readonly TimeRow[] = [...spent, ['rules', sumTimes(rules)] as const].filter(
    ([name]) => steps.includes(name),
  )
  const all: readonly TimeRow[] = [...covered, ['other', total - sumTimes(covered)]]
  const inOrder = steps.flatMap((step) => all.filter(([name]) => name === step))
  return [
    '\n',
    formatTimeRows('step', [...inOrder, ['total', total]], total),
    '\n',
    formatTimeRows('slowest rules', rules.slice(0, maxSlowRules), sumTimes(rules)),
  ].join('')
}

function formatTimeRows(title: string, rows: readonly TimeRow[], whole: number): string {
  const width = Math.max(24, ...rows.map(([name]) => name.length))
  const head = `${title.padEnd(width)} ${'ms'.padStart(9)}  share\n`
  return (
    head +
    rows
      .map(
        ([name, value]) =>
          `${name.padEnd(width)} ${value.toFixed(1).padStart(9)} ${`${(whole > 0 ? (value / whole) * 100 : 0).toFixed(1)}%`.padStart(6)}\n`,
      )
      .join('')
  )
}
