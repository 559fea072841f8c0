import type { FileReport } from '../../../project/reports.js'
import { UsageError } from '../../errors.js'
import type { OutputFormat } from '../../formats/format.js'
import { countFindings, formatSummary } from '../../formats/format.js'
import type { ReportOutput } from '../../output.js'

/** The number of findings of a rule, and how many of them have a safe fix. */
type RuleCount = { rule: string; count: number; fixable: number }

/** Print functions for --statistics, by format: they print only the number of findings of each rule. */
const printers: Readonly<Record<string, OutputFormat['print']>> = {
  pretty: (reports, { release }) =>
    `${[...formatCounts(countRules(reports)), formatSummary(countFindings(reports), release)].join('\n')}\n`,
  json: (reports) => `${JSON.stringify(countRules(reports), undefined, 2)}\n`,
}

export const toStatistics = (outputs: readonly ReportOutput[]): ReportOutput[] =>
  outputs.map(({ format, path }) => {
    const print = printers[format.name]
    if (print) return { format: { ...format, print }, path }
    throw new UsageError(
      `--statistics has no ${format.name} format; use ${Object.keys(printers).join(' or ')}`,
    )
  })

/** The rules with findings, the most frequent first. */
function countRules(reports: readonly FileReport[]): RuleCount[] {
  const counts = new Map<string, RuleCount>()
  for (const { rule, fix } of reports.flatMap(({ diagnostics }) => diagnostics)) {
    const ruleCount = counts.get(rule) ?? { rule, count: 0, fixable: 0 }
    counts.set(rule, ruleCount)
    ruleCount.count += 1
    if (fix && !fix.unsafe) ruleCount.fixable += 1
  }
  return [...counts.values()].sort(
    (left, right) => right.count - left.count || (left.rule < right.rule ? -1 : 1),
  )
}

function formatCounts(counts: readonly RuleCount[]): string[] {
  const width = String(counts[0]?.count ?? '').length
  return counts.map(({ rule, count, fixable }) => {
    const fixes = fixable === 0 ? '' : fixable === count ? ', fixable' : `, ${fixable} fixable`
    return `${String(count).padStart(width)}  ${rule}${fixes}`
  })
}
