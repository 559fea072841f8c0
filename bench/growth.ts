import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { growing } from '../test/support/growing.js'
import type { Usage } from './runs.js'
import { measureRun } from './runs.js'

/** Commands that take one file. */
const commands: Readonly<Record<string, string>> = {
  lint: 'lint big.yml --kind router',
  found: 'lint big.yml --ignore-unknown',
  configured: 'lint small.yml --config big.yml',
  compact: 'lint big.yml --kind router --format compact',
  github: 'lint big.yml --kind router --format github',
  gitlab: 'lint big.yml --kind router --format gitlab',
  json: 'lint big.yml --kind router --format json',
  junit: 'lint big.yml --kind router --format junit',
  markdown: 'lint big.yml --kind router --format markdown',
  sarif: 'lint big.yml --kind router --format sarif',
  verbose: 'lint big.yml --kind router --verbose',
  baseline: 'lint big.yml --kind router --write-baseline baseline.json',
  'baseline-read': 'lint big.yml --kind router --baseline baseline.json',
  fix: 'fix big.yml --kind router --dry-run',
  unsafe: 'fix big.yml --kind router --unsafe --dry-run',
  'fix-found': 'fix big.yml --ignore-unknown --unsafe --dry-run',
  fmt: 'fmt big.yml --kind router --dry-run',
  sort: 'fmt big.yml --kind router --sort --dry-run',
  effective: 'effective big.yml',
  'effective-json': 'effective big.yml --format json',
  upgrade: 'upgrade big.yml --kind router --from 0.30 --to 2.0',
  'upgrade-fix': 'upgrade big.yml --kind router --from 0.30 --fix --dry-run',
  diff: 'diff small.yml big.yml',
  'diff-changed': 'diff big.yml changed.yml',
  merge: 'merge small.yml big.yml --no-check',
  'merge-onto': 'merge big.yml changed.yml --no-check',
  mesh: 'mesh big.yml --kind router',
  template: 'lint big.yml --template',
  import: 'generate --import big.yml --no-input',
  answers: 'generate --answers big.yml --no-input',
}

const small =
  'v: 3\nidentity: {cert: a, server_cert: b, key: c, ca: d}\nctrl: {endpoint: "tls:a:1"}\n'

const limits = { seconds: 30, heap: 2000 }

/**
 * Runs commands on texts of growing size. Prints CPU seconds, megabytes, and the exponent with which the CPU time
 * grows, after subtracting the time of a small text. `!` marks a row whose largest text takes
 * more than 4.5 seconds per megabyte, more than 400 MB per megabyte plus 60 MB (both beyond the small text), or does
 * not finish.
 */
export function measure([
  onlyCommands = '',
  onlyTexts = '',
  sizes = '60,240',
  program = 'dist/cli.cjs',
]: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'routerfile-growth-'))
  const isMatch = (name: string, only: string): boolean =>
    only === '' || only.split(',').includes(name)
  writeFileSync(join(folder, 'small.yml'), small)
  const runOn = (line: string, text: string): Usage | undefined => {
    writeFileSync(join(folder, 'big.yml'), text)
    writeFileSync(join(folder, 'changed.yml'), text.replaceAll(/[1-8]\b/g, '9'))
    return measureRun([resolve(program), ...line.split(' ')], folder, { ...limits, cwd: folder })
  }
  const kilobytes = sizes.split(',').map(Number)
  for (const [command, line] of Object.entries(commands)) {
    if (!isMatch(command, onlyCommands)) continue
    const start = runOn(line, small)
    for (const [name, create] of Object.entries(growing)) {
      if (!isMatch(name, onlyTexts)) continue
      const usages = kilobytes.map((size) => runOn(line, create(size * 1000)))
      console.log(formatRow(`${command}: ${name}`, [start, ...usages], kilobytes))
    }
  }
  rmSync(folder, { recursive: true })
}

function formatRow(
  name: string,
  [start, ...usages]: readonly (Usage | undefined)[],
  sizes: readonly number[],
): string {
  const [before, last] = [usages.at(-2), usages.at(-1)].map(
    (usage) => usage && { seconds: (usage.cpu - (start?.cpu ?? 0)) / 1000, ...usage },
  )
  const longer = sizes.at(-1) ?? 1
  const shorter = sizes.at(-2) ?? longer
  const power =
    before && last
      ? Math.log(last.seconds / Math.max(before.seconds, 0.02)) / Math.log(longer / shorter)
      : Number.NaN
  const perMegabyte = longer / 1000
  const isOver =
    !last ||
    last.seconds > 4.5 * perMegabyte ||
    last.memory - (start?.memory ?? 0) > 400 * perMegabyte + 60
  const cells = usages.map((usage) =>
    (usage
      ? `${(usage.cpu / 1000).toFixed(2)} s ${usage.memory.toFixed(0)} MB`
      : 'no end'
    ).padStart(16),
  )
  return `${isOver ? '!' : ' '} ${name.padEnd(50)}${cells.join('')}  ^${power.toFixed(1)}`
}
