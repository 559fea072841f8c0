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

/** A tab in indentation, where only spaces are allowed. Lines below with the same indentation have the same mistake. */
export function diagnoseTabs({ shifted, fault }: DiagnosisContext): Diagnosis[] {
  const { text } = shifted
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
  const leading = findContentStart(text, start) === end
  const repairs = leading ? listExpansions(shifted, lines, spaces) : []
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

// A single line moves to a column that is allowed there; for several lines, tabs are expanded to a width.
function listExpansions(
  shifted: ShiftedText,
  lines: readonly number[],
  changes: TextReplacement[],
): Repair[] {
  const [line = 0, ...others] = lines
  if (others.length === 0) {
    const columns = sortLikelyColumns(
      shifted,
      line,
      findOpenColumns(shifted, findLineBefore(shifted.text, line)),
    )
    const from = getIndentation(shifted, line)
    return columns.map((column) => ({ changes, moves: () => [{ line, by: column - from }] }))
  }
  return tabWidths.map((width) => ({
    changes,
    moves: () => lines.map((each) => ({ line: each, by: countTabs(shifted, each) * (width - 1) })),
  }))
}

function countTabs({ text }: ShiftedText, line: number): number {
  return text.slice(line, findContentStart(text, line)).replaceAll(' ', '').length
}

const entryPattern = /^[ \t]*(?:-[ \t]+)*(?:[\w.@$/-]+[ \t]*:(?:[ \t]|$)|-[ \t])/
const maxPrefix = 200

/**
 * An unclosed quote includes the following lines in its scalar, up to the next quote or the end of the text; the fault
 * is noticed there.
 */
export function diagnoseOpenQuote({
  shifted: { text },
  fault,
  parser,
}: DiagnosisContext): Diagnosis[] {
  const { code, startedAt: began, noticedAt: noticed } = fault
  const found = code === 'unclosed-quote' ? [createUnclosedQuote(text, began)] : []
  const inside = code === 'bad-escape' || (code === 'missing-colon' && isQuote(text, began))
  const suspect = inside ? { start: began, end: noticed } : parser.scanner.quote
  if (suspect === undefined) return found
  const { start, end } = suspect
  const line = findYamlLineStart(text, code === 'unclosed-quote' ? began : Math.max(noticed, began))
  if (start >= line || (!inside && end < findYamlLineStart(text, began))) return found
  return takesEntries(text, start, end) ? [createUnclosedQuote(text, start), ...found] : found
}

function isQuote(text: string, offset: number): boolean {
  return text[offset] === '"' || text[offset] === "'"
}

function takesEntries(text: string, start: number, end: number): boolean {
  for (const line of walkLinesBelow(text, start)) {
    if (line >= end) return false
    if (
      entryPattern.test(text.slice(line, Math.min(findYamlLineEnd(text, line), line + maxPrefix)))
    )
      return true
  }
  return false
}

function createUnclosedQuote(text: string, start: number): Diagnosis {
  const span = { start, end: Math.max(findContentEnd(text, start), start + 1) }
  const mark = text.charAt(start)
  const message = `${quoteSpan(text, span)} has no closing quote; add \`${mark}\` at its end`
  return {
    code: 'unclosed-quote',
    span,
    message,
    repairs: [createBlanking(span), createBlanking({ start, end: findYamlLineEnd(text, start) })],
  }
}

/** An escape sequence that is not valid in double quotes. */
export function diagnoseBadEscape({ shifted: { text }, fault }: DiagnosisContext): Diagnosis[] {
  const start = text.lastIndexOf('\\', fault.noticedAt)
  const span = { start, end: start + 2 }
  const line = findYamlLineEnd(text, fault.noticedAt)
  let close = fault.noticedAt
  while (close < line && (text[close] !== '"' || text[close - 1] === '\\')) close++
  const found = quoteSpan(text, span)
  const digits = escapeDigits.get(text.charAt(start + 1))
  const problem =
    digits === undefined ? 'is not a valid escape sequence' : `needs ${digits} hexadecimal digits`
  const message = `${found} ${problem}; write \`\\${found.slice(1)}, or put the value in single quotes`
  const value = { start: fault.startedAt, end: Math.min(close + 1, line) }
  return [
    {
      code: 'bad-escape',
      span,
      message,
      repairs: [createBlanking(value), createBlanking({ start: fault.startedAt, end: line })],
    },
  ]
}

/** Text on the same line after a complete value. */
export function createTextAfterValue(text: string, noticed: number): Diagnosis {
  const span = getRestOfLine(text, noticed)
  const found = quoteSpan(text, span)
  const message = /[\]}]/.test(text.charAt(noticed))
    ? `${found} has no opening bracket; remove it`
    : `unexpected ${found} after the value; quote the whole value`
  return { code: 'text-after-value', span, message, repairs: [createBlanking(span)] }
}

// The span of the value at the offset: the rest of the line, or inside brackets the entry.
function findValueSpan(evidence: DiagnosisContext, start: number): Span {
  const { shifted } = evidence
  const bracket = findOutermostBracket(evidence)
  const end =
    bracket >= 0 && bracket < start
      ? findEntryAround(shifted, start, bracket).end
      : findContentEnd(shifted.text, start)
  return { start, end: Math.max(end, start + 1) }
}

// Blanks the value alone, or with the deeper lines below.
function blankWithBlock({ shifted }: DiagnosisContext, span: Span): Repair[] {
  const end = Math.max(
    span.end,
    findBlockEnd(shifted, span.start, getIndentation(shifted, span.start)),
  )
  return [createBlanking(includeComma(shifted, span)), createBlanking({ start: span.start, end })]
}

/** A character that cannot begin a value. */
export function diagnoseReservedCharacter(evidence: DiagnosisContext): Diagnosis[] {
  const { shifted, fault } = evidence
  const { text } = shifted
  if (text.charCodeAt(fault.noticedAt) === TAB) return diagnoseTabs(evidence)
  const span = findValueSpan(evidence, fault.noticedAt)
  const found = quoteSpan(text, span)
  const message = `${found} starts with a reserved character; quote it: \`"${found.slice(1, -1).replaceAll('"', '')}"\``
  return [{ code: 'reserved-character', span, message, repairs: blankWithBlock(evidence, span) }]
}

/** A dash or a question mark after other content on its line. */
export function diagnoseMisplacedIndicator(evidence: DiagnosisContext): Diagnosis[] {
  const { shifted, fault } = evidence
  const span = getRestOfLine(shifted.text, fault.noticedAt)
  const found = quoteSpan(shifted.text, span)
  const message =
    fault.code === 'misplaced-dash'
      ? `a list cannot start on the line of its key; put ${found} on its own line, or quote it`
      : `unexpected ${found}; quote it if it is a string`
  return [{ code: fault.code, span, message, repairs: blankWithBlock(evidence, span) }]
}

/** An indicator where a value must begin. */
export function diagnoseMissingContent(evidence: DiagnosisContext): Diagnosis[] {
  const { shifted, fault } = evidence
  const { text } = shifted
  if (text.startsWith('...', fault.noticedAt)) return [createLateEnd(fault.noticedAt)]
  const span = findValueSpan(evidence, fault.noticedAt)
  const found = quoteSpan(text, { start: span.start, end: span.start + 1 })
  const inside = findOutermostBracket(evidence) >= 0
  const message = inside
    ? `a value is missing before ${found}`
    : `a value cannot start with ${found}; quote it if it is a string`
  const line = { start: findYamlLineStart(text, span.start), end: span.end }
  return [
    {
      code: 'missing-value',
      span,
      message,
      repairs: [createBlanking(includeComma(shifted, span)), createBlanking(line)],
    },
  ]
}

function createLateEnd(start: number): Diagnosis {
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

/** Something that begins like an alias, an anchor or a tag but is not valid. */
export function diagnoseBadProperty(evidence: DiagnosisContext): Diagnosis[] {
  const { shifted, fault } = evidence
  const { text } = shifted
  const { code, startedAt: began } = fault
  const value = findValueSpan(evidence, code === 'unknown-tag-handle' ? fault.noticedAt : began)
  const word = /^\S*/.exec(text.slice(value.start, value.end))?.[0] ?? ''
  const span = { start: value.start, end: value.start + Math.max(word.length, 1) }
  const found = quoteSpan(text, span)
  if (code === 'unknown-tag-handle') {
    const message = `unknown tag handle in ${found}; remove the tag`
    return [{ code, span, message, repairs: [createBlanking(span)] }]
  }
  const what = propertyNames.get(code) ?? 'a valid tag'
  const message = `${found} starts with \`${text.charAt(span.start)}\`, but is not ${what}; quote it if it is a string`
  const repairs = blankWithBlock(evidence, value)
  return [
    {
      code,
      span,
      message,
      repairs: code === 'bad-tag' ? [createBlanking(span), ...repairs] : repairs,
    },
  ]
}

/** Invalid characters after the `|` or `>` of a block scalar. */
export function diagnoseBadBlockHeader({ shifted, fault }: DiagnosisContext): Diagnosis[] {
  const { text } = shifted
  const span = getRestOfLine(text, fault.startedAt)
  const body = {
    start: span.start,
    end: findBlockEnd(shifted, span.start, getIndentation(shifted, span.start)),
  }
  const mark = text.charAt(fault.startedAt)
  const right = `write only \`${mark}\` here and the text on the next lines, or quote the value`
  const message = `invalid block scalar ${quoteSpan(text, span)}; ${right}`
  return [
    { code: fault.code, span, message, repairs: [createBlanking(body), createBlanking(span)] },
  ]
}

/** A line with `%` that is not a directive, or an invalid one. */
export function diagnoseBadDirective({ shifted: { text }, fault }: DiagnosisContext): Diagnosis[] {
  const start = findYamlLineStart(text, fault.startedAt)
  const span = getRestOfLine(text, start)
  const found = quoteSpan(text, span)
  const message =
    fault.code === 'unsupported-version'
      ? `the router reads only YAML 1.1; write \`%YAML 1.1\`, or remove ${found}`
      : `${found} is not a directive; remove it, or quote it if it is a string`
  return [{ code: fault.code, span, message, repairs: [createBlanking(span)] }]
}

/** Directives without a document after them. */
export function diagnoseMissingDocumentStart({
  shifted: { text },
  fault,
}: DiagnosisContext): Diagnosis[] {
  const end = findYamlLineStart(text, fault.noticedAt)
  const line = Math.max(0, text.lastIndexOf('%', end - 1))
  const span = getRestOfLine(text, findContentStart(text, line))
  const message = `${quoteSpan(text, span)} must be followed by a \`---\` line`
  const repairs = [
    createBlanking({ start: 0, end }),
    createBlanking({ start: 0, end: findYamlLineEnd(text, fault.noticedAt) }),
  ]
  return [{ code: fault.code, span, message, repairs }]
}

/** More nesting levels than yaml.v2 reads. */
export function diagnoseTooDeep({ shifted: { text }, fault }: DiagnosisContext): Diagnosis[] {
  const start = fault.noticedAt
  const span = { start, end: Math.min(start + 1, findYamlLineEnd(text, start)) }
  return [{ code: fault.code, span, message: 'nested deeper than 10,000 levels', repairs: [] }]
}
