import { DOUBLE_QUOTE, END, HASH, SINGLE_QUOTE, isBlankOrEnd, isBreak } from '../characters.js'
import type { Span } from '../nodes.js'
import type { Diagnosis, Evidence } from './diagnosis.js'
import { endOfContent, endOfLine, indentation, isEmptyLine, nextLine, quote, startOfContent, startOfLine } from './lines.js'

const opening = '[{'
const closing = ']}'

/** The outermost bracket that was open when the fault came, or -1. */
export function outermostBracket({ parser }: Evidence): number {
  const frame = parser.stack.find(({ collection }) => collection.flow && '[{'.includes(parser.scanner.text.charAt(collection.start)))
  return frame?.collection.start ?? parser.scanner.brackets[0] ?? -1
}

/** Where the brackets end: after the last one, or where the next entry of the block around begins. */
function endOfBrackets(text: string, start: number, column: number): { end: number; closed: boolean } {
  let depth = 0
  for (let offset = start; ; offset++) {
    const code = text.charCodeAt(offset)
    const character = text.charAt(offset)
    if (code === END) return { end: offset, closed: false }
    if (isBreak(code) && endsBlock(text, offset, column)) return { end: offset, closed: false }
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) offset = endOfQuote(text, offset)
    else if (code === HASH && isBlankOrEnd(text.charCodeAt(offset - 1))) offset = endOfLine(text, offset) - 1
    else if (opening.includes(character)) depth++
    else if (closing.includes(character) && --depth === 0) return { end: offset + 1, closed: true }
  }
}

function endsBlock(text: string, offset: number, column: number): boolean {
  const line = nextLine(text, offset)
  if (isEmptyLine(text, line) || closing.includes(text.charAt(startOfContent(text, line)))) return false
  return indentation(text, line) <= column
}

// The closing quote on the line, or the quote itself: it may be an apostrophe.
function endOfQuote(text: string, offset: number): number {
  const close = text.indexOf(text.charAt(offset), offset + 1)
  return close > 0 && close < endOfLine(text, offset) ? close : offset
}

/** A bracket that was left open, if a later line was the first to look wrong. */
export function openBracket(evidence: Evidence): Diagnosis[] {
  const { text, fault, parser } = evidence
  const start = outermostBracket(evidence)
  if (start < 0) return []
  const { end, closed } = endOfBrackets(text, start, parser.scanner.indent)
  if (closed || (fault.noticed < end && startOfLine(text, fault.noticed) === startOfLine(text, start))) return []
  const span = { start, end: endOfContent(text, start) }
  const mark = text.charAt(start) === '[' ? ']' : '}'
  return [
    {
      code: 'unclosed-bracket',
      span,
      message: `${quote(text, span)} has no closing bracket; add \`${mark}\` at its end`,
      repairs: [[span], [{ start, end }]],
    },
  ]
}

/** Two entries without a comma between them, or an entry that must be quoted. */
export function missingComma(evidence: Evidence): Diagnosis[] {
  const { text, fault, parser } = evidence
  const start = outermostBracket(evidence)
  const whole = { start, end: endOfBrackets(text, start, parser.scanner.indent).end }
  const line = { start: Math.max(start, startOfLine(text, fault.noticed)), end: endOfLine(text, fault.noticed) }
  const entry = entryAround(text, fault.noticed, start)
  const repairs = [[entry], [line], [whole]]
  const { noticed } = fault
  if (text.startsWith('${', noticed - 1)) {
    const span = { start: noticed - 1, end: endOfBrackets(text, noticed, -1).end }
    const name = quote(text, span)
    return [{ code: 'unquoted-variable', span, message: `${name} must be quoted inside brackets: \`"${name.slice(1, -1)}"\``, repairs }]
  }
  const span = { start: noticed, end: Math.max(noticed + 1, Math.min(entry.end, endOfContent(text, noticed))) }
  const found = quote(text, span)
  const message = text.charAt(noticed) === ':'
    ? `the entry before ${found} is not separated by a comma, or holds a colon and must be quoted`
    : `a comma is missing before ${found}`
  return [{ code: 'missing-comma', span, message, repairs }]
}

/** The entry between commas or brackets, on one line; with the comma after it if one stands before it. */
export function entryAround(text: string, offset: number, limit: number): Span {
  const separators = `,${opening}${closing}`
  const line = Math.max(startOfLine(text, offset), limit + 1)
  let start = offset
  while (start > line && !separators.includes(text.charAt(start - 1))) start--
  let end = offset
  const stop = endOfContent(text, offset)
  if (opening.includes(text.charAt(offset))) end = Math.min(endOfBrackets(text, offset, -1).end, stop)
  while (end < stop && !separators.includes(text.charAt(end))) end++
  const alone = start > line || line === limit + 1
  return { start, end: alone && text.charAt(end) === ',' ? end + 1 : end }
}
