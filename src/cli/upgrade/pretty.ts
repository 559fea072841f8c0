import { styleText } from 'node:util'
import type { Severity } from '../../diagnostic.js'
import { visible } from '../visible.js'
import { narrowest, wrap } from '../width.js'
import type { FileVerdict, Group, UpgradeFormat, UpgradeReport, UpgradeStyle } from './report.js'
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

type Color = Parameters<typeof styleText>[0]

const colors: Record<Severity, Color> = {
  error: ['red', 'bold'],
  warning: ['yellow', 'bold'],
  info: ['cyan', 'bold'],
}

const verdictColors: Record<FileVerdict, Color> = {
  refused: colors.error,
  'refused by both': colors.error,
  changed: colors.warning,
  accepted: ['green', 'bold'],
  news: colors.info,
  same: ['green', 'bold'],
}

const headings: Record<Severity, string> = {
  error: 'keeps the router from running',
  warning: 'works otherwise',
  info: 'good to know',
}

const paint = ({ color: on }: UpgradeStyle, color: Color, text: string): string =>
  on ? styleText(color, text, { validateStream: false }) : text

function show(group: Group, style: UpgradeStyle): string {
  const { kind, severity, message, reason = '', advice } = group.change
  const [place = '', ...others] = group.places.map(placeOf).filter((text) => text !== '')
  const isNarrow = style.width - 20 < narrowest
  const indent = ' '.repeat(isNarrow ? 4 : 20)
  const room = Math.max(narrowest, style.width - indent.length)
  const [first = '', ...more] = [...(isNarrow ? [''] : []), ...wrap(message, room)]
  const rest = [
    ...more,
    ...[reason, advice, fixOf(group)]
      .filter((text) => text !== '' && !message.includes(text))
      .flatMap((text) => wrap(text, room)),
    ...(others.length > 0 ? wrap(`also at ${others.join(', ')}`, room) : []),
  ]
  return [
    `  ${place.padEnd(7)} ${paint(style, colors[severity], kind.padEnd(10))}${first}`,
    ...rest.map((line) => indent + line),
    ...wrap(originOf(group), room).map((line) => `${indent}${paint(style, 'dim', line)}`),
    '',
    '',
  ].join('\n')
}

function file(report: UpgradeReport, style: UpgradeStyle): string {
  const groups = groupsOf(report.changes)
  const parts = (['error', 'warning', 'info'] as const).flatMap((severity) => {
    const own = groups.filter(({ change }) => change.severity === severity)
    return own.length > 0
      ? [`${paint(style, 'bold', headings[severity])}\n`, ...own.map((group) => show(group, style))]
      : []
  })
  return `${paint(style, ['bold', 'underline'], visible(report.path))}\n${parts.join('')}${paint(style, verdictColors[verdictOf(report)], wrap(summaryOf(report), style.width).join('\n'))}\n`
}

function table(reports: readonly UpgradeReport[], style: UpgradeStyle): string {
  const names = columns.map(({ name }) => name)
  const width = Math.max('verdict'.length, ...reports.map((report) => verdictOf(report).length))
  const row = (verdict: string, counts: readonly string[], path: string): string =>
    `${verdict}  ${counts.map((count, index) => count.padStart(names[index]?.length ?? 0)).join('  ')}  ${path}\n`
  const rows = reports.map((report) => {
    const verdict = verdictOf(report)
    return row(
      paint(style, verdictColors[verdict], verdict.padEnd(width)),
      countsOf(report).map((count) => (count === 0 ? '·' : String(count))),
      visible(report.path),
    )
  })
  return `${paint(style, 'dim', row('verdict'.padEnd(width), names, 'file').trimEnd())}\n${rows.join('')}`
}

/** For people: one file in full, of several a table. */
export const pretty: UpgradeFormat = (reports, style) => {
  const [first, ...more] = worstFirst(reports)
  if (first && more.length === 0) return file(first, style)
  const sorted = worstFirst(reports)
  const full = style.verbose ? `${sorted.map((report) => file(report, style)).join('\n')}\n` : ''
  return `${full}${table(sorted, style)}\n${summaryOfAll(sorted)}${style.verbose ? '' : '; --verbose shows each'}\n`
}
