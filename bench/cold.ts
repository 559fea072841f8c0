import { existsSync } from 'node:fs'
import { command, compare, node } from './time.js'

/** The path of the single executable, which `npm run executable` builds. */
const executable = `build/routerfile-${process.platform}-${process.arch}`

/**
 * Measures the time of `routerfile lint FILE` from a cold start, as a multiple of the time of an
 * empty Node program; `first` is without the compiled code that an earlier run has cached.
 */
export function measure([
  path = 'fixtures/loaded/public.yaml',
  rounds = '41',
]: readonly string[]): void {
  const medians = compare(
    {
      nothing: node('-e', '0'),
      version: node('dist/cli.cjs', '--version'),
      lint: node('dist/cli.cjs', 'lint', path),
      first: node('dist/program.cjs', 'lint', path),
      ...(existsSync(executable) && {
        executable: command(executable, '--version'),
        'executable lint': command(executable, 'lint', path),
      }),
    },
    Number(rounds),
  )
  const nothing = medians.get('nothing') ?? Number.NaN
  for (const [name, value] of medians)
    console.log(
      `${name.padEnd(15)} ${value.toFixed(1)} ms, ${(value / nothing).toFixed(2)} times nothing`,
    )
}
