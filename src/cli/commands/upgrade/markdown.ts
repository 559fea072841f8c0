import { formatSentences } from '../../../schema/messages.js'
import { escapeControls } from '../../ui/text.js'
import type { UpgradeFormat, UpgradeReport } from './report.js'
import {
  columns,
  countChanges,
  formatGroupFix,
  groupChanges,
  listNotes,
  listPaths,
  formatChangeOrigin,
  formatPlace,
  formatFileSummary,
  formatTotal,
  getVerdict,
  sortWorstFirst,
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
  return [`## ${escapeCell(report.path)}`, '', ...table, formatFileSummary(report), ''].join('\n')
}

function formatTable(reports: readonly UpgradeReport[]): string {
  const rows = reports.map((report) =>
    formatRow([getVerdict(report), ...countChanges(report).map(String), `\`${report.path}\``]),
  )
  return [
    formatHead(['Verdict', ...columns.map(({ name }) => name), 'File']),
    ...rows,
    '',
    formatTotal(reports),
    '',
  ].join('\n')
}

/** For pages and job summaries: one file in full; for several files, a table first. */
export const upgradeMarkdown: UpgradeFormat = (reports, { verbose }) => {
  const sorted = sortWorstFirst(reports)
  const notes = listNotes(sorted).map((note) => `${note}\n`)
  const table = sorted.length > 1 ? [formatTable(sorted)] : []
  const files = verbose || sorted.length === 1 ? sorted.map(formatFile) : []
  return [...notes, ...table, ...files].join('\n')
}
