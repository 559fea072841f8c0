import { isBlank } from '../characters.js'
import { likelyColumns, openColumns } from './columns.js'
import { change } from './diagnosis.js'
import type { Change, Diagnosis, Evidence, Repair } from './diagnosis.js'
import {
  endOfLine,
  indentation,
  lineBefore,
  linesNearBelow,
  startOfContent,
  startOfLine,
} from './lines.js'
import type { Page } from './lines.js'

const widths = [2, 4, 8]

/** A tab where only spaces indent. The lines below that are indented in the same way are the same mistake. */
export function tabs({ page, fault }: Evidence): Diagnosis[] {
  const { text } = page
  const start = fault.noticed
  let end = start
  while (isBlank(text.charCodeAt(end))) end++
  const first = startOfLine(text, start)
  const lines = [first]
  for (const line of linesNearBelow(text, start)) {
    if (!text.slice(line, startOfContent(text, line)).includes('\t')) break
    lines.push(line)
  }
  const spaces: Change[] = [
    { start, end },
    ...lines.map((line) => ({ start: line, end: startOfContent(text, line) })),
  ]
  const leading = startOfContent(text, start) === end
  const repairs = leading ? expansions(page, lines, spaces) : []
  repairs.push(change(spaces))
  repairs.push(change(lines.map((line) => ({ start: line, end: endOfLine(text, line) }))))
  return [
    {
      code: 'tab-indentation',
      span: { start, end },
      message: 'a tab cannot indent; use spaces',
      repairs,
    },
  ]
}

// One line goes where a line may stand there; of several, the tabs have a width.
function expansions(page: Page, lines: readonly number[], changes: Change[]): Repair[] {
  const [line = 0, ...others] = lines
  if (others.length === 0) {
    const columns = likelyColumns(page, line, openColumns(page, lineBefore(page.text, line)))
    const from = indentation(page, line)
    return columns.map((column) => ({ changes, moves: () => [{ line, by: column - from }] }))
  }
  return widths.map((width) => ({
    changes,
    moves: () => lines.map((each) => ({ line: each, by: tabsOf(page, each) * (width - 1) })),
  }))
}

function tabsOf({ text }: Page, line: number): number {
  return text.slice(line, startOfContent(text, line)).replaceAll(' ', '').length
}
