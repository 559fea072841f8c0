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
  getUntouchableLines,
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
  const spaces = spaceLines(view)
  const all = [...spaces, ...(indentLines(view) ?? [])]
  for (const candidate of [all, spaces]) {
    const edits = selectWithin(view, candidate, range)
    if (edits.length === 0) continue
    if (isSameDocument(view.document, parseDocument(applyEdits(view.text, edits)))) return edits
  }
  return []
}

/** The edits within the lines of a range, in order. */
function selectWithin(view: View, edits: readonly Edit[], range: Span | undefined): Edit[] {
  const { lines, lineOf } = getLines(view)
  const start = range ? (lines[lineOf(range.start)]?.start ?? 0) : 0
  const end = range ? (lines[lineOf(range.end)]?.end ?? view.text.length) : view.text.length
  return edits
    .filter((edit) => start <= edit.start && edit.start <= end)
    .sort((left, right) => left.start - right.start || left.end - right.end)
}

/** Old and new columns of the blocks of a file. */
type BlockColumns = { before: Map<Node, number>; after: Map<Node, number> }

function computeColumns(view: View): BlockColumns {
  const { step, dash } = detectLayoutStyle([view.document])
  const before = new Map<Node, number>()
  const after = new Map<Node, number>()
  for (const part of listParts(view)) {
    if (!isBlock(part)) continue
    before.set(part.node, getColumn(view.text, part.node.start))
    const holder = part.parent && after.get(part.parent.node)
    const by = !part.pair ? 2 : part.node.kind === 'list' ? dash : step
    after.set(part.node, holder === undefined ? 0 : holder + by)
  }
  return { before, after }
}

/** The line of the dash of an item: its own, or one above with only the dash. */
function findDashLine(
  view: View,
  { parent, node }: DocumentPart,
  column: number,
): number | undefined {
  const { lines, lineOf } = getLines(view)
  const least = parent ? lineOf(parent.node.start) : 0
  for (let number = lineOf(node.start); number >= least; number -= 1) {
    const { start = 0 } = lines[number] ?? {}
    if (
      view.text.charAt(start + column) === '-' &&
      /^[ -]*$/.test(view.text.slice(start, start + column))
    )
      return number
  }
  return undefined
}

type ColumnChange = { before: number; after: number }

/** The new columns of lines, and the blocks whose entries start on them, outermost first. */
type LinePlan = { columns: (number | undefined)[]; levels: Map<number, ColumnChange[]> }

/**
 * Edits that indent every line, with one space after every dash; undefined if the layout of the text is not understood.
 */
export function indentLines(view: View): Edit[] | undefined {
  const { lines, lineOf } = getLines(view)
  const { before, after } = computeColumns(view)
  const plan: LinePlan = { columns: [], levels: new Map() }
  const dashes: Edit[] = []
  for (const part of listParts(view)) {
    const holder = part.parent?.node
    if (!holder || !isInBlock(part)) continue
    const level = { before: before.get(holder) ?? 0, after: after.get(holder) ?? 0 }
    const number = part.pair ? lineOf(part.pair.key.start) : findDashLine(view, part, level.before)
    if (number === undefined) return undefined
    plan.columns[number] ??= level.after
    addLevel(plan.levels, number, level)
    if (!part.pair)
      dashes.push(...fixDashGap(view.text, (lines[number]?.start ?? 0) + level.before))
    shiftLinesBelow(view, part, number, level, plan)
  }
  placeComments(view, plan)
  const isFixed = getUntouchableLines(view)
  const moves = lines.flatMap((line, number) =>
    isFixed(number) ? [] : shiftLine(view.text, line, plan.columns[number]),
  )
  return [...moves, ...dashes.filter(({ start }) => !isFixed(lineOf(start)))]
}

function addLevel(levels: LinePlan['levels'], number: number, level: ColumnChange): void {
  const same = levels.get(number)
  if (!same) levels.set(number, [level])
  else if (same.at(-1)?.before !== level.before) same.push(level)
}

/** Leaves one space after a dash. */
function fixDashGap(text: string, dash: number): Edit[] {
  const [, gap = '', next] = /^-([ \t]*)([^\s#]?)/.exec(text.slice(dash, dash + 100)) ?? []
  return next && gap !== ' ' ? [{ start: dash + 1, end: dash + 1 + gap.length, text: ' ' }] : []
}

/** Lines of a value that do not start an entry move with the line that they belong to. */
function shiftLinesBelow(
  view: View,
  part: DocumentPart,
  first: number,
  { before, after }: ColumnChange,
  { columns }: LinePlan,
): void {
  const { lines, lineOf } = getLines(view)
  const { node } = part
  const isText = 'style' in node && (node.style === 'literal' || node.style === 'folded')
  const last = isBlock(part)
    ? lineOf(node.start) - 1
    : lineOf(isText ? Math.max(node.start, node.end - 1) : part.end)
  for (let number = first + 1; number <= last; number += 1) {
    const line = lines[number]
    const isMoved =
      line &&
      (isBlankLine(line)
        ? isText && line.end > line.start
        : !isBlock(part) || view.text.charAt(line.first) !== '#')
    if (line && isMoved) columns[number] = Math.max(0, line.first - line.start + after - before)
  }
}

/** Comments on their own lines move with the block that they are aligned with, preferably the one below. */
function placeComments(view: View, { columns, levels }: LinePlan): void {
  const { lines } = getLines(view)
  const next: (ColumnChange | undefined)[] = []
  for (let number = lines.length - 1; number >= 0; number -= 1)
    next[number] = levels.get(number)?.[0] ?? next[number + 1]
  const open: ColumnChange[] = []
  lines.forEach((line, number) => {
    const [outer, ...inner] = levels.get(number) ?? []
    if (outer) {
      while ((open.at(-1)?.before ?? -1) >= outer.before) open.pop()
      for (const level of [outer, ...inner]) open.push(level)
    }
    if (columns[number] !== undefined || view.text.charAt(line.first) !== '#' || isBlankLine(line))
      return
    const column = line.first - line.start
    const below = next[number]
    const change =
      below?.before === column ? below : open.findLast(({ before }) => before === column)
    const near = change ?? below ?? open.at(-1) ?? { before: 0, after: 0 }
    columns[number] = Math.max(0, column + near.after - near.before)
  })
}

/** Moves a line to a column, unless it is indented with tabs. */
function shiftLine(text: string, { start, first }: LayoutLine, target: number | undefined): Edit[] {
  const column = first - start
  if (target === undefined || target === column || text.slice(start, first).includes('\t'))
    return []
  return target > column
    ? [{ start: first, end: first, text: ' '.repeat(target - column) }]
    : [{ start: first - (column - target), end: first, text: '' }]
}

/** Edits to spaces inside and after lines, and to blank lines. */
export function spaceLines(view: View): Edit[] {
  const { lineOf } = getLines(view)
  const isFixed = getUntouchableLines(view)
  const inner = findInnerLines(view)
  const gaps = [
    ...listParts(view).flatMap((part) => [...fixColonGap(view, part), ...fixCommaGap(view, part)]),
  ]
  const edits = [...gaps, ...removeBlankLines(view, inner), ...removeTrailingSpaces(view, inner)]
  return [...edits.filter(({ start }) => !isFixed(lineOf(start))), ...addFinalLineEnd(view)]
}

/** The white space that a line of a multi-line scalar must keep: its blank lines, or also its trailing spaces. */
type InnerLines = Map<number, 'blank' | 'spaces'>

function findInnerLines(view: View): InnerLines {
  const { lines, lineOf } = getLines(view)
  const inner: InnerLines = new Map()
  for (const { node } of listParts(view)) {
    if (!('style' in node) || node.start === node.end) continue
    const from = lineOf(node.start)
    const isBlock = node.style === 'literal' || node.style === 'folded'
    let to = lineOf(isBlock ? node.end - 1 : node.end)
    if (isBlock && /^[|>]\d*\+/.test(view.text.slice(node.start, node.end)))
      while (lines[to + 1] && isBlankAt(view, to + 1)) to += 1
    for (let line = from; line <= to && from < to; line += 1) {
      const keepsSpaces = isBlock ? line > from : node.style !== 'plain' && line < to
      if (keepsSpaces || line > from) inner.set(line, keepsSpaces ? 'spaces' : 'blank')
    }
  }
  return inner
}

function isBlankAt(view: View, number: number): boolean {
  const line = getLines(view).lines[number]
  return line !== undefined && isBlankLine(line)
}

/** One space between the colon of an entry and what follows on its line. */
function fixColonGap({ text }: View, { pair, parent }: DocumentPart): Edit[] {
  const colon = pair && findColonEnd(text, pair)
  if (colon === undefined) return []
  const [, gap = '', next] = /^([ \t]*)([^\s#]?)/.exec(text.slice(colon, colon + 1000)) ?? []
  const isEnd =
    parent?.node.kind === 'map' && parent.node.flow && gap === '' && /[,}\]]/.test(next ?? '')
  return next && gap !== ' ' && !isEnd ? [{ start: colon, end: colon + gap.length, text: ' ' }] : []
}

/** One space after the comma of a flow collection, if something follows on the line. */
function fixCommaGap({ text }: View, part: DocumentPart): Edit[] {
  const holder = part.parent?.node
  if ((holder?.kind !== 'map' && holder?.kind !== 'list') || !holder.flow) return []
  const [head, , gap = '', next] =
    /^([ \t]*,)([ \t]*)([^\s#]?)/.exec(text.slice(part.end, part.end + 1000)) ?? []
  if (head === undefined || !next || gap === ' ' || /[\]}]/.test(next)) return []
  const end = part.end + head.length - next.length
  return [{ start: end - gap.length, end, text: ' ' }]
}

function removeTrailingSpaces(view: View, inner: InnerLines): Edit[] {
  const surplus = findSurplusBlankLines(view, inner)
  return getLines(view).lines.flatMap(({ start, end }, number): Edit[] => {
    if (surplus.has(number) || inner.get(number) === 'spaces') return []
    let from = end
    while (from > start && /[ \t]/.test(view.text.charAt(from - 1))) from -= 1
    return from < end ? [{ start: from, end, text: '' }] : []
  })
}

/** Blank lines to remove: two are allowed before a section, one elsewhere, none at the start and the end of a file. */
function findSurplusBlankLines(view: View, inner: InnerLines): Set<number> {
  const { lines } = getLines(view)
  const isFixed = getUntouchableLines(view)
  const surplus = new Set<number>()
  let blanks: number[] = []
  let isStart = true
  lines.forEach((line, number) => {
    if (isBlankLine(line) && !inner.has(number) && !isFixed(number)) return void blanks.push(number)
    const maxBlankLines = isStart ? 0 : line.first === line.start ? 2 : 1
    for (const blank of blanks.slice(maxBlankLines)) surplus.add(blank)
    blanks = []
    isStart = false
  })
  for (const blank of isStart ? [] : blanks) surplus.add(blank)
  return surplus
}

function removeBlankLines(view: View, inner: InnerLines): Edit[] {
  const { lines } = getLines(view)
  return [...findSurplusBlankLines(view, inner)].flatMap((number): Edit[] => {
    const { start = 0 } = lines[number] ?? {}
    const end = lines[number + 1]?.start ?? view.text.length
    return end > start ? [{ start, end, text: '' }] : []
  })
}

/** A line end after the last line, unless it would become part of a scalar. */
function addFinalLineEnd(view: View): Edit[] {
  const { text, document } = view
  const content = text.trimEnd()
  const isOpen = content !== '' && !hasLineEnd(text.slice(content.length))
  const isText = listParts(view).some(
    ({ node }) =>
      'style' in node &&
      (node.style === 'literal' || node.style === 'folded') &&
      node.end === text.length,
  )
  return isOpen && !isText && !document.rest
    ? [{ start: text.length, end: text.length, text: detectLineEnd(text) }]
    : []
}
