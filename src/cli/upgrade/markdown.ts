import type { UpgradeFormat, UpgradeReport } from './report.js'
import {
  columns,
  countsOf,
  fixOf,
  groupsOf,
  originOf,
  placeOf,
  summaryOf,
  summaryOfAll,
  verdictOf,
  worstFirst,
} from './report.js'

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll(/[\r\n]+/g, ' ')

const row = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`

const head = (names: readonly string[]): string =>
  `${row(names)}\n|${names.map(() => '---').join('|')}|`

function file(report: UpgradeReport): string {
  const rows = groupsOf(report.changes).map((group) => {
    const { kind, message, reason = '', advice } = group.change
    const places = group.places
      .map(placeOf)
      .filter((text) => text !== '')
      .join(', ')
    return row([
      places,
      kind,
      [message, reason].filter((text) => text !== '').join('. '),
      [advice, fixOf(group)].filter((text) => text !== '').join(' '),
      originOf(group),
    ])
  })
  const table =
    rows.length > 0
      ? [head(['Line', 'Kind', 'What changes', 'What to do', 'Key and releases']), ...rows, '']
      : []
  return [`## ${cell(report.path)}`, '', ...table, summaryOf(report), ''].join('\n')
}

function table(reports: readonly UpgradeReport[]): string {
  const rows = reports.map((report) =>
    row([verdictOf(report), ...countsOf(report).map(String), `\`${report.path}\``]),
  )
  return [
    head(['Verdict', ...columns.map(({ name }) => name), 'File']),
    ...rows,
    '',
    summaryOfAll(reports),
    '',
  ].join('\n')
}

/** For pages and job summaries: one file in full, of several a table first. */
export const markdown: UpgradeFormat = (reports, { verbose }) => {
  const sorted = worstFirst(reports)
  if (sorted.length === 1) return sorted.map(file).join('\n')
  return [table(sorted), ...(verbose ? sorted.map(file) : [])].join('\n')
}
