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

export type BaselineFile = {
  findEntries: (path: string) => readonly BaselineEntry[]
  /**
   * Removes the known findings from the reports of all files with this baseline. `goneCount` counts the known findings
   * that no longer occur; `prune` removes them from the baseline file.
   */
  compare: <Report extends FileReport>(
    reports: readonly Report[],
  ) => { newFindings: readonly Report[]; goneCount: number; prune: () => void }
}

/** Opens a baseline. Throws a ProjectError that starts with `settingName` if it cannot be read. */
export function openBaseline(file: string, settingName: string): BaselineFile {
  const baseline = readBaseline(file, settingName)
  const findEntries = (path: string): readonly BaselineEntry[] =>
    baseline.get(getNameInBaseline(file, path)) ?? []
  return {
    findEntries,
    compare: (reports) => {
      const names = new Set(reports.map((report) => getNameOfReport(file, report)))
      const exists = (name: string): boolean => existsSync(join(dirname(file), name))
      const isGone = (name: string): boolean =>
        !names.has(name) && !isLive(name) && !exists(name) && !exists(name.replace(/#.*/, ''))
      const remainingEntries = new Map([...baseline].filter(([name]) => !isGone(name)))
      let goneCount = countEntries(
        [...baseline].flatMap(([name, entries]) => (isGone(name) ? entries : [])),
      )
      const newFindings = reports.map((report) => {
        const result = compareWithBaseline(
          report.diagnostics,
          findEntries(formatReportPath(report)),
          report.text,
        )
        goneCount += result.goneCount
        remainingEntries.set(
          getNameOfReport(file, report),
          toEntries(result.knownFindings, report.text),
        )
        return { ...report, diagnostics: result.newFindings }
      })
      return { newFindings, goneCount, prune: () => saveBaseline(file, remainingEntries) }
    },
  }
}

export type WrittenBaseline = { findingCount: number; fileCount: number }

/** Creates a function that writes a baseline. Throws if the file exists, but is unreadable or not a baseline. */
export function createBaselineWriter(
  file: string,
): (reports: readonly FileReport[]) => WrittenBaseline {
  const existingFile = existsSync(file) ? readText(file) : { text: '' }
  if ('why' in existingFile)
    throw new ProjectError(existingFile.why, { code: 'baseline-unwritable' })
  if (existingFile.text.trim() !== '' && !isBaseline(existingFile.text))
    throw new ProjectError(`\`${file}\` exists and is not a baseline; it was not overwritten`, {
      code: 'baseline-unwritable',
    })
  return (reports) => {
    const baseline = new Map(
      reports.map((report) => [
        getNameOfReport(file, report),
        toEntries(report.diagnostics, report.text),
      ]),
    )
    saveBaseline(file, baseline)
    const nonEmptyEntries = [...baseline.values()].filter((entries) => entries.length > 0)
    return { findingCount: countEntries(nonEmptyEntries.flat()), fileCount: nonEmptyEntries.length }
  }
}

const countEntries = (entries: readonly BaselineEntry[]): number =>
  entries.reduce((sum, { count = 1 }) => sum + count, 0)

/**
 * Whether a path names a running router instead of a file. Such a name does not depend on the folder of the baseline.
 */
const isLive = (path: string): boolean => path.startsWith('live:')

/** The path relative to the folder of the baseline, with `/` between names; unchanged for running routers. */
const getNameInBaseline = (file: string, path: string): string =>
  isLive(path)
    ? path
    : relative(dirname(resolve(file)), resolve(path))
        .split(sep)
        .join('/')

/** The name of a report in a baseline; each router file inside another file has its own entries. */
const getNameOfReport = (file: string, report: FileReport): string =>
  getNameInBaseline(file, formatReportPath(report))

function readBaseline(file: string, settingName: string): Baseline {
  const result = readText(file)
  if ('why' in result)
    throw new ProjectError(
      `${settingName}: ${result.why}`,
      'isInaccessible' in result || existsSync(file)
        ? {}
        : { code: 'baseline-missing', path: file },
    )
  const baseline = parseBaseline(result.text)
  if ('why' in baseline) throw new ProjectError(`${settingName}: \`${file}\` ${baseline.why}`)
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
