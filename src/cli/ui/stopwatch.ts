import type { MeasureStep } from '../../lint/host.js'

const maxSlowRules = 10

/**
 * The rows of the first table, in order. Steps that are not in this list are rules, and `rules` is their total; `other`
 * is the time outside of all steps.
 */
const steps = ['start', 'find', 'read', 'parse', 'schema', 'rules', 'format', 'other']

type TimeRow = readonly [name: string, milliseconds: number]

/** Measures the time of steps. `table` formats the times so far, with the total since the process began. */
export type Stopwatch = { time: MeasureStep; table: () => string }

export function createStopwatch(now: () => number = () => performance.now()): Stopwatch {
  const timeByStep = new Map([['start', now()]])
  return {
    time: (step, run) => {
      const start = now()
      const stop = (): void =>
        void timeByStep.set(step, (timeByStep.get(step) ?? 0) + now() - start)
      const value = run()
      if (value instanceof Promise) void value.then(stop, stop)
      else stop()
      return value
    },
    table: () => formatTimeTable(timeByStep, now()),
  }
}

const sumTimes = (rows: readonly TimeRow[]): number =>
  rows.reduce((total, [, value]) => total + value, 0)

function formatTimeTable(timeByStep: ReadonlyMap<string, number>, total: number): string {
  const rules = [...timeByStep]
    .filter(([name]) => !steps.includes(name))
    .sort(([, left], [, right]) => right - left)
  const measuredRows: readonly TimeRow[] = [
    ...timeByStep,
    ['rules', sumTimes(rules)] as const,
  ].filter(([name]) => steps.includes(name))
  const rows: readonly TimeRow[] = [...measuredRows, ['other', total - sumTimes(measuredRows)]]
  const sortedRows = steps.flatMap((step) => rows.filter(([name]) => name === step))
  return [
    '\n',
    formatTimeRows('step', [...sortedRows, ['total', total]], total),
    '\n',
    formatTimeRows('slowest rules', rules.slice(0, maxSlowRules), sumTimes(rules)),
  ].join('')
}

function formatTimeRows(title: string, rows: readonly TimeRow[], total: number): string {
  const width = Math.max(24, ...rows.map(([name]) => name.length))
  const head = `${title.padEnd(width)} ${'ms'.padStart(9)}  share\n`
  return (
    head +
    rows
      .map(
        ([name, value]) =>
          `${name.padEnd(width)} ${value.toFixed(1).padStart(9)} ${`${(total > 0 ? (value / total) * 100 : 0).toFixed(1)}%`.padStart(6)}\n`,
      )
      .join('')
  )
}
