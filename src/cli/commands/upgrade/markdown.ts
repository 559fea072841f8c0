import { formatReportPath } from '../../../project/reports.js'
import { severities } from '../../../project/settings.js'
import { formatSentences } from '../../../schema/messages.js'
import { escapeControls } from '../../ui/text.js'
import type { UpgradeFormat, UpgradeReport } from './report.js'
import {
  columns,
  countChanges,
  formatGroupFix,
  groupChanges,
  groupChangesOfFiles,
  listNotes,
  listPaths,
  formatChangeOrigin,
  formatFiles,
  formatPlace,
  formatFileSummary,
  formatSharedMessage,
  formatTotal,
  getVerdict,
  sortWorstFirst,
  verdictNames,
} from './report.js'

const escapeCell = (text: string): string =>
  escapeControls(text.replaceAll('|', '\\|').replaceAll(/[\r\n]+/g, ' '))

const formatRow = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`

const formatHead = (names: readonly string[]): string =>
  `${formatRow(names)}\n|${names.map(() => '---').join('|')}|`

function formatFile(report: UpgradeReport): string {
  const rows = groupChanges(report.changes).map((group) => {
    const { kind, message, reason = '', advice } = group.change
    const places = group.places
      .map(formatPlace)
      .filter((text) => text !== '')
      .join(', ')
    return formatRow([
      places,
      kind,
      formatSentences(message, reason),
      [advice, formatGroupFix(group)].filter((text) => text !== '').join(' '),
      formatChangeOrigin(group.change, listPaths(group)),
    ])
  })
  const table =
    rows.length > 0
      ? [
          formatHead(['Line', 'Kind', 'What changes', 'What to do', 'Key and releases']),
          ...rows,
          '',
        ]
      : []
  return [
    `## ${escapeCell(formatReportPath(report))}`,
    '',
    ...table,
    formatFileSummary(report),
    '',
  ].join('\n')
}

function formatTable(reports: readonly UpgradeReport[]): string {
  const rows = reports.map((report) =>
    formatRow([
      verdictNames[getVerdict(report)],
      ...countChanges(report).map(String),
      `\`${formatReportPath(report)}\``,
    ]),
  )
  return [
    formatHead(['Verdict', ...columns.map(({ name }) => name), 'File']),
    ...rows,
    '',
    formatTotal(reports),
    '',
  ].join('\n')
}

/** The changes of several files, each once with the files that it concerns. */
function formatSharedChanges(reports: readonly UpgradeReport[]): string {
  const rows = severities.flatMap((severity) =>
    groupChangesOfFiles(reports)
      .filter(({ change }) => change.severity === severity)
      .map((shared) =>
        formatRow([
          shared.change.kind,
          formatFiles(shared, reports),
          formatSentences(formatSharedMessage(shared), shared.change.reason ?? ''),
          shared.change.advice,
          formatChangeOrigin(shared.change, shared.paths),
        ]),
      ),
  )
  const head = formatHead(['Kind', 'Files', 'What changes', 'What to do', 'Keys and releases'])
  return rows.length > 0 ? `${[head, ...rows].join('\n')}\n` : ''
}

/** For pages and job summaries: one file in full; for several files, a table first. */
export const upgradeMarkdown: UpgradeFormat = (reports, { verbose }) => {
  const sorted = sortWorstFirst(reports)
  const notes = listNotes(sorted).map((note) => `${note}\n`)
  if (sorted.length === 1) return [...notes, ...sorted.map(formatFile)].join('\n')
  const changes = verbose ? sorted.map(formatFile) : [formatSharedChanges(sorted)]
  return [formatTable(sorted), ...notes, ...changes].filter((part) => part !== '').join('\n')
}
