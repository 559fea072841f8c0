import { styleText } from 'node:util'
import type { Diagnostic, Severity } from '../../diagnostic.js'
import { withoutSecrets } from '../../secret.js'
import { columns, wrap } from '../width.js'
import type { OutputFormat, Report, Style } from './format.js'
import { count, summarize } from './format.js'

type Color = Parameters<typeof styleText>[0]

const colors: Record<Severity, Color> = { error: ['red', 'bold'], warning: ['yellow', 'bold'], info: ['cyan', 'bold'] }

const paint = ({ color: on }: Style, color: Color, text: string): string => (on ? styleText(color, text, { validateStream: false }) : text)

/** A line of the file, cut so that the marked part is seen, and the marks to go below it. */
function frame(source: string, from: number, to: number, room: number): [code: string, marks: string] {
  const plain = source.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ')
  const start = to > room ? Math.max(0, from - Math.floor(room / 3)) : 0
  const cut = start > 0 ? `…${plain.slice(start + 1, start + room)}` : plain.slice(0, room)
  const before = cut.slice(0, from - start)
  const marked = cut.slice(from - start, to - start)
  return [cut.trimEnd(), ' '.repeat(columns(before)) + '^'.repeat(Math.max(1, columns(marked)))]
}

function show({ severity, rule, message, range: { start, end }, related = [] }: Diagnostic, lines: readonly string[], style: Style): string {
  const place = `${start.line + 1}:${start.character + 1}`.padEnd(7)
  const label = severity.padEnd(8)
  const indent = ' '.repeat(2 + place.length + 1 + label.length)
  const [first = '', ...more] = wrap(message, Math.max(30, style.width - indent.length))
  const number = String(start.line + 1)
  const source = lines[start.line] ?? ''
  const last = end.line === start.line ? end.character : source.length
  const [code, marks] = frame(source, start.character, Math.max(last, start.character + 1), Math.max(20, style.width - number.length - 5))
  return [
    `  ${place} ${paint(style, colors[severity], label)}${first}`,
    ...more.map((line) => indent + line),
    `${indent}${paint(style, 'dim', rule)}`,
    `  ${paint(style, 'dim', `${number} │`)} ${code}`,
    `  ${paint(style, 'dim', `${' '.repeat(number.length)} │`)} ${paint(style, colors[severity], marks)}`,
    ...related.map((item) => `  ${paint(style, 'dim', `line ${item.range.start.line + 1}: ${item.message}`)}`),
    '',
  ].join('\n')
}

/** The findings of one file, without a summary. */
export function showReport({ path, text, diagnostics }: Report, style: Style): string {
  if (diagnostics.length === 0) return ''
  const lines = withoutSecrets(text.split(/\r\n|\n|\r/))
  return `${paint(style, ['bold', 'underline'], path)}\n${diagnostics.map((diagnostic) => show(diagnostic, lines, style)).join('\n')}\n`
}

export const pretty: OutputFormat = {
  name: 'pretty',
  summary: 'findings with the line of the file, for people',
  print: (reports, style) => {
    const counts = count(reports)
    const color: Color = counts.error > 0 ? ['red', 'bold'] : counts.warning > 0 ? ['yellow', 'bold'] : ['green', 'bold']
    return `${reports.map((report) => showReport(report, style)).join('')}${paint(style, color, summarize(counts, style.release))}\n`
  },
}
