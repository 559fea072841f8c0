import type { Diagnosis, Evidence } from './diagnosis.js'
import { keyMessage } from './keys.js'
import {
  endOfBlock,
  endOfContent,
  endOfLine,
  indentation,
  isEmptyLine,
  lineBefore,
  linesBelow,
  quote,
  restOfLine,
  startOfContent,
  startOfLine,
  startOfValue,
} from './lines.js'
import { textAfterValue } from './values.js'

/** Something that is no entry where the entries of a map stand. */
export function unexpectedContent({ text, fault }: Evidence): Diagnosis[] {
  const { noticed } = fault
  if (startOfContent(text, noticed) !== noticed) return [textAfterValue(text, noticed)]
  const above = lineBefore(text, noticed)
  const column = indentation(text, noticed)
  if (above >= 0 && indentation(text, above) < column) return besideValue(text, above, startOfValue(text, endOfLine(text, above)), noticed)
  return [betweenBlocks(text, above, noticed)]
}

/** A line that is indented less than the lines above it, but by more than the entry they belong to. */
function betweenBlocks(text: string, above: number, noticed: number): Diagnosis {
  const column = indentation(text, noticed)
  const line = restOfLine(text, noticed)
  const block = { start: noticed, end: endOfBlock(text, noticed, column) }
  const siblings = countSiblings(text, noticed, column)
  const deeper = above < 0 ? [] : deeperLines(text, above, column)
  const first = deeper[0]
  if (first !== undefined && deeper.length < siblings) {
    const span = restOfLine(text, startOfContent(text, first))
    const message = `${quote(text, span)} is indented by ${columns(indentation(text, first))}, the entries below it by ${columns(column)}; align them`
    return { code: 'wrong-indentation', span, message, repairs: [[{ start: first, end: endOfLine(text, above) }]] }
  }
  const hasValue = startOfValue(text, line.end) >= 0
  const by = above < 0 ? '' : `, the line above by ${columns(indentation(text, above))}`
  const message = `${quote(text, line)} is indented by ${columns(column)}${by}; align it with the entries it belongs to`
  return { code: 'wrong-indentation', span: line, message, repairs: hasValue ? [[line], [block]] : [[block], [line]] }
}

function columns(count: number): string {
  return count === 1 ? '1 space' : `${count} spaces`
}

// Lines from here on that are indented like this one, up to a line that is indented less.
function countSiblings(text: string, offset: number, column: number): number {
  let count = 1
  for (const line of linesBelow(text, offset)) {
    if (isEmptyLine(text, line)) continue
    const other = indentation(text, line)
    if (other < column) break
    if (other === column) count++
  }
  return count
}

// The lines up to this one that are indented by more than the column.
function deeperLines(text: string, above: number, column: number): number[] {
  const lines: number[] = []
  for (let line = above; line >= 0 && indentation(text, line) > column; line = lineBefore(text, line)) lines.unshift(line)
  return lines
}

/** Lines that are indented below an entry which has a value already. `value` is where that begins. */
export function besideValue(text: string, entry: number, value: number, noticed: number): Diagnosis[] {
  const content = startOfContent(text, noticed)
  const column = indentation(text, noticed)
  const line = restOfLine(text, content)
  const owner = restOfLine(text, startOfContent(text, entry))
  const block = { start: content, end: endOfBlock(text, noticed, column - 1) }
  const overIndented: Diagnosis = {
    code: 'wrong-indentation',
    span: line,
    message: `${quote(text, line)} is indented deeper than ${quote(text, owner)}, which has a value already; align them`,
    repairs: [[block], [line]],
  }
  if (value < 0 || countSiblings(text, noticed, column) < 2) return [overIndented]
  const above = lineBefore(text, entry)
  if (above >= 0 && indentation(text, above) === column) {
    const message = `${quote(text, owner)} is indented by ${columns(indentation(text, entry))}, the lines around it by ${columns(column)}; align it`
    return [{ code: 'wrong-indentation', span: owner, message, repairs: [[owner]] }, overIndented]
  }
  const span = restOfLine(text, value)
  const message = `${quote(text, span)} is a value, but more lines are indented below it; remove it, or align them with its key`
  return [{ code: 'value-before-block', span, message, repairs: [[span]] }, overIndented]
}

/** Something without a dash in the column of the dashes. */
export function missingDash({ text, fault }: Evidence): Diagnosis[] {
  const { noticed } = fault
  if (startOfContent(text, noticed) !== noticed) return [textAfterValue(text, noticed)]
  const column = indentation(text, noticed)
  const line = restOfLine(text, noticed)
  if (/^-[^\s-]/.test(text.slice(noticed, noticed + 2))) {
    return [{ ...keyMessage(text, line), span: line, repairs: [[{ start: noticed, end: endOfBlock(text, noticed, column) }]] }]
  }
  const message = `${quote(text, line)} stands where the next item needs a dash; write \`- \` before it, or indent it deeper`
  return [{ code: 'missing-dash', span: line, message, repairs: [[{ start: noticed, end: endOfItem(text, noticed, column) }], [line]] }]
}

// All lines up to the next item or the end of the list.
function endOfItem(text: string, offset: number, column: number): number {
  let end = endOfContent(text, offset)
  for (const line of linesBelow(text, offset)) {
    if (isEmptyLine(text, line)) continue
    const content = startOfContent(text, line)
    if (indentation(text, line) < column || (indentation(text, line) === column && /^-\s/.test(text.slice(content, content + 2)))) break
    end = endOfLine(text, line)
  }
  return end
}

/** A colon after something that can be no key. */
export function misplacedColon({ text, fault, parser }: Evidence): Diagnosis[] {
  const { noticed } = fault
  const value = startOfValue(text, noticed)
  const { scalar } = parser.scanner
  if (value < 0 && scalar < startOfLine(text, noticed)) return afterLines(text, scalar, noticed)
  const span = restOfLine(text, value < 0 ? startOfContent(text, noticed) : value)
  const message = `${quote(text, span)} holds a colon followed by a space; quote the whole value`
  return [{ code: 'misplaced-colon', span, message, repairs: [[span]] }]
}

// The key of this line was read as a further line of the scalar that began above.
function afterLines(text: string, scalar: number, noticed: number): Diagnosis[] {
  const line = startOfLine(text, noticed)
  const before = text.slice(startOfLine(text, scalar), scalar)
  if (!/^[ \t]*(?:-[ \t]+)*$/.test(before)) return besideValue(text, startOfLine(text, scalar), scalar, noticed)
  const span = restOfLine(text, scalar)
  const deeper = indentation(text, noticed) > before.length
  const end = deeper ? endOfBlock(text, scalar, before.length) : endOfLine(text, lineBefore(text, line))
  return [{ ...keyMessage(text, span), span, repairs: [[{ start: scalar, end }]] }]
}
