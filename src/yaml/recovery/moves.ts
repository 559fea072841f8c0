import { likelyColumns, moveLine, siblingsBelow } from './columns.js'
import { move } from './diagnosis.js'
import type { Diagnosis, Repair } from './diagnosis.js'
import { indentation, quote, restOfLine, startOfContent } from './lines.js'
import type { Page } from './lines.js'

/** A line that stands in the wrong column. */
export function wrongIndentation(
  page: Page,
  line: number,
  column: number,
  repair: Repair,
): Diagnosis {
  const { text } = page
  const span = restOfLine(text, startOfContent(text, line))
  const right = column === 0 ? 'do not indent it' : `indent it by ${spaces(column)}`
  const found = `${quote(text, span)} is indented by ${spaces(indentation(page, line))}`
  const message = `${found}, where no entry can stand; ${right}`
  return { code: 'wrong-indentation', span, message, repairs: [repair] }
}

function spaces(count: number): string {
  return count === 1 ? '1 space' : `${count} spaces`
}

/** One explanation for each column that the line may belong in. */
export function movedTo(page: Page, line: number, columns: readonly number[]): Diagnosis[] {
  return likelyColumns(page, line, columns).map((column) => {
    return wrongIndentation(
      page,
      line,
      column,
      move(() => moveLine(page, line, column)),
    )
  })
}

/** The same for the line together with those that stand in its column below. */
export function allMovedTo(page: Page, line: number, columns: readonly number[]): Diagnosis[] {
  const lines = siblingsBelow(page, line)
  return lines.length < 2
    ? []
    : likelyColumns(page, line, columns).map((column) => allMoved(page, lines, column))
}

/** Some lines that all belong in another column. */
export function allMoved(page: Page, lines: readonly number[], column: number): Diagnosis {
  const [first = 0] = lines
  return wrongIndentation(
    page,
    first,
    column,
    move(() => lines.flatMap((each) => moveLine(page, each, column))),
  )
}
