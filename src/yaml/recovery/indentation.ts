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
  goesWithNext,
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
export function diagnoseUnexpectedContent({ page, fault, parser }: DiagnosisContext): Diagnosis[] {
  const { text } = page
  const { noticedAt: noticed } = fault
  if (findContentStart(text, noticed) !== noticed) return [createTextAfterValue(text, noticed)]
  const line = findYamlLineStart(text, noticed)
  const previousLine = findLineBefore(text, line)
  if (previousLine < 0) return diagnoseMoves(page, line, [0])
  const value = findLastValue(parser)
  if (
    value !== undefined &&
    isOnOwnLine(text, value.start) &&
    findYamlLineStart(text, value.end) === previousLine
  ) {
    return [createBareLine(page, value.start)]
  }
  if (getEntryColumn(page, previousLine) < getIndentation(page, line))
    return diagnoseBesideValue(page, previousLine, line)
  const between = diagnoseBetweenColumns(page, previousLine, line)
  return isDashLine(page, line)
    ? [...between, ...diagnoseDashAmongKeys(page, previousLine, line)]
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
  page: ShiftedText,
  previousLine: number,
  line: number,
): Diagnosis[] {
  const { text } = page
  const column = getIndentation(page, line)
  const columns = findOpenColumns(page, previousLine)
  const upper = findSiblingsAbove(page, previousLine, column)
  const [first = previousLine] = upper
  const misfits = diagnoseLostItem(page, previousLine, line)
  const outer = findOpenColumns(page, findLineBefore(text, previousLine)).filter(
    (open) => open < column,
  )
  if (isOpenKey(text, previousLine)) misfits.push(...diagnoseMoves(page, previousLine, outer))
  if (isDashLine(page, line) && getIndentation(page, first) === column + 2)
    misfits.push(...diagnoseAddedDash(page, first, column))
  if (isOpenKey(text, first) && upper.length > 1)
    misfits.push(...diagnoseMoves(page, first, [column]))
  if (isDashLine(page, first) && column > 1)
    misfits.push(...diagnoseMoves(page, first, [column - 2]))
  if (upper.length > 0 && upper.length < findSiblingsBelow(page, line).length)
    misfits.push(diagnoseMovedLines(page, upper, column))
  misfits.push(...diagnoseMovedParent(page, previousLine, column))
  return [
    ...misfits,
    ...diagnoseMoves(page, line, columns),
    ...diagnoseGroupMoves(page, line, columns),
    createStrayLine(text, line),
  ]
}

// An item that begins as those of a list above, which ends here, has lost its indentation.
function diagnoseLostItem(page: ShiftedText, previousLine: number, line: number): Diagnosis[] {
  if (!isDashLine(page, line)) return []
  const { text } = page
  const column = getIndentation(page, line)
  let least = Infinity
  for (const other of [previousLine, ...walkLinesAbove(text, previousLine)]) {
    const indentation = getIndentation(page, other)
    if (indentation <= column) break
    if (indentation >= least) continue
    least = indentation
    if (isDashLine(page, other) && beginsAlike(text, other, line)) {
      const siblings = findSiblingsBelow(page, line)
      const end = siblings.findIndex((sibling) => !isDashLine(page, sibling))
      const items = end < 0 ? siblings : siblings.slice(0, end)
      return [diagnoseMovedLines(page, items, indentation)]
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
function diagnoseMovedParent(page: ShiftedText, previousLine: number, column: number): Diagnosis[] {
  const { text } = page
  const parent = [previousLine, ...walkLinesAbove(text, previousLine)].find(
    (line) => getIndentation(page, line) < column,
  )
  if (parent === undefined || !isOpenKey(text, parent) || followsEmptyLine(text, parent)) return []
  return findOpenColumns(page, findLineBefore(text, parent)).includes(column)
    ? diagnoseMoves(page, parent, [column])
    : []
}

/** A line that is indented below an entry which already has a value. */
function diagnoseBesideValue(page: ShiftedText, entry: number, line: number): Diagnosis[] {
  const { text } = page
  const column = getIndentation(page, line)
  const columns = findOpenColumns(page, entry).filter((open) => open < column)
  const own = getIndentation(page, entry)
  const beyond = findLineBefore(text, entry)
  const lacksDash =
    own === column - 2 && beyond >= 0 && isOpenKey(text, beyond)
      ? diagnoseAddedDash(page, entry, own)
      : []
  const value = findValueStart(text, findYamlLineEnd(text, entry))
  const removed =
    value >= 0 && findSiblingsBelow(page, line).length > 1
      ? [createValueBeforeBlock(text, value)]
      : []
  const all = diagnoseGroupMoves(page, line, columns)
  const moved = [diagnoseMovedEntry(page, entry, column), diagnoseMoves(page, line, columns)]
  return [
    ...(isDense(page, line) ? moved.reverse() : moved).flat(),
    ...removed,
    ...all,
    ...lacksDash,
    createMisfit(text, entry),
  ]
}

// Whether there are no empty lines between the sections of the file.
function isDense(page: ShiftedText, line: number): boolean {
  const next = findSectionEnd(page, line, 0)
  return page.text.charCodeAt(next) !== END && !followsEmptyLine(page.text, next)
}

// The entry moves with the lines below it, if such a line is allowed there.
function diagnoseMovedEntry(page: ShiftedText, entry: number, column: number): Diagnosis[] {
  const { text } = page
  const own = getIndentation(page, entry)
  const target = column - (getEntryColumn(page, entry) - own)
  const beyond = findLineBefore(text, entry)
  if (beyond < 0 || target < 0 || followsEmptyLine(text, entry)) return []
  const fits =
    findOpenColumns(page, beyond).includes(target) ||
    (isOpenKey(text, beyond) && target > getIndentation(page, beyond))
  return fits ? diagnoseMoves(page, entry, [target]) : []
}

// A dash in the column of keys: either it is superfluous, or the entry above lacks one.
function diagnoseDashAmongKeys(page: ShiftedText, previousLine: number, line: number): Diagnosis[] {
  const { text } = page
  const column = getIndentation(page, line)
  const [first = previousLine, ...others] = findSiblingsAbove(page, previousLine, column - 1)
  const lacksDash =
    others.length === 0 && getIndentation(page, first) === column
      ? diagnoseAddedDash(page, first, column)
      : []
  const span = getRestOfLine(text, findContentStart(text, line))
  const block = { start: span.start, end: findBlockEnd(page, span.start, column) }
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
export function diagnoseMisplacedColon({ page, fault, parser }: DiagnosisContext): Diagnosis[] {
  const { text } = page
  const { noticedAt: noticed } = fault
  const value = findValueStart(text, noticed)
  const { scalar } = parser.scanner
  const line = findYamlLineStart(text, noticed)
  if (value < 0 && scalar < line) {
    // The key of this line was read as a continuation of the scalar above.
    return isOnOwnLine(text, scalar)
      ? [createBareLines(page, scalar, line)]
      : diagnoseBesideValue(page, findYamlLineStart(text, scalar), line)
  }
  const span = getRestOfLine(text, value < 0 ? findContentStart(text, noticed) : value)
  const where =
    text[span.end - 1] === ':' ? 'ends in a colon' : 'contains a colon followed by a space'
  const message = `${quoteSpan(text, span)} ${where}; quote the whole value`
  return [{ code: 'misplaced-colon', span, message, repairs: [createBlanking(span)] }]
}

function createBareLines(page: ShiftedText, scalar: number, line: number): Diagnosis {
  const diagnosis = createBareLine(page, scalar)
  const end = findYamlLineEnd(page.text, findLineBefore(page.text, line))
  return { ...diagnosis, repairs: [...diagnosis.repairs, createBlanking({ start: scalar, end })] }
}

/** Content without a dash among the items of a list. */
export function diagnoseMissingDash({ page, fault }: DiagnosisContext): Diagnosis[] {
  const { text } = page
  const { noticedAt: noticed } = fault
  if (findContentStart(text, noticed) !== noticed) return [createTextAfterValue(text, noticed)]
  const line = findYamlLineStart(text, noticed)
  const column = getIndentation(page, line)
  const item = findItemAbove(page, line, column)
  if (isDashLine(page, line)) return item < 0 ? [] : diagnoseDashesApart(page, item, line)
  if (/^-[^\s-]/.test(text.slice(noticed, noticed + 2))) return [createBareLine(page, noticed)]
  const apart = diagnoseMovedAway(page, line)
  const blanked = createMissingDash(text, line, [
    createBlanking({ start: noticed, end: findItemEnd(page, line, column) }),
  ])
  if (item < 0) return [...apart, blanked]
  const inner = getEntryColumn(page, item)
  const moves = moveLines(page, line, findItemEnd(page, line, column), inner - column)
  const inside = createMissingDash(text, line, [createMove(() => moves)])
  const target = getIndentation(page, item) + column - inner
  const itemMoved =
    target < 0
      ? []
      : [
          createWrongIndentation(
            page,
            item,
            target,
            createMove(() => [{ line: item, by: column - inner }]),
          ),
        ]
  const added = diagnoseAddedDash(page, line, column)
  const isNext = quoteKey(text, item) === quoteKey(text, line)
  // The fewer lines change, the more likely.
  const moved = moves.length === 1 ? [inside, ...itemMoved] : [...itemMoved, inside]
  return isNext ? [...apart, ...added, ...moved, blanked] : [...apart, ...moved, ...added, blanked]
}

// The line, or the key above it, may not belong to the list at all.
function diagnoseMovedAway(page: ShiftedText, line: number): Diagnosis[] {
  const { text } = page
  const column = getIndentation(page, line)
  const previousLine = findLineBefore(text, line)
  const left = (from: number): number[] =>
    findOpenColumns(page, findLineBefore(text, from)).filter((open) => open < column)
  const moved =
    previousLine >= 0 && isOpenKey(text, previousLine)
      ? diagnoseMoves(page, previousLine, left(previousLine))
      : []
  const mayBeElsewhere =
    followsEmptyLine(text, line) || (isOpenKey(text, line) && !goesWithNext(page, line, column))
  return mayBeElsewhere ? [...moved, ...diagnoseMoves(page, line, left(line))] : moved
}

// Two dashes of one list in different columns: the less frequent column is wrong.
function diagnoseDashesApart(page: ShiftedText, item: number, line: number): Diagnosis[] {
  const lower = findSiblingsBelow(page, line)
  const down = diagnoseMovedLines(page, lower, getIndentation(page, item))
  const up = diagnoseMoves(page, item, [getIndentation(page, line)])
  return lower.length > 1 ? [...up, down] : [down, ...up]
}

function createMissingDash(text: string, line: number, repairs: Repair[]): Diagnosis {
  const span = getRestOfLine(text, findContentStart(text, line))
  const found = quoteSpan(text, span)
  const message = `${found} must be a list item here; write \`- \` before it, or indent it deeper`
  return { code: 'missing-dash', span, message, repairs }
}

/** An entry that is read as the first one of an item with its dash in that column. */
function diagnoseAddedDash(page: ShiftedText, line: number, column: number): Diagnosis[] {
  const { text } = page
  const start = findContentStart(text, line)
  if (start - line < 2) return []
  const by = column + 2 - getIndentation(page, line)
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
function findItemAbove(page: ShiftedText, line: number, column: number): number {
  for (const previousLine of walkLinesAbove(page.text, line)) {
    if (getIndentation(page, previousLine) <= column)
      return isDashLine(page, previousLine) ? previousLine : -1
  }
  return -1
}

// The end of the lines before the next item or the end of the list.
function findItemEnd(page: ShiftedText, from: number, column: number): number {
  const { text } = page
  let end = findYamlLineEnd(text, from)
  for (const line of walkLinesBelow(text, from)) {
    if (isEmptyLine(text, line)) continue
    const other = getIndentation(page, line)
    if (other < column || (other === column && isDashLine(page, line))) break
    end = findYamlLineEnd(text, line)
  }
  return end
}
