import { existsSync, mkdtempSync, rmSync, writeFileSync, copyFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { command, compare, node } from './time.js'

/** The path of the single executable, which `npm run executable` builds. */
const executable = `build/routerfile-${process.platform}-${process.arch}`

/**
 * Measures the time of `routerfile lint FILE` from a cold start, as a multiple of the time of an empty Node program;
 * `first` runs without V8's compile cache of an earlier run, and `configured` also reads a configuration file.
 */
export function measure([
  path = 'fixtures/loaded/public.yaml',
  rounds = '41',
]: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'routerfile-cold-'))
  const configured = join(folder, 'router.yml')
  copyFileSync(path, configured)
  writeFileSync(
    join(folder, '.routerfilerc.json'),
    JSON.stringify({ root: true, target: '2.0', rules: { 'advertise-loopback': 'warning' } }),
  )
  const medians = compare(
    {
      nothing: node('-e', '0'),
      version: node('dist/cli.cjs', '--version'),
      lint: node('dist/cli.cjs', 'lint', path),
      configured: node('dist/cli.cjs', 'lint', configured),
      first: node('dist/program.cjs', 'lint', path),
      ...(existsSync(executable) && {
        executable: command(executable, '--version'),
        'executable lint': command(executable, 'lint', path),
      }),
    },
    Number(rounds),
  )
  rmSync(folder, { recursive: true })
  const nothing = medians.get('nothing') ?? Number.NaN
  for (const [name, value] of medians)
    console.log(
      `${name.padEnd(15)} ${value.toFixed(1)} ms, ${(value / nothing).toFixed(2)} times nothing`,
    )
}
