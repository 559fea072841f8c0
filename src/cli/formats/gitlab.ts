import type { Severity } from '../../document/diagnostic.js'
import { toSafeJson } from '../ui/text.js'
import { formatReportPath } from '../../project/reports.js'
import { createFingerprints } from './fingerprints.js'
import { getPathInRoot } from './interchange.js'
import type { OutputFormat } from './format.js'

const severities: Record<Severity, string> = { error: 'critical', warning: 'major', info: 'info' }

/**
 * The fields that GitLab reads (docs.gitlab.com, "Code Quality report format"), and those that Code Climate's format
 * requires in addition.
 */
export const gitlab: OutputFormat = {
  name: 'gitlab',
  summary: 'a code quality report of GitLab',
  reader: 'program',
  omitsFixes: true,

  print: (reports, { root, rules }) => {
    const createFingerprint = createFingerprints()
    const issues = reports.flatMap(({ path: file, part, diagnostics }) => {
      const path = getPathInRoot(root, file)
      const place = formatReportPath({ path, ...(part !== undefined && { part }) })
      return diagnostics.map(({ rule, severity, message, path: keys, range: { start, end } }) => {
        const body = rules.find(({ id }) => id === rule)?.why
        return {
          type: 'issue',
          check_name: rule,
          description: message,
          ...(body !== undefined && { content: { body } }),
          categories: ['Bug Risk'],
          severity: severities[severity],
          fingerprint: createFingerprint(place, { rule, path: keys, message }),
          location: { path, lines: { begin: start.line + 1, end: end.line + 1 } },
        }
      })
    })
    return `${toSafeJson(issues, 2)}\n`
  },
}
