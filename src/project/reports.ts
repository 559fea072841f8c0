import type { Diagnostic } from '../document/diagnostic.js'
import type { Router } from '../lint/fleet/rule.js'
import type { LintFileOptions } from './file-options.js'
import type { RefusedFile } from './inputs.js'
import { severities } from './settings.js'

/** What is known of one file after linting, and the release it was checked for. */
export type FileReport = {
  path: string
  text: string
  diagnostics: readonly Diagnostic[]
  release: string
}

/** A report with what the rules about several files need of its file. */
export type LintedReport = FileReport & { router?: Router }

/** The same with how the file was checked. */
export type ConfiguredReport = LintedReport & { options: LintFileOptions }

/** What became of a source; undefined where it is no router file. */
export type LintOutcome = LintedReport | RefusedFile | undefined

/** The reports with the findings that are to be shown: those of the level of each file and above. */
export const selectVisible = (reports: readonly ConfiguredReport[]): readonly ConfiguredReport[] =>
  reports.map((report) => {
    const visible = severities.slice(0, severities.indexOf(report.options.level) + 1)
    if (visible.length === severities.length) return report
    return {
      ...report,
      diagnostics: report.diagnostics.filter(({ severity }) => visible.includes(severity)),
    }
  })

/** Whether the findings are too grave or too many; warnings are counted together in all files under one limit. */
export function isOverThreshold(reports: readonly ConfiguredReport[]): boolean {
  const warnings = new Map<string, { limit: number; count: number }>()
  for (const { diagnostics, options } of reports) {
    const { failOn, maxWarnings } = options
    const failing = severities.slice(0, severities.indexOf(failOn) + 1)
    if (diagnostics.some(({ severity }) => failing.includes(severity))) return true
    if (!maxWarnings) continue
    const { from, value: limit } = maxWarnings
    const { count } = warnings.get(`${from}: ${limit}`) ?? { count: 0 }
    warnings.set(`${from}: ${limit}`, {
      limit,
      count: count + diagnostics.filter(({ severity }) => severity === 'warning').length,
    })
  }
  return [...warnings.values()].some(({ limit, count }) => count > limit)
}
