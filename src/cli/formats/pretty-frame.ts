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
const formatLink = ({ usesLinks }: OutputStyle, url: string, text: string): string =>
  usesLinks ? `\u001b]8;;${url}\u001b\\${text}\u001b]8;;\u001b\\` : text

export function formatRuleName(rule: string, style: OutputStyle): string {
  const url = style.usesLinks ? findRulePage(rule) : undefined
  const text = applyColor(style, 'dim', rule)
  return url === undefined ? text : formatLink(style, url, text)
}

export const indentText = (text: string, { width }: OutputStyle): string[] =>
  wrapText(escapeControls(text), Math.max(minWidth, width - 2)).map((line) => `  ${line}`)

const formatFix = ({ title, unsafe }: Fix): string =>
  `fix: ${title} (routerfile fix${unsafe ? ' --unsafe' : ''})`

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
  const lineNumber = String(start.line + 1)
  const bar = style.usesUnicode ? '│' : '|'
  const source = lines[start.line] ?? ''
  const endCharacter = end.line === start.line ? end.character : source.length
  const [code, marks] = cutLine(source, {
    markStart: start.character,
    markEnd: Math.max(endCharacter, start.character + 1),
    maxColumns: Math.max(20, style.width - lineNumber.length - 5),
    prefix: style.usesUnicode ? '…' : '...',
  })
  return [
    `  ${applyColor(style, 'dim', `${lineNumber} ${bar}`)} ${code}`,
    `  ${applyColor(style, 'dim', `${' '.repeat(lineNumber.length)} ${bar}`)} ${applyColor(style, severityColors[severity], marks)}`,
  ]
}

/** The marked part of a line, the available columns, and the sign for text cut off at the start. */
type MarkedSpan = { markStart: number; markEnd: number; maxColumns: number; prefix: string }

/** A source line, cut so that the marked part is visible, and the markers below it. */
function cutLine(
  source: string,
  { markStart, markEnd, maxColumns, prefix }: MarkedSpan,
): [code: string, marks: string] {
  const start = markEnd > maxColumns ? Math.max(0, markStart - Math.floor(maxColumns / 3)) : 0
  // Reads only what is shown: a long line may have many findings, each of which shows a different part of the line.
  const visibleText = blankControls(
    source.slice(start > 0 ? start + prefix.length : 0, start + maxColumns),
  )
  const cutText = start > 0 ? prefix + visibleText : visibleText
  const textBefore = cutText.slice(0, markStart - start)
  const markedText = cutText.slice(markStart - start, markEnd - start)
  return [
    cutText.trimEnd(),
    ' '.repeat(measureColumns(textBefore)) + '^'.repeat(Math.max(1, measureColumns(markedText))),
  ]
}
