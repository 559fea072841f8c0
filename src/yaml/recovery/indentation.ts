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
  findLastLineEnd,
} from './lines.js'
import { createTextAfterValue } from './tokens.js'

/** Diagnoses content that is between the entries of a map, but is not an entry. */
export function diagnoseUnexpectedContent({
  shiftedText,
  fault,
  parser,
}: DiagnosisContext): Diagnosis[] {
  const { text } = shiftedText
  const { noticedAt } = fault
  if (findContentStart(text, noticedAt) !== noticedAt)
    return [createTextAfterValue(text, noticedAt)]
  const line = findYamlLineStart(text, noticedAt)
  const previousLine = findLineBefore(text, line)
  if (previousLine < 0) return diagnoseMoves(shiftedText, line, [0])
  const value = findLastValue(parser)
  if (
    value !== undefined &&
    isOnOwnLine(text, value.start) &&
    findYamlLineStart(text, value.end) === previousLine
  ) {
    return [createNonEntry(shiftedText, value.start)]
  }
  if (getEntryColumn(shiftedText, previousLine) < getIndentation(shiftedText, line))
    return diagnoseBesideValue(shiftedText, previousLine, line)
  const between = diagnoseBetweenColumns(shiftedText, previousLine, line)
  return isDashLine(shiftedText, line)
    ? [...between, ...diagnoseDashAmongKeys(shiftedText, previousLine, line)]
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

// The line begins left of the lines above it, but right of the entry that these belong to. Either this line or one of
// the lines above is at the wrong column.
function diagnoseBetweenColumns(
  shiftedText: ShiftedText,
  previousLine: number,
  line: number,
): Diagnosis[] {
  const { text } = shiftedText
  const column = getIndentation(shiftedText, line)
  const columns = findOpenColumns(shiftedText, previousLine)
  const linesAbove = findSiblingsAbove(shiftedText, previousLine, column)
  const [first = previousLine] = linesAbove
  const diagnoses = diagnoseLostItem(shiftedText, previousLine, line)
  const outerColumns = findOpenColumns(shiftedText, findLineBefore(text, previousLine)).filter(
    (openColumn) => openColumn < column,
  )
  if (isOpenKey(text, previousLine))
    diagnoses.push(...diagnoseMoves(shiftedText, previousLine, outerColumns))
  if (isDashLine(shiftedText, line) && getIndentation(shiftedText, first) === column + 2)
    diagnoses.push(...diagnoseAddedDash(shiftedText, first, column))
  if (isOpenKey(text, first) && linesAbove.length > 1)
    diagnoses.push(...diagnoseMoves(shiftedText, first, [column]))
  if (isDashLine(shiftedText, first) && column > 1)
    diagnoses.push(...diagnoseMoves(shiftedText, first, [column - 2]))
  if (linesAbove.length > 0 && linesAbove.length < findSiblingsBelow(shiftedText, line).length)
    diagnoses.push(diagnoseMovedLines(shiftedText, linesAbove, column))
  diagnoses.push(...diagnoseMovedParent(shiftedText, previousLine, column))
  return [
    ...diagnoses,
    ...diagnoseMoves(shiftedText, line, columns),
    ...diagnoseGroupMoves(shiftedText, line, columns),
    createStrayLine(text, line),
  ]
}

// If an item below a list begins like the items of the list, it belongs to the list and has lost its indentation.
function diagnoseLostItem(
  shiftedText: ShiftedText,
  previousLine: number,
  line: number,
): Diagnosis[] {
  if (!isDashLine(shiftedText, line)) return []
  const { text } = shiftedText
  const column = getIndentation(shiftedText, line)
  let minIndentation = Infinity
  for (const upperLine of [previousLine, ...walkLinesAbove(text, previousLine)]) {
    const indentation = getIndentation(shiftedText, upperLine)
    if (indentation <= column) break
    if (indentation >= minIndentation) continue
    minIndentation = indentation
    if (isDashLine(shiftedText, upperLine) && beginsAlike(text, upperLine, line)) {
      const siblings = findSiblingsBelow(shiftedText, line)
      const end = siblings.findIndex((siblingLine) => !isDashLine(shiftedText, siblingLine))
      const items = end < 0 ? siblings : siblings.slice(0, end)
      return [diagnoseMovedLines(shiftedText, items, indentation)]
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
  shiftedText: ShiftedText,
  previousLine: number,
  column: number,
): Diagnosis[] {
  const { text } = shiftedText
  const parent = [previousLine, ...walkLinesAbove(text, previousLine)].find(
    (line) => getIndentation(shiftedText, line) < column,
  )
  if (parent === undefined || !isOpenKey(text, parent) || followsEmptyLine(text, parent)) return []
  return findOpenColumns(shiftedText, findLineBefore(text, parent)).includes(column)
    ? diagnoseMoves(shiftedText, parent, [column])
    : []
}

/** Diagnoses a line that is indented below an entry, although the entry already has a value. */
function diagnoseBesideValue(shiftedText: ShiftedText, entry: number, line: number): Diagnosis[] {
  const { text } = shiftedText
  const column = getIndentation(shiftedText, line)
  const columns = findOpenColumns(shiftedText, entry).filter((openColumn) => openColumn < column)
  const indentation = getIndentation(shiftedText, entry)
  const lineBeforeEntry = findLineBefore(text, entry)
  const dashDiagnoses =
    indentation === column - 2 && lineBeforeEntry >= 0 && isOpenKey(text, lineBeforeEntry)
      ? diagnoseAddedDash(shiftedText, entry, indentation)
      : []
  const value = findValueStart(text, findYamlLineEnd(text, entry))
  const valueDiagnoses =
    value >= 0 && findSiblingsBelow(shiftedText, line).length > 1
      ? [createValueBeforeBlock(text, value)]
      : []
  const groupDiagnoses = diagnoseGroupMoves(shiftedText, line, columns)
  const moveDiagnoses = [
    diagnoseMovedEntry(shiftedText, entry, column),
    diagnoseMoves(shiftedText, line, columns),
  ]
  return [
    ...(isSectionDense(shiftedText, line) ? moveDiagnoses.reverse() : moveDiagnoses).flat(),
    ...valueDiagnoses,
    ...groupDiagnoses,
    ...dashDiagnoses,
    createDeeperLinesBelow(text, entry),
  ]
}

// Whether the next section of the file follows without an empty line.
function isSectionDense(shiftedText: ShiftedText, line: number): boolean {
  const next = findSectionEnd(shiftedText, line, 0)
  return shiftedText.text.charCodeAt(next) !== END && !followsEmptyLine(shiftedText.text, next)
}

// The entry above may belong in the column of the lines below it, if an entry is allowed there.
function diagnoseMovedEntry(shiftedText: ShiftedText, entry: number, column: number): Diagnosis[] {
  const { text } = shiftedText
  const indentation = getIndentation(shiftedText, entry)
  const targetColumn = column - (getEntryColumn(shiftedText, entry) - indentation)
  const lineBeforeEntry = findLineBefore(text, entry)
  if (lineBeforeEntry < 0 || targetColumn < 0 || followsEmptyLine(text, entry)) return []
  const fits =
    findOpenColumns(shiftedText, lineBeforeEntry).includes(targetColumn) ||
    (isOpenKey(text, lineBeforeEntry) &&
      targetColumn > getIndentation(shiftedText, lineBeforeEntry))
  return fits ? diagnoseMoves(shiftedText, entry, [targetColumn]) : []
}

// A dash at the column of keys: either this dash is superfluous, or the entry above lacks a dash.
function diagnoseDashAmongKeys(
  shiftedText: ShiftedText,
  previousLine: number,
  line: number,
): Diagnosis[] {
  const { text } = shiftedText
  const column = getIndentation(shiftedText, line)
  const [first = previousLine, ...others] = findSiblingsAbove(shiftedText, previousLine, column - 1)
  const dashDiagnoses =
    others.length === 0 && getIndentation(shiftedText, first) === column
      ? diagnoseAddedDash(shiftedText, first, column)
      : []
  const span = getRestOfLine(text, findContentStart(text, line))
  const block = { start: span.start, end: findBlockEnd(shiftedText, span.start, column) }
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
export function diagnoseMisplacedColon({
  shiftedText,
  fault,
  parser,
}: DiagnosisContext): Diagnosis[] {
  const { text } = shiftedText
  const { noticedAt } = fault
  const value = findValueStart(text, noticedAt)
  const { scalarStart } = parser.scanner
  const line = findYamlLineStart(text, noticedAt)
  if (value < 0 && scalarStart < line) {
    // The key of this line was read as a continuation of the scalar above.
    return isOnOwnLine(text, scalarStart)
      ? [createNonEntryLines(shiftedText, scalarStart, line)]
      : diagnoseBesideValue(shiftedText, findYamlLineStart(text, scalarStart), line)
  }
  const span = getRestOfLine(text, value < 0 ? findContentStart(text, noticedAt) : value)
  const problem =
    text[span.end - 1] === ':' ? 'ends in a colon' : 'contains a colon followed by a space'
  const message = `${quoteSpan(text, span)} ${problem}; quote the whole value`
  return [{ code: 'misplaced-colon', span, message, repairs: [createBlanking(span)] }]
}

function createNonEntryLines(
  shiftedText: ShiftedText,
  scalarStart: number,
  line: number,
): Diagnosis {
  const diagnosis = createNonEntry(shiftedText, scalarStart)
  const end = findYamlLineEnd(shiftedText.text, findLineBefore(shiftedText.text, line))
  return {
    ...diagnosis,
    repairs: [...diagnosis.repairs, createBlanking({ start: scalarStart, end })],
  }
}

/**
 * Diagnoses a line that is among the items of a list but has no dash, or a dash in another column; also diagnoses text
 * after a value. Empty for a dash without an item above it.
 */
export function diagnoseMissingDash({ shiftedText, fault }: DiagnosisContext): Diagnosis[] {
  const { text } = shiftedText
  const { noticedAt } = fault
  if (findContentStart(text, noticedAt) !== noticedAt)
    return [createTextAfterValue(text, noticedAt)]
  const line = findYamlLineStart(text, noticedAt)
  const column = getIndentation(shiftedText, line)
  const item = findItemAbove(shiftedText, line, column)
  if (isDashLine(shiftedText, line))
    return item < 0 ? [] : diagnoseDashesApart(shiftedText, item, line)
  if (/^-[^\s-]/.test(text.slice(noticedAt, noticedAt + 2)))
    return [createNonEntry(shiftedText, noticedAt)]
  const awayDiagnoses = diagnoseMovedAway(shiftedText, line)
  const blankingDiagnosis = createMissingDash(text, line, [
    createBlanking({ start: noticedAt, end: findItemEnd(shiftedText, line, column) }),
  ])
  if (item < 0) return [...awayDiagnoses, blankingDiagnosis]
  const itemEntryColumn = getEntryColumn(shiftedText, item)
  const moves = moveLines(
    shiftedText,
    line,
    findItemEnd(shiftedText, line, column),
    itemEntryColumn - column,
  )
  const insideDiagnosis = createMissingDash(text, line, [createMove(() => moves)])
  const targetColumn = getIndentation(shiftedText, item) + column - itemEntryColumn
  const itemDiagnoses =
    targetColumn < 0
      ? []
      : [
          createWrongIndentation(
            shiftedText,
            item,
            targetColumn,
            createMove(() => [{ line: item, shift: column - itemEntryColumn }]),
          ),
        ]
  const dashDiagnoses = diagnoseAddedDash(shiftedText, line, column)
  const repeatsItemKey = quoteKey(text, item) === quoteKey(text, line)
  // A repair is likelier if it moves fewer lines.
  const sortedMoves =
    moves.length === 1 ? [insideDiagnosis, ...itemDiagnoses] : [...itemDiagnoses, insideDiagnosis]
  return repeatsItemKey
    ? [...awayDiagnoses, ...dashDiagnoses, ...sortedMoves, blankingDiagnosis]
    : [...awayDiagnoses, ...sortedMoves, ...dashDiagnoses, blankingDiagnosis]
}

// Perhaps the line, or the key above it, belongs outside of the list.
function diagnoseMovedAway(shiftedText: ShiftedText, line: number): Diagnosis[] {
  const { text } = shiftedText
  const column = getIndentation(shiftedText, line)
  const previousLine = findLineBefore(text, line)
  const findColumnsFurtherLeft = (startLine: number): number[] =>
    findOpenColumns(shiftedText, findLineBefore(text, startLine)).filter(
      (openColumn) => openColumn < column,
    )
  const keyDiagnoses =
    previousLine >= 0 && isOpenKey(text, previousLine)
      ? diagnoseMoves(shiftedText, previousLine, findColumnsFurtherLeft(previousLine))
      : []
  const mayBeElsewhere =
    followsEmptyLine(text, line) ||
    (isOpenKey(text, line) && !allowsLineBelow(shiftedText, line, column))
  return mayBeElsewhere
    ? [...keyDiagnoses, ...diagnoseMoves(shiftedText, line, findColumnsFurtherLeft(line))]
    : keyDiagnoses
}

// The dashes of one list are in two columns. If several of the items below share a column, the item above is more
// likely to be wrong.
function diagnoseDashesApart(shiftedText: ShiftedText, item: number, line: number): Diagnosis[] {
  const linesBelow = findSiblingsBelow(shiftedText, line)
  const lowerDiagnosis = diagnoseMovedLines(
    shiftedText,
    linesBelow,
    getIndentation(shiftedText, item),
  )
  const upperDiagnoses = diagnoseMoves(shiftedText, item, [getIndentation(shiftedText, line)])
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
function diagnoseAddedDash(shiftedText: ShiftedText, line: number, column: number): Diagnosis[] {
  const { text } = shiftedText
  const start = findContentStart(text, line)
  if (start - line < 2) return []
  const shift = column + 2 - getIndentation(shiftedText, line)
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

// Finds the closest line above that is indented by at most `column`. Returns it if it starts with a dash, and -1
// otherwise.
function findItemAbove(shiftedText: ShiftedText, line: number, column: number): number {
  for (const previousLine of walkLinesAbove(shiftedText.text, line)) {
    if (getIndentation(shiftedText, previousLine) <= column)
      return isDashLine(shiftedText, previousLine) ? previousLine : -1
  }
  return -1
}

// The end of the last line before the next item or the end of the list.
const findItemEnd = (shiftedText: ShiftedText, start: number, column: number): number =>
  findLastLineEnd(shiftedText.text, start, (line) => {
    const lineColumn = getIndentation(shiftedText, line)
    return lineColumn > column || (lineColumn === column && !isDashLine(shiftedText, line))
  })
