import { escapeDigits } from '../escapes.js'
import { blank } from './diagnosis.js'
import type { Diagnosis, Evidence } from './diagnosis.js'
import { endOfContent, endOfLine, linesBelow, quote, startOfLine } from './lines.js'

const entry = /^[ \t]*(?:-[ \t]+)*(?:[\w.@$/-]+[ \t]*:(?:[ \t]|$)|-[ \t])/
const longestPrefix = 200

/**
 * A quote that was left open takes the following lines into its scalar, up to the next quote or the end
 * of the text; the fault is noticed there.
 */
export function openQuote({ page: { text }, fault, parser }: Evidence): Diagnosis[] {
  const { code, began, noticed } = fault
  const found = code === 'unclosed-quote' ? [unclosed(text, began)] : []
  const inside = code === 'bad-escape' || (code === 'missing-colon' && isQuote(text, began))
  const suspect = inside ? { start: began, end: noticed } : parser.scanner.quote
  if (suspect === undefined) return found
  const { start, end } = suspect
  const line = startOfLine(text, code === 'unclosed-quote' ? began : Math.max(noticed, began))
  if (start >= line || (!inside && end < startOfLine(text, began))) return found
  return takesEntries(text, start, end) ? [unclosed(text, start), ...found] : found
}

function isQuote(text: string, offset: number): boolean {
  return text[offset] === '"' || text[offset] === "'"
}

function takesEntries(text: string, start: number, end: number): boolean {
  for (const line of linesBelow(text, start)) {
    if (line >= end) return false
    if (entry.test(text.slice(line, Math.min(endOfLine(text, line), line + longestPrefix))))
      return true
  }
  return false
}

function unclosed(text: string, start: number): Diagnosis {
  const span = { start, end: Math.max(endOfContent(text, start), start + 1) }
  const mark = text.charAt(start)
  const message = `${quote(text, span)} has no closing quote; add \`${mark}\` at its end`
  return {
    code: 'unclosed-quote',
    span,
    message,
    repairs: [blank(span), blank({ start, end: endOfLine(text, start) })],
  }
}

/** An escape sequence that double quotes do not know. */
export function badEscape({ page: { text }, fault }: Evidence): Diagnosis[] {
  const start = text.lastIndexOf('\\', fault.noticed)
  const span = { start, end: start + 2 }
  const line = endOfLine(text, fault.noticed)
  let close = fault.noticed
  while (close < line && (text[close] !== '"' || text[close - 1] === '\\')) close++
  const found = quote(text, span)
  const digits = escapeDigits.get(text.charAt(start + 1))
  const lack =
    digits === undefined
      ? 'is no escape sequence'
      : `needs ${digits} hexadecimal digits of a character`
  const message = `${found} ${lack}; write \`\\${found.slice(1)}, or put the value in single quotes`
  const value = { start: fault.began, end: Math.min(close + 1, line) }
  return [
    {
      code: 'bad-escape',
      span,
      message,
      repairs: [blank(value), blank({ start: fault.began, end: line })],
    },
  ]
}
