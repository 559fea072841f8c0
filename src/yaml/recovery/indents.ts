import { END, isBlank } from '../characters.js'
import type { Node } from '../nodes.js'
import type { Parser } from '../parser.js'
import {
  entryColumn,
  followsEmptyLine,
  isDashLine,
  openColumns,
  siblingsAbove,
  siblingsBelow,
} from './columns.js'
import { dashAdded } from './dashes.js'
import { blank } from './diagnosis.js'
import type { Diagnosis, Evidence } from './diagnosis.js'
import { bareLine, isOpenKey } from './keys.js'
import {
  endOfBlock,
  endOfLine,
  endOfSection,
  indentation,
  lineBefore,
  linesAbove,
  quote,
  restOfLine,
  startOfContent,
  startOfLine,
  startOfValue,
} from './lines.js'
import type { Page } from './lines.js'
import { allMoved, allMovedTo, movedTo } from './moves.js'
import { textAfterValue } from './values.js'

/** Something that is no entry where the entries of a map stand. */
export function unexpectedContent({ page, fault, parser }: Evidence): Diagnosis[] {
  const { text } = page
  const { noticed } = fault
  if (startOfContent(text, noticed) !== noticed) return [textAfterValue(text, noticed)]
  const line = startOfLine(text, noticed)
  const above = lineBefore(text, line)
  if (above < 0) return movedTo(page, line, [0])
  const value = lastValue(parser)
  if (
    value !== undefined &&
    isOnOwnLine(text, value.start) &&
    startOfLine(text, value.end) === above
  ) {
    return [bareLine(page, value.start)]
  }
  if (entryColumn(page, above) < indentation(page, line)) return besideValue(page, above, line)
  const between = betweenColumns(page, above, line)
  return isDashLine(page, line) ? [...between, ...dashAmongKeys(page, above, line)] : between
}

function lastValue({ stack }: Parser): Node | undefined {
  const collection = stack[stack.length - 1]?.collection
  const last =
    collection?.kind === 'map'
      ? collection.pairs[collection.pairs.length - 1]?.value
      : collection?.items[collection.items.length - 1]
  return last?.kind === 'text' && last.style === 'plain' ? last : undefined
}

// Whether nothing but dashes stands before the offset.
function isOnOwnLine(text: string, offset: number): boolean {
  let start = offset
  while (start > 0 && (text.charAt(start - 1) === '-' || isBlank(text.charCodeAt(start - 1))))
    start--
  return start === startOfLine(text, start)
}

// The line begins left of the lines above, but right of the entry that these belong to. It may stand
// wrong itself, or one of those does.
function betweenColumns(page: Page, above: number, line: number): Diagnosis[] {
  const { text } = page
  const column = indentation(page, line)
  const columns = openColumns(page, above)
  const upper = siblingsAbove(page, above, column)
  const [first = above] = upper
  const odd: Diagnosis[] = []
  const outer = openColumns(page, lineBefore(text, above)).filter((open) => open < column)
  if (isOpenKey(text, above)) odd.push(...movedTo(page, above, outer))
  if (isDashLine(page, line) && indentation(page, first) === column + 2)
    odd.push(...dashAdded(page, first, column))
  if (isOpenKey(text, first) && upper.length > 1) odd.push(...movedTo(page, first, [column]))
  if (isDashLine(page, first) && column > 1) odd.push(...movedTo(page, first, [column - 2]))
  if (upper.length > 0 && upper.length < siblingsBelow(page, line).length)
    odd.push(allMoved(page, upper, column))
  odd.push(...parentMoved(page, above, column))
  return [
    ...odd,
    ...movedTo(page, line, columns),
    ...allMovedTo(page, line, columns),
    stray(text, line),
  ]
}

// The key that the lines above belong to may have lost its indentation.
function parentMoved(page: Page, above: number, column: number): Diagnosis[] {
  const { text } = page
  const parent = [above, ...linesAbove(text, above)].find(
    (line) => indentation(page, line) < column,
  )
  if (parent === undefined || !isOpenKey(text, parent) || followsEmptyLine(text, parent)) return []
  return openColumns(page, lineBefore(text, parent)).includes(column)
    ? movedTo(page, parent, [column])
    : []
}

/** A line that is indented below an entry which has a value already. */
function besideValue(page: Page, entry: number, line: number): Diagnosis[] {
  const { text } = page
  const column = indentation(page, line)
  const columns = openColumns(page, entry).filter((open) => open < column)
  const own = indentation(page, entry)
  const beyond = lineBefore(text, entry)
  const lacksDash =
    own === column - 2 && beyond >= 0 && isOpenKey(text, beyond) ? dashAdded(page, entry, own) : []
  const value = startOfValue(text, endOfLine(text, entry))
  const removed =
    value >= 0 && siblingsBelow(page, line).length > 1 ? [valueBeforeBlock(text, value)] : []
  const all = allMovedTo(page, line, columns)
  const moved = [entryMoved(page, entry, column), movedTo(page, line, columns)]
  return [
    ...(isDense(page, line) ? moved.reverse() : moved).flat(),
    ...removed,
    ...all,
    ...lacksDash,
    misfit(text, entry),
  ]
}

// Whether the sections of the file are not set apart by empty lines.
function isDense(page: Page, line: number): boolean {
  const next = endOfSection(page, line, 0)
  return page.text.charCodeAt(next) !== END && !followsEmptyLine(page.text, next)
}

// The entry goes with the lines below it, if such a line may stand there.
function entryMoved(page: Page, entry: number, column: number): Diagnosis[] {
  const { text } = page
  const own = indentation(page, entry)
  const target = column - (entryColumn(page, entry) - own)
  const beyond = lineBefore(text, entry)
  if (beyond < 0 || target < 0 || followsEmptyLine(text, entry)) return []
  const fits =
    openColumns(page, beyond).includes(target) ||
    (isOpenKey(text, beyond) && target > indentation(page, beyond))
  return fits ? movedTo(page, entry, [target]) : []
}

// A dash in the column of keys: it is one too many, or the entry above lacks one.
function dashAmongKeys(page: Page, above: number, line: number): Diagnosis[] {
  const { text } = page
  const column = indentation(page, line)
  const [first = above, ...others] = siblingsAbove(page, above, column - 1)
  const lacksDash =
    others.length === 0 && indentation(page, first) === column ? dashAdded(page, first, column) : []
  const span = restOfLine(text, startOfContent(text, line))
  const block = { start: span.start, end: endOfBlock(page, span.start, column) }
  const message = `${quote(text, span)} is an item of a list, but stands among the keys of a map`
  return [
    ...lacksDash,
    { code: 'misplaced-dash', span, message, repairs: [blank(span), blank(block)] },
  ]
}

function stray(text: string, line: number): Diagnosis {
  const span = restOfLine(text, startOfContent(text, line))
  const fault = 'goes neither with the lines above it nor with those below it'
  const message = `${quote(text, span)} ${fault}; check its indentation`
  return { code: 'wrong-indentation', span, message, repairs: [blank(span)] }
}

function misfit(text: string, entry: number): Diagnosis {
  const span = restOfLine(text, startOfContent(text, entry))
  const message = `${quote(text, span)} has a value, but the lines below it are indented deeper; align them`
  return { code: 'wrong-indentation', span, message, repairs: [blank(span)] }
}

function valueBeforeBlock(text: string, value: number): Diagnosis {
  const span = restOfLine(text, value)
  const fault = 'is a value, but more lines are indented below it'
  const message = `${quote(text, span)} ${fault}; remove it, or align them with its key`
  return { code: 'value-before-block', span, message, repairs: [blank(span)] }
}

/** A colon after something that can be no key. */
export function misplacedColon({ page, fault, parser }: Evidence): Diagnosis[] {
  const { text } = page
  const { noticed } = fault
  const value = startOfValue(text, noticed)
  const { scalar } = parser.scanner
  const line = startOfLine(text, noticed)
  if (value < 0 && scalar < line) {
    // The key of this line was read as a further line of the scalar above.
    return isOnOwnLine(text, scalar)
      ? [bareLines(page, scalar, line)]
      : besideValue(page, startOfLine(text, scalar), line)
  }
  const span = restOfLine(text, value < 0 ? startOfContent(text, noticed) : value)
  const where = text[span.end - 1] === ':' ? 'ends in a colon' : 'holds a colon followed by a space'
  const message = `${quote(text, span)} ${where}; quote the whole value`
  return [{ code: 'misplaced-colon', span, message, repairs: [blank(span)] }]
}

function bareLines(page: Page, scalar: number, line: number): Diagnosis {
  const diagnosis = bareLine(page, scalar)
  const end = endOfLine(page.text, lineBefore(page.text, line))
  return { ...diagnosis, repairs: [...diagnosis.repairs, blank({ start: scalar, end })] }
}
