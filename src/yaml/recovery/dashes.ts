import {
  entryColumn,
  followsEmptyLine,
  goesWithNext,
  isDashLine,
  moveLines,
  openColumns,
  siblingsBelow,
} from './columns.js'
import { blank, move } from './diagnosis.js'
import type { Diagnosis, Evidence, Repair } from './diagnosis.js'
import { bareLine, isOpenKey } from './keys.js'
import {
  endOfLine,
  indentation,
  isEmptyLine,
  lineBefore,
  linesAbove,
  linesBelow,
  quote,
  restOfLine,
  startOfContent,
  startOfLine,
} from './lines.js'
import type { Page } from './lines.js'
import { allMoved, movedTo, wrongIndentation } from './moves.js'
import { textAfterValue } from './values.js'

/** Something without a dash where the items of a list stand. */
export function missingDash({ page, fault }: Evidence): Diagnosis[] {
  const { text } = page
  const { noticed } = fault
  if (startOfContent(text, noticed) !== noticed) return [textAfterValue(text, noticed)]
  const line = startOfLine(text, noticed)
  const column = indentation(page, line)
  const item = itemAbove(page, line, column)
  if (isDashLine(page, line)) return item < 0 ? [] : dashesApart(page, item, line)
  if (/^-[^\s-]/.test(text.slice(noticed, noticed + 2))) return [bareLine(page, noticed)]
  const apart = movedAway(page, line)
  const blanked = lacksDash(text, line, [
    blank({ start: noticed, end: endOfItem(page, line, column) }),
  ])
  if (item < 0) return [...apart, blanked]
  const inner = entryColumn(page, item)
  const moves = moveLines(page, line, endOfItem(page, line, column), inner - column)
  const inside = lacksDash(text, line, [move(() => moves)])
  const target = indentation(page, item) + column - inner
  const itemMoved =
    target < 0
      ? []
      : [
          wrongIndentation(
            page,
            item,
            target,
            move(() => [{ line: item, by: column - inner }]),
          ),
        ]
  const added = dashAdded(page, line, column)
  const isNext = keyOf(text, item) === keyOf(text, line)
  // The fewer lines are to be changed, the likelier.
  const moved = moves.length === 1 ? [inside, ...itemMoved] : [...itemMoved, inside]
  return isNext ? [...apart, ...added, ...moved, blanked] : [...apart, ...moved, ...added, blanked]
}

// The line, or the key above it, may not belong to the list at all.
function movedAway(page: Page, line: number): Diagnosis[] {
  const { text } = page
  const column = indentation(page, line)
  const above = lineBefore(text, line)
  const left = (from: number): number[] =>
    openColumns(page, lineBefore(text, from)).filter((open) => open < column)
  const moved = above >= 0 && isOpenKey(text, above) ? movedTo(page, above, left(above)) : []
  const strange =
    followsEmptyLine(text, line) || (isOpenKey(text, line) && !goesWithNext(page, line, column))
  return strange ? [...moved, ...movedTo(page, line, left(line))] : moved
}

// Two dashes of one list in different columns: the fewer ones are wrong.
function dashesApart(page: Page, item: number, line: number): Diagnosis[] {
  const lower = siblingsBelow(page, line)
  const down = allMoved(page, lower, indentation(page, item))
  const up = movedTo(page, item, [indentation(page, line)])
  return lower.length > 1 ? [...up, down] : [down, ...up]
}

function lacksDash(text: string, line: number, repairs: Repair[]): Diagnosis {
  const span = restOfLine(text, startOfContent(text, line))
  const found = quote(text, span)
  const message = `${found} stands where an item of the list begins; write \`- \` before it, or indent it deeper`
  return { code: 'missing-dash', span, message, repairs }
}

/** An entry that is taken as the first of an item whose dash stands in the column. */
export function dashAdded(page: Page, line: number, column: number): Diagnosis[] {
  const { text } = page
  const start = startOfContent(text, line)
  if (start - line < 2) return []
  const by = column + 2 - indentation(page, line)
  const dash = { start: start - 2, end: start - 1, by: '-' }
  return [lacksDash(text, line, [{ changes: [dash], moves: () => [{ line, by }] }])]
}

function keyOf(text: string, line: number): string {
  return (
    /^(?:-[ \t]+)*([^\s:]*)/.exec(
      text.slice(startOfContent(text, line), endOfLine(text, line)),
    )?.[1] ?? ''
  )
}

// The line with the dash whose item comes before.
function itemAbove(page: Page, line: number, column: number): number {
  for (const above of linesAbove(page.text, line)) {
    if (indentation(page, above) <= column) return isDashLine(page, above) ? above : -1
  }
  return -1
}

// The end of the lines up to the next item or the end of the list.
function endOfItem(page: Page, from: number, column: number): number {
  const { text } = page
  let end = endOfLine(text, from)
  for (const line of linesBelow(text, from)) {
    if (isEmptyLine(text, line)) continue
    const other = indentation(page, line)
    if (other < column || (other === column && isDashLine(page, line))) break
    end = endOfLine(text, line)
  }
  return end
}
