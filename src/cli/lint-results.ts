import type { Router } from '../lint/fleet/rule.js'
import type { LintFileOptions } from '../project/file-options.js'
import type { RefusedFile, SourceFile } from '../project/inputs.js'
import type { Report } from './formats/format.js'
import { countFindings } from './formats/format.js'
import { severities } from './settings.js'

/** A report with what the rules about several files need of its file. */
export type LintedReport = Report & { router?: Router }

/** The same with how the file was looked at. */
export type ConfiguredReport = LintedReport & { options: LintFileOptions }

/** Whether what was found is too much; warnings are counted together in all files under one limit. */
export function isOverThreshold(reports: readonly ConfiguredReport[]): boolean {
  const warnings = new Map<string, { most: number; count: number }>()
  for (const report of reports) {
    const { failOn, maxWarnings } = report.options
    const counts = countFindings([report])
    if (
      severities.slice(0, severities.indexOf(failOn) + 1).some((severity) => counts[severity] > 0)
    )
      return true
    if (!maxWarnings) continue
    const limit = `${maxWarnings.from}: ${maxWarnings.value}`
    warnings.set(limit, {
      most: maxWarnings.value,
      count: (warnings.get(limit)?.count ?? 0) + counts.warning,
    })
  }
  return [...warnings.values()].some(({ most, count: number }) => number > most)
}

/** What became of a source; undefined where it is no router file. */
export type LintOutcome = LintedReport | RefusedFile | undefined

/** What there is to do: sources, and whether they are compared with each other afterwards. */
export type SourceList<Item extends SourceFile> = { sources: readonly Item[]; isFleet: boolean }

/** What several threads share: the same, and the number of the next source that nobody has taken. */
export type SharedWork<Item extends SourceFile = SourceFile> = SourceList<Item> & {
  next: Int32Array
}

/** Takes in the outcomes of some sources, the first of which has a number. */
export type RecordOutcomes = (from: number, outcomes: readonly LintOutcome[]) => void
