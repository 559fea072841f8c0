import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { differentRouters, random } from '../test/support/mutate.js'
import { median, time } from './time.js'

type Pick = (below: number) => number

/** Functions that make a typical mistake in a line. */
const mistakes: readonly ((line: string, pick: Pick) => string)[] = [
  (line) => line.replace(/(\w)(\w+:)/, '$2'),
  (line) => line.replace(/\d+/, '0'),
  (line) => line.replace(/: .*/, ':'),
  (line, pick) => ' '.repeat(pick(3)) + line,
  () => '',
]

/** Returns the text of a unique router file; about one in three has some mistakes. */
function createFileText(index: number, texts: readonly string[], nextRandom: () => number): string {
  const pick: Pick = (below) => Math.floor(nextRandom() * below)
  const lines = (texts[index % texts.length] ?? '').split('\n')
  for (let left = pick(3) === 0 ? 1 + pick(5) : 0; left > 0; left -= 1) {
    const at = pick(lines.length)
    lines[at] = mistakes[pick(mistakes.length)]?.(lines[at] ?? '', pick) ?? ''
  }
  return lines.join('\n').replaceAll('example.com', `r${index}.example.com`)
}

/** Writes router files that are all different into folders of a hundred each. */
export function generate(folder: string, count: number): void {
  const nextRandom = random(1)
  const texts = differentRouters.map((name) => readFileSync(`fixtures/${name}.yaml`, 'utf8'))
  for (let index = 0; index < count; index += 1) {
    const site = join(folder, `site-${Math.floor(index / 100)}`)
    mkdirSync(site, { recursive: true })
    writeFileSync(join(site, `router-${index}.yaml`), createFileText(index, texts, nextRandom))
  }
}

/** Runs `lint` on a folder; `peak` is a file that receives the peak memory in kB. */
function lint(
  folder: string,
  argv: readonly string[],
  peak: string,
): { out: string; milliseconds: number; memory: number } {
  const hook = join(folder, 'peak.cjs')
  writeFileSync(
    hook,
    `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(peak)}, String(process.resourceUsage().maxRSS)))`,
  )
  let out = ''
  const milliseconds = time(() => {
    out = spawnSync(process.execPath, ['-r', hook, 'dist/cli.cjs', 'lint', folder, ...argv], {
      encoding: 'utf8',
      maxBuffer: Infinity,
    }).stdout
  })
  return { out, milliseconds, memory: Number(readFileSync(peak, 'utf8')) / 1024 }
}

const show = (what: string, times: readonly number[], memory: number): void =>
  console.log(
    `${what.padEnd(24)} ${(median(times) / 1000).toFixed(2)} s (best ${(Math.min(...times) / 1000).toFixed(2)} s), at most ${memory.toFixed(0)} MB`,
  )

function compareThreads(folder: string, peak: string, rounds: number): void {
  const threads = ['1', '2', 'auto']
  const runs = Array.from({ length: rounds }, () =>
    threads.map((jobs) => ({ jobs, ...lint(folder, ['-f', 'compact', '--jobs', jobs], peak) })),
  ).flat()
  for (const jobs of threads) {
    const own = runs.filter((run) => run.jobs === jobs)
    show(
      `compact, --jobs ${jobs}`,
      own.map(({ milliseconds }) => milliseconds),
      Math.max(...own.map(({ memory }) => memory)),
    )
  }
  console.log(
    new Set(runs.map(({ out }) => out)).size === 1
      ? 'every number of threads gives the same'
      : 'FAILED: numbers of threads give different things',
  )
}

const listPaths = (out: string): string[] => {
  const { files }: { files: { path: string }[] } = JSON.parse(out)
  return files.map(({ path }) => path)
}

function checkShards(folder: string, peak: string, count: number): void {
  const parts = [1, 2, 3, 4].map((index) =>
    listPaths(lint(folder, ['-f', 'json', '--shard', `${index}/4`], peak).out),
  )
  const all = parts.flat()
  const whole = listPaths(lint(folder, ['-f', 'json'], peak).out)
  const isExact =
    all.length === whole.length &&
    new Set(all).size === all.length &&
    whole.every((path) => all.includes(path))
  console.log(
    `parts of ${parts.map((part) => part.length).join(', ')} of ${whole.length} router files among ${count}: ${isExact ? 'no gap, no overlap' : 'FAILED: gap or overlap'}`,
  )
}

/**
 * Measures time and memory of linting many different files in one run, by format and number of threads, and checks that
 * the results of shards add up to those of the whole.
 */
export function measure([count = '10000', rounds = '5']: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'routerfile-'))
  const peak = join(folder, 'peak')
  generate(folder, Number(count))
  for (const format of ['pretty', 'json']) {
    const { milliseconds, memory, out } = lint(folder, ['-f', format], peak)
    show(format, [milliseconds], memory)
    if (format === 'pretty') console.log(out.trimEnd().split('\n').at(-1))
  }
  compareThreads(folder, peak, Number(rounds))
  checkShards(folder, peak, Number(count))
  rmSync(folder, { recursive: true })
}
