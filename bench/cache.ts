import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { generate } from './many.js'
import { median } from './time.js'

/** The output of a run, its wall time, and its CPU time, in seconds. */
type Run = { output: string; wall: number; cpu: number }

/** Lints in the folder of the files, because that is where the cache is. */
function lint(folder: string, hook: string, argv: readonly string[]): Run {
  const start = performance.now()
  const { stdout: output } = spawnSync(
    process.execPath,
    ['-r', hook, resolve('dist/cli.cjs'), 'lint', '.', ...argv],
    { cwd: folder, encoding: 'utf8', maxBuffer: Infinity },
  )
  const wall = (performance.now() - start) / 1000
  return { output, wall, cpu: Number(readFileSync(`${hook}.seconds`, 'utf8')) }
}

const kinds = ['without', 'first', 'second'] as const

function measureFormat(
  folder: string,
  hook: string,
  argv: readonly string[],
  rounds: number,
): void {
  const runs: Record<(typeof kinds)[number], Run[]> = { without: [], first: [], second: [] }
  for (let round = 0; round < rounds; round += 1) {
    runs.without.push(lint(folder, hook, argv))
    rmSync(join(folder, '.routerfile_cache'), { recursive: true, force: true })
    for (const kind of ['first', 'second'] as const)
      runs[kind].push(lint(folder, hook, [...argv, '--cache']))
  }
  const { without } = runs
  for (const kind of kinds) {
    const figures = (['wall', 'cpu'] as const).map((unit) => {
      const own = median(runs[kind].map((run) => run[unit]))
      const ratio = own / median(without.map((run) => run[unit]))
      return `${unit} ${own.toFixed(2)} s (${ratio.toFixed(2)})`
    })
    console.log(`  ${kind.padEnd(8)} ${figures.join(', ')}`)
  }
  const outs = new Set(kinds.flatMap((kind) => runs[kind].map(({ output }) => output)))
  console.log(outs.size === 1 ? '  all print the same' : '  FAILED: they print different things')
}

/**
 * Measures linting of different files without a cache, with an empty cache, and with the results of an earlier run. The
 * ratio to the time without a cache is in brackets.
 */
export function measure([counts = '1000,10000', rounds = '5']: readonly string[]): void {
  for (const count of counts.split(',')) {
    const folder = mkdtempSync(join(tmpdir(), 'routerfile-'))
    const hook = join(tmpdir(), `routerfile-${process.pid}.cjs`)
    writeFileSync(
      hook,
      `process.on('exit', () => { const { user, system } = process.cpuUsage(); require('fs').writeFileSync(${JSON.stringify(`${hook}.seconds`)}, String((user + system) / 1e6)) })`,
    )
    generate(folder, Number(count))
    for (const argv of [
      ['--format', 'compact'],
      ['--format', 'pretty'],
    ]) {
      console.log(`${count} files, ${argv.join(' ')}`)
      measureFormat(folder, hook, argv, Number(rounds))
    }
    for (const path of [folder, hook, `${hook}.seconds`]) rmSync(path, { recursive: true })
  }
}
