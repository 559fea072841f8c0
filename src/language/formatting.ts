import type { Edit, Span } from '../document/diagnostic.js'
import type { Node } from '../document/document.js'
import { parseDocument } from '../document/document.js'
import { applyEdits } from '../edit/edits.js'
import { getColumn, detectLineEnd, hasLineEnd } from '../document/lines.js'
import { findColonEnd } from '../edit/entry.js'
import type { LayoutLine } from './layout.js'
import {
  getLines,
  detectLayoutStyle,
  isBlankLine,
  isBlock,
  isInBlock,
  createUntouchableTest,
} from './layout.js'
import { isSameDocument } from './same-document.js'
import type { View } from './view.js'
import type { DocumentPart } from './parts.js'
import { listParts } from './parts.js'

/**
 * White space edits that format a file or the lines of a range: consistent indentation (the one that the file uses
 * most), single spaces, few blank lines. Values, comments and broken sections are unchanged.
 */
export function format(view: View, range?: Span): Edit[] {
  const spacingEdits = createSpacingEdits(view)
  const allEdits = [...spacingEdits, ...(createIndentationEdits(view) ?? [])]
  for (const candidate of [allEdits, spacingEdits]) {
    const edits = selectWithin(view, candidate, range)
    if (edits.length === 0) continue
    if (isSameDocument(view.document, parseDocument(applyEdits(view.text, edits)))) return edits
  }
  return []
}

/** The edits that start on the lines of a range, sorted by offset; all edits if there is no range. */
function selectWithin(view: View, edits: readonly Edit[], range: Span | undefined): Edit[] {
  const { lines, getLineNumber } = getLines(view)
  const start = range ? (lines[getLineNumber(range.start)]?.start ?? 0) : 0
  const end = range ? (lines[getLineNumber(range.end)]?.end ?? view.text.length) : view.text.length
  return edits
    .filter((edit) => start <= edit.start && edit.start <= end)
    .sort((left, right) => left.start - right.start || left.end - right.end)
}

type BlockColumns = { oldColumns: Map<Node, number>; newColumns: Map<Node, number> }

function computeColumns(view: View): BlockColumns {
  const { mapIndent, dashIndent } = detectLayoutStyle([view.document])
  const oldColumns = new Map<Node, number>()
  const newColumns = new Map<Node, number>()
  for (const part of listParts(view)) {
    if (!isBlock(part)) continue
    oldColumns.set(part.node, getColumn(view.text, part.node.start))
    const parentColumn = part.parent && newColumns.get(part.parent.node)
    const indentation = !part.pair ? 2 : part.node.kind === 'list' ? dashIndent : mapIndent
    newColumns.set(part.node, parentColumn === undefined ? 0 : parentColumn + indentation)
  }
  return { oldColumns, newColumns }
}

/**
 * The number of the line with the dash of an item: the line of its content or a line above. Undefined if none of these
 * lines has a dash in the column.
 */
function findDashLine(
  view: View,
  { parent, node }: DocumentPart,
  column: number,
): number | undefined {
  const { lines, getLineNumber } = getLines(view)
  const minLine = parent ? getLineNumber(parent.node.start) : 0
  for (let number = getLineNumber(node.start); number >= minLine; number -= 1) {
    const { start = 0 } = lines[number] ?? {}
    if (
      view.text.charAt(start + column) === '-' &&
      /^[ -]*$/.test(view.text.slice(start, start + column))
    )
      return number
  }
  return undefined
}

type ColumnChange = { oldColumn: number; newColumn: number }

/**
 * `columns`: the new column of each line. `levels`: by line, the column changes of the blocks that have an entry or
 * item starting on that line, outermost first.
 */
type LinePlan = { columns: (number | undefined)[]; levels: Map<number, ColumnChange[]> }

/**
 * Edits that indent all lines and leave one space after each dash, except in broken sections; undefined if the dash of
 * an item cannot be found.
 */
export function createIndentationEdits(view: View): Edit[] | undefined {
  const { lines, getLineNumber } = getLines(view)
  const { oldColumns, newColumns } = computeColumns(view)
  const plan: LinePlan = { columns: [], levels: new Map() }
  const dashes: Edit[] = []
  for (const part of listParts(view)) {
    const parentNode = part.parent?.node
    if (!parentNode || !isInBlock(part)) continue
    const level = {
      oldColumn: oldColumns.get(parentNode) ?? 0,
      newColumn: newColumns.get(parentNode) ?? 0,
    }
    const number = part.pair
      ? getLineNumber(part.pair.key.start)
      : findDashLine(view, part, level.oldColumn)
    if (number === undefined) return undefined
    plan.columns[number] ??= level.newColumn
    addLevel(plan.levels, number, level)
    if (!part.pair)
      dashes.push(...fixDashGap(view.text, (lines[number]?.start ?? 0) + level.oldColumn))
    shiftLinesBelow(view, part, number, level, plan)
  }
  placeComments(view, plan)
  const isUntouchable = createUntouchableTest(view)
  const moves = lines.flatMap((line, number) =>
    isUntouchable(number) ? [] : shiftLine(view.text, line, plan.columns[number]),
  )
  return [...moves, ...dashes.filter(({ start }) => !isUntouchable(getLineNumber(start)))]
}

function addLevel(levels: LinePlan['levels'], number: number, level: ColumnChange): void {
  const lineLevels = levels.get(number)
  if (!lineLevels) levels.set(number, [level])
  else if (lineLevels.at(-1)?.oldColumn !== level.oldColumn) lineLevels.push(level)
}

/** Leaves one space between a dash and the content after it on the same line. */
function fixDashGap(text: string, dashStart: number): Edit[] {
  const [, gap = '', next] =
    /^-([ \t]*)([^\s#]?)/.exec(text.slice(dashStart, dashStart + 100)) ?? []
  return next && gap !== ' '
    ? [{ start: dashStart + 1, end: dashStart + 1 + gap.length, text: ' ' }]
    : []
}

/**
 * Moves the lines after the first line of a part by as many columns as the first line; for a block collection, only the
 * lines before its first entry or item.
 */
function shiftLinesBelow(
  view: View,
  part: DocumentPart,
  firstLine: number,
  { oldColumn, newColumn }: ColumnChange,
  { columns }: LinePlan,
): void {
  const { lines, getLineNumber } = getLines(view)
  const { node } = part
  const isBlockScalar = 'style' in node && (node.style === 'literal' || node.style === 'folded')
  const lastLine = isBlock(part)
    ? getLineNumber(node.start) - 1
    : getLineNumber(isBlockScalar ? Math.max(node.start, node.end - 1) : part.end)
  for (let number = firstLine + 1; number <= lastLine; number += 1) {
    const line = lines[number]
    const isMoved =
      line &&
      (isBlankLine(line)
        ? isBlockScalar && line.end > line.start
        : !isBlock(part) || view.text.charAt(line.contentStart) !== '#')
    if (line && isMoved)
      columns[number] = Math.max(0, line.contentStart - line.start + newColumn - oldColumn)
  }
}

/**
 * Moves a comment on its own line with the block that is in the same column, preferably a block below the comment, or
 * else with the nearest block.
 */
function placeComments(view: View, { columns, levels }: LinePlan): void {
  const { lines } = getLines(view)
  const changesBelow: (ColumnChange | undefined)[] = []
  for (let number = lines.length - 1; number >= 0; number -= 1)
    changesBelow[number] = levels.get(number)?.[0] ?? changesBelow[number + 1]
  const openChanges: ColumnChange[] = []
  lines.forEach((line, number) => {
    const [outer, ...inner] = levels.get(number) ?? []
    if (outer) {
      while ((openChanges.at(-1)?.oldColumn ?? -1) >= outer.oldColumn) openChanges.pop()
      for (const level of [outer, ...inner]) openChanges.push(level)
    }
    if (
      columns[number] !== undefined ||
      view.text.charAt(line.contentStart) !== '#' ||
      isBlankLine(line)
    )
      return
    const column = line.contentStart - line.start
    const below = changesBelow[number]
    const change =
      below?.oldColumn === column
        ? below
        : openChanges.findLast(({ oldColumn }) => oldColumn === column)
    const nearestChange = change ?? below ?? openChanges.at(-1) ?? { oldColumn: 0, newColumn: 0 }
    columns[number] = Math.max(0, column + nearestChange.newColumn - nearestChange.oldColumn)
  })
}

/** Moves a line to a column, unless it is indented with tabs. */
function shiftLine(
  text: string,
  { start, contentStart }: LayoutLine,
  target: number | undefined,
): Edit[] {
  const column = contentStart - start
  if (target === undefined || target === column || text.slice(start, contentStart).includes('\t'))
    return []
  return target > column
    ? [{ start: contentStart, end: contentStart, text: ' '.repeat(target - column) }]
    : [{ start: contentStart - (column - target), end: contentStart, text: '' }]
}

/**
 * Edits that fix spaces within and at the end of lines, remove surplus blank lines, and add a line end after the last
 * line.
 */
export function createSpacingEdits(view: View): Edit[] {
  const { getLineNumber } = getLines(view)
  const isUntouchable = createUntouchableTest(view)
  const scalarLines = findScalarLines(view)
  const gaps = [
    ...listParts(view).flatMap((part) => [...fixColonGap(view, part), ...fixCommaGap(view, part)]),
  ]
  const edits = [
    ...gaps,
    ...removeBlankLines(view, scalarLines),
    ...removeTrailingSpaces(view, scalarLines),
  ]
  return [
    ...edits.filter(({ start }) => !isUntouchable(getLineNumber(start))),
    ...addFinalLineEnd(view),
  ]
}

/**
 * The lines of scalars with several lines, by line index. `blank`: the line is not removed if it is blank; `spaces`:
 * its trailing spaces are not removed either.
 */
type ScalarLines = Map<number, 'blank' | 'spaces'>

function findScalarLines(view: View): ScalarLines {
  const { lines, getLineNumber } = getLines(view)
  const scalarLines: ScalarLines = new Map()
  for (const { node } of listParts(view)) {
    if (!('style' in node) || node.start === node.end) continue
    const firstLine = getLineNumber(node.start)
    const isBlock = node.style === 'literal' || node.style === 'folded'
    let lastLine = getLineNumber(isBlock ? node.end - 1 : node.end)
    if (isBlock && /^[|>]\d*\+/.test(view.text.slice(node.start, node.end)))
      while (lines[lastLine + 1] && isBlankAt(view, lastLine + 1)) lastLine += 1
    for (let line = firstLine; line <= lastLine && firstLine < lastLine; line += 1) {
      const keepsSpaces = isBlock ? line > firstLine : node.style !== 'plain' && line < lastLine
      if (keepsSpaces || line > firstLine) scalarLines.set(line, keepsSpaces ? 'spaces' : 'blank')
    }
  }
  return scalarLines
}

function isBlankAt(view: View, number: number): boolean {
  const line = getLines(view).lines[number]
  return line !== undefined && isBlankLine(line)
}

/** Leaves one space between the colon of an entry and the text after it on the same line. */
function fixColonGap({ text }: View, { pair, parent }: DocumentPart): Edit[] {
  const colon = pair && findColonEnd(text, pair)
  if (colon === undefined) return []
  const [, gap = '', next] = /^([ \t]*)([^\s#]?)/.exec(text.slice(colon, colon + 1000)) ?? []
  const isEnd =
    parent?.node.kind === 'map' && parent.node.isFlow && gap === '' && /[,}\]]/.test(next ?? '')
  return next && gap !== ' ' && !isEnd ? [{ start: colon, end: colon + gap.length, text: ' ' }] : []
}

/** Leaves one space after a comma in a flow collection, if text follows on the same line. */
function fixCommaGap({ text }: View, part: DocumentPart): Edit[] {
  const parentNode = part.parent?.node
  if ((parentNode?.kind !== 'map' && parentNode?.kind !== 'list') || !parentNode.isFlow) return []
  const [head, , gap = '', next] =
    /^([ \t]*,)([ \t]*)([^\s#]?)/.exec(text.slice(part.end, part.end + 1000)) ?? []
  if (head === undefined || !next || gap === ' ' || /[\]}]/.test(next)) return []
  const end = part.end + head.length - next.length
  return [{ start: end - gap.length, end, text: ' ' }]
}

function removeTrailingSpaces(view: View, scalarLines: ScalarLines): Edit[] {
  const surplusLines = findSurplusBlankLines(view, scalarLines)
  return getLines(view).lines.flatMap(({ start, end }, number): Edit[] => {
    if (surplusLines.has(number) || scalarLines.get(number) === 'spaces') return []
    let contentEnd = end
    while (contentEnd > start && /[ \t]/.test(view.text.charAt(contentEnd - 1))) contentEnd -= 1
    return contentEnd < end ? [{ start: contentEnd, end, text: '' }] : []
  })
}

/**
 * Two blank lines are allowed before a line at the left edge, one elsewhere, none at the start and the end of a file.
 */
function findSurplusBlankLines(view: View, scalarLines: ScalarLines): Set<number> {
  const { lines } = getLines(view)
  const isUntouchable = createUntouchableTest(view)
  const surplus = new Set<number>()
  let blanks: number[] = []
  let isStart = true
  lines.forEach((line, number) => {
    if (isBlankLine(line) && !scalarLines.has(number) && !isUntouchable(number))
      return void blanks.push(number)
    const maxBlankLines = isStart ? 0 : line.contentStart === line.start ? 2 : 1
    for (const blank of blanks.slice(maxBlankLines)) surplus.add(blank)
    blanks = []
    isStart = false
  })
  for (const blank of isStart ? [] : blanks) surplus.add(blank)
  return surplus
}

function removeBlankLines(view: View, scalarLines: ScalarLines): Edit[] {
  const { lines } = getLines(view)
  return [...findSurplusBlankLines(view, scalarLines)].flatMap((number): Edit[] => {
    const { start = 0 } = lines[number] ?? {}
    const end = lines[number + 1]?.start ?? view.text.length
    return end > start ? [{ start, end, text: '' }] : []
  })
}

/** Adds a line end after the last line, unless the text ends with a block scalar or with content after the document. */
function addFinalLineEnd(view: View): Edit[] {
  const { text, document } = view
  const content = text.trimEnd()
  const lacksLineEnd = content !== '' && !hasLineEnd(text.slice(content.length))
  const endsInBlockScalar = listParts(view).some(
    ({ node }) =>
      'style' in node &&
      (node.style === 'literal' || node.style === 'folded') &&
      node.end === text.length,
  )
  return lacksLineEnd && !endsInBlockScalar && !document.unreadContent
    ? [{ start: text.length, end: text.length, text: detectLineEnd(text) }]
    : []
}
