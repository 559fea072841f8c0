import { styleText } from 'node:util'
import type { Diagnostic, Fix, Severity } from '../../document/diagnostic.js'
import { getRuleUrl } from '../../lint/rule.js'
import { maskSecrets } from '../../document/secrets.js'
import {
  escapeControls,
  wrapHanging,
  minWidth,
  wrapText,
  blankControls,
  measureColumns,
} from '../ui/text.js'
import type { FileReport } from '../../project/reports.js'
import type { OutputFormat, OutputStyle } from './format.js'
import { countFindings, formatSummary } from './format.js'

type Color = Parameters<typeof styleText>[0]

const colors: Record<Severity, Color> = {
  error: ['red', 'bold'],
  warning: ['yellow', 'bold'],
  info: ['cyan', 'bold'],
}

const applyColor = ({ color: on }: OutputStyle, color: Color, text: string): string =>
  on ? styleText(color, text, { validateStream: false }) : text

/** A text that leads to a page where it is clicked on (OSC 8, https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda). */
const formatLink = ({ links: on }: OutputStyle, url: string, text: string): string =>
  on ? `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\` : text

const formatFix = ({ title, unsafe }: Fix): string =>
  `fix: ${title} (routerfile fix${unsafe ? ' --unsafe' : ''})`

function formatDiagnostic(
  { severity, rule, message, range: { start, end }, related = [], fix }: Diagnostic,
  lines: readonly string[],
  style: OutputStyle,
): string {
  const place = `${start.line + 1}:${start.character + 1}`.padEnd(7)
  const label = severity.padEnd(8)
  const beside = ' '.repeat(2 + place.length + 1 + label.length)
  const isNarrow = style.width - beside.length < minWidth
  const indent = isNarrow ? '    ' : beside
  const wrapped = wrapText(escapeControls(message), Math.max(minWidth, style.width - indent.length))
  const [first = '', ...more] = isNarrow ? ['', ...wrapped] : wrapped
  const number = String(start.line + 1)
  const bar = style.unicode ? '│' : '|'
  const source = lines[start.line] ?? ''
  const last = end.line === start.line ? end.character : source.length
  const room = Math.max(20, style.width - number.length - 5)
  const [code, marks] = formatFrame(source, {
    from: start.character,
    to: Math.max(last, start.character + 1),
    room,
    left: style.unicode ? '…' : '...',
  })
  const notes = [
    ...related.map((item) => `line ${item.range.start.line + 1}: ${item.message}`),
    ...(fix ? [formatFix(fix)] : []),
  ]
  return [
    `  ${place} ${applyColor(style, colors[severity], label)}${first}`,
    ...more.map((line) => indent + line),
    indent + formatRule(rule, style),
    `  ${applyColor(style, 'dim', `${number} ${bar}`)} ${code}`,
    `  ${applyColor(style, 'dim', `${' '.repeat(number.length)} ${bar}`)} ${applyColor(style, colors[severity], marks)}`,
    ...notes
      .flatMap((note) => wrapHanging(escapeControls(note), style.width - 2, '  '))
      .map((line) => `  ${applyColor(style, 'dim', line)}`),
    '',
  ].join('\n')
}

function formatRule(rule: string, style: OutputStyle): string {
  const [url, text] = [getRuleUrl(rule), applyColor(style, 'dim', rule)]
  return url === undefined ? text : formatLink(style, url, text)
}

/** The findings of one file, without a summary. */
export function formatReport({ path, text, diagnostics }: FileReport, style: OutputStyle): string {
  if (diagnostics.length === 0) return ''
  const lines = maskSecrets(text.split(/\r\n|\n|\r/))
  return `${applyColor(style, ['bold', 'underline'], escapeControls(path))}\n${diagnostics.map((diagnostic) => formatDiagnostic(diagnostic, lines, style)).join('\n')}\n`
}

/** The reports with the first findings only. */
function takeFirst(reports: readonly FileReport[], most: number): FileReport[] {
  let room = most
  return reports.map((report) => {
    const diagnostics = report.diagnostics.slice(0, room)
    room -= diagnostics.length
    return { ...report, diagnostics }
  })
}

export const pretty: OutputFormat = {
  name: 'pretty',
  summary: 'findings with the line of the file, for people',
  order: 1,
  reader: 'person',

  print: (reports, { release }, style) => {
    if (reports.length === 0) return ''
    const counts = countFindings(reports)
    const left = counts.error + counts.warning + counts.info - style.maxFindings
    const more =
      left > 0
        ? `${left} more ${left === 1 ? 'is' : 'are'} not shown (--max-problems ${style.maxFindings})\n`
        : ''
    const color: Color =
      counts.error > 0
        ? ['red', 'bold']
        : counts.warning > 0
          ? ['yellow', 'bold']
          : ['green', 'bold']
    return `${takeFirst(reports, style.maxFindings)
      .map((report) => formatReport(report, style))
      .join('')}${more}${wrapText(formatSummary(counts, release), style.width)
      .map((line) => `${applyColor(style, color, line)}\n`)
      .join('')}`
  },
}

/** What of a line is marked, the columns that there are, and the sign for what is left out before. */
type MarkedSpan = { from: number; to: number; room: number; left: string }

/** A line of the file, cut so that the marked part is seen, and the marks to go below it. */
function formatFrame(
  source: string,
  { from, to, room, left }: MarkedSpan,
): [code: string, marks: string] {
  const plain = blankControls(source)
  const start = to > room ? Math.max(0, from - Math.floor(room / 3)) : 0
  const cut =
    start > 0 ? left + plain.slice(start + left.length, start + room) : plain.slice(0, room)
  const before = cut.slice(0, from - start)
  const marked = cut.slice(from - start, to - start)
  return [
    cut.trimEnd(),
    ' '.repeat(measureColumns(before)) + '^'.repeat(Math.max(1, measureColumns(marked))),
  ]
}
