import type { Time } from '../lint/host.js'

/** As many of the slowest rules are shown. */
const slowest = 10

/** The steps that are no rules, in the order in which they are taken; what none of them covers is `other`. */
const steps = ['start', 'find', 'read', 'parse', 'schema', 'rules', 'format', 'other']

type Row = readonly [name: string, milliseconds: number]

/** Takes the times of steps, and prints all time since the process began as a table. */
export type Stopwatch = { time: Time; table: () => string }

export function stopwatch(now: () => number = () => performance.now()): Stopwatch {
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
    table: () => tableOf(spent, now()),
  }
}

const sum = (rows: readonly Row[]): number => rows.reduce((total, [, value]) => total + value, 0)

function tableOf(spent: ReadonlyMap<string, number>, total: number): string {
  const rules = [...spent]
    .filter(([name]) => !steps.includes(name))
    .sort(([, left], [, right]) => right - left)
  const covered: readonly Row[] = [...spent, ['rules', sum(rules)] as const].filter(([name]) =>
    steps.includes(name),
  )
  const all: readonly Row[] = [...covered, ['other', total - sum(covered)]]
  const inOrder = steps.flatMap((step) => all.filter(([name]) => name === step))
  return [
    '\n',
    rowsOf('step', [...inOrder, ['total', total]], total),
    '\n',
    rowsOf('slowest rules', rules.slice(0, slowest), sum(rules)),
  ].join('')
}

function rowsOf(title: string, rows: readonly Row[], whole: number): string {
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
