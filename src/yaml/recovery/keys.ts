import { isBlank } from '../characters.js'
import type { Span } from '../nodes.js'
import { blank, change } from './diagnosis.js'
import type { Diagnosis, Evidence, Repair } from './diagnosis.js'
import {
  endOfBlock,
  endOfContent,
  indentation,
  lineBefore,
  quote,
  restOfLine,
  startOfContent,
  startOfLine,
} from './lines.js'
import type { Page } from './lines.js'

/** What stands alone where a key and a colon are needed. */
export function missingColon({ page, fault, parser }: Evidence): Diagnosis[] {
  const { text } = page
  const { began, noticed } = fault
  const span = restOfLine(text, began)
  const ended =
    noticed > parser.scanner.length || startOfLine(text, noticed) !== startOfLine(text, began)
  if (ended) return [bareLine(page, began)]
  const message = `${quote(text, span)} is too long for a key, which may have 1,024 characters`
  return [{ code: 'key-too-long', span, message, repairs: [blank(span)] }]
}

/** A line, from the offset on, that is no entry of a map. */
export function bareLine(page: Page, start: number): Diagnosis {
  const { text } = page
  const span = restOfLine(text, start)
  const block = { start, end: endOfBlock(page, start, indentation(page, start)) }
  const above = lineBefore(text, start)
  // What is indented below belongs to it, unless a key above waits for just that.
  const theirs =
    above >= 0 && isOpenKey(text, above) && indentation(page, above) <= indentation(page, start)
  const whole = theirs ? [blank(span), blank(block)] : [blank(block), blank(span)]
  return { ...explain(text, span), span, repairs: [...completions(text, span), ...whole] }
}

/** Whether nothing follows the key of the line but an anchor or a tag. */
export function isOpenKey(text: string, line: number): boolean {
  const start = startOfContent(text, line)
  let end = endOfContent(text, start)
  while (end > start && text.charAt(end - 1) !== ':') {
    let word = end
    while (word > start && !isBlank(text.charCodeAt(word - 1))) word--
    if (text.charAt(word) !== '&' && text.charAt(word) !== '!') return false
    end = word
    while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  }
  return end > start
}

const dash = /^-(?![\s-])/
const colon = /^([^\s:'"[\]{}]+):(?=\S)/
const key = /^([A-Za-z_][\w.-]*)(?=[ \t])/

function explain(text: string, span: Span): { code: string; message: string } {
  const line = text.slice(span.start, span.end)
  const found = quote(text, span)
  if (dash.test(line)) return missingSpace(found, 'dash', `- ${line.slice(1)}`)
  const name = colon.exec(line)?.[1]
  if (name !== undefined)
    return missingSpace(found, 'colon', `${name}: ${line.slice(name.length + 1)}`)
  const first = /^\S+/.exec(line)?.[0] ?? line
  const lack =
    first.length < line.length ? 'has no colon after the key' : 'is no entry without a colon'
  return { code: 'missing-colon', message: `${found} ${lack}; write \`${first}: ...\`` }
}

function missingSpace(
  found: string,
  after: string,
  right: string,
): { code: string; message: string } {
  const shown = right.length > 40 ? `${right.slice(0, 40)}...` : right
  return {
    code: 'missing-space',
    message: `${found} has no space after the ${after}; write \`${shown}\``,
  }
}

// As much of what was meant as can be had without moving a character.
function completions(text: string, { start, end }: Span): Repair[] {
  const line = text.slice(start, end)
  if (dash.test(line)) return [blank({ start: start + 1, end })]
  const name = colon.exec(line)?.[1]
  if (name !== undefined) return [blank({ start: start + name.length + 1, end })]
  const word = key.exec(line)?.[1]
  if (word === undefined) return []
  const colonAt = start + word.length
  const value = /^[ \t]{2,}\S/.test(line.slice(word.length)) ? [] : [{ start: colonAt + 1, end }]
  return [change([{ start: colonAt, end: colonAt + 1, by: ':' }, ...value])]
}
