import type { Router } from '../lint/fleet/rule.js'
import type { FileOptions } from './file-options.js'
import type { Report } from './formats/format.js'
import { count } from './formats/format.js'
import { severities } from './settings.js'

/** A report with what the rules about several files need of its file. */
export type Seen = Report & { router?: Router }

/** The same with how the file was looked at. */
export type Judged = Seen & { options: FileOptions }

/** Whether what was found is too much; warnings are counted together in all files under one limit. */
export function isOver(reports: readonly Judged[]): boolean {
  const warnings = new Map<string, { most: number; count: number }>()
  for (const report of reports) {
    const { failOn, maxWarnings } = report.options
    const counts = count([report])
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
