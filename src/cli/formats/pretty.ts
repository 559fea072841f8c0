import { styleText } from 'node:util'
import type { Diagnostic, Severity } from '../../diagnostic.js'
import type { OutputFormat, Report, Style } from './format.js'
import { count, summarize } from './format.js'

type Color = Parameters<typeof styleText>[0]

const colors: Record<Severity, Color> = { error: ['red', 'bold'], warning: ['yellow', 'bold'], info: ['cyan', 'bold'] }

const paint = ({ color: on }: Style, color: Color, text: string): string => (on ? styleText(color, text, { validateStream: false }) : text)

/** Breaks a sentence at blanks so that no line is longer than `width`. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** A line of the file, tabs as blanks, cut so that the marked part is seen. */
function frame(source: string, from: number, to: number, style: Style, gutter: number): [string, string] {
  const room = Math.max(20, style.width - gutter - 1)
  const start = to > room ? Math.max(0, from - Math.floor(room / 3)) : 0
  const cut = source.slice(start, start + room).replaceAll('\t', ' ')
  const left = from - start + (start > 0 ? 0 : 0)
  const length = Math.max(1, Math.min(to, start + room) - from)
  return [start > 0 ? `…${cut.slice(1)}` : cut, `${' '.repeat(left)}${'^'.repeat(length)}`]
}

function show(diagnostic: Diagnostic, lines: readonly string[], style: Style): string {
  const { severity, rule, message, range } = diagnostic
  const { start, end } = range
  const place = `${start.line + 1}:${start.character + 1}`.padEnd(7)
  const label = severity.padEnd(8)
  const indent = ' '.repeat(2 + place.length + 1 + label.length)
  const [first = '', ...more] = wrap(message, Math.max(30, style.width - indent.length))
  const number = String(start.line + 1)
  const source = lines[start.line] ?? ''
  const last = end.line === start.line ? end.character : source.length
  const [code, marks] = frame(source, start.character, Math.max(last, start.character + 1), style, number.length + 5)
  const bar = paint(style, 'dim', `${' '.repeat(number.length + 2)}│`)
  return [
    `  ${place} ${paint(style, colors[severity], label)}${first}`,
    ...more.map((line) => indent + line),
    `${indent}${paint(style, 'dim', rule)}`,
    `  ${paint(style, 'dim', `${number} │`)} ${code}`.trimEnd(),
    `${bar} ${paint(style, colors[severity], marks)}`,
    ...(diagnostic.related ?? []).map((item) => `  ${paint(style, 'dim', `line ${item.range.start.line + 1}: ${item.message}`)}`),
    '',
  ].join('\n')
}

function file({ path, text, diagnostics }: Report, style: Style): string {
  if (diagnostics.length === 0) return ''
  const lines = text.split(/\r\n|\n|\r/)
  return `${paint(style, ['bold', 'underline'], path)}\n${diagnostics.map((diagnostic) => show(diagnostic, lines, style)).join('\n')}\n`
}

export const pretty: OutputFormat = {
  name: 'pretty',
  summary: 'findings with the line of the file, for people',
  print: (reports, style) => {
    const counts = count(reports)
    const color: Color = counts.error > 0 ? ['red', 'bold'] : counts.warning > 0 ? ['yellow', 'bold'] : ['green', 'bold']
    return `${reports.map((report) => file(report, style)).join('')}${paint(style, color, summarize(counts, style.release))}\n`
  },
}
