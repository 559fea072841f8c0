import {
  DOUBLE_QUOTE,
  END,
  HASH,
  SINGLE_QUOTE,
  isBlank,
  isBlankOrEnd,
  isBreak,
  isBreakOrEnd,
} from '../characters.js'
import type { Span } from '../nodes.js'
import { createBlanking } from './diagnosis.js'
import type { Diagnosis, DiagnosisContext, Repair } from './diagnosis.js'
import {
  findContentEnd,
  findYamlLineEnd,
  getIndentation,
  isEmptyLine,
  findNextLine,
  quoteSpan,
  findContentStart,
  findYamlLineStart,
} from './lines.js'
import type { ShiftedText } from './lines.js'

const opening = '[{'
const closing = ']}'

/** The outermost bracket that was open at the fault, or -1. */
export function findOutermostBracket({ parser: { stack, scanner } }: DiagnosisContext): number {
  const frame = stack.find(
    ({ collection: { flow, start } }) => flow && opening.includes(scanner.text.charAt(start)),
  )
  return frame?.collection.start ?? scanner.brackets[0] ?? -1
}

// The end of the brackets: after the last one, or before the next entry of the surrounding block.
function findBracketsEnd(
  shifted: ShiftedText,
  start: number,
  column: number,
): { end: number; closed: boolean } {
  const { text } = shifted
  let depth = 0
  for (let offset = start; ; offset++) {
    const code = text.charCodeAt(offset)
    const character = text.charAt(offset)
    if (code === END) return { end: offset, closed: false }
    if (isBreak(code) && endsBlock(shifted, offset, column)) return { end: offset, closed: false }
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) offset = findQuoteEnd(text, offset)
    else if (code === HASH && isBlankOrEnd(text.charCodeAt(offset - 1)))
      offset = findYamlLineEnd(text, offset) - 1
    else if (opening.includes(character)) depth++
    else if (closing.includes(character) && --depth === 0) return { end: offset + 1, closed: true }
  }
}

function endsBlock(shifted: ShiftedText, offset: number, column: number): boolean {
  const { text } = shifted
  const line = findNextLine(text, offset)
  if (isEmptyLine(text, line) || closing.includes(text.charAt(findContentStart(text, line))))
    return false
  return getIndentation(shifted, line) <= column
}

// The closing quote on the line, or the quote itself: it may be an apostrophe.
function findQuoteEnd(text: string, offset: number): number {
  const mark = text.charCodeAt(offset)
  let close = offset + 1
  while (text.charCodeAt(close) !== mark && !isBreakOrEnd(text.charCodeAt(close))) close++
  return text.charCodeAt(close) === mark ? close : offset
}

/** A bracket that was left open, if the fault was only noticed on a later line. */
export function diagnoseOpenBracket(evidence: DiagnosisContext): Diagnosis[] {
  const { shifted, fault, parser } = evidence
  const { text } = shifted
  const start = findOutermostBracket(evidence)
  if (start < 0) return []
  const { end, closed } = findBracketsEnd(shifted, start, parser.scanner.indent)
  if (
    closed ||
    (fault.noticedAt < end &&
      findYamlLineStart(text, fault.noticedAt) === findYamlLineStart(text, start))
  )
    return []
  const span = { start, end: findContentEnd(text, start) }
  const mark = text.charAt(start) === '[' ? ']' : '}'
  const message = `${quoteSpan(text, span)} has no closing bracket; add \`${mark}\` at its end`
  const repairs = [...closeAtEnd(text, span), createBlanking(span), createBlanking({ start, end })]
  return [{ code: 'unclosed-bracket', span, message, repairs }]
}

// Closes the bracket after the last entry, if there is a space, comma or colon to replace.
function closeAtEnd(text: string, { start, end }: Span): Repair[] {
  const open: string[] = []
  for (let offset = start; offset < end; offset++) {
    const character = text.charAt(offset)
    if (character === '"' || character === "'") offset = findQuoteEnd(text, offset)
    else if (opening.includes(character)) open.push(character === '[' ? ']' : '}')
    else if (closing.includes(character)) open.pop()
  }
  const from = /[,:]/.test(text.charAt(end - 1)) ? end - 1 : end
  let room = from
  while (room < end || isBlank(text.charCodeAt(room))) room++
  if (room - from < open.length) return []
  return [createBlanking({ start: from, end: from + open.length, by: open.toReversed().join('') })]
}

/** Two entries without a comma between them, or an entry that must be quoted. */
export function diagnoseMissingComma(evidence: DiagnosisContext): Diagnosis[] {
  const { shifted, fault, parser } = evidence
  const { text } = shifted
  const { noticedAt: noticed } = fault
  const start = findOutermostBracket(evidence)
  const whole = { start, end: findBracketsEnd(shifted, start, parser.scanner.indent).end }
  const line = {
    start: Math.max(start, findYamlLineStart(text, noticed)),
    end: findYamlLineEnd(text, noticed),
  }
  const entry = findEntryAround(shifted, noticed, start)
  const repairs = [
    createBlanking(includeComma(shifted, entry)),
    createBlanking(line),
    createBlanking(whole),
  ]
  if (text.startsWith('${', noticed - 1)) {
    const span = { start: noticed - 1, end: findBracketsEnd(shifted, noticed, -1).end }
    const found = quoteSpan(text, span)
    const message = `${found} must be quoted inside brackets: \`"${found.slice(1, -1)}"\``
    return [{ code: 'unquoted-variable', span, message, repairs }]
  }
  const span = {
    start: noticed,
    end: Math.max(noticed + 1, Math.min(entry.end, findContentEnd(text, noticed))),
  }
  const found = quoteSpan(text, span)
  const message =
    text.charAt(noticed) === ':'
      ? `missing comma before ${found}; if the entry before it contains a colon, quote that entry`
      : `missing comma before ${found}`
  return [{ code: 'missing-comma', span, message, repairs }]
}

/** The entry between commas or brackets, on one line. */
export function findEntryAround(shifted: ShiftedText, offset: number, limit: number): Span {
  const { text } = shifted
  const separators = `,${opening}${closing}`
  const line = Math.max(findYamlLineStart(text, offset), limit + 1)
  let start = offset
  while (start > line && !separators.includes(text.charAt(start - 1))) start--
  const stop = findContentEnd(text, offset)
  let end = offset
  if (opening.includes(text.charAt(offset)))
    end = Math.min(findBracketsEnd(shifted, offset, -1).end, stop)
  while (end < stop && !separators.includes(text.charAt(end))) end++
  return { start, end }
}

/** The entry with the comma after it, unless the comma is needed to separate the surrounding entries. */
export function includeComma({ text }: ShiftedText, { start, end }: Span): Span {
  const first = findContentStart(text, start) >= start
  return { start, end: !first && text.charAt(end) === ',' ? end + 1 : end }
}
