import type { Severity } from '../../document/diagnostic.js'
import { findRule } from '../../lint/catalog.js'
import { listJsonItems } from '../ui/text.js'
import type { FileReport } from '../../project/reports.js'
import { formatReportPath } from '../../project/reports.js'
import { createFingerprints } from './fingerprints.js'
import { getPathInRoot } from './interchange.js'
import type { OutputFormat, RunInfo } from './format.js'

const severities: Record<Severity, string> = { error: 'critical', warning: 'major', info: 'info' }

export const gitlab: OutputFormat = {
  name: 'gitlab',
  summary: 'a code quality report of GitLab',
  reader: 'program',
  omitsFixes: true,

  *print(reports, run) {
    yield* listJsonItems(createIssues(reports, run))
    yield '\n'
  },
}

/** Creates issues with what GitLab reads (docs.gitlab.com, "Code Quality report format") and Code Climate requires. */
function* createIssues(reports: readonly FileReport[], { root }: RunInfo): Generator<object, void> {
  const createFingerprint = createFingerprints()
  for (const { path: file, part, diagnostics } of reports) {
    const path = getPathInRoot(root, file)
    const reportPath = formatReportPath({ path, ...(part !== undefined && { part }) })
    for (const { rule, severity, message, path: keyPath, range } of diagnostics) {
      const body = findRule(rule)?.why
      yield {
        type: 'issue',
        check_name: rule,
        description: message,
        ...(body !== undefined && { content: { body } }),
        categories: ['Bug Risk'],
        severity: severities[severity],
        fingerprint: createFingerprint(reportPath, { rule, path: keyPath, message }),
        location: { path, lines: { begin: range.start.line + 1, end: range.end.line + 1 } },
      }
    }
  }
}
