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

/** Diagnoses a line without a colon where a key is needed, or a key that is too long. */
export function diagnoseMissingColon({
  shiftedText,
  fault,
  parser,
}: DiagnosisContext): Diagnosis[] {
  const { text } = shiftedText
  const { startedAt, noticedAt } = fault
  const span = getRestOfLine(text, startedAt)
  const isWholeLine =
    noticedAt > parser.scanner.length ||
    findYamlLineStart(text, noticedAt) !== findYamlLineStart(text, startedAt)
  if (isWholeLine) return [createNonEntry(shiftedText, startedAt)]
  const message = `${quoteSpan(text, span)} is too long for a key; the limit is 1,024 characters`
  return [{ code: 'key-too-long', span, message, repairs: [createBlanking(span)] }]
}

/** Reports a line, from the offset on, that is not an entry of a map. */
export function createNonEntry(shiftedText: ShiftedText, start: number): Diagnosis {
  const { text } = shiftedText
  const span = getRestOfLine(text, start)
  const block = { start, end: findBlockEnd(shiftedText, start, getIndentation(shiftedText, start)) }
  const previousLine = findLineBefore(text, start)
  // First tries to blank the deeper lines below too, unless a key above needs them as its value.
  const isNeededAbove =
    previousLine >= 0 &&
    isOpenKey(text, previousLine) &&
    getIndentation(shiftedText, previousLine) <= getIndentation(shiftedText, start)
  const blankings = isNeededAbove
    ? [createBlanking(span), createBlanking(block)]
    : [createBlanking(block), createBlanking(span)]
  return {
    ...explainNonEntry(text, span),
    span,
    repairs: [...completeLine(text, span), ...blankings],
  }
}

/** Whether the line is a key without a value: its colon is at the end, or only an anchor or a tag follows. */
export function isOpenKey(text: string, line: number): boolean {
  const start = findContentStart(text, line)
  let end = findContentEnd(text, start)
  while (end > start && text.charAt(end - 1) !== ':') {
    let wordStart = end
    while (wordStart > start && !isBlank(text.charCodeAt(wordStart - 1))) wordStart--
    if (text.charAt(wordStart) !== '&' && text.charAt(wordStart) !== '!') return false
    end = wordStart
    while (end > start && isBlank(text.charCodeAt(end - 1))) end--
  }
  return end > start
}

const dashPattern = /^-(?![\s-])/
const colonPattern = /^([^\s:'"[\]{}]+):(?=\S)/
const keyPattern = /^([A-Za-z_][\w.-]*)(?=[ \t])/

function explainNonEntry(text: string, span: Span): { code: string; message: string } {
  const line = text.slice(span.start, span.end)
  const excerpt = quoteSpan(text, span)
  if (dashPattern.test(line)) return explainMissingSpace(excerpt, 'dash', `- ${line.slice(1)}`)
  const name = colonPattern.exec(line)?.[1]
  if (name !== undefined)
    return explainMissingSpace(excerpt, 'colon', `${name}: ${line.slice(name.length + 1)}`)
  const firstWord = /^\S+/.exec(line)?.[0] ?? line
  // A word such as `~` is not a key that lacks its colon, so the message suggests no key.
  if (!/^["'\w]/.test(firstWord))
    return { code: 'missing-colon', message: `expected \`key: value\`, found ${excerpt}` }
  const problem =
    firstWord.length < line.length
      ? `${excerpt} has no colon after the key`
      : `expected \`key: value\`, found ${excerpt}`
  return { code: 'missing-colon', message: `${problem}; write \`${firstWord}: ...\`` }
}

function explainMissingSpace(
  excerpt: string,
  indicator: string,
  correction: string,
): { code: string; message: string } {
  const example = correction.length > 40 ? `${correction.slice(0, 40)}...` : correction
  return {
    code: 'missing-space',
    message: `${excerpt} has no space after the ${indicator}; write \`${example}\``,
  }
}

// Completes the dash or key at the start of a line without moving any character; the rest of the line may be blanked.
function completeLine(text: string, { start, end }: Span): Repair[] {
  const line = text.slice(start, end)
  if (dashPattern.test(line)) return [createBlanking({ start: start + 1, end })]
  const name = colonPattern.exec(line)?.[1]
  if (name !== undefined) return [createBlanking({ start: start + name.length + 1, end })]
  const word = keyPattern.exec(line)?.[1]
  if (word === undefined) return []
  const colonOffset = start + word.length
  const valueChanges = /^[ \t]{2,}\S/.test(line.slice(word.length))
    ? []
    : [{ start: colonOffset + 1, end }]
  return [createChange([{ start: colonOffset, end: colonOffset + 1, text: ':' }, ...valueChanges])]
}
