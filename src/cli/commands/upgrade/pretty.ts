import { formatReportPath } from '../../../project/reports.js'
import type { Color } from '../../ui/text.js'
import { applyColor, escapeControls, minWidth, wrapText } from '../../ui/text.js'
import { changeHeadings } from '../../../config/upgrade/change.js'
import { severities } from '../../../project/settings.js'
import { severityColors } from '../../formats/pretty-frame.js'
import type {
  FileVerdict,
  ChangeGroup,
  SharedChange,
  UpgradeFormat,
  UpgradeReport,
  UpgradeStyle,
} from './report.js'
import {
  columns,
  countChanges,
  formatGroupFix,
  groupChanges,
  listNotes,
  listPaths,
  groupChangesOfFiles,
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

const verdictColors: Record<FileVerdict, Color> = {
  refused: severityColors.error,
  'refused by both': severityColors.error,
  changed: severityColors.warning,
  accepted: ['green', 'bold'],
  news: severityColors.info,
  same: ['green', 'bold'],
}

function formatGroup(group: ChangeGroup, style: UpgradeStyle): string {
  const { kind, severity, message, reason = '', advice } = group.change
  const [place = '', ...others] = group.occurrences.map(formatPlace).filter((text) => text !== '')
  const isNarrow = style.width - 20 < minWidth
  const indent = ' '.repeat(isNarrow ? 4 : 20)
  const textWidth = Math.max(minWidth, style.width - indent.length)
  const [first = '', ...more] = [...(isNarrow ? [''] : []), ...wrapText(message, textWidth)]
  const otherLines = [
    ...more,
    ...[reason, advice, formatGroupFix(group)]
      .filter((text) => text !== '' && !message.includes(text))
      .flatMap((text) => wrapText(text, textWidth)),
    ...(others.length > 0 ? wrapText(`also at ${others.join(', ')}`, textWidth) : []),
  ]
  return [
    `  ${place.padEnd(7)} ${applyColor(style, severityColors[severity], kind.padEnd(10))}${first}`,
    ...otherLines.map((line) => indent + line),
    ...wrapText(formatChangeOrigin(group.change, listPaths(group)), textWidth).map(
      (line) => `${indent}${applyColor(style, 'dim', line)}`,
    ),
    '',
    '',
  ].join('\n')
}

function formatFile(report: UpgradeReport, style: UpgradeStyle): string {
  const groups = groupChanges(report.changes)
  const parts = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const ofSeverity = groups.filter(({ change }) => change.severity === severity)
    return ofSeverity.length > 0
      ? [
          `${applyColor(style, 'bold', changeHeadings[severity])}\n`,
          ...ofSeverity.map((group) => formatGroup(group, style)),
        ]
      : []
  })
  return `${applyColor(style, ['bold', 'underline'], escapeControls(formatReportPath(report)))}\n${parts.join('')}${applyColor(style, verdictColors[getVerdict(report)], wrapText(formatFileSummary(report), style.width).join('\n'))}\n`
}

function formatTable(reports: readonly UpgradeReport[], style: UpgradeStyle): string {
  const names = columns.map(({ name }) => name)
  const width = reports.reduce(
    (max, report) => Math.max(max, verdictNames[getVerdict(report)].length),
    'verdict'.length,
  )
  const formatVerdictRow = (verdict: string, counts: readonly string[], path: string): string =>
    `${verdict}  ${counts.map((count, index) => count.padStart(names[index]?.length ?? 0)).join('  ')}  ${path}\n`
  const rows = reports.map((report) => {
    const verdict = getVerdict(report)
    return formatVerdictRow(
      applyColor(style, verdictColors[verdict], verdictNames[verdict].padEnd(width)),
      countChanges(report).map((count) => (count === 0 ? '·' : String(count))),
      escapeControls(formatReportPath(report)),
    )
  })
  return `${applyColor(style, 'dim', formatVerdictRow('verdict'.padEnd(width), names, 'file').trimEnd())}\n${rows.join('')}`
}

function formatSharedChanges(reports: readonly UpgradeReport[], style: UpgradeStyle): string {
  const sharedChanges = groupChangesOfFiles(reports)
  return severities
    .map((severity) => {
      const ofSeverity = sharedChanges.filter(({ change }) => change.severity === severity)
      if (ofSeverity.length === 0) return ''
      const lines = ofSeverity.flatMap((change) => formatSharedChange(change, reports, style))
      return `${applyColor(style, 'bold', changeHeadings[severity])}\n${lines.join('\n')}\n\n`
    })
    .join('')
}

function formatSharedChange(
  sharedChange: SharedChange,
  reports: readonly UpgradeReport[],
  style: UpgradeStyle,
): string[] {
  const { kind, severity, message, reason = '', advice } = sharedChange.change
  const textWidth = Math.max(minWidth, style.width - 4)
  const texts = severity === 'info' ? [] : [reason, advice]
  return [
    ...wrapText(
      `  ${applyColor(style, severityColors[severity], kind)} in ${escapeControls(formatFiles(sharedChange, reports))}`,
      style.width,
    ),
    ...[
      formatSharedMessage(sharedChange),
      ...texts.filter((text) => text !== '' && !message.includes(text)),
    ]
      .flatMap((text) => wrapText(escapeControls(text), textWidth))
      .map((line) => `    ${line}`),
    ...wrapText(
      escapeControls(formatChangeOrigin(sharedChange.change, sharedChange.paths)),
      textWidth,
    ).map((line) => `    ${applyColor(style, 'dim', line)}`),
  ]
}

/** For terminals: one file in full; for several files, a table, and the changes, each shown once. */
export const upgradePretty: UpgradeFormat = (reports, style) => {
  const [first, ...more] = sortWorstFirst(reports)
  const lines = listNotes(reports).map((note) => `${wrapText(note, style.width).join('\n')}\n`)
  const notes = lines.length > 0 ? `${lines.join('')}\n` : ''
  return first && more.length === 0
    ? notes + formatFile(first, style)
    : formatReports(sortWorstFirst(reports), notes, style)
}

/** Formats several files: first a table and the total, then notes, then the changes, by file with --verbose. */
function formatReports(
  reports: readonly UpgradeReport[],
  notes: string,
  style: UpgradeStyle,
): string {
  const total = `${formatTotal(reports)}${style.isVerbose ? '' : '; --verbose shows each file in full'}`
  const changes = style.isVerbose
    ? reports.map((report) => formatFile(report, style)).join('\n')
    : formatSharedChanges(reports, style)
  const parts = [
    formatTable(reports, style),
    `${wrapText(total, style.width).join('\n')}\n`,
    notes,
    changes,
  ]
  return `${parts
    .map((part) => part.trimEnd())
    .filter((part) => part !== '')
    .join('\n\n')}\n`
}
