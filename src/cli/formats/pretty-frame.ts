import type { Diagnostic, Fix, Severity } from '../../document/diagnostic.js'
import { findRulePage } from '../../project/pages.js'
import type { Color } from '../ui/text.js'
import {
  applyColor,
  blankControls,
  escapeControls,
  measureColumns,
  minWidth,
  wrapHanging,
  wrapText,
} from '../ui/text.js'
import type { OutputStyle } from './format.js'

export const severityColors: Record<Severity, Color> = {
  error: ['red', 'bold'],
  warning: ['yellow', 'bold'],
  info: ['cyan', 'bold'],
}

/** Text that opens a page when clicked (OSC 8, https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda). */
const formatLink = ({ links: on }: OutputStyle, url: string, text: string): string =>
  on ? `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\` : text

/** The id of a rule, linked to its page. */
export function formatRuleName(rule: string, style: OutputStyle): string {
  const url = style.links ? findRulePage(rule) : undefined
  const text = applyColor(style, 'dim', rule)
  return url === undefined ? text : formatLink(style, url, text)
}

/** A sentence as indented lines, wrapped to fit. */
export const indentText = (text: string, { width }: OutputStyle): string[] =>
  wrapText(escapeControls(text), Math.max(minWidth, width - 2)).map((line) => `  ${line}`)

const formatFix = ({ title, unsafe }: Fix): string =>
  `fix: ${title} (routerfile fix${unsafe ? ' --unsafe' : ''})`

/** The notes below the message of a finding: related places in the file, and its fix. */
export const formatNotes = ({ related = [], fix }: Diagnostic, style: OutputStyle): string[] =>
  [
    ...related.map((item) => `line ${item.range.start.line + 1}: ${item.message}`),
    ...(fix ? [formatFix(fix)] : []),
  ]
    .flatMap((note) => wrapHanging(escapeControls(note), style.width - 2, '  '))
    .map((line) => `  ${applyColor(style, 'dim', line)}`)

/** The source line of a finding, with markers below it. */
export function formatFrame(
  { severity, range: { start, end } }: Diagnostic,
  lines: readonly string[],
  style: OutputStyle,
): string[] {
  const number = String(start.line + 1)
  const bar = style.unicode ? '│' : '|'
  const source = lines[start.line] ?? ''
  const last = end.line === start.line ? end.character : source.length
  const [code, marks] = cutLine(source, {
    from: start.character,
    to: Math.max(last, start.character + 1),
    room: Math.max(20, style.width - number.length - 5),
    prefix: style.unicode ? '…' : '...',
  })
  return [
    `  ${applyColor(style, 'dim', `${number} ${bar}`)} ${code}`,
    `  ${applyColor(style, 'dim', `${' '.repeat(number.length)} ${bar}`)} ${applyColor(style, severityColors[severity], marks)}`,
  ]
}

/** The marked part of a line, the available columns, and the sign for text cut off at the start. */
type MarkedSpan = { from: number; to: number; room: number; prefix: string }

/** A source line, cut so that the marked part is visible, and the markers below it. */
function cutLine(
  source: string,
  { from, to, room, prefix }: MarkedSpan,
): [code: string, marks: string] {
  const start = to > room ? Math.max(0, from - Math.floor(room / 3)) : 0
  // Reads only what is shown, because each finding on a long line shows a different part of it.
  const shown = blankControls(source.slice(start > 0 ? start + prefix.length : 0, start + room))
  const cut = start > 0 ? prefix + shown : shown
  const before = cut.slice(0, from - start)
  const marked = cut.slice(from - start, to - start)
  return [
    cut.trimEnd(),
    ' '.repeat(measureColumns(before)) + '^'.repeat(Math.max(1, measureColumns(marked))),
  ]
}
