import { END, isBlank } from '../characters.js'
import type { Node } from '../nodes.js'
import type { Parser } from '../parser.js'
import {
  getEntryColumn,
  followsEmptyLine,
  isDashLine,
  findOpenColumns,
  findSiblingsAbove,
  findSiblingsBelow,
  diagnoseMovedLines,
  diagnoseGroupMoves,
  diagnoseMoves,
  allowsLineBelow,
  moveLines,
  createWrongIndentation,
} from './columns.js'
import type { Diagnosis, DiagnosisContext, Repair } from './diagnosis.js'
import { createBlanking, createMove } from './diagnosis.js'
import { createBareLine, isOpenKey } from './keys.js'
import type { ShiftedText } from './lines.js'
import {
  findBlockEnd,
  findYamlLineEnd,
  findSectionEnd,
  getIndentation,
  findLineBefore,
  walkLinesAbove,
  quoteSpan,
  getRestOfLine,
  findContentStart,
  findYamlLineStart,
  findValueStart,
  isEmptyLine,
  walkLinesBelow,
} from './lines.js'
import { createTextAfterValue } from './tokens.js'

/** Content that is not an entry among the entries of a map. */
export function diagnoseUnexpectedContent({
  shifted,
  fault,
  parser,
}: DiagnosisContext): Diagnosis[] {
  const { text } = shifted
  const { noticedAt: noticed } = fault
  if (findContentStart(text, noticed) !== noticed) return [createTextAfterValue(text, noticed)]
  const line = findYamlLineStart(text, noticed)
  const previousLine = findLineBefore(text, line)
  if (previousLine < 0) return diagnoseMoves(shifted, line, [0])
  const value = findLastValue(parser)
  if (
    value !== undefined &&
    isOnOwnLine(text, value.start) &&
    findYamlLineStart(text, value.end) === previousLine
  ) {
    return [createBareLine(shifted, value.start)]
  }
  if (getEntryColumn(shifted, previousLine) < getIndentation(shifted, line))
    return diagnoseBesideValue(shifted, previousLine, line)
  const between = diagnoseBetweenColumns(shifted, previousLine, line)
  return isDashLine(shifted, line)
    ? [...between, ...diagnoseDashAmongKeys(shifted, previousLine, line)]
    : between
}

function findLastValue({ stack }: Parser): Node | undefined {
  const collection = stack[stack.length - 1]?.collection
  const last =
    collection?.kind === 'map'
      ? collection.pairs[collection.pairs.length - 1]?.value
      : collection?.items[collection.items.length - 1]
  return last?.kind === 'text' && last.style === 'plain' ? last : undefined
}

// Whether only dashes precede the offset on its line.
function isOnOwnLine(text: string, offset: number): boolean {
  let start = offset
  while (start > 0 && (text.charAt(start - 1) === '-' || isBlank(text.charCodeAt(start - 1))))
    start--
  return start === findYamlLineStart(text, start)
}

// The line begins left of the lines above, but right of the entry that they belong to. Either this line or one of those
// is in the wrong column.
function diagnoseBetweenColumns(
  shifted: ShiftedText,
  previousLine: number,
  line: number,
): Diagnosis[] {
  const { text } = shifted
  const column = getIndentation(shifted, line)
  const columns = findOpenColumns(shifted, previousLine)
  const upper = findSiblingsAbove(shifted, previousLine, column)
  const [first = previousLine] = upper
  const misfits = diagnoseLostItem(shifted, previousLine, line)
  const outer = findOpenColumns(shifted, findLineBefore(text, previousLine)).filter(
    (open) => open < column,
  )
  if (isOpenKey(text, previousLine)) misfits.push(...diagnoseMoves(shifted, previousLine, outer))
  if (isDashLine(shifted, line) && getIndentation(shifted, first) === column + 2)
    misfits.push(...diagnoseAddedDash(shifted, first, column))
  if (isOpenKey(text, first) && upper.length > 1)
    misfits.push(...diagnoseMoves(shifted, first, [column]))
  if (isDashLine(shifted, first) && column > 1)
    misfits.push(...diagnoseMoves(shifted, first, [column - 2]))
  if (upper.length > 0 && upper.length < findSiblingsBelow(shifted, line).length)
    misfits.push(diagnoseMovedLines(shifted, upper, column))
  misfits.push(...diagnoseMovedParent(shifted, previousLine, column))
  return [
    ...misfits,
    ...diagnoseMoves(shifted, line, columns),
    ...diagnoseGroupMoves(shifted, line, columns),
    createStrayLine(text, line),
  ]
}

// An item that begins like the items of the list above, which ends here, has lost its indentation.
function diagnoseLostItem(shifted: ShiftedText, previousLine: number, line: number): Diagnosis[] {
  if (!isDashLine(shifted, line)) return []
  const { text } = shifted
  const column = getIndentation(shifted, line)
  let least = Infinity
  for (const other of [previousLine, ...walkLinesAbove(text, previousLine)]) {
    const indentation = getIndentation(shifted, other)
    if (indentation <= column) break
    if (indentation >= least) continue
    least = indentation
    if (isDashLine(shifted, other) && beginsAlike(text, other, line)) {
      const siblings = findSiblingsBelow(shifted, line)
      const end = siblings.findIndex((sibling) => !isDashLine(shifted, sibling))
      const items = end < 0 ? siblings : siblings.slice(0, end)
      return [diagnoseMovedLines(shifted, items, indentation)]
    }
  }
  return []
}

/** Whether two items are maps with the same first key, or neither is a map. */
function beginsAlike(text: string, left: number, right: number): boolean {
  const [isLeftKey, isRightKey] = [hasKey(text, left), hasKey(text, right)]
  return isLeftKey === isRightKey && (!isLeftKey || quoteKey(text, left) === quoteKey(text, right))
}

function hasKey(text: string, item: number): boolean {
  const line = text.slice(findContentStart(text, item), findYamlLineEnd(text, item))
  return /^(?:-[ \t]+)*[^\s:"'#]+:(?:\s|$)/.test(line)
}

// The key of the lines above may have lost its indentation.
function diagnoseMovedParent(
  shifted: ShiftedText,
  previousLine: number,
  column: number,
): Diagnosis[] {
  const { text } = shifted
  const parent = [previousLine, ...walkLinesAbove(text, previousLine)].find(
    (line) => getIndentation(shifted, line) < column,
  )
  if (parent === undefined || !isOpenKey(text, parent) || followsEmptyLine(text, parent)) return []
  return findOpenColumns(shifted, findLineBefore(text, parent)).includes(column)
    ? diagnoseMoves(shifted, parent, [column])
    : []
}

/** A line that is indented below an entry which already has a value. */
function diagnoseBesideValue(shifted: ShiftedText, entry: number, line: number): Diagnosis[] {
  const { text } = shifted
  const column = getIndentation(shifted, line)
  const columns = findOpenColumns(shifted, entry).filter((open) => open < column)
  const indentation = getIndentation(shifted, entry)
  const beyond = findLineBefore(text, entry)
  const lacksDash =
    indentation === column - 2 && beyond >= 0 && isOpenKey(text, beyond)
      ? diagnoseAddedDash(shifted, entry, indentation)
      : []
  const value = findValueStart(text, findYamlLineEnd(text, entry))
  const removed =
    value >= 0 && findSiblingsBelow(shifted, line).length > 1
      ? [createValueBeforeBlock(text, value)]
      : []
  const all = diagnoseGroupMoves(shifted, line, columns)
  const moved = [diagnoseMovedEntry(shifted, entry, column), diagnoseMoves(shifted, line, columns)]
  return [
    ...(isDense(shifted, line) ? moved.reverse() : moved).flat(),
    ...removed,
    ...all,
    ...lacksDash,
    createMisfit(text, entry),
  ]
}

// Whether there are no empty lines between the sections of the file.
function isDense(shifted: ShiftedText, line: number): boolean {
  const next = findSectionEnd(shifted, line, 0)
  return shifted.text.charCodeAt(next) !== END && !followsEmptyLine(shifted.text, next)
}

// The entry moves with the lines below it, if such a line is allowed there.
function diagnoseMovedEntry(shifted: ShiftedText, entry: number, column: number): Diagnosis[] {
  const { text } = shifted
  const indentation = getIndentation(shifted, entry)
  const target = column - (getEntryColumn(shifted, entry) - indentation)
  const beyond = findLineBefore(text, entry)
  if (beyond < 0 || target < 0 || followsEmptyLine(text, entry)) return []
  const fits =
    findOpenColumns(shifted, beyond).includes(target) ||
    (isOpenKey(text, beyond) && target > getIndentation(shifted, beyond))
  return fits ? diagnoseMoves(shifted, entry, [target]) : []
}

// A dash in the column of keys: either it is superfluous, or the entry above lacks one.
function diagnoseDashAmongKeys(
  shifted: ShiftedText,
  previousLine: number,
  line: number,
): Diagnosis[] {
  const { text } = shifted
  const column = getIndentation(shifted, line)
  const [first = previousLine, ...others] = findSiblingsAbove(shifted, previousLine, column - 1)
  const lacksDash =
    others.length === 0 && getIndentation(shifted, first) === column
      ? diagnoseAddedDash(shifted, first, column)
      : []
  const span = getRestOfLine(text, findContentStart(text, line))
  const block = { start: span.start, end: findBlockEnd(shifted, span.start, column) }
  const message = `${quoteSpan(text, span)} is a list item among the keys of a map`
  return [
    ...lacksDash,
    {
      code: 'misplaced-dash',
      span,
      message,
      repairs: [createBlanking(span), createBlanking(block)],
    },
  ]
}

function createStrayLine(text: string, line: number): Diagnosis {
  const span = getRestOfLine(text, findContentStart(text, line))
  const fault = 'matches neither the lines above nor the lines below'
  const message = `${quoteSpan(text, span)} ${fault}; check its indentation`
  return { code: 'wrong-indentation', span, message, repairs: [createBlanking(span)] }
}

function createMisfit(text: string, entry: number): Diagnosis {
  const span = getRestOfLine(text, findContentStart(text, entry))
  const message = `${quoteSpan(text, span)} already has a value, but the lines below it are indented deeper; align them`
  return { code: 'wrong-indentation', span, message, repairs: [createBlanking(span)] }
}

function createValueBeforeBlock(text: string, value: number): Diagnosis {
  const span = getRestOfLine(text, value)
  const fault = 'is already the value, but more lines are indented below it'
  const message = `${quoteSpan(text, span)} ${fault}; remove it, or align them with its key`
  return { code: 'value-before-block', span, message, repairs: [createBlanking(span)] }
}

/** A colon after something that cannot be a key. */
export function diagnoseMisplacedColon({ shifted, fault, parser }: DiagnosisContext): Diagnosis[] {
  const { text } = shifted
  const { noticedAt: noticed } = fault
  const value = findValueStart(text, noticed)
  const { scalar } = parser.scanner
  const line = findYamlLineStart(text, noticed)
  if (value < 0 && scalar < line) {
    // The key of this line was read as a continuation of the scalar above.
    return isOnOwnLine(text, scalar)
      ? [createBareLines(shifted, scalar, line)]
      : diagnoseBesideValue(shifted, findYamlLineStart(text, scalar), line)
  }
  const span = getRestOfLine(text, value < 0 ? findContentStart(text, noticed) : value)
  const where =
    text[span.end - 1] === ':' ? 'ends in a colon' : 'contains a colon followed by a space'
  const message = `${quoteSpan(text, span)} ${where}; quote the whole value`
  return [{ code: 'misplaced-colon', span, message, repairs: [createBlanking(span)] }]
}

function createBareLines(shifted: ShiftedText, scalar: number, line: number): Diagnosis {
  const diagnosis = createBareLine(shifted, scalar)
  const end = findYamlLineEnd(shifted.text, findLineBefore(shifted.text, line))
  return { ...diagnosis, repairs: [...diagnosis.repairs, createBlanking({ start: scalar, end })] }
}

/** Content without a dash among the items of a list. */
export function diagnoseMissingDash({ shifted, fault }: DiagnosisContext): Diagnosis[] {
  const { text } = shifted
  const { noticedAt: noticed } = fault
  if (findContentStart(text, noticed) !== noticed) return [createTextAfterValue(text, noticed)]
  const line = findYamlLineStart(text, noticed)
  const column = getIndentation(shifted, line)
  const item = findItemAbove(shifted, line, column)
  if (isDashLine(shifted, line)) return item < 0 ? [] : diagnoseDashesApart(shifted, item, line)
  if (/^-[^\s-]/.test(text.slice(noticed, noticed + 2))) return [createBareLine(shifted, noticed)]
  const apart = diagnoseMovedAway(shifted, line)
  const blanked = createMissingDash(text, line, [
    createBlanking({ start: noticed, end: findItemEnd(shifted, line, column) }),
  ])
  if (item < 0) return [...apart, blanked]
  const inner = getEntryColumn(shifted, item)
  const moves = moveLines(shifted, line, findItemEnd(shifted, line, column), inner - column)
  const inside = createMissingDash(text, line, [createMove(() => moves)])
  const target = getIndentation(shifted, item) + column - inner
  const itemMoved =
    target < 0
      ? []
      : [
          createWrongIndentation(
            shifted,
            item,
            target,
            createMove(() => [{ line: item, by: column - inner }]),
          ),
        ]
  const added = diagnoseAddedDash(shifted, line, column)
  const isNext = quoteKey(text, item) === quoteKey(text, line)
  // The fewer lines change, the more likely.
  const moved = moves.length === 1 ? [inside, ...itemMoved] : [...itemMoved, inside]
  return isNext ? [...apart, ...added, ...moved, blanked] : [...apart, ...moved, ...added, blanked]
}

// The line, or the key above it, may not belong to the list at all.
function diagnoseMovedAway(shifted: ShiftedText, line: number): Diagnosis[] {
  const { text } = shifted
  const column = getIndentation(shifted, line)
  const previousLine = findLineBefore(text, line)
  const findColumnsFurtherLeft = (from: number): number[] =>
    findOpenColumns(shifted, findLineBefore(text, from)).filter((open) => open < column)
  const moved =
    previousLine >= 0 && isOpenKey(text, previousLine)
      ? diagnoseMoves(shifted, previousLine, findColumnsFurtherLeft(previousLine))
      : []
  const mayBeElsewhere =
    followsEmptyLine(text, line) ||
    (isOpenKey(text, line) && !allowsLineBelow(shifted, line, column))
  return mayBeElsewhere
    ? [...moved, ...diagnoseMoves(shifted, line, findColumnsFurtherLeft(line))]
    : moved
}

// Two dashes of one list in different columns: the less frequent column is wrong.
function diagnoseDashesApart(shifted: ShiftedText, item: number, line: number): Diagnosis[] {
  const lower = findSiblingsBelow(shifted, line)
  const down = diagnoseMovedLines(shifted, lower, getIndentation(shifted, item))
  const up = diagnoseMoves(shifted, item, [getIndentation(shifted, line)])
  return lower.length > 1 ? [...up, down] : [down, ...up]
}

function createMissingDash(text: string, line: number, repairs: Repair[]): Diagnosis {
  const span = getRestOfLine(text, findContentStart(text, line))
  const found = quoteSpan(text, span)
  const message = `${found} must be a list item here; write \`- \` before it, or indent it deeper`
  return { code: 'missing-dash', span, message, repairs }
}

/** An entry that is read as the first one of an item with its dash in that column. */
function diagnoseAddedDash(shifted: ShiftedText, line: number, column: number): Diagnosis[] {
  const { text } = shifted
  const start = findContentStart(text, line)
  if (start - line < 2) return []
  const by = column + 2 - getIndentation(shifted, line)
  const dash = { start: start - 2, end: start - 1, by: '-' }
  return [createMissingDash(text, line, [{ changes: [dash], moves: () => [{ line, by }] }])]
}

function quoteKey(text: string, line: number): string {
  return (
    /^(?:-[ \t]+)*([^\s:]*)/.exec(
      text.slice(findContentStart(text, line), findYamlLineEnd(text, line)),
    )?.[1] ?? ''
  )
}

// The line with the dash of the item above.
function findItemAbove(shifted: ShiftedText, line: number, column: number): number {
  for (const previousLine of walkLinesAbove(shifted.text, line)) {
    if (getIndentation(shifted, previousLine) <= column)
      return isDashLine(shifted, previousLine) ? previousLine : -1
  }
  return -1
}

// The end of the lines before the next item or the end of the list.
function findItemEnd(shifted: ShiftedText, from: number, column: number): number {
  const { text } = shifted
  let end = findYamlLineEnd(text, from)
  for (const line of walkLinesBelow(text, from)) {
    if (isEmptyLine(text, line)) continue
    const other = getIndentation(shifted, line)
    if (other < column || (other === column && isDashLine(shifted, line))) break
    end = findYamlLineEnd(text, line)
  }
  return end
}
