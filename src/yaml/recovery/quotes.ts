import { endOfContent, endOfLine, linesBelow, quote, startOfLine } from './lines.js'
import type { Diagnosis, Evidence } from './diagnosis.js'

const entry = /^[ \t]*(?:-[ \t]+)*(?:[\w.@$/-]+[ \t]*:(?:[ \t]|$)|-[ \t])/

/**
 * A quote that was left open takes the following lines into its scalar, up to the next quote or the end
 * of the text; the fault is noticed there.
 */
export function openQuote({ text, fault, parser }: Evidence): Diagnosis[] {
  if (fault.code === 'unclosed-quote') return [unclosed(text, fault.began)]
  const inside = fault.code === 'bad-escape' || (fault.code === 'missing-colon' && isQuote(text, fault.began))
  const suspect = inside ? { start: fault.began, end: fault.noticed } : parser.scanner.quote
  if (suspect === undefined) return []
  const { start, end } = suspect
  const line = startOfLine(text, Math.max(fault.noticed, fault.began))
  if (start >= line || (!inside && end < startOfLine(text, fault.began))) return []
  return takesEntries(text, start, end) ? [unclosed(text, start)] : []
}

function isQuote(text: string, offset: number): boolean {
  return text[offset] === '"' || text[offset] === "'"
}

function takesEntries(text: string, start: number, end: number): boolean {
  for (const line of linesBelow(text, start)) {
    if (line >= end) return false
    if (entry.test(text.slice(line, endOfLine(text, line)))) return true
  }
  return false
}

function unclosed(text: string, start: number): Diagnosis {
  const span = { start, end: endOfContent(text, start) }
  const mark = text.charAt(start)
  return {
    code: 'unclosed-quote',
    span,
    message: `${quote(text, span)} has no closing quote; add \`${mark}\` at its end`,
    repairs: [[span], [{ start, end: endOfLine(text, start) }]],
  }
}

/** An escape sequence that double quotes do not know. */
export function badEscape({ text, fault }: Evidence): Diagnosis[] {
  const start = text.lastIndexOf('\\', fault.noticed)
  const span = { start, end: start + 2 }
  const line = endOfLine(text, fault.noticed)
  let close = fault.noticed
  while (close < line && (text[close] !== '"' || text[close - 1] === '\\')) close++
  const value = { start: fault.began, end: Math.min(close + 1, line) }
  const letters = quote(text, span)
  return [
    {
      code: 'bad-escape',
      span,
      message: `${letters} is no escape sequence; write \`\\${letters.slice(1)}, or put the value in single quotes`,
      repairs: [[value], [{ start: fault.began, end: line }]],
    },
  ]
}
