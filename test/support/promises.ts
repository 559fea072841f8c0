import { expect } from 'vitest'
import { lint, load } from '../../src/index.js'
import { parseFullYaml } from '../../src/yaml/parse.js'
import { yaml } from './yaml.js'

/** What `load` and `lint` promise for every text, and do not keep for this one. */
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

/** Milliseconds of CPU that something takes: on a machine with other work, less of a lottery than those of a clock. */
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
 * Milliseconds of CPU that reading a plain megabyte takes on this machine now: what times in tests are measured by. It is
 * read by the parser of all of YAML: how fast plain texts are read may change.
 */
export const pace = (): number =>
  Math.min(...[1, 2, 3].map(() => elapsed(() => parseFullYaml(plain))))

/** Fails where something takes over a second, and longer than to read so many plain megabytes. */
export function expectWithin(megabytes: number, run: () => unknown): void {
  const taken = elapsed(run)
  if (taken > 1000) expect(taken).toBeLessThan(megabytes * pace())
}
