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
  isBlankOrCommentLine,
  findNextLine,
  quoteSpan,
  findContentStart,
  findYamlLineStart,
} from './lines.js'
import type { ShiftedText } from './lines.js'

const openingBrackets = '[{'
const closingBrackets = ']}'

/** The offset of the outermost bracket that is open at the fault, or -1. */
export function findOutermostBracket({ parser: { stack, scanner } }: DiagnosisContext): number {
  const frame = stack.find(
    ({ collection: { isFlow, start } }) =>
      isFlow && openingBrackets.includes(scanner.text.charAt(start)),
  )
  return frame?.collection.start ?? scanner.openBrackets[0] ?? -1
}

// The end of the brackets that open at `start`: after the closing bracket, or at the end of the line before the next
// entry of the surrounding block, whose column is `column`.
function findBracketsEnd(
  shiftedText: ShiftedText,
  start: number,
  column: number,
): { end: number; isClosed: boolean } {
  const { text } = shiftedText
  let depth = 0
  for (let offset = start; ; offset++) {
    const code = text.charCodeAt(offset)
    const character = text.charAt(offset)
    if (code === END) return { end: offset, isClosed: false }
    if (isBreak(code) && endsBlock(shiftedText, offset, column))
      return { end: offset, isClosed: false }
    if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) offset = findQuoteEnd(text, offset)
    else if (code === HASH && isBlankOrEnd(text.charCodeAt(offset - 1)))
      offset = findYamlLineEnd(text, offset) - 1
    else if (openingBrackets.includes(character)) depth++
    else if (closingBrackets.includes(character) && --depth === 0)
      return { end: offset + 1, isClosed: true }
  }
}

function endsBlock(shiftedText: ShiftedText, offset: number, column: number): boolean {
  const { text } = shiftedText
  const line = findNextLine(text, offset)
  if (
    isBlankOrCommentLine(text, line) ||
    closingBrackets.includes(text.charAt(findContentStart(text, line)))
  )
    return false
  return getIndentation(shiftedText, line) <= column
}

// The offset of the closing quote on the line. If there is none, the offset of the opening quote, which may be an
// apostrophe.
function findQuoteEnd(text: string, offset: number): number {
  const quote = text.charCodeAt(offset)
  let closingQuote = offset + 1
  while (text.charCodeAt(closingQuote) !== quote && !isBreakOrEnd(text.charCodeAt(closingQuote)))
    closingQuote++
  return text.charCodeAt(closingQuote) === quote ? closingQuote : offset
}

/**
 * Diagnoses a bracket that is not closed. Empty if every bracket is closed, or if the fault is inside the brackets and
 * on the line of the opening bracket.
 */
export function diagnoseOpenBracket(context: DiagnosisContext): Diagnosis[] {
  const { shiftedText, fault, parser } = context
  const { text } = shiftedText
  const start = findOutermostBracket(context)
  if (start < 0) return []
  const { end, isClosed } = findBracketsEnd(shiftedText, start, parser.scanner.indent)
  if (
    isClosed ||
    (fault.noticedAt < end &&
      findYamlLineStart(text, fault.noticedAt) === findYamlLineStart(text, start))
  )
    return []
  const span = { start, end: findContentEnd(text, start) }
  const closingBracket = text.charAt(start) === '[' ? ']' : '}'
  const message = `${quoteSpan(text, span)} has no closing bracket; add \`${closingBracket}\` at its end`
  const repairs = [...closeAtEnd(text, span), createBlanking(span), createBlanking({ start, end })]
  return [{ code: 'unclosed-bracket', span, message, repairs }]
}

// Closes the brackets after the last entry. The closing brackets replace spaces, or a comma or colon at the end, if
// there are enough of these characters.
function closeAtEnd(text: string, { start, end }: Span): Repair[] {
  const closers: string[] = []
  for (let offset = start; offset < end; offset++) {
    const character = text.charAt(offset)
    if (character === '"' || character === "'") offset = findQuoteEnd(text, offset)
    else if (openingBrackets.includes(character)) closers.push(character === '[' ? ']' : '}')
    else if (closingBrackets.includes(character)) closers.pop()
  }
  const fillStart = /[,:]/.test(text.charAt(end - 1)) ? end - 1 : end
  let fillEnd = fillStart
  while (fillEnd < end || isBlank(text.charCodeAt(fillEnd))) fillEnd++
  if (fillEnd - fillStart < closers.length) return []
  return [
    createBlanking({
      start: fillStart,
      end: fillStart + closers.length,
      text: closers.toReversed().join(''),
    }),
  ]
}

/** Diagnoses two entries without a comma between them, or an entry that must be quoted. */
export function diagnoseMissingComma(context: DiagnosisContext): Diagnosis[] {
  const { shiftedText, fault, parser } = context
  const { text } = shiftedText
  const { noticedAt } = fault
  const start = findOutermostBracket(context)
  const allBrackets = { start, end: findBracketsEnd(shiftedText, start, parser.scanner.indent).end }
  const lineSpan = {
    start: Math.max(start, findYamlLineStart(text, noticedAt)),
    end: findYamlLineEnd(text, noticedAt),
  }
  const entry = findEntryAround(shiftedText, noticedAt, start)
  const repairs = [
    createBlanking(includeComma(shiftedText, entry)),
    createBlanking(lineSpan),
    createBlanking(allBrackets),
  ]
  if (text.startsWith('${', noticedAt - 1)) {
    const span = { start: noticedAt - 1, end: findBracketsEnd(shiftedText, noticedAt, -1).end }
    const excerpt = quoteSpan(text, span)
    const message = `${excerpt} must be quoted inside brackets: \`"${excerpt.slice(1, -1)}"\``
    return [{ code: 'unquoted-variable', span, message, repairs }]
  }
  const span = {
    start: noticedAt,
    end: Math.max(noticedAt + 1, Math.min(entry.end, findContentEnd(text, noticedAt))),
  }
  const excerpt = quoteSpan(text, span)
  const message =
    text.charAt(noticedAt) === ':'
      ? `missing comma before ${excerpt}; if the entry before it contains a colon, quote that entry`
      : `missing comma before ${excerpt}`
  return [{ code: 'missing-comma', span, message, repairs }]
}

/**
 * The flow entry around an offset: from the comma or bracket before the offset to the next one, within the line of the
 * offset, and not beyond the opening bracket at `limit`.
 */
export function findEntryAround(shiftedText: ShiftedText, offset: number, limit: number): Span {
  const { text } = shiftedText
  const separators = `,${openingBrackets}${closingBrackets}`
  const lineStart = Math.max(findYamlLineStart(text, offset), limit + 1)
  let start = offset
  while (start > lineStart && !separators.includes(text.charAt(start - 1))) start--
  const contentEnd = findContentEnd(text, offset)
  let end = offset
  if (openingBrackets.includes(text.charAt(offset)))
    end = Math.min(findBracketsEnd(shiftedText, offset, -1).end, contentEnd)
  while (end < contentEnd && !separators.includes(text.charAt(end))) end++
  return { start, end }
}

/**
 * Extends an entry by the comma after it, unless the entry is first on its line: the entry above may then need this
 * comma.
 */
export function includeComma({ text }: ShiftedText, { start, end }: Span): Span {
  const isFirstOnLine = findContentStart(text, start) >= start
  return { start, end: !isFirstOnLine && text.charAt(end) === ',' ? end + 1 : end }
}
