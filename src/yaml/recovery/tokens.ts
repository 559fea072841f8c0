import { isBlank, TAB } from '../characters.js'
import { escapeDigits } from '../flow-scalars.js'
import type { Span } from '../nodes.js'
import { sortLikelyColumns, findOpenColumns } from './columns.js'
import type { TextReplacement, Diagnosis, DiagnosisContext, Repair } from './diagnosis.js'
import { createChange, createBlanking } from './diagnosis.js'
import type { ShiftedText } from './lines.js'
import {
  findYamlLineEnd,
  getIndentation,
  findLineBefore,
  walkLinesNearBelow,
  findContentStart,
  findYamlLineStart,
  findContentEnd,
  walkLinesBelow,
  quoteSpan,
  findBlockEnd,
  getRestOfLine,
} from './lines.js'
import { findEntryAround, findOutermostBracket, includeComma } from './brackets.js'

const tabWidths = [2, 4, 8]

/** Diagnoses a tab in indentation, where only spaces are allowed. Also repairs the next lines if they have tabs. */
export function diagnoseTabs({ shiftedText, fault }: DiagnosisContext): Diagnosis[] {
  const { text } = shiftedText
  const start = fault.noticedAt
  let end = start
  while (isBlank(text.charCodeAt(end))) end++
  const first = findYamlLineStart(text, start)
  const lines = [first]
  for (const line of walkLinesNearBelow(text, start)) {
    if (!text.slice(line, findContentStart(text, line)).includes('\t')) break
    lines.push(line)
  }
  const spaces: TextReplacement[] = [
    { start, end },
    ...lines.map((line) => ({ start: line, end: findContentStart(text, line) })),
  ]
  const isLeading = findContentStart(text, start) === end
  const repairs = isLeading ? listExpansions(shiftedText, lines, spaces) : []
  repairs.push(createChange(spaces))
  repairs.push(
    createChange(lines.map((line) => ({ start: line, end: findYamlLineEnd(text, line) }))),
  )
  return [
    {
      code: 'tab-indentation',
      span: { start, end },
      message: 'tabs are not allowed for indentation; use spaces',
      repairs,
    },
  ]
}

// Moves a single line to each column that is allowed there; for several lines, expands tabs to several widths.
function listExpansions(
  shiftedText: ShiftedText,
  lines: readonly number[],
  changes: TextReplacement[],
): Repair[] {
  const [line = 0, ...others] = lines
  if (others.length === 0) {
    const columns = sortLikelyColumns(
      shiftedText,
      line,
      findOpenColumns(shiftedText, findLineBefore(shiftedText.text, line)),
    )
    const currentColumn = getIndentation(shiftedText, line)
    return columns.map((column) => ({
      changes,
      moves: () => [{ line, shift: column - currentColumn }],
    }))
  }
  return tabWidths.map((width) => ({
    changes,
    moves: () =>
      lines.map((each) => ({ line: each, shift: countTabs(shiftedText, each) * (width - 1) })),
  }))
}

function countTabs({ text }: ShiftedText, line: number): number {
  return text.slice(line, findContentStart(text, line)).replaceAll(' ', '').length
}

const entryPattern = /^[ \t]*(?:-[ \t]+)*(?:[\w.@$/-]+[ \t]*:(?:[ \t]|$)|-[ \t])/
const maxPrefixLength = 200

/**
 * Diagnoses a quote that is not closed. Its scalar includes the following lines, up to the next quote or the end of the
 * text, where the fault is noticed. So a scalar of several lines that contains entries is suspected too.
 */
export function diagnoseOpenQuote({
  shiftedText: { text },
  fault,
  parser,
}: DiagnosisContext): Diagnosis[] {
  const { code, startedAt, noticedAt } = fault
  const ownDiagnoses = code === 'unclosed-quote' ? [createUnclosedQuote(text, startedAt)] : []
  const isInsideQuote =
    code === 'bad-escape' || (code === 'missing-colon' && isQuote(text, startedAt))
  const suspectQuote = isInsideQuote
    ? { start: startedAt, end: noticedAt }
    : parser.scanner.multilineQuote
  if (suspectQuote === undefined) return ownDiagnoses
  const { start, end } = suspectQuote
  const line = findYamlLineStart(
    text,
    code === 'unclosed-quote' ? startedAt : Math.max(noticedAt, startedAt),
  )
  if (start >= line || (!isInsideQuote && end < findYamlLineStart(text, startedAt)))
    return ownDiagnoses
  return containsEntry(text, start, end)
    ? [createUnclosedQuote(text, start), ...ownDiagnoses]
    : ownDiagnoses
}

function isQuote(text: string, offset: number): boolean {
  return text[offset] === '"' || text[offset] === "'"
}

function containsEntry(text: string, start: number, end: number): boolean {
  for (const line of walkLinesBelow(text, start)) {
    if (line >= end) return false
    if (
      entryPattern.test(
        text.slice(line, Math.min(findYamlLineEnd(text, line), line + maxPrefixLength)),
      )
    )
      return true
  }
  return false
}

function createUnclosedQuote(text: string, start: number): Diagnosis {
  const span = { start, end: Math.max(findContentEnd(text, start), start + 1) }
  const quote = text.charAt(start)
  const message = `${quoteSpan(text, span)} has no closing quote; add \`${quote}\` at its end`
  return {
    code: 'unclosed-quote',
    span,
    message,
    repairs: [createBlanking(span), createBlanking({ start, end: findYamlLineEnd(text, start) })],
  }
}

export function diagnoseBadEscape({ shiftedText: { text }, fault }: DiagnosisContext): Diagnosis[] {
  const start = text.lastIndexOf('\\', fault.noticedAt)
  const span = { start, end: start + 2 }
  const lineEnd = findYamlLineEnd(text, fault.noticedAt)
  let closingQuote = fault.noticedAt
  while (closingQuote < lineEnd && (text[closingQuote] !== '"' || text[closingQuote - 1] === '\\'))
    closingQuote++
  const excerpt = quoteSpan(text, span)
  const digitCount = escapeDigits.get(text.charAt(start + 1))
  const problem =
    digitCount === undefined
      ? 'is not a valid escape sequence'
      : `needs ${digitCount} hexadecimal digits`
  const message = `${excerpt} ${problem}; write \`\\${excerpt.slice(1)}, or put the value in single quotes`
  const value = { start: fault.startedAt, end: Math.min(closingQuote + 1, lineEnd) }
  return [
    {
      code: 'bad-escape',
      span,
      message,
      repairs: [createBlanking(value), createBlanking({ start: fault.startedAt, end: lineEnd })],
    },
  ]
}

export function createTextAfterValue(text: string, start: number): Diagnosis {
  const span = getRestOfLine(text, start)
  const excerpt = quoteSpan(text, span)
  const message = /[\]}]/.test(text.charAt(start))
    ? `${excerpt} has no opening bracket; remove it`
    : `unexpected ${excerpt} after the value; quote the whole value`
  return { code: 'text-after-value', span, message, repairs: [createBlanking(span)] }
}

// The span of the value that begins at an offset: the rest of the line, or inside brackets the rest of the entry.
function findValueSpan(context: DiagnosisContext, start: number): Span {
  const { shiftedText } = context
  const bracket = findOutermostBracket(context)
  const end =
    bracket >= 0 && bracket < start
      ? findEntryAround(shiftedText, start, bracket).end
      : findContentEnd(shiftedText.text, start)
  return { start, end: Math.max(end, start + 1) }
}

// Two repairs: one blanks only the value, the other also the deeper lines below.
function blankWithBlock({ shiftedText }: DiagnosisContext, span: Span): Repair[] {
  const end = Math.max(
    span.end,
    findBlockEnd(shiftedText, span.start, getIndentation(shiftedText, span.start)),
  )
  return [
    createBlanking(includeComma(shiftedText, span)),
    createBlanking({ start: span.start, end }),
  ]
}

/** Diagnoses a character that cannot begin a value. */
export function diagnoseReservedCharacter(context: DiagnosisContext): Diagnosis[] {
  const { shiftedText, fault } = context
  const { text } = shiftedText
  if (text.charCodeAt(fault.noticedAt) === TAB) return diagnoseTabs(context)
  const span = findValueSpan(context, fault.noticedAt)
  const excerpt = quoteSpan(text, span)
  const message = `${excerpt} starts with a reserved character; quote it: \`"${excerpt.slice(1, -1).replaceAll('"', '')}"\``
  return [{ code: 'reserved-character', span, message, repairs: blankWithBlock(context, span) }]
}

/** Diagnoses a dash or a question mark after other content on its line. */
export function diagnoseMisplacedIndicator(context: DiagnosisContext): Diagnosis[] {
  const { shiftedText, fault } = context
  const span = getRestOfLine(shiftedText.text, fault.noticedAt)
  const excerpt = quoteSpan(shiftedText.text, span)
  const message =
    fault.code === 'misplaced-dash'
      ? `a list cannot start on the line of its key; put ${excerpt} on its own line, or quote it`
      : `unexpected ${excerpt}; quote it if it is a string`
  return [{ code: fault.code, span, message, repairs: blankWithBlock(context, span) }]
}

/** Diagnoses an indicator, such as a comma, where a value must begin. */
export function diagnoseMissingContent(context: DiagnosisContext): Diagnosis[] {
  const { shiftedText, fault } = context
  const { text } = shiftedText
  if (text.startsWith('...', fault.noticedAt)) return [createMisplacedDocumentEnd(fault.noticedAt)]
  const span = findValueSpan(context, fault.noticedAt)
  const excerpt = quoteSpan(text, { start: span.start, end: span.start + 1 })
  const isInBrackets = findOutermostBracket(context) >= 0
  const message = isInBrackets
    ? `a value is missing before ${excerpt}`
    : `a value cannot start with ${excerpt}; quote it if it is a string`
  const line = { start: findYamlLineStart(text, span.start), end: span.end }
  return [
    {
      code: 'missing-value',
      span,
      message,
      repairs: [createBlanking(includeComma(shiftedText, span)), createBlanking(line)],
    },
  ]
}

function createMisplacedDocumentEnd(start: number): Diagnosis {
  const span = { start, end: start + 3 }
  return {
    code: 'missing-value',
    span,
    message: '`...` ends a document that has not started; remove it',
    repairs: [createBlanking(span)],
  }
}

const propertyNames = new Map([
  ['bad-alias', 'a valid alias'],
  ['bad-anchor', 'a valid anchor'],
])

/** Diagnoses an invalid alias, anchor or tag. */
export function diagnoseBadProperty(context: DiagnosisContext): Diagnosis[] {
  const { shiftedText, fault } = context
  const { text } = shiftedText
  const { code, startedAt } = fault
  const value = findValueSpan(context, code === 'unknown-tag-handle' ? fault.noticedAt : startedAt)
  const word = /^\S*/.exec(text.slice(value.start, value.end))?.[0] ?? ''
  const span = { start: value.start, end: value.start + Math.max(word.length, 1) }
  const excerpt = quoteSpan(text, span)
  if (code === 'unknown-tag-handle') {
    const message = `unknown tag handle in ${excerpt}; remove the tag`
    return [{ code, span, message, repairs: [createBlanking(span)] }]
  }
  const propertyName = propertyNames.get(code) ?? 'a valid tag'
  const message = `${excerpt} starts with \`${text.charAt(span.start)}\`, but is not ${propertyName}; quote it if it is a string`
  const repairs = blankWithBlock(context, value)
  return [
    {
      code,
      span,
      message,
      repairs: code === 'bad-tag' ? [createBlanking(span), ...repairs] : repairs,
    },
  ]
}

/** Diagnoses invalid characters after the `|` or `>` of a block scalar. */
export function diagnoseBadBlockHeader({ shiftedText, fault }: DiagnosisContext): Diagnosis[] {
  const { text } = shiftedText
  const span = getRestOfLine(text, fault.startedAt)
  const blockSpan = {
    start: span.start,
    end: findBlockEnd(shiftedText, span.start, getIndentation(shiftedText, span.start)),
  }
  const indicator = text.charAt(fault.startedAt)
  const remedy = `write only \`${indicator}\` here and the text on the next lines, or quote the value`
  const message = `invalid block scalar ${quoteSpan(text, span)}; ${remedy}`
  return [
    { code: fault.code, span, message, repairs: [createBlanking(blockSpan), createBlanking(span)] },
  ]
}

/** Diagnoses a line that begins with `%` but is not a valid directive, or names an unsupported YAML version. */
export function diagnoseBadDirective({
  shiftedText: { text },
  fault,
}: DiagnosisContext): Diagnosis[] {
  const start = findYamlLineStart(text, fault.startedAt)
  const span = getRestOfLine(text, start)
  const excerpt = quoteSpan(text, span)
  const message =
    fault.code === 'unsupported-version'
      ? `the router reads only YAML 1.1; write \`%YAML 1.1\`, or remove ${excerpt}`
      : `${excerpt} is not a directive; remove it, or quote it if it is a string`
  return [{ code: fault.code, span, message, repairs: [createBlanking(span)] }]
}

/** Diagnoses directives without a `---` line after them. */
export function diagnoseMissingDocumentStart({
  shiftedText: { text },
  fault,
}: DiagnosisContext): Diagnosis[] {
  const end = findYamlLineStart(text, fault.noticedAt)
  const percentSign = Math.max(0, text.lastIndexOf('%', end - 1))
  const span = getRestOfLine(text, findContentStart(text, percentSign))
  const message = `${quoteSpan(text, span)} must be followed by a \`---\` line`
  const repairs = [
    createBlanking({ start: 0, end }),
    createBlanking({ start: 0, end: findYamlLineEnd(text, fault.noticedAt) }),
  ]
  return [{ code: fault.code, span, message, repairs }]
}

export function diagnoseTooDeep({ shiftedText: { text }, fault }: DiagnosisContext): Diagnosis[] {
  const start = fault.noticedAt
  const span = { start, end: Math.min(start + 1, findYamlLineEnd(text, start)) }
  return [{ code: fault.code, span, message: 'nested deeper than 10,000 levels', repairs: [] }]
}
