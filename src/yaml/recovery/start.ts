import { blank } from './diagnosis.js'
import type { Diagnosis, Evidence } from './diagnosis.js'
import { endOfLine, quote, restOfLine, startOfContent, startOfLine } from './lines.js'

/** A line with `%` that is no directive, or the wrong one. */
export function badDirective({ page: { text }, fault }: Evidence): Diagnosis[] {
  const start = startOfLine(text, fault.began)
  const span = restOfLine(text, start)
  const found = quote(text, span)
  const message =
    fault.code === 'unsupported-version'
      ? `the router reads YAML 1.1 only; write \`%YAML 1.1\`, or remove ${found}`
      : `${found} is no directive; remove it, or quote it if it is text`
  return [{ code: fault.code, span, message, repairs: [blank(span)] }]
}

/** Directives that no document follows. */
export function missingDocumentStart({ page: { text }, fault }: Evidence): Diagnosis[] {
  const end = startOfLine(text, fault.noticed)
  const line = Math.max(0, text.lastIndexOf('%', end - 1))
  const span = restOfLine(text, startOfContent(text, line))
  const message = `${quote(text, span)} must be followed by a line \`---\``
  const repairs = [
    blank({ start: 0, end }),
    blank({ start: 0, end: endOfLine(text, fault.noticed) }),
  ]
  return [{ code: fault.code, span, message, repairs }]
}

/** More levels than yaml.v2 reads. */
export function tooDeep({ page: { text }, fault }: Evidence): Diagnosis[] {
  const start = fault.noticed
  const span = { start, end: Math.min(start + 1, endOfLine(text, start)) }
  return [
    { code: fault.code, span, message: 'this is nested deeper than 10,000 levels', repairs: [] },
  ]
}
