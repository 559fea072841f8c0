import type { Edit } from '../../diagnostic.js'
import type { Node } from '../../document.js'
import { columnOf } from '../../edit/lines.js'
import type { Part } from '../part.js'
import { partsOf } from '../part.js'
import { styleOf } from '../style.js'
import type { View } from '../view.js'
import type { Line } from './lines.js'
import { isBlank, isBlock, isInBlock, linesOf, untouchable } from './lines.js'

/** Old and new columns of the blocks of a file. */
type Columns = { before: Map<Node, number>; after: Map<Node, number> }

function columnsOf(view: View): Columns {
  const { step, dash } = styleOf([view.document])
  const before = new Map<Node, number>()
  const after = new Map<Node, number>()
  for (const part of partsOf(view)) {
    if (!isBlock(part)) continue
    before.set(part.node, columnOf(view.text, part.node.start))
    const holder = part.above && after.get(part.above.node)
    const by = !part.pair ? 2 : part.node.kind === 'list' ? dash : step
    after.set(part.node, holder === undefined ? 0 : holder + by)
  }
  return { before, after }
}

/** The line of the dash of an item: its own, or one above where only the dash stands. */
function lineOfDash(view: View, { above, node }: Part, column: number): number | undefined {
  const { lines, lineOf } = linesOf(view)
  const least = above ? lineOf(above.node.start) : 0
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

/** A column before and after. */
type Level = { before: number; after: number }

/** Where lines have to stand: their new columns, and the blocks whose entries they start, outermost first. */
type Plan = { wanted: (number | undefined)[]; levels: Map<number, Level[]> }

/** Edits that put every line into its column, and one space behind every dash; undefined where a text is written in a way that is not understood. */
export function indent(view: View): Edit[] | undefined {
  const { lines, lineOf } = linesOf(view)
  const { before, after } = columnsOf(view)
  const plan: Plan = { wanted: [], levels: new Map() }
  const dashes: Edit[] = []
  for (const part of partsOf(view)) {
    const holder = part.above?.node
    if (!holder || !isInBlock(part)) continue
    const level = { before: before.get(holder) ?? 0, after: after.get(holder) ?? 0 }
    const number = part.pair ? lineOf(part.pair.key.start) : lineOfDash(view, part, level.before)
    if (number === undefined) return undefined
    plan.wanted[number] ??= level.after
    addTo(plan.levels, number, level)
    if (!part.pair) dashes.push(...gapBehind(view.text, (lines[number]?.start ?? 0) + level.before))
    shiftBelow(view, part, number, level, plan)
  }
  placeComments(view, plan)
  const isFixed = untouchable(view)
  const moves = lines.flatMap((line, number) =>
    isFixed(number) ? [] : shift(view.text, line, plan.wanted[number]),
  )
  return [...moves, ...dashes.filter(({ start }) => !isFixed(lineOf(start)))]
}

function addTo(levels: Plan['levels'], number: number, level: Level): void {
  const same = levels.get(number)
  if (!same) levels.set(number, [level])
  else if (same.at(-1)?.before !== level.before) same.push(level)
}

/** The space between a dash and what stands behind it. */
function gapBehind(text: string, dash: number): Edit[] {
  const [, gap = '', next] = /^-([ \t]*)([^\s#]?)/.exec(text.slice(dash, dash + 100)) ?? []
  return next && gap !== ' ' ? [{ start: dash + 1, end: dash + 1 + gap.length, text: ' ' }] : []
}

/** Lines of a value that start no entry move along with the one that they belong to. */
function shiftBelow(
  view: View,
  part: Part,
  first: number,
  { before, after }: Level,
  { wanted }: Plan,
): void {
  const { lines, lineOf } = linesOf(view)
  const { node } = part
  const isText = 'style' in node && (node.style === 'literal' || node.style === 'folded')
  const last = isBlock(part)
    ? lineOf(node.start) - 1
    : lineOf(isText ? Math.max(node.start, node.end - 1) : part.end)
  for (let number = first + 1; number <= last; number += 1) {
    const line = lines[number]
    const isMoved =
      line &&
      (isBlank(line)
        ? isText && line.end > line.start
        : !isBlock(part) || view.text.charAt(line.first) !== '#')
    if (line && isMoved) wanted[number] = Math.max(0, line.first - line.start + after - before)
  }
}

/** Comments on lines of their own stay in the column of the block that they stand in, of that below first. */
function placeComments(view: View, { wanted, levels }: Plan): void {
  const { lines } = linesOf(view)
  const next: (Level | undefined)[] = []
  for (let number = lines.length - 1; number >= 0; number -= 1)
    next[number] = levels.get(number)?.[0] ?? next[number + 1]
  const open: Level[] = []
  lines.forEach((line, number) => {
    const [outer, ...inner] = levels.get(number) ?? []
    if (outer) {
      while ((open.at(-1)?.before ?? -1) >= outer.before) open.pop()
      open.push(outer, ...inner)
    }
    if (wanted[number] !== undefined || view.text.charAt(line.first) !== '#' || isBlank(line))
      return
    const column = line.first - line.start
    const below = next[number]
    const own = below?.before === column ? below : open.findLast(({ before }) => before === column)
    const near = own ?? below ?? open.at(-1) ?? { before: 0, after: 0 }
    wanted[number] = Math.max(0, column + near.after - near.before)
  })
}

/** Moves a line to a column; one that is indented by tabs stays. */
function shift(text: string, { start, first }: Line, wanted: number | undefined): Edit[] {
  const column = first - start
  if (wanted === undefined || wanted === column || text.slice(start, first).includes('\t'))
    return []
  return wanted > column
    ? [{ start: first, end: first, text: ' '.repeat(wanted - column) }]
    : [{ start: first - (column - wanted), end: first, text: '' }]
}
