import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import type { Baseline, BaselineEntry } from '../lint/baseline.js'
import {
  compareWithBaseline,
  formatBaseline,
  isBaseline,
  parseBaseline,
  toEntries,
} from '../lint/baseline.js'
import { describeError, readText } from './disk.js'
import { ProjectError } from './project-error.js'
import { replaceFile } from './replace-file.js'
import type { FileReport } from './reports.js'
import { formatReportPath } from './reports.js'

/** A baseline on this machine. */
export type BaselineFile = {
  /** The known findings of a file. */
  findKnown: (path: string) => readonly BaselineEntry[]
  /**
   * Removes known findings from all files under this baseline. `gone` counts known findings that no longer occur;
   * `prune` removes them.
   */
  compare: <Report extends FileReport>(
    reports: readonly Report[],
  ) => { newFindings: readonly Report[]; gone: number; prune: () => void }
}

/** Opens a baseline; `from` is the setting that names it. */
export function openBaseline(file: string, from: string): BaselineFile {
  const baseline = readBaseline(file, from)
  const findKnown = (path: string): readonly BaselineEntry[] =>
    baseline.get(getNameInBaseline(file, path)) ?? []
  return {
    findKnown,
    compare: (reports) => {
      const names = new Set(reports.map((report) => getNameOfReport(file, report)))
      const exists = (name: string): boolean => existsSync(join(dirname(file), name))
      const isGone = (name: string): boolean =>
        !names.has(name) && !isLive(name) && !exists(name) && !exists(name.replace(/#.*/, ''))
      const remaining = new Map([...baseline].filter(([name]) => !isGone(name)))
      let gone = countEntries(
        [...baseline].flatMap(([name, entries]) => (isGone(name) ? entries : [])),
      )
      const newFindings = reports.map((report) => {
        const result = compareWithBaseline(
          report.diagnostics,
          findKnown(formatReportPath(report)),
          report.text,
        )
        gone += result.goneCount
        remaining.set(getNameOfReport(file, report), toEntries(result.knownFindings, report.text))
        return { ...report, diagnostics: result.newFindings }
      })
      return { newFindings, gone, prune: () => saveBaseline(file, remaining) }
    },
  }
}

export type WrittenBaseline = { findings: number; files: number }

/**
 * Creates a function that writes all findings to a file. Refuses at once to overwrite a file that is not a baseline.
 */
export function createBaselineWriter(
  file: string,
): (reports: readonly FileReport[]) => WrittenBaseline {
  const before = existsSync(file) ? readText(file) : { text: '' }
  if ('why' in before) throw new ProjectError(before.why, { code: 'baseline-unwritable' })
  if (before.text.trim() !== '' && !isBaseline(before.text))
    throw new ProjectError(`\`${file}\` exists and is not a baseline; it was not overwritten`, {
      code: 'baseline-unwritable',
    })
  return (reports) => {
    const all = new Map(
      reports.map((report) => [
        getNameOfReport(file, report),
        toEntries(report.diagnostics, report.text),
      ]),
    )
    saveBaseline(file, all)
    const withFindings = [...all.values()].filter((entries) => entries.length > 0)
    return { findings: countEntries(withFindings.flat()), files: withFindings.length }
  }
}

const countEntries = (entries: readonly BaselineEntry[]): number =>
  entries.reduce((sum, { count = 1 }) => sum + count, 0)

/** Whether a path names a running router. Such a name does not depend on the folder of the baseline. */
const isLive = (path: string): boolean => path.startsWith('live:')

/** The name of a file within a baseline. */
const getNameInBaseline = (file: string, path: string): string =>
  isLive(path)
    ? path
    : relative(dirname(resolve(file)), resolve(path))
        .split(sep)
        .join('/')

/** The name of a report in a baseline; each part of a file has its own entries. */
const getNameOfReport = (file: string, report: FileReport): string =>
  getNameInBaseline(file, formatReportPath(report))

function readBaseline(file: string, from: string): Baseline {
  const read = readText(file)
  if ('why' in read)
    throw new ProjectError(
      `${from}: ${read.why}`,
      'isBarred' in read || existsSync(file) ? {} : { code: 'baseline-missing', path: file },
    )
  const baseline = parseBaseline(read.text)
  if ('why' in baseline) throw new ProjectError(`${from}: \`${file}\` ${baseline.why}`)
  return baseline
}

function saveBaseline(file: string, baseline: Baseline): void {
  try {
    replaceFile(file, formatBaseline(baseline))
  } catch (error) {
    throw new ProjectError(`\`${file}\` cannot be written: ${describeError(error)}`, {
      code: 'baseline-unwritable',
    })
  }
}
