import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Baseline, Entry } from '../baseline.js'
import { compare, entriesOf, isBaseline, parseBaseline, writeBaseline } from '../baseline.js'
import { readText } from '../file.js'
import { faultOf } from '../world/disk.js'
import type { Streams } from './command.js'
import type { Report } from './formats/format.js'
import { UsageError } from './flags.js'
import { replaceFile } from './replace-file.js'

/** Leaves known findings out of the reports of files with one baseline. */
export type Known = <Item extends Report>(
  reports: readonly Item[],
  streams: Streams,
) => readonly Item[]

const findings = (number: number): string => (number === 1 ? '1 finding' : `${number} findings`)

const countOf = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { count = 1 }) => sum + count, 0)

/** The name of a file in a baseline. */
const nameIn = (file: string, path: string): string =>
  relative(dirname(resolve(file)), resolve(path))
    .split(sep)
    .join('/')

/** What a baseline knows of files. `from` is who names the baseline. */
export function knownIn(file: string, from: string): (path: string) => readonly Entry[] {
  const baseline = read(file, from)
  return (path) => baseline.get(nameIn(file, path)) ?? []
}

/** Leaves out what a baseline has, and says what it has in vain, or takes that out of it. `from` is who names the baseline. */
export function leaveOut(file: string, from: string, isPruned: boolean): Known {
  const baseline = read(file, from)
  return (reports, { err }) => {
    const names = new Set(reports.map(({ path }) => nameIn(file, path)))
    const isGone = (name: string): boolean =>
      !names.has(name) && !existsSync(join(dirname(file), name))
    const left = new Map([...baseline].filter(([name]) => !isGone(name)))
    let gone = [...baseline].reduce(
      (sum, [name, entries]) => sum + (isGone(name) ? countOf(entries) : 0),
      0,
    )
    const fresh = reports.map((report) => {
      const name = nameIn(file, report.path)
      const result = compare(report.diagnostics, baseline.get(name) ?? [])
      gone += result.gone
      left.set(name, entriesOf(result.known))
      return { ...report, diagnostics: result.fresh }
    })
    if (gone > 0 && isPruned) write(file, left, 'prune-baseline')
    if (gone > 0)
      err(
        `routerfile: ${findings(gone)} of \`${file}\` ${gone === 1 ? 'is' : 'are'} found no more; ${isPruned ? 'taken out' : '--prune-baseline takes out what is gone'}\n`,
      )
    return fresh
  }
}

/** Writes all that is found. A file that is something else than a baseline is left as it is. */
export function writeAll(
  file: string,
): (reports: readonly Report[], streams: Streams) => 'written' {
  const before = existsSync(file) ? readText(file) : { text: '' }
  if ('why' in before) throw new UsageError(`--write-baseline: ${before.why}`)
  if (before.text.trim() !== '' && !isBaseline(before.text))
    throw new UsageError(
      `--write-baseline: \`${file}\` exists and is no baseline; it is left as it is`,
    )
  return (reports, { err }) => {
    const all = new Map(
      reports.map(({ path, diagnostics }) => [nameIn(file, path), entriesOf(diagnostics)]),
    )
    write(file, all, 'write-baseline')
    const faulty = [...all.values()].filter((entries) => entries.length > 0)
    err(
      `routerfile: ${findings(countOf(faulty.flat()))} of ${faulty.length === 1 ? '1 file' : `${faulty.length} files`} written to \`${file}\`\n`,
    )
    return 'written'
  }
}

function read(file: string, from: string): Baseline {
  const found = readText(file)
  if ('why' in found)
    throw new UsageError(
      `${from}: ${found.why}${'isBarred' in found || existsSync(file) ? '' : `; --write-baseline ${file} makes it`}`,
    )
  const baseline = parseBaseline(found.text)
  if ('why' in baseline) throw new UsageError(`${from}: \`${file}\` ${baseline.why}`)
  return baseline
}

function write(file: string, baseline: Baseline, flag: string): void {
  try {
    replaceFile(file, writeBaseline(baseline))
  } catch (error) {
    throw new UsageError(`--${flag}: \`${file}\` cannot be written: ${faultOf(error)}`)
  }
}
