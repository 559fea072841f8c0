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
import { createNonEntry, isOpenKey } from './keys.js'
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
  isBlankOrCommentLine,
  walkLinesBelow,
} from './lines.js'
import { createTextAfterValue } from './tokens.js'

/** Diagnoses content among the entries of a map that is not an entry of it. */
export function diagnoseUnexpectedContent({
  shifted,
  fault,
  parser,
}: DiagnosisContext): Diagnosis[] {
  const { text } = shifted
  const { noticedAt } = fault
  if (findContentStart(text, noticedAt) !== noticedAt)
    return [createTextAfterValue(text, noticedAt)]
  const line = findYamlLineStart(text, noticedAt)
  const previousLine = findLineBefore(text, line)
  if (previousLine < 0) return diagnoseMoves(shifted, line, [0])
  const value = findLastValue(parser)
  if (
    value !== undefined &&
    isOnOwnLine(text, value.start) &&
    findYamlLineStart(text, value.end) === previousLine
  ) {
    return [createNonEntry(shifted, value.start)]
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

// Whether only dashes and blanks precede the offset on its line.
function isOnOwnLine(text: string, offset: number): boolean {
  let start = offset
  while (start > 0 && (text.charAt(start - 1) === '-' || isBlank(text.charCodeAt(start - 1))))
    start--
  return start === findYamlLineStart(text, start)
}

// The line begins left of the lines above, but right of the entry to which they belong. Either this line or one of the
// lines above is in the wrong column.
function diagnoseBetweenColumns(
  shifted: ShiftedText,
  previousLine: number,
  line: number,
): Diagnosis[] {
  const { text } = shifted
  const column = getIndentation(shifted, line)
  const columns = findOpenColumns(shifted, previousLine)
  const linesAbove = findSiblingsAbove(shifted, previousLine, column)
  const [first = previousLine] = linesAbove
  const diagnoses = diagnoseLostItem(shifted, previousLine, line)
  const outerColumns = findOpenColumns(shifted, findLineBefore(text, previousLine)).filter(
    (open) => open < column,
  )
  if (isOpenKey(text, previousLine))
    diagnoses.push(...diagnoseMoves(shifted, previousLine, outerColumns))
  if (isDashLine(shifted, line) && getIndentation(shifted, first) === column + 2)
    diagnoses.push(...diagnoseAddedDash(shifted, first, column))
  if (isOpenKey(text, first) && linesAbove.length > 1)
    diagnoses.push(...diagnoseMoves(shifted, first, [column]))
  if (isDashLine(shifted, first) && column > 1)
    diagnoses.push(...diagnoseMoves(shifted, first, [column - 2]))
  if (linesAbove.length > 0 && linesAbove.length < findSiblingsBelow(shifted, line).length)
    diagnoses.push(diagnoseMovedLines(shifted, linesAbove, column))
  diagnoses.push(...diagnoseMovedParent(shifted, previousLine, column))
  return [
    ...diagnoses,
    ...diagnoseMoves(shifted, line, columns),
    ...diagnoseGroupMoves(shifted, line, columns),
    createStrayLine(text, line),
  ]
}

// If an item below a list begins like the items of the list, it belongs to the list and has lost its indentation.
function diagnoseLostItem(shifted: ShiftedText, previousLine: number, line: number): Diagnosis[] {
  if (!isDashLine(shifted, line)) return []
  const { text } = shifted
  const column = getIndentation(shifted, line)
  let minIndentation = Infinity
  for (const upperLine of [previousLine, ...walkLinesAbove(text, previousLine)]) {
    const indentation = getIndentation(shifted, upperLine)
    if (indentation <= column) break
    if (indentation >= minIndentation) continue
    minIndentation = indentation
    if (isDashLine(shifted, upperLine) && beginsAlike(text, upperLine, line)) {
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

/** Diagnoses a line that is indented below an entry, although the entry already has a value. */
function diagnoseBesideValue(shifted: ShiftedText, entry: number, line: number): Diagnosis[] {
  const { text } = shifted
  const column = getIndentation(shifted, line)
  const columns = findOpenColumns(shifted, entry).filter((open) => open < column)
  const indentation = getIndentation(shifted, entry)
  const lineBeforeEntry = findLineBefore(text, entry)
  const dashDiagnoses =
    indentation === column - 2 && lineBeforeEntry >= 0 && isOpenKey(text, lineBeforeEntry)
      ? diagnoseAddedDash(shifted, entry, indentation)
      : []
  const value = findValueStart(text, findYamlLineEnd(text, entry))
  const valueDiagnoses =
    value >= 0 && findSiblingsBelow(shifted, line).length > 1
      ? [createValueBeforeBlock(text, value)]
      : []
  const groupDiagnoses = diagnoseGroupMoves(shifted, line, columns)
  const moveDiagnoses = [
    diagnoseMovedEntry(shifted, entry, column),
    diagnoseMoves(shifted, line, columns),
  ]
  return [
    ...(isSectionDense(shifted, line) ? moveDiagnoses.reverse() : moveDiagnoses).flat(),
    ...valueDiagnoses,
    ...groupDiagnoses,
    ...dashDiagnoses,
    createDeeperLinesBelow(text, entry),
  ]
}

// Whether the next section of the file follows without an empty line.
function isSectionDense(shifted: ShiftedText, line: number): boolean {
  const next = findSectionEnd(shifted, line, 0)
  return shifted.text.charCodeAt(next) !== END && !followsEmptyLine(shifted.text, next)
}

// The entry above may belong in the column of the lines below it, if an entry is allowed there.
function diagnoseMovedEntry(shifted: ShiftedText, entry: number, column: number): Diagnosis[] {
  const { text } = shifted
  const indentation = getIndentation(shifted, entry)
  const targetColumn = column - (getEntryColumn(shifted, entry) - indentation)
  const lineBeforeEntry = findLineBefore(text, entry)
  if (lineBeforeEntry < 0 || targetColumn < 0 || followsEmptyLine(text, entry)) return []
  const fits =
    findOpenColumns(shifted, lineBeforeEntry).includes(targetColumn) ||
    (isOpenKey(text, lineBeforeEntry) && targetColumn > getIndentation(shifted, lineBeforeEntry))
  return fits ? diagnoseMoves(shifted, entry, [targetColumn]) : []
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
  const dashDiagnoses =
    others.length === 0 && getIndentation(shifted, first) === column
      ? diagnoseAddedDash(shifted, first, column)
      : []
  const span = getRestOfLine(text, findContentStart(text, line))
  const block = { start: span.start, end: findBlockEnd(shifted, span.start, column) }
  const message = `${quoteSpan(text, span)} is a list item among the keys of a map`
  return [
    ...dashDiagnoses,
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
  const problem = 'matches neither the lines above nor the lines below'
  const message = `${quoteSpan(text, span)} ${problem}; check its indentation`
  return { code: 'wrong-indentation', span, message, repairs: [createBlanking(span)] }
}

function createDeeperLinesBelow(text: string, entry: number): Diagnosis {
  const span = getRestOfLine(text, findContentStart(text, entry))
  const message = `${quoteSpan(text, span)} already has a value, but the lines below it are indented deeper; align them`
  return { code: 'wrong-indentation', span, message, repairs: [createBlanking(span)] }
}

function createValueBeforeBlock(text: string, value: number): Diagnosis {
  const span = getRestOfLine(text, value)
  const problem = 'is already the value, but more lines are indented below it'
  const message = `${quoteSpan(text, span)} ${problem}; remove it, or align them with its key`
  return { code: 'value-before-block', span, message, repairs: [createBlanking(span)] }
}

/** Diagnoses a colon after something that cannot be a key. */
export function diagnoseMisplacedColon({ shifted, fault, parser }: DiagnosisContext): Diagnosis[] {
  const { text } = shifted
  const { noticedAt } = fault
  const value = findValueStart(text, noticedAt)
  const { scalarStart } = parser.scanner
  const line = findYamlLineStart(text, noticedAt)
  if (value < 0 && scalarStart < line) {
    // The key of this line was read as a continuation of the scalar above.
    return isOnOwnLine(text, scalarStart)
      ? [createNonEntryLines(shifted, scalarStart, line)]
      : diagnoseBesideValue(shifted, findYamlLineStart(text, scalarStart), line)
  }
  const span = getRestOfLine(text, value < 0 ? findContentStart(text, noticedAt) : value)
  const problem =
    text[span.end - 1] === ':' ? 'ends in a colon' : 'contains a colon followed by a space'
  const message = `${quoteSpan(text, span)} ${problem}; quote the whole value`
  return [{ code: 'misplaced-colon', span, message, repairs: [createBlanking(span)] }]
}

function createNonEntryLines(shifted: ShiftedText, scalarStart: number, line: number): Diagnosis {
  const diagnosis = createNonEntry(shifted, scalarStart)
  const end = findYamlLineEnd(shifted.text, findLineBefore(shifted.text, line))
  return {
    ...diagnosis,
    repairs: [...diagnosis.repairs, createBlanking({ start: scalarStart, end })],
  }
}

/**
 * Diagnoses a line among the items of a list that has no dash, or whose dash is in another column. Empty for a dash
 * without an item above it.
 */
export function diagnoseMissingDash({ shifted, fault }: DiagnosisContext): Diagnosis[] {
  const { text } = shifted
  const { noticedAt } = fault
  if (findContentStart(text, noticedAt) !== noticedAt)
    return [createTextAfterValue(text, noticedAt)]
  const line = findYamlLineStart(text, noticedAt)
  const column = getIndentation(shifted, line)
  const item = findItemAbove(shifted, line, column)
  if (isDashLine(shifted, line)) return item < 0 ? [] : diagnoseDashesApart(shifted, item, line)
  if (/^-[^\s-]/.test(text.slice(noticedAt, noticedAt + 2)))
    return [createNonEntry(shifted, noticedAt)]
  const awayDiagnoses = diagnoseMovedAway(shifted, line)
  const blankingDiagnosis = createMissingDash(text, line, [
    createBlanking({ start: noticedAt, end: findItemEnd(shifted, line, column) }),
  ])
  if (item < 0) return [...awayDiagnoses, blankingDiagnosis]
  const itemEntryColumn = getEntryColumn(shifted, item)
  const moves = moveLines(
    shifted,
    line,
    findItemEnd(shifted, line, column),
    itemEntryColumn - column,
  )
  const insideDiagnosis = createMissingDash(text, line, [createMove(() => moves)])
  const targetColumn = getIndentation(shifted, item) + column - itemEntryColumn
  const itemDiagnoses =
    targetColumn < 0
      ? []
      : [
          createWrongIndentation(
            shifted,
            item,
            targetColumn,
            createMove(() => [{ line: item, shift: column - itemEntryColumn }]),
          ),
        ]
  const dashDiagnoses = diagnoseAddedDash(shifted, line, column)
  const hasItemKey = quoteKey(text, item) === quoteKey(text, line)
  // A repair is likelier if it moves fewer lines.
  const sortedMoves =
    moves.length === 1 ? [insideDiagnosis, ...itemDiagnoses] : [...itemDiagnoses, insideDiagnosis]
  return hasItemKey
    ? [...awayDiagnoses, ...dashDiagnoses, ...sortedMoves, blankingDiagnosis]
    : [...awayDiagnoses, ...sortedMoves, ...dashDiagnoses, blankingDiagnosis]
}

// The line, or the key above it, may not belong to the list at all.
function diagnoseMovedAway(shifted: ShiftedText, line: number): Diagnosis[] {
  const { text } = shifted
  const column = getIndentation(shifted, line)
  const previousLine = findLineBefore(text, line)
  const findColumnsFurtherLeft = (startLine: number): number[] =>
    findOpenColumns(shifted, findLineBefore(text, startLine)).filter((open) => open < column)
  const keyDiagnoses =
    previousLine >= 0 && isOpenKey(text, previousLine)
      ? diagnoseMoves(shifted, previousLine, findColumnsFurtherLeft(previousLine))
      : []
  const mayBeElsewhere =
    followsEmptyLine(text, line) ||
    (isOpenKey(text, line) && !allowsLineBelow(shifted, line, column))
  return mayBeElsewhere
    ? [...keyDiagnoses, ...diagnoseMoves(shifted, line, findColumnsFurtherLeft(line))]
    : keyDiagnoses
}

// The dashes of one list are in two columns: if several lines are in the lower one, the item above is likelier wrong.
function diagnoseDashesApart(shifted: ShiftedText, item: number, line: number): Diagnosis[] {
  const linesBelow = findSiblingsBelow(shifted, line)
  const lowerDiagnosis = diagnoseMovedLines(shifted, linesBelow, getIndentation(shifted, item))
  const upperDiagnoses = diagnoseMoves(shifted, item, [getIndentation(shifted, line)])
  return linesBelow.length > 1
    ? [...upperDiagnoses, lowerDiagnosis]
    : [lowerDiagnosis, ...upperDiagnoses]
}

function createMissingDash(text: string, line: number, repairs: Repair[]): Diagnosis {
  const span = getRestOfLine(text, findContentStart(text, line))
  const found = quoteSpan(text, span)
  const message = `${found} must be a list item here; write \`- \` before it, or indent it deeper`
  return { code: 'missing-dash', span, message, repairs }
}

/** Reports an entry without its dash, which the repair adds in `column`. Empty if there is no room for a dash. */
function diagnoseAddedDash(shifted: ShiftedText, line: number, column: number): Diagnosis[] {
  const { text } = shifted
  const start = findContentStart(text, line)
  if (start - line < 2) return []
  const shift = column + 2 - getIndentation(shifted, line)
  const dash = { start: start - 2, end: start - 1, text: '-' }
  return [createMissingDash(text, line, [{ changes: [dash], moves: () => [{ line, shift }] }])]
}

function quoteKey(text: string, line: number): string {
  return (
    /^(?:-[ \t]+)*([^\s:]*)/.exec(
      text.slice(findContentStart(text, line), findYamlLineEnd(text, line)),
    )?.[1] ?? ''
  )
}

// The line with the dash of the item to which a line in a column would belong, or -1.
function findItemAbove(shifted: ShiftedText, line: number, column: number): number {
  for (const previousLine of walkLinesAbove(shifted.text, line)) {
    if (getIndentation(shifted, previousLine) <= column)
      return isDashLine(shifted, previousLine) ? previousLine : -1
  }
  return -1
}

// The end of the last line before the next item or the end of the list.
function findItemEnd(shifted: ShiftedText, start: number, column: number): number {
  const { text } = shifted
  let end = findYamlLineEnd(text, start)
  for (const line of walkLinesBelow(text, start)) {
    if (isBlankOrCommentLine(text, line)) continue
    const lineColumn = getIndentation(shifted, line)
    if (lineColumn < column || (lineColumn === column && isDashLine(shifted, line))) break
    end = findYamlLineEnd(text, line)
  }
  return end
}
