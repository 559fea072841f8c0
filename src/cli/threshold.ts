import type { FileOptions } from './configuration.js'
import type { Router } from '../lint/fleet/rule.js'
import type { Report } from './formats/format.js'
import { count } from './formats/format.js'
import { severities } from './settings.js'

/** A report with how its file was looked at, and what the rules about several files need of it. */
export type Judged = Report & { options: FileOptions; router?: Router }

/** Whether what was found is too much; warnings are counted together in all files under one limit. */
export function isOver(reports: readonly Judged[]): boolean {
  const warnings = new Map<string, { most: number; count: number }>()
  for (const report of reports) {
    const { failOn, maxWarnings } = report.options
    const counts = count([report])
    if (severities.slice(0, severities.indexOf(failOn) + 1).some((severity) => counts[severity] > 0)) return true
    if (!maxWarnings) continue
    const limit = `${maxWarnings.from}: ${maxWarnings.value}`
    warnings.set(limit, { most: maxWarnings.value, count: (warnings.get(limit)?.count ?? 0) + counts.warning })
  }
  return [...warnings.values()].some(({ most, count: number }) => number > most)
}
