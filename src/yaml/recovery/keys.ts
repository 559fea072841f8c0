import { isBlank } from '../characters.js'
import type { Span } from '../nodes.js'
import { createBlanking, createChange } from './diagnosis.js'
import type { Diagnosis, DiagnosisContext, Repair } from './diagnosis.js'
import {
  findBlockEnd,
  findContentEnd,
  getIndentation,
  findLineBefore,
  quoteSpan,
  getRestOfLine,
  findContentStart,
  findYamlLineStart,
} from './lines.js'
import type { ShiftedText } from './lines.js'

/** A line without a colon where a key is needed. */
export function diagnoseMissingColon({ shifted, fault, parser }: DiagnosisContext): Diagnosis[] {
  const { text } = shifted
  const { startedAt, noticedAt } = fault
  const span = getRestOfLine(text, startedAt)
  const isWholeLine =
    noticedAt > parser.scanner.length ||
    findYamlLineStart(text, noticedAt) !== findYamlLineStart(text, startedAt)
  if (isWholeLine) return [createBareLine(shifted, startedAt)]
  const message = `${quoteSpan(text, span)} is too long for a key; the limit is 1,024 characters`
  return [{ code: 'key-too-long', span, message, repairs: [createBlanking(span)] }]
}

/** A line, from the offset on, that is not an entry of a map. */
export function createBareLine(shifted: ShiftedText, start: number): Diagnosis {
  const { text } = shifted
  const span = getRestOfLine(text, start)
  const block = { start, end: findBlockEnd(shifted, start, getIndentation(shifted, start)) }
  const previousLine = findLineBefore(text, start)
  // Deeper lines below belong to it, unless a key above needs them.
  const belongsAbove =
    previousLine >= 0 &&
    isOpenKey(text, previousLine) &&
    getIndentation(shifted, previousLine) <= getIndentation(shifted, start)
  const wholeLine = belongsAbove
    ? [createBlanking(span), createBlanking(block)]
    : [createBlanking(block), createBlanking(span)]
  return {
    ...explainBareLine(text, span),
    span,
    repairs: [...completeLine(text, span), ...wholeLine],
  }
}

/** Whether only an anchor or a tag follows the key of the line. */
export function isOpenKey(text: string, line: number): boolean {
  const start = findContentStart(text, line)
  let end = findContentEnd(text, start)
  while (end > start && text.charAt(end - 1) !== ':') {
    let word = end
    while (word > start && !isBlank(text.charCodeAt(word - 1))) word--
    if (text.charAt(word) !== '&' && text.charAt(word) !== '!') return false
    end = word
    while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  }
  return end > start
}

const dashPattern = /^-(?![\s-])/
const colonPattern = /^([^\s:'"[\]{}]+):(?=\S)/
const keyPattern = /^([A-Za-z_][\w.-]*)(?=[ \t])/

function explainBareLine(text: string, span: Span): { code: string; message: string } {
  const line = text.slice(span.start, span.end)
  const found = quoteSpan(text, span)
  if (dashPattern.test(line)) return explainMissingSpace(found, 'dash', `- ${line.slice(1)}`)
  const name = colonPattern.exec(line)?.[1]
  if (name !== undefined)
    return explainMissingSpace(found, 'colon', `${name}: ${line.slice(name.length + 1)}`)
  const first = /^\S+/.exec(line)?.[0] ?? line
  // A sign such as `~` is not a key that lacks its colon.
  if (!/^["'\w]/.test(first))
    return { code: 'missing-colon', message: `expected \`key: value\`, found ${found}` }
  const problem =
    first.length < line.length
      ? `${found} has no colon after the key`
      : `expected \`key: value\`, found ${found}`
  return { code: 'missing-colon', message: `${problem}; write \`${first}: ...\`` }
}

function explainMissingSpace(
  found: string,
  after: string,
  right: string,
): { code: string; message: string } {
  const example = right.length > 40 ? `${right.slice(0, 40)}...` : right
  return {
    code: 'missing-space',
    message: `${found} has no space after the ${after}; write \`${example}\``,
  }
}

// Restores as much as possible of the intended entry without moving a character.
function completeLine(text: string, { start, end }: Span): Repair[] {
  const line = text.slice(start, end)
  if (dashPattern.test(line)) return [createBlanking({ start: start + 1, end })]
  const name = colonPattern.exec(line)?.[1]
  if (name !== undefined) return [createBlanking({ start: start + name.length + 1, end })]
  const word = keyPattern.exec(line)?.[1]
  if (word === undefined) return []
  const colonAt = start + word.length
  const value = /^[ \t]{2,}\S/.test(line.slice(word.length)) ? [] : [{ start: colonAt + 1, end }]
  return [createChange([{ start: colonAt, end: colonAt + 1, by: ':' }, ...value])]
}
