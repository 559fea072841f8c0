import type { Diagnostic, Range } from '../../../document/diagnostic.js'
import { createStartRange, findLineStarts, toRange } from '../../../document/diagnostic.js'
import type { FileReport } from '../../../project/reports.js'
import type { Difference } from '../../../versions/diff.js'
import { findPath, formatDifference } from './formats.js'
import type { DiffReport } from './formats.js'

/** What the ids of differences mean. */
export const diffSummaries = {
  'diff-changed': 'The router uses another value.',
  'diff-added': 'Only the second version has the value.',
  'diff-removed': 'Only the first version has the value.',
  'diff-reordered': 'A list has the same items in another order.',
} as const satisfies Readonly<Record<`diff-${Difference['kind']}`, string>>

/** The differences as findings in the second version, for formats that `lint` has, too. */
export const toDiffFindings = (report: DiffReport, isVerbose: boolean): FileReport => ({
  path: report.after.path,
  text: report.after.text,
  release: report.release,
  diagnostics: report.differences.flatMap((difference): Diagnostic[] =>
    formatDifference(report, difference, isVerbose).map((line) => ({
      rule: `diff-${difference.kind}` satisfies keyof typeof diffSummaries,
      severity: 'warning',
      // The sign before the line is said by the id.
      message: line.slice(2),
      path: findPath(difference),
      range: findRange(report, difference),
    })),
  ),
})

/** The line of the value in the second version; the start of the file if it is not there. */
function findRange({ after: { text } }: DiffReport, difference: Difference): Range {
  const line = 'after' in difference ? difference.after.line : undefined
  if (line === undefined) return createStartRange()
  const starts = findLineStarts(text)
  const start = starts[line - 1] ?? 0
  const content = text.slice(start, starts[line]).trimEnd()
  const indent = content.length - content.trimStart().length
  return toRange(starts, { start: start + indent, end: start + content.length })
}
