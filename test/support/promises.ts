import { expect } from 'vitest'
import { lint, load } from '../../src/index.js'
import { parseFullYaml } from '../../src/yaml/parse.js'
import { yaml } from './yaml.js'

/** Returns the guarantees of `load` and `lint` that do not hold for a text. */
export function faultsOf(text: string): string[] {
  const shown = JSON.stringify(text.length > 200 ? `${text.slice(0, 200)}…` : text)
  try {
    const found = lint(text)
    const outside = found.filter(
      ({ range: { start, end } }) =>
        start.offset < 0 ||
        end.offset < start.offset ||
        end.offset > text.length ||
        start.line < 0 ||
        start.character < 0,
    )
    const hasError = found.some(({ severity }) => severity === 'error')
    return [
      ...(outside.length > 0 ? [`${shown}: ${outside[0]?.rule} lies outside`] : []),
      ...(found.some(({ message }) => message === '' || message.includes('undefined'))
        ? [`${shown}: a message says nothing`]
        : []),
      ...(load(text).ok === hasError ? [`${shown}: load and lint differ`] : []),
    ]
  } catch (error) {
    return [`${shown}: ${error instanceof Error ? error.stack : String(error)}`]
  }
}

/** Measures CPU time in milliseconds, which varies less than wall time on a busy machine. */
export function elapsed(run: () => unknown): number {
  const start = process.cpuUsage()
  run()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

const plain = yaml`
  key:
    - value: 1
`.repeat(50_000)

/**
 * Measures the CPU time for reading a megabyte of simple YAML, in milliseconds: the unit for time limits in tests. Uses
 * the full YAML parser, because optimizations for simple texts would change the unit.
 */
export const pace = (): number =>
  Math.min(...[1, 2, 3].map(() => elapsed(() => parseFullYaml(plain))))

/** Fails if a function takes more than a second, and also more than reading `megabytes` of simple YAML. */
export function expectWithin(megabytes: number, run: () => unknown): void {
  const taken = elapsed(run)
  if (taken > 1000) expect(taken).toBeLessThan(megabytes * pace())
}
