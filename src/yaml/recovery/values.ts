import { TAB, isBlank } from '../characters.js'
import { entryAround, outermostBracket } from './brackets.js'
import type { Diagnosis, Evidence } from './diagnosis.js'
import {
  endOfBlock,
  endOfContent,
  endOfLine,
  indentation,
  isEmptyLine,
  linesBelow,
  quote,
  restOfLine,
  startOfContent,
  startOfLine,
} from './lines.js'
import type { Change } from './repair.js'
import type { Span } from '../nodes.js'

/** Text on the line of a value that is complete. */
export function textAfterValue(text: string, noticed: number): Diagnosis {
  const span = restOfLine(text, noticed)
  const message = /^[\]}]/.test(text.charAt(noticed))
    ? `${quote(text, span)} closes a bracket that is not open; remove it`
    : `${quote(text, span)} follows a value that is complete; quote the whole value`
  return { code: 'text-after-value', span, message, repairs: [[span]] }
}

// What belongs to the value at the offset: the rest of the line, inside brackets the entry.
function valueAt(evidence: Evidence, start: number): Span {
  const { text } = evidence
  const bracket = outermostBracket(evidence)
  const end = bracket >= 0 && bracket < start ? entryAround(text, start, bracket).end : endOfContent(text, start)
  return { start, end: Math.max(end, start + 1) }
}

// If the line begins with it, what is indented below goes, too.
function repairsOf({ text }: Evidence, span: Span): Change[][] {
  if (startOfContent(text, span.start) !== span.start) return [[span]]
  return [[{ start: span.start, end: Math.max(span.end, endOfBlock(text, span.start, indentation(text, span.start))) }], [span]]
}

/** A character that no value begins with. */
export function reservedCharacter(evidence: Evidence): Diagnosis[] {
  const { text, fault } = evidence
  if (text.charCodeAt(fault.noticed) === TAB) return tabs(evidence)
  const span = valueAt(evidence, fault.noticed)
  const found = quote(text, span)
  const message = `${found} begins with a reserved character; quote it: \`"${found.slice(1, -1).replaceAll('"', '')}"\``
  return [{ code: 'reserved-character', span, message, repairs: repairsOf(evidence, span) }]
}

/** A tab where only spaces indent. */
export function tabs({ text, fault }: Evidence): Diagnosis[] {
  const start = fault.noticed
  let end = start
  while (isBlank(text.charCodeAt(end))) end++
  const spaces: Change[] = [{ start, end }]
  const lines: Change[] = [{ start, end: endOfLine(text, start) }]
  // The lines below that are indented in the same way are the same mistake.
  for (const line of linesBelow(text, start)) {
    const content = startOfContent(text, line)
    if (!text.slice(line, content).includes('\t')) {
      if (isEmptyLine(text, line)) continue
      break
    }
    spaces.push({ start: line, end: content })
    lines.push({ start: line, end: endOfLine(text, line) })
  }
  const message = 'a tab cannot indent; use spaces'
  return [{ code: 'tab-indentation', span: { start, end }, message, repairs: [spaces, lines] }]
}

/** A dash or a question mark after something on its line. */
export function misplacedIndicator({ text, fault }: Evidence): Diagnosis[] {
  const span = restOfLine(text, fault.noticed)
  const found = quote(text, span)
  const message =
    fault.code === 'misplaced-dash'
      ? `a list cannot begin on the line of its key; put ${found} on a line of its own, or quote it`
      : `${found} cannot stand here; quote it if it is text`
  return [{ code: fault.code, span, message, repairs: [[span]] }]
}

/** An indicator where a value has to begin. */
export function missingContent(evidence: Evidence): Diagnosis[] {
  const { text, fault } = evidence
  const span = valueAt(evidence, fault.noticed)
  const found = quote(text, { start: span.start, end: span.start + 1 })
  const inside = outermostBracket(evidence) >= 0
  const message = inside ? `a value is missing before ${found}` : `no value can begin with ${found}; quote it if it is text`
  return [{ code: 'missing-value', span, message, repairs: [[span], [{ start: startOfLine(text, span.start), end: span.end }]] }]
}

const names = {
  'bad-alias': 'the name of an alias',
  'bad-anchor': 'the name of an anchor',
  'bad-tag': 'a tag',
}

/** Something that begins like an alias, an anchor or a tag and is none. */
export function badProperty(evidence: Evidence): Diagnosis[] {
  const { text, fault } = evidence
  const value = valueAt(evidence, fault.began)
  const word = /^\S*/.exec(text.slice(value.start, value.end))?.[0] ?? ''
  const span = { start: value.start, end: value.start + Math.max(word.length, 1) }
  if (fault.code === 'unknown-tag-handle') {
    const message = `the handle of the tag ${quote(text, span)} is not declared; remove the tag`
    return [{ code: fault.code, span, message, repairs: [[span]] }]
  }
  const what = Object.entries(names).find(([code]) => code === fault.code)?.[1] ?? 'a tag'
  const message = `${quote(text, span)} begins with \`${text.charAt(span.start)}\` but is not ${what}; quote it if it is text`
  return [{ code: fault.code, span, message, repairs: fault.code === 'bad-tag' ? [[span], [value]] : [[value]] }]
}

/** Something else than the signs of a block scalar after its `|` or `>`. */
export function badBlockHeader({ text, fault }: Evidence): Diagnosis[] {
  const span = restOfLine(text, fault.began)
  const body = { start: span.start, end: endOfBlock(text, span.start, indentation(text, span.start)) }
  const mark = text.charAt(fault.began)
  const message = `${quote(text, span)} begins no block of text; write \`${mark}\` alone and the text on the next lines, or quote it`
  return [{ code: fault.code, span, message, repairs: [[body], [span]] }]
}
