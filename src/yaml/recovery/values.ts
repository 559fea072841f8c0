import { TAB } from '../characters.js'
import type { Span } from '../nodes.js'
import { entryAround, outermostBracket, withComma } from './brackets.js'
import { blank } from './diagnosis.js'
import type { Diagnosis, Evidence, Repair } from './diagnosis.js'
import { endOfBlock, endOfContent, indentation, quote, restOfLine, startOfLine } from './lines.js'
import { tabs } from './tabs.js'

/** Text on the line of a value that is complete. */
export function textAfterValue(text: string, noticed: number): Diagnosis {
  const span = restOfLine(text, noticed)
  const found = quote(text, span)
  const message = /[\]}]/.test(text.charAt(noticed))
    ? `${found} closes a bracket that is not open; remove it`
    : `${found} follows a value that is complete; quote the whole value`
  return { code: 'text-after-value', span, message, repairs: [blank(span)] }
}

// What belongs to the value at the offset: the rest of the line, inside brackets the entry.
function valueAt(evidence: Evidence, start: number): Span {
  const { page } = evidence
  const bracket = outermostBracket(evidence)
  const end =
    bracket >= 0 && bracket < start
      ? entryAround(page, start, bracket).end
      : endOfContent(page.text, start)
  return { start, end: Math.max(end, start + 1) }
}

// The value, or what is indented below the line, too.
function blankWithBlock({ page }: Evidence, span: Span): Repair[] {
  const end = Math.max(span.end, endOfBlock(page, span.start, indentation(page, span.start)))
  return [blank(withComma(page, span)), blank({ start: span.start, end })]
}

/** A character that no value begins with. */
export function reservedCharacter(evidence: Evidence): Diagnosis[] {
  const { page, fault } = evidence
  const { text } = page
  if (text.charCodeAt(fault.noticed) === TAB) return tabs(evidence)
  const span = valueAt(evidence, fault.noticed)
  const found = quote(text, span)
  const message = `${found} begins with a reserved character; quote it: \`"${found.slice(1, -1).replaceAll('"', '')}"\``
  return [{ code: 'reserved-character', span, message, repairs: blankWithBlock(evidence, span) }]
}

/** A dash or a question mark after something on its line. */
export function misplacedIndicator(evidence: Evidence): Diagnosis[] {
  const { page, fault } = evidence
  const span = restOfLine(page.text, fault.noticed)
  const found = quote(page.text, span)
  const message =
    fault.code === 'misplaced-dash'
      ? `a list cannot begin on the line of its key; put ${found} on a line of its own, or quote it`
      : `${found} cannot stand here; quote it if it is text`
  return [{ code: fault.code, span, message, repairs: blankWithBlock(evidence, span) }]
}

/** An indicator where a value has to begin. */
export function missingContent(evidence: Evidence): Diagnosis[] {
  const { page, fault } = evidence
  const { text } = page
  if (text.startsWith('...', fault.noticed)) return [lateEnd(fault.noticed)]
  const span = valueAt(evidence, fault.noticed)
  const found = quote(text, { start: span.start, end: span.start + 1 })
  const inside = outermostBracket(evidence) >= 0
  const message = inside
    ? `a value is missing before ${found}`
    : `no value can begin with ${found}; quote it if it is text`
  const line = { start: startOfLine(text, span.start), end: span.end }
  return [
    { code: 'missing-value', span, message, repairs: [blank(withComma(page, span)), blank(line)] },
  ]
}

function lateEnd(start: number): Diagnosis {
  const span = { start, end: start + 3 }
  return {
    code: 'missing-value',
    span,
    message: '`...` ends a document that has not begun; remove it',
    repairs: [blank(span)],
  }
}

const names = new Map([
  ['bad-alias', 'the name of an alias'],
  ['bad-anchor', 'the name of an anchor'],
])

/** Something that begins like an alias, an anchor or a tag and is none. */
export function badProperty(evidence: Evidence): Diagnosis[] {
  const { page, fault } = evidence
  const { text } = page
  const { code, began } = fault
  const value = valueAt(evidence, code === 'unknown-tag-handle' ? fault.noticed : began)
  const word = /^\S*/.exec(text.slice(value.start, value.end))?.[0] ?? ''
  const span = { start: value.start, end: value.start + Math.max(word.length, 1) }
  const found = quote(text, span)
  if (code === 'unknown-tag-handle') {
    const message = `the handle of the tag ${found} is not declared; remove the tag`
    return [{ code, span, message, repairs: [blank(span)] }]
  }
  const what = names.get(code) ?? 'a tag'
  const message = `${found} begins with \`${text.charAt(span.start)}\` but is not ${what}; quote it if it is text`
  const repairs = blankWithBlock(evidence, value)
  return [
    { code, span, message, repairs: code === 'bad-tag' ? [blank(span), ...repairs] : repairs },
  ]
}

/** Something else than the signs of a block scalar after its `|` or `>`. */
export function badBlockHeader({ page, fault }: Evidence): Diagnosis[] {
  const { text } = page
  const span = restOfLine(text, fault.began)
  const body = {
    start: span.start,
    end: endOfBlock(page, span.start, indentation(page, span.start)),
  }
  const mark = text.charAt(fault.began)
  const right = `write \`${mark}\` alone and the text on the next lines, or quote it`
  const message = `${quote(text, span)} begins no block of text; ${right}`
  return [{ code: fault.code, span, message, repairs: [blank(body), blank(span)] }]
}
