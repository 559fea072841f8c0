import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Baseline, BaselineEntry } from '../lint/baseline.js'
import {
  compareWithBaseline,
  toEntries,
  isBaseline,
  parseBaseline,
  formatBaseline,
} from '../lint/baseline.js'
import { readText } from '../project/file.js'
import { describeError } from '../project/disk.js'
import { UsageError } from '../project/usage-error.js'
import { replaceFile } from '../project/replace-file.js'
import type { Streams } from './command.js'
import type { Report } from './formats/format.js'

/** Leaves known findings out of the reports of files with one baseline. */
export type BaselineFilter = <Item extends Report>(
  reports: readonly Item[],
  streams: Streams,
) => readonly Item[]

const formatCount = (number: number): string => (number === 1 ? '1 finding' : `${number} findings`)

const countEntries = (entries: readonly BaselineEntry[]): number =>
  entries.reduce((sum, { count = 1 }) => sum + count, 0)

/** The name of a file in a baseline. */
const getNameInBaseline = (file: string, path: string): string =>
  relative(dirname(resolve(file)), resolve(path))
    .split(sep)
    .join('/')

/** What a baseline knows of files. `from` is who names the baseline. */
export function createKnownLookup(
  file: string,
  from: string,
): (path: string) => readonly BaselineEntry[] {
  const baseline = readBaseline(file, from)
  return (path) => baseline.get(getNameInBaseline(file, path)) ?? []
}

/** Leaves out what a baseline has, and says what it has in vain, or takes that out of it. `from` is who names the baseline. */
export function createBaselineFilter(
  file: string,
  from: string,
  isPruned: boolean,
): BaselineFilter {
  const baseline = readBaseline(file, from)
  return (reports, { err }) => {
    const names = new Set(reports.map(({ path }) => getNameInBaseline(file, path)))
    const isGone = (name: string): boolean =>
      !names.has(name) && !existsSync(join(dirname(file), name))
    const left = new Map([...baseline].filter(([name]) => !isGone(name)))
    let gone = [...baseline].reduce(
      (sum, [name, entries]) => sum + (isGone(name) ? countEntries(entries) : 0),
      0,
    )
    const fresh = reports.map((report) => {
      const name = getNameInBaseline(file, report.path)
      const result = compareWithBaseline(report.diagnostics, baseline.get(name) ?? [])
      gone += result.gone
      left.set(name, toEntries(result.known))
      return { ...report, diagnostics: result.fresh }
    })
    if (gone > 0 && isPruned) saveBaseline(file, left, 'prune-baseline')
    if (gone > 0)
      err(
        `routerfile: ${formatCount(gone)} of \`${file}\` ${gone === 1 ? 'is' : 'are'} found no more; ${isPruned ? 'taken out' : '--prune-baseline takes out what is gone'}\n`,
      )
    return fresh
  }
}

/** Writes all that is found. A file that is something else than a baseline is left as it is. */
export function createBaselineWriter(
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
      reports.map(({ path, diagnostics }) => [
        getNameInBaseline(file, path),
        toEntries(diagnostics),
      ]),
    )
    saveBaseline(file, all, 'write-baseline')
    const faulty = [...all.values()].filter((entries) => entries.length > 0)
    err(
      `routerfile: ${formatCount(countEntries(faulty.flat()))} of ${faulty.length === 1 ? '1 file' : `${faulty.length} files`} written to \`${file}\`\n`,
    )
    return 'written'
  }
}

function readBaseline(file: string, from: string): Baseline {
  const found = readText(file)
  if ('why' in found)
    throw new UsageError(
      `${from}: ${found.why}${'isBarred' in found || existsSync(file) ? '' : `; --write-baseline ${file} makes it`}`,
    )
  const baseline = parseBaseline(found.text)
  if ('why' in baseline) throw new UsageError(`${from}: \`${file}\` ${baseline.why}`)
  return baseline
}

function saveBaseline(file: string, baseline: Baseline, flag: string): void {
  try {
    replaceFile(file, formatBaseline(baseline))
  } catch (error) {
    throw new UsageError(`--${flag}: \`${file}\` cannot be written: ${describeError(error)}`)
  }
}
