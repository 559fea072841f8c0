import { styleText } from 'node:util'
import type { Diagnostic, Fix, Severity } from '../../diagnostic.js'
import { documentationOf } from '../../lint/documentation.js'
import { withoutSecrets } from '../../secret.js'
import { visible } from '../visible.js'
import { hanging, narrowest, wrap } from '../width.js'
import type { OutputFormat, Report, Style } from './format.js'
import { count, summarize } from './format.js'
import { frame } from './frame.js'

type Color = Parameters<typeof styleText>[0]

const colors: Record<Severity, Color> = {
  error: ['red', 'bold'],
  warning: ['yellow', 'bold'],
  info: ['cyan', 'bold'],
}

const paint = ({ color: on }: Style, color: Color, text: string): string =>
  on ? styleText(color, text, { validateStream: false }) : text

/** A text that leads to a page where it is clicked on (OSC 8, https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda). */
const link = ({ links: on }: Style, url: string, text: string): string =>
  on ? `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\` : text

const showFix = ({ title, unsafe }: Fix): string =>
  `fix: ${title} (routerfile fix${unsafe ? ' --unsafe' : ''})`

function show(
  { severity, rule, message, range: { start, end }, related = [], fix }: Diagnostic,
  lines: readonly string[],
  style: Style,
): string {
  const place = `${start.line + 1}:${start.character + 1}`.padEnd(7)
  const label = severity.padEnd(8)
  const beside = ' '.repeat(2 + place.length + 1 + label.length)
  const isNarrow = style.width - beside.length < narrowest
  const indent = isNarrow ? '    ' : beside
  const said = wrap(visible(message), Math.max(narrowest, style.width - indent.length))
  const [first = '', ...more] = isNarrow ? ['', ...said] : said
  const number = String(start.line + 1)
  const bar = style.unicode ? '│' : '|'
  const source = lines[start.line] ?? ''
  const last = end.line === start.line ? end.character : source.length
  const room = Math.max(20, style.width - number.length - 5)
  const [code, marks] = frame(source, {
    from: start.character,
    to: Math.max(last, start.character + 1),
    room,
    left: style.unicode ? '…' : '...',
  })
  const notes = [
    ...related.map((item) => `line ${item.range.start.line + 1}: ${item.message}`),
    ...(fix ? [showFix(fix)] : []),
  ]
  return [
    `  ${place} ${paint(style, colors[severity], label)}${first}`,
    ...more.map((line) => indent + line),
    `${indent}${link(style, documentationOf(rule), paint(style, 'dim', rule))}`,
    `  ${paint(style, 'dim', `${number} ${bar}`)} ${code}`,
    `  ${paint(style, 'dim', `${' '.repeat(number.length)} ${bar}`)} ${paint(style, colors[severity], marks)}`,
    ...notes
      .flatMap((note) => hanging(visible(note), style.width - 2, '  '))
      .map((line) => `  ${paint(style, 'dim', line)}`),
    '',
  ].join('\n')
}

/** The findings of one file, without a summary. */
export function showReport({ path, text, diagnostics }: Report, style: Style): string {
  if (diagnostics.length === 0) return ''
  const lines = withoutSecrets(text.split(/\r\n|\n|\r/))
  return `${paint(style, ['bold', 'underline'], visible(path))}\n${diagnostics.map((diagnostic) => show(diagnostic, lines, style)).join('\n')}\n`
}

/** The reports with the first findings only. */
function firstOf(reports: readonly Report[], most: number): Report[] {
  let room = most
  return reports.map((report) => {
    const diagnostics = report.diagnostics.slice(0, room)
    room -= diagnostics.length
    return { ...report, diagnostics }
  })
}

export const pretty: OutputFormat = {
  print: (reports, { release }, style) => {
    if (reports.length === 0) return ''
    const counts = count(reports)
    const left = counts.error + counts.warning + counts.info - style.most
    const more =
      left > 0
        ? `${left} more ${left === 1 ? 'is' : 'are'} not shown (--max-problems ${style.most})\n`
        : ''
    const color: Color =
      counts.error > 0
        ? ['red', 'bold']
        : counts.warning > 0
          ? ['yellow', 'bold']
          : ['green', 'bold']
    return `${firstOf(reports, style.most)
      .map((report) => showReport(report, style))
      .join('')}${more}${wrap(summarize(counts, release), style.width)
      .map((line) => `${paint(style, color, line)}\n`)
      .join('')}`
  },
}
