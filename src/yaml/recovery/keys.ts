import type { Span } from '../nodes.js'
import type { Diagnosis, Evidence } from './diagnosis.js'
import { endOfBlock, indentation, quote, restOfLine, startOfLine } from './lines.js'
import type { Change } from './repair.js'

/** What stands alone where a key and a colon are needed. */
export function missingColon({ text, fault }: Evidence): Diagnosis[] {
  const { began, noticed } = fault
  const span = restOfLine(text, began)
  if (startOfLine(text, noticed) === startOfLine(text, began)) {
    const message = `${quote(text, span)} is too long for a key, which may have 1,024 characters`
    return [{ code: 'key-too-long', span, message, repairs: [[span]] }]
  }
  const block = { start: began, end: endOfBlock(text, began, indentation(text, began)) }
  const repairs: Change[][] = block.end > span.end ? [[block], [span]] : [[span]]
  const gap = /^[^\s:'"#]+(?=[ \t]{2,}\S)/.exec(text.slice(began, span.end))
  if (gap !== null) repairs.unshift([{ start: began + gap[0].length, end: began + gap[0].length + 1, by: ':' }])
  return [{ ...keyMessage(text, span), span, repairs }]
}

/** What is wrong with a line that should be a key with its value. */
export function keyMessage(text: string, span: Span): { code: string; message: string } {
  const line = text.slice(span.start, span.end)
  const found = quote(text, span)
  const dash = /^-([^\s-].*)$/.exec(line)
  if (dash !== null) return missingSpace(found, 'dash', `- ${dash[1] ?? ''}`)
  const colon = /^([^\s:'"[\]{}]+):(\S.*)$/.exec(line)
  if (colon !== null) return missingSpace(found, 'colon', `${colon[1] ?? ''}: ${colon[2] ?? ''}`)
  const key = /^[^\s]+/.exec(line)?.[0] ?? line
  const more = key.length < line.length
  const message = more
    ? `${found} has no colon after the key; write \`${key}: ...\``
    : `${found} is no entry without a colon; write \`${key}: ...\``
  return { code: 'missing-colon', message }
}

function missingSpace(found: string, after: string, right: string): { code: string; message: string } {
  const shown = right.length > 40 ? `${right.slice(0, 40)}...` : right
  return { code: 'missing-space', message: `${found} has no space after the ${after}; write \`${shown}\`` }
}
